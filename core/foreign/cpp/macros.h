// Expands names of C++ that have a text as meaning: macros, and alias templates with their arguments. It does so before
// a program is read, so their text is read like anything else; positions stay those of the program.
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
  std::uint32_t from = 0;  // it holds behind this byte
  bool undefined = false;  // #undef
  bool is_called = false;  // NAME(a, b)
  std::vector<std::string_view> parameters = {};
  std::string body = {};  // one line, without comments
};

// A program with names replaced by their meanings in some places.
class Expansion {
 public:
  // Building: part [begin, end) of the program as it is, and a text in the place of part `origin`, in their order.
  void copy(std::string_view program, std::size_t begin, std::size_t end) {
    text_ += program.substr(begin, end - begin);
  }
  void put(std::string_view text, Span origin);

  // True if nothing was replaced: the original program is to be read.
  bool empty() const { return pieces_.empty(); }
  const std::string& text() const { return text_; }
  // The place in the program that gives this part of the text: for an expanded name, the name with its arguments.
  Span origin(Span part) const;
  // Parts of the program that no text replaces: definitions that are written out at their uses.
  std::vector<Span> removed() const;
  bool is_written_out(Span part) const;  // some of it is not in the program

 private:
  struct Piece {
    std::uint32_t begin, end;  // of text()
    Span origin;
  };
  const Piece* piece_before(std::uint32_t at) const;

  std::string text_;
  std::vector<Piece> pieces_;
};

// The program without comments and directives, with its macros and alias templates expanded, and with the values of a
// template's parameters if it is named with one list of arguments: X<128> turns template <int N> struct X into template
// <int N = 128>. A macro that is not an expression (a statement, a part of one) stays as it is. If no alias is used,
// unused aliases stay. errors: wrong numbers of arguments, and a text longer than a program may be, which is expanded
// up to that length.
Expansion expand(std::string_view program, const std::vector<Macro>& macros, std::vector<Error>& errors);

}  // namespace stridescope
