// Logarithm and power of real numbers by the four operations: the same bits on every surface. C libraries and browsers
// round theirs differently, and the tables of one are a hundredth of the page's module.
#pragma once

namespace stridescope {

double logarithm(double x);  // natural, within 4 units of its last place. pre: x > 0
// x to that power, within 1e-13 of it; x itself if it is 0, infinite or NaN. pre: x >= 0 or NaN, exponent > 0.
double real_power(double x, double exponent);
double power_of_ten(double exponent);  // the nearest number, from -22 to 22. pre: an integer, or infinite

}  // namespace stridescope
