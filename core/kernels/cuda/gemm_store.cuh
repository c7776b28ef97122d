// Stores a tile of C in gemm_kernel with TMA: pieces go through shared memory to the copy engine; with split= the
// blocks of a cluster add their partial sums through each other's shared memory.
// Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk.tensor), 9.7.14.5.15 (ldmatrix), 9.7.14.5.16 (stmatrix).
#define WARPS 0          // warps multiply independently: mma.sync
#define MULTIPLYING 256  // threads that multiply
#define STAGES 3
#define STAGE 16384      // bytes of a stage
#define CLUSTERED 0      // the launch has clusters
#define NEIGHBOURS 2     // tiles of C per cluster
#define SLICES 2         // blocks per tile of C, each with a part of K
#define C_REGISTER float
#define C_COUNT 64
#define FOURS 16         // groups of four values of a thread
#define PARTS 8          // groups that a block stores
#define UNEVEN 0         // the last block stores fewer groups
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
#define PIECES 196608    // offset of the pieces of C in shared memory
#define PIECE_BYTES 8192
#define PIECE_VALUES 32
#define FETCHED 0        // the engine loads the previous C into the stages after those of A and B
#define FETCH_GROUP 8192 // distance of two warpgroups' parts of a stage, in bytes
#define FETCH_SLOT 0
#define FREED 1          // the last piece of a stage
#define FINISH
#define PIECE
#define VALUE 0
#define ROW 0
#define COLUMN 0
#define EIGHT 4          // values of a thread from one group of 8 columns to the next
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

using CElement = float;
struct TensorMap {};
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
__device__ int piece_row(int m) { return m; }
__device__ int piece_column(int n) { return n; }
__device__ int piece_swizzle(int x) { return x; }

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
    store_piece(c + VALUE, piece, t);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    warpgroup_sync(THREAD);
#if FETCHED && FREED
    // All of the warpgroup have what was in the stage: they have stored what became of it.
    release(empty + 8 * stage);
    if (++stage == STAGES) stage = 0, phase ^= 1;
#endif
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
