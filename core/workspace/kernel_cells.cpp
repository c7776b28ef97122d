// Finds cells of the picture of a kernel (picture `threads`: one tile; of a copy as it is read and as it is written).
#include <algorithm>

#include "core/base/text.h"
#include "core/scene/tv_tiles.h"
#include "core/workspace/kernel.h"

namespace stridescope {
namespace {

// The digit that the text of a mode names, and the index that it belongs to.
struct NamedDigit {
  const KernelDigit* digit = nullptr;
  bool of_thread = false;
};

NamedDigit digit_named(const KernelSide& side, std::string_view what, std::string_view rest) {
  const bool of_thread = what == "thread";
  if (!of_thread && what != "value") return {};
  for (const KernelDigit& d : (of_thread ? side.map.thread : side.map.value).digits) {
    if (rest == cat("mode ", d.mode, ", extent ", d.extent, ", stride ", d.stride)) return {&d, of_thread};
  }
  return {};
}

}  // namespace

Result<std::vector<std::int64_t>> kernel_cells(const Workspace& workspace, int binding, std::string_view about) {
  const auto plan = kernel_plan(workspace, binding);
  if (!plan) return failure(plan.error());
  const auto* copy = plan->as<CopyPlan>();
  if (copy == nullptr)
    return failure(ErrorCode::unsupported, say("only the picture of a copy kernel contains such cells"));
  const auto owned = tv_tiles_of(PicturedValue{workspace.report().bindings[static_cast<std::size_t>(binding)].value});
  if (!owned) return failure(owned.error());
  std::vector<std::int64_t> out;
  const std::size_t colon = about.find(": ");
  const std::size_t comma = std::min(about.find(", "), about.size());
  if (colon == std::string_view::npos || comma < colon)
    return failure(ErrorCode::arguments, say("this is not the name of a mode"));
  const std::string_view name = about.substr(0, colon);
  const std::string_view what = about.substr(colon + 2, comma - colon - 2);
  const std::string_view rest = about.substr(std::min(comma + 2, about.size()));
  const KernelSide* sides[] = {&copy->src, &copy->smem_write, &copy->smem_read, &copy->dst};
  for (std::size_t i = 0; i < std::size(sides); ++i) {
    if (sides[i]->name != name) continue;
    const NamedDigit found = digit_named(*sides[i], what, rest);
    if (found.digit == nullptr) continue;
    const TvTile& tile = owned->tiles[i < 2 ? 0 : owned->tiles.size() - 1];
    const KernelDigit& d = *found.digit;
    for (std::int64_t at = 0; at < tile.rows * tile.cols; ++at) {
      const auto pairs = tile.holders(at % tile.rows, at / tile.rows);
      const bool walked = std::any_of(pairs.begin(), pairs.end(), [&](const TvHolder& p) {
        const std::int64_t moving = found.of_thread ? p.thread : p.value;
        const std::int64_t still = found.of_thread ? p.value : p.thread;
        return still == 0 && moving % d.divisor == 0 && moving / d.divisor < d.extent;
      });
      if (walked) out.push_back(tile.first_id + at);
    }
    return out;
  }
  return out;
}

Result<std::vector<std::int64_t>> element_cells(const Workspace& workspace, int binding,
                                                std::span<const std::int64_t> elements) {
  const auto plan = kernel_plan(workspace, binding);
  if (!plan) return failure(plan.error());
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> tile;
  const auto* copy = plan->as<CopyPlan>();
  if (copy != nullptr) {
    extents = copy->extents;
    tile = copy->tile;
  } else if (const auto* product = plan->as<GemmPlan>()) {
    extents = {product->extents[0], product->extents[1]};
    tile = {product->math.extents[0], product->math.extents[1]};
  } else if (const auto* one = plan->as<MmaPlan>()) {
    tile = extents = {one->extents[0], one->extents[1]};
  } else {
    return failure(ErrorCode::unsupported, say("only the pictures of copies and products contain such cells"));
  }
  const auto owned = tv_tiles_of(PicturedValue{workspace.report().bindings[static_cast<std::size_t>(binding)].value});
  if (!owned) return failure(owned.error());
  std::vector<std::int64_t> out;
  for (std::int64_t rest : elements) {
    std::int64_t element = 0;
    std::int64_t step = 1;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      element += rest % extents[i] % tile[i] * step;
      rest /= extents[i];
      step *= tile[i];
    }
    for (std::size_t i = copy != nullptr ? 0 : owned->tiles.size() - 1; i < owned->tiles.size(); ++i) {
      const TvTile& one = owned->tiles[i];
      if (element < one.rows * one.cols) out.push_back(one.first_id + element);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace stridescope
