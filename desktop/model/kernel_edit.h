// Changes of the options of the statement that makes a kernel. They edit the program's text;
// what it then means the core says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

// Spans of the arguments of the statement's call, between its outermost brackets.
struct ArgumentSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::vector<ArgumentSpan> call_arguments(std::string_view statement);

// The statement with `name=value` among the arguments, replaced or added; nothing where there is no call.
std::optional<std::string> with_option(std::string_view statement, std::string_view name, std::string_view value);
// What the option is in the statement, or empty.
std::string option_of(std::string_view statement, std::string_view name);

}  // namespace stridescope::desktop
