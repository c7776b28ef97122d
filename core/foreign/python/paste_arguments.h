// Argument names of CuTe DSL's and pycute's functions, which accept arguments by name.
#pragma once

#include <span>
#include <string_view>

namespace stridescope {

// In order; empty for a function with unnamed arguments.
std::span<const std::string_view> python_arguments(std::string_view function);

}  // namespace stridescope
