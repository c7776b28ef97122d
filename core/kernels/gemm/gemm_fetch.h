// The load of C for an epilogue with beta. The copy engine loads it after the tiles of A and B into the same stages, in
// the same pieces as the store. Each warpgroup reads its own pieces with ldmatrix before it stores them.
#pragma once

#include <cstdint>

#include "core/kernels/gemm/gemm_plan.h"

namespace stridescope {

struct GemmFetch {
  std::int64_t stages = 0;  // stages for the pieces of a tile; 0: the threads load C themselves
  std::int64_t each = 0;    // pieces of each warpgroup per stage; the last stage may have fewer
  std::int64_t owners = 0;  // warpgroups of the tile

  std::int64_t stage_of(std::int64_t piece) const { return piece / each; }
  // The number of pieces of a warpgroup in that stage, of `pieces` in total.
  std::int64_t pieces_of(std::int64_t stage, std::int64_t pieces) const {
    return stage + 1 < stages ? each : pieces - each * (stages - 1);
  }
  // The index of a piece in its stage; the pieces of a warpgroup are contiguous.
  std::int64_t slot(std::int64_t owner, std::int64_t piece, std::int64_t pieces) const {
    return owner * pieces_of(stage_of(piece), pieces) + piece % each;
  }
};

// The input of the decision: a tuner asks before it has a plan.
struct FetchQuestion {
  bool asked = false;  // C is added to sums of wgmma that the engine stores
  bool streams = false;
  std::int64_t split = 1, teams = 1;
  std::int64_t owners = 0;  // warpgroups of a tile
  std::int64_t pieces = 0;  // per warpgroup
  std::int64_t piece_bytes = 0, stage_bytes = 0, stages = 0;
};

// stages is 0 if C is not added or not stored by the engine, if warpgroups alternate tiles, or if the pieces need all
// stages: the last tile of A and B is still being multiplied when the pieces arrive.
GemmFetch fetch_of(const FetchQuestion& question);
GemmFetch fetch_of(const GemmPlan& plan);

}  // namespace stridescope
