// Functions of integers that are chains of layouts and swizzles, and their inverses: A o offset o B is turned around
// one link at a time, inverse(B) o -offset o inverse(A), which is how CuTe inverts a swizzled layout with an offset.
// What a chain is in the end, a layout, a composed layout or only a function, is decided by its innermost link.
#include "core/algebra/composed_function.h"

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

using Function = std::variant<Swizzle, Layout>;

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

// A value as functions, outermost first, and the integers that are added between them.
struct Chain {
  std::vector<Function> functions;
  std::vector<Int> offsets;
};

const char* name_of(InverseSide side) { return side == InverseSide::right ? "right_inverse" : "left_inverse"; }

bool add_stage(Arith& arith, InverseSide side, const ComposedLayout::Stage& stage, const Value& whole, Chain& out) {
  const Int* offset = std::get_if<Int>(&stage.offset);
  if (offset == nullptr) {
    const bool unset = std::holds_alternative<UnsetPointer>(stage.offset);
    arith.fail(
        ErrorCode::unsupported,
        unset ? say("{}: {} lacks its pointer, so the address that it adds is unknown", name_of(side), to_text(whole))
              : say("{}: some bits of the offset of {} are known only at run time", name_of(side), to_text(whole)),
        unset ? say("as_position_independent_swizzle_layout(L) is the layout without the pointer")
              : say("slice with static coordinates"));
    return false;
  }
  out.functions.push_back(stage.function);
  out.offsets.push_back(*offset);
  return true;
}

bool chain_of(Arith& arith, InverseSide side, const Value& value, Chain& out) {
  if (const auto* f = value.as<ComposedFunction>()) {
    for (const auto& stage : f->stages) {
      if (!add_stage(arith, side, stage, value, out)) return false;
    }
    out.functions.emplace_back(f->inner);
    return true;
  }
  const auto& composed = *value.as<ComposedLayout>();
  for (const auto& stage : composed.outer) {
    if (!add_stage(arith, side, stage, value, out)) return false;
  }
  if (!add_stage(arith, side, {composed.a, composed.offset}, value, out)) return false;
  out.functions.emplace_back(composed.b);
  return true;
}

Layout invert(Arith& arith, InverseSide side, const Layout& a) {
  return side == InverseSide::right ? right_inverse(arith, a) : left_inverse(arith, a);
}

}  // namespace

const ObjectKind ComposedFunction::object_kind = {"composed function", &print_function, &equal_functions};

IntTuple apply(Arith& arith, const ComposedFunction& f, const Int& index) {
  IntTuple out = apply(arith, f.inner, index);
  for (std::size_t i = f.stages.size(); i-- > 0 && arith.ok();) {
    const auto& stage = f.stages[i];
    const IntTuple at = add(arith, IntTuple(to_integer(stage.offset)), out);
    if (arith.failed()) break;
    if (const auto* layout = std::get_if<Layout>(&stage.function)) {
      out = apply(arith, *layout, at);
    } else if (at.is_integer() && at.integer().is_plain()) {
      out = apply(arith, std::get<Swizzle>(stage.function), at.integer());
    } else {
      arith.fail(ErrorCode::basis, say("a swizzle needs an integer offset, not {}", to_text(at)));
    }
  }
  return out;
}

AnyLayout compose(const ComposedFunction& f, AnyLayout layout) {
  AnyLayout out = compose(Function(f.inner), static_int(0), std::move(layout));
  for (std::size_t i = f.stages.size(); i-- > 0;)
    out = compose(f.stages[i].function, f.stages[i].offset, std::move(out));
  return out;
}

Value compose(const Function& a, const SwizzleOffset& offset, const ComposedFunction& f) {
  ComposedFunction out = f;
  out.stages.insert(out.stages.begin(), {a, offset});
  return Object::make(std::move(out));
}

Value inverse(Arith& arith, InverseSide side, const Value& of) {
  if (of.is<Swizzle>()) return of;  // an involution
  if (const auto* t = of.as<IntTuple>(); t != nullptr && t->ref().is_any()) return of;
  if (const Int* offset = of.integer(); offset != nullptr && offset->is_plain()) return arith.negate(*offset);
  if (const auto* layout = of.as<Layout>()) return invert(arith, side, *layout);
  Chain chain;
  if (!chain_of(arith, side, of, chain)) return static_int(0);
  const std::size_t last = chain.functions.size() - 1;
  // A swizzle without an offset goes to the other side of the layout, where it stays a swizzle.
  for (std::size_t i = 0; i < last; ++i) {
    if (!std::holds_alternative<Swizzle>(chain.functions[i]) || !chain.offsets[i].is_constant(0)) continue;
    const auto* layout = std::get_if<Layout>(&chain.functions[last]);
    if (last == 1 && layout != nullptr) {
      const Layout inverted = invert(arith, side, *layout);
      if (arith.failed()) return static_int(0);
      return to_value(composition(arith, inverted, std::get<Swizzle>(chain.functions[0])));
    }
    arith.fail(ErrorCode::unsupported,
               say("{}: {} is a chain with a swizzle without an offset", name_of(side), to_text(of)),
               say("invert its parts"));
    return static_int(0);
  }
  for (Function& f : chain.functions) {
    if (const auto* layout = std::get_if<Layout>(&f)) f = invert(arith, side, *layout);
    if (arith.failed()) return static_int(0);
  }
  std::vector<ComposedLayout::Stage> stages;
  for (std::size_t i = last; i > 0; --i) stages.push_back({chain.functions[i], arith.negate(chain.offsets[i - 1])});
  if (const auto* swizzle = std::get_if<Swizzle>(chain.functions.data()))
    return Object::make(ComposedFunction{std::move(stages), *swizzle});
  AnyLayout out = std::get<Layout>(chain.functions[0]);
  for (std::size_t i = stages.size(); i-- > 0;) out = compose(stages[i].function, stages[i].offset, std::move(out));
  return to_value(std::move(out));
}

}  // namespace stridescope
