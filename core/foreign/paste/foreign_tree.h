// The syntax tree of a program with foreign text: the nodes, and information from C++ and Python on their statements.
#pragma once

#include <map>

#include "core/lang/ast.h"
#include "core/lang/remainder.h"

namespace stridescope {

// A parameter of a template or function whose header is in the text: its value is unknown. A function's parameter hides
// the bindings of earlier functions.
struct Parameter {
  std::string_view name;
  bool hides = false;
  std::uint32_t position = 0;
};

// A block of Python that may not run, or runs several times: the text after `if x:`, `else:`, `for i in y:`; in C++,
// after `if constexpr (x)` and its else.
struct Branch {
  enum class Kind {
    condition,  // if, elif
    otherwise,  // else; also blocks that run normally: try, and the else after a loop
    unknown,    // except, case: unknown
    loop,       // for, while
  };
  Kind kind = Kind::condition;
  bool both = false;         // in C++: read even if it is unknown whether it runs
  int previous = -1;         // the previous branch of an elif, else or except
  std::uint32_t indent = 0;  // indentation of the header
  Span header = {};          // up to its colon
  Span block = {};           // after the colon
  Span text = {};            // the condition
  int root = -1;             // node of the condition, if it can be read
};

// Two layouts that the text compares: the call of `compare`, the name of both, and their lines. `field` names the
// layout of A, if A is an atom or a tiling; is_expected: without such a name, it is the first of the size of B.
struct PastedPair {
  std::uint32_t root = 0;
  std::string_view name = {};
  std::string_view field = {};
  bool is_expected = false;
  std::size_t line_a = 0;
  std::size_t line_b = 0;
};

// Nodes of foreign text are mixed with the others: holes, members, casts.
struct ForeignTree : SyntaxTree {
  std::vector<Parameter> parameters;
  std::vector<Branch> branches;  // in the order of their headers
  // The constants of C++'s enum class, which have qualified names: (Mode, load), and the node of the value.
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> enumerators;
  bool python = false;  // CuTe DSL or pycute, where A[i] of a layout is its mode i
  int holes = 0;
  std::vector<Span> parts;  // layouts of other systems, which are blanks in the parsed text
  std::vector<std::pair<std::string_view, std::string_view>> special_holes;  // threadIdx.x and its hole
  std::vector<std::pair<std::string_view, std::int64_t>> assumed_holes;      // holes with an example of their own
  std::vector<Remainder> skipped;                                            // foreign text without a value
  std::vector<PastedPair> pairs;                                             // each is also a statement
  std::vector<Message> notes;                                                // notes on missing information
  std::vector<Error> findings;                                               // the subjects of a compiler's message
  std::vector<std::pair<std::string_view, Span>> skipped_names;              // names that skipped statements declare

  // Merges the statements of a tree of calls of literals, by their positions in the program.
  void append(ForeignTree calls);
};

}  // namespace stridescope
