// Builtins over integers, booleans and tuples.
#include <algorithm>
#include <limits>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/functions/outside.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

Int fold_arguments(const Call& c, Fold fold) {
  Int out = fold_leaves(c.arith, fold, c.tuple(0));
  for (std::size_t i = 1; i < c.count(); ++i) {
    const Int next = fold_leaves(c.arith, fold, c.tuple(i));
    out = fold == Fold::min   ? c.arith.min(out, next)
          : fold == Fold::max ? c.arith.max(out, next)
                              : c.arith.gcd(out, next);
  }
  return out;
}

const Layout& unit_layout() {
  static const Layout layout = {static_int(1), static_int(0)};
  return layout;
}

// append and prepend differ only in the function.
template <class Extend, class ExtendTo>
Value extend(const Call& c, Extend&& once, ExtendTo&& until) {
  const bool counted = !c.template_args.empty();
  const auto apply_tuple = [&](TupleRef t, TupleRef x) {
    return counted ? until(t, x, c.template_args[0]) : once(t, x);
  };
  if (c.args[0].is<IntTuple>()) {
    if (c.count() < 2) return c.wrong(0, term("a layout (for a tuple also the value to add)"));
    return apply_tuple(c.tuple(0), c.tuple(1));
  }
  const Layout& x = c.count() < 2 ? unit_layout() : c.layout(1);
  return c.on_layout(0, [&](const Layout& a) {
    return c.arith.intact(Layout{apply_tuple(a.shape, x.shape), apply_tuple(a.stride, x.stride)});
  });
}

// A tuple operation applied to a tuple, or to shape and stride of a layout.
template <class Operation>
Value on_tuple_or_layout(const Call& c, Operation&& operation) {
  if (c.args[0].is<IntTuple>()) return operation(c.tuple(0));
  return c.on_layout(0, [&](const Layout& a) {
    return c.arith.intact(Layout{operation(a.shape.ref()), operation(a.stride.ref())});
  });
}

Value replace_mode(const Call& c, std::int64_t at) {
  if (c.args[0].is<IntTuple>()) return replace(c.arith, c.tuple(0), c.tuple(1), at);
  const Layout& x = c.layout(1);
  return c.on_layout(0, [&](const Layout& a) {
    return c.arith.intact(Layout{replace(c.arith, a.shape, x.shape, at), replace(c.arith, a.stride, x.stride, at)});
  });
}

bool check_range(const Call& c, TupleRef t, std::int64_t first, std::int64_t last) {
  if (first < last && first >= 0 && last <= t.rank()) return true;
  c.arith.fail(ErrorCode::index_range,
               first < last ? say("{}<{},{}>: {} has rank {}", c.name, first, last, to_text(t), t.rank())
                            : say("{}<{},{}>: the range is empty", c.name, first, last),
               say("needs 0 <= first < last <= {}", t.rank()));
  return false;
}

// Shifts down by the second argument times `sign`.
Int shifted(const Call& c, std::int64_t sign) {
  const Int places = c.arith.bit_or(c.integer(1), static_int(0));
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  Int out = c.arith.shift_right(c.integer(0), static_cast<int>(sign * std::clamp(places.value, -most, most)));
  out.is_static = out.is_static && c.integer(1).is_static;
  return out;
}

}  // namespace

// --- arithmetic ---

Value builtin_abs(const Call& c) { return c.arith.abs(c.integer(0)); }
Value builtin_signum(const Call& c) { return c.arith.signum(c.integer(0)); }
Value builtin_band(const Call& c) { return c.arith.bit_and(c.integer(0), c.integer(1)); }
Value builtin_bor(const Call& c) { return c.arith.bit_or(c.integer(0), c.integer(1)); }
Value builtin_bxor(const Call& c) { return c.arith.bit_xor(c.integer(0), c.integer(1)); }
Value builtin_shiftl(const Call& c) { return shifted(c, -1); }
Value builtin_shiftr(const Call& c) { return shifted(c, 1); }
Value builtin_lcm(const Call& c) {
  Int out = c.integer(0);
  for (std::size_t i = 1; i < c.count(); ++i) out = c.arith.lcm(out, c.integer(i));
  return out;
}
Value builtin_min(const Call& c) { return fold_arguments(c, Fold::min); }
Value builtin_max(const Call& c) { return fold_arguments(c, Fold::max); }
Value builtin_gcd(const Call& c) { return fold_arguments(c, Fold::gcd); }
Value builtin_ceil_div(const Call& c) {
  if (c.args[1].is<Layout>()) return ceil_div(c.arith, c.shape(0), LayoutRef(c.layout(1)));
  return ceil_div(c.arith, c.shape(0), c.tuple(1));
}
Value builtin_round_up(const Call& c) { return round_up(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_shape_div(const Call& c) { return shape_div(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_product(const Call& c) { return product(c.arith, c.tuple(0)); }
Value builtin_sum(const Call& c) { return sum_leaves(c.arith, c.tuple(0)); }
Value builtin_product_each(const Call& c) { return product_each(c.arith, c.tuple(0)); }
Value builtin_product_like(const Call& c) { return product_like(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_inner_product(const Call& c) { return inner_product(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_elem_scale(const Call& c) { return elem_scale(c.arith, c.tuple(0), c.tuple(1)); }

// --- comparison ---

Value builtin_equal(const Call& c) {
  if (c.args[0].is<IntTuple>() && c.args[1].is<IntTuple>()) return equal(c.arith, c.tuple(0), c.tuple(1));
  if (is_chain(c.args[0]) && is_chain(c.args[1]) && c.args[0].index() == c.args[1].index()) {
    const FunctionChain a = chain_of(c.arith, c.args[0]);
    const FunctionChain b = chain_of(c.arith, c.args[1]);
    return c.arith.failed() ? Bool{false, true} : equal(c.arith, a, b);
  }
  if (c.args[0].index() != c.args[1].index()) return Bool{false, true};
  return Bool{static_cast<const Value::variant&>(c.args[0]) == static_cast<const Value::variant&>(c.args[1]), true};
}
Value builtin_less(const Call& c) { return c.arith.less(c.integer(0), c.integer(1)); }
Value builtin_lex_less(const Call& c) { return lex_less(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_colex_less(const Call& c) { return colex_less(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_elem_less(const Call& c) { return elem_less(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_lex_gtr(const Call& c) { return lex_less(c.arith, c.tuple(1), c.tuple(0)); }
Value builtin_lex_leq(const Call& c) { return negation(lex_less(c.arith, c.tuple(1), c.tuple(0))); }
Value builtin_lex_geq(const Call& c) { return negation(lex_less(c.arith, c.tuple(0), c.tuple(1))); }
Value builtin_colex_gtr(const Call& c) { return colex_less(c.arith, c.tuple(1), c.tuple(0)); }
Value builtin_colex_leq(const Call& c) { return negation(colex_less(c.arith, c.tuple(1), c.tuple(0))); }
Value builtin_colex_geq(const Call& c) { return negation(colex_less(c.arith, c.tuple(0), c.tuple(1))); }
Value builtin_elem_gtr(const Call& c) { return elem_less(c.arith, c.tuple(1), c.tuple(0)); }
Value builtin_elem_geq(const Call& c) { return negation(elem_less(c.arith, c.tuple(0), c.tuple(1))); }
Value builtin_elem_leq(const Call& c) { return negation(elem_less(c.arith, c.tuple(1), c.tuple(0))); }
Value builtin_congruent(const Call& c) { return congruent(c.shape(0), c.shape(1)); }
Value builtin_weakly_congruent(const Call& c) { return weakly_congruent(c.shape(0), c.shape(1)); }
Value builtin_compatible(const Call& c) { return compatible(c.arith, c.shape(0), c.shape(1)); }
Value builtin_evenly_divides(const Call& c) { return evenly_divides(c.arith, c.shape(0), c.tiler(1)); }
Value builtin_is_static(const Call& c) {
  const Value& v = c.args[0];
  if (const auto* t = v.as<IntTuple>()) return Bool{t->ref().is_static(), true};
  if (is_chain(v)) {
    const FunctionChain chain = chain_of(c.arith, v);
    return Bool{c.arith.ok() && is_static(chain), true};
  }
  if (const auto* b = v.as<Bool>()) return Bool{b->is_static, true};
  return Bool{v.is<Major>(), true};
}
Value builtin_is_int_tuple(const Call& c) {
  const auto* tuple = c.args[0].as<IntTuple>();
  return Bool{tuple != nullptr && !tuple->ref().has_any() && !tuple->ref().has_basis(), true};
}
Value builtin_is_integral(const Call& c) { return Bool{c.args[0].integer() != nullptr, true}; }
Value builtin_is_constant(const Call& c) {
  const Int* value = c.args[0].integer();
  return Bool{value != nullptr && value->is_constant(c.template_args[0]), true};
}

// --- nesting ---

namespace {

// The leaves of a tuple of values in order: for CuTe, a layout in a tuple is a leaf.
void append_leaves(const Call& c, std::vector<Value>& out, const Value& value) {
  if (const auto* tuple = value.as<ValueTuple>()) {
    for (const Value& mode : tuple->modes) append_leaves(c, out, mode);
  } else if (const auto* integers = value.as<IntTuple>(); integers != nullptr && integers->is_tuple()) {
    const IntTuple flat = flatten(c.arith, *integers);
    for (const TupleRef leaf : flat.ref()) out.emplace_back(IntTuple(leaf));
  } else {
    out.push_back(value);
  }
}

}  // namespace

Value builtin_flatten(const Call& c) {
  if (c.args[0].is<ValueTuple>()) {
    ValueTuple out;
    append_leaves(c, out.modes, c.args[0]);
    return out;
  }
  return on_tuple_or_layout(c, [&](TupleRef t) { return flatten(c.arith, t); });
}
Value builtin_unflatten(const Call& c) {
  return on_tuple_or_layout(c, [&](TupleRef t) { return unflatten(c.arith, t, c.tuple(1)); });
}
Value builtin_wrap(const Call& c) { return wrap(c.arith, c.tuple(0)); }
Value builtin_unwrap(const Call& c) { return unwrap(c.tuple(0)); }
Value builtin_repeat(const Call& c) { return repeat(c.arith, c.tuple(0), c.template_args[0]); }
Value builtin_repeat_like(const Call& c) { return repeat_like(c.arith, c.tuple(0), c.integer(1)); }
Value builtin_append(const Call& c) {
  return extend(
      c, [&](TupleRef t, TupleRef x) { return append(c.arith, t, x); },
      [&](TupleRef t, TupleRef x, std::int64_t n) { return append(c.arith, t, x, n); });
}
Value builtin_prepend(const Call& c) {
  return extend(
      c, [&](TupleRef t, TupleRef x) { return prepend(c.arith, t, x); },
      [&](TupleRef t, TupleRef x, std::int64_t n) { return prepend(c.arith, t, x, n); });
}
Value builtin_insert(const Call& c) { return insert(c.arith, c.tuple(0), c.tuple(1), c.template_args[0]); }
Value builtin_remove(const Call& c) { return remove(c.arith, c.tuple(0), c.template_args[0]); }
Value builtin_replace(const Call& c) { return replace_mode(c, c.template_args[0]); }
Value builtin_replace_front(const Call& c) { return replace(c.arith, c.tuple(0), c.tuple(1), 0); }
Value builtin_replace_back(const Call& c) { return replace(c.arith, c.tuple(0), c.tuple(1), c.tuple(0).rank() - 1); }
Value builtin_reverse(const Call& c) {
  if (!c.args[0].is<IntTuple>()) return to_value(c.any_layout(0));  // for CuTe, a layout is not a tuple
  return reverse(c.arith, c.tuple(0));
}
Value builtin_front(const Call& c) { return IntTuple(front(c.tuple(0))); }
Value builtin_back(const Call& c) { return IntTuple(back(c.tuple(0))); }
Value builtin_group_modes(const Call& c) {
  if (!c.args[0].is<Tensor>()) return c.wrong(0, term("a tensor"));
  return builtin_group(c);
}
Value builtin_group(const Call& c) {
  return on_tuple_or_layout(c, [&](TupleRef t) { return group(c.arith, t, c.template_args[0], c.template_args[1]); });
}
Value builtin_take(const Call& c) {
  const std::int64_t first = c.template_args[0];
  const std::int64_t last = c.template_args[1];
  if (!check_range(c, c.shape(0), first, last)) return static_int(0);
  return on_tuple_or_layout(
      c, [&](TupleRef t) { return take_modes(c.arith, t, static_cast<int>(first), static_cast<int>(last)); });
}
Value builtin_select(const Call& c) {
  if (const auto* tiler = c.args[0].as<ValueTuple>()) {
    ValueTuple out;
    const auto rank = static_cast<std::int64_t>(tiler->modes.size());
    for (const std::int64_t mode : c.template_args) {
      if (mode < 0 || mode >= rank)
        return c.fail(ErrorCode::index_range, say("select<{}>: the tiler has {} {mode|modes}", mode, rank),
                      say("needs 0 <= mode < {}", rank));
      out.modes.push_back(tiler->modes[static_cast<std::size_t>(mode)]);
    }
    return out;
  }
  return on_tuple_or_layout(c, [&](TupleRef t) {
    TupleBuilder out(c.arith);
    out.open();
    for (const std::int64_t& mode : c.template_args) out.copy(get(c.arith, t, &mode, 1));
    out.close();
    return out.take();
  });
}
Value builtin_zip(const Call& c) {
  if (c.args[0].is<Tensor>() && c.count() == 1)
    return c.args[0];  // CuTe zips tuples and layouts, and returns other values unchanged
  if (c.count() == 1) {
    return on_tuple_or_layout(c, [&](TupleRef t) { return zip(c.arith, t); });
  }
  if (c.args[0].is<Layout>() && c.count() == 2) return zip(c.arith, concat(c.arith, {c.layout(0), c.layout(1)}));
  return zip(c.arith, std::get<IntTuple>(builtin_make_coord(c)));
}

namespace {

Value get_path(const Call& c, const Value& value, std::span<const std::int64_t> path) {
  if (path.empty()) return value;
  if (const auto* pair = value.as<ValueTuple>()) {
    if (path[0] < 0 || path[0] >= static_cast<std::int64_t>(pair->modes.size()))
      return c.fail(ErrorCode::index_range,
                    say("{}<{}>: {} has rank {}", c.name, path[0], to_text(value), pair->modes.size()));
    return get_path(c, pair->modes[static_cast<std::size_t>(path[0])], path.subspan(1));
  }
  const auto at = [&](TupleRef t) { return IntTuple(get(c.arith, t, path.data(), path.size())); };
  if (const auto* t = value.as<IntTuple>()) return at(*t);
  if (const auto* a = value.as<Layout>()) return c.arith.intact(Layout{at(a->shape), at(a->stride)});
  if (const auto* a = value.as<ComposedLayout>()) {
    return to_value(on_domain(AnyLayout(*a), [&](const Layout& b) {
      return c.arith.intact(Layout{at(b.shape), at(b.stride)});
    }));
  }
  return c.wrong(0, term("a tuple or a layout"));
}

}  // namespace

Value builtin_get(const Call& c) { return get_path(c, c.args[0], c.template_args); }
Value builtin_rank(const Call& c) {
  if (const auto* pair = c.args[0].as<ValueTuple>(); pair != nullptr && c.template_args.empty()) {
    return static_int(static_cast<std::int64_t>(pair->modes.size()));
  }
  return static_int(c.at_path(c.shape(0)).rank());
}
Value builtin_depth(const Call& c) { return static_int(c.at_path(c.shape(0)).depth()); }
Value builtin_size(const Call& c) {
  if (c.args[0].is<Object>()) {
    if (auto threads = threads_of_tiling(c)) return std::move(*threads);
  }
  return product(c.arith, c.at_path(c.shape(0)));
}

// --- basis elements ---

Value builtin_basis_get(const Call& c) {
  const BasisPath basis = c.integer(0).basis();
  std::vector<std::int64_t> path;
  for (int level = 0; level < basis.rank(); ++level) path.push_back(basis[level]);
  return c.arith.failed() ? Value(static_int(0)) : get_path(c, c.args[1], path);
}
Value builtin_basis_value(const Call& c) {
  const Int* e = c.args[0].integer();
  if (e == nullptr) return c.args[0];
  return Int(e->value, BasisPath(), e->is_static);
}

namespace {

// For a tuple of layouts: the tuple of their shapes.
IntTuple shape_of(const Call& c, const Value& value) {
  const auto* tuple = value.as<ValueTuple>();
  if (tuple == nullptr) {
    const Call one(c.arith, c.name, {}, std::span(&value, 1));
    return IntTuple(one.shape(0));
  }
  TupleBuilder out(c.arith);
  out.open();
  for (const Value& mode : tuple->modes) out.copy(shape_of(c, mode));
  out.close();
  return out.take();
}

}  // namespace

Value builtin_shape(const Call& c) {
  if (!c.args[0].is<ValueTuple>()) return IntTuple(c.at_path(c.shape(0)));
  const IntTuple shapes = shape_of(c, c.args[0]);
  return IntTuple(c.at_path(shapes));
}

// --- strides and coordinates ---

Value builtin_make_coord(const Call& c) {
  TupleBuilder out(c.arith);
  out.open();
  for (std::size_t i = 0; i < c.count(); ++i) out.copy(c.tuple(i));
  out.close();
  return out.take();
}

namespace {

Value compact(const Call& c, Major major) {
  const IntTuple one = static_int(1);
  return compact_major(c.arith, major, c.tuple(0), c.count() > 1 ? c.tuple(1) : one.ref());
}

}  // namespace

Value builtin_compact_col_major(const Call& c) { return compact(c, Major::left); }
Value builtin_compact_row_major(const Call& c) { return compact(c, Major::right); }
Value builtin_compact_order(const Call& c) {
  if (const auto* major = c.args[1].as<Major>())
    return compact_major(c.arith, *major, c.tuple(0), IntTuple(static_int(1)));
  return compact_order(c.arith, c.tuple(0), c.tuple(1));
}
Value builtin_make_basis_like(const Call& c) { return make_basis_like(c.arith, c.shape(0)); }
Value builtin_crd2idx(const Call& c) {
  if (c.args[1].is<Layout>()) warn_access(c, c.tuple(0), c.layout(1));
  if (c.args[1].is<Layout>()) return apply(c.arith, c.layout(1), c.tuple(0));
  warn_coordinate(c, c.tuple(0), c.tuple(1));
  if (c.count() == 2) return crd2idx(c.arith, c.tuple(0), c.tuple(1));
  return crd2idx(c.arith, c.tuple(0), c.tuple(1), c.tuple(2));
}
Value builtin_idx2crd(const Call& c) {
  warn_coordinate(c, c.tuple(0), c.shape(1));
  if (c.count() == 2) return idx2crd(c.arith, c.tuple(0), c.shape(1));
  return idx2crd(c.arith, c.tuple(0), c.tuple(1), c.tuple(2));
}
Value builtin_crd2crd(const Call& c) {
  warn_coordinate(c, c.tuple(0), c.tuple(1));
  return crd2crd(c.arith, c.tuple(0), c.tuple(1), c.tuple(2));
}
Value builtin_domain_distribute(const Call& c) { return domain_distribute(c.arith, c.shape(0), c.integer(1)); }

}  // namespace stridescope
