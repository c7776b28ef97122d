// The program of a request, with the expressions that the request asks about below it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/mcp/records.h"

namespace stridescope::mcp {

struct Asked {
  Workspace workspace;

  // Evaluates the program and, below it, the expressions, each as a line. Errors: arguments for an expression with
  // several lines; a wrong program has the code of its first error, and as its message all errors with their lines.
  Result<void> ask(const ProgramRequest& program, std::initializer_list<std::string_view> expressions);

  const Report& report() const { return workspace.report(); }
  int last() const { return static_cast<int>(report().bindings.size()) - 1; }
  // The value of the i-th expression. pre: ask succeeded, with more than i expressions.
  const Value& value(std::size_t i) const { return report().bindings[first_ + i].value; }
  // The index of the expression with the first error; empty if the error is in the program.
  std::optional<std::size_t> failing() const { return failing_; }
  // A link to the program with the expressions; with `shown`, that expression instead, if it can be evaluated. Empty if
  // the program is too long for a link.
  std::string picture(std::string_view page, std::string_view shown = {}) const;

 private:
  ProgramRequest given_;
  std::size_t first_ = 0;
  std::optional<std::size_t> failing_;
};

// A link to a program; empty if it is too long for one.
std::string link_to(std::string program, IntegerMode mode, std::string_view page);
// The program with one more line.
std::string with_line(std::string program, std::string_view line);
// The value in CuTe's notation, with integers without marks of staticness.
std::string plain(const Value& value);

}  // namespace stridescope::mcp
