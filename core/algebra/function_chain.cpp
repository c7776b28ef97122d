// The tree of a chain and its row, and the operations that follow the tree. Slices are in swizzled.cpp, casts in
// recast.cpp.
#include "core/algebra/function_chain.h"

#include <bit>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void print_function(std::string& out, const void* object, IntegerMode mode) {
  const auto& f = *static_cast<const ComposedFunction*>(object);
  for (const auto& stage : f.stages) {
    if (const auto* swizzle = std::get_if<Swizzle>(&stage.function)) {
      print(out, *swizzle);
    } else {
      print(out, std::get<Layout>(stage.function), mode);
    }
    out.append(" o ");
    print(out, stage.offset, mode);
    out.append(" o ");
  }
  print(out, f.inner);
}

bool equal_functions(const void* a, const void* b) {
  return *static_cast<const ComposedFunction*>(a) == *static_cast<const ComposedFunction*>(b);
}

// The functions of a chain from left to right, the last without an offset.
struct Row {
  std::vector<ComposedLayout::Stage> stages;
  StageFunction last;
};

int length_of(const FunctionChain& chain) { return chain.link() != nullptr ? chain.link()->length : 1; }

void append(Row& out, const FunctionChain& chain) {
  if (const FunctionLink* link = chain.link()) {
    append(out, link->a);
    out.stages.push_back({std::move(out.last), link->offset, length_of(link->a)});
    append(out, link->b);
  } else if (const Swizzle* swizzle = chain.swizzle()) {
    out.last = *swizzle;
  } else {
    out.last = *chain.layout();
  }
}

Row row_of(const Value& value) {
  if (const auto* swizzle = value.as<Swizzle>()) return {{}, *swizzle};
  if (const auto* layout = value.as<Layout>()) return {{}, *layout};
  if (const auto* f = value.as<ComposedFunction>()) return {f->stages, f->inner};
  const auto& composed = *value.as<ComposedLayout>();
  Row out = {composed.outer, composed.b};
  out.stages.push_back({composed.a, composed.offset, composed.group});
  return out;
}

FunctionChain linked(FunctionChain a, SwizzleOffset offset, FunctionChain b) {
  const int length = length_of(a) + length_of(b);
  return {std::make_shared<const FunctionLink>(FunctionLink{std::move(a), std::move(offset), std::move(b), length})};
}

// The functions first ... last of the row. The outermost offset is the last whose A begins at `first`.
FunctionChain tree_of(const Row& row, std::size_t first, std::size_t last) {
  if (first == last) {
    const auto& function = first < row.stages.size() ? row.stages[first].function : row.last;
    if (const auto* swizzle = std::get_if<Swizzle>(&function)) return {*swizzle};
    return {std::get<Layout>(function)};
  }
  std::size_t root = first;
  for (std::size_t i = first; i < last; ++i) {
    if (row.stages[i].group == static_cast<int>(i - first) + 1) root = i;
  }
  return linked(tree_of(row, first, root), row.stages[root].offset, tree_of(row, root + 1, last));
}

bool is_static_zero(const SwizzleOffset& offset) {
  const Int* integer = std::get_if<Int>(&offset);
  return integer != nullptr && integer->is_constant(0);
}

const char* name_of(InverseSide side) { return side == InverseSide::right ? "right_inverse" : "left_inverse"; }

// The integer that a link adds, or null after a fault.
const Int* invertible_offset(Arith& arith, InverseSide side, const FunctionLink& link, const FunctionChain& whole) {
  const Int* offset = std::get_if<Int>(&link.offset);
  if (offset != nullptr) return offset;
  const std::string text = to_text(to_value(whole));
  if (std::holds_alternative<UnsetPointer>(link.offset)) {
    arith.fail(ErrorCode::unsupported,
               say("{}: the pointer of {} is not set, so its address is unknown", name_of(side), text),
               say("as_position_independent_swizzle_layout(L) is the layout without the pointer"));
  } else if (std::holds_alternative<OffsetCoordinate>(link.offset)) {
    arith.fail(ErrorCode::basis,
               say("{}: the offset of {} is a coordinate, which has no inverse", name_of(side), text));
  } else {
    arith.fail(ErrorCode::unsupported,
               say("{}: some bits of the offset of {} are known only at run time", name_of(side), text),
               say("slice with static coordinates"));
  }
  return nullptr;
}

// The swizzle of `Sw o offset o B`, or null.
const Swizzle* swizzle_of(const FunctionLink* link) { return link != nullptr ? link->a.swizzle() : nullptr; }

Int kept_together(const Swizzle& swizzle) { return static_int(std::int64_t{1} << swizzle.base); }

void refuse_common(Arith& arith, const char* what, const FunctionChain& a, const FunctionChain& b) {
  const bool swizzled = swizzle_of(a.link()) != nullptr && swizzle_of(b.link()) != nullptr;
  arith.fail(ErrorCode::unsupported,
             say("{}: not defined for {} and {}", what, to_text(to_value(a)), to_text(to_value(b))),
             swizzled ? say("use max_common_vector") : say("only a swizzle may be on the left of a layout"));
}

}  // namespace

const ObjectKind ComposedFunction::object_kind = {"composed function", &print_function, &equal_functions};

bool is_chain(const Value& value) {
  return value.is<Swizzle>() || value.is<Layout>() || value.is<ComposedLayout>() || value.is<ComposedFunction>();
}

FunctionChain chain_of(Arith& arith, const Value& value) {
  const Row row = row_of(value);
  if (row.stages.size() >= static_cast<std::size_t>(max_chain_length)) {
    arith.fail(ErrorCode::too_large,
               say("a chain of {} {function|functions}; the limit is {}", row.stages.size() + 1, max_chain_length));
    return {};
  }
  return tree_of(row, 0, row.stages.size());
}

Value to_value(const FunctionChain& chain) {
  if (chain.swizzle() != nullptr) return *chain.swizzle();
  if (chain.layout() != nullptr) return *chain.layout();
  Row row;
  append(row, chain);
  if (const auto* swizzle = std::get_if<Swizzle>(&row.last))
    return Object::make(ComposedFunction{std::move(row.stages), *swizzle});
  ComposedLayout out;
  out.b = std::get<Layout>(std::move(row.last));
  out.a = std::move(row.stages.back().function);
  out.offset = std::move(row.stages.back().offset);
  out.group = row.stages.back().group;
  row.stages.pop_back();
  out.outer = std::move(row.stages);
  return out;
}

AnyLayout to_any_layout(const FunctionChain& chain) {
  const Value value = to_value(chain);
  if (const auto* composed = value.as<ComposedLayout>()) return *composed;
  return *value.as<Layout>();
}

FunctionChain join(Arith& arith, const FunctionChain& a, SwizzleOffset offset, const FunctionChain& b) {
  if (const auto* place = std::get_if<OffsetCoordinate>(&offset); place != nullptr && a.swizzle() != nullptr) {
    arith.fail(ErrorCode::basis, say("a swizzle needs an integer offset, not {}", to_text(*place->coordinate)));
    return b;
  }
  if (const int length = length_of(a) + length_of(b); length > max_chain_length) {
    arith.fail(ErrorCode::too_large,
               say("a chain of {} {function|functions}; the limit is {}", length, max_chain_length));
    return b;
  }
  return linked(a, std::move(offset), b);
}

FunctionChain compose(Arith& arith, const FunctionChain& a, SwizzleOffset offset, const FunctionChain& b) {
  if (a.swizzle() != nullptr && a.swizzle()->bits == 0 && is_static_zero(offset) && b.layout() != nullptr) return b;
  return join(arith, a, std::move(offset), b);
}

FunctionChain composition(Arith& arith, const FunctionChain& a, const FunctionChain& b) {
  if (arith.failed()) return b;
  if (const FunctionLink* left = a.link()) return compose(arith, left->a, left->offset, composition(arith, left->b, b));
  const Layout* layout = a.layout();
  if (layout == nullptr) {
    if (b.swizzle() != nullptr) return {composition(arith, *a.swizzle(), *b.swizzle())};
    return compose(arith, a, static_int(0), b);
  }
  if (b.layout() != nullptr) return {composition(arith, LayoutRef(*layout), LayoutRef(*b.layout()))};
  if (b.swizzle() != nullptr) return chain_of(arith, to_value(composition(arith, *layout, *b.swizzle())));
  const FunctionLink& right = *b.link();
  if (!is_static_zero(right.offset) && !std::holds_alternative<UnsetPointer>(right.offset)) {
    arith.fail(ErrorCode::unsupported,
               say("composition: the right layout {} must have the static offset 0", to_text(to_value(b))),
               say("only Sw<B,M,S> o _0 o L can be composed into a layout"));
    return b;
  }
  return composition(arith, composition(arith, a, right.a), right.b);
}

IntTuple apply(Arith& arith, const ComposedFunction& f, const Int& index) {
  IntTuple out = apply(arith, f.inner, index);
  for (std::size_t i = f.stages.size(); i-- > 0 && arith.ok();) out = apply(arith, f.stages[i], out);
  return out;
}

FunctionChain inverse(Arith& arith, InverseSide side, const FunctionChain& of) {
  const FunctionLink* link = of.link();
  if (arith.failed() || of.swizzle() != nullptr) return of;  // a swizzle is an involution
  if (link == nullptr)
    return {side == InverseSide::right ? right_inverse(arith, *of.layout()) : left_inverse(arith, *of.layout())};
  const Int* offset = invertible_offset(arith, side, *link, of);
  if (offset == nullptr) return of;
  const FunctionChain inner = inverse(arith, side, link->b);
  if (link->a.swizzle() != nullptr && offset->is_constant(0)) return composition(arith, inner, link->a);
  return compose(arith, inner, arith.negate(*offset), inverse(arith, side, link->a));
}

Layout max_common_layout(Arith& arith, const FunctionChain& a, const FunctionChain& b) {
  if (a.layout() != nullptr && b.layout() != nullptr)
    return max_common_layout(arith, LayoutRef(*a.layout()), LayoutRef(*b.layout()));
  if (a.layout() != nullptr) return max_common_layout(arith, b, a);
  const Swizzle* swizzle = swizzle_of(a.link());
  if (swizzle == nullptr || b.layout() == nullptr) {
    refuse_common(arith, "max_common_layout", a, b);
    return {};
  }
  // Only the elements that the swizzle does not move are common.
  const Layout common = max_common_layout(arith, a.link()->b, b);
  const Int base = kept_together(*swizzle);
  if (arith.failed() || base.value >= size(arith, common).value) return common;
  return composition(arith, LayoutRef(common), LayoutRef(Layout{base, static_int(1)}));
}

Int max_common_vector(Arith& arith, const FunctionChain& a, const FunctionChain& b) {
  if (a.layout() != nullptr && b.layout() != nullptr)
    return max_common_vector(arith, LayoutRef(*a.layout()), LayoutRef(*b.layout()));
  if (a.layout() != nullptr) return max_common_vector(arith, b, a);
  const Swizzle* swizzle = swizzle_of(a.link());
  const Swizzle* other = swizzle_of(b.link());
  if (swizzle == nullptr || (b.layout() == nullptr && other == nullptr)) {
    refuse_common(arith, "max_common_vector", a, b);
    return static_int(1);
  }
  if (other == nullptr) return arith.min(max_common_vector(arith, a.link()->b, b), kept_together(*swizzle));
  const Int vector = max_common_vector(arith, a.link()->b, b.link()->b);
  if (*swizzle == *other) return vector;
  return arith.min(vector, arith.min(kept_together(*swizzle), kept_together(*other)));
}

Int max_alignment(Arith& arith, const FunctionChain& a) {
  if (a.swizzle() != nullptr) return kept_together(*a.swizzle());
  if (a.layout() != nullptr) return max_alignment(arith, LayoutRef(*a.layout()));
  const FunctionLink& link = *a.link();
  const Swizzle* swizzle = link.a.swizzle();
  if (swizzle == nullptr) return static_int(1);
  Int offset = static_int(1);  // a dynamic offset can be anything
  if (const auto* mixed = std::get_if<MixedBits>(&link.offset)) {
    offset = static_int(std::int64_t{1} << std::countr_zero(mixed->static_bits | mixed->flags));
  } else if (is_static(link.offset)) {
    offset = to_integer(link.offset);
  }
  return arith.gcd(kept_together(*swizzle), arith.gcd(offset, max_alignment(arith, link.b)));
}

Bool equal(Arith& arith, const FunctionChain& a, const FunctionChain& b) {
  if (a.form.index() != b.form.index()) return {false, true};
  if (a.swizzle() != nullptr) return {*a.swizzle() == *b.swizzle(), false};
  if (a.layout() != nullptr) {
    const Bool shapes = equal(arith, a.layout()->shape, b.layout()->shape);
    return both(shapes, equal(arith, a.layout()->stride, b.layout()->stride));
  }
  const FunctionLink& x = *a.link();
  const FunctionLink& y = *b.link();
  const Bool functions = both(equal(arith, x.a, y.a), equal(arith, x.b, y.b));
  return both(functions, equal(arith, to_addend(x.offset), to_addend(y.offset)));
}

bool is_static(const FunctionChain& a) {
  if (a.layout() != nullptr) return a.layout()->is_static();
  const FunctionLink* link = a.link();
  return link == nullptr || (is_static(link->a) && is_static(link->offset) && is_static(link->b));
}

}  // namespace stridescope
