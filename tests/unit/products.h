// Matrix products with varying options for tests, and the addresses that their blocks write.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "core/base/text.h"
#include "core/kernels/copy/planned_access.h"
#include "tests/unit/plans.h"

namespace stridescope {

// A product with wgmma and tiles of 128 x 128 x 64.
inline std::string product(int m, int n, int k, const std::string& options, const std::string& type = "half_t") {
  return cat("A = (", m, ',', k, "):(", k, ",1)\nB = (", n, ',', k, "):(", k, ",1)\nC = (", m, ',', n, "):(", n,
             ",1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\nsC = "
             "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\ngemm_kernel(A, B, C, "
             "(make_tma_atom(A,s,\"half_t\"), make_tma_atom(B,s,\"half_t\")), (s,s), "
             "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), dtype=\"",
             type, '"', options, ")");
}

inline const std::string by_threads =
    "cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))\n"
    "s = Sw<2,3,3> o 0 o (128,32):(32,1)\ngemm_kernel((256,64):(64,1), (256,64):(64,1), (256,256):(256,1), cp, (s,s), "
    "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)), load=\"SM75_U32x4_LDSM_N\"";

inline void refuses(const std::string& program, const std::string& condition) {
  CAPTURE(program);
  const auto plan = kernel_plan_of(program);
  REQUIRE(!plan.has_value());
  CHECK_MESSAGE(english(plan.error().message).find(condition) != std::string::npos, english(plan.error().message));
}

// The number of writes to each address by all blocks.
inline std::map<std::int64_t, int> addresses_written(const KernelPlan& plan, std::int64_t blocks) {
  std::map<std::int64_t, int> out;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const auto told = planned_block(plan, block, blocks);
    REQUIRE(told.has_value());
    for (const PlannedAccess& access : told->accesses) {
      if (access.kind != PlannedKind::global_store) continue;
      for (const std::int64_t address : access.global) {
        if (address >= 0) ++out[address];
      }
    }
  }
  return out;
}

}  // namespace stridescope
