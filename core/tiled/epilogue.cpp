// The epilogue of a product in double precision, and in words.
#include "core/tiled/epilogue.h"

#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

std::string constant_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

double finished(const Epilogue& e, double sum, double c, double bias) {
  const double x = e.alpha * sum + e.beta * c + bias;
  if (e.activation == "relu") return x > 0 ? x : std::isnan(x) ? x : 0;
  if (e.activation == "gelu") return 0.5 * x * (1 + std::erf(x * std::sqrt(0.5)));
  if (e.activation == "silu") return x / (1 + std::exp(-x));
  return x;
}

double slope(const Epilogue& e) {
  // That of gelu is 1.13, that of silu 1.10.
  return std::fabs(e.alpha) * (e.activation == "gelu" || e.activation == "silu" ? 1.13 : 1);
}

double finish_tolerance(const Epilogue& e, double sum, double c, double bias) {
  if (!e.any()) return 0;
  const double terms = std::fabs(e.alpha * sum) + std::fabs(e.beta * c) + std::fabs(bias);
  // Rounded to float after each operation; the activations' functions are good to some of its last bits.
  return std::ldexp(terms, e.activation.empty() || e.activation == "relu" ? -22 : -18);
}

std::string to_text(const Epilogue& e) {
  std::string out;
  const auto add = [&](std::string one) { append_all(out, out.empty() ? "" : ", ", one); };
  if (e.alpha != 1) add(cat("alpha ", constant_text(e.alpha)));
  if (e.beta != 0) add(cat("beta ", constant_text(e.beta)));
  if (e.bias) add(cat("bias ", to_text(*e.bias, IntegerMode::cute)));
  if (!e.activation.empty()) add(e.activation);
  return out;
}

}  // namespace stridescope
