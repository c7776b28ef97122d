// Computes the steps along K of each worker, and the steps at which the sum of a tile passes to the next worker.
#include "core/kernels/gemm/stream_order.h"

namespace stridescope {

std::vector<StreamPart> StreamOrder::parts(std::int64_t worker) const {
  std::vector<StreamPart> out;
  const std::int64_t begin = steps_before(worker);
  for (std::int64_t end = steps_before(worker + 1); end > begin;) {
    const std::int64_t tile = (end - 1) / steps;
    const std::int64_t from = std::max(begin, tile * steps);
    out.push_back({tile, from - tile * steps, end - tile * steps});
    end = from;
  }
  for (std::int64_t tile = shared() + worker; tile < tiles; tile += workers) out.push_back({tile, 0, steps});
  return out;
}

std::int64_t StreamOrder::worker_of(std::int64_t tile, std::int64_t step) const {
  const std::int64_t at = tile * steps + step;
  std::int64_t worker = at * workers / std::max<std::int64_t>(1, shared() * steps);
  while (steps_before(worker + 1) <= at) ++worker;
  while (steps_before(worker) > at) --worker;
  return worker;
}

std::vector<std::int64_t> StreamOrder::ends(std::int64_t tile) const {
  std::vector<std::int64_t> out;
  if (tile < shared()) {
    for (std::int64_t worker = worker_of(tile, 0); steps_before(worker + 1) < (tile + 1) * steps; ++worker)
      out.push_back(steps_before(worker + 1) - tile * steps);
  }
  out.push_back(steps);
  return out;
}

}  // namespace stridescope
