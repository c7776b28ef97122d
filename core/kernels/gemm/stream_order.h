// Stream-K: the distribution of the steps along K over workers, if the tiles of C do not fill whole rounds of blocks.
//
// If each block takes whole tiles, some blocks are idle in the last round. Instead, the first tiles are cut along K:
// their steps form one sequence, tile after tile, and each block gets an equal share. The block that has the end of a
// tile stores it, after adding the partial sums of the other blocks.
// Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K: Work-centric Parallel Decomposition for Dense Matrix-Matrix
// Multiplication on the GPU" (2023): the hybrid of two tiles and whole rounds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stridescope {

// The unit of work of a worker: the steps `begin` to `end` along K of tile number `tile`.
struct StreamPart {
  std::int64_t tile = 0, begin = 0, end = 0;
};

// Workers are blocks, or, in a launch with clusters, clusters with one tile per block; tiles are then those of clusters
// (TileOrder). pre: 1 <= workers <= tiles * steps. law: the parts of all workers cover each step of each tile exactly
// once.
//   2 workers, 3 tiles of 4 steps: all tiles are shared, 6 steps each. Worker 1 has steps 0 to 4 of tile 2, then 2 to 4
//   of tile 1, to which it adds the sum of worker 0 over steps 0 to 2.
struct StreamOrder {
  std::int64_t workers = 1;
  std::int64_t tiles = 1;
  std::int64_t steps = 1;  // steps along K of each tile

  // The number of tiles that are cut, from tile 0 on: the remainder of whole rounds; one round more if a tile would
  // have more than four parts or a worker no step; 0 if rounds are whole.
  std::int64_t shared() const {
    const std::int64_t rest = tiles % workers;
    const bool enough = rest * 4 >= workers && rest * steps >= workers;
    return rest == 0 || enough ? rest : std::min(tiles, rest + workers);
  }
  // The number of steps of shared tiles that belong to previous workers. plan_gemm checks that it does not overflow.
  std::int64_t steps_before(std::int64_t worker) const { return shared() * steps * worker / workers; }
  // The work of a worker, in order: its steps of its last shared tile, for which other workers may wait; its steps of
  // the previous tiles; then whole tiles, one per round. A worker waits only for workers of smaller numbers, which
  // signal their part before they wait.
  std::vector<StreamPart> parts(std::int64_t worker) const;
  // The steps at which the sum of a tile passes from one worker to the next; the last entry is `steps`.
  std::vector<std::int64_t> ends(std::int64_t tile) const;
  // The worker of that step of a shared tile.
  std::int64_t worker_of(std::int64_t tile, std::int64_t step) const;
};

}  // namespace stridescope
