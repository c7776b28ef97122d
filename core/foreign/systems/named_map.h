// A linear map between named spaces: from positions in the hardware (register, lane, warp, block; or an offset; or a
// row and a column of tensor memory) to coordinates of a tensor, as in Triton; it grows factor by factor.
#pragma once

#include <string_view>
#include <vector>

#include "core/foreign/systems/linear.h"

namespace stridescope {

// An input and its bases, each a coordinate of the tensor.
struct NamedInput {
  std::string_view name;
  std::vector<std::vector<std::int64_t>> bases = {};
};

// law of the growing functions: the new bases are above the range that the map already reaches in their dimension.
struct NamedMap {
  std::vector<std::int64_t> size;  // extents of the tensor that it reaches, by dimension: powers of two
  std::vector<NamedInput> inputs;

  NamedMap() = default;
  NamedMap(std::size_t rank, std::vector<std::string_view> names);

  int rank() const { return static_cast<int>(size.size()); }
  NamedInput& input(std::string_view name);
  const NamedInput& input(std::string_view name) const { return const_cast<NamedMap*>(this)->input(name); }

  // Adds `count` coordinates of the dimension, one after the other; for `zeros` the same coordinate `count` times.
  // unsupported if the count is not a power of two.
  void identity(Arith&, std::string_view in, int dimension, std::int64_t count);
  void zeros(Arith&, std::string_view in, std::int64_t count);
  // Adds the identity of each dimension, in the order of `order`; zeros for the dimension `fixed`.
  void identities(Arith&, std::string_view in, const std::vector<std::int64_t>& counts, const std::vector<int>& order,
                  int fixed = -1);
  // Extends the map to exactly the shape: further coordinates come from `in`, for the dimensions of `order` in turn;
  // bases beyond the shape become 0.
  void fit(Arith&, std::string_view in, const std::vector<std::int64_t>& shape, const std::vector<int>& order);
  // Adds every factor of the other map above this one.
  void product(const NamedMap& other);

  // The map from these inputs, in this order, to the index of the coordinate, the first dimension fastest. Inputs in
  // one group form one input, the first of them fastest.
  LinearMap linear(Arith&, const std::vector<std::vector<std::string_view>>& groups) const;
};

}  // namespace stridescope
