// Values from the notation that CuTe prints, so that tables of cases read like its documentation: `_4` static, `4`
// dynamic, `(4,(2,_2))` a tuple, `_1@0` a basis element, `(4,2):(1,4)` a layout. Malformed text aborts, since it is an
// error in a test.
#pragma once

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/algebra/algebra.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

class Literal {
 public:
  explicit Literal(std::string_view text) : text_(text) {}

  IntTuple tuple() {
    Arith arith;
    TupleBuilder out(arith);
    node(out);
    IntTuple value = out.take();
    if (arith.failed()) std::abort();
    return value;
  }

  Layout layout() {
    IntTuple shape = tuple();
    if (!take(':')) std::abort();
    return {std::move(shape), tuple()};
  }

  void end() const {
    if (at_ != text_.size()) std::abort();
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool digit() const { return at_ < text_.size() && (text_[at_] == '-' || (text_[at_] >= '0' && text_[at_] <= '9')); }

  std::int64_t number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) std::abort();
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  void node(TupleBuilder& out) {
    if (take('(')) {
      out.open();
      while (!take(')')) {
        node(out);
        take(',');
      }
      out.close();
      return;
    }
    Int value;
    value.is_static = take('_');
    if (value.is_static && !digit()) {
      out.any();
      return;
    }
    value.value = number();
    std::uint8_t path[BasisPath::max_rank] = {};  // innermost first
    int rank = 0;
    while (take('@')) path[rank++] = static_cast<std::uint8_t>(number());
    while (rank > 0) value.set_basis(value.basis().appended(path[--rank]));
    out.integer(value);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline IntTuple tuple(std::string_view text) {
  Literal notation(text);
  IntTuple value = notation.tuple();
  notation.end();
  return value;
}

inline Layout layout(std::string_view text) {
  Literal notation(text);
  Layout value = notation.layout();
  notation.end();
  return value;
}

inline Int integer(std::string_view text) { return tuple(text).integer(); }

// A by-mode tiler: a layout, an integer, `_`, or `<...>` of those.
inline Tiler tiler(std::string_view text) {
  if (!text.empty() && text.front() == '<') {
    std::vector<Tiler> modes;
    std::size_t begin = 1;
    int depth = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const char c = text[i];
      if (depth == 0 && (c == ',' || c == '>')) {
        modes.push_back(tiler(text.substr(begin, i - begin)));
        begin = i + 1;
      }
      depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
    }
    return modes;
  }
  if (text.find(':') != std::string_view::npos) return layout(text);
  return Tiler::from(tuple(text));
}

// A value as text; booleans show whether they are static: `true`, `C<true>`.
inline std::string shown(const Bool& value) {
  const char* text = value.value ? "true" : "false";
  return value.is_static ? cat("C<", text, '>') : text;
}
template <class T>
std::string shown(const T& value) {
  return to_text(value);
}

// The result of a function of the algebra as text, or `refused: CODE`.
template <class Operation>
std::string outcome(Operation&& operation) {
  Arith arith;
  auto value = operation(arith);
  if (arith.ok()) return shown(value);
  const tl::unexpected<Error> error = arith.error();
  return cat("refused: ", code_name(error.value().code));
}

}  // namespace stridescope

// CUTE(coalesce(m, x)) is the outcome of an operation with an Arith called m.
#define CUTE(expression) ::stridescope::outcome([&]([[maybe_unused]] ::stridescope::Arith& m) { return expression; })
