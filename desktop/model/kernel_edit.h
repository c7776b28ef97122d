// Changes of the statement that makes a kernel: its options and the size of its problem. They edit the program's text;
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

// A matrix written as (M,N):(N,1) or (M,N):(1,M), also with static integers.
struct PlainMatrix {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  bool row_major = true;
  bool fixed = false;  // static integers
};
std::optional<PlainMatrix> read_matrix(std::string_view text);
std::string print_matrix(const PlainMatrix& matrix);

}  // namespace stridescope::desktop
