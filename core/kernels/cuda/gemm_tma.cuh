// gemm_kernel with TMA and mbarriers: one warpgroup loads tiles, the others multiply with wgmma or mma.sync.
// Source: PTX ISA 9.0, 9.7.9 (prefetch), 9.7.9.25 (cp.async.bulk.tensor), 9.7.13.15 (mbarrier), 9.7.15 (wgmma),
// 9.7.15.5.1 (results of a warpgroup), 9.7.14.5.16 (stmatrix).
#define NAME stridescope_gemm
#define PARAMETERS const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, const __grid_constant__ TensorMap map_c
#define WARPS 0          // warps multiply independently: mma.sync
#define DEEP 1           // a tile has several atoms along K
#define AHEAD 1          // registers suffice for the operands of two k
#define TOGETHER 128     // threads that signal together that a stage is empty
#define GROUPS 2         // number of such groups
#define TURNS 0          // warpgroups alternate tiles
#define TEAMS 2          // number of these warpgroups
#define TEAM 128         // threads of each
#define SELF t           // thread index
#define TURN 48          // offset of the turn barriers from the first barrier, in bytes
#define MULTIPLYING 256  // threads that multiply
#define THREADS 384      // threads of the block
#define STAGES 3
#define LAST 2           // STAGES - 1
#define STAGE 16384      // bytes of a stage
#define OFFSET_B 8192    // offset of B in a stage
#define FULL 49152       // offset of the barriers in shared memory
#define BARRIERS 24      // bytes of one barrier per stage
#define REGISTERS "240"  // registers of a thread that multiplies
#define COPYING "24"     // registers of a thread that copies
#define TILES 64
#define TILES_M 8
#define DEPTH 8          // tiles along K
#define BYTES 16384      // bytes that the copy engine loads per stage
#define BOX
#define DESCRIPTOR
#define PLACE to
#define MAP map_a
#define X k * 64
#define Y tile_m * 128
#define WORKER blockIdx.x
#define CLUSTERED 0      // the launch has clusters
#define SHARING 0        // blocks of a cluster multicast tiles to each other
#define CLUSTER 2        // blocks per cluster
#define NEIGHBOURS 2     // tiles of C per cluster
#define CLUSTER_M 2      // tiles along M
#define CLUSTER_N 1
#define READER reader
#define UNITS warpgroups
#define READERS 2        // blocks that receive tiles from a block, including itself
#define SHARED 0         // a box goes to several blocks
#define MASK 3           // mask of the receiving blocks
#define SPLIT 0          // blocks of a cluster each sum a part of K
#define SLICES 2         // number of these parts
#define FIRST 0          // first tile along K of this block
#define END DEPTH
#define COUNT_FROM 0     // first step along K, counted in one register
#define COUNT_TO DEPTH
#define MORE k < DEPTH   // condition of the loading thread
#define PAST k           // previous steps
#define STREAM 0         // blocks sum parts of tiles, and pass partial sums on
#define BOXED 0          // C goes through shared memory and the copy engine
#define FETCHED 0        // the engine loads the previous C into the stages after those of A and B
#define FETCHES 1        // number of such stages
#define PASSED DEPTH     // stages per tile
#define FETCH
#define FETCH_BYTES 8192
#define FETCH_BOXES
#define OWNER 128        // threads that store a piece together
#define TRACED 0
#define BASES const int a_from = 0, b_from = 0;
#define ACCUMULATORS float c[64] = {};
#define ONCE 0           // one tile along K, by wgmma
#define A_REGISTERS 0    // A comes from registers
#define OPERANDS unsigned a[4][4] = {}, b[4][4] = {};
#define LAST_ATOM 3      // ATOMS_K - 1
#define ATOMS_K 4
#define A_BYTES 2
#define B_BYTES 2
#define STORE
#define BEFORE           // the previous C, loaded

__device__ int smem_a_thread(int t) { return t; }
__device__ int smem_b_thread(int t) { return t; }
__device__ void tile_of(int, int&, int&) {}
__device__ void load_a(unsigned (&)[4], unsigned, int, int) {}
__device__ void load_b(unsigned (&)[4], unsigned, int, int) {}
__device__ void multiply(float (&)[64], const unsigned (&)[4], const unsigned (&)[4]) {}
__device__ void multiply(float (&)[64], unsigned, unsigned, int) {}
__device__ void multiply(float (&)[64], const unsigned (&)[4][4], unsigned, int) {}
__device__ void fence(float (&)[64]) {}
__device__ bool part_of(int, int, int&, int&, int&) { return false; }
__device__ void keep_part(unsigned*, const float*, int) {}
__device__ void add_parts(unsigned*, float*, int, int, int) {}
__device__ void trace_begin(unsigned long long*, unsigned) {}
__device__ void trace_end(unsigned long long*, unsigned) {}

// @text functions

// A descriptor of a tensor, made on the host by cuTensorMapEncodeTiled.
struct alignas(64) TensorMap {
  unsigned long long words[16];
};

// A descriptor comes from memory: asked for early, it is there when the first box is copied.
__device__ __forceinline__ void prefetch_map(const TensorMap* map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}
__device__ __forceinline__ void barrier_init(unsigned barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ __forceinline__ void barrier_expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ __forceinline__ void barrier_arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ __forceinline__ void barrier_wait(unsigned barrier, int phase) {
  asm volatile(
      "{\n.reg .pred p;\nwait:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra done;\nbra wait;\ndone:\n}\n"
      ::"r"(barrier), "r"(phase) : "memory");
}
#if WARPS
// Whether it is over, asked once.
__device__ __forceinline__ bool barrier_passed(unsigned barrier, int phase) {
  unsigned passed;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.b32 %0, 1, 0, p;\n}\n"
               : "=r"(passed) : "r"(barrier), "r"(phase) : "memory");
  return passed != 0;
}
#endif
// One box of a tensor, from the coordinates (x, y) on, the contiguous mode first.
__device__ __forceinline__ void copy_box(unsigned to, const TensorMap* map, int x, int y, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
      ::"r"(to), "l"(map), "r"(barrier), "r"(x), "r"(y) : "memory");
}
#if SHARING
// The same into all blocks of `mask`: to the same place, and counted by the barrier at the same place.
__device__ __forceinline__ void copy_box_to(unsigned to, const TensorMap* map, int x, int y, unsigned barrier, int mask) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
      ::"r"(to), "l"(map), "r"(barrier), "r"(x), "r"(y), "h"(static_cast<unsigned short>(mask)) : "memory");
}
// At the barrier of another block of the cluster.
__device__ __forceinline__ void barrier_arrive_at(unsigned barrier, int block) {
  asm volatile(
      "{\n.reg .b32 there;\nmapa.shared::cluster.u32 there, %0, %1;\nmbarrier.arrive.shared::cluster.b64 _, [there];\n}\n"
      ::"r"(barrier), "r"(block) : "memory");
}
#endif
#if CLUSTERED
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
#endif
// @end

// @text kernel

#if TURNS
// TEAMS warpgroups multiply, each every other tile of the block: while one stores, the other multiplies. One more copies.
// full[s]: stage s has arrived; empty[s]: it has been read; turn[g]: warpgroup g may go through the stages of its tile.
#else
// GROUPS UNITS multiply, a warpgroup more copies. full[s]: stage s has arrived; empty[s]: everybody has read it.
#endif
#if SPLIT
// SLICES blocks of a cluster have the same tile of C: each sums a part of K, and then all parts of a part of the tile.
#endif
#if SHARING
// Blocks of a cluster have CLUSTER_M x CLUSTER_N neighbouring tiles of C: those along N share a tile of A and those along M
// one of B; each brings a part of it to all of them.
#endif
#if CLUSTERED
extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(THREADS, 1)
#else
extern "C" __global__ void __launch_bounds__(THREADS, 1)
#endif
NAME(PARAMETERS) {
#if TURNS
  const int self = threadIdx.x, group = self / TEAM, t = self % TEAM;
#else
  const int t = threadIdx.x;
#endif
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes));
  const unsigned shared = (begin + 1023) / 1024 * 1024;
  const unsigned full = shared + FULL, empty = full + BARRIERS;
#if CLUSTERED
  int rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#if SPLIT
  const int slice = rank / NEIGHBOURS, first_k = DEPTH * slice / SLICES, end_k = DEPTH * (slice + 1) / SLICES;
  rank %= NEIGHBOURS;
#endif
#if SHARING
  const int rank_m = rank % CLUSTER_M, rank_n = rank / CLUSTER_M;
#endif
#endif
  if (SELF == MULTIPLYING) {
    // @for DESCRIPTOR
    prefetch_map(&MAP);
    // @next
  }
  if (SELF == 0) {
#if TURNS
    for (int i = 0; i < TEAMS; ++i) barrier_init(full + TURN + 8 * i, TEAM / 32);
#endif
    for (int i = 0; i < STAGES; ++i) {
      barrier_init(full + 8 * i, 1);
#if SHARING
      barrier_init(empty + 8 * i, GROUPS * READERS);
#else
      barrier_init(empty + 8 * i, GROUPS);
#endif
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
#if CLUSTERED
  cluster_sync();
#else
  __syncthreads();
#endif
  if (SELF >= MULTIPLYING) {
    // The warpgroup that copies: one thread of it.
    asm volatile("setmaxnreg.dec.sync.aligned.u32 " COPYING ";");
#if SPLIT
    // The others of it only wait with it, where blocks wait for each other.
    {
#else
    if (SELF == MULTIPLYING) {
#endif
      int stage = 0, phase = 1;
#if STREAM
      int block, first_k, end_k;
      for (int part = 0; part_of(WORKER, part, block, first_k, end_k); ++part) {
#elif CLUSTERED
      for (int block = blockIdx.x / CLUSTER; block < TILES / NEIGHBOURS; block += gridDim.x / CLUSTER) {
#else
      for (int block = blockIdx.x; block < TILES; block += gridDim.x) {
#endif
        int tile_m, tile_n;
        tile_of(block, tile_m, tile_n);
#if SHARING
        tile_m = tile_m * CLUSTER_M + rank_m, tile_n = tile_n * CLUSTER_N + rank_n;
#endif
#pragma unroll 1
        for (int k = FIRST; MORE; ++k) {
          barrier_wait(empty + 8 * stage, phase);
          barrier_expect(full + 8 * stage, BYTES);
          const unsigned to = shared + stage * STAGE;
          // @for BOX
#if SHARED
          copy_box_to(PLACE, &MAP, X, Y, full + 8 * stage, MASK);
#else
          copy_box(PLACE, &MAP, X, Y, full + 8 * stage);
#endif
          // @next
          if (++stage == STAGES) stage = 0, phase ^= 1;
        }
#if FETCHED
        // And what C holds, for the epilogue.
        // @for FETCH
        {
          barrier_wait(empty + 8 * stage, phase);
          barrier_expect(full + 8 * stage, FETCH_BYTES);
          const unsigned to = shared + stage * STAGE;
          FETCH_BOXES
          if (++stage == STAGES) stage = 0, phase ^= 1;
        }
        // @next
#endif
#if SPLIT
        __syncwarp();
        cluster_sync();
        cluster_sync();
#endif
      }
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 " REGISTERS ";");
    int stage = 0, phase = 0;
    BASES
#if BOXED
    int turn = 0;
#endif
#if TURNS
    // The stages of a tile that is another warpgroup's.
    const auto pass = [&] {
      phase ^= (stage + PASSED) / STAGES % 2;
      stage = (stage + PASSED) % STAGES;
    };
    const unsigned turns = full + TURN;
    int order = group == 0;
    if (group == 1) pass();
#endif
#if SHARING
    // Who brings tiles here is told that a stage is empty: a thread of each group tells one of them.
    const int other = t % TOGETHER - CLUSTER_N;
    const int reader = other < 0 ? rank_m + CLUSTER_M * (t % TOGETHER) : other + (other >= rank_m) + CLUSTER_M * rank_n;
    const auto release = [&](unsigned barrier) {
      if (t % TOGETHER < READERS) barrier_arrive_at(barrier, READER);
    };
#else
    const auto release = [&](unsigned barrier) {
      if (t % TOGETHER == 0) barrier_arrive(barrier);
    };
#endif
#if TURNS
    const int first = (blockIdx.x + group * gridDim.x) / CLUSTER, step = TEAMS * gridDim.x / CLUSTER;
    for (int block = first; block < TILES / NEIGHBOURS; block += step, pass()) {
#elif STREAM
    int block, first_k, end_k;
    for (int part = 0; part_of(WORKER, part, block, first_k, end_k); ++part) {
#elif CLUSTERED
    for (int block = blockIdx.x / CLUSTER; block < TILES / NEIGHBOURS; block += gridDim.x / CLUSTER) {
#else
    for (int block = blockIdx.x; block < TILES; block += gridDim.x) {
#endif
      int tile_m, tile_n;
      tile_of(block, tile_m, tile_n);
#if SHARING
      tile_m = tile_m * CLUSTER_M + rank_m, tile_n = tile_n * CLUSTER_N + rank_n;
#endif
#if TURNS
      barrier_wait(turns + 8 * group, order);
      order ^= 1;
#endif
#if TRACED && SPLIT
      if (slice == 0) trace_begin(trace, tile_m + TILES_M * tile_n);
#elif TRACED && STREAM
      if (end_k == DEPTH) trace_begin(trace, tile_m + TILES_M * tile_n);
#elif TRACED
      trace_begin(trace, tile_m + TILES_M * tile_n);
#endif
      BEFORE
      ACCUMULATORS
#if ONCE
      // The compiler would write the zeros of the only products behind their wgmma.fence.
      fence(c);
#endif
#if A_REGISTERS || WARPS
      OPERANDS
#endif
#if WARPS
      // The stage of the step before is empty once its products have begun: a load that has not come back yet would take
      // what the copy engine writes next.
      unsigned read = 0;
#endif
#if WARPS && !AHEAD
      // Registers do not suffice for what is multiplied next; the other warps multiply while this one loads.
#pragma unroll 1
      for (int k = COUNT_FROM; k < COUNT_TO; ++k) {
        barrier_wait(full + 8 * stage, phase);
        if (read != 0) release(read);
        const unsigned from = shared + stage * STAGE;
        read = empty + 8 * stage;
        if (++stage == STAGES) stage = 0, phase ^= 1;
#pragma unroll
        for (int i = 0; i < ATOMS_K; ++i) {
          load_a(a[i], from, a_from, i);
          load_b(b[i], from + OFFSET_B, b_from, i);
          multiply(c, a[i], b[i]);
        }
        __syncwarp();
      }
      release(read);
#elif WARPS
      // What is multiplied next is loaded before, also out of the next stage.
      barrier_wait(full + 8 * stage, phase);
      load_a(a[0], shared + stage * STAGE, a_from, 0);
      load_b(b[0], shared + stage * STAGE + OFFSET_B, b_from, 0);
#pragma unroll 1
      for (int k = COUNT_FROM; k < COUNT_TO; ++k) {
        const unsigned from = shared + stage * STAGE;
        if (read != 0) release(read);
        read = empty + 8 * stage;
        if (++stage == STAGES) stage = 0, phase ^= 1;
        // Asked before all products, so that the answer is there behind them.
        const bool more = k + 1 < COUNT_TO;
        const bool arrived = more && barrier_passed(full + 8 * stage, phase);
#pragma unroll
        for (int i = 0; i < ATOMS_K; ++i) {
#if DEEP
          if (i < LAST_ATOM) {
            load_a(a[i + 1], from, a_from, i + 1);
            load_b(b[i + 1], from + OFFSET_B, b_from, i + 1);
          } else if (more) {
            if (!arrived) barrier_wait(full + 8 * stage, phase);
            load_a(a[0], shared + stage * STAGE, a_from, 0);
            load_b(b[0], shared + stage * STAGE + OFFSET_B, b_from, 0);
          }
          multiply(c, a[i], b[i]);
#else
          multiply(c, a[i], b[i]);
          if (more) {
            if (!arrived) barrier_wait(full + 8 * stage, phase);
            load_a(a[0], shared + stage * STAGE, a_from, 0);
            load_b(b[0], shared + stage * STAGE + OFFSET_B, b_from, 0);
          }
#endif
        }
        __syncwarp();
      }
      release(read);
#else
#pragma unroll 1
      for (int k = FIRST; k < END; ++k) {
        barrier_wait(full + 8 * stage, phase);
        const unsigned from = shared + stage * STAGE;
#if A_REGISTERS
#pragma unroll
        for (int i = 0; i < ATOMS_K; ++i) load_a(a[i], from, a_from, i);
        multiply(c, a, from + OFFSET_B + B_BYTES * smem_b_thread(t), PAST);
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        release(empty + 8 * stage);
#else
        multiply(c, from + A_BYTES * smem_a_thread(t), from + OFFSET_B + B_BYTES * smem_b_thread(t), PAST);
        // The tile before this one has been multiplied: its stage is free.
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (k > FIRST) release(empty + 8 * (stage == 0 ? LAST : stage - 1));
#endif
        if (++stage == STAGES) stage = 0, phase ^= 1;
      }
#if FETCHED
      // What C holds arrives while the last tiles are multiplied.
#pragma unroll
      for (int i = 0; i < FETCHES; ++i) barrier_wait(full + 8 * ((stage + i) % STAGES), phase ^ (stage + i >= STAGES));
#endif
#if TURNS
      // All stages of this tile have arrived: the next tile's are the other warpgroup's to wait for.
      if (t % 32 == 0) barrier_arrive(turns + 8 * (1 - group));
#endif
#if !A_REGISTERS
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      release(empty + 8 * (stage == 0 ? LAST : stage - 1));
#endif
      fence(c);
#endif
#if STREAM && WARPS
      // Asked anew: what is not needed to multiply takes no registers meanwhile.
      asm volatile("" : "+r"(part));
      part_of(WORKER, part, block, first_k, end_k);
      tile_of(block, tile_m, tile_n);
#if SHARING
      tile_m = tile_m * CLUSTER_M + rank_m, tile_n = tile_n * CLUSTER_N + rank_n;
#endif
#endif
#if STREAM
      if (end_k < DEPTH) {
        keep_part(parts, c, t);
        continue;
      }
      if (first_k > 0) add_parts(parts, c, WORKER, block, t);
#endif
      STORE
#if TRACED && SPLIT
      if (slice == 0) trace_end(trace, tile_m + TILES_M * tile_n);
#elif TRACED
      trace_end(trace, tile_m + TILES_M * tile_n);
#endif
    }
#if BOXED
    // Shared memory is the engine's until it has read the last pieces.
    if (t % OWNER == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
  }
#if SHARING
  // No block ends while others write or count in its shared memory.
  cluster_sync();
#endif
}
// @end
