// The meaning of layouts, coordinates and swizzles, computed without the core's algebra: the reference for the laws.
// Only for plain integers (no scaled bases) far from overflow; static and dynamic integers are equivalent.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/value/composed_layout.h"

namespace stridescope::laws {

using Offsets = std::vector<std::int64_t>;

inline std::int64_t magnitude(std::int64_t x) { return x < 0 ? -x : x; }

// The leaves of a layout, first mode fastest, as a function from 1-D coordinates to offsets.
class Function {
 public:
  struct Leaf {
    std::int64_t extent;
    std::int64_t stride;
  };

  explicit Function(LayoutRef a) {
    for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
      const Node& extent = a.shape.nodes()[i];
      const Node& stride = a.stride.nodes()[i];
      if (extent.kind == NodeKind::tuple) continue;
      if (extent.kind == NodeKind::any || stride.kind != NodeKind::integer || !stride.integer.is_plain()) std::abort();
      if (count_ == max_leaves) std::abort();
      leaves_[count_++] = {extent.integer.value, stride.integer.value};
    }
  }

  int leaves() const { return count_; }
  const Leaf& leaf(int i) const { return leaves_[i]; }

  std::int64_t size() const {
    std::int64_t out = 1;
    for (int i = 0; i < count_; ++i) out *= leaves_[i].extent;
    return out;
  }

  // The offset of a coordinate; beyond the size, the last leaf continues. Division truncates toward zero, as in C++ and
  // CuTe.
  std::int64_t operator()(std::int64_t index) const {
    std::int64_t out = 0;
    for (int i = 0; i < count_; ++i) {
      const bool last = i + 1 == count_;
      out += (last ? index : index % leaves_[i].extent) * leaves_[i].stride;
      if (!last) index /= leaves_[i].extent;
    }
    return out;
  }

  // The offsets of 0 .. size()-1.
  Offsets image() const {
    const std::int64_t total = size();
    if (total <= 0) return {};
    Offsets out(static_cast<std::size_t>(total));
    std::int64_t* const first = out.data();
    std::int64_t block = 1;
    for (int i = 0; i < count_; ++i) {
      for (std::int64_t k = 1; k < leaves_[i].extent; ++k) {
        for (std::int64_t j = 0; j < block; ++j) first[k * block + j] = first[j] + k * leaves_[i].stride;
      }
      block *= leaves_[i].extent;
    }
    return out;
  }

  // One more than the largest |offset| with all strides made positive.
  std::int64_t cosize() const {
    std::int64_t out = 1;
    for (int i = 0; i < count_; ++i) out += (leaves_[i].extent - 1) * magnitude(leaves_[i].stride);
    return out;
  }

 private:
  static constexpr int max_leaves = 64;
  Leaf leaves_[max_leaves];
  int count_ = 0;
};

// Number of elements of a shape.
inline std::int64_t size_of(TupleRef shape) {
  std::int64_t out = 1;
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    if (shape.nodes()[i].kind == NodeKind::integer) out *= shape.nodes()[i].integer.value;
  }
  return out;
}

// True if every coordinate of `coarse` is also one of `fine`: the nesting of coarse is a coarsening, with equal sizes
// at its leaves (CuTe's `compatible`).
inline bool refines(TupleRef coarse, TupleRef fine) {
  if (!coarse.is_tuple()) return coarse.integer().value == size_of(fine);
  if (!fine.is_tuple() || coarse.size() != fine.size()) return false;
  for (int i = 0; i < coarse.size(); ++i) {
    if (!laws::refines(coarse[i], fine[i])) return false;
  }
  return true;
}

// The number of elements that the `_` of a coordinate leave free.
inline std::int64_t free_size(TupleRef coord, TupleRef shape) {
  if (coord.is_any()) return size_of(shape);
  std::int64_t out = 1;
  for (int i = 0; i < coord.size(); ++i) out *= free_size(coord[i], shape[i]);
  return out;
}

// The offset of a coordinate of any compatible nesting. `free` is the 1-D coordinate of the elements that `_` leave
// free, consumed from the first `_` to the last.
inline std::int64_t offset_at(TupleRef coord, LayoutRef a, std::int64_t& free) {
  if (coord.is_tuple()) {
    std::int64_t out = 0;
    for (int i = 0; i < coord.size(); ++i) out += offset_at(coord[i], a[i], free);
    return out;
  }
  if (!coord.is_any()) return Function(a)(coord.integer().value);
  const std::int64_t size = size_of(a.shape);
  const std::int64_t here = free % size;
  free /= size;
  return Function(a)(here);
}
inline std::int64_t offset_at(TupleRef coord, LayoutRef a) {
  std::int64_t none = 0;
  return offset_at(coord, a, none);
}

inline std::int64_t by_definition(const Swizzle& swizzle, std::int64_t x) {
  const std::int64_t field = x & swizzle.yyy();
  return x ^ (swizzle.shift >= 0 ? field >> swizzle.shift : field << -swizzle.shift);
}

// function(offset + x)
inline std::int64_t staged(const StageFunction& function, const SwizzleOffset& offset, std::int64_t x) {
  const auto* mixed = std::get_if<MixedBits>(&offset);
  x += mixed ? mixed->static_bits | mixed->dynamic_bits : std::get<Int>(offset).value;
  const auto* swizzle = std::get_if<Swizzle>(&function);
  return swizzle ? by_definition(*swizzle, x) : Function(std::get<Layout>(function))(x);
}

// The offset of a coordinate (with `_`, see offset_at) of a plain or composed layout.
inline std::int64_t offset_of(const AnyLayout& layout, TupleRef coord, std::int64_t free = 0) {
  if (const auto* plain = std::get_if<Layout>(&layout)) return offset_at(coord, *plain, free);
  const auto& composed = std::get<ComposedLayout>(layout);
  std::int64_t x = staged(composed.a, composed.offset, offset_at(coord, composed.b, free));
  for (std::size_t i = composed.outer.size(); i-- > 0;)
    x = staged(composed.outer[i].function, composed.outer[i].offset, x);
  return x;
}

}  // namespace stridescope::laws
