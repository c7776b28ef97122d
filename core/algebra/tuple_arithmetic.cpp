// Tuples of integers: folding, element-wise arithmetic and comparison.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/algebra/leaves.h"
#include "core/base/divides.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

void fail_ranks(Arith& arith, const char* what, TupleRef a, TupleRef b) {
  arith.fail(ErrorCode::rank_mismatch,
             say("{}: {} has rank {}, but {} has rank {}", what, to_text(a), a.rank(), to_text(b), b.rank()),
             say("give both the same number of modes"));
}

namespace {

// Calls visit(a_i, b_i) for the modes of two tuples of equal rank.
template <class Visit>
void zip_modes(Arith& arith, const char* what, TupleRef a, TupleRef b, Visit&& visit) {
  if (a.size() != b.size() || a.is_tuple() != b.is_tuple()) {
    fail_ranks(arith, what, a, b);
    return;
  }
  auto it = b.begin();
  for (const TupleRef mode : a) {
    visit(mode, *it);
    ++it;
  }
}

}  // namespace

Int product(Arith& arith, TupleRef t) {
  if (t.is_integer()) return t.integer();
  if (t.is_any()) {
    arith.fail(ErrorCode::arguments, say("'_' has no size"));
    return static_int(1);
  }
  if (t.size() == 0) return static_int(1);
  Int out = product(arith, t[0]);
  bool first = true;
  for (const TupleRef mode : t) {
    if (!first) out = arith.mul(out, product(arith, mode));
    first = false;
  }
  return out;
}

Int sum_leaves(Arith& arith, TupleRef t) {
  if (!t.is_tuple()) return t.integer_or_zero();
  Int out = static_int(0);
  for (const TupleRef mode : t) out = arith.add(out, sum_leaves(arith, mode));
  return out;
}

IntTuple product_each(Arith& arith, TupleRef t) {
  TupleBuilder out(arith);
  out.open();
  if (t.is_tuple()) {
    for (const TupleRef mode : t) out.integer(product(arith, mode));
  } else {
    out.copy(t);
  }
  out.close();
  return out.take();
}

IntTuple product_like(Arith& arith, TupleRef t, TupleRef guide) {
  TupleBuilder out(arith);
  const auto visit = [&](auto& self, TupleRef node, TupleRef g) -> void {
    if (!g.is_tuple()) {
      out.integer(product(arith, node));
      return;
    }
    out.open();
    zip_modes(arith, "product_like", node, g, [&](TupleRef n, TupleRef h) { self(self, n, h); });
    out.close();
  };
  visit(visit, t, guide);
  return out.take();
}

IntTuple as_arithmetic_tuple(Arith& arith, TupleRef t) {
  return with_leaves(arith, t, [](TupleBuilder& out, TupleRef leaf) {
    const Int value = leaf.integer_or_zero();
    for (int level = 0; level < value.basis().rank(); ++level) {
      out.open();
      for (int i = 0; i < value.basis()[level]; ++i) out.integer(static_int(0));
    }
    out.integer({value.value, {}, value.is_static});
    for (int level = 0; level < value.basis().rank(); ++level) out.close();
  });
}

IntTuple add(Arith& arith, TupleRef a, TupleRef b) {
  if (!a.is_tuple() && a.integer_or_zero().is_constant(0)) return IntTuple(b);
  if (!b.is_tuple() && b.integer_or_zero().is_constant(0)) return IntTuple(a);
  if (!a.is_tuple() && !b.is_tuple() && a.integer().is_plain() && b.integer().is_plain())
    return arith.add(a.integer(), b.integer());
  const bool a_plain = a.is_integer() && a.integer().is_plain();
  const bool b_plain = b.is_integer() && b.integer().is_plain();
  if (a_plain || b_plain) {
    arith.fail(ErrorCode::basis, say("cannot add {} and {}", to_text(a), to_text(b)),
               say("an integer and a coordinate cannot be added, except for a static _0"));
    return {};
  }
  const IntTuple x = as_arithmetic_tuple(arith, a);
  const IntTuple y = as_arithmetic_tuple(arith, b);
  const IntTuple zero = static_int(0);
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i < std::max(x.rank(), y.rank()); ++i) {
    const IntTuple mode = add(arith, i < x.rank() ? x[i] : zero.ref(), i < y.rank() ? y[i] : zero.ref());
    out.copy(mode);
  }
  out.close();
  return out.take();
}

IntTuple subtract(Arith& arith, TupleRef a, TupleRef b) {
  if (a.is_integer() && b.is_integer() && a.integer().is_plain() && b.integer().is_plain())
    return arith.sub(a.integer(), b.integer());
  const bool plain = b.is_integer() && b.integer().is_plain();
  const IntTuple subtrahend = plain ? IntTuple(b) : as_arithmetic_tuple(arith, b);
  const IntTuple negative = with_leaves(arith, subtrahend, [&](TupleBuilder& out, TupleRef leaf) {
    out.integer(arith.sub(static_int(0), leaf.integer_or_zero()));
  });
  return add(arith, a, negative);
}

IntTuple inner_product(Arith& arith, TupleRef a, TupleRef b) {
  if (!a.is_tuple() && !b.is_tuple()) return arith.mul(a.integer_or_zero(), b.integer_or_zero());
  IntTuple out = static_int(0);
  zip_modes(arith, "inner_product", a, b,
            [&](TupleRef x, TupleRef y) { out = add(arith, out, inner_product(arith, x, y)); });
  return out;
}

IntTuple elem_scale(Arith& arith, TupleRef a, TupleRef b) {
  TupleBuilder out(arith);
  const auto visit = [&](auto& self, TupleRef x, TupleRef y) -> void {
    if (!x.is_tuple()) {
      out.integer(arith.mul(x.integer_or_zero(), product(arith, y)));
      return;
    }
    out.open();
    zip_modes(arith, "elem_scale", x, y, [&](TupleRef i, TupleRef j) { self(self, i, j); });
    out.close();
  };
  visit(visit, a, b);
  return out.take();
}

namespace {

// Element-wise over tuples; a shorter b counts as _1 in the missing modes if `pad` allows it. For a tuple and an
// integer, the integer is divided away mode after mode.
template <class Divide>
IntTuple divide_modes(Arith& arith, const char* what, TupleRef a, TupleRef b, bool pad, Divide& divide) {
  if (!a.is_tuple()) return divide(a.integer_or_zero(), b.is_tuple() ? product(arith, b) : b.integer_or_zero());
  TupleBuilder out(arith);
  out.open();
  if (b.is_tuple()) {
    if (pad ? a.size() < b.size() : a.size() != b.size()) {
      fail_ranks(arith, what, a, b);
      return {};
    }
    const IntTuple one = static_int(1);
    for (int i = 0; i < a.size(); ++i)
      out.copy(divide_modes(arith, what, a[i], i < b.size() ? b[i] : one.ref(), pad, divide));
  } else {
    Int rest = b.integer_or_zero();
    for (const TupleRef mode : a) {
      const IntTuple left = rest;
      out.copy(divide_modes(arith, what, mode, left, pad, divide));
      rest = divide(rest, product(arith, mode));
    }
  }
  out.close();
  return out.take();
}

}  // namespace

IntTuple ceil_div(Arith& arith, TupleRef a, TupleRef b) {
  auto divide = [&](Int x, Int y) { return arith.ceil_div(x, y); };
  return divide_modes(arith, "ceil_div", a, b, true, divide);
}

IntTuple round_up(Arith& arith, TupleRef a, TupleRef b) {
  if (a.is_tuple() && b.is_tuple()) {
    if (a.size() < b.size()) {
      fail_ranks(arith, "round_up", a, b);
      return {};
    }
    TupleBuilder out(arith);
    out.open();
    for (int i = 0; i < a.size(); ++i) {
      if (i < b.size()) {
        out.copy(round_up(arith, a[i], b[i]));
      } else {
        out.copy(round_up(arith, a[i], IntTuple(static_int(1))));
      }
    }
    out.close();
    return out.take();
  }
  if (a.is_tuple() || b.is_tuple()) {
    // CuTe lacks this only because its tuples have no `+`.
    arith.fail(ErrorCode::arguments,
               say("round_up: {} and {} must both be integers or both be tuples", to_text(a), to_text(b)));
    return {};
  }
  const Int step = b.integer_or_zero();
  return arith.mul(arith.div(arith.sub(arith.add(a.integer_or_zero(), step), static_int(1)), step), step);
}

IntTuple shape_div(Arith& arith, TupleRef a, TupleRef b) {
  auto divide = [&](Int x, Int y) -> Int {
    if (x.value == 0 || y.value == 0) return arith.div(x, y);
    if (x.is_static && y.is_static && !divides(y.value, x.value) && !divides(x.value, y.value)) {
      arith.fail(ErrorCode::divisibility, say("shape_div: neither of {} and {} divides the other", x.value, y.value),
                 say("needs {} % {} == 0 or {} % {} == 0", x.value, y.value, y.value, x.value));
      return static_int(1);
    }
    return arith.ceil_div(x, y);
  };
  return divide_modes(arith, "shape_div", a, b, false, divide);
}

IntTuple shape_mod(Arith& arith, TupleRef a, const Int& b) {
  Int rest = b;
  return with_leaves(arith, a, [&](TupleBuilder& out, TupleRef leaf) {
    const Int extent = leaf.integer_or_zero();
    out.integer(arith.min(extent, rest));
    const IntTuple next = shape_div(arith, IntTuple(rest), IntTuple(extent));
    rest = next.integer();
  });
}

Int fold_leaves(Arith& arith, Fold fold, TupleRef t) {
  if (t.is_any() || (t.is_tuple() && t.size() == 0)) {
    arith.fail(ErrorCode::arguments, say("{} does not have a minimum, a maximum or a common divisor", to_text(t)));
    return static_int(1);
  }
  if (!t.is_tuple()) return t.integer();
  // From the right, as CuTe's variadic recursion does.
  Int out = fold_leaves(arith, fold, t[t.size() - 1]);
  for (int i = t.size() - 2; i >= 0; --i) {
    const Int mode = fold_leaves(arith, fold, t[i]);
    out = fold == Fold::min ? arith.min(mode, out) : fold == Fold::max ? arith.max(mode, out) : arith.gcd(mode, out);
  }
  return out;
}

Bool equal(Arith& arith, TupleRef a, TupleRef b) {
  if (!a.is_tuple() && !b.is_tuple()) return arith.equal(a.integer_or_zero(), b.integer_or_zero());
  if (a.is_tuple() != b.is_tuple() || a.size() != b.size()) return {false, true};
  Bool out = {true, true};
  for (int i = 0; i < a.size(); ++i) out = both(out, equal(arith, a[i], b[i]));
  return out;
}

Bool congruent(TupleRef a, TupleRef b) {
  if (a.node_count() != b.node_count()) return {false, true};
  for (std::uint32_t i = 0; i < a.node_count(); ++i) {
    const Node& x = a.nodes()[i];
    const Node& y = b.nodes()[i];
    if ((x.kind == NodeKind::tuple) != (y.kind == NodeKind::tuple) || x.span != y.span) return {false, true};
  }
  return {true, true};
}

Bool weakly_congruent(TupleRef a, TupleRef b) {
  if (!a.is_tuple()) return {true, true};
  if (!b.is_tuple() || a.size() != b.size()) return {false, true};
  Bool out = {true, true};
  for (int i = 0; i < a.size(); ++i) out = both(out, weakly_congruent(a[i], b[i]));
  return out;
}

Bool compatible(Arith& arith, TupleRef a, TupleRef b) {
  if (!a.is_tuple()) return arith.equal(a.integer_or_zero(), product(arith, b));
  if (!b.is_tuple() || a.size() != b.size()) return {false, true};
  Bool out = {true, true};
  for (int i = 0; i < a.size(); ++i) out = both(out, compatible(arith, a[i], b[i]));
  return out;
}

namespace {

// Two integers or two tuples; CuTe defines no order between an integer and a tuple.
bool comparable(Arith& arith, TupleRef a, TupleRef b) {
  if (a.is_tuple() == b.is_tuple()) return true;
  arith.fail(ErrorCode::profile_mismatch,
             say("{} and {} cannot be compared: one is a tuple, the other an integer", to_text(a), to_text(b)),
             say("compare coordinates of the same nesting"));
  return false;
}

// The order that compares the first modes first, or the last ones.
Bool less(Arith& arith, TupleRef a, TupleRef b, bool last_first) {
  if (!comparable(arith, a, b)) return {};
  if (!a.is_tuple()) return arith.less(a.integer_or_zero(), b.integer_or_zero());
  // Backwards: less(i) || (equal(i) && rest)
  Bool out = {a.size() < b.size(), true};
  for (int i = std::min(a.size(), b.size()) - 1; i >= 0; --i) {
    const TupleRef x = a[last_first ? a.size() - 1 - i : i];
    const TupleRef y = b[last_first ? b.size() - 1 - i : i];
    const Bool rest = both(equal(arith, x, y), out);
    out = either(less(arith, x, y, last_first), rest);
  }
  return out;
}

}  // namespace

Bool lex_less(Arith& arith, TupleRef a, TupleRef b) { return less(arith, a, b, false); }
Bool colex_less(Arith& arith, TupleRef a, TupleRef b) { return less(arith, a, b, true); }

Bool elem_less(Arith& arith, TupleRef a, TupleRef b) {
  if (!comparable(arith, a, b)) return {};
  if (!a.is_tuple()) return arith.less(a.integer_or_zero(), b.integer_or_zero());
  Bool out = {a.size() <= b.size(), true};
  for (int i = std::min(a.size(), b.size()) - 1; i >= 0; --i) out = both(elem_less(arith, a[i], b[i]), out);
  return out;
}

}  // namespace stridescope
