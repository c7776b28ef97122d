// What CuTe DSL and pycute call the arguments of their functions: there they may be given by name.
#pragma once

#include <span>
#include <string_view>

namespace stridescope {

// In their order; none of a function whose arguments have no names.
std::span<const std::string_view> python_arguments(std::string_view function);

}  // namespace stridescope
