// Computes the small image of a kernel's whole tensor: its tiles along the first two modes.
#include "core/pictures/miniature.h"

#include <algorithm>

#include "core/scene/tiled_tensor.h"

namespace stridescope::app {
namespace {

constexpr double longest_side = 64;
constexpr double shortest_side = 10;
constexpr double smallest_mark = 9;
constexpr double smallest_parted = 4;  // with smaller tiles, half of the image would be gaps (pixels)

}  // namespace

Miniature miniature(const Value& value, const Scene& scene) {
  if (scene.picture != Picture::threads) return {};
  const auto tensor = tiled_tensor(value);
  if (!tensor || tensor->count() < 2) return {};
  Miniature out;
  out.rows = tensor->modes[0].count();
  out.cols = tensor->modes[1].count();
  out.tile = longest_side / static_cast<double>(std::max(out.rows, out.cols));
  out.width = std::max(shortest_side, out.tile * static_cast<double>(out.cols));
  out.height = std::max(shortest_side, out.tile * static_cast<double>(out.rows));
  out.mark = std::max(smallest_mark, out.tile);
  out.gap = out.tile >= smallest_parted ? 1 : 0;
  out.kind = name_of(Picture::tiles);
  return out;
}

}  // namespace stridescope::app
