// Each mode of the grid is looked through by itself, as both address and coordinates are sums of one number a mode;
// then what differs is combined.
#include "core/codegen/tile_classes.h"

#include <algorithm>
#include <map>

namespace stridescope {

namespace {

constexpr std::int64_t most_along = std::int64_t{1} << 21;
constexpr std::int64_t most_combined = std::int64_t{1} << 20;

std::int64_t remainder_of(std::int64_t x, std::int64_t by) { return (x % by + by) % by; }

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
      if (grid[mode] > most_along) return std::nullopt;
      const std::map<Begin, TileClass> along = classes_along(mode, grid[mode]);
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
  // Whether a tile's coordinates along these modes and those after change nothing.
  static bool still(const KernelMap& map, std::size_t from, std::size_t to) {
    for (std::size_t mode = from; mode < std::min(to, map.tile.size()); ++mode) {
      for (const KernelDigit& d : map.tile[mode].digits) {
        if (d.stride != 0) return false;
      }
    }
    return true;
  }

  std::map<Begin, TileClass> classes_along(std::size_t mode, std::int64_t extent) const {
    std::vector<bool> alone;  // the edge's coordinate is this mode's alone
    for (const Edge& e : edges_) alone.push_back(still(*e.map, 0, mode) && still(*e.map, mode + 1, e.map->tile.size()));
    std::map<Begin, TileClass> out;
    auto last = out.end();
    Begin begin(1 + edges_.size());
    for (std::int64_t x = 0; x < extent; ++x) {
      begin[0] = map_ == nullptr ? 0 : remainder_of(at(*map_, mode, x) * bits_, period_);
      for (std::size_t i = 0; i < edges_.size(); ++i) {
        begin[1 + i] = at(*edges_[i].map, mode, x);
        if (alone[i]) begin[1 + i] = cut(edges_[i], begin[1 + i]);
      }
      if (last == out.end() || last->first != begin) last = out.try_emplace(begin).first;
      if (last->second.count++ == 0) last->second.tile = {x};
    }
    return out;
  }

  // Coordinates that are all inside, or all outside, whatever the thread and the value.
  static std::int64_t cut(const Edge& edge, std::int64_t begin) {
    const std::int64_t within = edge.extent - 1 - edge.map->thread.largest() - edge.map->value.largest();
    const std::int64_t beyond = edge.extent - edge.map->thread.smallest() - edge.map->value.smallest();
    return begin <= within ? std::min<std::int64_t>(within, 0) : std::min(begin, beyond);
  }
  // pre: the modes up to `modes` are summed.
  Begin cut(Begin begin, std::size_t modes) const {
    begin[0] = remainder_of(begin[0], period_);
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
