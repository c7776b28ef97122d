// A kernel over the whole tensor: one cell per tile, mode 0 down and mode 1 across, one slice of the other modes. The
// first tile is highlighted: it is the one that pictures of threads show. Colors: if several blocks share the sum of a
// tile, it has adjacent cells, colored by the part of K, except for tiles that exceed the tensor, which have a separate
// color. If two warpgroups of a block alternate tiles, each tile has the color of its warpgroup. If blocks share all
// steps along K (Stream-K), the color is the number of blocks that sum the tile.
#include <algorithm>

#include "core/base/text.h"
#include "core/hardware/bound.h"
#include "core/kernels/mma/mma_kernel.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/scene/tiled_tensor.h"

namespace stridescope {
namespace {
constexpr std::int64_t max_tiles = 64;  // per side, so that all cells have labels

// The parts of K that blocks sum, and the number of tiles along K.
struct Parts {
  std::int64_t count = 1, steps = 1, tile = 1;
  std::int64_t begin(std::int64_t part) const { return steps * part / count * tile; }
};

Parts parts_of(const Value& value) {
  Parts out;
  const auto* gemm = value.as<GemmKernel>();
  if (gemm == nullptr || !gemm->split) return out;
  Arith arith;
  const std::int64_t k = product(arith, domain_layout(gemm->a).shape[1]).value;
  out.count = std::max<std::int64_t>(1, *gemm->split);
  out.tile = std::max<std::int64_t>(1, gemm->tile.tile[2]);
  out.steps = (k + out.tile - 1) / out.tile;
  return out;
}
// A coloring of the tiles of C other than by part of K: the color of each tile, and the meaning of each color.
struct TileColours {
  std::int64_t rows = 0;
  std::vector<int> of;  // index: m + rows * n
  std::vector<Message> legend;

  bool any() const { return !of.empty(); }
  int at(std::int64_t m, std::int64_t n) const { return of[static_cast<std::size_t>(m + rows * n)]; }
};

constexpr std::int64_t max_coloured = std::int64_t{1} << 20;  // tiles
constexpr std::string_view shown_gpu = "H100";

// The color of each tile from its number in the order; empty if there are too many tiles, or if clusters do not divide
// them.
template <class Colour>
TileColours coloured(const TileOrder& order, const Arith& arith, const Colour& colour) {
  TileColours out;
  const std::int64_t tiles = order.grid[0] * order.grid[1];
  if (arith.failed() || tiles > max_coloured || order.cluster[0] < 1 || order.cluster[1] < 1) return out;
  out.rows = order.grid[0];
  out.of.resize(static_cast<std::size_t>(tiles));
  for (std::int64_t b = 0; b < tiles; ++b) {
    std::int64_t m = 0;
    std::int64_t n = 0;
    order.coordinates(b, m, n);
    if (m < order.grid[0] && n < order.grid[1]) out.of[static_cast<std::size_t>(m + out.rows * n)] = colour(b);
  }
  return out;
}

// The warpgroup of each tile in its block, if warpgroups alternate.
TileColours turns_of(const GemmKernel& gemm) {
  Arith arith;
  const TileOrder order = gemm.order(arith);
  const std::int64_t cluster = std::max<std::int64_t>(1, order.cluster_tiles());
  const std::int64_t blocks = find_gpu(shown_gpu)->multiprocessors / cluster * cluster;
  TileColours out = coloured(order, arith, [&](std::int64_t b) { return static_cast<int>(b / blocks % 2); });
  for (int group = 0; group < 2 && out.any(); ++group) {
    out.legend.push_back(
        say("warpgroup {} of its block holds it; on {}, {} {block takes|blocks take} turns with the tiles", group,
            shown_gpu, blocks));
  }
  return out;
}

// The number of blocks that share a tile's sum, for Stream-K.
TileColours shares_of(const GemmKernel& gemm) {
  Arith arith;
  const TileOrder order = gemm.order(arith);
  const std::int64_t cluster = std::max<std::int64_t>(1, order.cluster_tiles());
  const StreamOrder stream = gemm.stream_order(arith);
  if (arith.failed() || stream.tiles < 1 || stream.tiles > max_coloured) return {};
  std::vector<std::int64_t> blocks;  // by tile, in the order of clusters
  for (std::int64_t tile = 0; tile < stream.tiles; ++tile)
    blocks.push_back(static_cast<std::int64_t>(stream.ends(tile).size()));
  std::vector<std::int64_t> counts = blocks;
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  const auto colour = [&](std::int64_t count) {
    const auto at = std::lower_bound(counts.begin(), counts.end(), count) - counts.begin();
    return static_cast<int>(std::min<std::int64_t>(at, palette_size - 1));
  };
  TileColours out =
      coloured(order, arith, [&](std::int64_t b) { return colour(blocks[static_cast<std::size_t>(b / cluster)]); });
  for (std::size_t i = 0; i < counts.size() && i < static_cast<std::size_t>(palette_size) && out.any(); ++i)
    out.legend.push_back(
        say("{} {block sums|blocks sum} it: all blocks get the same number of steps along K", counts[i]));
  return out;
}

TileColours colours_of(const Value& value) {
  const auto* gemm = value.as<GemmKernel>();
  if (gemm == nullptr) return {};
  if (gemm->schedule == Schedule::pingpong) return turns_of(*gemm);
  return gemm->stream ? shares_of(*gemm) : TileColours{};
}
}  // namespace

PictureWords tiles_words(const PicturedValue& subject) {
  if (!tiled_tensor(subject.value)) return {};
  return {{Label::coord, Label::index}, {ColorBy::tile}};
}

Result<Scene> tiles_scene(const PicturedValue& subject, const View& view) {
  const auto tensor = tiled_tensor(subject.value);
  if (!tensor) return failure(ErrorCode::unsupported, say("only a kernel over whole tensors has tiles"));
  const auto& modes = tensor->modes;
  Scene scene;
  std::vector<std::int64_t> at(modes.size(), 0);  // coordinates of the tile
  for (std::size_t i = 2; i < modes.size(); ++i) {
    const std::int64_t wanted = i - 2 < view.slice.size() ? view.slice[i - 2] : 0;
    at[i] = std::clamp<std::int64_t>(wanted, 0, modes[i].count() - 1);
    scene.slices.push_back({static_cast<int>(i), say("mode {}", i), modes[i].count(), at[i]});
  }
  const std::int64_t rows = std::min(modes[0].count(), max_tiles);
  const Parts parts = parts_of(subject.value);
  const TileColours owners = colours_of(subject.value);
  const std::int64_t cols = std::min(modes[1].count(), max_tiles / parts.count);
  // Tiles that exceed the tensor have a color that no part has.
  const std::int64_t colours = std::min<std::int64_t>(parts.count, palette_size - 1);
  const std::int64_t masked = colours;
  SceneBuilder builder;
  bool partial = false;
  for (at[0] = 0; at[0] < rows; ++at[0]) {
    builder.row({}, say("{}", at[0] * modes[0].tile));
    for (at[1] = 0; at[1] < cols; ++at[1]) {
      const std::int64_t number = tensor->number(at);
      const bool over = tensor->is_partial(at);
      partial = partial || over;
      for (std::int64_t part = 0; part < parts.count; ++part) {
        std::string label = view.label == Label::index ? cat(number) : begin_text(*tensor, at);
        if (part > 0) label = cat('k', parts.begin(part));  // a full label would make each cell four times as wide
        const std::int64_t colour = owners.any() ? owners.at(at[0], at[1]) : over ? masked : part % colours;
        builder.add({number, first_tile_id + number, static_cast<int>(colour),
                     number == 0 ? CellState::lit : CellState::element, std::move(label)});
      }
    }
  }
  scene.legend.push_back(
      {0, say("a tile of {} {element|elements}; the first is the tile whose threads are shown", tile_text(*tensor)),
       "lit"});
  for (std::int64_t part = 0; part < parts.count && parts.count > 1; ++part) {
    scene.legend.push_back({static_cast<int>(part % colours),
                            say("a block that sums k from {} to {}", parts.begin(part), parts.begin(part + 1))});
  }
  for (std::size_t i = 0; i < owners.legend.size(); ++i)
    scene.legend.push_back({static_cast<int>(i), owners.legend[i]});
  if (partial && !owners.any())
    scene.legend.push_back({static_cast<int>(masked), say("a tile that exceeds the tensor: masked there")});
  if (rows < modes[0].count() || cols < modes[1].count()) {
    scene.note =
        say("shown: the first {} x {} of {} x {} {tile|tiles}", rows, cols, modes[0].count(), modes[1].count());
  }
  Scene out = builder.finish(std::move(scene));
  out.col_heads.resize(1);
  for (std::int64_t c = 0; c < cols * parts.count; ++c) {
    out.col_heads[0].push_back(c % parts.count == 0 ? say("{}", c / parts.count * modes[1].tile) : Message{});
  }
  return out;
}

}  // namespace stridescope
