// Statements of foreign text: the skipped ones, and the reasons why their names have no value.
#include "core/foreign/paste/evaluation.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/read_program.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

// True if a name in sums, comparisons and similar satisfies `is`. False with calls, slices and types.
template <class Is>
bool any_name_of_sum(std::string_view text, Is&& is) {
  bool any = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = word_end(text, i);
    if (text[i] == '"' || text.substr(i, 2) == "::" || text[i] == '.') return false;
    if (end > i && end < text.size() && std::string_view("([<{").find(text[end]) != std::string_view::npos)
      return false;
    any = any || (end > i && is(text.substr(i, end - i)));
    i = std::max(end, i + 1);
  }
  return any;
}

// TmaTransactionBytes, tma_transaction_bytes, tx_count: the bytes that the barrier of a pipeline's stage expects.
bool names_transactions(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  return name == "tx_count" || (has("ytes") && (has("ransaction") || has("tma")));
}

// The name of the operation; empty if it is not a TMA operation, or already an atom, which has its bits.
std::string_view tma_operation(std::string_view type) {
  if (type.starts_with("cute::")) type.remove_prefix(6);
  const bool tma = type.starts_with("SM90_TMA_") || type.starts_with("SM100_TMA_");
  return tma && type.find_first_of("<(") == std::string_view::npos ? type : std::string_view();
}

}  // namespace

const SyntaxTree& ForeignEvaluation::read(std::string_view program, IntegerMode mode, const Environment& environment,
                                          std::vector<Error>& errors) {
  tree_ = read_program(program, mode, environment, errors, profiles_);
  return tree_;
}

void ForeignEvaluation::begin(ProgramEvaluator& evaluator) {
  evaluator_ = &evaluator;
  for (const auto& [name, span] : tree_.skipped_names) evaluator.fail_first(name, left_out_cause(name, span));
  evaluator.out().remainders = std::move(tree_.skipped);
  for (Message& note : tree_.notes) evaluator.note(std::move(note));
}

bool ForeignEvaluation::begins(ProgramEvaluator& /*evaluator*/, const Statement& statement) {
  pass_before(statement.span.begin);
  if (!open_.empty() && is_left_out(statement)) return false;
  keeps_back_ = statement.other;
  source_ = statement.source;
  pasted_ = statement.source || statement.pasted;
  leave_out_ = false;
  return true;
}

bool ForeignEvaluation::settles(ProgramEvaluator& evaluator, const Statement& statement) {
  if (compares_pair(evaluator, statement)) return true;
  const SyntaxNode& root = evaluator.node(statement.root);
  if ((statement.source || root.text == "print") && says_nothing(statement)) {
    leave_out(statement, RemainderKind::output);
    return true;
  }
  // A TMA operation has no atom before a tensor exists: its name replaces the atom.
  const auto operation = root.kind == Syntax::type ? tma_operation(root.text) : std::string_view();
  if (!statement.pasted || statement.name.empty() || operation.empty()) return false;
  evaluator.bind(statement.name, statement, Text{std::string(operation)}, {});
  return true;
}

bool ForeignEvaluation::accepts(ProgramEvaluator& evaluator, const Statement& statement, const Value& value) {
  // `return 0` of a source is not an interesting layout.
  const bool bare = evaluator.node(statement.root).kind == Syntax::integer ||
                    evaluator.program().substr(statement.span.begin, 7) == "return ";
  if (statement.source && statement.name.empty() && bare && value.integer() != nullptr) {
    leave_out(statement, RemainderKind::number);
    return false;
  }
  if (value.integer() != nullptr && names_transactions(statement.name))
    evaluator.note(say("{}: {} of transactions per stage", statement.name, in_units(value.integer()->value, 0)));
  if (statement.grid.empty()) return true;
  for (Error& e : check_grid(evaluator.program(), statement.grid, value)) evaluator.report({std::move(e)});
  return true;
}

bool ForeignEvaluation::leaves_out(ProgramEvaluator& evaluator, const Statement& statement, bool waits) {
  if (leave_out_ && !evaluator.has_own_error()) {
    leave_out(statement);
    return true;
  }
  if (keeps_back_ && !waits) evaluator.out().remainders.push_back({statement.span});
  return false;
}

int ForeignEvaluation::left_out_cause(std::string_view name, Span span) {
  const int cause = evaluator_->new_cause({name});
  reasons_[cause].span = span;
  return cause;
}

bool ForeignEvaluation::is_left_out(std::string_view name) const {
  const auto reason = reasons_.find(evaluator_->cause_of(name));
  return reason != reasons_.end() && reason->second.branch < 0;
}

void ForeignEvaluation::leave_out(const Statement& statement, RemainderKind kind) {
  evaluator_->out().remainders.push_back({statement.span, kind});
  if (!statement.name.empty()) evaluator_->fail(statement.name, left_out_cause(statement.name, statement.span));
  for (const BoundName& one : statement.names) evaluator_->fail(one.name, left_out_cause(one.name, statement.span));
}

void ForeignEvaluation::fail_names_before(std::uint32_t position) {
  const bool passed_over = !open_.empty() && open_.back().state == BranchState::passed_over;
  evaluator_->fail_names_before(position, passed_over);
  const auto& names = tree_.skipped_names;
  for (; next_skipped_ < names.size() && names[next_skipped_].second.begin < position; ++next_skipped_) {
    const auto& [name, span] = names[next_skipped_];
    if (!passed_over && is_bound(name)) evaluator_->fail(name, left_out_cause(name, span));
  }
  // Parameters of a function hide names of an earlier function. Text at the beginning of a line is outside of any
  // function.
  const std::string_view program = evaluator_->program();
  for (; next_parameter_ < tree_.parameters.size(); ++next_parameter_) {
    const Parameter& parameter = tree_.parameters[next_parameter_];
    if (parameter.hides && parameter.position >= position) break;
    const int bound = parameter.hides ? evaluator_->binding_of(parameter.name) : -1;
    if (bound < 0) continue;
    const std::uint32_t begin = evaluator_->out().bindings[static_cast<std::size_t>(bound)].span.begin;
    const std::size_t line = program.rfind('\n', begin) + 1;  // npos + 1 is 0
    const bool of_template = program.substr(line).starts_with("template");
    if (program[line] == ' ' || program[line] == '\t' || of_template) evaluator_->forget(parameter.name);
  }
}

bool ForeignEvaluation::passes_over(const SyntaxNode& call) const {
  return source_ && call.has_arguments && !is_layout_word(call.text);
}

bool ForeignEvaluation::is_known(std::string_view name) const {
  return is_bound(name) || has_failed(name) || is_parameter(name) || type_named(name) || name == "X" ||
         find_builtin(name) != nullptr;
}

// Type name; with a type unrelated to layouts, print("..."), std::cout << layout and `return desc` with a skipped name.
bool ForeignEvaluation::says_nothing(const Statement& statement) const {
  const SyntaxNode& root = evaluator_->node(statement.root);
  const bool call = root.kind == Syntax::call;
  const bool unnamed = statement.name.empty();
  const bool text = call && !root.children.empty() && evaluator_->node(root.children[0]).kind == Syntax::string;
  if (unnamed && text && root.text == "print") return true;
  if (!statement.source) return false;
  const bool declares = root.kind == Syntax::name && statement.name_span.begin >= root.span.end && !unnamed;
  if (declares && !is_known(root.text) && !statement.other) return true;
  if (unnamed && call && root.text.starts_with("print") && (text || root.children.empty())) return true;
  if (unnamed && call && root.text == "shiftl") return true;
  if (root.kind == Syntax::name && evaluator_->program().substr(statement.span.begin, 7) == "return ")
    return is_left_out(root.text);
  // int next = k + 1; with a skipped k: a layout made from it will report the missing value.
  return (!unnamed || !statement.names.empty()) &&
         any_name_of_sum(evaluator_->program().substr(root.span.begin, root.span.end - root.span.begin),
                         [this](std::string_view name) { return is_left_out(name); });
}

bool ForeignEvaluation::is_parameter(std::string_view name) const {
  return std::any_of(tree_.parameters.begin(), tree_.parameters.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
}

std::nullopt_t ForeignEvaluation::parameter(Span span, std::string_view name, std::string_view example) {
  if (evaluator_->is_quiet()) return std::nullopt;
  const int known = evaluator_->cause_of(name);
  const int cause = known >= 0 ? known : evaluator_->new_cause({name});
  if (known < 0) evaluator_->fail_first(name, cause);
  return evaluator_->tell(cause, span, ErrorCode::unknown_name,
                          say("'{}' is a parameter: the pasted text does not give its value", name),
                          say("fill it: write {} = {} on an earlier line", name, example));
}

bool ForeignEvaluation::explains(ProgramEvaluator& /*evaluator*/, Span span, std::string_view name,
                                 std::string_view example) {
  if (is_parameter(name)) return parameter(span, name, example), true;
  const int cause = evaluator_->cause_of(name);
  const auto reason = reasons_.find(cause);
  if (reason == reasons_.end()) return false;
  if (reason->second.branch >= 0) return no_value_of_branch(cause, span, name), true;
  if (!lines_) lines_.emplace(evaluator_->program());
  const std::string line = cat(lines_->line(reason->second.span.begin));
  evaluator_->tell(cause, span, ErrorCode::failed_name,
                   say("'{}' has no value: line {} is skipped because it is not about layouts", name, line),
                   say("write {} = {}, or the right value, on the line before this one", name, example));
  return true;
}

}  // namespace stridescope
