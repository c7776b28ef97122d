// The evaluation of one program, for the evaluator*.cpp and a ForeignProgram. The contract is in evaluator.h.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>

#include "core/lang/ast.h"
#include "core/lang/evaluator.h"
#include "core/lang/foreign_program.h"
#include "core/lang/operators.h"

namespace stridescope {

inline constexpr std::size_t max_arguments = 256;
// Work: the cost of looking up an atom, and of finding the nearest name for an unknown one.
inline constexpr std::uint64_t lookup_work = 5'000;
inline constexpr std::uint64_t listing_work = 3'000'000;
inline constexpr std::uint64_t steps_per_byte = 4;  // steps per byte of text

// The cost of a value, in tree nodes: the measure of memory and work. memory: includes the fixed size of every value.
std::uint64_t tree_nodes(const Value& value);
std::uint64_t memory(const Value& value);
// Levels of brackets.
int depth_of(const Value& value);

class ProgramEvaluator {
 public:
  using Maybe = std::optional<Value>;  // empty: the error is reported
  using Index = std::uint32_t;

  // foreign null: the program has no foreign text. operations null: none are recorded.
  ProgramEvaluator(std::string_view program, IntegerMode mode, const Environment& environment, const SyntaxTree& tree,
                   ForeignProgram* foreign, std::vector<RecordedOperation>* operations, Budget& budget);

  // errors: the errors of the parser.
  Evaluation run(std::vector<Error> errors);

  // --- also used by a ForeignProgram ---

  std::string_view program() const { return program_; }
  IntegerMode mode() const { return mode_; }
  const Environment& environment() const { return environment_; }
  const SyntaxTree& tree() const { return tree_; }
  const SyntaxNode& node(Index index) const { return tree_.nodes[index]; }
  Budget& budget() { return budget_; }
  Evaluation& out() { return out_; }
  // True while a condition is evaluated: its errors are not reported.
  bool is_quiet() const { return quiet_; }
  // The call whose arguments are being evaluated; null if none.
  const SyntaxNode* call() const { return call_; }

  // The binding of a name, and the cause of its missing value; -1 for none.
  int binding_of(std::string_view name) const { return number_of(names_, name); }
  int cause_of(std::string_view name) const { return number_of(failed_, name); }
  const Value& value_of(int binding) const { return out_.bindings[static_cast<std::size_t>(binding)].value; }
  void note_use(int binding);
  void bind(std::string_view name, const Statement& statement, Value value, Origin origin);
  // declared: after a type or `using`, as in C++.
  bool may_bind_name(std::string_view name, Span span, bool pasted, bool declared = false);
  void fail(std::string_view name, int cause);
  // The same for a name without a meaning so far.
  void fail_first(std::string_view name, int cause) { failed_.emplace(name, cause); }
  void forget(std::string_view name) { names_.erase(name); }
  void restore(std::string_view name, int binding, int cause);
  // Names bound by unparsable statements before that byte have no value after it. passed_over: the byte does not run.
  void fail_names_before(std::uint32_t position, bool passed_over = false);
  bool has_failed_names() const { return next_failed_ < tree_.failed_names.size(); }

  Maybe eval(Index index, Origin* origin = nullptr);
  // Evaluates without reporting errors or recording calls.
  Maybe eval_quietly(Index index);
  // Evaluates all children, so that the errors of each are reported; empty if any lacks a value.
  std::optional<std::vector<Value>> eval_all(const std::vector<Index>& children);
  Maybe tuple_of(std::vector<Value> modes, Span span);
  Maybe run(const Builtin& builtin, std::span<const std::int64_t> t, std::vector<Value> args, Span span,
            const std::vector<Index>& children, Origin* origin);
  // An example value for the name, according to its argument position.
  std::string_view example_of(const SyntaxNode& n) const;

  void report(ProgramError e);
  std::nullopt_t error(Span span, ErrorCode code, Message message, Message hint = {},
                       std::string_view replacement = {});
  std::nullopt_t fault(Span span, Arith& arith);
  void note(Message message);
  // A warning at the span, once; at most max_notes.
  void warn(Error warning, Span span);
  bool has_own_error() const { return own_error_; }
  // Begins a further statement of the text.
  void next_statement() {
    ++statement_;
    cause_ = -1;
  }
  // Errors with one cause, such as a name whose statement failed or an unknown parameter, are reported once.
  struct Cause {
    std::string_view name;
    int error = -1;           // index in out_.errors of the reporting error; -1: not reported yet
    int kept = -1;            // index among the errors that a ForeignProgram defers
    std::size_t waiting = 0;  // further statements without a value because of it
  };
  static constexpr int not_displayed = std::numeric_limits<int>::max();  // the reporting error is not displayed
  int new_cause(Cause cause);
  const Cause& cause(int number) const { return causes_[static_cast<std::size_t>(number)]; }
  // Reports that the statement has no value because of a cause, unless an error already reports it.
  std::nullopt_t tell(int cause, Span span, ErrorCode code, Message message, Message hint,
                      std::string_view replacement = {});
  // For a statement with a deferred error: the cause of missing values that depend on it.
  int cause_kept_back(std::string_view name);

 private:
  using Names = std::map<std::string_view, int>;
  static int number_of(const Names& names, std::string_view name) {
    const auto at = names.find(name);
    return at != names.end() ? at->second : -1;
  }

  // --- evaluator.cpp: statements, errors, limits ---
  void sort_errors();
  std::nullopt_t too_much_work(Span span);
  void tell_waiting();
  void evaluate_statement(const Statement& statement);
  void has_no_value(const Statement& statement, bool too_large);
  void record(const Builtin& builtin, std::span<const std::int64_t> t, const std::vector<Value>& args,
              const Value& result, Span span);
  // The binding that the node names, or -1.
  int binding_of(Index index) const;
  std::optional<std::vector<Value>> eval_arguments(const SyntaxNode& n);

  // --- evaluator_values.cpp: tuples, layouts, names, types ---
  Maybe eval_tuple(const SyntaxNode& n);
  Maybe integer_tuple(const SyntaxNode& n);
  Maybe eval_pair(const SyntaxNode& n);
  Maybe no_layout(const SyntaxNode& n, const Value& shape, const Value& stride);
  Maybe eval_name(const SyntaxNode& n);
  Maybe eval_type(const SyntaxNode& n);
  // The text of a type, with its names and expressions replaced by their values: Copy_Atom<UniversalCopy<uint_byte_t<2
  // * kN>>, Element>.
  std::optional<std::string> named_parts(const SyntaxNode& n);
  // `text` is a part of the program: names without a value are kept.
  bool append_named(const SyntaxNode& n, std::string_view text, std::string& out);
  std::optional<IntTuple> printed_coordinate(std::string_view text) const;
  std::nullopt_t unknown(const SyntaxNode& n);
  // Reports why a known name has no value; false if the name is unknown.
  bool is_reported(Span span, std::string_view name, std::string_view example);

  // --- evaluator_calls.cpp: functions, templates, the application of a layout ---
  Maybe eval_call(const SyntaxNode& n, Origin* origin);
  Maybe eval_other_call(const SyntaxNode& n, Origin* origin);
  Maybe eval_template(const SyntaxNode& n);
  // True if a binding of a pasted program is called by the name of a function: there it hides the function.
  bool hides_function(const SyntaxNode& n) const;

  // --- evaluator_fixes.cpp: suggestions for values that do not exist ---
  // Completes the error of a call with arguments of the wrong kind: its hint, replacement and span.
  void fix_call(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e);
  // The same for integers that must be static: writes them so, and the value of a name in its place.
  void fix_dynamic(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e);
  // Appends the text of an expression with static integers; false if its parts are not in the order of the text.
  bool append_static(Index index, std::string& out) const;
  // The call that makes a binding, and its text with static integers; empty if nothing changes.
  std::optional<Index> static_call(int bound, std::string& text) const;
  Maybe eval_name_for_fix(const SyntaxNode& n);
  Message arguments_message(const SyntaxNode& n, const Builtin& builtin) const;
  bool fix_type_option(const Builtin& called, const Call& call, Error& e) const;
  bool fix_application(const Call& call, const std::vector<Index>& children, Error& e, Budget& trials) const;
  bool fix_applied_again(const Call& call, const std::vector<Index>& children, Error& e) const;
  bool fix_order(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e,
                 Budget& trials) const;
  // For shape:stride that is not a layout: the error with its fix, if any.
  bool fix_layout(const SyntaxNode& n, const Value& shape, const Value& stride);
  // "4", alone or in a tuple; null if absent.
  const SyntaxNode* quoted_integer(const SyntaxNode& n) const;
  std::string_view spelling(Span span) const { return program_.substr(span.begin, span.end - span.begin); }
  // The called part of a call, from its beginning to the last bracket before `end`.
  std::string_view applied_text(Span call, std::uint32_t end) const;

  // Empty, with the error reported, if one of the template arguments is not an integer.
  std::optional<std::vector<std::int64_t>> template_values(const SyntaxNode& n);

  // --- evaluator_operators.cpp: `o`, arithmetic, and the division and product of layouts ---
  Maybe eval_infix(const SyntaxNode& n, Origin* origin);
  // Brackets around one value group: (1 + 3) * 2.
  Index ungrouped(Index index) const;
  Maybe eval_chain(const SyntaxNode& n, Origin* origin);
  Maybe make_composed(const Value& a, const SyntaxNode& offset_node, const Value& offset, const Value& b, Span span);

  std::string_view program_;
  IntegerMode mode_;
  const Environment& environment_;
  ForeignProgram* foreign_;
  std::vector<RecordedOperation>* operations_;
  std::size_t recorded_before_ = 0;  // operations of earlier statements
  std::uint64_t recorded_ = 0;       // nodes of all operations
  Evaluation out_;
  const SyntaxTree& tree_;
  Names names_;
  Names failed_;  // the causes of names without a value
  std::vector<Cause> causes_;
  std::size_t next_failed_ = 0;       // index in tree_.failed_names
  bool quiet_ = false;                // errors are not reported
  bool fixes_ = false;                // the values of names have static integers
  int cause_ = -1;                    // the cause that the statement waits for
  std::size_t waits_ = 0;             // the last statement counted with a cause
  bool own_error_ = false;            // the statement has its own error
  int own_kept_ = -1;                 // index of the error that a ForeignProgram defers
  const SyntaxNode* call_ = nullptr;  // the call whose arguments are being evaluated
  std::vector<int> uses_;
  std::size_t statement_ = 0;         // number of the statement, from 1
  std::string_view bound_;            // the name that it binds
  std::vector<std::size_t> used_in_;  // for each binding the last statement that uses it
  std::uint64_t stored_ = 0;          // nodes of all bindings
  std::uint64_t copied_ = 0;          // nodes copied by name in this statement
  Budget& budget_;
  std::size_t reported_ = 0;     // number of evaluation errors
  std::size_t late_errors_ = 0;  // number of deferred ones among them
  std::size_t warnings_ = 0;     // number of warnings of calls
};

}  // namespace stridescope
