// Maps over F2: composition, inverse and division, by elimination on their columns.
#include "core/foreign/systems/linear.h"

#include <bit>

#include "core/algebra/algebra.h"

namespace stridescope {
namespace {

// Values with pairwise different lowest bits, each with its coordinate.
class Echelon {
 public:
  // Returns false if it is a sum of existing values.
  bool add(std::uint64_t value, std::uint64_t made_of) {
    reduce(value, made_of);
    if (value == 0) return false;
    pivots_[std::countr_zero(value)] = {value, made_of};
    return true;
  }
  // Removes the part that the columns generate; the rest is in `value`.
  void reduce(std::uint64_t& value, std::uint64_t& made_of) const {
    for (int bit = 0; bit < 64; ++bit) {
      const Pivot& pivot = pivots_[bit];
      if ((value >> bit & 1) == 0 || pivot.value == 0) continue;
      value ^= pivot.value;
      made_of ^= pivot.made_of;
    }
  }

 private:
  struct Pivot {
    std::uint64_t value = 0;
    std::uint64_t made_of = 0;
  };
  Pivot pivots_[64];
};

}  // namespace

std::uint64_t LinearMap::operator()(std::uint64_t coordinate) const {
  std::uint64_t out_bits = 0;
  for (std::uint64_t left = coordinate; left != 0; left &= left - 1)
    out_bits ^= columns[static_cast<std::size_t>(std::countr_zero(left))];
  return out_bits;
}

LinearMap linear_map(Arith& arith, const Value& layout) {
  LinearMap out;
  // The maximum cost of an enumeration, if bits alone do not decide.
  if (!arith.spend(std::uint64_t{1} << 14)) return out;
  const F2Analysis f2 = f2_map(layout);
  if (!f2.map) {
    arith.fail(ErrorCode::unsupported, say("the layout is not linear over F2: {}", f2.why),
               say("in a linear layout all extents are powers of two, and no sum of offsets carries"));
    return out;
  }
  if (f2.map->constant != 0) {
    arith.fail(ErrorCode::unsupported,
               say("the layout is not linear over F2: L(0) = {}, but a linear map has 0 there", f2.map->constant));
    return out;
  }
  if (f2.map->inputs > max_linear_bits || f2.map->outputs > max_linear_bits) {
    arith.fail(ErrorCode::too_large, say("a linear layout can have at most {} bits", max_linear_bits));
    return out;
  }
  out.columns = f2.map->columns;
  out.out = f2.map->outputs;
  const std::uint64_t used = [&] {
    std::uint64_t all = 0;
    for (const std::uint64_t column : out.columns) all |= column;
    return all;
  }();
  if (used == 0) out.out = 0;
  const Layout* domain = domain_of(layout);
  if (domain == nullptr || !domain->shape.is_tuple()) {
    out.in = {out.inputs()};
    return out;
  }
  for (int i = 0; i < domain->rank(); ++i) {
    Arith plain;
    out.in.push_back(std::countr_zero(static_cast<std::uint64_t>(product(plain, domain->shape[i]).value)));
  }
  return out;
}

int rank_of(const LinearMap& a) {
  Echelon span;
  int rank = 0;
  for (const std::uint64_t column : a.columns) rank += span.add(column, 0) ? 1 : 0;
  return rank;
}

LinearMap compose(Arith& arith, const LinearMap& a, const LinearMap& b) {
  LinearMap out = {b.in, a.out, {}};
  for (std::size_t j = 0; j < b.columns.size(); ++j) {
    if (b.columns[j] >> a.inputs() != 0) {
      arith.fail(ErrorCode::index_range, say("B({}) = {} is not a coordinate of A, which has {}",
                                             bit_at(static_cast<int>(j)), b.columns[j], bit_at(a.inputs())));
      return {};
    }
    out.columns.push_back(a(b.columns[j]));
  }
  return out;
}

LinearMap right_inverse(Arith& arith, const LinearMap& a, std::vector<int> shape) {
  Echelon span;
  for (int j = 0; j < a.inputs(); ++j) (void)span.add(a.columns[static_cast<std::size_t>(j)], bit_at(j));
  LinearMap out = {std::move(shape), a.inputs(), {}};
  for (int bit = 0; bit < a.out; ++bit) {
    std::uint64_t value = bit_at(bit);
    std::uint64_t made_of = 0;
    span.reduce(value, made_of);
    if (value != 0) {
      arith.fail(ErrorCode::unsupported, say("no coordinate has the value {}", bit_at(bit)),
                 say("an inverse exists only if every value below {} occurs", bit_at(a.out)));
      return {};
    }
    out.columns.push_back(made_of);
  }
  return out;
}

LinearMap divide(Arith& arith, const LinearMap& a, const LinearMap& b) {
  LinearMap tile = {{b.inputs(), 0}, a.inputs(), b.columns};
  Echelon span;
  for (const std::uint64_t column : b.columns) (void)span.add(column, 0);
  for (int bit = 0; bit < a.inputs(); ++bit) {
    if (!span.add(bit_at(bit), 0)) continue;
    tile.columns.push_back(bit_at(bit));
    ++tile.in[1];
  }
  return compose(arith, a, tile);
}

}  // namespace stridescope
