// The evaluation of one program; internal to the evaluator*.cpp. The contract is in evaluator.h.
#pragma once

#include <map>
#include <optional>
#include <span>

#include "core/lang/ast.h"
#include "core/lang/builtin.h"
#include "core/lang/evaluator.h"

namespace stridescope {

inline constexpr std::size_t max_arguments = 256;
// Work: what looking an atom up costs, and looking for the nearest name of one that there is not.
inline constexpr std::uint64_t lookup_work = 5'000;
inline constexpr std::uint64_t listing_work = 3'000'000;

// What a value costs, in tree nodes: the measure of memory and work. memory: with the fixed size that every value has.
std::uint64_t tree_nodes(const Value& value);
std::uint64_t memory(const Value& value);
// Levels of brackets.
int depth_of(const Value& value);

class ProgramEvaluator {
 public:
  // operations null: none are recorded.
  ProgramEvaluator(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>* operations);

  Evaluation run();

 private:
  using Maybe = std::optional<Value>;  // empty: the error is reported
  using Index = std::uint32_t;

  // --- evaluator.cpp: statements, errors, caps ---
  void sort_errors();
  void report(Error e);
  [[gnu::noinline]] std::nullopt_t error(Span span, ErrorCode code, std::string message, std::string_view hint = {},
                                         std::string_view replacement = {});
  [[gnu::noinline]] std::nullopt_t fault(Span span, Arith& arith);
  std::nullopt_t too_much_work(Span span);
  void evaluate_statement(const Statement& statement);
  bool may_bind(const Statement& statement);
  void record(const Builtin& builtin, std::span<const std::int64_t> t, const std::vector<Value>& args,
              const Value& result, Span span);
  void note_use(int binding);
  // The binding that the node names, or -1.
  int binding_of(Index index) const;
  const SyntaxNode& node(Index index) const { return tree_.nodes[index]; }

  Maybe eval(Index index, Origin* origin = nullptr);
  // All children, so that the errors of every one are reported; empty when any has none.
  std::optional<std::vector<Value>> eval_all(const std::vector<Index>& children);
  std::optional<std::vector<Value>> eval_arguments(const SyntaxNode& n);

  // --- evaluator_values.cpp: tuples, layouts, names, types, holes ---
  Maybe eval_hole(const SyntaxNode& n);
  Maybe eval_static(const SyntaxNode& n);
  Maybe eval_conditional(const SyntaxNode& n, Origin* origin);
  Maybe eval_tuple(const SyntaxNode& n);
  Maybe integer_tuple(const SyntaxNode& n);
  Maybe eval_pair(const SyntaxNode& n);
  Maybe eval_name(const SyntaxNode& n);
  Maybe eval_type(const SyntaxNode& n);
  std::optional<std::string> named_parts(const SyntaxNode& n);
  std::optional<IntTuple> printed_coordinate(std::string_view text) const;
  std::nullopt_t unknown(const SyntaxNode& n);
  // Of a template or a function whose header was pasted: its value is not told.
  bool is_parameter(std::string_view name) const;
  std::nullopt_t parameter(Span span, std::string_view name, std::string_view example);

  // --- evaluator_calls.cpp: functions, templates, the application of a layout ---
  Maybe eval_call(const SyntaxNode& n, Origin* origin);
  Maybe eval_other_call(const SyntaxNode& n, Origin* origin);
  Maybe eval_template(const SyntaxNode& n);
  Maybe run(const Builtin& builtin, std::span<const std::int64_t> t, std::vector<Value> args, Span span,
            const std::vector<Index>& children, Origin* origin);

  // --- evaluator_operators.cpp: `o`, `/`, `%`, and the division and product of layouts ---
  Maybe eval_ratio(const SyntaxNode& n, Origin* origin);
  Maybe eval_chain(const SyntaxNode& n, Origin* origin);
  Maybe make_composed(const Value& a, const SyntaxNode& offset_node, const Value& offset, const Value& b, Span span);

  std::string_view program_;
  IntegerMode mode_;
  std::vector<RecordedOperation>* operations_;
  std::size_t recorded_before_ = 0;  // operations of earlier statements
  std::uint64_t recorded_ = 0;       // nodes of all operations
  Evaluation out_;
  SyntaxTree tree_;
  std::map<std::string_view, int> names_;
  std::map<std::string_view, int> failed_;
  std::vector<int> uses_;
  std::size_t statement_ = 0;         // number of the statement, from 1
  std::vector<std::size_t> used_in_;  // for each binding the last statement that named it
  std::uint64_t stored_ = 0;          // nodes of all bindings
  std::uint64_t copied_ = 0;          // nodes copied by name in this statement
  std::uint64_t work_ = 0;
  std::size_t reported_ = 0;     // errors of evaluation
  std::size_t late_errors_ = 0;  // more of them
};

}  // namespace stridescope
