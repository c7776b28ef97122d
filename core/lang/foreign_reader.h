// Reads the statements of a program that are not of the language. The parser asks it where a statement does not parse;
// without one, such a statement is an error.
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

  // Integers are static, and brackets around one value group it.
  bool constants = false;

  // True if the name, before `(` (called) or `<` (templated), makes the statement one of foreign text. trial: for a
  // text that the parser has made, in which nothing of the program is known.
  virtual bool is_foreign(std::string_view name, bool called, bool templated, bool trial) = 0;
  // True if all template arguments of that name are integers, so that each may be an expression: get<N - 1>.
  virtual bool takes_integers(std::string_view name) const = 0;
  // The value that begins with this name, where it is a printed one; nothing where it is not.
  virtual std::optional<Index> printed_value(ProgramParser& parser, SyntaxNode& name) = 0;
  // Lines printed below an atom's name.
  virtual void after_atom(ProgramParser& parser) = 0;

  // A statement of the language that parses: keeps it.
  virtual void keep(ProgramParser& parser, Statement statement) = 0;
  // The statement that starts at token `first` and does not parse: reads it as foreign text. False: its error stays.
  virtual bool read(ProgramParser& parser, std::size_t first, std::size_t errors_before, std::size_t nodes_before) = 0;
  virtual void blank_line(ProgramParser& parser) = 0;
  // Behind the last statement; all errors of the lexer are reported.
  virtual void finish(ProgramParser& parser) = 0;
};

}  // namespace stridescope
