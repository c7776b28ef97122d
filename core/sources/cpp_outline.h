// The outline of a source in C++ or Python: its structures, functions, blocks and declarations with their parts as
// ranges of tokens. Nothing is looked up. Internal to the folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stridescope::sources {

struct CppToken {
  enum class Kind : std::uint8_t { word, number, text, mark };
  Kind kind = Kind::mark;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t pair = 0;  // index of the other bracket of ( ) [ ] { }; 0 without one
};

// A half-open range of tokens.
struct Part {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool empty() const { return begin >= end; }
};

// A parameter of a template or a function.
struct CppParameter {
  std::string_view name;
  Span name_span;
  Part type;
  Part initial;          // its default
  bool is_type = false;  // class T, typename T
  bool is_pack = false;
};

struct CppItem {
  enum class Kind : std::uint8_t {
    alias,      // using NAME = type; typedef type NAME;
    variable,   // type NAME = value; type NAME{value}; type NAME(value); auto [a, b] = value;
    function,   // a definition, or a lambda with a name
    structure,  // struct, class, union
    block,      // { ... }, and the body of a namespace
    branch,     // if
    loop,       // for, while, do, switch
    result,     // return value;
    statement,  // any other
  };
  Kind kind = Kind::statement;
  std::string_view name;
  Span name_span;
  Part whole;
  Part type;   // variable: with qualifiers; function: of its result
  Part value;  // initial value, aliased type, returned or executed expression, condition
  // variable: = { ( or 0; of Python also '0', the first value of a loop, and 'f', the first element of `value`.
  // statement of Python: g for global, n for nonlocal, with `names`.
  char form = 0;
  std::string_view of = {};  // variable of Python: the object whose member it is, `self`
  std::vector<Part> decorators = {};
  bool is_constexpr = false;
  std::vector<CppParameter> template_parameters = {};
  std::vector<CppParameter> parameters = {};
  std::vector<Part> bases = {};
  std::vector<std::pair<std::string_view, Span>> names = {};  // auto [a, b]
  std::vector<CppItem> items = {};                            // items of the body
  std::vector<CppItem> otherwise = {};                        // items of the else
};

struct CppOutline {
  std::string_view text;
  bool is_python = false;  // `<` is not a bracket
  std::vector<CppToken> tokens;
  std::vector<CppItem> items;

  std::string_view word(std::uint32_t at) const {
    return at < tokens.size() ? text.substr(tokens[at].begin, tokens[at].end - tokens[at].begin) : std::string_view();
  }
  bool is_word(std::uint32_t at) const { return at < tokens.size() && tokens[at].kind == CppToken::Kind::word; }
  Span span(Part part) const {
    return part.empty() ? Span() : Span{tokens[part.begin].begin, tokens[part.end - 1].end};
  }
  std::string_view spelling(Part part) const {
    const Span at = span(part);
    return text.substr(at.begin, at.end - at.begin);
  }
  // The token after the `>` of template arguments that open at `at`; `at` if it is an operator.
  std::uint32_t past_angles(std::uint32_t at, std::uint32_t end) const;
  // The parts between separators outside of brackets and angles.
  std::vector<Part> split(Part part, std::string_view separator) const;
};

// text: without comments and directives. It must outlive the outline.
CppOutline outline_of(std::string_view text);
CppOutline python_outline_of(std::string_view text);
std::vector<CppToken> tokens_of(std::string_view text);
// The function whose body opens at the token `body`.
CppItem lambda_of(const CppOutline& outline, Part parameters, std::uint32_t body);

}  // namespace stridescope::sources
