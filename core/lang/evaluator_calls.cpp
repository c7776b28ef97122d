// Calls: the functions of the language, Sw<B,M,S> and similar, and the application of a bound layout.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/lang/program_evaluator.h"
#include "core/value/kind_word.h"
#include "core/value/teaching_text.h"

namespace stridescope {

namespace {

// "f takes 2 arguments, not 3"; template arguments are reported separately.
Message count_message(std::string_view name, bool of_template, std::size_t given, int least, int most) {
  const Message expected = least == most       ? say("{}", least)
                           : most >= 64        ? say("at least {}", least)
                           : most == least + 1 ? say("{} or {}", least, most)
                                               : say("{} to {}", least, most);
  return of_template ? say("{} takes {} template {argument|arguments}, not {}", name, expected, given)
                     : say("{} takes {} {argument|arguments}, not {}", name, expected, given);
}

}  // namespace

// make_tma_atom(SM90_TMA_LOAD, ...): the operation is not an atom before it has a tensor, so only its name is passed.
std::optional<std::vector<Value>> ProgramEvaluator::eval_arguments(const SyntaxNode& n) {
  const Builtin* function = environment_.function(n.text);
  if (n.children.empty() || function == nullptr || !function->roles.names_operation) return eval_all(n.children);
  const SyntaxNode& operation = node(n.children.front());
  if (operation.kind != Syntax::type || operation.text.find('<') != std::string_view::npos) return eval_all(n.children);
  auto rest = eval_all({n.children.begin() + 1, n.children.end()});
  if (rest) rest->insert(rest->begin(), Text{std::string(operation.text)});
  return rest;
}

std::optional<std::vector<std::int64_t>> ProgramEvaluator::template_values(const SyntaxNode& n) {
  const auto values = eval_all(n.template_nodes);
  if (!values) return std::nullopt;
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const Value& value = (*values)[i];
    const Int* integer = value.integer();
    if (integer == nullptr || !integer->is_plain()) {
      error(node(n.template_nodes[i]).span, ErrorCode::arguments,
            say("template arguments must be integers, not the {} {}", kind_word(value), to_text(value, mode_)),
            say("for example {}<0>(...)", n.text));
      return std::nullopt;
    }
    out.push_back(integer->value);
  }
  return out;
}

bool ProgramEvaluator::hides_function(const SyntaxNode& n) const {
  const auto found = names_.find(n.text);
  if (found == names_.end() || !n.template_args.empty() || n.name_span.end - n.name_span.begin != n.text.size() ||
      (n.name_span.end < program_.size() && program_[n.name_span.end] == '<'))
    return false;
  const Value& value = out_.bindings[static_cast<std::size_t>(found->second)].value;
  return value.is<Layout>() || value.is<ComposedLayout>() || value.is<Tensor>();
}

// Options count as possible arguments, but not as required ones.
Message ProgramEvaluator::arguments_message(const SyntaxNode& n, const Builtin& builtin) const {
  const auto given = std::count_if(n.children.begin(), n.children.end(), [&](Index child) {
    return node(child).kind != Syntax::call || node(child).text != "option";
  });
  if (!builtin.roles.options || given >= builtin.min_args)
    return count_message(n.text, false, n.children.size(), builtin.min_args, builtin.max_args);
  return say("{} takes at least {} {argument|arguments} plus its options, not {}", n.text, builtin.min_args, given);
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_call(const SyntaxNode& n, Origin* origin) {
  const bool is_member = n.op == TokenKind::scope || n.op == TokenKind::dot;
  if (is_member || n.op == TokenKind::colon || n.op == TokenKind::star) return foreign_->value(*this, n, origin);
  if (!n.template_nodes.empty()) {
    auto values = template_values(n);
    if (!values) return std::nullopt;
    SyntaxNode told = n;
    told.template_args = std::move(*values);
    told.template_nodes.clear();
    return eval_call(told, origin);
  }
  const Builtin* builtin = environment_.function(n.text);
  if (builtin == nullptr && !names_.contains(n.text)) builtin = find_tract_builtin(environment_.functions, n.text);
  if (builtin != nullptr && n.has_arguments && hides_function(n)) builtin = nullptr;
  if (builtin == nullptr) return eval_other_call(n, origin);
  if (!n.has_arguments) {
    return error(n.span, ErrorCode::arguments, say("'{}' is a function and needs its arguments", n.text),
                 say("write {}", environment_.signature(*builtin)));
  }
  const auto outside = [](std::size_t count, int least, int most) {
    return count < static_cast<std::size_t>(least) || count > static_cast<std::size_t>(most);
  };
  // Far too many arguments are not evaluated; a few too many are, because their own errors help the user.
  const SyntaxNode* around = std::exchange(call_, &n);
  auto args = n.children.size() > max_arguments ? std::nullopt : eval_arguments(n);
  call_ = around;
  if (args && n.op == TokenKind::open_bracket) {
    if (const Maybe entry = foreign_->entry(*this, n, *args); entry || own_error_) return entry;
  }
  if (args) builtin = &builtin_for(environment_.functions, *builtin, *args);
  if (outside(n.template_args.size(), builtin->min_template_args, builtin->max_template_args)) {
    return error(
        n.span, ErrorCode::arguments,
        count_message(n.text, true, n.template_args.size(), builtin->min_template_args, builtin->max_template_args),
        say("write {}", environment_.signature(*builtin)));
  }
  if (outside(n.children.size(), builtin->min_args, builtin->max_args)) {
    return error(n.span, ErrorCode::arguments, arguments_message(n, *builtin),
                 say("write {}", environment_.signature(*builtin)));
  }
  if (!args) return std::nullopt;
  return run(*builtin, n.template_args, std::move(*args), n.span, n.children, origin);
}

// Sw<B,M,S>, E<i>, Int<n>, and the application A(c) of a bound layout.
ProgramEvaluator::Maybe ProgramEvaluator::eval_other_call(const SyntaxNode& n, Origin* origin) {
  if (n.children.size() > max_arguments)
    return error(n.span, ErrorCode::arguments, say("{}: {} {argument|arguments}", n.text, n.children.size()),
                 say("give a coordinate"));
  if (n.text == "ArithTuple" && n.has_arguments && n.template_args.empty() && !names_.contains(n.text)) {
    SyntaxNode tuple = {.kind = Syntax::tuple, .span = n.span, .children = n.children};
    const Maybe coordinate = eval_tuple(tuple);
    if (!coordinate) return std::nullopt;
    if (const auto* position = coordinate->as<IntTuple>()) return Iterator{Iterator::Kind::coordinate, *position};
    return error(n.span, ErrorCode::arguments, say("ArithTuple(...) takes integers"),
                 say("write ArithTuple(_0,1) o layout"));
  }
  if (n.text == "Sw" && n.has_arguments && n.template_args.empty()) {  // Swizzle<kBits,3,3>
    const auto numbers = eval_all(n.children);
    if (!numbers) return std::nullopt;
    SyntaxNode swizzle = {.kind = Syntax::call, .span = n.span, .name_span = n.name_span, .text = n.text};
    for (const Value& number : *numbers) {
      if (number.integer() != nullptr) swizzle.template_args.push_back(number.integer()->value);
    }
    if (swizzle.template_args.size() == numbers->size()) return eval_template(swizzle);
    return error(n.span, ErrorCode::arguments, say("a swizzle takes integers"), say("write Swizzle<3,4,3>"));
  }
  Maybe callee;
  if (!n.template_args.empty() || (n.text == "E" && !names_.contains(n.text))) {
    callee = eval_template(n);
  } else {
    callee = eval_name(n);
  }
  if (foreign_ != nullptr && foreign_->is_left_out()) return std::nullopt;
  auto args = eval_all(n.children);
  if (!callee || !n.has_arguments) return callee;
  if (!args) return std::nullopt;
  if (args->empty()) {
    const std::string_view written = applied_text(n.span, n.span.end);
    if (callee->is<Swizzle>())
      return error(n.span, ErrorCode::arguments, say("'{}()' needs a coordinate", written), say("write {}", written),
                   written);
    return error(n.span, ErrorCode::arguments, say("'{}()' needs a coordinate", written), say("write {}(0)", written));
  }
  args->insert(args->begin(), std::move(*callee));
  std::vector<Index> children = n.children;
  children.insert(children.begin(), n.children.front());  // the callee has no node of its own
  Maybe value = run(operation(environment_.functions, "apply"), {}, std::move(*args), n.span, children, origin);
  const auto bound = names_.find(n.text);
  if (value && origin != nullptr) origin->bindings[0] = bound != names_.end() ? bound->second : -1;
  return value;
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_template(const SyntaxNode& n) {
  const auto& t = n.template_args;
  Arith arith;
  if (n.text == "Sw" || n.text == "Swizzle" || (n.text == "S" && !names_.contains(n.text))) {
    if (t.size() != 3 && t.size() != 2)
      return error(n.span, ErrorCode::arguments, say("{} takes 2 or 3 template arguments, not {}", n.text, t.size()),
                   say("write Sw<B,M,S>"));
    const Swizzle swizzle = make_swizzle(arith, t[0], t[1], t.size() == 3 ? t[2] : t[0]);
    if (arith.failed()) return fault(n.span, arith);
    return swizzle;
  }
  if ((n.text == "Int" || n.text == "C") && t.size() == 1) return static_int(t[0]);
  if (n.text == "E") {
    if (t.size() > BasisPath::max_rank ||
        std::any_of(t.begin(), t.end(), [](std::int64_t m) { return m < 0 || m > BasisPath::max_mode; })) {
      return error(
          n.span, ErrorCode::basis,
          say("basis elements can have at most {} modes, each from 0 to {}", BasisPath::max_rank, BasisPath::max_mode));
    }
    Int basis = static_int(1);
    for (const std::int64_t mode : t) basis.set_basis(basis.basis().appended(static_cast<int>(mode)));
    return basis;
  }
  if (names_.contains(n.text))
    return error(n.span, ErrorCode::arguments, say("'{}' takes no <template arguments>", n.text), {});
  return unknown(n);
}

ProgramEvaluator::Maybe ProgramEvaluator::run(const Builtin& named, std::span<const std::int64_t> t,
                                              std::vector<Value> args, Span span, const std::vector<Index>& children,
                                              Origin* origin) {
  const Builtin& builtin = builtin_for(environment_.functions, named, args);
  std::uint64_t load = 1;
  for (const Value& arg : args) load += tree_nodes(arg);
  if (!budget_.take(load * load)) return too_much_work(span);
  Arith arith(&budget_);
  Call call(arith, builtin.name, t, args);
  std::vector<Message> notes;
  call.notes = &notes;
  std::vector<Error> warnings;
  if (!quiet_) call.warnings = &warnings;
  Value value = run_builtin(builtin, call);
  // The printed text grows with the size of a layout, not of the program. It exists already, so its cost is taken in
  // any case.
  if (auto* text = std::get_if<Text>(&value)) {
    const std::uint64_t bytes = text->text.size();
    if (!budget_.take(steps_per_byte * bytes, bytes)) {
      budget_.spend(steps_per_byte * bytes);
      return too_much_work(span);
    }
    if (mode_ == IntegerMode::teaching) text->text = without_underscores(text->text);
  }
  if (arith.failed()) {
    Error e = std::move(arith.error().value());
    // The error marks the right operand if that one does not divide.
    const bool right =
        (e.code == ErrorCode::shape_divisibility || e.code == ErrorCode::stride_divisibility) && children.size() >= 2;
    e.span = right ? node(children[1]).span : span;
    if (e.code == ErrorCode::arguments && e.hint.empty() && !quiet_) fix_call(builtin, call, children, e);
    if ((e.code == ErrorCode::dynamic_value || e.code == ErrorCode::dynamic_stride) && !quiet_)
      fix_dynamic(builtin, call, children, e);
    report({std::move(e)});
    return std::nullopt;
  }
  for (Message& one : notes) note(bound_.empty() ? std::move(one) : say("{}: {}", bound_, std::move(one)));
  for (Error& one : warnings) warn(std::move(one), span);
  if (operations_ != nullptr && builtin.roles.law != roles::Law::none) record(builtin, t, args, value, span);
  if (origin != nullptr) {
    origin->function = builtin.name;
    origin->roles = builtin.roles;
    for (const Index child : children) origin->bindings.push_back(binding_of(child));
    origin->args = std::move(args);
    origin->template_args.assign(t.begin(), t.end());
  }
  return value;
}

}  // namespace stridescope
