// gemm_kernel with TMA and mbarriers: one warpgroup brings tiles, the others multiply, by wgmma or by mma.sync.
// Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk.tensor), 9.7.13.15 (mbarrier), 9.7.15 (wgmma), 9.7.15.5.1 (how a
// warpgroup holds its results), 9.7.14.5.16 (stmatrix).
#define NAME stridescope_gemm
#define PARAMETERS const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, const __grid_constant__ TensorMap map_c
#define WARPS 0          // multiply each by itself: mma.sync
#define DEEP 1           // with several atoms along K
#define AHEAD 1          // registers suffice for the operands of two k
#define TOGETHER 128     // threads that tell together that a stage is empty
#define GROUPS 2         // so many do
#define TURNS 0          // they have a tile each, in turns
#define TEAMS 2          // so many
#define TEAM 128         // threads of each
#define SELF t           // the thread
#define TURN 48          // where the barriers of turns are, from the others on
#define MULTIPLYING 256  // threads of all
#define THREADS 384      // and of all
#define STAGES 3
#define LAST 2           // STAGES - 1
#define STAGE 16384      // bytes of a stage
#define OFFSET_B 8192    // of B in it
#define FULL 49152       // where the barriers are
#define BARRIERS 24      // bytes of one barrier a stage
#define REGISTERS "240"  // that a thread which multiplies may have
#define COPYING "24"     // and one that copies
#define TILES 64
#define TILES_M 8
#define DEPTH 8          // tiles along K
#define BYTES 16384      // that the copy engine brings for one stage
#define BOX
#define PLACE to
#define MAP map_a
#define X k * 64
#define Y tile_m * 128
#define CLUSTERED 0      // there are clusters
#define SHARING 0        // whose blocks bring tiles to each other
#define CLUSTER 2        // blocks of it
#define NEIGHBOURS 2     // tiles of C of it
#define CLUSTER_M 2      // along M
#define CLUSTER_N 1
#define READER reader
#define UNITS warpgroups
#define READERS 2        // blocks that a block brings tiles to, itself among them
#define SHARED 0         // a box goes to several blocks
#define MASK 3           // of the blocks that it goes to
#define SPLIT 0          // several blocks of a cluster sum a part of K each
#define SLICES 2         // so many
#define FIRST 0          // tiles along K of this block
#define END DEPTH
#define MORE k < DEPTH   // for who loads
#define PAST k           // those before k
#define C_REGISTER float
#define C_COUNT 64
#define FOURS 16         // of four values of a thread
#define PARTS 8          // of them that a block stores
#define UNEVEN 0         // the last has fewer
#define SUMS "=f"(y[i][0]), "=f"(y[i][1]), "=f"(y[i][2]), "=f"(y[i][3])
#define KEPT "f"(c[v]), "f"(c[v + 1]), "f"(c[v + 2]), "f"(c[v + 3])
#define EDGE
#define COORDINATE c_coordinate
#define CONDITION c_coordinate + c_value(v) < 1
#define CONDITIONAL 1
#define C_STEP 2
#define FINISHING 1
#define BIASED 1
#define FINISHED x[i][j], to[c_value(v)], biases[bias_value(v)]
#define BOXED 0          // C goes through shared memory, by the copy engine
#define PIECES 196608    // where pieces of C are in shared memory
#define PIECE_BYTES 8192
#define PIECE_VALUES 32
#define FETCHED 0        // what C holds comes by the copy engine, too, into the stages behind those of A and B
#define FETCHES 1        // so many
#define PASSED DEPTH     // stages of a tile
#define FETCH
#define FETCH_BYTES 8192
#define FETCH_BOXES
#define FETCH_GROUP 8192 // from what one warpgroup has of a stage to that of the next
#define FETCH_SLOT 0
#define FREED 1          // it was the last piece of a stage
#define FINISH
#define PIECE
#define VALUE 0
#define ROW 0
#define COLUMN 0
#define EIGHT 4          // values of a thread from one 8 columns to the next
#define OWNER 128        // threads that store a piece together
#define OWNERS warpgroup's
#define THREAD t
#define OWNER_ROW t / 128 * 64
#define OWNER_COLUMN t / 128 * 0
#define C_X tile_n * 256 + column
#define C_Y tile_m * 128 + row
#define TURNED 0         // C is contiguous along M
#define TO "f16"
#define TRANSPOSED ""
#define INDICES
#define TRACED 0
#define BASES const int a_from = 0, b_from = 0;
#define ACCUMULATORS float c[64] = {};
#define A_REGISTERS 0    // whether A comes from registers
#define OPERANDS unsigned a[4][4] = {}, b[4][4] = {};
#define LAST_ATOM 3      // ATOMS_K - 1
#define ATOMS_K 4
#define A_BYTES 2
#define B_BYTES 2
#define STORE
#define BEFORE           // what C holds, loaded

using CElement = float;
__device__ int smem_a_thread(int t) { return t; }
__device__ int smem_b_thread(int t) { return t; }
__device__ void tile_of(int, int&, int&) {}
__device__ int c_thread(int t) { return t; }
__device__ int c_tile0(int t) { return t; }
__device__ int c_tile1(int t) { return t; }
__device__ int c_value(int v) { return v; }
__device__ int COORDINATE_thread(int t) { return t; }
__device__ int COORDINATE_tile0(int t) { return t; }
__device__ int COORDINATE_tile1(int t) { return t; }
__device__ int bias_value(int v) { return v; }
__device__ float finished(float x, CElement, CElement) { return x; }
__device__ int bias_thread(int t) { return t; }
__device__ int bias_tile0(int t) { return t; }
__device__ int bias_tile1(int t) { return t; }
__device__ void store_c(CElement*, const float*, int) {}
__device__ void load_a(unsigned (&)[4], unsigned, int, int) {}
__device__ void load_b(unsigned (&)[4], unsigned, int, int) {}
__device__ void multiply(float (&)[64], const unsigned (&)[4], const unsigned (&)[4]) {}
__device__ void multiply(float (&)[64], unsigned, unsigned, int) {}
__device__ void multiply(float (&)[64], const unsigned (&)[4][4], unsigned, int) {}
__device__ void fence(float (&)[64]) {}
__device__ int piece_row(int m) { return m; }
__device__ int piece_column(int n) { return n; }
__device__ int piece_swizzle(int x) { return x; }
__device__ void trace_begin(unsigned long long*, unsigned) {}
__device__ void trace_end(unsigned long long*, unsigned) {}

// @text functions

// A descriptor of a tensor, made on the host by cuTensorMapEncodeTiled.
struct alignas(64) TensorMap {
  unsigned long long words[16];
};

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

// @text store

// C in shared memory: a piece of (row, column), in elements.
INDICES
__device__ __forceinline__ void store_box(const TensorMap* map, unsigned from, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];\ncp.async.bulk.commit_group;"
               ::"l"(map), "r"(from), "r"(x), "r"(y) : "memory");
}
#if WARPS
// A warp's piece of C into shared memory, 16 x 16 elements at a time: four matrices, whose rows 8 lanes each address.
#else
__device__ __forceinline__ void warpgroup_sync(int t) {
  asm volatile("bar.sync %0, 128;" ::"r"(1 + t / 128) : "memory");
}
// A warpgroup's piece of C into shared memory, 16 x 16 elements of a warp at a time: four matrices, whose rows 8 lanes
// each address.
#endif
__device__ __forceinline__ void store_piece(const float* c, unsigned piece, int t) {
#if WARPS && TURNED
  const int row = t / 8 % 2 * 8, column = t / 16 % 2 * 8 + t % 8;
#elif WARPS
  const int row = t % 16, column = t / 16 % 2 * 8;
#elif TURNED
  const int row = t / 32 % 4 * 16 + t / 8 % 2 * 8, column = t / 16 % 2 * 8 + t % 8;
#else
  const int row = t / 32 % 4 * 16 + t % 16, column = t / 16 % 2 * 8;
#endif
#pragma unroll
  for (int v = 0; v < PIECE_VALUES; v += 8) {
    unsigned x[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#if WARPS
      const int first = EIGHT * (v / 4 + i / 2) + i % 2 * 2;
      asm("cvt.rn." TO "x2.f32 %0, %1, %2;" : "=r"(x[i]) : "f"(c[first + 1]), "f"(c[first]));
#else
      asm("cvt.rn." TO "x2.f32 %0, %1, %2;" : "=r"(x[i]) : "f"(c[v + 2 * i + 1]), "f"(c[v + 2 * i]));
#endif
    }
    const unsigned at = piece + 2 * piece_swizzle(piece_row(row) + piece_column(column + 2 * v));
    asm volatile("stmatrix.sync.aligned.m8n8.x4" TRANSPOSED ".shared.b16 [%0], {%1, %2, %3, %4};"
                 ::"r"(at), "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]) : "memory");
  }
}
#if FETCHED
// What C holds of a piece: the same matrices the other way.
__device__ __forceinline__ void load_piece(CElement (&before)[PIECE_VALUES], unsigned piece, int t) {
#if TURNED
  const int row = t / 32 % 4 * 16 + t / 8 % 2 * 8, column = t / 16 % 2 * 8 + t % 8;
#else
  const int row = t / 32 % 4 * 16 + t % 16, column = t / 16 % 2 * 8;
#endif
#pragma unroll
  for (int v = 0; v < PIECE_VALUES; v += 8) {
    const unsigned at = piece + 2 * piece_swizzle(piece_row(row) + piece_column(column + 2 * v));
    unsigned* x = reinterpret_cast<unsigned*>(before + v);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" TRANSPOSED ".shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at) : "memory");
  }
}
#endif
// @end

__device__ void store_alone(const TensorMap& map_c, const float* c, unsigned shared, int t, int tile_m, int tile_n, int turn) {
  // @text boxes
  // By turns into the one and the other of a OWNERS two pieces of shared memory.
#if WARPS
  // Asked anew: addresses of pieces are no numbers that a thread has while it multiplies.
  int self;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(self));
#endif
  // @for PIECE
  {
    const int row = OWNER_ROW + ROW, column = OWNER_COLUMN + COLUMN;
    const unsigned piece = shared + PIECES + (THREAD / OWNER * 2 + turn) * PIECE_BYTES;
    turn ^= 1;
#if FETCHED
    __align__(16) CElement before[PIECE_VALUES];
    load_piece(before, shared + stage * STAGE + t / OWNER * FETCH_GROUP + FETCH_SLOT, t);
    FINISH
#endif
    // The engine has read what was there two pieces ago.
    if (THREAD % OWNER == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
#if WARPS
    __syncwarp();
    store_piece(c + VALUE, piece, THREAD);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncwarp();
#else
    warpgroup_sync(THREAD);
#if FETCHED && FREED
    // All of the warpgroup have read what was in the stage.
    release(empty + 8 * stage);
    if (++stage == STAGES) stage = 0, phase ^= 1;
#endif
    store_piece(c + VALUE, piece, t);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    warpgroup_sync(THREAD);
#endif
    if (THREAD % OWNER == 0) store_box(&map_c, piece, C_X, C_Y);
  }
  // @next
  // @end
}

// @text sums

// What this block has summed, four values of each thread next to each other.
__device__ __forceinline__ void keep_sums(unsigned to, const C_REGISTER* c, int t) {
#pragma unroll
  for (int v = 0; v < C_COUNT; v += 4) {
    const unsigned at = to + 4 * MULTIPLYING * v + 16 * t;
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(at), KEPT : "memory");
  }
}
// The sums of all blocks that have this tile, in their order: four values of a thread.
__device__ __forceinline__ void add_sums(C_REGISTER (&x)[4], unsigned from, int first, int group, int t) {
  const unsigned at = from + 16 * MULTIPLYING * group + 16 * t;
  C_REGISTER y[SLICES][4];
#pragma unroll
  for (int i = 0; i < SLICES; ++i) {
    asm volatile("{\n.reg .b32 there;\nmapa.shared::cluster.u32 there, %4, %5;\nld.shared::cluster.v4.b32 {%0, %1, %2, %3}, [there];\n}\n"
                 : SUMS
                 : "r"(at), "r"(first + NEIGHBOURS * i)
                 : "memory");
  }
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    x[j] = y[0][j];
#pragma unroll
    for (int i = 1; i < SLICES; ++i) x[j] += y[i][j];
  }
}
// @end

#if !CLUSTERED
__device__ void cluster_sync() {}
#endif
__device__ void store_sums_alone(CElement* C, const float* c, unsigned shared, int t, int tile_m, int tile_n, int slice, int rank, const CElement* bias) {
  // @text store_sums
  // Everybody has read the stages: they take the sums.
  asm volatile("bar.sync 1, MULTIPLYING;" ::: "memory");
  keep_sums(shared, c, t);
  cluster_sync();
  // @for EDGE
  const int COORDINATE = COORDINATE_thread(t) + COORDINATE_tile0(tile_m) + COORDINATE_tile1(tile_n);
  // @next
  CElement* to = C + c_thread(t) + c_tile0(tile_m) + c_tile1(tile_n);
#if FINISHING && BIASED
  const CElement* biases = bias + bias_thread(t) + bias_tile0(tile_m) + bias_tile1(tile_n);
#endif
  C_REGISTER x[PARTS][4];
#pragma unroll
  for (int i = 0; i < PARTS; ++i) {
#if UNEVEN
    if (PARTS * slice + i < FOURS) add_sums(x[i], shared, rank, PARTS * slice + i, t);
#else
    add_sums(x[i], shared, rank, PARTS * slice + i, t);
#endif
  }
  // The copy engine writes there next, in all blocks; until they are there, C is stored.
  asm volatile("fence.proxy.async;\nbarrier.cluster.arrive.release;" ::: "memory");
#pragma unroll
  for (int i = 0; i < PARTS; ++i) {
    const int group = PARTS * slice + i;
#if UNEVEN
    if (group >= FOURS) break;
#endif
#if FINISHING
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int v = 4 * group + j;
#if CONDITIONAL
      if (CONDITION) x[i][j] = finished(FINISHED);
#else
      x[i][j] = finished(FINISHED);
#endif
    }
#endif
#pragma unroll
    for (int j = 0; j < 4; j += C_STEP) {
      const int v = 4 * group + j;
#if CONDITIONAL
      if (CONDITION) store_c(to + c_value(v), x[i], j);
#else
      store_c(to + c_value(v), x[i], j);
#endif
    }
  }
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  // @end
}

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
#if CLUSTERED
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
#elif TRACED
      trace_begin(trace, tile_m + TILES_M * tile_n);
#endif
      BEFORE
      ACCUMULATORS
#if A_REGISTERS || WARPS
      OPERANDS
#endif
#if WARPS && !AHEAD
      // Registers do not suffice for what is multiplied next; the other warps multiply while this one loads.
#pragma unroll 1
      for (int k = FIRST; k < END; ++k) {
        barrier_wait(full + 8 * stage, phase);
        const unsigned from = shared + stage * STAGE;
        const unsigned read = empty + 8 * stage;
        if (++stage == STAGES) stage = 0, phase ^= 1;
#pragma unroll
        for (int i = 0; i < ATOMS_K; ++i) {
          load_a(a[i], from, a_from, i);
          load_b(b[i], from + OFFSET_B, b_from, i);
          multiply(c, a[i], b[i]);
        }
        __syncwarp();
        release(read);
      }
#elif WARPS
      // What is multiplied next is loaded before, also out of the next stage.
      barrier_wait(full + 8 * stage, phase);
      load_a(a[0], shared + stage * STAGE, a_from, 0);
      load_b(b[0], shared + stage * STAGE + OFFSET_B, b_from, 0);
#pragma unroll 1
      for (int k = FIRST; k < END; ++k) {
        const unsigned from = shared + stage * STAGE;
        const unsigned read = empty + 8 * stage;
        if (++stage == STAGES) stage = 0, phase ^= 1;
        // Asked before all products, so that the answer is there behind them.
        const bool more = k + 1 < END;
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
        release(read);
      }
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
