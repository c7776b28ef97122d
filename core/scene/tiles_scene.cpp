// A kernel over the whole tensor: a cell a tile, mode 0 down and mode 1 across, one slice of the others. The first tile
// is lit: it is the one whose threads are drawn. Where several blocks share the sum of a tile, it has a cell for each,
// side by side, coloured by the part of K, but for tiles that reach past the end: they have a colour of their own.
// Where two warpgroups of a block have its tiles in turns, each tile has the colour of its own.
#include <algorithm>

#include "core/analysis/bound.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/scene/tiled_tensor.h"
#include "core/tiled/mma_kernel.h"

namespace stridescope {
namespace {
constexpr std::int64_t max_tiles = 64;  // each way; as many cells as have labels

// The parts of K that blocks sum, and the tiles along K that they share.
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
}  // namespace

// Which warpgroup of its block has a tile, where the tiles are taken in turns.
class Turns {
 public:
  explicit Turns(const Value& value) {
    const auto* gemm = value.as<GemmKernel>();
    if (gemm == nullptr || gemm->schedule != Schedule::pingpong) return;
    Arith arith;
    const TileOrder order = gemm->order(arith);
    const std::int64_t tiles = order.grid[0] * order.grid[1];
    if (arith.failed() || tiles > max_drawn || order.cluster[0] < 1 || order.cluster[1] < 1) return;
    rows_ = order.grid[0];
    blocks_ = find_gpu(shown_gpu)->multiprocessors / order.cluster_tiles() * order.cluster_tiles();
    of_.resize(static_cast<std::size_t>(tiles));
    for (std::int64_t b = 0; b < tiles; ++b) {
      std::int64_t m = 0;
      std::int64_t n = 0;
      order.coordinates(b, m, n);
      if (m < order.grid[0] && n < order.grid[1])
        of_[static_cast<std::size_t>(m + rows_ * n)] = static_cast<int>(b / blocks_ % 2);
    }
  }
  bool any() const { return !of_.empty(); }
  std::int64_t blocks() const { return blocks_; }
  int of(std::int64_t m, std::int64_t n) const { return of_[static_cast<std::size_t>(m + rows_ * n)]; }
  static constexpr std::string_view shown_gpu = "H100";

 private:
  static constexpr std::int64_t max_drawn = std::int64_t{1} << 20;
  std::int64_t rows_ = 0, blocks_ = 1;
  std::vector<int> of_;
};

PictureWords tiles_words(const PicturedValue& subject) {
  if (!tiled_tensor(subject.value)) return {};
  return {{Label::coord, Label::index}, {ColorBy::tile}};
}

Result<Scene> tiles_scene(const PicturedValue& subject, const View& view) {
  const auto tensor = tiled_tensor(subject.value);
  if (!tensor) return failure(ErrorCode::unsupported, say("only a kernel over whole tensors has tiles"));
  const auto& modes = tensor->modes;
  Scene scene;
  std::vector<std::int64_t> at(modes.size(), 0);  // of the tile, along the modes
  for (std::size_t i = 2; i < modes.size(); ++i) {
    const std::int64_t wanted = i - 2 < view.slice.size() ? view.slice[i - 2] : 0;
    at[i] = std::clamp<std::int64_t>(wanted, 0, modes[i].count() - 1);
    scene.slices.push_back({static_cast<int>(i), say("mode {}", i), modes[i].count(), at[i]});
  }
  const std::int64_t rows = std::min(modes[0].count(), max_tiles);
  const Parts parts = parts_of(subject.value);
  const Turns turns(subject.value);
  const std::int64_t cols = std::min(modes[1].count(), max_tiles / parts.count);
  // Tiles that reach past the end have a colour that no part has.
  const std::int64_t colours = turns.any() ? 2 : std::min<std::int64_t>(parts.count, palette_size - 1);
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
        if (part > 0) label = cat('k', parts.begin(part));  // a whole label would make each cell as wide as four
        const std::int64_t owner = turns.any() ? turns.of(at[0], at[1]) : part % colours;
        const std::int64_t colour = over && !turns.any() ? masked : owner;
        builder.add({number, first_tile_id + number, static_cast<int>(colour),
                     number == 0 ? CellState::lit : CellState::element, std::move(label)});
      }
    }
  }
  scene.legend.push_back(
      {0, say("a tile of {} {element|elements}; the first is the one whose threads are shown", tile_text(*tensor)),
       "lit"});
  for (std::int64_t part = 0; part < parts.count && parts.count > 1; ++part) {
    scene.legend.push_back({static_cast<int>(part % colours),
                            say("a block that sums k from {} to {}", parts.begin(part), parts.begin(part + 1))});
  }
  for (std::int64_t group = 0; group < 2 && turns.any(); ++group) {
    scene.legend.push_back({static_cast<int>(group),
                            say("warpgroup {} of its block has it; on {}, {} {block takes|blocks take} tiles in turns",
                                group, Turns::shown_gpu, turns.blocks())});
  }
  if (partial && !turns.any())
    scene.legend.push_back({static_cast<int>(masked), say("a tile that reaches past the end: masked there")});
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
