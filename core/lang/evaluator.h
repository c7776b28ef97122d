// Evaluates a program: each statement yields a value or an error; one bad statement takes no value from another.
// Statements are evaluated in their order, and the same text gives the same values and the same errors on every
// machine.
//
//   A = (4,8):(8,1)         bindings: A, R
//   B = complement(A)       errors: one, of B, whose dynamic strides have no order
//   R = coalesce(A)
//
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/lang/environment.h"
#include "core/lang/remainder.h"
#include "core/value/print.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// Limits of a program, in addition to those of ast.h: the size of its values, and the budget of work
// (core/base/budget.h) that its statements share. Every call takes its cost before it starts; a call that needs more
// than the rest of the budget is an error on its statement and costs nothing, so that later statements that need less
// still have their values. The cost of a failed call stays taken. Nodes of all values and of the arguments that their
// origins keep: about 50 MB.
inline constexpr std::uint64_t max_program_nodes = 1 << 21;
// Steps: about a second.
inline constexpr std::uint64_t max_program_work = 100'000'000;
// Bytes of text written by functions.
inline constexpr std::uint64_t max_program_text = 1 << 25;
inline constexpr Budget max_program_budget = {max_program_work, max_program_text};

// The origin of a binding's value, if one operation made it: the pictures link its cells to those of its operands. It
// has only the outermost operation of an expression: in coalesce(A o B) the argument of coalesce is a value without a
// name.
//
//   A = (4,8):(8,1)
//   R = composition(A, 4:3)     function "composition", args (4,8):(8,1) and 4:3, bindings 0 and -1
//
struct Origin {
  // The name of a builtin, shape_mod_origin or composed_origin; empty for literals and names. Static memory.
  std::string_view function;
  // The arguments that the function received, in order.
  std::vector<Value> args;
  // For each argument the binding that it names, or -1.
  std::vector<int> bindings;
  // For get<1>(t): 1.
  std::vector<std::int64_t> template_args = {};
  // Roles of the function, for readers of the value.
  BuiltinRoles roles = {};
};

// The origin of `A o offset o B`: its only argument is B, and it has B's coordinates.
inline constexpr std::string_view composed_origin = "A o offset o B";
// The origin of `shape % n`.
inline constexpr std::string_view shape_mod_origin = "%";

// A statement with a value. Failed statements have an error and no binding. A statement that binds several names, `auto
// [a, b] = ...`, has a binding for each.
struct Binding {
  // Empty for an expression without a name. A name can be bound again: later statements use the last binding.
  std::string name;
  // The statement, and its right-hand side.
  Span span;
  Span expression;
  Value value;
  // Empty for a value that no operation made.
  Origin origin;
  // Earlier bindings named in it, in the order of first use, each once.
  std::vector<int> uses;
};

// An error of a program. If the text does not give an integer, `hole` is the name by which an earlier statement can
// bind it, n1 = 128, and `example` is the assumed value; empty without one.
struct ProgramError : Error {
  std::string hole = {};
  std::string example = {};
  // Alternatives to `replacement`, if several texts fix the error; each has a button.
  std::vector<std::string> alternatives = {};
};

// The maximum number of assumptions of functions.
inline constexpr std::size_t max_notes = 16;

// post: bindings and errors are in the order of the program; every statement is in bindings or in remainders, or has an
// error, either its own or that of the name that it waits for.
struct Evaluation {
  std::vector<Binding> bindings;
  // By position; at most max_diagnostics. A name without a value is reported once: the hint counts the other statements
  // that wait for it.
  std::vector<ProgramError> errors;
  // The number of further errors.
  std::size_t dropped_errors = 0;
  // Parts of a pasted text without a value, by position: each token is in a binding, in one of these, or on a line of
  // an error.
  std::vector<Remainder> remainders;
  // Assumptions of functions, each once; at most max_notes.
  std::vector<Message> notes;
  // Warnings. unknown_name: a name that nothing binds, with its example; `hole` if it is an integer, else a line to
  // begin with as `replacement`. index_range: an entry outside of an operand; at most max_notes.
  std::vector<ProgramError> assumed;
};

// A call of a function with laws (core/verdicts/verdict.h), as a part of a binding's value; also inside an expression.
struct RecordedOperation {
  // Index of the binding that contains the call.
  std::size_t binding = 0;
  std::string_view function;
  BuiltinRoles roles;
  std::vector<std::int64_t> template_args;
  std::vector<Value> args;
  Value result;
  // The call in the program.
  Span span;
};

// The number of recorded operations per binding: the last ones, which include the outermost. A program has at most
// max_program_nodes operations.
inline constexpr std::size_t max_recorded_operations = 64;

// Never fails as a whole for any text; takes at most about a second and the memory of the limits above. In teaching
// mode every integer is static. The caller can use the rest of the budget: several texts can share one. operations, if
// not null: the calls that have laws, in order. They are appended, and refer to bindings of the returned evaluation;
// calls of failed statements are not included.
Evaluation evaluate(std::string_view program, IntegerMode mode, const Environment& environment, Budget& budget,
                    std::vector<RecordedOperation>* operations = nullptr);

// The same for a program that `foreign` reads. The fixes of its errors are not tried.
Evaluation evaluate_foreign(ForeignProgram& foreign, std::string_view program, IntegerMode mode,
                            const Environment& environment, Budget& budget,
                            std::vector<RecordedOperation>* operations = nullptr);

}  // namespace stridescope
