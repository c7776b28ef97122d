// R = A o B: R(c) = A(B(c)) for every coordinate c of B, and compatible(B, R).
#include <algorithm>

#include "core/base/limits.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

constexpr stridescope::Term composition_law = term("R(c) = A(B(c)), compatible(B, R)");

// The right operand as a map from its coordinates to those of A, with the profile that R must refine. Each entry of a
// by-mode tiler maps to one mode.
struct Map {
  Leaves leaves;
  IntTuple shape;
};

bool append_tiler(Leaves& out, TupleBuilder& shape, const Value& tiler, LayoutRef a, BasisPath path);

bool append_mode(Leaves& out, TupleBuilder& shape, const Value& tiler, LayoutRef a, BasisPath path, int mode) {
  return mode < a.rank() && append_path(path, mode) && append_tiler(out, shape, tiler, a[mode], path);
}

bool append_tiler(Leaves& out, TupleBuilder& shape, const Value& tiler, LayoutRef a, BasisPath path) {
  if (const auto* layout = tiler.as<Layout>()) {
    shape.copy(layout->shape);
    return append_leaves(out, *layout, path);
  }
  if (const auto* modes = tiler.as<ValueTuple>()) {
    shape.open();
    for (std::size_t i = 0; i < modes->modes.size(); ++i) {
      if (!append_mode(out, shape, modes->modes[i], a, path, static_cast<int>(i))) return false;
    }
    shape.close();
    return true;
  }
  const auto* tuple = tiler.as<IntTuple>();
  if (tuple == nullptr) return false;
  if (tuple->ref().is_any()) {
    shape.copy(a.shape);
    append_identity(out, a.shape, path);
    return true;
  }
  if (!tuple->is_tuple()) {
    shape.integer(tuple->integer());
    out.push_back({tuple->integer().value, 1, path});
    return true;
  }
  shape.open();
  int mode = 0;
  for (const TupleRef entry : tuple->ref()) {
    if (!append_mode(out, shape, IntTuple(entry), a, path, mode++)) return false;
  }
  shape.close();
  return true;
}

bool is_prefix(BasisPath a, BasisPath b) {
  if (a.rank() >= b.rank()) return false;
  for (int level = 0; level < a.rank(); ++level) {
    if (a[level] != b[level]) return false;
  }
  return true;
}

// The paths of the outputs of A and R that are not 0 everywhere.
std::vector<BasisPath> output_paths(LayoutRef a, LayoutRef r) {
  Leaves both;
  append_leaves(both, a);
  append_leaves(both, r);
  std::vector<BasisPath> out = paths_of(both);
  if (out.empty()) out.emplace_back();
  return out;
}

// The modes of R whose coordinates are the leaves of B's shape; false if R has other modes.
bool append_parts(std::vector<LayoutRef>& out, TupleRef shape, LayoutRef r) {
  if (!shape.is_tuple()) {
    out.push_back(r);
    return out.size() <= max_walked_leaves;
  }
  if (!r.shape.is_tuple() || r.rank() != shape.rank()) return false;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!append_parts(out, shape[i], r[i])) return false;
  }
  return true;
}

// Evaluates R, whose domain is not B's, at the natural coordinates of B as CuTe does: the coordinate of each mode
// continues beyond the mode's end. Empty if R does not have such coordinates.
Sum walked(TupleRef shape, LayoutRef r, BasisPath output) {
  std::vector<LayoutRef> parts;
  if (!append_parts(parts, shape, r)) return {};
  Leaves digits;
  append_identity(digits, shape);
  Sum out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Term term = {{}, {layout_step(modes_of(parts[i], output))}};
    for (std::size_t j = 0; j < digits.size(); ++j) term.index.push_back({digits[j].extent, j == i ? 1 : 0});
    out.push_back(std::move(term));
  }
  return out;
}

std::string text(LayoutRef a) { return cat(to_text(a.shape), ':', to_text(a.stride)); }

// The law of A(B(c)) for a B without further functions. Those of A are also those of R: compares the domains.
Verdict check_map(const Context& context, LayoutRef a, const Map& b, LayoutRef r) {
  const auto size = size_of(b.shape);
  if (!size) return not_checked(context, say("the size of B does not fit 64 bits"));
  const auto explain = [&] { return explain_composition(a, b.leaves); };
  Message misfit;  // the error in the domain of R
  const auto got = size_of(r.shape);
  if (got != size) {
    misfit = say("the size is {}, should be {}", got ? say("{}", *got) : say("beyond 64 bits"), *size);
  } else if (!refines(b.shape, r.shape)) {
    misfit = say("the shape {} is not compatible with {}", to_text(r.shape, IntegerMode::teaching),
                 to_text(b.shape, IntegerMode::teaching));
  }
  std::vector<Equation> equations;
  const auto misfitting = [&] {
    Explained why = explain();
    if (!got || got == size) return violated(context, misfit, why.cause, std::move(why.text));
    for (Equation& e : equations) e.got = {{modes_of(r, e.path), {}}};
    return wrong_size(context, equations, *got, *size, std::move(why));
  };
  const std::vector<BasisPath> inner = paths_of(b.leaves);
  for (const BasisPath& x : inner) {
    for (const BasisPath& y : inner) {
      if (!is_prefix(x, y)) continue;
      return misfit.empty() ? not_checked(context, say("B steps along a mode of A and inside it at once"))
                            : misfitting();
    }
  }
  bool walkable = true;
  for (const BasisPath& out : output_paths(a, r)) {
    Equation e = {out, {}, {}};
    if (misfit.empty()) {
      e.got = {{modes_of(r, out), {}}};
    } else {
      e.got = walked(b.shape, r, out);
      walkable = walkable && !e.got.empty();
    }
    for (const BasisPath& path : inner) {
      const auto mode = at_path(a, path);
      if (!mode) return not_checked(context, say("A has no mode for the stride of B in {}", text(a)));
      e.should.push_back({part(b.leaves, path), {{Step::Kind::layout, 0, {}, modes_of(*mode, out)}}});
    }
    equations.push_back(std::move(e));
  }
  if (!walkable) return misfitting();
  Verdict out = judge(context, equations, *size, b.shape, explain);
  if (misfit.empty()) return out;
  if (out.status != LawStatus::violated) return misfitting();
  out.text = say("{} ({})", out.text, misfit);
  return out;
}

std::vector<Step> joined(std::vector<Step> first, const std::vector<Step>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

// Any chain of layouts and swizzles over the integers: B's steps, A's domain, A's steps.
Verdict check_chain(const Context& context, const Operand& a, const Operand& b, std::int64_t offset, const Operand& r) {
  for (const Operand* o : {&a, &b, &r}) {
    if (o->domain != nullptr && !is_plain(*o->domain))
      return not_checked(context, say("basis strides next to a swizzle"));
  }
  if (r.domain == nullptr) return not_checked(context, say("the result is not a layout"));
  // A layout composed with a bare swizzle has the layout's domain.
  const Layout& domain = b.domain != nullptr ? *b.domain : *a.domain;
  const auto size = size_of(domain.shape);
  if (!size) return not_checked(context, say("the size of B does not fit 64 bits"));
  const auto explain = [] { return Explained{Cause::swizzle_bits, {}}; };
  Term should = {b.domain != nullptr ? modes_of(*b.domain) : identity(*size), b.steps};
  if (offset != 0) should.steps.push_back({Step::Kind::add, offset, {}, {}});
  if (a.domain != nullptr) should.steps.push_back({Step::Kind::layout, 0, {}, modes_of(*a.domain)});
  should.steps = joined(std::move(should.steps), a.steps);
  const Term got = {modes_of(*r.domain), r.steps};
  if (!refines(domain.shape, r.domain->shape)) {
    const Cause cause = a.domain != nullptr && b.domain != nullptr ? Cause::shape_divisibility : Cause::swizzle_bits;
    const auto got_size = size_of(r.domain->shape);
    if (got_size && got_size != size)
      return wrong_size(context, {{{}, {got}, {should}}}, *got_size, *size, {cause, {}});
    return violated(context,
                    got_size
                        ? say("the shape {} is not compatible with {}", to_text(r.domain->shape, IntegerMode::teaching),
                              to_text(domain.shape, IntegerMode::teaching))
                        : say("the size is beyond 64 bits, should be {}", *size),
                    cause);
  }
  return judge(context, {{{}, {got}, {should}}}, *size, domain.shape, explain);
}

// Swizzles are linear over the bits: if they are equal at every power of two, they are equal everywhere.
Verdict check_swizzles(const Context& context, const Swizzle& a, const Swizzle& b, const Swizzle& r) {
  for (int bit = 0; bit < 62; ++bit) {
    const std::int64_t x = std::int64_t{1} << bit;
    const std::int64_t got = swizzled(r, x);
    const std::int64_t should = swizzled(a, swizzled(b, x));
    if (got == should) continue;
    return violated_at(context, x, IntTuple(dynamic_int(0)), say("{}", got), say("{}", should), Cause::swizzle_bits);
  }
  Verdict out = satisfied(context, 62);
  out.checked = say("all 62 bits; a swizzle is linear over them");
  return out;
}

}  // namespace

Explained explain_composition(LayoutRef a, const Leaves& b) {
  Arith arith;
  for (const Leaf& leaf : b) {
    if (leaf.extent > 1 && leaf.stride < 0) return {Cause::negative_stride, say("B has the stride {}", leaf.stride)};
  }
  for (const Leaf& leaf : b) {
    const auto mode = at_path(a, leaf.path);
    if (!mode || leaf.stride == 0) continue;
    // A as CuTe uses it: merged if its integers are static.
    const Layout lhs = coalesce_unbounded(arith, *mode, IntTuple(static_int(0)));
    if (arith.failed()) return {Cause::other, {}};
    std::int64_t extent = leaf.extent;
    std::int64_t step = leaf.stride;
    for (int i = 0; i + 1 < lhs.rank() && extent > 1; ++i) {
      const std::int64_t modulus = lhs.shape[i].integer().value;
      if (modulus <= 0) return {Cause::empty, {}};
      if (step >= modulus && step % modulus != 0) {
        return {Cause::stride_divisibility,
                say("B steps by {} through a mode of A of extent {}: {} % {} is not 0", step, modulus, step, modulus)};
      }
      const std::int64_t held = std::min(modulus / step + (modulus % step != 0 ? 1 : 0), extent);
      if (extent % held != 0) {
        return {Cause::shape_divisibility,
                say("a mode of A of extent {} holds {} {element|elements} at the stride {}; {} % {} is not 0", modulus,
                    held, step, extent, held)};
      }
      if (modulus % step != 0 && held < extent && step < modulus) {
        return {Cause::uneven_step,
                say("B steps by {} through a mode of A of extent {}: {} % {} is not 0", step, modulus, modulus, step)};
      }
      if (held > 1) extent /= held;
      step = step / modulus + (step % modulus != 0 ? 1 : 0);
    }
  }
  for (const Leaf& leaf : b) {
    if (leaf.extent == 0) return {Cause::empty, {}};
  }
  int moving = 0;
  for (const Leaf& leaf : b) moving += leaf.extent > 1 && leaf.stride != 0;
  if (moving > 1) return {Cause::carry, {}};
  return {Cause::other, {}};
}

Verdict check_composition(const Operation& operation, const Value& result, std::int64_t most) {
  const auto args = operation.args;
  Context context = {composition_law, most};
  if (args.size() == 3) context.law = term("R(c) = A(offset + B(c)), compatible(B, R)");
  if (args.size() == 2 && args[0].is<Swizzle>() && args[1].is<Swizzle>() && result.is<Swizzle>()) {
    context.law = term("R(x) = A(B(x))");
    return check_swizzles(context, *args[0].as<Swizzle>(), *args[1].as<Swizzle>(), *result.as<Swizzle>());
  }
  const auto a = operand(args[0]);
  const auto r = operand(result);
  if (!a || !r) return not_checked(context, say("basis strides next to a swizzle, or a value that is not a layout"));
  const Value& right = args[args.size() - 1];
  const auto b = operand(right);
  const bool chain = args.size() == 3 || a->domain == nullptr || r->domain == nullptr || (b && !right.is<Layout>()) ||
                     a->steps != r->steps;
  if (chain) {
    const Int* offset = args.size() == 3 ? args[1].integer() : nullptr;
    if (args.size() == 3 && offset == nullptr) return not_checked(context, say("the offset is not an integer"));
    std::optional<Operand> layout = b;
    Layout integer;
    if (const Int* n = right.integer()) {  // Sw o 8 is Sw o 8:1
      integer = {*n, static_int(1)};
      layout = Operand{&integer, {}};
    }
    if (!layout || (a->domain == nullptr && layout->domain == nullptr))
      return not_checked(context, say("B is not a layout"));
    return check_chain(context, *a, *layout, offset != nullptr ? offset->value : 0, *r);
  }
  Map map;
  Arith arith;
  TupleBuilder shape(arith);
  const bool known = append_tiler(map.leaves, shape, right, *a->domain, {});
  if (!known || arith.failed()) return not_checked(context, say("B is not a layout or a tiler of A"));
  map.shape = shape.take();
  return check_map(context, *a->domain, map, *r->domain);
}

Verdict check_with_shape(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("R(i) = A(i), compatible(shape, R)"), most};
  const auto a = operand(operation.args[0]);
  const auto r = operand(result);
  auto shape = shape_of(operation.args[1]);
  if (operation.args.size() > 2) {  // the modes of one shape
    Arith arith;
    TupleBuilder modes(arith);
    modes.open();
    for (std::size_t i = 1; i < operation.args.size(); ++i) {
      const auto mode = shape_of(operation.args[i]);
      if (mode) modes.copy(*mode);
    }
    modes.close();
    shape = modes.take();
  }
  if (!a || !r || !shape || a->domain == nullptr || r->domain == nullptr)
    return not_checked(context, say("basis strides next to a swizzle, or a value that is not a layout"));
  if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
  Map map = {{}, *shape};
  append_identity(map.leaves, *shape);
  return check_map(context, *a->domain, map, *r->domain);
}

}  // namespace stridescope::verdicts
