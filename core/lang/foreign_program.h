// The foreign text of a program during evaluation: it decides whether a statement runs, gives values to unbound names,
// and defers errors until a value is needed. The evaluator calls it; without it every statement runs, and every error
// is reported at once.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/lang/ast.h"
#include "core/lang/evaluator.h"

namespace stridescope {

class ProgramEvaluator;

class ForeignProgram {
 public:
  using Maybe = std::optional<Value>;  // empty: the error is reported

  virtual ~ForeignProgram() = default;

  // Reads the program. The tree lives as long as this object.
  virtual const SyntaxTree& read(std::string_view program, IntegerMode mode, const Environment& environment,
                                 std::vector<Error>& errors) = 0;
  // Called before the first statement.
  virtual void begin(ProgramEvaluator& evaluator) = 0;

  // Called after the last statement, when all values are known.
  virtual void finish(ProgramEvaluator& evaluator) = 0;

  // --- conditions under which a statement runs ---

  // Called before each statement. Returns false if it does not run or is skipped.
  virtual bool begins(ProgramEvaluator& evaluator, const Statement& statement) = 0;
  virtual void ends() = 0;
  // Returns true if the statement has no value to evaluate and is finished.
  virtual bool settles(ProgramEvaluator& evaluator, const Statement& statement) = 0;
  // Returns false to skip the statement although it has a value. Compares the value with the printed grid below it.
  virtual bool accepts(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) = 0;
  // Binds each name of the statement to its part of the value.
  virtual void unpack(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) = 0;
  // Returns true to skip a statement without a value. waits: it waits for another statement, whose error is reported.
  virtual bool leaves_out(ProgramEvaluator& evaluator, const Statement& statement, bool waits) = 0;
  // Called before the value of a name changes.
  virtual void changes(const ProgramEvaluator& evaluator, std::string_view name) = 0;
  // True if errors at this byte are ignored because its block does not run.
  virtual bool is_passed_over(std::uint32_t position) const = 0;

  // --- values of unbound names, and of nodes that only foreign text has ---

  virtual bool is_parameter(std::string_view name) const = 0;
  // An example value for the name.
  virtual Maybe example(ProgramEvaluator& evaluator, const SyntaxNode& name) = 0;
  // Reports why the name has no value, if foreign text is the reason. example: a possible value.
  virtual bool explains(ProgramEvaluator& evaluator, Span span, std::string_view name, std::string_view example) = 0;
  // True for an unknown function: its statement is not about layouts.
  virtual bool passes_over(const SyntaxNode& call) const = 0;
  virtual void pass_over() = 0;
  virtual bool is_left_out() const = 0;  // the current statement
  virtual bool is_pasted() const = 0;    // the current statement
  virtual Maybe value(ProgramEvaluator& evaluator, const SyntaxNode& node, Origin* origin) = 0;
  // args[0][args[1]]; empty if the function of the node is to be called.
  virtual Maybe entry(ProgramEvaluator& evaluator, const SyntaxNode& node, const std::vector<Value>& args) = 0;
  // The modes of a tuple, with each child `*b` replaced by its modes.
  virtual std::optional<std::vector<Value>> spread(ProgramEvaluator& evaluator, const SyntaxNode& tuple,
                                                   std::vector<Value> modes) = 0;

  // --- errors that are reported later ---

  virtual bool keeps_back() const = 0;  // errors of the current statement
  virtual int keep(ProgramError error) = 0;
  virtual ProgramError& kept(int number) = 0;
};

}  // namespace stridescope
