// Derives the tiles of a kernel from its tensors and partition, without a plan.
#include "core/scene/tiled_tensor.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"

namespace stridescope {
namespace {

TiledTensor tiled(Arith& arith, const AnyLayout& tensor, TupleRef tile) {
  const Layout& domain = domain_layout(tensor);
  const auto extent = [&](TupleRef shape) { return std::max<std::int64_t>(1, product(arith, shape).value); };
  TiledTensor out;
  for (int i = 0; i < domain.rank(); ++i) {
    const bool untiled = tile.is_tuple() ? i >= tile.rank() : i > 0;
    out.modes.push_back({extent(domain.shape[i]), untiled ? 1 : extent(tile.is_tuple() ? tile[i] : tile)});
  }
  out.modes.resize(std::max<std::size_t>(out.modes.size(), 2));
  return out;
}

}  // namespace

std::int64_t TiledTensor::count() const {
  std::int64_t out = 1;
  for (const Mode& mode : modes) out *= mode.count();
  return out;
}

std::vector<std::int64_t> TiledTensor::coordinate(std::int64_t number) const {
  std::vector<std::int64_t> out;
  for (const Mode& mode : modes) {
    out.push_back(number % mode.count());
    number /= mode.count();
  }
  return out;
}

std::int64_t TiledTensor::number(const std::vector<std::int64_t>& coordinate) const {
  std::int64_t out = 0;
  for (std::size_t i = modes.size(); i-- > 0;) out = coordinate[i] + modes[i].count() * out;
  return out;
}

bool TiledTensor::is_partial(const std::vector<std::int64_t>& coordinate) const {
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i].is_partial(coordinate[i])) return true;
  }
  return false;
}

std::optional<TiledTensor> tiled_tensor(const Value& value) {
  Arith arith;
  TiledTensor out;
  if (const auto* copy = value.as<CopyKernel>()) {
    out = tiled(arith, copy->src, tiler_shape(arith, copy->load.tiler));
  } else if (const auto* gemm = value.as<GemmKernel>()) {
    const auto& [m, n, k] = gemm->tile.tile;
    out = tiled(arith, gemm->c, make_tuple(arith, {IntTuple(static_int(m)), IntTuple(static_int(n))}));
  } else {
    return std::nullopt;
  }
  Int tiles = static_int(1);
  for (const TiledTensor::Mode& mode : out.modes) {
    tiles = arith.mul(tiles, static_int(mode.count()));
    arith.add(static_int(mode.extent), static_int(mode.tile));  // so that count() does not overflow
  }
  if (arith.failed() || tiles.value > first_tile_id) return std::nullopt;
  return out;
}

std::string begin_text(const TiledTensor& tensor, const std::vector<std::int64_t>& coordinate) {
  std::string out;
  for (std::size_t i = 0; i < tensor.modes.size(); ++i)
    append_all(out, i == 0 ? "(" : ",", coordinate[i] * tensor.modes[i].tile);
  return out + ")";
}

std::string tile_text(const TiledTensor& tensor) {
  std::string out;
  for (std::size_t i = 0; i < tensor.modes.size(); ++i) append_all(out, i == 0 ? "" : " x ", tensor.modes[i].tile);
  return out;
}

}  // namespace stridescope
