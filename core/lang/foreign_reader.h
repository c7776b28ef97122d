// Reads the statements of a program that are not in the language. The parser calls it if a statement does not parse;
// without it, such a statement is an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/lang/ast.h"

namespace stridescope {

class ProgramParser;

class ForeignReader {
 public:
  using Index = std::optional<std::uint32_t>;

  virtual ~ForeignReader() = default;

  // Integers are static, and brackets around one value only group it.
  bool constants = false;

  // True if the name, before `(` (called) or `<` (templated), marks the statement as foreign text. trial: the parser
  // made the text, and names of the program are unknown in it.
  virtual bool is_foreign(std::string_view name, bool called, bool templated, bool trial) = 0;
  // True if all template arguments of that name are integers, so that each can be an expression: get<N - 1>.
  virtual bool takes_integers(std::string_view name) const = 0;
  // The printed value that begins with this name; empty if it is not one.
  virtual std::optional<Index> printed_value(ProgramParser& parser, SyntaxNode& name) = 0;
  // Reads lines printed below the name of an atom.
  virtual void after_atom(ProgramParser& parser) = 0;

  // Keeps a statement of the language that parses.
  virtual void keep(ProgramParser& parser, Statement statement) = 0;
  // Reads the statement that starts at token `first`, which does not parse, as foreign text. Returns false to keep its
  // error.
  virtual bool read(ProgramParser& parser, std::size_t first, std::size_t errors_before, std::size_t nodes_before) = 0;
  virtual void blank_line(ProgramParser& parser) = 0;
  // Called after the last statement; all errors of the lexer are reported.
  virtual void finish(ProgramParser& parser) = 0;
};

}  // namespace stridescope
