// Itanium C++ names, as profilers and linkers print them: enough of the grammar for kernels and their types.
// Source: the Itanium C++ ABI, chapter 5.1 "External names".
#pragma once

#include <string>
#include <string_view>

namespace stridescope {

inline constexpr std::size_t max_demangled = 1 << 18;

// Demangles `_ZN4cute6LayoutI...` to text: cute::Layout<cute::tuple<cute::C<2>,...>,...>. Stops at an unknown
// production and returns the text before it; empty if it cannot demangle anything.
std::string demangle(std::string_view mangled);

}  // namespace stridescope
