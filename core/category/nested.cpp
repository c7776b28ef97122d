// Nested tuples: profiles, substitution into them, refinements, and the mutual refinement that the composition of
// layouts is based on. Each function traverses the nesting once.
#include "core/category/nested.h"

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void collect(TupleRef t, std::vector<Int>& out) {
  for (std::uint32_t i = 0; i < t.node_count(); ++i) {
    const Node& node = t.nodes()[i];
    if (node.kind != NodeKind::tuple) out.push_back(node.integer);
  }
}

// Copies the nesting of `t`; leaf(out, i) writes the replacement of entry i.
template <class Leaf>
void rebuild(TupleBuilder& out, TupleRef t, int& next, Leaf&& leaf) {
  if (!t.is_tuple()) {
    leaf(out, next++);
    return;
  }
  out.open();
  for (const TupleRef mode : t) rebuild(out, mode, next, leaf);
  out.close();
}

template <class Leaf>
IntTuple rebuilt(Arith& arith, TupleRef t, Leaf&& leaf) {
  TupleBuilder out(arith);
  int next = 0;
  rebuild(out, t, next, leaf);
  return out.take();
}

void collect_modes(TupleRef fine, TupleRef coarse, std::vector<TupleRef>& out) {
  if (!coarse.is_tuple()) {
    out.push_back(fine);
    return;
  }
  for (int i = 0; i < coarse.size(); ++i) collect_modes(fine[i], coarse[i], out);
}

bool has_size(TupleRef t, std::int64_t size) {
  Arith arith;
  const Int product = size_of(arith, t);
  return arith.ok() && product.value == size;
}

bool fits_profile(Arith& arith, TupleRef profile, std::size_t values) {
  const auto wanted = static_cast<std::size_t>(profile.leaf_count());
  if (values == wanted) return true;
  arith.fail(ErrorCode::rank_mismatch,
             say("the profile {} has {} {entry|entries}, but {} are given", to_text(IntTuple(profile)), wanted, values),
             say("give one value for each entry"));
  return false;
}

// The factors into which each entry is split, in order.
struct Parts {
  std::vector<std::vector<Int>> of;
  std::vector<Int> open;  // factors of the current entry

  explicit Parts(std::size_t entries) { of.reserve(entries); }

  void add(Int part) { open.push_back(part); }
  void close() {
    of.push_back(std::move(open));
    open.clear();
  }
  IntTuple in(Arith& arith, TupleRef t) const {
    return rebuilt(arith, t, [&](TupleBuilder& out, int i) {
      const std::vector<Int>& parts = of[static_cast<std::size_t>(i)];
      if (parts.size() == 1) {
        out.integer(parts[0]);
        return;
      }
      out.open();
      for (const Int& part : parts) out.integer(part);
      out.close();
    });
  }
};

}  // namespace

std::vector<Int> entries(TupleRef t) {
  std::vector<Int> out;
  out.reserve(t.node_count());
  collect(t, out);
  return out;
}

IntTuple flat_tuple(Arith& arith, std::span<const Int> values) {
  TupleBuilder out(arith);
  out.open();
  for (const Int& value : values) out.integer(value);
  out.close();
  return out.take();
}

bool positive_entries(Arith& arith, TupleRef t, Term what) {
  if (t.has_any() || t.has_basis()) {
    arith.fail(ErrorCode::arguments, say("{} {} must contain only positive integers", what, to_text(IntTuple(t))));
    return false;
  }
  int place = 0;
  for (const Int& value : entries(t)) {
    ++place;
    if (value.value > 0) continue;
    arith.fail(ErrorCode::arguments, say("entry {} of {} {} is {}; expected a positive integer", place, what,
                                         to_text(IntTuple(t)), value.value));
    return false;
  }
  return true;
}

Int size_of(Arith& arith, std::span<const Int> values) {
  if (values.empty()) return dynamic_int(1);
  Int out = values[0];
  for (const Int& value : values.subspan(1)) out = arith.mul(out, value);
  return out;
}

Int size_of(Arith& arith, TupleRef t) {
  if (t.is_integer()) return t.integer();
  const std::vector<Int> values = entries(t);
  return size_of(arith, values);
}

bool same_tuple(TupleRef a, TupleRef b) {
  if (a.node_count() != b.node_count()) return false;
  for (std::uint32_t i = 0; i < a.node_count(); ++i) {
    const Node& x = a.nodes()[i];
    const Node& y = b.nodes()[i];
    if (x.kind != y.kind || x.span != y.span || x.integer.value != y.integer.value) return false;
  }
  return true;
}

IntTuple profile_of(Arith& arith, TupleRef t) {
  return rebuilt(arith, t, [](TupleBuilder& out, int) { out.any(); });
}

IntTuple substitute(Arith& arith, TupleRef profile, std::span<const TupleRef> values) {
  if (!fits_profile(arith, profile, values.size())) return {};
  return rebuilt(arith, profile, [&](TupleBuilder& out, int i) { out.copy(values[static_cast<std::size_t>(i)]); });
}

IntTuple substitute(Arith& arith, TupleRef profile, std::span<const Int> values) {
  if (!fits_profile(arith, profile, values.size())) return {};
  return rebuilt(arith, profile, [&](TupleBuilder& out, int i) { out.integer(values[static_cast<std::size_t>(i)]); });
}

bool refines(TupleRef fine, TupleRef coarse) {
  if (same_tuple(fine, coarse)) return true;
  if (coarse.is_integer() && has_size(fine, coarse.integer().value)) return true;
  if (!fine.is_tuple() && !coarse.is_tuple()) return false;
  if (fine.rank() != coarse.rank()) return false;
  for (int i = 0; i < coarse.rank(); ++i) {
    if (!refines(fine[i], coarse[i])) return false;
  }
  return true;
}

std::vector<TupleRef> relative_modes(TupleRef fine, TupleRef coarse) {
  std::vector<TupleRef> out;
  collect_modes(fine, coarse, out);
  return out;
}

std::vector<int> underlying_map(TupleRef fine, TupleRef coarse) {
  std::vector<int> out;
  int place = 0;
  for (const TupleRef mode : relative_modes(fine, coarse)) {
    ++place;
    out.insert(out.end(), static_cast<std::size_t>(mode.leaf_count()), place);
  }
  return out;
}

std::pair<IntTuple, IntTuple> mutual_refinement(Arith& arith, TupleRef t, TupleRef u) {
  std::vector<Int> left = entries(t);
  std::vector<Int> right = entries(u);
  Parts first(left.size());
  Parts second(right.size());
  std::size_t i = 0;
  std::size_t j = 0;
  const auto refuse = [&](const Message& why) {
    arith.fail(ErrorCode::divisibility,
               say("{} and {} do not have a mutual refinement: {}", to_text(IntTuple(t)), to_text(IntTuple(u)), why));
    return std::pair<IntTuple, IntTuple>();
  };
  while (i < left.size() && j < right.size()) {
    const Int a = left[i];
    const Int b = right[j];
    if (a.value == b.value) {
      first.add(a);
      first.close();
      second.add(b);
      second.close();
      ++i;
      ++j;
    } else if (a.value < b.value && b.value % a.value == 0) {
      first.add(a);
      first.close();
      second.add(a);
      right[j] = arith.div(b, a);
      ++i;
    } else if (b.value < a.value && a.value % b.value == 0) {
      first.add(b);
      second.add(b);
      second.close();
      left[i] = arith.div(a, b);
      ++j;
    } else {
      return refuse(
          say("{} (entry {} of the first tuple) and {} (entry {} of the second) meet, but neither divides the other",
              a.value, i + 1, b.value, j + 1));
    }
  }
  if (i < left.size()) return refuse(say("the second tuple ends before entry {} of the first", i + 1));
  if (!second.open.empty()) {
    second.add(right[j++]);
    second.close();
  }
  for (; j < right.size(); ++j) {
    second.add(right[j]);
    second.close();
  }
  return {first.in(arith, t), second.in(arith, u)};
}

Int colex(Arith& arith, TupleRef shape, TupleRef x) {
  const std::vector<Int> s = entries(shape);
  const std::vector<Int> c = entries(x);
  if (s.size() != c.size() || x.has_any()) {
    arith.fail(ErrorCode::rank_mismatch, say("the coordinate {} has {} {entry|entries}, but {} has {}",
                                             to_text(IntTuple(x)), c.size(), to_text(IntTuple(shape)), s.size()));
    return static_int(0);
  }
  Int out = static_int(0);
  Int before = static_int(1);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (c[i].value < 0 || c[i].value >= s[i].value) {
      arith.fail(ErrorCode::index_range, say("entry {} of the coordinate {} is {}, outside [0, {})", i + 1,
                                             to_text(IntTuple(x)), c[i].value, s[i].value));
      return static_int(0);
    }
    out = arith.add(out, arith.mul(c[i], before));
    before = arith.mul(before, s[i]);
  }
  return out;
}

IntTuple colex_inverse(Arith& arith, TupleRef shape, Int x) {
  const std::vector<Int> s = entries(shape);
  const Int size = size_of(arith, s);
  if (arith.ok() && (x.value < 0 || x.value >= size.value)) {
    arith.fail(ErrorCode::index_range,
               say("{} is outside [0, {}), the realization of {}", x.value, size.value, to_text(IntTuple(shape))));
    return {};
  }
  std::vector<Int> out;
  out.reserve(s.size());
  for (const Int& extent : s) {
    out.push_back(arith.mod(x, extent));
    x = arith.div(x, extent);
  }
  return flat_tuple(arith, out);
}

}  // namespace stridescope
