// Functions of CuTe DSL on integers, coordinates and modes: the next coordinate, the place of a leaf, the mode of
// stride 1, modes of extent 1.
#include "core/functions/builtin.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Leaves of the next coordinate, the first mode fastest: a leaf that reaches its extent becomes 0, and the next leaf
// grows by 1. The last leaf can reach its extent: the last coordinate has no successor.
class Increment {
 public:
  Increment(Arith& arith, TupleRef shape) : arith_(arith), leaves_(shape.leaf_count()) {}

  IntTuple run(TupleRef coordinate, TupleRef shape) {
    TupleBuilder out(arith_);
    visit(out, coordinate, shape);
    return out.take();
  }

 private:
  void visit(TupleBuilder& out, TupleRef coordinate, TupleRef shape) {
    if (coordinate.is_tuple()) {
      out.open();
      for (int i = 0; i < coordinate.rank(); ++i) visit(out, coordinate[i], shape[i]);
      out.close();
      return;
    }
    const bool last = --leaves_ == 0;
    Int next = coordinate.integer_or_zero();
    if (carry_) next = arith_.add(next, dynamic_int(1));
    carry_ = carry_ && !last && next.value == shape.integer_or_zero().value;
    out.integer(carry_ ? dynamic_int(0) : next);
  }

  Arith& arith_;
  std::uint64_t leaves_;
  bool carry_ = true;
};

// The path of the first leaf of the tuple for which test(leaf, leaf of `next_to`) is true. A leaf of `next_to` counts
// for all leaves of the tuple below it.
template <class Test>
bool find_leaf(TupleRef tuple, TupleRef next_to, std::vector<Int>& path, const Test& test) {
  if (!tuple.is_tuple()) return test(tuple.integer_or_zero(), next_to);
  for (int i = 0; i < tuple.rank() && (!next_to.is_tuple() || i < next_to.rank()); ++i) {
    path.push_back(static_int(i));
    if (find_leaf(tuple[i], next_to.is_tuple() ? next_to[i] : next_to, path, test)) return true;
    path.pop_back();
  }
  return false;
}

// A path of one mode is the number of the mode.
IntTuple position(Arith& arith, const std::vector<Int>& path) {
  if (path.size() <= 1) return path.empty() ? static_int(0) : path.front();
  TupleBuilder out(arith);
  out.flat(path.data(), static_cast<std::uint32_t>(path.size()));
  return out.take();
}

// t with modes of extent 1 up to the given rank; without a rank, with one more.
Value with_ones(const Call& c, bool in_front) {
  const bool tuple = c.args[0].is<IntTuple>();
  const bool counted = c.count() > 1;
  const std::int64_t rank = counted ? c.integer(1).value : 0;
  const auto extended = [&](TupleRef t, std::int64_t one) -> IntTuple {
    const IntTuple x = static_int(one);
    if (!counted) return in_front ? prepend(c.arith, t, x) : append(c.arith, t, x);
    return in_front ? prepend(c.arith, t, x, rank) : append(c.arith, t, x, rank);
  };
  if (tuple) return extended(c.tuple(0), 1);
  return c.on_layout(0, [&](const Layout& a) {
    return c.arith.intact(Layout{extended(a.shape, 1), extended(a.stride, 0)});
  });
}

}  // namespace

Value builtin_append_ones(const Call& c) { return with_ones(c, false); }
Value builtin_prepend_ones(const Call& c) { return with_ones(c, true); }

Value builtin_tuple_cat(const Call& c) {
  TupleBuilder out(c.arith);
  out.open();
  for (std::size_t i = 0; i < c.count(); ++i) out.copy_modes(c.tuple(i));
  out.close();
  return out.take();
}

Value builtin_has_scaled_basis(const Call& c) { return Bool{c.tuple(0).has_basis(), true}; }
Value builtin_has_underscore(const Call& c) { return Bool{c.tuple(0).has_any(), true}; }

Value builtin_is_major(const Call& c) {
  const Int mode = c.integer(0);
  const TupleRef stride = c.tuple(1);
  if (c.arith.failed()) return static_int(0);
  const std::int64_t path[] = {mode.value};
  const TupleRef at = get(c.arith, stride, path, 1);
  return Bool{!c.arith.failed() && at.is_constant(1), true};
}

Value builtin_increment(const Call& c) {
  const TupleRef coordinate = c.tuple(0);
  const TupleRef shape = c.shape(1);
  if (c.arith.failed()) return static_int(0);
  if (!congruent(coordinate, shape).value)
    return c.fail(
        ErrorCode::arguments,
        say("the coordinate {} does not have the profile of the shape {}", to_text(coordinate), to_text(shape)),
        say("give a coordinate in the form that idx2crd(i, shape) returns"));
  return Increment(c.arith, shape).run(coordinate, shape);
}

Value builtin_assume(const Call& c) {
  const Int value = c.integer(0);
  const Int divisor = c.count() > 1 ? c.integer(1) : static_int(1);
  if (c.arith.ok() && (divisor.value < 1 || value.value % divisor.value != 0))
    c.arith.fail(ErrorCode::divisibility, say("assume: {} is not a multiple of {}", value.value, divisor.value),
                 say("give a positive divisor and a multiple of it"));
  return value;
}

Value builtin_get_divisibility(const Call& c) {
  const Int value = c.integer(0);
  return value.is_static ? value : static_int(1);
}

Value builtin_find(const Call& c) {
  const IntTuple tuple(c.tuple(0));
  const Int wanted = c.integer(1);
  const auto* nested = c.count() > 2 ? c.args[2].as<Bool>() : nullptr;
  if (c.count() > 2 && nested == nullptr) return c.wrong(2, say("true or false"));
  std::vector<Int> path;
  if (c.arith.failed()) return static_int(0);
  const auto is_wanted = [&](const Int& leaf, TupleRef) { return wanted.is_plain() && leaf.is_constant(wanted.value); };
  if (!find_leaf(tuple, tuple, path, is_wanted))
    return c.fail(ErrorCode::arguments, say("find: {} has no static leaf {}", to_text(tuple), wanted.value),
                  say("expected one of its static integers, as in find((_3,_4), _4)"));
  if (nested != nullptr && !nested->value && path.size() > 1) path.resize(1);
  return position(c.arith, path);
}

Value builtin_leading_dim(const Call& c) {
  const bool layout = c.count() == 1;
  const IntTuple shape(layout ? c.layout(0).shape.ref() : c.shape(0));
  const IntTuple stride(layout ? c.layout(0).stride.ref() : c.tuple(1));
  std::vector<Int> path;
  if (c.arith.failed()) return static_int(0);
  const auto leads = [](const Int& step, TupleRef extent) { return step.is_constant(1) && !extent.is_constant(1); };
  if (!find_leaf(stride, shape, path, leads))
    return c.fail(ErrorCode::arguments,
                  say("the strides {} have no static 1 at an extent that is not 1", to_text(stride)),
                  say("expected a stride _1, as in leading_dim((4,8), (8,_1))"));
  return position(c.arith, path);
}

}  // namespace stridescope
