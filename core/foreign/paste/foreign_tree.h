// The syntax tree of a program with foreign text: beside the nodes what C++ and Python say of their statements.
#pragma once

#include <map>

#include "core/lang/ast.h"

namespace stridescope {

// Of a template or a function whose header is there: its value is not told. A function's hides what the functions
// before it bind.
struct Parameter {
  std::string_view name;
  bool hides = false;
  std::uint32_t position = 0;
};

// A block of Python that may not run, or runs several times: what stands behind `if x:`, `else:`, `for i in y:`; of C++
// that behind `if constexpr (x)` and its else.
struct Branch {
  enum class Kind {
    condition,  // if, elif
    otherwise,  // else; also what runs unless something else happens: try, and the else behind a loop
    unknown,    // except, case: nothing tells
    loop,       // for, while
  };
  Kind kind = Kind::condition;
  bool both = false;         // of C++: where nothing tells whether it runs, it is read all the same
  int previous = -1;         // the branch that it goes on from: of an elif, else, except
  std::uint32_t indent = 0;  // of the header
  Span header = {};          // up to its colon
  Span block = {};           // behind the colon
  Span text = {};            // the condition
  int root = -1;             // the condition's node, where it can be read
};

// Nodes of foreign text are among the others: holes, members, casts.
struct ForeignTree : SyntaxTree {
  std::vector<Parameter> parameters;
  std::vector<Branch> branches;  // in the order of their headers
  // The constants of C++'s enum class, which have no names of their own: (Mode, load), and the node of its value.
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> enumerators;
  bool python = false;  // CuTe DSL or pycute, where A[i] of a layout is its mode i
  int holes = 0;
  std::vector<std::pair<std::string_view, std::string_view>> special_holes;  // threadIdx.x and the hole that it is
  std::vector<Span> skipped;                                                 // foreign text that is not about layouts
  std::vector<Error> findings;                                               // the subjects of a compiler's message
  std::vector<std::pair<std::string_view, Span>> skipped_names;              // names that it declares

  // The statements of a tree of calls of literals, among those that are here by their place in the program.
  void append(ForeignTree calls);
};

}  // namespace stridescope
