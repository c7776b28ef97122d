// Common parts of the laws: operands as sums of terms, sizes that may not fit 64 bits, and the text of a verdict. A
// violation always ends with a counterexample that a user can check by hand.
#include "core/verdicts/verdict_parts.h"

#include <algorithm>
#include <cstdlib>

#include "core/algebra/function_chain.h"
#include "core/base/checked.h"
#include "core/base/strides.h"

namespace stridescope::verdicts {
namespace {

constexpr std::size_t max_steps = 64;
constexpr std::size_t max_equations = 32;

// False of what is not a function of integers.
bool append_stage(std::vector<Step>& out, const ComposedLayout::Stage& stage) {
  if (std::holds_alternative<OffsetCoordinate>(stage.offset)) return false;
  const std::int64_t offset = to_integer(stage.offset).value;
  if (offset != 0) out.push_back({Step::Kind::add, offset, {}, {}});
  if (const auto* swizzle = std::get_if<Swizzle>(&stage.function)) {
    if (swizzle->bits != 0) out.push_back({Step::Kind::swizzle, 0, *swizzle, {}});
    return true;
  }
  const auto& layout = std::get<Layout>(stage.function);
  if (!is_plain(layout)) return false;
  out.push_back({Step::Kind::layout, 0, {}, modes_of(layout)});
  return true;
}

std::optional<Operand> operand_of(const ComposedLayout& layout) {
  Operand out = {&layout.b, {}};
  if (layout.outer.size() > max_steps || !is_plain(layout.b)) return std::nullopt;
  if (!append_stage(out.steps, {layout.a, layout.offset})) return std::nullopt;
  for (std::size_t i = layout.outer.size(); i-- > 0;) {
    if (!append_stage(out.steps, layout.outer[i])) return std::nullopt;
  }
  return out;
}

std::optional<Operand> operand_of(const ComposedFunction& function) {
  Operand out;
  if (function.stages.size() > max_steps) return std::nullopt;
  if (function.inner.bits != 0) out.steps.push_back({Step::Kind::swizzle, 0, function.inner, {}});
  for (std::size_t i = function.stages.size(); i-- > 0;) {
    if (!append_stage(out.steps, function.stages[i])) return std::nullopt;
  }
  return out;
}

std::string natural_text(std::int64_t at, TupleRef domain) {
  Arith arith;
  const IntTuple natural = idx2crd(arith, IntTuple(dynamic_int(at)), domain);
  return arith.failed() ? std::string() : to_text(natural, IntegerMode::teaching);
}

// An output as CuTe prints a coordinate: an integer, or an arithmetic tuple.
Message output_text(const std::vector<Equation>& equations, std::int64_t at, bool got) {
  Arith arith;
  IntTuple sum = static_int(0);
  for (const Equation& e : equations) {
    sum = add(arith, sum, IntTuple(Int(value_at(got ? e.got : e.should, at), e.path, true)));
  }
  sum = as_arithmetic_tuple(arith, sum);
  return Message::verbatim(arith.failed() ? std::string("?") : to_text(sum, IntegerMode::teaching));
}

}  // namespace

std::optional<Operand> operand(const Value& value) {
  if (const auto* layout = value.as<Layout>()) return Operand{layout, {}};
  if (const auto* composed = value.as<ComposedLayout>()) return operand_of(*composed);
  if (const auto* function = value.as<ComposedFunction>()) return operand_of(*function);
  if (const auto* swizzle = value.as<Swizzle>()) {
    Operand out;
    if (swizzle->bits != 0) out.steps.push_back({Step::Kind::swizzle, 0, *swizzle, {}});
    return out;
  }
  if (const auto* tensor = value.as<Tensor>()) {
    if (const auto* layout = std::get_if<Layout>(&tensor->layout)) return Operand{layout, {}};
    return operand_of(std::get<ComposedLayout>(tensor->layout));
  }
  return std::nullopt;
}

bool append_path(BasisPath& path, int mode) {
  if (path.rank() == BasisPath::max_rank || mode > BasisPath::max_mode) return false;
  path = path.appended(mode);
  return true;
}

bool append_leaves(Leaves& out, LayoutRef layout, BasisPath below) {
  for (std::uint32_t i = 0; i < layout.shape.node_count(); ++i) {
    const Node& extent = layout.shape.nodes()[i];
    if (extent.kind == NodeKind::tuple) continue;
    const Int& stride = layout.stride.nodes()[i].integer;
    BasisPath path = below;
    for (int level = 0; level < stride.basis().rank(); ++level) {
      if (!append_path(path, stride.basis()[level])) return false;
    }
    out.push_back({extent.integer.value, stride.value, path});
  }
  return true;
}

void append_identity(Leaves& out, TupleRef shape, BasisPath below) {
  std::int64_t stride = 1;
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& extent = shape.nodes()[i];
    if (extent.kind == NodeKind::tuple) continue;
    out.push_back({extent.integer.value, stride, below});
    if (mul_overflows(stride, extent.integer.value, stride)) stride = 0;  // the size is then beyond 64 bits, too
  }
}

std::int64_t count(const Leaves& leaves) {
  std::int64_t out = 1;
  for (const Leaf& leaf : leaves) {
    if (mul_overflows(out, leaf.extent, out)) return -1;
  }
  return out;
}

LinearModes part(const Leaves& leaves, BasisPath path) {
  LinearModes out;
  for (const Leaf& leaf : leaves) out.push_back({leaf.extent, leaf.path == path ? leaf.stride : 0});
  return out;
}

LinearModes modes_of(LayoutRef layout, BasisPath path) {
  LinearModes out;
  for (std::uint32_t i = 0; i < layout.shape.node_count(); ++i) {
    const Node& extent = layout.shape.nodes()[i];
    const Int& stride = layout.stride.nodes()[i].integer;
    if (extent.kind != NodeKind::tuple)
      out.push_back({extent.integer.value, stride.basis() == path ? stride.value : 0});
  }
  return out;
}

LinearModes identity(std::int64_t size) {
  LinearModes out;
  out.push_back({size, 1});
  return out;
}

std::vector<BasisPath> paths_of(const Leaves& leaves) {
  std::vector<BasisPath> out;
  for (const Leaf& leaf : leaves) {
    if (leaf.stride != 0 && std::find(out.begin(), out.end(), leaf.path) == out.end()) out.push_back(leaf.path);
  }
  return out;
}

bool is_plain(LayoutRef layout) { return !layout.stride.has_basis(); }

namespace {

bool has_step(const Operand& o, Step::Kind kind) {
  return std::any_of(o.steps.begin(), o.steps.end(), [&](const Step& step) { return step.kind == kind; });
}

}  // namespace

bool has_layout_step(const Operand& o) { return has_step(o, Step::Kind::layout); }
bool has_swizzle_step(const Operand& o) { return has_step(o, Step::Kind::swizzle); }

std::optional<Operand> plain_operand(const Value& value) {
  auto out = operand(value);
  if (out && out->domain != nullptr && !is_plain(*out->domain)) return std::nullopt;
  return out;
}

std::optional<std::int64_t> size_of(TupleRef shape) {
  std::int64_t out = 1;
  bool empty = false;
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& extent = shape.nodes()[i];
    if (extent.kind == NodeKind::tuple) continue;
    empty |= extent.integer.value == 0;
    if (extent.integer.value != 0 && mul_overflows(out, extent.integer.value, out)) return std::nullopt;
  }
  return empty ? 0 : out;
}

std::optional<std::int64_t> cosize_of(const Leaves& leaves) {
  std::int64_t out = 1;
  for (const Leaf& leaf : leaves) {
    if (leaf.extent == 0) return 0;
    std::int64_t reach = 0;
    if (leaf.stride == std::numeric_limits<std::int64_t>::min() ||
        mul_overflows(leaf.extent - 1, std::abs(leaf.stride), reach) || add_overflows(out, reach, out)) {
      return std::nullopt;
    }
  }
  return out;
}

bool refines(TupleRef coarse, TupleRef fine) {
  if (!coarse.is_tuple()) return coarse.is_integer() && size_of(fine) == coarse.integer().value;
  if (!fine.is_tuple() || coarse.size() != fine.size()) return false;
  auto mode = fine.begin();
  for (const TupleRef c : coarse) {
    if (!refines(c, *mode)) return false;
    ++mode;
  }
  return true;
}

std::optional<LayoutRef> at_path(LayoutRef layout, BasisPath path) {
  for (int level = 0; level < path.rank(); ++level) {
    if (path[level] >= layout.rank()) return std::nullopt;
    layout = layout[path[level]];
  }
  return layout;
}

std::optional<IntTuple> shape_of(const Value& value) {
  if (const auto* tuple = value.as<IntTuple>()) return *tuple;
  if (const auto found = operand(value); found && found->domain != nullptr) return found->domain->shape;
  return std::nullopt;
}

bool is_staircase(LinearModes modes) {
  std::int64_t span = 0;
  for (std::uint32_t i = 0; i < modes.size(); ++i) {
    std::uint32_t next = i;
    for (std::uint32_t j = i + 1; j < modes.size(); ++j) {
      if (magnitude(modes[j].stride) < magnitude(modes[next].stride)) next = j;
    }
    std::swap(modes[i], modes[next]);
    const std::int64_t stride = magnitude(modes[i].stride);
    if (stride == 0 || modes[i].extent <= 1) continue;
    std::int64_t reach = 0;
    if (stride <= span || mul_overflows(stride, modes[i].extent - 1, reach) || add_overflows(span, reach, span))
      return false;
  }
  return true;
}

bool any_negative(const LinearModes& modes) {
  return std::any_of(modes.begin(), modes.end(),
                     [](const LinearMode& mode) { return mode.stride < 0 && mode.extent > 1; });
}

Verdict satisfied(const Context& context, std::int64_t size) {
  Verdict out;
  out.status = LawStatus::satisfied;
  out.law = context.law;
  out.text = say("satisfied");
  const std::int64_t tried = std::min(context.most, max_tried);
  if (size == 1) {
    out.checked = say("the only coordinate");
  } else if (size <= tried) {
    out.checked = say("all {} {coordinate|coordinates}", size);
  } else {
    out.checked = say("sample of {} of {} {coordinate|coordinates} plus symbolic conditions",
                      std::min(size, 4 * sample_block), size);
  }
  return out;
}

Verdict violated(const Context& context, Message what, Cause cause, Message explanation) {
  Verdict out;
  out.status = LawStatus::violated;
  out.law = context.law;
  out.text = say("violated: {}", what);
  out.cause = cause;
  out.explanation = std::move(explanation);
  return out;
}

Verdict violated_at(const Context& context, std::int64_t at, TupleRef domain, Message got, Message should_be,
                    Cause cause, Message explanation) {
  Verdict out = violated(context, {}, cause, std::move(explanation));
  out.text = say("violated at {}: got {}, should be {}", at, got, should_be);
  out.at = at;
  out.natural = natural_text(at, domain);
  out.got = std::move(got);
  out.should_be = std::move(should_be);
  return out;
}

Verdict misfits(const Context& context, const std::vector<Equation>& equations, const Misfit& misfit, std::int64_t size,
                TupleRef domain, Explained why) {
  bool known = !equations.empty() && equations.size() <= max_equations && size > 0;
  for (std::size_t i = 0; known && i < equations.size(); ++i) {
    const Sum& side = misfit.missing ? equations[i].should : equations[i].got;
    const auto outcome = compare(side, side, size, 1).outcome;
    known = outcome != Comparison::Outcome::overflow && outcome != Comparison::Outcome::empty_mode;
  }
  if (!known) return violated(context, misfit.note, why.cause, std::move(why.text));
  const Message value = output_text(equations, misfit.at, !misfit.missing);
  const Message none = say("no coordinate");
  Verdict out = violated_at(context, misfit.at, domain, misfit.missing ? none : value, misfit.missing ? value : none,
                            why.cause, std::move(why.text));
  out.text = say("{} ({})", out.text, misfit.note);
  return out;
}

Verdict wrong_size(const Context& context, const std::vector<Equation>& equations, std::int64_t got,
                   std::int64_t should, Explained why) {
  const Misfit misfit = {std::min(got, should), got < should, say("the size is {}, should be {}", got, should)};
  const std::int64_t size = std::max(got, should);
  return misfits(context, equations, misfit, size, IntTuple(dynamic_int(size)), std::move(why));
}

Verdict not_checked(const Context& context, Message why) {
  Verdict out;
  out.law = context.law;
  out.text = say("not checked: {}", why);
  return out;
}

Verdict judge_equations(const Context& context, const std::vector<Equation>& equations, std::int64_t size,
                        TupleRef domain) {
  using Outcome = Comparison::Outcome;
  if (equations.size() > max_equations)
    return not_checked(context, say("the offsets have more than {} components", max_equations));
  Comparison first;
  bool undecided = false;
  for (const Equation& e : equations) {
    const Comparison found = compare(e.got, e.should, size, context.most);
    if (found.outcome == Outcome::overflow) return not_checked(context, say("offsets do not fit 62 bits"));
    if (found.outcome == Outcome::empty_mode)
      return not_checked(context, say("a layout with an extent of 0 or less does not have offsets"));
    undecided |= found.outcome == Outcome::undecided;
    const bool earlier = first.outcome != Outcome::different || found.at < first.at;
    if (found.outcome == Outcome::different && earlier) first = found;
  }
  if (first.outcome == Outcome::different) {
    return violated_at(context, first.at, domain, output_text(equations, first.at, true),
                       output_text(equations, first.at, false), Cause::other);
  }
  if (undecided) {
    return not_checked(
        context,
        say("no violation in a sample of {} of {} {coordinate|coordinates}, but the symbolic conditions do not decide",
            std::min(size, 4 * sample_block), size));
  }
  return satisfied(context, size);
}

}  // namespace stridescope::verdicts
