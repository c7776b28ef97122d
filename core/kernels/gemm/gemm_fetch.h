// The load of C for an epilogue that adds it: by the copy engine, after the tiles of A and B and into the same stages,
// in the same pieces as the store; each warpgroup reads its own with ldmatrix before it stores them.
#pragma once

#include <cstdint>

#include "core/kernels/gemm/gemm_plan.h"

namespace stridescope {

struct GemmFetch {
  std::int64_t stages = 0;  // that the pieces of a tile take; 0: its threads load C themselves
  std::int64_t each = 0;    // pieces of each warpgroup in a stage; the last stage may have fewer
  std::int64_t owners = 0;  // warpgroups that have the tile

  std::int64_t stage_of(std::int64_t piece) const { return piece / each; }
  // Pieces of a warpgroup in that stage, of `pieces` in all.
  std::int64_t pieces_of(std::int64_t stage, std::int64_t pieces) const {
    return stage + 1 < stages ? each : pieces - each * (stages - 1);
  }
  // The start of a piece in its stage: those of a warpgroup are contiguous.
  std::int64_t slot(std::int64_t owner, std::int64_t piece, std::int64_t pieces) const {
    return owner * pieces_of(stage_of(piece), pieces) + piece % each;
  }
};

// The facts that decide a plan: a tuner asks for them before it has one.
struct FetchQuestion {
  bool asked = false;  // wgmma's sums, to which the epilogue adds C, are stored by the engine
  bool streams = false;
  std::int64_t split = 1, teams = 1;
  std::int64_t owners = 0;  // warpgroups that have a tile
  std::int64_t pieces = 0;  // of each
  std::int64_t piece_bytes = 0, stage_bytes = 0, stages = 0;
};

// stages = 0 where C is not added, or not stored by the engine, or tiles are taken in turns, or its pieces need as many
// stages as there are: the last tile of A and B is still multiplied when they arrive.
GemmFetch fetch_of(const FetchQuestion& question);
GemmFetch fetch_of(const GemmPlan& plan);

}  // namespace stridescope
