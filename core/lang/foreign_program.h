// The foreign text of one program while it is evaluated: whether a statement may run, the value of a name that nothing
// binds, and which errors are reported only where something needs the value. The evaluator asks it; without one every
// statement runs, and every error is reported at once.
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

  // Reads the program. The tree lives as long as this.
  virtual const SyntaxTree& read(std::string_view program, const Environment& environment,
                                 std::vector<Error>& errors) = 0;
  // Before the first statement.
  virtual void begin(ProgramEvaluator& evaluator) = 0;

  // --- whether a statement may run ---

  // Before each statement. False: it does not run, or it is left out.
  virtual bool begins(ProgramEvaluator& evaluator, const Statement& statement) = 0;
  virtual void ends() = 0;
  // The statement has no value to evaluate, and all that is to be done with it is done.
  virtual bool settles(ProgramEvaluator& evaluator, const Statement& statement) = 0;
  // False: the statement is left out although it has a value. Compares the value with what is printed below it.
  virtual bool accepts(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) = 0;
  // Binds each of the statement's names to its part of the value.
  virtual void unpack(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) = 0;
  // True: the statement without a value is left out. waits: for another statement, and its error is reported.
  virtual bool leaves_out(ProgramEvaluator& evaluator, const Statement& statement, bool waits) = 0;
  // Before the meaning of a name changes.
  virtual void changes(const ProgramEvaluator& evaluator, std::string_view name) = 0;
  // True if errors at this byte do not count, as its block does not run.
  virtual bool is_passed_over(std::uint32_t position) const = 0;

  // --- the value of a name that nothing binds, and of a node that only foreign text has ---

  virtual bool is_parameter(std::string_view name) const = 0;
  // An example that is taken for the name.
  virtual Maybe example(ProgramEvaluator& evaluator, const SyntaxNode& name) = 0;
  // Reports why the name has no value, where foreign text is the reason. example: what it could be bound to.
  virtual bool explains(ProgramEvaluator& evaluator, Span span, std::string_view name, std::string_view example) = 0;
  // A function that is not known: the statement around it is not about layouts.
  virtual bool passes_over(const SyntaxNode& call) const = 0;
  virtual void pass_over() = 0;
  virtual bool is_left_out() const = 0;  // the statement that is evaluated
  virtual bool is_pasted() const = 0;    // the same
  virtual Maybe value(ProgramEvaluator& evaluator, const SyntaxNode& node, Origin* origin) = 0;
  // args[0][args[1]]; nothing where the function of the node is to be called.
  virtual Maybe entry(ProgramEvaluator& evaluator, const SyntaxNode& node, const std::vector<Value>& args) = 0;
  // The modes of a tuple with those of a child `*b` in its place.
  virtual std::optional<std::vector<Value>> spread(ProgramEvaluator& evaluator, const SyntaxNode& tuple,
                                                   std::vector<Value> modes) = 0;

  // --- errors that are reported later ---

  virtual bool keeps_back() const = 0;  // those of the statement that is evaluated
  virtual int keep(ProgramError error) = 0;
  virtual ProgramError& kept(int number) = 0;
};

}  // namespace stridescope
