// The engine of derivations: runs the language's functions and records their arguments and results as steps, up to
// limits of depth and number. Failed steps are dropped, and the equation of the step above remains. The derivations of
// single operations are in the other files of this folder, one per topic.
#include "core/explain/explain.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/explain/derivation_builder.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

struct RuleText {
  Term title;
  Term statement;
};

constexpr RuleText rules[] = {
#define STRIDESCOPE_RULE(name, title, statement) {term(title), term(statement)},
#include "core/explain/rules.def"
#undef STRIDESCOPE_RULE
};

struct DerivationRow {
  void (*explain)(DerivationBuilder&, Step&, const Operation&);
  Rule rule;
  bool whole;  // for a whole swizzled layout or tensor, not for the layout in it
};

constexpr DerivationRow derivations[] = {
    {nullptr, Rule::function, true},
#define STRIDESCOPE_DERIVATION(name, function, rule, whole) {&explain_##function, Rule::rule, whole},
#include "core/value/derivations.def"
};

const DerivationRow& row_of(const BuiltinRoles& roles) {
  return derivations[static_cast<std::size_t>(roles.derivation)];
}

BuiltinRoles roles_of(std::string_view function) {
  const Builtin* builtin = find_builtin(function);
  return builtin != nullptr ? builtin->roles : BuiltinRoles{};
}

// The layout under a swizzle or an iterator; null without one.
const Layout* wrapped_layout(const Value& value) {
  if (const auto* composed = value.as<ComposedLayout>()) return &composed->b;
  if (const auto* tensor = value.as<Tensor>()) return &domain_layout(tensor->layout);
  return nullptr;
}

std::uint64_t load_of(const Value& value) {
  if (const auto* t = value.as<IntTuple>()) return t->ref().node_count();
  if (const auto* a = value.as<Layout>()) return 2 * std::uint64_t{a->shape.ref().node_count()};
  if (const Layout* a = wrapped_layout(value)) return 2 * std::uint64_t{a->shape.ref().node_count()};
  if (const auto* pair = value.as<ValueTuple>()) {
    std::uint64_t sum = 1;
    for (const Value& mode : pair->modes) sum += load_of(mode);
    return sum;
  }
  return 1;
}

// CuTe computes with negative extents, but the language cannot write them.
bool writable(const Value& value) {
  const auto* layout = value.as<Layout>();
  if (layout == nullptr) return true;
  const TupleRef shape = layout->shape;
  return std::all_of(shape.nodes(), shape.nodes() + shape.node_count(),
                     [](const Node& node) { return node.integer.value >= 0; });
}

void state(Step& step, Rule rule, std::string_view function) {
  if (rule == Rule::function) rule = row_of(roles_of(function)).rule;
  step.rule = rules[static_cast<std::size_t>(rule)].title;
  step.statement = rules[static_cast<std::size_t>(rule)].statement;
  if (rule != Rule::function) return;
  step.rule = Message::verbatim(function);
  if (const Builtin* builtin = find_builtin(function)) step.statement = documentation_of(*builtin).doc;
}

}  // namespace

Value tiler_mode(const Value& tiler, int i) {
  if (const auto* pair = tiler.as<ValueTuple>()) return pair->modes[static_cast<std::size_t>(i)];
  return IntTuple((*tiler.as<IntTuple>())[i]);
}

int tiler_modes(const Value& tiler) {
  if (const auto* pair = tiler.as<ValueTuple>()) return static_cast<int>(pair->modes.size());
  const auto* tuple = tiler.as<IntTuple>();
  return tuple != nullptr && tuple->is_tuple() ? tuple->rank() : -1;
}

Layout DerivationBuilder::layout(const Value& value) {
  if (const auto* layout = value.as<Layout>()) return *layout;
  failed_ = true;
  return {};
}

TupleRef DerivationBuilder::tuple(const Value& value) {
  if (const auto* tuple = value.as<IntTuple>()) return *tuple;
  failed_ = true;
  static const IntTuple none;
  return none;
}

void DerivationBuilder::set_text(Step& step, std::string expression, const Value& value) const {
  step.expression = std::move(expression);
  step.value = text(value);
  for (std::string* part : {&step.expression, &step.value}) {
    if (part->size() <= max_step_text) continue;
    part->resize(max_step_text);
    part->append("...");
    step.exact = false;
  }
}

std::string DerivationBuilder::expression(std::string_view function, const Values& args, const Templates& t) const {
  if (args.size() == 2) {
    const bool layouts = args[0].is<Layout>() && args[1].is<Layout>();
    const roles::Notation notation = roles_of(function).notation;
    if (notation == roles::Notation::composed && layouts) return cat(text(args[0]), " o ", text(args[1]));
    if (function == shape_mod_origin) return cat(text(args[0]), " % ", text(args[1]));
    if (notation == roles::Notation::divided && args[0].integer() == nullptr && args[1].integer() != nullptr)
      return cat(text(args[0]), " / ", text(args[1]));
  }
  std::string out(function);
  for (std::size_t i = 0; i < t.size(); ++i) append_all(out, i == 0 ? '<' : ',', t[i]);
  if (!t.empty()) out.push_back('>');
  for (std::size_t i = 0; i < args.size(); ++i) append_all(out, i == 0 ? "(" : ", ", text(args[i]));
  out.append(args.empty() ? "()" : ")");
  return out;
}

// True if the function accepts that many arguments, by its row in builtins.def.
static bool takes(const Builtin& builtin, std::size_t count) {
  return count >= static_cast<std::size_t>(builtin.min_args) && count <= static_cast<std::size_t>(builtin.max_args);
}

Value DerivationBuilder::silent(std::string_view function, Values args, Templates t) {
  std::uint64_t load = 1;
  for (const Value& arg : args) load += load_of(arg);
  failed_ = failed_ || !budget_.take(saturating_product(load, load));
  if (failed_) return static_int(0);
  Arith arith(&budget_);
  Value value = static_int(0);
  if (function == shape_mod_origin) {
    const Int* by = args.size() == 2 ? args[1].integer() : nullptr;
    if (by != nullptr) value = shape_mod(arith, tuple(args[0]), *by);
    failed_ = failed_ || by == nullptr;
  } else if (const Builtin* builtin = find_builtin(function); builtin != nullptr && takes(*builtin, args.size())) {
    value = builtin->run(Call(arith, builtin->name, t, args));
  } else {
    failed_ = true;
  }
  if (arith.ok() && !failed_) return value;
  failed_ = true;
  return static_int(0);
}

Value DerivationBuilder::run(Step& step, Rule rule, std::string_view function, const Values& args, const Templates& t) {
  if (++steps_ > max_steps) failed_ = true;
  Value value = silent(function, args, t);
  if (failed_) return value;
  state(step, rule, function);
  set_text(step, expression(function, args, t), value);
  step.exact = step.exact && std::all_of(args.begin(), args.end(), writable);
  return value;
}

bool DerivationBuilder::open(Step& step) {
  if (depth_ < max_explain_depth && !failed_) {
    ++depth_;
    return true;
  }
  step.cut = true;
  return false;
}

// Drops failed steps and steps beyond the limits; the step's own equation remains.
void DerivationBuilder::close(Step& step) {
  --depth_;
  if (!failed_ && arith_.ok()) return;
  failed_ = false;
  arith_ = Arith();
  step.steps.clear();
  step.cut = true;
}

Value DerivationBuilder::call(Step& parent, Rule rule, std::string_view function, const Values& args, Message why,
                              const Templates& t) {
  Step step;
  Value value = run(step, rule, function, args, t);
  if (failed_) return value;
  if (rule == Rule::function) expand(step, function, args, t, value);
  if (!why.empty()) step.why = std::move(why);
  parent.steps.push_back(std::move(step));
  return value;
}

void DerivationBuilder::expand(Step& step, std::string_view function, const Values& args, const Templates& t,
                               const Value& value) {
  const BuiltinRoles roles = roles_of(function);
  const DerivationRow& derivation = row_of(roles);
  if (derivation.explain == nullptr || args.empty() || !open(step)) return;
  const Layout* inner = wrapped_layout(args[0]);
  if (inner != nullptr && !derivation.whole) {
    Values rest = args;
    rest[0] = *inner;
    step.why = args[0].is<Tensor>() ? say("the iterator stays; the layout changes")
                                    : say("the swizzle stays in front; the layout under it changes");
    derive(step, function, rest, {}, t);
  } else {
    derivation.explain(*this, step, {function, roles, t, args, value});
  }
  close(step);
}

Step DerivationBuilder::explain(const Explained& what) {
  Step root;
  const Values args(what.args.begin(), what.args.end());
  const Templates t(what.template_args.begin(), what.template_args.end());
  if (!what.function.empty() && what.function != composed_origin) {
    state(root, Rule::function, what.function);
    set_text(root, expression(what.function, args, t), what.value);
    expand(root, what.function, args, t, what.value);
    return root;
  }
  const std::string written = text(what.value);
  set_text(root, written, what.value);
  state(root, Rule::layout, {});
  const Layout* domain = what.value.is<Layout>() ? what.value.as<Layout>() : wrapped_layout(what.value);
  if (domain == nullptr || what.value.is<Tensor>()) {
    root.rule = kind_word(what.value);
    root.statement = say("The value as written.");
    return root;
  }
  const Int count = size(arith_, *domain);
  if (arith_.failed() || count.value < 1 || !open(root)) return root;
  root.why = say("{} {coordinate|coordinates}; the last one, for example:", count.value);
  Values call;  // not an initializer list: g++ 12 reports a false free in it
  call.push_back(what.value);
  call.push_back(Int{count.value - 1, {}, mode_ == IntegerMode::teaching});
  derive(root, "apply", call);
  close(root);
  return root;
}

Step explain(const Explained& what, IntegerMode mode) { return DerivationBuilder(mode).explain(what); }

}  // namespace stridescope
