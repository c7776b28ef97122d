// Makes the families of layouts for the sweeps: all nestings of a few leaves; compact, padded, repeated and zero
// strides; every mask of static and dynamic integers; and random layouts with a fixed seed.
#include "tests/unit/layouts.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace stridescope::laws {

std::vector<Integers> compact_strides(const Integers& extents) {
  std::set<Integers> found;
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Integers strides(extents.size());
    std::int64_t next = 1;
    for (const std::size_t mode : order) {
      strides[mode] = next;
      next *= extents[mode];
    }
    found.insert(std::move(strides));
  } while (std::next_permutation(order.begin(), order.end()));
  return {found.begin(), found.end()};
}

std::vector<Integers> varied_strides(const Integers& extents) {
  std::set<Integers> found;
  for (const Integers& strides : compact_strides(extents)) {
    found.insert(strides);
    for (std::size_t i = 0; i < strides.size(); ++i) {
      Integers changed = strides;
      changed[i] = 0;
      found.insert(changed);
      changed[i] = -strides[i];
      found.insert(changed);
      for (std::size_t j = 0; j < strides.size(); ++j) changed[j] = strides[j] * (strides[j] >= strides[i] ? 2 : 1);
      found.insert(changed);
    }
  }
  return {found.begin(), found.end()};
}

namespace {

// Every way to write `leaves` leaves as a sequence of at least `least` modes.
void sequences(int leaves, int least, const std::function<void(const std::vector<IntTuple>&)>& visit,
               std::vector<IntTuple>& modes) {
  if (leaves == 0) {
    if (static_cast<int>(modes.size()) >= least) visit(modes);
    return;
  }
  for (int first = 1; first <= leaves; ++first) {
    if (modes.empty() && first == leaves) continue;  // one mode would be the tuple itself
    for (const IntTuple& mode : nestings(first)) {
      modes.push_back(mode);
      sequences(leaves - first, least, visit, modes);
      modes.pop_back();
    }
  }
}

}  // namespace

std::vector<IntTuple> nestings(int leaves) {
  if (leaves == 1) return {static_int(0)};
  std::vector<IntTuple> out;
  std::vector<IntTuple> modes;
  sequences(
      leaves, 2,
      [&](const std::vector<IntTuple>& parts) {
        Arith arith;
        TupleBuilder tuple(arith);
        tuple.open();
        for (const IntTuple& part : parts) tuple.copy(part);
        tuple.close();
        out.push_back(tuple.take());
      },
      modes);
  return out;
}

IntTuple flat_profile(int leaves) {
  Arith arith;
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i < leaves; ++i) out.integer(static_int(0));
  out.close();
  return out.take();
}

Layout make(TupleRef profile, const Integers& extents, const Integers& strides, Mask mask) {
  Arith arith;
  LayoutBuilder out(arith);
  std::size_t leaf = 0;
  const auto visit = [&](auto& self, TupleRef node) -> void {
    if (!node.is_tuple()) {
      out.mode({extents[leaf], {}, (mask >> (2 * leaf) & 1) != 0},
               {strides[leaf], {}, (mask >> (2 * leaf + 1) & 1) != 0});
      ++leaf;
      return;
    }
    out.open();
    for (const TupleRef mode : node) self(self, mode);
    out.close();
  };
  visit(visit, profile);
  return out.take();
}

Layout static_form(LayoutRef a) {
  Arith arith;
  const auto change = [&](TupleRef t) {
    TupleBuilder out(arith);
    const auto visit = [&](auto& self, TupleRef node) -> void {
      if (!node.is_tuple()) {
        out.integer({node.integer().value, node.integer().basis(), true});
        return;
      }
      out.open();
      for (const TupleRef mode : node) self(self, mode);
      out.close();
    };
    visit(visit, t);
    return out.take();
  };
  return {change(a.shape), change(a.stride)};
}

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

namespace {

// Opens and closes tuples at random around leaves [first, last).
void random_nesting(Random& random, TupleBuilder& out, int leaves, int depth) {
  if (leaves == 1 && (depth == 0 || random.chance(90))) {
    out.integer(static_int(0));
    return;
  }
  if (depth <= 1) {
    out.open();
    for (int i = 0; i < leaves; ++i) out.integer(static_int(0));
    out.close();
    return;
  }
  out.open();
  while (leaves > 0) {
    const int part = static_cast<int>(1 + random.below(leaves));
    random_nesting(random, out, part, part == 1 && random.chance(80) ? 0 : depth - 1);
    leaves -= part;
  }
  out.close();
}

}  // namespace

Layout random_layout(Random& random, const RandomLayouts& options) {
  const int leaves = static_cast<int>(1 + random.below(options.max_leaves));
  const auto n = static_cast<std::size_t>(leaves);
  Integers extents(n);
  std::int64_t size = 1;
  for (std::int64_t& extent : extents) {
    extent = 1 + random.below(options.max_extent);
    if (size * extent > options.max_size) extent = 1;
    size *= extent;
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (random.chance(70)) {
    for (std::size_t i = n; i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
  }
  Integers strides(n);
  std::int64_t next = 1;
  for (const std::size_t mode : order) {
    if (random.chance(10)) next *= 1 + random.below(3);
    const bool zero = random.chance(7);
    strides[mode] = zero ? 0 : random.chance(3) ? -next : next;
    if (!zero) next *= extents[mode];
  }
  Mask mask = 0;
  for (int bit = 0; bit < 2 * leaves; ++bit) mask |= Mask{!random.chance(options.dynamic_percent)} << bit;
  Arith arith;
  TupleBuilder profile(arith);
  random_nesting(random, profile, leaves, static_cast<int>(random.below(options.max_depth + 1)));
  return make(profile.take(), extents, strides, mask);
}

}  // namespace stridescope::laws
