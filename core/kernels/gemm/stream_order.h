// Stream-K: the workers that sum each tile of C, if the tiles are not whole rounds of the blocks.
//
// Blocks that take tiles one after the other leave some of them idle in the last round. Instead, the tiles of the first
// rounds are cut along K: all their steps lie in a row, tile after tile, and each block has as many of them as every
// other. A block that has the end of a tile stores it, and adds what the blocks before it have summed of it.
// Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K: Work-centric Parallel Decomposition for Dense
// Matrix-Matrix Multiplication on the GPU" (2023): there the hybrid of two tiles and whole rounds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stridescope {

// The unit of work of a worker: the steps along K from `begin` to `end` of tile number `tile`.
struct StreamPart {
  std::int64_t tile = 0, begin = 0, end = 0;
};

// Workers are blocks, or the clusters of a launch with clusters, whose blocks have a tile each; tiles are then the
// clusters' (TileOrder). pre: 1 <= workers <= tiles * steps. law: the parts of all workers are each step of each tile
// once.
//   2 workers, 3 tiles of 4 steps: all are shared, 6 steps each; worker 1 has the steps 0 to 4 of tile 2, then 2 to 4
//   of tile 1, to which it adds what worker 0 has summed of it: steps 0 to 2
struct StreamOrder {
  std::int64_t workers = 1;
  std::int64_t tiles = 1;
  std::int64_t steps = 1;  // along K, of each tile

  // Tiles that are cut, from tile 0 on: what whole rounds leave over, and one round more where a tile would have more
  // than four parts or a worker no step; none where rounds are whole.
  std::int64_t shared() const {
    const std::int64_t rest = tiles % workers;
    const bool enough = rest * 4 >= workers && rest * steps >= workers;
    return rest == 0 || enough ? rest : std::min(tiles, rest + workers);
  }
  // Number of the shared tiles' steps of the previous workers. plan_gemm checks that it does not overflow.
  std::int64_t steps_before(std::int64_t worker) const { return shared() * steps * worker / workers; }
  // The work of a worker, in order: first its steps of its last shared tile, which other workers may wait for, then of
  // the previous tiles; then whole tiles, a round of all workers after the other. A worker waits only for workers of
  // smaller numbers, which wait for none before they have signaled their part.
  std::vector<StreamPart> parts(std::int64_t worker) const;
  // The steps at which the sum of a tile goes over from one worker to the next, the last of them `steps`.
  std::vector<std::int64_t> ends(std::int64_t tile) const;
  // The worker that has that step of a shared tile.
  std::int64_t worker_of(std::int64_t tile, std::int64_t step) const;
};

}  // namespace stridescope
