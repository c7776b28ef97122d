// Each mode of the grid is looked through by itself, as both address and coordinates are sums of one number a mode;
// then what differs is combined.
#include "core/codegen/tile_classes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace stridescope {

namespace {

constexpr std::int64_t most_along = std::int64_t{1} << 18;
constexpr std::int64_t most_combined = std::int64_t{1} << 20;

// Of a product that may be larger than 64 bits.
std::int64_t remainder_of(std::int64_t x, std::int64_t times, std::int64_t by) {
  return (x % by * times % by + by) % by;
}

// Where a tile begins: in bits, modulo those of a sector, then its coordinate along the mode of each edge.
using Begin = std::vector<std::int64_t>;

class Classes {
 public:
  Classes(const KernelMap* map, int element_bits, std::int64_t bytes, const std::vector<KernelEdge>& edges, bool load)
      : map_(map), bits_(element_bits), period_(8 * bytes) {
    for (const KernelEdge& e : edges) edges_.push_back({&(load ? e.load : e.store), e.extent});
  }

  std::optional<std::vector<TileClass>> run(const std::vector<std::int64_t>& grid) {
    std::map<Begin, TileClass> classes = {{Begin(1 + edges_.size(), 0), {{}, 1}}};
    for (std::size_t mode = 0; mode < grid.size(); ++mode) {
      const Repeats repeats = repeats_along(mode, grid[mode]);
      if (grid[mode] - repeats.tiles > most_along) return std::nullopt;
      const std::map<Begin, TileClass> along = classes_along(mode, grid[mode], repeats);
      if (static_cast<std::int64_t>(classes.size() * along.size()) > most_combined) return std::nullopt;
      std::map<Begin, TileClass> combined;
      for (const auto& [begin, one] : classes) {
        for (const auto& [more, next] : along) {
          Begin sum = begin;
          for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
          TileClass& to = combined[cut(std::move(sum), mode + 1)];
          if (to.count == 0) {
            to.tile = one.tile;
            to.tile.push_back(next.tile[0]);
          }
          to.count += one.count * next.count;
        }
      }
      classes = std::move(combined);
    }
    std::vector<TileClass> out;
    for (auto& entry : classes) out.push_back(std::move(entry.second));
    return out;
  }

 private:
  struct Edge {
    const KernelMap* map;
    std::int64_t extent;
  };

  static std::int64_t at(const KernelMap& map, std::size_t mode, std::int64_t x) {
    return mode < map.tile.size() ? map.tile[mode].at(x) : 0;
  }
  // Whether a tile's coordinates along these modes change nothing.
  static bool still(const KernelMap& map, std::size_t from, std::size_t to) {
    for (std::size_t mode = from; mode < std::min(to, map.tile.size()); ++mode) {
      for (const KernelDigit& d : map.tile[mode].digits) {
        if (d.stride != 0) return false;
      }
    }
    return true;
  }

  // Whether the edge's coordinate is that of this mode alone.
  static bool alone(const Edge& edge, std::size_t mode) {
    return still(*edge.map, 0, mode) && still(*edge.map, mode + 1, edge.map->tile.size());
  }

  // The first tiles of a mode that lie inside all edges, and after how many of them their beginnings repeat.
  struct Repeats {
    std::int64_t tiles = 0;
    std::int64_t period = 1;
  };
  // None where that is not known: where what a tile adds is no multiple of its coordinate.
  Repeats repeats_along(std::size_t mode, std::int64_t extent) const {
    Repeats out = {extent, 1};
    if (map_ != nullptr && mode < map_->tile.size()) {
      const auto stride = stride_of(map_->tile[mode]);
      if (!stride) return {};
      out.period = period_ / std::gcd(remainder_of(*stride, bits_, period_), period_);
    }
    for (const Edge& e : edges_) {
      if (mode >= e.map->tile.size()) continue;
      const auto stride = stride_of(e.map->tile[mode]);
      if (!stride || *stride < 0 || (*stride > 0 && !alone(e, mode))) return {};
      if (*stride > 0) out.tiles = std::min(out.tiles, within(e) < 0 ? 0 : within(e) / *stride + 1);
    }
    return out;
  }
  static std::optional<std::int64_t> stride_of(const KernelIndex& index) {
    if (index.digits.empty()) return 0;
    if (index.digits.size() > 1 || index.digits[0].divisor != 1) return std::nullopt;
    return index.digits[0].stride;
  }

  std::map<Begin, TileClass> classes_along(std::size_t mode, std::int64_t extent, const Repeats& repeats) const {
    std::map<Begin, TileClass> out;
    Begin begin(1 + edges_.size());
    const auto add = [&](std::int64_t x, std::int64_t count) {
      begin[0] = map_ == nullptr ? 0 : remainder_of(at(*map_, mode, x), bits_, period_);
      for (std::size_t i = 0; i < edges_.size(); ++i) {
        begin[1 + i] = at(*edges_[i].map, mode, x);
        if (alone(edges_[i], mode)) begin[1 + i] = cut(edges_[i], begin[1 + i]);
      }
      TileClass& to = out[begin];
      if (to.count == 0) to.tile = {x};
      to.count += count;
    };
    for (std::int64_t x = 0; x < std::min(repeats.tiles, repeats.period); ++x)
      add(x, (repeats.tiles - x + repeats.period - 1) / repeats.period);
    for (std::int64_t x = repeats.tiles; x < extent; ++x) add(x, 1);
    return out;
  }

  // The largest beginning of a tile whose elements are all inside, whatever the thread and the value.
  static std::int64_t within(const Edge& edge) {
    return edge.extent - 1 - edge.map->thread.largest() - edge.map->value.largest();
  }
  // One number for all beginnings whose elements are all inside, and one for those that are all outside.
  static std::int64_t cut(const Edge& edge, std::int64_t begin) {
    const std::int64_t beyond = edge.extent - edge.map->thread.smallest() - edge.map->value.smallest();
    return begin <= within(edge) ? std::min<std::int64_t>(within(edge), 0) : std::min(begin, beyond);
  }
  // pre: the modes up to `modes` are summed.
  Begin cut(Begin begin, std::size_t modes) const {
    begin[0] %= period_;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (still(*edges_[i].map, modes, edges_[i].map->tile.size())) begin[1 + i] = cut(edges_[i], begin[1 + i]);
    }
    return begin;
  }

  const KernelMap* map_;
  int bits_;
  std::int64_t period_;
  std::vector<Edge> edges_;
};

}  // namespace

std::optional<std::vector<TileClass>> tile_classes(const std::vector<std::int64_t>& grid, const KernelMap* map,
                                                   int element_bits, std::int64_t bytes,
                                                   const std::vector<KernelEdge>& edges, bool load) {
  return Classes(map, element_bits, bytes, edges, load).run(grid);
}

}  // namespace stridescope
