// Statements: the names that they may bind, their cost, and their errors.
#include "core/lang/evaluator.h"

#include <algorithm>

#include "core/base/sort_stable.h"
#include "core/base/statement_gate.h"
#include "core/base/text.h"
#include "core/lang/fix_trials.h"
#include "core/lang/program_evaluator.h"
#include "core/value/teaching_text.h"

namespace stridescope {

namespace {

// The fixed size of every value, however small.
constexpr std::uint64_t value_nodes = sizeof(Value) / sizeof(Node);

// A shared object makes copies small; a new one is as large as about a dozen layouts.
constexpr std::uint64_t object_nodes = 256;

}  // namespace

std::uint64_t tree_nodes(const Value& value) {
  if (const auto* t = value.as<IntTuple>()) return t->ref().node_count();
  if (const auto* a = value.as<Layout>()) return 2 * std::uint64_t{a->shape.ref().node_count()};
  if (const auto* a = value.as<ComposedLayout>())
    return 2 * std::uint64_t{a->b.shape.ref().node_count()} + value_nodes * a->outer.size();
  if (const auto* t = value.as<Tensor>()) return 2 * std::uint64_t{domain_layout(t->layout).shape.ref().node_count()};
  if (const auto* text = value.as<Text>()) return text->text.size() / sizeof(Node) + 1;
  if (value.is<Object>()) return object_nodes;
  if (const auto* pair = value.as<ValueTuple>()) {
    std::uint64_t sum = 1;
    for (const Value& mode : pair->modes) sum += tree_nodes(mode) + value_nodes;
    return sum;
  }
  return 1;
}

std::uint64_t memory(const Value& value) { return tree_nodes(value) + value_nodes; }

int depth_of(const Value& value) {
  if (const auto* t = value.as<IntTuple>()) return t->depth();
  if (const auto* pair = value.as<ValueTuple>()) {
    int deepest = 0;
    for (const Value& mode : pair->modes) deepest = std::max(deepest, depth_of(mode));
    return deepest + 1;
  }
  const auto* layout = value.as<Layout>();
  return layout != nullptr ? layout->depth() : 0;
}

ProgramEvaluator::ProgramEvaluator(std::string_view program, IntegerMode mode, const Environment& environment,
                                   const SyntaxTree& tree, ForeignProgram* foreign,
                                   std::vector<RecordedOperation>* operations, Budget& budget)
    : program_(program),
      mode_(mode),
      environment_(environment),
      foreign_(foreign),
      operations_(operations),
      tree_(tree),
      budget_(budget) {}

Evaluation ProgramEvaluator::run(std::vector<Error> errors) {
  for (Error& error : errors) out_.errors.push_back({std::move(error)});
  for (const auto& [name, span] : tree_.failed_names) failed_.emplace(name, new_cause({name}));
  if (foreign_ != nullptr) foreign_->begin(*this);
  out_.bindings.reserve(tree_.statements.size());
  for (const Statement& statement : tree_.statements) {
    const std::size_t known = out_.bindings.size() + out_.remainders.size();
    RemainderKind without_value = RemainderKind::passed_over;
    if (foreign_ == nullptr) fail_names_before(statement.span.begin);
    if (foreign_ == nullptr || foreign_->begins(*this, statement)) {
      evaluate_statement(statement);
      without_value = own_error_ ? RemainderKind::failed : RemainderKind::waits;
      if (foreign_ != nullptr) foreign_->ends();
    }
    if (out_.bindings.size() + out_.remainders.size() == known)
      out_.remainders.push_back({statement.span, without_value});
  }
  if (foreign_ != nullptr) foreign_->finish(*this);
  tell_waiting();
  sort_errors();
  sort_stable(std::span(out_.remainders),
              [](const Remainder& a, const Remainder& b) { return a.span.begin < b.span.begin; });
  return std::move(out_);
}

// By position, then by order of discovery; only the first max_diagnostics are kept.
void ProgramEvaluator::sort_errors() {
  std::vector<std::int64_t> keys;  // position and index in one integer
  keys.reserve(out_.errors.size());
  for (std::size_t i = 0; i < out_.errors.size(); ++i) {
    if (foreign_ != nullptr && foreign_->is_passed_over(out_.errors[i].span.begin)) continue;
    keys.push_back((std::int64_t{out_.errors[i].span.begin} << 32) | static_cast<std::int64_t>(i));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<ProgramError> first;
  for (std::size_t i = 0; i < std::min(keys.size(), max_diagnostics); ++i) {
    first.push_back(std::move(out_.errors[static_cast<std::size_t>(keys[i] & 0xffffffff)]));
  }
  out_.dropped_errors = keys.size() - first.size() + late_errors_;
  out_.errors = std::move(first);
}

// --- causes ---

int ProgramEvaluator::new_cause(Cause cause) {
  causes_.push_back(cause);
  return static_cast<int>(causes_.size()) - 1;
}

std::nullopt_t ProgramEvaluator::tell(int cause, Span span, ErrorCode code, Message message, Message hint,
                                      std::string_view replacement) {
  if (quiet_) return std::nullopt;
  if (cause_ < 0) cause_ = cause;
  Cause& of = causes_[static_cast<std::size_t>(cause)];
  if (of.error >= 0) {
    if (waits_ != statement_) ++of.waiting;
    waits_ = statement_;
    return std::nullopt;
  }
  ProgramError first = {{code, std::move(message), std::move(hint), span, std::string(replacement)}};
  if (foreign_ != nullptr && foreign_->keeps_back()) {
    if (of.kept < 0) of.kept = foreign_->keep(std::move(first));
    return std::nullopt;
  }
  if (of.kept >= 0) first = foreign_->kept(of.kept);
  of.error = reported_ < max_diagnostics ? static_cast<int>(out_.errors.size()) : not_displayed;
  waits_ = statement_;
  const bool own = own_error_;
  report(std::move(first));
  own_error_ = own;
  return std::nullopt;
}

int ProgramEvaluator::cause_kept_back(std::string_view name) {
  Cause cause = {name};
  cause.kept = own_kept_;
  return new_cause(cause);
}

// A value that is missing because of a cause is counted with the error that reports the cause.
void ProgramEvaluator::tell_waiting() {
  for (const Cause& cause : causes_) {
    if (cause.waiting == 0 || cause.error < 0 || cause.error == not_displayed) continue;
    Message& hint = out_.errors[static_cast<std::size_t>(cause.error)].hint;
    const Message waiting = say("{} more {statement waits|statements wait} for it", cause.waiting);
    hint = hint.empty() ? waiting : say("{}; {}", hint, waiting);
  }
}

// Statements are evaluated in order, so errors beyond the limit follow all displayed errors.
void ProgramEvaluator::report(ProgramError e) {
  if (quiet_) return;
  if (mode_ == IntegerMode::teaching) {
    e.message = without_underscores(e.message);
    e.hint = without_underscores(e.hint);
  }
  own_error_ = true;
  if (foreign_ != nullptr && foreign_->keeps_back()) {
    if (own_kept_ < 0) own_kept_ = foreign_->keep(std::move(e));
    return;
  }
  // Each name that one call binds is evaluated separately.
  constexpr std::size_t compared = 16;
  for (std::size_t i = out_.errors.size(); i > 0 && i + compared > out_.errors.size(); --i) {
    if (out_.errors[i - 1].span == e.span && out_.errors[i - 1].message == e.message) return;
  }
  if (reported_ < max_diagnostics) {
    ++reported_;
    out_.errors.push_back(std::move(e));
  } else {
    ++late_errors_;
  }
}

// A name bound by an unreadable statement loses its earlier value.
void ProgramEvaluator::fail_names_before(std::uint32_t position, bool passed_over) {
  for (; next_failed_ < tree_.failed_names.size() && tree_.failed_names[next_failed_].second.begin < position;
       ++next_failed_) {
    const std::string_view name = tree_.failed_names[next_failed_].first;
    if (!passed_over && names_.contains(name)) fail(name, new_cause({name}));
  }
}

void ProgramEvaluator::restore(std::string_view name, int binding, int cause) {
  names_.erase(name);
  failed_.erase(name);
  if (binding >= 0) names_.emplace(name, binding);
  if (cause >= 0) failed_.emplace(name, cause);
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_quietly(Index index) {
  const std::size_t operations = operations_ != nullptr ? operations_->size() : 0;
  quiet_ = true;
  copied_ = 0;
  Maybe value = eval(index);
  quiet_ = false;
  if (operations_ != nullptr) operations_->resize(operations);
  return value;
}

void ProgramEvaluator::note(Message message) {
  const bool known = std::find(out_.notes.begin(), out_.notes.end(), message) != out_.notes.end();
  if (!quiet_ && !known && out_.notes.size() < max_notes) out_.notes.push_back(std::move(message));
}

void ProgramEvaluator::warn(Error warning, Span span) {
  warning.span = span;
  const auto same = [&](const ProgramError& e) { return e.span == span && e.message == warning.message; };
  const bool known = std::any_of(out_.assumed.begin(), out_.assumed.end(), same);
  if (!known && warnings_++ < max_notes) out_.assumed.push_back({std::move(warning)});
}

std::nullopt_t ProgramEvaluator::error(Span span, ErrorCode code, Message message, Message hint,
                                       std::string_view replacement) {
  report({{code, std::move(message), std::move(hint), span, std::string(replacement)}});
  return std::nullopt;
}

std::nullopt_t ProgramEvaluator::fault(Span span, Arith& arith) {
  Error e = std::move(arith.error().value());
  e.span = span;
  report({std::move(e)});
  return std::nullopt;
}

std::nullopt_t ProgramEvaluator::too_much_work(Span span) {
  return error(span, ErrorCode::too_large, say("this program needs more work than the limit allows"),
               say("use smaller values or fewer statements"));
}

void ProgramEvaluator::has_no_value(const Statement& statement, bool too_large) {
  if (too_large) {
    error(statement.span, ErrorCode::too_large,
          say("the values of this program take more memory than the limit allows"), say("use fewer or smaller values"));
  }
  if (operations_ != nullptr) operations_->resize(recorded_before_);
  // Statements that wait for this one wait for its cause.
  const bool follows = cause_ >= 0 && !own_error_;
  const bool waits = follows && causes_[static_cast<std::size_t>(cause_)].error >= 0;
  if (foreign_ != nullptr && foreign_->leaves_out(*this, statement, waits)) return;
  if (!statement.name.empty()) fail(statement.name, follows ? cause_ : cause_kept_back(statement.name));
  for (const BoundName& one : statement.names) fail(one.name, follows ? cause_ : cause_kept_back(one.name));
}

void ProgramEvaluator::evaluate_statement(const Statement& statement) {
  uses_.clear();
  ++statement_;
  bound_ = statement.name;
  copied_ = 0;
  cause_ = -1;
  own_error_ = false;
  own_kept_ = -1;
  const bool declared = statement.pasted && statement.name_span.begin > statement.span.begin;
  if (!statement.name.empty() && !may_bind_name(statement.name, statement.name_span, statement.pasted, declared))
    return;
  Origin origin;
  if (operations_ != nullptr) recorded_before_ = operations_->size();
  const Admission admitted =
      admission(program_.substr(statement.span.begin, statement.span.end - statement.span.begin));
  if (admitted != Admission::runs) {
    if (admitted == Admission::late) {
      error(statement.span, ErrorCode::too_large,
            say("this statement is skipped because those before it took too long"), say("shorten the program"));
    } else {
      error(statement.span, ErrorCode::internal, say("this statement is skipped because it stopped the core"),
            say("change it, or try it again"));
    }
    has_no_value(statement, false);
    return;
  }
  if (foreign_ != nullptr && foreign_->settles(*this, statement)) return;
  Maybe value = eval(statement.root, &origin);
  std::uint64_t cost = value ? memory(*value) : 0;
  for (const Value& arg : origin.args) cost += memory(arg);
  if (!value || stored_ + cost > max_program_nodes) {
    has_no_value(statement, value.has_value());
    return;
  }
  if (foreign_ != nullptr && !foreign_->accepts(*this, statement, *value)) return;
  stored_ += cost;
  if (!statement.names.empty()) {
    foreign_->unpack(*this, statement, *value);
  } else {
    bind(statement.name, statement, std::move(*value), std::move(origin));
  }
}

void ProgramEvaluator::bind(std::string_view name, const Statement& statement, Value value, Origin origin) {
  if (Message about = environment_.note(value); !about.empty()) note(std::move(about));
  if (!name.empty()) {
    if (foreign_ != nullptr) foreign_->changes(*this, name);
    names_.insert_or_assign(name, static_cast<int>(out_.bindings.size()));
    failed_.erase(name);
  }
  out_.bindings.push_back(
      {std::string(name), statement.span, node(statement.root).span, std::move(value), std::move(origin), uses_});
}

void ProgramEvaluator::fail(std::string_view name, int cause) {
  if (foreign_ != nullptr) foreign_->changes(*this, name);
  failed_.insert_or_assign(name, cause);
  names_.erase(name);
}

bool ProgramEvaluator::may_bind_name(std::string_view name, Span span, bool pasted, bool declared) {
  // Declarations of C++ hide the names of CuTe after `cute`: using X = Shape<_4>;
  static constexpr std::string_view reserved[] = {"Sw", "tract", "cute", "X", "LayoutLeft", "LayoutRight"};
  const auto* end = std::end(reserved) - (declared ? 3 : 0);
  if (std::find(std::begin(reserved), end, name) != end) {
    fail(name, new_cause({name}));
    error(span, ErrorCode::reserved_name, say("'{}' is reserved", name), say("choose another name"));
    return false;
  }
  if (!pasted && environment_.function(name) != nullptr) {
    error(span, ErrorCode::reserved_name, say("'{}' is a function", name), say("choose another name"));
    return false;
  }
  return true;
}

ProgramEvaluator::Maybe ProgramEvaluator::eval(Index index, Origin* origin) {
  const SyntaxNode& n = node(index);
  switch (n.kind) {
    case Syntax::integer: {
      Int value = n.integer;
      if (mode_ == IntegerMode::teaching) value.is_static = true;
      return value;
    }
    case Syntax::any:
      return IntTuple::any();
    case Syntax::mixed_bits:
      return error(n.span, ErrorCode::arguments,
                   say("a swizzle offset M_... is allowed only between a swizzle and a layout"),
                   say("Sw<B,M,S> o M_... o layout"));
    case Syntax::tuple:
    case Syntax::tiler:
      return eval_tuple(n);
    case Syntax::pair:
      return eval_pair(n);
    case Syntax::name:
      return fixes_ ? eval_name_for_fix(n) : eval_name(n);
    case Syntax::string:
      return Text{unescaped(n.text)};
    case Syntax::type:
      return eval_type(n);
    case Syntax::call:
      return eval_call(n, origin);
    case Syntax::chain:
      return eval_chain(n, origin);
    case Syntax::infix:
      return eval_infix(n, origin);
    case Syntax::literal:
      return tree_.literals[static_cast<std::size_t>(n.integer.value)];
    default:
      return foreign_ != nullptr ? foreign_->value(*this, n, origin) : Maybe();
  }
}

// Evaluates all children, so that the errors of each are reported; empty if any lacks a value.
std::optional<std::vector<Value>> ProgramEvaluator::eval_all(const std::vector<Index>& children) {
  std::vector<Value> out;
  out.reserve(children.size());
  bool complete = true;
  for (const Index child : children) {
    Maybe value = eval(child);
    complete = complete && value.has_value();
    if (complete) out.push_back(std::move(*value));
  }
  if (!complete) return std::nullopt;
  return out;
}

void ProgramEvaluator::record(const Builtin& builtin, std::span<const std::int64_t> t, const std::vector<Value>& args,
                              const Value& result, Span span) {
  recorded_ += memory(result);
  for (const Value& arg : args) recorded_ += memory(arg);
  if (recorded_ > max_program_nodes) return;
  if (operations_->size() - recorded_before_ == max_recorded_operations) {
    operations_->erase(operations_->begin() + static_cast<std::ptrdiff_t>(recorded_before_));
  }
  operations_->push_back({out_.bindings.size(), builtin.name, builtin.roles, {t.begin(), t.end()}, args, result, span});
}

void ProgramEvaluator::note_use(int binding) {
  used_in_.resize(out_.bindings.size(), 0);
  std::size_t& statement = used_in_[static_cast<std::size_t>(binding)];
  if (statement != statement_) uses_.push_back(binding);
  statement = statement_;
}

// The binding that the node names, or -1.
int ProgramEvaluator::binding_of(Index index) const {
  const SyntaxNode& n = node(index);
  if (n.kind != Syntax::name) return -1;
  const auto found = names_.find(n.text);
  return found != names_.end() ? found->second : -1;
}

namespace {

Evaluation evaluate_once(std::string_view program, IntegerMode mode, const Environment& environment, Budget& budget,
                         std::vector<RecordedOperation>* operations) {
  if (environment.foreign != nullptr)
    return evaluate_foreign(*environment.foreign(), program, mode, environment, budget, operations);
  std::vector<Error> errors;
  const SyntaxTree tree = parse(program, environment, errors);
  return ProgramEvaluator(program, mode, environment, tree, nullptr, operations, budget).run(std::move(errors));
}

Evaluation evaluate_trial(std::string_view program, IntegerMode mode, const Environment& environment, Budget& budget) {
  return evaluate_once(program, mode, environment, budget, nullptr);
}

}  // namespace

Evaluation evaluate_foreign(ForeignProgram& foreign, std::string_view program, IntegerMode mode,
                            const Environment& environment, Budget& budget,
                            std::vector<RecordedOperation>* operations) {
  std::vector<Error> errors;
  const SyntaxTree& tree = foreign.read(program, mode, environment, errors);
  return ProgramEvaluator(program, mode, environment, tree, &foreign, operations, budget).run(std::move(errors));
}

Evaluation evaluate(std::string_view program, IntegerMode mode, const Environment& environment, Budget& budget,
                    std::vector<RecordedOperation>* operations) {
  Evaluation out = evaluate_once(program, mode, environment, budget, operations);
  withdraw_fixes(program, mode, environment, evaluate_trial, budget, out);
  return out;
}

}  // namespace stridescope
