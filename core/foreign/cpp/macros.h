// Names of C++ that stand for text: macros, and alias templates with their arguments. They are written out before a
// program is read, so that what they stand for is read like anything else; positions stay those of the program.
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

// A program with other text in some places: what its names stand for.
class Expansion {
 public:
  // Building: part [begin, end) of the program as it is, and a text in the place of part `origin`, in their order.
  void copy(std::string_view program, std::size_t begin, std::size_t end) {
    text_ += program.substr(begin, end - begin);
  }
  void put(std::string_view text, Span origin);

  // Nothing stood for anything else: the program itself is to be read.
  bool empty() const { return pieces_.empty(); }
  const std::string& text() const { return text_; }
  // Where in the program that part of the text comes from: of what a name stands for, the name with its arguments.
  Span origin(Span part) const;
  bool is_written_out(Span part) const;  // some of it stands not in the program

 private:
  struct Piece {
    std::uint32_t begin, end;  // of text()
    Span origin;
  };
  const Piece* piece_before(std::uint32_t at) const;

  std::string text_;
  std::vector<Piece> pieces_;
};

// The program, without comments and directives, with its macros and its alias templates written out, and with the
// values of a template's parameters where it is named with one list of arguments: X<128> makes template <int N> struct
// X one of template <int N = 128>. A macro that is no expression (a statement, a part of one) is left as it is. Aliases
// that nothing uses stay, if none is used. errors: wrong numbers of arguments, and a text that would be longer than a
// program may be, which is written out as far as that goes.
Expansion expand(std::string_view program, const std::vector<Macro>& macros, std::vector<Error>& errors);

}  // namespace stridescope
