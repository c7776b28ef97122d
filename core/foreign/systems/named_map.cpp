// Linear maps that grow factor by factor.
#include "core/foreign/systems/named_map.h"

#include <bit>

#include "core/base/power.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_extent = std::int64_t{1} << 30;

}  // namespace

NamedMap::NamedMap(std::size_t rank, std::vector<std::string_view> names) : size(rank, 1) {
  for (const std::string_view name : names) inputs.push_back({name});
}

NamedInput& NamedMap::input(std::string_view name) {
  for (NamedInput& in : inputs) {
    if (in.name == name) return in;
  }
  inputs.push_back({name});
  return inputs.back();
}

void NamedMap::identity(Arith& arith, std::string_view in, int dimension, std::int64_t count) {
  if (!is_power_of_two(count)) {
    arith.fail(ErrorCode::unsupported, say("{} along dimension {} is not a power of two", count, dimension),
               say("linear layouts are made of bits"));
    return;
  }
  std::int64_t& reached = size[static_cast<std::size_t>(dimension)];
  if (count > max_extent / reached) {
    arith.fail(ErrorCode::too_large, say("dimension {} would be longer than {}", dimension, max_extent));
    return;
  }
  for (std::int64_t n = 1; n < count; n *= 2) {
    std::vector<std::int64_t> basis(size.size(), 0);
    basis[static_cast<std::size_t>(dimension)] = reached * n;
    input(in).bases.push_back(std::move(basis));
  }
  reached *= count;
}

void NamedMap::zeros(Arith& arith, std::string_view in, std::int64_t count) {
  if (!is_power_of_two(count) || count > max_extent) {
    arith.fail(ErrorCode::unsupported, say("{} is not a power of two", count), say("linear layouts are made of bits"));
    return;
  }
  for (std::int64_t n = 1; n < count; n *= 2) input(in).bases.emplace_back(size.size(), 0);
}

void NamedMap::identities(Arith& arith, std::string_view in, const std::vector<std::int64_t>& counts,
                          const std::vector<int>& order, int fixed) {
  for (const int dimension : order) {
    const std::int64_t count = counts[static_cast<std::size_t>(dimension)];
    if (dimension == fixed) {
      zeros(arith, in, count);
    } else {
      identity(arith, in, dimension, count);
    }
  }
}

void NamedMap::fit(Arith& arith, std::string_view in, const std::vector<std::int64_t>& shape,
                   const std::vector<int>& order) {
  for (const int dimension : order) {
    const auto d = static_cast<std::size_t>(dimension);
    if (!is_power_of_two(shape[d])) {
      arith.fail(ErrorCode::unsupported, say("extent {} of dimension {} is not a power of two", shape[d], dimension),
                 say("linear layouts are made of bits"));
      return;
    }
    if (size[d] < shape[d]) identity(arith, in, dimension, shape[d] / size[d]);
    if (arith.failed()) return;
    for (NamedInput& one : inputs) {
      for (std::vector<std::int64_t>& basis : one.bases) basis[d] &= shape[d] - 1;
    }
    size[d] = shape[d];
  }
}

void NamedMap::product(const NamedMap& other) {
  for (const NamedInput& in : other.inputs) {
    for (std::vector<std::int64_t> basis : in.bases) {
      for (std::size_t d = 0; d < size.size(); ++d) basis[d] *= size[d];
      input(in.name).bases.push_back(std::move(basis));
    }
  }
  for (std::size_t d = 0; d < size.size(); ++d) size[d] *= other.size[d];
}

LinearMap NamedMap::linear(Arith& arith, const std::vector<std::vector<std::string_view>>& groups) const {
  LinearMap out;
  std::vector<int> shift;
  for (const std::int64_t extent : size) {
    shift.push_back(out.out);
    out.out += std::countr_zero(static_cast<std::uint64_t>(extent));
  }
  for (const auto& group : groups) {
    int bits = 0;
    for (const std::string_view name : group) {
      for (const NamedInput& in : inputs) {
        if (in.name != name) continue;
        for (const std::vector<std::int64_t>& basis : in.bases) {
          std::uint64_t column = 0;
          for (std::size_t d = 0; d < basis.size() && out.out <= max_linear_bits; ++d)
            column |= static_cast<std::uint64_t>(basis[d]) << shift[d];
          out.columns.push_back(column);
          ++bits;
        }
      }
    }
    out.in.push_back(bits);
  }
  if (out.out > max_linear_bits || out.inputs() > max_linear_bits) {
    arith.fail(ErrorCode::too_large, say("a linear layout can have at most {} bits", max_linear_bits));
    return {};
  }
  return out;
}

}  // namespace stridescope
