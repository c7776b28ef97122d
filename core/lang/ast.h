// The syntax tree of a program, a flat pool of nodes that refer to each other by index.
//
//   program   = [ statement ] { (newline | ";") [ statement ] }
//   statement = [ name "=" ] expr
//   expr      = ratio { "o" ratio }                              A o offset o B, or composition
//   ratio     = pair { ("⊘" | "⊗") pair }
//   pair      = sum [ ":" sum ]                                  shape : stride
//   sum       = term { ("+" | "-") term }                        arithmetic on integers
//   term      = signed { ("*" | "/" | "%") signed }              `/` and `%` also between a shape and an integer
//   signed    = { "+" | "-" } morphism
//   morphism  = prim [ "--" prim "-->" prim ]                    domain, map, codomain: make_morphism
//   prim      = integer | "_" | "*" | "(" [ expr { "," expr } [","] ] ")" [ "_" name | "_(" ... ")" ] | "<" expr { ","
//   expr } ">"
//             | string | atom [ "<" type { "," type } ">" ]
//             | name [ "<" expr { "," expr } ">" ] [ "(" [ argument { "," argument } ] ")" ]
//   argument  = [ name "=" ] expr
//   string    = '"' ... '"'
//   atom      = CUTLASS's name of an instruction, or Copy_Atom, MMA_Atom (is_atom_name); a type is any C++ type name
//
// A newline ends a statement unless it is inside brackets or after `, = : o + - * / % ⊘ ⊗ -- -->`. (a,b)_P is
// substitute(P, (a,b)). Brackets around one value make a tuple of one mode, and group if the value is an operand of
// arithmetic: (4) is a shape, (1 + 3) * 2 is 8. A `-` directly before a digit belongs to the number unless a value
// precedes it, `*` is an operator only after a value, and `--` is always a morphism's. A statement outside of these
// rules may be foreign text, which a ForeignReader reads into the same tree.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/lang/environment.h"
#include "core/lang/token.h"
#include "core/value/value.h"

namespace stridescope {

// Limits of a program.
inline constexpr std::size_t max_program_bytes = 262'144;
inline constexpr int max_expression_depth = 64;
// Levels of a tree, of brackets and of consecutive operators, which nest, too. The limit bounds every walk over a tree;
// a level of the evaluator uses up to nine kilobytes of the page's stack, which has one megabyte.
inline constexpr int max_tree_height = max_expression_depth + 16;
inline constexpr std::size_t max_diagnostics = 100;

// The kinds of nodes, with the members of SyntaxNode that each of them uses.
enum class Syntax {
  integer,     // integer
  mixed_bits,  // mixed
  any,
  tuple,   // children
  tiler,   // children; <a,b>
  pair,    // children: shape, stride
  name,    // text
  string,  // text
  type,    // text: the name of an atom or an element type, with its template arguments
  call,    // text, template_args, children
  chain,   // children joined by `o`
  infix,   // op and two children; one child for a unary `-`
  // Only in foreign text:
  hole,         // text: the name that fills it; integer: a divisor of its value; template_args: the
                // default value
  literal,      // integer: an index into SyntaxTree::literals
  unset,        // integer: bits of an element; smem_ptr[16b](unset)
  to_static,    // one child, an integer
  to_dynamic,   // one child: an integer becomes the plain int of `int n = ...`
  conditional,  // three children: condition, then, else
};

// One node; children and template_nodes are indices into SyntaxTree::nodes, always of earlier nodes.
struct SyntaxNode {
  Syntax kind;
  Span span;
  Span name_span = {};  // name, call: only the name
  Int integer = {};
  std::uint32_t mixed[3] = {0, 0, 0};
  TokenKind op = TokenKind::end;  // infix
  std::string_view text = {};     // name, call; refers to the program
  std::vector<std::int64_t> template_args = {};
  std::vector<std::uint32_t> template_nodes = {};  // used instead if one of them is not a literal: get<N - 1>
  bool has_arguments = false;                      // call: false for `f<2>` alone
  bool trailing_comma = false;                     // tuple: (4,) never groups
  std::uint16_t height = 0;                        // levels below it; computed by SyntaxTree::add
  std::vector<std::uint32_t> children = {};
};

// In BoundName::path: a mode counted from the last one, after a `*rest`.
inline constexpr std::uint32_t from_the_end = 1U << 31;

// One of several names that a statement binds: `tiler_mn, (a, *rest) = ...` of Python, `auto [a, b] = ...` of C++.
struct BoundName {
  std::string_view name;
  Span span;
  std::vector<std::uint32_t> path;  // path of modes of the value
  std::vector<std::uint32_t> size;  // for each level of the path: the number of modes with a name
  int rest = -1;                    // `*rest`: the number of names after it; it gets all modes between
};

// A statement that parses.
struct Statement {
  std::string_view name;  // empty for a bare expression
  Span name_span;
  Span span;
  std::uint32_t root = 0;  // index of the expression
  bool pasted = false;     // foreign text: its name can be that of a function
  bool source = false;     // part of a pasted source: it can call functions unrelated to layouts, and is then skipped
  bool other = false;      // and nothing in it is about layouts: its errors matter only if its value is needed
  std::vector<BoundName> names = {};  // replaces `name`; does not contain `_`
  Span grid = {};                     // the rows of print_layout or print_tensor below it
};

// Texts of nodes refer to the program or to `texts`: both must outlive the use of the tree.
struct SyntaxTree {
  std::vector<SyntaxNode> nodes;
  std::vector<Statement> statements;                            // statements that parse
  std::vector<std::pair<std::string_view, Span>> failed_names;  // names of statements that do not parse
  std::vector<Span> failed;                                     // statements that do not parse
  std::vector<Value> literals;
  std::vector<std::unique_ptr<std::string>> texts;  // texts of nodes that the program does not contain

  // The only way to add a node; returns its index. The caller must refuse nodes higher than max_tree_height.
  std::uint32_t add(SyntaxNode node) {
    for (const auto* below : {&node.children, &node.template_nodes}) {
      for (const std::uint32_t child : *below)
        node.height = std::max<std::uint16_t>(node.height, static_cast<std::uint16_t>(nodes[child].height + 1));
    }
    nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
};

// Parses a program of the language alone. Never fails as a whole: statements that do not parse are reported in
// `errors`, the others are kept.
SyntaxTree parse(std::string_view program, const Environment& environment, std::vector<Error>& errors);
// True if a program is longer than the limit; reports it.
bool is_too_long(std::string_view program, std::vector<Error>& errors);

}  // namespace stridescope
