// Stream-K in gemm_kernel with TMA: the steps along K that a block sums for each tile, and partial sums that pass from
// one block to another through global memory.
// Source: Osama and others, "Stream-K" (2023), the hybrid of two tiles; PTX ISA 9.0, 8 (memory order: writes before a
// release are visible after the acquire that reads it).
#define DEPTH 8             // steps along K per tile
#define STEPS 1600          // steps of all shared tiles
#define SHARED_TILES 200
#define TILES 464
#define WORKERS 132         // blocks, or clusters
#define CLUSTER 1           // blocks per cluster
#define C_REGISTER float
#define C_COUNT 64
#define MULTIPLYING 256     // threads that multiply
#define TOGETHER 128        // threads that signal together
#define GROUPS 2            // number of such groups
#define TOLD 264            // words before the sums: a flag for each group of each block
#define SUMS 16384          // words of sums per block
#define KEPT "f"(c[v]), "f"(c[v + 1]), "f"(c[v + 2]), "f"(c[v + 3])
#define ADDED "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
#define TOGETHER_SYNC asm volatile("bar.sync %0, 128;" ::"r"(1 + t / 128) : "memory");

// @text functions

// Stream-K: the steps along K of the tiles 0 to SHARED_TILES - 1 lie in a row, tile after tile, and each of the WORKERS
// has as many of them as every other. Before those of a worker there are so many.
__device__ __forceinline__ int steps_before(int worker) { return static_cast<int>(STEPS * static_cast<long long>(worker) / WORKERS); }
// What a worker sums as its part number `part`: its steps of the last shared tile first, which the next worker may wait
// for, then of the tiles before; then tiles as a whole. False behind the last.
__device__ __forceinline__ bool part_of(int worker, int part, int& tile, int& first_k, int& end_k) {
  const int begin = steps_before(worker), end = steps_before(worker + 1), last = (end - 1) / DEPTH;
  const int parts = last - begin / DEPTH + 1;
  tile = part < parts ? last - part : SHARED_TILES + worker + WORKERS * (part - parts);
  first_k = part < parts ? max(begin - DEPTH * tile, 0) : 0;
  end_k = part < parts ? min(end - DEPTH * tile, DEPTH) : DEPTH;
  return tile < TILES;
}
// The sums of a tile whose end is another worker's: into this block's place, and its flag is set. Four values of each
// thread next to each other.
__device__ __forceinline__ void keep_part(unsigned* parts, const C_REGISTER* c, int t) {
  unsigned* to = parts + TOLD + SUMS * static_cast<long long>(blockIdx.x) + 4 * t;
#pragma unroll
  for (int v = 0; v < C_COUNT; v += 4) {
    asm volatile("st.global.cg.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to + MULTIPLYING * v), KEPT : "memory");
  }
  TOGETHER_SYNC
  if (t % TOGETHER == 0) {
    unsigned* told = parts + GROUPS * blockIdx.x + t / TOGETHER;
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(told) : "memory");
  }
}
// What the workers before have summed of the tile is added, as soon as it is there; each flag is cleared for the next
// launch. Always in the same order: the same sums give the same bits.
__device__ __forceinline__ void add_parts(unsigned* parts, C_REGISTER* c, int worker, int tile, int t) {
  int block = blockIdx.x;
  do {
    --worker;
    block -= CLUSTER;
    if (t % TOGETHER == 0) {
      unsigned* told = parts + GROUPS * block + t / TOGETHER;
      unsigned there;
      do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(there) : "l"(told) : "memory");
      } while (there == 0);
      asm volatile("st.relaxed.gpu.global.u32 [%0], 0;" ::"l"(told) : "memory");
    }
    TOGETHER_SYNC
    const unsigned* from = parts + TOLD + SUMS * static_cast<long long>(block) + 4 * t;
#pragma unroll
    for (int v = 0; v < C_COUNT; v += 4) {
      C_REGISTER x[4];
      asm volatile("ld.global.cg.v4.b32 {%0, %1, %2, %3}, [%4];" : ADDED : "l"(from + MULTIPLYING * v) : "memory");
#pragma unroll
      for (int i = 0; i < 4; ++i) c[v + i] += x[i];
    }
  } while (steps_before(worker) > DEPTH * tile);
}
// @end
