// Statements: what each may bind, what it costs, and the errors of all.
#include "core/lang/evaluator.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste.h"
#include "core/lang/program_evaluator.h"
#include "core/lang/teaching_text.h"
#include "core/tiled/atom.h"
#include "core/value/kind_word.h"

namespace stridescope {

namespace {

// Is one of the names that are added, compared and so on? None where something is called, sliced or of a type.
template <class Is>
bool any_name_of_sum(std::string_view text, Is&& is) {
  bool any = false;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (text[i] == '"' || text.substr(i, 2) == "::" || text[i] == '.') return false;
    if (end > i && end < text.size() && std::string_view("([<{").find(text[end]) != std::string_view::npos)
      return false;
    any = any || (end > i && is(text.substr(i, end - i)));
    i = std::max(end, i + 1);
  }
  return any;
}

// Every value, however small, has its own fixed size.
constexpr std::uint64_t value_nodes = sizeof(Value) / sizeof(Node);

// An object is shared, so that a copy is small; one made anew is about a dozen layouts.
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

ProgramEvaluator::ProgramEvaluator(std::string_view program, IntegerMode mode,
                                   std::vector<RecordedOperation>* operations, Budget& budget)
    : program_(program), mode_(mode), operations_(operations), tree_(parse_program()), budget_(budget) {
  for (const auto& [name, span] : tree_.failed_names) failed_.emplace(name, new_cause({name}));
  for (const auto& [name, span] : tree_.skipped_names) failed_.emplace(name, new_cause({name, span, true}));
  out_.left_out = std::move(tree_.skipped);
}

SyntaxTree ProgramEvaluator::parse_program() {
  std::vector<Error> errors;
  SyntaxTree tree = parse(program_, errors);
  for (Error& error : errors) out_.errors.push_back({std::move(error)});
  return tree;
}

Evaluation ProgramEvaluator::run() {
  out_.bindings.reserve(tree_.statements.size());
  for (const Statement& statement : tree_.statements) {
    pass_before(statement.span.begin);
    if (!open_.empty() && is_left_out(statement)) continue;
    keeps_back_ = statement.other;
    evaluate_statement(statement);
    keeps_back_ = false;
  }
  tell_waiting();
  sort_errors();
  std::sort(out_.left_out.begin(), out_.left_out.end(), [](Span a, Span b) { return a.begin < b.begin; });
  return std::move(out_);
}

// By position, in the order of discovery at one position; only the first max_diagnostics stay.
void ProgramEvaluator::sort_errors() {
  std::vector<std::int64_t> keys;  // position and index in one integer
  keys.reserve(out_.errors.size());
  for (std::size_t i = 0; i < out_.errors.size(); ++i) {
    // Of what does not run there is nothing to mend.
    const std::uint32_t begin = out_.errors[i].span.begin;
    const auto behind = std::upper_bound(passed_over_.begin(), passed_over_.end(), begin,
                                         [](std::uint32_t at, Span block) { return at < block.begin; });
    if (behind != passed_over_.begin() && begin < std::prev(behind)->end) continue;
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
  if (keeps_back_) {
    if (of.untold < 0) {
      of.untold = static_cast<int>(untold_.size());
      untold_.push_back({{code, std::move(message), std::move(hint), span, std::string(replacement)}});
    }
    return std::nullopt;
  }
  ProgramError first = {{code, std::move(message), std::move(hint), span, std::string(replacement)}};
  if (of.untold >= 0) first = untold_[static_cast<std::size_t>(of.untold)];
  of.error = reported_ < max_diagnostics ? static_cast<int>(out_.errors.size()) : max_told;
  waits_ = statement_;
  const bool own = own_error_;
  report(std::move(first));
  own_error_ = own;
  return std::nullopt;
}

int ProgramEvaluator::cause_kept_back(std::string_view name) {
  Cause cause = {name};
  cause.untold = own_untold_;
  return new_cause(cause);
}

// As tell, of an integer that the text does not tell.
std::nullopt_t ProgramEvaluator::tell_hole(int cause, const SyntaxNode& n, Message message, Message hint) {
  tell(cause, n.span, ErrorCode::unknown_name, std::move(message), std::move(hint), n.text);
  const Cause& of = causes_[static_cast<std::size_t>(cause)];
  if (of.error < 0 && of.untold >= 0) untold_[static_cast<std::size_t>(of.untold)].hole = n.text;
  const int error = of.error;
  if (error >= 0 && error != max_told) out_.errors[static_cast<std::size_t>(error)].hole = n.text;
  return std::nullopt;
}

// What has no value for a cause is counted with the error that tells it.
void ProgramEvaluator::tell_waiting() {
  for (const Cause& cause : causes_) {
    if (cause.waiting == 0 || cause.error < 0 || cause.error == max_told) continue;
    Message& hint = out_.errors[static_cast<std::size_t>(cause.error)].hint;
    const Message waiting = say("{} more {statement waits|statements wait} for it", cause.waiting);
    hint = hint.empty() ? waiting : say("{}; {}", hint, waiting);
  }
}

// A name whose statement could not be read loses what it stood for before.
void ProgramEvaluator::fail_names_before(std::uint32_t position) {
  const auto pass = [&](const std::vector<std::pair<std::string_view, Span>>& names, std::size_t& next, bool left_out) {
    for (; next < names.size() && names[next].second.begin < position; ++next) {
      const auto& [name, span] = names[next];
      const bool passed_over = !open_.empty() && open_.back().state == BranchState::passed_over;
      if (!passed_over && names_.contains(name)) fail(name, new_cause({name, span, left_out}));
    }
  };
  pass(tree_.failed_names, next_failed_, false);
  pass(tree_.skipped_names, next_skipped_, true);
  // Of a function, whose parameters are not what a function before it calls so. What stands at the beginning of a line
  // is of none.
  for (; next_parameter_ < tree_.parameters.size(); ++next_parameter_) {
    const Parameter& parameter = tree_.parameters[next_parameter_];
    if (parameter.hides && parameter.position >= position) break;
    const auto bound = parameter.hides ? names_.find(parameter.name) : names_.end();
    if (bound == names_.end()) continue;
    const std::uint32_t begin = out_.bindings[static_cast<std::size_t>(bound->second)].span.begin;
    const std::size_t line = program_.rfind('\n', begin) + 1;  // npos + 1 is 0
    const bool of_template = program_.substr(line).starts_with("template");
    if (program_[line] == ' ' || program_[line] == '\t' || of_template) names_.erase(bound);
  }
}

std::nullopt_t ProgramEvaluator::leave_out(const Statement& statement) {
  out_.left_out.push_back(statement.span);
  if (!statement.name.empty()) fail(statement.name, new_cause({statement.name, statement.span, true}));
  for (const BoundName& one : statement.names) fail(one.name, new_cause({one.name, statement.span, true}));
  return std::nullopt;
}

// Statements are evaluated in order, so that errors beyond the cap are behind all that are shown.
void ProgramEvaluator::report(ProgramError e) {
  if (quiet_) return;
  if (mode_ == IntegerMode::teaching) {
    e.message = without_underscores(e.message);
    e.hint = without_underscores(e.hint);
  }
  own_error_ = true;
  if (keeps_back_) {
    if (own_untold_ < 0) {
      own_untold_ = static_cast<int>(untold_.size());
      untold_.push_back(std::move(e));
    }
    return;
  }
  // The names that one call binds are each evaluated.
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
  return error(span, ErrorCode::too_large, say("this program asks for more work than the cap allows"),
               say("use smaller values or fewer statements"));
}

namespace {

// The name of the operation; empty if it is none, or an atom: one with its bits.
std::string_view tma_operation(std::string_view type) {
  if (type.starts_with("cute::")) type.remove_prefix(6);
  const bool tma = type.starts_with("SM90_TMA_") || type.starts_with("SM100_TMA_");
  return tma && type.find_first_of("<(") == std::string_view::npos ? type : std::string_view();
}

}  // namespace

bool ProgramEvaluator::is_known(std::string_view name) const {
  return names_.contains(name) || failed_.contains(name) || is_parameter(name) || type_named(name) || name == "X" ||
         find_builtin(name) != nullptr;
}

void ProgramEvaluator::has_no_value(const Statement& statement, bool too_large) {
  if (too_large) {
    error(statement.span, ErrorCode::too_large, say("the values of this program take more memory than the cap allows"),
          say("use fewer or smaller values"));
  }
  if (operations_ != nullptr) operations_->resize(recorded_before_);
  if (leave_out_ && !own_error_) {
    leave_out(statement);
    return;
  }
  // What waits for this one waits for what this one waits for.
  const bool follows = cause_ >= 0 && !own_error_;
  const bool waits = follows && causes_[static_cast<std::size_t>(cause_)].error >= 0;
  if (keeps_back_ && !waits) out_.left_out.push_back(statement.span);
  if (!statement.name.empty()) fail(statement.name, follows ? cause_ : cause_kept_back(statement.name));
  for (const BoundName& one : statement.names) fail(one.name, follows ? cause_ : cause_kept_back(one.name));
}

// Type name; of a type that is no layout's, print("..."), std::cout << layout and `return desc` of what is left out.
bool ProgramEvaluator::says_nothing(const Statement& statement) const {
  const SyntaxNode& root = node(statement.root);
  const bool call = root.kind == Syntax::call;
  const bool unnamed = statement.name.empty();
  const bool text = call && !root.children.empty() && node(root.children[0]).kind == Syntax::string;
  if (unnamed && text && root.text == "print") return true;
  if (!statement.source) return false;
  const bool declares = root.kind == Syntax::name && statement.name_span.begin >= root.span.end && !unnamed;
  if (declares && !is_known(root.text) && !statement.other) return true;
  if (unnamed && call && root.text.starts_with("print") && (text || root.children.empty())) return true;
  if (unnamed && call && root.text == "shiftl") return true;
  const auto is_left_out = [&](std::string_view name) {
    const auto failed = failed_.find(name);
    return failed != failed_.end() && causes_[static_cast<std::size_t>(failed->second)].left_out;
  };
  if (root.kind == Syntax::name && program_.substr(statement.span.begin, 7) == "return ") return is_left_out(root.text);
  // int next = k + 1; of a k that is left out: the statement that makes a layout of it asks for it.
  return (!unnamed || !statement.names.empty()) &&
         any_name_of_sum(program_.substr(root.span.begin, root.span.end - root.span.begin), is_left_out);
}

void ProgramEvaluator::evaluate_statement(const Statement& statement) {
  uses_.clear();
  ++statement_;
  copied_ = 0;
  cause_ = -1;
  own_error_ = leave_out_ = false;
  own_untold_ = -1;
  source_ = statement.source;
  pasted_ = statement.source || statement.pasted;
  const bool declared = statement.pasted && statement.name_span.begin > statement.span.begin;
  if (!statement.name.empty() && !may_bind_name(statement.name, statement.name_span, statement.pasted, declared))
    return;
  Origin origin;
  if (operations_ != nullptr) recorded_before_ = operations_->size();
  const SyntaxNode& root = node(statement.root);
  if ((statement.source || root.text == "print") && says_nothing(statement)) {
    leave_out(statement);
    return;
  }
  // The operation of a TMA has no atom before there is a tensor: its name stands for it.
  const auto operation = root.kind == Syntax::type ? tma_operation(root.text) : std::string_view();
  if (statement.pasted && !statement.name.empty() && !operation.empty()) {
    bind(statement.name, statement, Text{std::string(operation)}, {});
    return;
  }
  Maybe value = eval(statement.root, &origin);
  // `return 0` of a source is no layout that somebody looks for.
  const bool bare = root.kind == Syntax::integer || program_.substr(statement.span.begin, 7) == "return ";
  if (value && statement.source && statement.name.empty() && bare && value->integer() != nullptr) {
    leave_out(statement);
    return;
  }
  std::uint64_t cost = value ? memory(*value) : 0;
  for (const Value& arg : origin.args) cost += memory(arg);
  if (!value || stored_ + cost > max_program_nodes) {
    has_no_value(statement, value.has_value());
    return;
  }
  if (!statement.grid.empty()) {
    for (Error& e : check_grid(program_, statement.grid, *value)) report({std::move(e)});
  }
  stored_ += cost;
  if (!statement.names.empty()) {
    unpack(statement, *value);
  } else {
    bind(statement.name, statement, std::move(*value), std::move(origin));
  }
}

void ProgramEvaluator::bind(std::string_view name, const Statement& statement, Value value, Origin origin) {
  if (!name.empty()) {
    remember(name);
    names_.insert_or_assign(name, static_cast<int>(out_.bindings.size()));
    failed_.erase(name);
  }
  out_.bindings.push_back(
      {std::string(name), statement.span, node(statement.root).span, std::move(value), std::move(origin), uses_});
}

void ProgramEvaluator::fail(std::string_view name, int cause) {
  remember(name);
  failed_.insert_or_assign(name, cause);
  names_.erase(name);
}

std::optional<std::vector<Value>> ProgramEvaluator::modes_of(const Value& value) {
  if (const auto* tuple = value.as<ValueTuple>()) return tuple->modes;
  const auto* tuple = value.as<IntTuple>();
  if (tuple == nullptr || !tuple->ref().is_tuple()) return std::nullopt;
  std::vector<Value> out;
  for (const TupleRef mode : tuple->ref()) out.emplace_back(IntTuple(mode));
  return out;
}

void ProgramEvaluator::unpack(const Statement& statement, const Value& whole) {
  for (const BoundName& one : statement.names) {
    Value part = whole;
    bool found = true;
    for (std::size_t level = 0; found && level < one.path.size(); ++level) {
      const auto modes = modes_of(part);
      const bool last = level + 1 == one.path.size();
      const std::size_t named = one.size[level];
      // With a `*rest` there may be more.
      const bool open = std::any_of(statement.names.begin(), statement.names.end(), [&](const BoundName& other) {
        return other.rest >= 0 && other.path.size() == level + 1 &&
               std::equal(one.path.begin(), one.path.begin() + static_cast<std::ptrdiff_t>(level), other.path.begin());
      });
      const std::size_t count = modes ? modes->size() : 1;
      if (!modes || count < named || (count > named && !open)) {
        if (!own_error_) {
          error(statement.name_span, ErrorCode::arguments,
                say("these are {} names, and the {} {} has {} {part|parts}",
                    open ? say("at least {}", named) : say("{}", named), kind_word(part), to_text(part, mode_), count),
                say("give a name for each part; `_` passes one over, `*rest` takes several"));
        }
        found = false;
      } else if (last && one.rest >= 0) {
        const auto begin = modes->begin() + static_cast<std::ptrdiff_t>(one.path[level]);
        std::vector<Value> rest(begin, modes->end() - one.rest);
        const bool integers = std::all_of(rest.begin(), rest.end(), [](const Value& v) { return v.is<IntTuple>(); });
        Arith arith;
        TupleBuilder out(arith);
        out.open();
        if (integers) {
          for (const Value& mode : rest) out.copy(*mode.as<IntTuple>());
        }
        out.close();
        part = integers ? Value(out.take()) : Value(ValueTuple{std::move(rest)});
      } else {
        const std::uint32_t mode = one.path[level];
        const std::size_t at = mode >= from_the_end ? count - (mode - from_the_end) : mode;
        part = Value((*modes)[at]);
      }
    }
    if (found && may_bind_name(one.name, one.span, true)) {
      bind(one.name, statement, std::move(part), {});
    } else {
      fail(one.name, cause_kept_back(one.name));
    }
  }
}

bool ProgramEvaluator::may_bind_name(std::string_view name, Span span, bool pasted, bool declared) {
  // C++'s declarations hide the names of CuTe behind `cute`: using X = Shape<_4>;
  static constexpr std::string_view reserved[] = {"Sw", "tract", "cute", "X", "LayoutLeft", "LayoutRight"};
  const auto* end = std::end(reserved) - (declared ? 3 : 0);
  if (std::find(std::begin(reserved), end, name) != end) {
    fail(name, new_cause({name}));
    error(span, ErrorCode::reserved_name, say("'{}' is reserved", name), say("choose another name"));
    return false;
  }
  if (!pasted && find_builtin(name) != nullptr) {
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
                   say("a swizzle offset M_... stands only between a swizzle and a layout"),
                   say("Sw<B,M,S> o M_... o layout"));
    case Syntax::tuple:
    case Syntax::tiler:
      return eval_tuple(n);
    case Syntax::pair:
      return eval_pair(n);
    case Syntax::name:
      return eval_name(n);
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
    case Syntax::hole:
      return eval_hole(n);
    case Syntax::literal:
      return tree_.literals[static_cast<std::size_t>(n.integer.value)];
    case Syntax::unset:
      return error(n.span, ErrorCode::arguments, say("smem_ptr[...](unset) stands only between a swizzle and a layout"),
                   say("Sw<3,4,3> o smem_ptr[16b](unset) o layout"));
    case Syntax::to_static:
      return eval_static(n);
    case Syntax::to_dynamic:
      return eval_dynamic(n, origin);
    case Syntax::conditional:
      return eval_conditional(n, origin);
  }
  return std::nullopt;
}

// All children, so that the errors of every one are reported; empty when any has none.
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

Evaluation evaluate(std::string_view program, IntegerMode mode, Budget& budget) {
  return ProgramEvaluator(program, mode, nullptr, budget).run();
}

Evaluation evaluate(std::string_view program, IntegerMode mode) {
  Budget budget = max_program_budget;
  return evaluate(program, mode, budget);
}

Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations,
                    Budget& budget) {
  return ProgramEvaluator(program, mode, &operations, budget).run();
}

Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations) {
  Budget budget = max_program_budget;
  return evaluate(program, mode, operations, budget);
}

}  // namespace stridescope
