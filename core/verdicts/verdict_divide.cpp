// Division: R(b, r) = A(B(b) + B*(r)), where B* is the complement of the tile B in A, and every coordinate of A is in a
// tile. Applied mode by mode for a by-mode tiler.
#include <algorithm>

#include "core/base/checked.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

// The coordinates of A in the order of the result: first the tiles, then their repetitions; logical_divide keeps both
// in their mode.
struct Division {
  explicit Division(Arith& m, bool in_place) : arith(m), interleaved(in_place) {}

  Arith& arith;
  bool interleaved;
  Leaves tiles;
  Leaves rests;
  Message unknown = {};  // the reason why the law cannot be tried
  // A coordinate of a mode of A that is in no tile; the mode's path follows.
  std::optional<std::int64_t> uncovered = {};
  BasisPath uncovered_mode = {};
  Cause cause = Cause::other;

  Leaves& after() { return interleaved ? tiles : rests; }
};

void append_coordinates(Leaves& out, const Leaves& leaves, BasisPath path) {
  for (Leaf leaf : leaves) {
    leaf.path = path;
    out.push_back(leaf);
  }
}

// Is every coordinate of 0 ... size-1 a sum of the leaves?
bool covers(Division& division, const Leaves& leaves, std::int64_t size) {
  if (count(leaves) == 0) {
    division.uncovered = 0;
    return false;
  }
  LinearModes modes = merge_modes(part(leaves, {}));
  // [0, span) together with a mode whose stride is at most span is contiguous again.
  std::int64_t span = 1;
  for (std::uint32_t i = 0; i < modes.size() && span < size;) {
    if (modes[i].stride > 0 && modes[i].stride <= span) {
      span += modes[i].stride * (modes[i].extent - 1);
      modes[i].stride = 0;
      i = 0;
    } else {
      ++i;
    }
  }
  if (span >= size) return true;
  const std::int64_t total = count(leaves);
  if (total < 0 || total > 4 * max_tried || size > 16 * max_tried) {
    division.unknown = say("too many coordinates to decide whether the tiles cover A");
    return true;
  }
  std::vector<bool> hit(static_cast<std::size_t>(size));
  const Sum sum = {{part(leaves, {}), {}}};
  for (std::int64_t i = 0; i < total; ++i) {
    const std::int64_t at = value_at(sum, i);
    if (at >= 0 && at < size) hit[static_cast<std::size_t>(at)] = true;
  }
  const auto missing = std::find(hit.begin(), hit.end(), false);
  if (missing == hit.end()) return true;
  division.uncovered = missing - hit.begin();
  return false;
}

void divide_by_layout(Division& division, LayoutRef a, const Layout& tile, BasisPath path) {
  if (!is_plain(tile)) {
    division.unknown = say("the tile has basis strides");
    return;
  }
  Arith& arith = division.arith;
  const Layout rest = complement(arith, tile, coalesce(arith, a).shape);
  const auto size = size_of(a.shape);
  Leaves in_tile;
  Leaves in_rest;
  append_leaves(in_tile, tile);
  append_leaves(in_rest, rest);
  if (arith.failed() || !size) {
    division.unknown =
        arith.failed() ? say("the complement of the tile is not defined") : say("sizes do not fit 64 bits");
    return;
  }
  append_coordinates(division.tiles, in_tile, path);
  append_coordinates(division.after(), in_rest, path);
  Leaves both = in_tile;
  both.insert(both.end(), in_rest.begin(), in_rest.end());
  if (!division.uncovered && *size > 0 && !covers(division, both, *size)) {
    division.uncovered_mode = path;
    division.cause = explain_complement(tile).cause;
  }
}

bool divide(Division& division, LayoutRef a, const Value& tiler, BasisPath path);

bool divide_modes(Division& division, LayoutRef a, int tiled, BasisPath path, const std::vector<Value>& modes) {
  for (int i = 0; i < tiled; ++i) {
    BasisPath mode = path;
    if (i >= a.rank() || !append_path(mode, i) || !divide(division, a[i], modes[static_cast<std::size_t>(i)], mode))
      return false;
  }
  for (int i = tiled; i < a.rank(); ++i) {
    BasisPath mode = path;
    if (!append_path(mode, i)) return false;
    append_identity(division.after(), a[i].shape, mode);
  }
  return true;
}

bool divide(Division& division, LayoutRef a, const Value& tiler, BasisPath path) {
  if (const auto* layout = tiler.as<Layout>()) {
    divide_by_layout(division, a, *layout, path);
    return division.unknown.empty();
  }
  if (const auto* modes = tiler.as<ValueTuple>())
    return divide_modes(division, a, static_cast<int>(modes->modes.size()), path, modes->modes);
  const auto* tuple = tiler.as<IntTuple>();
  if (tuple == nullptr) return false;
  if (tuple->is_tuple()) {
    std::vector<Value> modes;
    for (const TupleRef entry : tuple->ref()) modes.emplace_back(IntTuple(entry));
    return divide_modes(division, a, static_cast<int>(modes.size()), path, modes);
  }
  if (!tuple->ref().is_any()) {
    divide_by_layout(division, a, make_layout(division.arith, *tuple), path);
    return division.unknown.empty();
  }
  if (division.interleaved) {
    append_identity(division.tiles, a.shape, path);
    return true;
  }
  // The mode itself counts as (tile, rest).
  if (!a.shape.is_tuple() || a.rank() != 2) return false;
  BasisPath first = path;
  BasisPath second = path;
  if (!append_path(first, 0) || !append_path(second, 1)) return false;
  append_identity(division.tiles, a.shape[0], first);
  append_identity(division.rests, a.shape[1], second);
  return true;
}

// A coordinate of A that is in no tile: in the mode that the tiler divides, and as a 1-D coordinate with 0 for all
// other modes.
Verdict untiled(const Context& context, const Division& division, TupleRef shape) {
  std::int64_t at = *division.uncovered;
  std::string mode;  // "1,0"
  TupleRef level = shape;
  for (int i = 0; i < division.uncovered_mode.rank(); ++i) {
    for (int before = 0; before < division.uncovered_mode[i]; ++before) {
      const auto size = size_of(level[before]);
      if (!size || mul_overflows(at, *size, at))
        return violated(context, say("the tiles do not cover A"), division.cause);
    }
    append_all(mode, mode.empty() ? "" : ",", division.uncovered_mode[i]);
    level = level[division.uncovered_mode[i]];
  }
  Verdict out = violated_at(context, at, shape, say("no tile"), say("one tile"), division.cause);
  out.text = mode.empty() ? say("{} (the coordinate {} of A is in none of them)", out.text, *division.uncovered)
                          : say("{} (the coordinate {} of mode {} of A is in none of them)", out.text,
                                *division.uncovered, mode);
  return out;
}

}  // namespace

Verdict check_divide(const Operation& operation, const Value& result, std::int64_t most) {
  const bool logical = operation.roles.form == roles::Form::logical;
  const Context context = {logical ? term("R(b, r) = A(B(b) + B*(r)), B* = complement(B, A); the tiles cover A")
                                   : term("R(b, r) = A(B(b) + B*(r)), B* = complement(B, A); layout<0>(R) = "
                                          "composition(A, B); the tiles cover A"),
                           most};
  const auto a = operand(operation.args[0]);
  const auto r = operand(result);
  if (!a || !r || a->domain == nullptr || r->domain == nullptr)
    return not_checked(context, say("basis strides next to a swizzle, or a value that is not a layout"));
  if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
  Arith arith;
  Division division(arith, logical);
  if (!divide(division, *a->domain, operation.args[1], {})) {
    return not_checked(context, division.unknown.empty() ? say("the tiler does not fit A") : division.unknown);
  }
  Leaves all = division.tiles;
  all.insert(all.end(), division.rests.begin(), division.rests.end());
  const auto explain = [&] {
    Explained why = explain_composition(*a->domain, all);
    if (division.cause != Cause::other && (why.cause == Cause::other || why.cause == Cause::empty))
      why = {division.cause, {}};
    return why;
  };
  const std::int64_t size = count(all);
  const auto got = size_of(r->domain->shape);
  if (size < 0 || !got) return not_checked(context, say("sizes do not fit 64 bits"));
  Leaves strides;
  append_leaves(strides, *a->domain);
  append_leaves(strides, *r->domain);
  std::vector<BasisPath> outputs = paths_of(strides);
  if (outputs.empty()) outputs.emplace_back();
  std::vector<Equation> equations;
  for (const BasisPath& out : outputs) {
    Equation e = {out, {{modes_of(*r->domain, out), {}}}, {}};
    for (const BasisPath& path : paths_of(all)) {
      const auto mode = at_path(*a->domain, path);
      if (!mode) return not_checked(context, say("the tiler does not fit A"));
      e.should.push_back({part(all, path), {{Step::Kind::layout, 0, {}, modes_of(*mode, out)}}});
    }
    equations.push_back(std::move(e));
  }
  if (*got != size) return wrong_size(context, equations, *got, size, explain());
  if (!logical) {
    const std::int64_t tile = count(division.tiles);
    const auto first = size_of(r->domain->shape[0]);
    const bool flat = operation.roles.form == roles::Form::flat;
    if (!flat && first != tile) {
      const Explained why = explain();
      return violated(
          context,
          say("the tile has {} {element|elements}; expected {}", first ? say("{}", *first) : say("too many"), tile),
          why.cause, why.text);
    }
    if (operation.roles.form == roles::Form::zipped && r->domain->rank() != 2)
      return violated(context, say("the rank is {}, should be 2", r->domain->rank()), Cause::other);
  }
  Verdict verdict = judge(context, equations, size, r->domain->shape, explain);
  if (verdict.status == LawStatus::violated) return verdict;
  if (division.uncovered) return untiled(context, division, a->domain->shape);
  return verdict;
}

}  // namespace stridescope::verdicts
