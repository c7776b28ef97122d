// Expands names of C++ that stand for a text: macros, and alias templates with their arguments. The expansion precedes
// parsing, so the text is read like any other; positions refer to the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stridescope {

// #define NAME body, #define NAME(a, b) body, #undef NAME.
struct Macro {
  std::string_view name;
  std::uint32_t from = 0;  // valid after this byte
  bool undefined = false;  // #undef
  bool is_called = false;  // NAME(a, b)
  std::vector<std::string_view> parameters = {};
  std::string body = {};  // one line, without comments
};

// A program with some names replaced by their definitions.
class Expansion {
 public:
  // Building: adds part [begin, end) of the program verbatim, and a text that replaces part `origin`, in order.
  void copy(std::string_view program, std::size_t begin, std::size_t end) {
    text_ += program.substr(begin, end - begin);
  }
  void put(std::string_view text, Span origin);

  // True if nothing was replaced: the original program is to be read.
  bool empty() const { return pieces_.empty(); }
  const std::string& text() const { return text_; }
  // The position in the program of this part of the text: for an expanded name, the name with its arguments.
  Span origin(Span part) const;
  // Parts of the program that no text replaces: definitions that are expanded at their uses.
  std::vector<Span> removed() const;
  bool is_written_out(Span part) const;  // some of the text is not in the program

 private:
  struct Piece {
    std::uint32_t begin, end;  // positions in text()
    Span origin;
  };
  const Piece* piece_before(std::uint32_t at) const;

  std::string text_;
  std::vector<Piece> pieces_;
};

// The program without comments and directives, with its macros and alias templates expanded, and with the values of a
// template's parameters if a single list of arguments names it: X<128> turns template <int N> struct X into template
// <int N = 128>. A macro that is not an expression (a statement, or part of one) is kept. If no alias is used, aliases
// are kept. errors: wrong numbers of arguments, and a text beyond the limit of a program, which is expanded up to that
// limit.
Expansion expand(std::string_view program, const std::vector<Macro>& macros, std::vector<Error>& errors);

}  // namespace stridescope
