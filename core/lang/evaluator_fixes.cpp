// Suggests another spelling of a call or a layout with values of the wrong kind. The suggestion was tried: with it a
// value exists.
#include <algorithm>
#include <utility>

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/lang/program_evaluator.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

struct ArgumentFix {
  const Builtin* function;             // the function to write around each of the arguments; never null
  std::vector<std::size_t> arguments;  // by number, ascending; never empty
};

// The value of a call with these arguments; empty if it has none.
std::optional<Value> value_of(std::span<const Builtin> rows, const Builtin& builtin,
                              std::span<const std::int64_t> template_args, std::span<const Value> args,
                              Budget& budget) {
  Arith arith(&budget);
  const Builtin& meant = builtin_for(rows, builtin, args);
  if (args.size() < meant.min_args || args.size() > meant.max_args) return std::nullopt;
  Value value = run_builtin(meant, Call(arith, meant.name, template_args, args));
  return arith.ok() ? std::optional<Value>(std::move(value)) : std::nullopt;
}

// True if a conversion has kept the kind of the value.
bool same_kind(const Value& a, const Value& b) {
  const auto* object = std::get_if<Object>(&a);
  const auto* other = std::get_if<Object>(&b);
  return object != nullptr && other != nullptr ? &object->kind() == &other->kind() : a.index() == b.index();
}

// True if a call with these arguments has a value; also false if the budget is too small.
bool has_value(std::span<const Builtin> rows, const Builtin& called, std::span<const std::int64_t> template_args,
               std::span<const Value> args, Budget& budget) {
  return value_of(rows, called, template_args, args, budget).has_value();
}

// The first converting function of `rows` with which the call has a value, around one argument or around all
// convertible ones; empty if none exists or if the trials exceed the budget. pre: the call fails with these arguments,
// and `called` accepts their number.
std::optional<ArgumentFix> fix_arguments(std::span<const Builtin> rows, const Builtin& called,
                                         std::span<const std::int64_t> template_args, std::span<const Value> args,
                                         Budget& budget) {
  const auto fixes = [&](const std::vector<Value>& fixed) {
    return has_value(rows, called, template_args, fixed, budget);
  };
  const std::vector<Value> given(args.begin(), args.end());
  for (const Builtin& function : rows) {
    if (!function.roles.converts || &function == &called) continue;
    std::vector<Value> all = given;
    ArgumentFix fix = {&function, {}};
    for (std::size_t i = 0; i < given.size(); ++i) {
      auto converted = value_of(rows, function, {}, {&given[i], 1}, budget);
      if (!converted || same_kind(*converted, given[i])) continue;
      std::vector<Value> one = given;
      one[i] = *converted;
      if (fixes(one)) return ArgumentFix{&function, {i}};
      all[i] = std::move(*converted);
      fix.arguments.push_back(i);
    }
    if (fix.arguments.size() > 1 && fixes(all)) return fix;
    if (!budget.has(1)) return std::nullopt;
  }
  return std::nullopt;
}

// The maximum cost of a search for the fix of one call.
constexpr std::uint64_t fix_work = 200'000;
constexpr std::uint64_t fix_bytes = 1 << 16;
constexpr std::size_t longest_fix = 100;  // characters of a fix in a message

bool is_integer(std::string_view text) {
  return !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The order named by a word of another library; empty for any other value.
std::optional<Major> order_of(const Environment& environment, const Value& value) {
  if (const auto* major = value.as<Major>()) return *major;
  const auto* text = value.as<Text>();
  return text != nullptr ? environment.other_order(text->text) : std::nullopt;
}

// Makes the integers of a tuple or a layout static; false if nothing changes.
bool make_static(Value& value) {
  Arith arith;
  Value out = value;
  const auto* tuple = value.as<IntTuple>();
  if (tuple != nullptr && !tuple->ref().has_any())
    out = with_static_integers(arith, *tuple);
  else if (const auto* layout = value.as<Layout>())
    out = with_static_integers(arith, *layout);
  const bool changes = to_text(out, IntegerMode::cute) != to_text(value, IntegerMode::cute);
  value = std::move(out);
  return changes;
}

std::string_view name_of(Major major) { return major == Major::left ? "LayoutLeft" : "LayoutRight"; }

}  // namespace

std::string_view ProgramEvaluator::applied_text(Span call, std::uint32_t end) const {
  std::string_view out = program_.substr(call.begin, end - call.begin);
  return out.substr(0, std::min(out.rfind('('), out.size()));
}

// L(c) where c is a layout: suggests their composition.
bool ProgramEvaluator::fix_application(const Call& call, const std::vector<Index>& children, Error& e,
                                       Budget& trials) const {
  const bool coordinate = call.args.size() == 2 && call.args[1].is<IntTuple>();
  if (coordinate || call.args.size() != 2) return false;
  const Builtin& composition = operation(environment_.functions, "composition");
  e.message = say("a layout is applied to a coordinate, not to the {} {}", kind_word(call.args[1]),
                  to_text(call.args[1], mode_));
  e.hint = say("give one integer, or one for each mode");
  if (!has_value(environment_.functions, composition, {}, call.args, trials)) return true;
  const Span argument = node(children[1]).span;
  e.replacement = cat(composition.name, "(", applied_text(e.span, argument.begin), ", ", spelling(argument), ")");
  e.hint = say("write {}", e.replacement.size() <= longest_fix ? e.replacement : cat(composition.name, "(...)"));
  return true;
}

// A(1)(2): an offset is called like a layout.
bool ProgramEvaluator::fix_applied_again(const Call& call, const std::vector<Index>& children, Error& e) const {
  if (call.args.empty() || call.args[0].integer() == nullptr || children.empty()) return false;
  const SyntaxNode& callee = node(children[0]);
  if (callee.kind != Syntax::call) return false;
  e.message = say("{} is the offset {}, not a layout", spelling(callee.span), to_text(call.args[0], mode_));
  e.hint = say("a call takes the coordinates of all modes, as in A(1,2)");
  return true;
}

// A text that is another library's word for an order of modes.
bool ProgramEvaluator::fix_order(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e,
                                 Budget& trials) const {
  if (children.size() != call.args.size()) return false;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const auto order = call.args[i].is<Text>() ? order_of(environment_, call.args[i]) : std::nullopt;
    if (!order) continue;
    std::vector<Value> args(call.args.begin(), call.args.end());
    args[i] = *order;
    if (!has_value(environment_.functions, called, call.template_args, args, trials)) continue;
    e.span = node(children[i]).span;
    e.replacement = name_of(*order);
    e.hint = say("write {}", e.replacement);
    return true;
  }
  return false;
}

// dtype=half_t: the value of an option is the name of a type.
bool ProgramEvaluator::fix_type_option(const Builtin& called, const Call& call, Error& e) const {
  if (called.name != "option" || call.args.size() != 2) return false;
  const auto* name = call.args[0].as<Text>();
  const TypeText type = environment_.type_text(call.args[1]);
  if (name == nullptr || !type.element) return false;
  e.message = say("{} is the name of an element type in quotes", name->text);
  e.replacement = cat(name->text, "=\"", type.text, '"');
  e.hint = say("write {}", e.replacement);
  return true;
}

// An argument of the wrong kind: suggests the function that converts it, otherwise shows the signature.
void ProgramEvaluator::fix_call(const Builtin& called, const Call& call, const std::vector<Index>& children, Error& e) {
  if (fix_type_option(called, call, e)) return;
  Budget trials(std::min(budget_.steps_left() / 8, fix_work), fix_bytes);
  const std::uint64_t before = trials.steps_left();
  // In L(c) the first argument does not have its own node.
  const bool applied = children.size() > 1 && children[0] == children[1];
  if (called.roles.derivation == roles::Derivation::apply && !applied && fix_applied_again(call, children, e)) return;
  if ((applied && fix_application(call, children, e, trials)) || fix_order(called, call, children, e, trials)) {
    budget_.spend(before - trials.steps_left());
    return;
  }
  const auto fix = fix_arguments(environment_.functions, called, call.template_args, call.args, trials);
  budget_.spend(before - trials.steps_left());
  if (!fix || children.size() != call.args.size() || (applied && fix->arguments.front() == 0)) {
    e.hint = say("write {}", environment_.signature(called));
    return;
  }
  const auto span_of = [&](std::size_t argument) { return node(children[argument]).span; };
  e.span = {span_of(fix->arguments.front()).begin, span_of(fix->arguments.back()).end};
  std::uint32_t written = e.span.begin;
  for (const std::size_t argument : fix->arguments) {
    const Span span = span_of(argument);
    e.replacement += cat(program_.substr(written, span.begin - written), fix->function->name, "(", spelling(span), ")");
    written = span.end;
  }
  e.hint = say("write {}", e.replacement.size() <= longest_fix ? e.replacement : cat(fix->function->name, "(...)"));
}

std::optional<ProgramEvaluator::Index> ProgramEvaluator::static_call(int bound, std::string& text) const {
  if (bound < 0 || !budget_.take(tree_.statements.size())) return std::nullopt;
  const Binding& of = out_.bindings[static_cast<std::size_t>(bound)];
  const auto made = std::find_if(tree_.statements.begin(), tree_.statements.end(), [&](const Statement& s) {
    return s.span == of.span && s.names.empty() && node(s.root).kind == Syntax::call;
  });
  // Its names have the same values where the name is used.
  const bool same = std::all_of(of.uses.begin(), of.uses.end(), [&](int use) {
    return binding_of(out_.bindings[static_cast<std::size_t>(use)].name) == use;
  });
  if (made == tree_.statements.end() || !same || !append_static(made->root, text)) return std::nullopt;
  return text != spelling(node(made->root).span) ? std::optional(made->root) : std::nullopt;
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_name_for_fix(const SyntaxNode& n) {
  Maybe value = eval_name(n);
  std::string text;
  if (!value || make_static(*value)) return value;
  const auto call = static_call(binding_of(n.text), text);
  return call ? eval(*call) : value;
}

bool ProgramEvaluator::append_static(Index index, std::string& out) const {
  const SyntaxNode& n = node(index);
  if (n.kind == Syntax::integer && !n.integer.is_static) {
    append_all(out, '_', spelling(n.span));
    return true;
  }
  const int bound = binding_of(index);
  if (!budget_.take(bound >= 0 ? memory(value_of(bound)) : 1)) return false;
  if (Value value; bound >= 0 && make_static(value = value_of(bound))) {
    out += to_text(value, IntegerMode::cute);
    return true;
  }
  if (std::string text; static_call(bound, text)) {
    out += text;
    return true;
  }
  std::uint32_t written = n.span.begin;
  for (const Index child : n.children) {
    const Span span = node(child).span;
    if (span.begin < written || span.end > n.span.end) return false;
    out += spelling({written, span.begin});
    if (!append_static(child, out)) return false;
    written = span.end;
  }
  out += spelling({written, n.span.end});
  return true;
}

// Each argument alone, then all up to each one.
void ProgramEvaluator::fix_dynamic(const Builtin& called, const Call& call, const std::vector<Index>& children,
                                   Error& e) {
  if (children.size() != call.args.size()) return;
  const std::uint64_t lent = std::min(budget_.steps_left() / 8, fix_work);
  const Budget whole = std::exchange(budget_, Budget(lent, fix_bytes));
  const std::uint64_t copied = copied_;
  const auto works = [&](const std::vector<Value>& args) {
    return has_value(environment_.functions, called, call.template_args, args, budget_);
  };
  std::vector<Value> all(call.args.begin(), call.args.end());
  std::string text;
  Span span;
  for (std::size_t i = 0; i < children.size() && e.replacement.empty(); ++i) {
    const Span here = node(children[i]).span;
    std::string written;
    if (!append_static(children[i], written) || written == spelling(here)) continue;
    // A callee, and the result of a chain's other operands, have no node of their own.
    const Maybe given = eval_quietly(children[i]);
    if (!given || to_text(*given, IntegerMode::cute) != to_text(call.args[i], IntegerMode::cute)) continue;
    const IntegerMode mode = std::exchange(mode_, IntegerMode::teaching);
    fixes_ = true;
    Maybe fixed = eval_quietly(children[i]);
    fixes_ = false;
    mode_ = mode;
    if (!fixed) continue;
    std::vector<Value> one(call.args.begin(), call.args.end());
    one[i] = *fixed;
    if (works(one)) {
      e.span = here;
      e.replacement = std::move(written);
    } else if (text.empty() || span.end <= here.begin) {
      all[i] = *std::move(fixed);
      if (text.empty()) span = here;
      append_all(text, program_.substr(span.end, here.begin - std::min(span.end, here.begin)), written);
      span.end = here.end;
      if (works(all)) {
        e.span = span;
        e.replacement = std::move(text);
      }
    }
  }
  copied_ = copied;
  const std::uint64_t rest = std::exchange(budget_, whole).steps_left();
  budget_.spend(lent - rest);
  if (!e.replacement.empty() && e.replacement.size() <= longest_fix && e.hint.empty())
    e.hint = say("write {}", e.replacement);
}

const SyntaxNode* ProgramEvaluator::quoted_integer(const SyntaxNode& n) const {
  if (n.kind == Syntax::string) return is_integer(n.text) ? &n : nullptr;
  if (n.kind != Syntax::tuple) return nullptr;
  for (const Index child : n.children) {
    if (const SyntaxNode* quoted = quoted_integer(node(child))) return quoted;
  }
  return nullptr;
}

bool ProgramEvaluator::fix_layout(const SyntaxNode& n, const Value& shape, const Value& stride) {
  for (const Index side : n.children) {
    if (const SyntaxNode* quoted = quoted_integer(node(side))) {
      error(quoted->span, ErrorCode::arguments, say("the integer {} must be in quotation marks", quoted->text),
            say("write {}", quoted->text), quoted->text);
      return true;
    }
  }
  const auto order = order_of(environment_, stride);
  const auto* extents = shape.as<IntTuple>();
  if (!order || extents == nullptr || extents->ref().has_any() || extents->ref().has_basis()) return false;
  const Builtin* function = environment_.function("make_layout");
  if (function == nullptr) return false;
  const std::string meant = cat(function->name, "(", spelling(node(n.children[0]).span), ", ", name_of(*order), ")");
  error(n.span, ErrorCode::arguments,
        say("strides must be integers, and {} is an order of modes", to_text(stride, mode_)), say("write {}", meant),
        meant);
  return true;
}

}  // namespace stridescope
