// The older problems of the gallery's group "Problems people had": pasted, they show their answers.
#include "tests/unit/posted.h"

namespace stridescope {

TEST_CASE("posted: bank conflicts, swizzles and shared memory") {
  check_posted({
      {"NVIDIA/cutlass#1038", {"grid1 = (2,4):(4,1)", "grid2 = Sw<1,0,2> o 0 o (2,4):(4,1)"}, "Sw<1,0,2>"},
      {"NVIDIA/cutlass#3172",
       {"load = 2-way, 128 wavefronts for 16 requests", "16 of 16 requests conflict",
        "best swizzle  Sw<3,3,3>  64 wavefronts (64), ideal 64"},
       "Sw<3,3,3> has none"},
      {"NVIDIA/cutlass#1882",
       {"W = no conflict, 32 wavefronts for 8 requests",
        "a profiler's conflicts: 0: per execution, without other traffic", "also counts cycles lost to other traffic"},
       "cycles lost to other traffic"},
      {"reed-lau/cute-gemm#5",
       {"best swizzle  Sw<2,3,3>  192 wavefronts (64 + 128), ideal 192", "no swizzle    576",
        "next best     Sw<3,3,3>  192 wavefronts"},
       "Sw<2,3,3>: 192 wavefronts"},
      {"NVIDIA/cutlass#3119", {"448 of 512 cells differ; the first at (1,0): 64 and 72"}, "64 in the print, 72"},
      {"tile-ai/tilelang#2714",
       {"s_annotated = Sw<3,3,3> o 0 o (16,64):(64,1)", "different: at 1 the first gives 72, the second 64"},
       "at 72 where the scan reads 64"},
      {"triton-lang/triton#8149",
       {"smem_layout = (32,32):(32,1)", "no conflict, 16 wavefronts for 4 requests", "?1 is not given: 32 is used"},
       "16 for 4 requests"},
  });
}

TEST_CASE("posted: messages, partitions and atoms") {
  check_posted({
      {"NVIDIA/cutlass#3033",
       {"the copy moves 16 bytes at once, but the pointer to gmem is known to be aligned only to 4",
        "assumed_align=16"},
       "aligned only to 4 bytes"},
      {"NVIDIA/cutlass#2345",
       {"legal with an atom whose tma_gbasis is (64,128):(1@0,1@1); tma_partition(atom, 0, 1:0, group<0,2>(S), "
        "group<0,2>(G))"},
       "(64,128):(1@0,1@1)"},
      {"NVIDIA/cutlass#2319", {"not held: 64", "held several times: 56", "(0,1) by T0 V1, T0 V2"}, "64 of 128"},
      {"NVIDIA/cutlass#3254",
       {"1 of them is the same function, written with other modes: no element moves"},
       "no element"},
      {"NVIDIA/cutlass#3290",
       {"these partitions fit: A and B are one descriptor each", "the 4 values of D belong to a thread of 64x8",
        "the atom is legal: SM90_64x8x16"},
       "a thread of 64x8"},
      {"tile-ai/tilelang#2522",
       {"1024 of 2048 cells differ; the first at (64,0): 64 and 128", "B = A o ((64,2,2),8):((1,128,64),256)"},
       "Rows 64 to 127 and 128 to 191"},
      {"66RING/tiny-flash-attention#14", {"rowcol = ((2,4),(2,8)):((2,4),(1,16))"}, "((2,4),(2,8)):((2,4),(1,16))"},
      {"HazyResearch/ThunderKittens#147",
       {" = (64,64):(64,1)", "rows is not given: 64 is used as an example"},
       "(64,64):(64,1)"},
  });
}

TEST_CASE("posted: descriptors, tensor memory and scale factors") {
  check_posted({
      {"NVIDIA/cutlass#3078",
       {"not canonical: (1,0) is at offset 128 before the swizzle, but K-major INTER needs 8"},
       "tile a GMMA atom"},
      {"KnowingNothing/MatmulTutorial#10",
       {"LBO 1 is 16 bytes, SBO 64 is 1024 bytes", "LBO with SW128: unused for a K-major operand",
        "1024 bytes are 8 rows of 128 without a gap"},
       "SBO 64 is 1024 bytes, 8 rows of 128"},
      {"NVIDIA/cutlass#3089",
       {"not canonical: (0,1) is at offset 16 before the swizzle, but MN-major SW128_32B needs 32"},
       "needs 32"},
      {"NVIDIA/cutlass#2700",
       {"SM100_TMEM_LOAD_16dp32b{1,2,4,8,16,32}x  1 load of a warp", "SM100_TMEM_LOAD_16dp256b{1,2,4,8}x"},
       "Only the 16dp forms"},
      {"NVIDIA/cutlass#2968",
       {"source: misaligned in instruction 2, (0,(0,1)): byte 1032, 8 bytes beyond a multiple of 16"},
       "byte 1032, 8 bytes beyond"},
      {"NVIDIA/cutlass#2735", {"a = (((32,4),2),((16,4),2),(1,2)):(((16,4),1024),((0,1),512),(0,2048))"}, "128x4"},
      {"NVIDIA/cutlass#3535",
       {"s = ((128,2),(128,2)):((0,2),(0,1))", "g = ((128,2),(128,2),1):((0,1),(0,2),4)",
        "the scale factors of B are K-major in shared memory and MN-major in global memory"},
       "in global memory it is MN"},
      {"NVIDIA/cutlass#3658",
       {"(1,2,0,0) is outside (1,4,1,1):(1,1,4,4): its mask would have the bits 1, 2, 3, 4, but the cluster has blocks "
        "0 to 3"},
       "(1,2,0,0) is outside"},
      {"NVIDIA/cutlass#3236", {"1 of 5 fields differ", "* SBO          1024 bytes  |  2048 bytes"}, "Only SBO"},
      {"tile-ai/tilelang#2578",
       {"the inner dimension of the box is 96 bytes = 6 units; the span of SW32 is 32 bytes = 2 units"},
       "96 bytes"},
  });
}

}  // namespace stridescope
