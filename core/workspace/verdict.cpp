// Verdicts on the operations of a binding, and the static and the dynamic form of each result.
#include "core/verdicts/verdict.h"

#include <algorithm>

#include "core/algebra/leaves.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/facts/pointwise.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/value/print.h"
#include "core/verdicts/verdict_parts.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

IntTuple with_integers(TupleRef t, bool is_static) {
  Arith arith;
  return with_leaves(arith, t, [&](TupleBuilder& out, TupleRef leaf) {
    if (leaf.is_any()) return out.any();
    Int value = leaf.integer();
    value.is_static = is_static;
    out.integer(value);
  });
}

Layout with_integers(const Layout& a, bool is_static) {
  return {with_integers(a.shape.ref(), is_static), with_integers(a.stride.ref(), is_static)};
}

SwizzleOffset with_integers(SwizzleOffset offset, bool is_static) {
  if (Int* integer = std::get_if<Int>(&offset)) integer->is_static = is_static;
  if (const auto* place = std::get_if<OffsetCoordinate>(&offset))
    return to_offset(with_integers(place->coordinate->ref(), is_static));
  return offset;
}

AnyLayout with_integers(const AnyLayout& layout, bool is_static) {
  if (const auto* plain = std::get_if<Layout>(&layout)) return with_integers(*plain, is_static);
  ComposedLayout out = std::get<ComposedLayout>(layout);
  out.b = with_integers(out.b, is_static);
  out.offset = with_integers(out.offset, is_static);
  if (const auto* a = std::get_if<Layout>(&out.a)) out.a = with_integers(*a, is_static);
  for (auto& stage : out.outer) {
    stage.offset = with_integers(stage.offset, is_static);
    if (const auto* a = std::get_if<Layout>(&stage.function)) stage.function = with_integers(*a, is_static);
  }
  return out;
}

// A copy of the value with all integers static, or all dynamic.
Value with_integers(const Value& value, bool is_static) {
  if (const auto* tuple = value.as<IntTuple>()) return with_integers(tuple->ref(), is_static);
  if (const auto* layout = value.as<Layout>()) return with_integers(*layout, is_static);
  if (const auto* composed = value.as<ComposedLayout>())
    return to_value(with_integers(AnyLayout(*composed), is_static));
  if (const auto* tensor = value.as<Tensor>()) return Tensor{tensor->data, with_integers(tensor->layout, is_static)};
  if (const auto* tuple = value.as<ValueTuple>()) {
    ValueTuple out;
    for (const Value& mode : tuple->modes) out.modes.push_back(with_integers(mode, is_static));
    return out;
  }
  return value;
}

struct Form {
  Value value;
  std::optional<Error> refused;
};

Form form_of(const RecordedOperation& operation, const Builtin& builtin, bool is_static) {
  std::vector<Value> args;
  args.reserve(operation.args.size());
  for (const Value& arg : operation.args) args.push_back(with_integers(arg, is_static));
  Arith arith;
  Form out;
  out.value = builtin.run(Call(arith, builtin.name, operation.template_args, args));
  if (arith.failed()) out.refused = std::move(arith.error().value());
  return out;
}

Message text_of(const Form& form, IntegerMode mode) {
  return form.refused ? say("refused: {}", form.refused->message) : Message::verbatim(to_text(form.value, mode));
}

std::vector<BasisPath> paths_of(const Layout& a) {
  std::vector<BasisPath> out;
  for (std::uint32_t i = 0; i < a.stride.ref().node_count(); ++i) {
    const Node& node = a.stride.ref().nodes()[i];
    if (node.kind == NodeKind::integer && std::find(out.begin(), out.end(), node.integer.basis()) == out.end())
      out.push_back(node.integer.basis());
  }
  return out;
}

// Do both map every 1-D coordinate to the same offset? The swizzles around them must be equal.
std::optional<bool> same_function(const Value& a, const Value& b, std::int64_t most) {
  const Layout* x = domain_of(a);
  const Layout* y = domain_of(b);
  if (x == nullptr || y == nullptr) return std::nullopt;
  const auto size = domain_size(a);
  if (!size || !domain_size(b)) return std::nullopt;
  if (size != domain_size(b)) return false;
  std::vector<BasisPath> paths = paths_of(*x);
  for (const BasisPath& path : paths_of(*y)) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
  for (const BasisPath& path : paths) {
    const auto found =
        verdicts::compare({{verdicts::modes_of(*x, path), {}}}, {{verdicts::modes_of(*y, path), {}}}, *size, most);
    if (found.outcome == verdicts::Comparison::Outcome::different) return false;
    if (found.outcome != verdicts::Comparison::Outcome::equal) return std::nullopt;
  }
  return true;
}

// Counts the leaves with this property.
template <class Property>
int leaves_with(const Value& value, Property&& property) {
  const Layout* layout = domain_of(value);
  int out = 0;
  for (std::uint32_t i = 0; layout != nullptr && i < layout->shape.ref().node_count(); ++i) {
    const Node& extent = layout->shape.ref().nodes()[i];
    out += extent.kind != NodeKind::tuple && property(extent.integer);
  }
  return out;
}

Message why_refused(const RecordedOperation& operation, const Error& error, bool is_static) {
  if (is_static) {
    switch (error.code) {
      case ErrorCode::shape_divisibility:
      case ErrorCode::stride_divisibility:
      case ErrorCode::divisibility:
        return say("divisibility is checked only if both integers are static");
      case ErrorCode::not_injective:
        return say("overlap is detected only if the integers are static");
      default:
        return say("the static integers are checked, the dynamic ones are not");
    }
  }
  switch (error.code) {
    case ErrorCode::dynamic_stride:
      return say("{} needs static strides to order the modes", operation.function);
    case ErrorCode::not_adjacent:
      return say("downcast widens the mode of static stride _1");
    case ErrorCode::division_by_zero:
      return say("a dynamic stride 0 divides by zero, a static _0 is left out");
    default:
      return say("{} needs integers known at compile time", operation.function);
  }
}

Message why_different(const RecordedOperation& operation, const Value& static_value, const Value& dynamic_value,
                      bool same) {
  const roles::Law law = operation.roles.law;
  if (law == roles::Law::right_inverse) return say("a dynamic stride is skipped");
  if (law == roles::Law::max_common_layout || law == roles::Law::max_common_vector)
    return say("only a static identity prefix is common");
  if (law == roles::Law::nullspace) return say("only a static stride _0 counts");
  if ((law == roles::Law::upcast || law == roles::Law::recast) && !same)
    return say("a static stride shrinks its mode or must divide; a dynamic one is divided with its remainder dropped");
  if (law == roles::Law::downcast) return say("only a mode of static stride _1 is widened");
  const bool merges = law == roles::Law::coalesce || law == roles::Law::filter;
  Message out;
  const auto add = [&](const Message& rule) { out = out.empty() ? rule : say("{}; {}", out, rule); };
  const auto ones = [](const Int& extent) { return extent.value == 1; };
  const auto others = [](const Int& extent) { return extent.value != 1; };
  if (leaves_with(dynamic_value, ones) > leaves_with(static_value, ones))
    add(say("a static mode of size 1 is dropped, a dynamic one stays"));
  if (law == roles::Law::filter && !same) add(say("only modes of static stride _0 are dropped"));
  if (merges && leaves_with(dynamic_value, others) != leaves_with(static_value, others)) {
    add(say("neighbors are merged only if their integers are static"));
  } else if (law != roles::Law::complement && !merges &&
             (!same || leaves_with(dynamic_value, others) != leaves_with(static_value, others))) {
    add(say("A is coalesced first, which merges only static modes"));
  }
  if (!same && !merges && law != roles::Law::complement)
    add(say("divisibility is checked only if both integers are static"));
  if (law == roles::Law::complement && out.empty())
    add(say("a static mode of size 1 is dropped, a dynamic one keeps its stride"));
  if (out.empty()) add(say("static and dynamic neighbors are not merged with each other"));
  return out;
}

std::optional<IntegerForms> forms_of(const RecordedOperation& operation, IntegerMode mode, std::int64_t most) {
  const Builtin* builtin = find_builtin(operation.function);
  if (builtin == nullptr) return std::nullopt;
  const Form fixed = form_of(operation, *builtin, true);
  const Form open = form_of(operation, *builtin, false);
  // Equal except for the marks of static integers.
  if (!fixed.refused && !open.refused &&
      to_text(fixed.value, IntegerMode::teaching) == to_text(open.value, IntegerMode::teaching))
    return std::nullopt;
  IntegerForms out = {text_of(fixed, mode), text_of(open, mode), std::nullopt, {}};
  if (fixed.refused) {
    out.why = why_refused(operation, *fixed.refused, true);
    if (open.refused) out.why = say("{}; {}", out.why, why_refused(operation, *open.refused, false));
  } else if (open.refused) {
    // The given form mixes static and dynamic integers, so it can also differ from the static form.
    out.why = why_refused(operation, *open.refused, false);
    out.same_function = same_function(fixed.value, operation.result, most);
    if (out.same_function == false)
      out.why = say("{}; {}", out.why, why_different(operation, fixed.value, operation.result, false));
  } else {
    out.same_function = same_function(fixed.value, open.value, most);
    if (fixed.value.is<IntTuple>()) out.same_function = false;
    out.why = why_different(operation, fixed.value, open.value, out.same_function.value_or(true));
  }
  return out;
}

std::string collapsed(std::string_view text) {
  constexpr std::size_t most = 160;
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out.push_back(blank ? ' ' : c);
    if (out.size() > most && (static_cast<unsigned char>(c) & 0x80) == 0) return out + "...";
  }
  return out;
}

}  // namespace

Result<std::vector<OperationVerdict>> Workspace::verdict(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  if (!operations_) {
    operations_.emplace();
    Budget budget = program_budget_;  // the same budget, so that it gets equally far
    stridescope::evaluate(program_, report_.mode, *operations_, budget);
  }
  std::vector<OperationVerdict> out;
  Budget coordinates = max_verdict_budget;
  for (const RecordedOperation& operation : *operations_) {
    if (operation.binding != static_cast<std::size_t>(binding)) continue;
    const std::int64_t most =
        std::clamp(static_cast<std::int64_t>(coordinates.steps_left()), least_tried, verdicts::max_tried);
    OperationVerdict next;
    next.function = operation.function;
    next.span = operation.span;
    next.source =
        collapsed(std::string_view(program_).substr(operation.span.begin, operation.span.end - operation.span.begin));
    next.result = to_text(operation.result, report_.mode);
    next.verdict = check_law({operation.function, operation.roles, operation.template_args, operation.args},
                             operation.result, most);
    next.forms = forms_of(operation, report_.mode, most);
    coordinates.spend(
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(domain_size(operation.result).value_or(0), 0, most)));
    out.push_back(std::move(next));
  }
  return out;
}

}  // namespace stridescope
