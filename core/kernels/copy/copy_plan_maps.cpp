// Queries of a plan: offsets of an index, coordinates of a tile, owners of an element.
#include <algorithm>

#include "core/base/at.h"
#include "core/base/text.h"
#include "core/kernels/copy/copy_plan.h"

namespace stridescope {
namespace {

std::int64_t apply_swizzle(const KernelSwizzle& s, std::int64_t x) { return swizzled(s.swizzle, x + s.offset); }

}  // namespace

std::int64_t KernelIndex::largest() const {
  std::int64_t out = 0;
  for (const KernelDigit& d : digits) out += std::max<std::int64_t>((d.extent - 1) * d.stride, 0);
  return out;
}

std::int64_t KernelIndex::smallest() const {
  std::int64_t out = 0;
  for (const KernelDigit& d : digits) out += std::min<std::int64_t>((d.extent - 1) * d.stride, 0);
  return out;
}

std::int64_t KernelMap::largest() const {
  std::int64_t out = thread.largest() + value.largest();
  for (const KernelIndex& t : tile) out += t.largest();
  return out;
}

std::int64_t KernelSide::swizzled(std::int64_t x) const {
  for (const KernelSwizzle& s : swizzles) x = apply_swizzle(s, x);
  return x;
}

std::int64_t KernelSide::offset(std::int64_t thread, std::int64_t value, const std::int64_t* tile) const {
  std::int64_t x = map.thread.at(thread) + map.value.at(value);
  if (tile != nullptr) {
    for (std::size_t i = 0; i < map.tile.size(); ++i) x += map.tile[i].at(tile[i]);
  }
  return swizzled(x);
}

void CopyPlan::tile_coordinates(std::int64_t b, std::int64_t* out) const {
  for (const int mode : order) {
    const std::int64_t n = grid[at(mode)];
    out[mode] = b % n;
    b /= n;
  }
}

bool CopyPlan::inside(std::int64_t thread, std::int64_t value, const std::int64_t* tile_coordinate, bool load) const {
  for (const KernelEdge& edge : edges) {
    const KernelMap& map = load ? edge.load : edge.store;
    std::int64_t x = map.thread.at(thread) + map.value.at(value);
    for (std::size_t i = 0; i < map.tile.size(); ++i) x += map.tile[i].at(tile_coordinate[i]);
    if (x >= edge.extent) return false;
  }
  return true;
}

CopyOwners copy_owners(const CopyPlan& plan, std::int64_t coordinate) {
  CopyOwners out;
  std::int64_t element = 0;  // in the tile, the first mode fastest
  std::int64_t step = 1;
  for (std::size_t i = 0; i < plan.extents.size(); ++i) {
    const std::int64_t x = coordinate % plan.extents[i];
    coordinate /= plan.extents[i];
    append_all(out.coordinate, i == 0 ? "(" : ",", x);
    append_all(out.tile, i == 0 ? "(" : ",", x / plan.tile[i]);
    element += x % plan.tile[i] * step;
    step *= plan.tile[i];
  }
  out.coordinate.push_back(')');
  out.tile.push_back(')');
  const auto owners = [&](const TiledCopy& copy, CopySide side) -> std::vector<TvPair> {
    Arith arith;
    const Layout tv = layout_tv(arith, copy, side);
    if (arith.failed()) return {};
    const TvTable table = TvTable::make(arith, LayoutRef(tv));
    if (arith.failed()) return {};
    return tv_owners(table, element);
  };
  out.load = owners(plan.kernel.load, CopySide::source);
  out.store = owners(plan.kernel.store, CopySide::destination);
  return out;
}

std::int64_t TensorIndex::at(std::int64_t coordinate) const {
  std::int64_t x = index.at(coordinate);
  for (const KernelSwizzle& s : swizzles) x = apply_swizzle(s, x);
  return x;
}

}  // namespace stridescope
