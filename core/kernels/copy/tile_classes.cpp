// Examines each mode of the grid alone, since addresses and coordinates are sums of one number per mode, and then
// combines the differences.
#include "core/kernels/copy/tile_classes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace stridescope {

namespace {

constexpr std::int64_t most_along = std::int64_t{1} << 18;
constexpr std::int64_t most_combined = std::int64_t{1} << 20;

// The start of a tile: the bit address modulo a sector, then its coordinate along the mode of each edge.
using Begin = std::vector<std::int64_t>;
using Kinds = std::map<Begin, TileClass>;

class Classes {
 public:
  Classes(const KernelMap* map, int element_bits, std::int64_t bytes, const std::vector<KernelEdge>& edges, bool load)
      : map_(map), bits_(element_bits), period_(8 * bytes), edges_(edges), load_(load) {}

  std::optional<std::vector<TileClass>> run(const std::vector<std::int64_t>& grid) const {
    Kinds kinds = {{Begin(1 + edges_.size(), 0), {{}, 1}}};
    for (std::size_t mode = 0; mode < grid.size(); ++mode) {
      const std::optional<Kinds> more = along(mode, grid[mode]);
      if (!more || static_cast<std::int64_t>(kinds.size() * more->size()) > most_combined) return std::nullopt;
      Kinds combined;
      for (const auto& [begin, one] : kinds) {
        for (const auto& [step, next] : *more) {
          Begin sum = begin;
          for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += step[i];
          sum[0] %= period_;
          TileClass& to = combined[sum];
          to.tile = one.tile;
          to.tile.push_back(next.tile[0]);
          to.count += one.count * next.count;
        }
      }
      kinds = std::move(combined);
    }
    std::vector<TileClass> out;
    for (auto& entry : kinds) out.push_back(std::move(entry.second));
    return out;
  }

 private:
  const KernelMap& coordinates(const KernelEdge& edge) const { return load_ ? edge.load : edge.store; }

  // A number of elements in bits, modulo the period; the product may exceed 64 bits.
  std::int64_t bits_of(std::int64_t elements) const {
    return (elements % period_ * bits_ % period_ + period_) % period_;
  }

  // The tiles along one mode. The first tiles are inside all edges, and their starts repeat; the others are examined
  // individually.
  std::optional<Kinds> along(std::size_t mode, std::int64_t extent) const {
    const KernelIndex* index = map_ != nullptr && mode < map_->tile.size() ? &map_->tile[mode] : nullptr;
    std::int64_t inside = extent;
    for (const KernelEdge& e : edges_) {
      if (e.mode != static_cast<int>(mode)) continue;
      while (inside > 0 && begin_of(e, inside - 1) > last_inside(e)) --inside;
    }
    const std::int64_t period = index != nullptr ? period_of(*index) : 1;
    const std::int64_t repeating = period > 0 ? inside : 0;
    if (extent - repeating > most_along) return std::nullopt;
    Kinds out;
    const auto add = [&](std::int64_t x, std::int64_t count) {
      Begin begin(1 + edges_.size(), 0);
      if (index != nullptr) begin[0] = bits_of(index->at(x));
      for (std::size_t i = 0; i < edges_.size(); ++i) {
        // Tiles that are completely inside share one number.
        if (edges_[i].mode == static_cast<int>(mode) && x >= inside) begin[1 + i] = begin_of(edges_[i], x);
      }
      TileClass& to = out[begin];
      to.tile = {x};
      to.count += count;
    };
    for (std::int64_t x = 0; x < std::min(repeating, period); ++x) add(x, (repeating - x + period - 1) / period);
    for (std::int64_t x = repeating; x < extent; ++x) add(x, 1);
    return out;
  }

  // Along the edge's own mode: the coordinate at which tile x begins, and the last one at which a tile is completely
  // inside.
  std::int64_t begin_of(const KernelEdge& e, std::int64_t x) const {
    return coordinates(e).tile[static_cast<std::size_t>(e.mode)].at(x);
  }
  std::int64_t last_inside(const KernelEdge& e) const {
    return e.extent - 1 - coordinates(e).thread.largest() - coordinates(e).value.largest();
  }

  // The number of tiles after which their starts repeat; 0: unknown.
  std::int64_t period_of(const KernelIndex& index) const {
    const std::vector<KernelDigit>& digits = index.digits;
    if (std::all_of(digits.begin(), digits.end(), [&](const KernelDigit& d) { return bits_of(d.stride) == 0; }))
      return 1;
    if (digits.size() > 1 || digits[0].divisor != 1) return 0;
    return period_ / std::gcd(bits_of(digits[0].stride), period_);
  }

  const KernelMap* map_;
  int bits_;
  std::int64_t period_;
  const std::vector<KernelEdge>& edges_;
  bool load_;
};

}  // namespace

std::optional<std::vector<TileClass>> tile_classes(const std::vector<std::int64_t>& grid, const KernelMap* map,
                                                   int element_bits, std::int64_t bytes,
                                                   const std::vector<KernelEdge>& edges, bool load) {
  return Classes(map, element_bits, bytes, edges, load).run(grid);
}

}  // namespace stridescope
