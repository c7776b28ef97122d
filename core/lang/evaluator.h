// Evaluates a program: every statement that has a value gets it, every one that has none gets an error; one bad
// statement costs no other its value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/value/print.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// Caps of one program, beside those of ast.h: what its values may hold, and the budget of work (core/base/budget.h)
// that all its statements share. Every call takes what it is going to cost before it starts; one that asks for more
// than is left is refused with an error on its statement and costs nothing, so that later statements which need less
// still have their values. What a call took stays taken when it fails.
inline constexpr std::uint64_t max_program_nodes = 1 << 21;     // about 50 MB
inline constexpr std::uint64_t max_program_work = 100'000'000;  // steps: about a second
inline constexpr std::uint64_t max_program_text = 1 << 25;      // bytes of text that functions write
inline constexpr Budget max_program_budget = {max_program_work, max_program_text};

// How a binding's value was made, if by one operation: the pictures link its cells to those of its operands.
struct Origin {
  std::string_view function;  // a builtin's name, shape_mod_origin or composed_origin; empty for literals
  std::vector<Value> args;
  std::vector<int> bindings;  // for each argument the binding that it names, or -1
  std::vector<std::int64_t> template_args = {};
  BuiltinRoles roles = {};  // of the function
};

// The origin of `A o offset o B`: its one argument is B.
inline constexpr std::string_view composed_origin = "A o offset o B";
// The origin of `shape % n`.
inline constexpr std::string_view shape_mod_origin = "%";

// A statement that has a value. Failed ones have an error and no binding.
struct Binding {
  std::string name;  // empty for a bare expression
  Span span;         // the statement
  Span expression;   // its right-hand side
  Value value;
  Origin origin;
  std::vector<int> uses;  // earlier bindings named in it, in the order of first use
};

// An error of a program. Where it is that the text does not tell an integer, `hole` is the name that a line before the
// statement may bind it by, n1 = 128, and `example` what was taken for it; empty where nothing was.
struct ProgramError : Error {
  std::string hole = {};
  std::string example = {};
};

inline constexpr std::size_t max_notes = 16;

// post: bindings and errors in the order of the program; every statement is in bindings, in left_out, or has an error.
struct Evaluation {
  std::vector<Binding> bindings;
  std::vector<ProgramError> errors;  // by position; at most max_diagnostics
  std::size_t dropped_errors = 0;
  std::vector<Span> left_out;  // pasted statements that are not about layouts, by position
  std::vector<Message> notes;  // what functions took for granted, each once; at most max_notes
  // Names of a pasted function that nothing binds, each with the value that is taken as an example; `hole` where it is
  // an integer, else `replacement`, a line to begin with.
  std::vector<ProgramError> assumed;
};

// Never fails as a whole, whatever the text is; takes at most about a second and the memory of the caps above.
Evaluation evaluate(std::string_view program, IntegerMode mode);
// Within this budget instead; what is left of it is the caller's to spend.
Evaluation evaluate(std::string_view program, IntegerMode mode, Budget& budget);

// One call whose function has laws (core/analysis/verdict.h), on the way to a binding's value.
struct RecordedOperation {
  std::size_t binding = 0;  // index of the binding
  std::string_view function;
  BuiltinRoles roles;
  std::vector<std::int64_t> template_args;
  std::vector<Value> args;
  Value result;
  Span span;  // the call in the program
};

// Of one binding at most so many are kept: the last, which the outermost is one of.
inline constexpr std::size_t max_recorded_operations = 64;

// As evaluate, with the calls that have laws in the order in which they were made.
Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations);
Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations,
                    Budget& budget);

}  // namespace stridescope
