// gemm_kernel with loads by threads: tiles of A and B are copied into stages of shared memory before they are
// multiplied.
#define SIZE_M 1024
#define SIZE_N 1024
#define SIZE_K 512
#define A_LAYOUT (1024,512):(512,1)
#define B_LAYOUT (1024,512):(512,1)
#define C_LAYOUT (1024,1024):(1024,1)
#define A_COPY TMA
#define B_COPY TMA
#define C_BYTES 4
#define BOXED 0           // C goes through shared memory
#define PIECE 64 x 64
#define CLUSTERED 0       // block numbers are numbers of clusters
#define LIMITED 1
#define LIMIT neighbours in memory are of two threads
#define ABOUT
#define TILES 64
#define STAGES 3
#define SHORT 0           // fewer tiles along K than stages: the one behind the last was never written
#define STAGE 16384       // bytes of a stage
#define ELEMENTS

#define BAND 8
#define BAND_TILES 64     // BAND times the tiles along N
#define TILES_M 8

#define UPPER A
#define MODE K
#define EXTENT 512
#define INDICES
#define PACKED 0          // several elements share a byte

#define ELEMENT AElement
#define TO UPPER_to_thread(t)
#define VALUES 32
#define STEP 8
#define PLACE 2 * (to + UPPER_to_value(v))
#define ASYNC 1           // copies with cp.async
#define MASKED 1          // fills with zeros past the edge
#define INSIDE UPPER_value(v) < EXTENT
#define ACCESS uint4
#define BYTES "16"
#define SOURCE_BYTES 16
#define INSTRUCTION "cp.async.cg.shared.global.L2::128B"

#define EDGE
#define COORDINATE c_coordinate
#define C_VALUES 64
#define FIRST_VALUE 0
#define END_VALUE 64
#define C_STEP 2
#define CONDITION c_coordinate + c_value(v) < SIZE_M
#define CONDITIONAL 1
#define REST

#define ALPHA 1.0f
#define BETA 0.0f
#define SCALED 1          // alpha is not 1
#define KEPT 1            // beta is not 0: uses the previous C
#define BIASED 1
#define RELU 0
#define GELU 1
#define SILU 0
#define NUMBER out = x;
#define AHEAD 0           // the previous C is loaded before the tile is multiplied
#define WIDE 1            // the bias has the same width of accesses as C
#define SIGNATURE float x, CElement before, CElement bias
#define FINISHED c[v + i], before[i], added[i]

#define FETCH "ld.global.b32"
#define TARGET "=r"
#define WORD unsigned

#define NAME stridescope_gemm
#define PARAMETERS const AElement* __restrict__ A, const BElement* __restrict__ B, CElement* __restrict__ C
#define THREADS 128
#define TRACED 0
#define BASES const int a_from = 0, b_from = 0;
#define OPERANDS unsigned a[2][8] = {}, b[2][8] = {};
#define ACCUMULATORS float c[64] = {};
#define OFFSET_B 8192
#define LAST 2            // STAGES - 1
#define WAITING "1"       // STAGES - 2: cp.async groups that may be pending
#define DEPTH 16          // tiles along K
#define DEEP 1            // a tile has several atoms along K
#define INNER 2           // atoms along K in a tile
#define LAST_INNER 1
#define STORE

using AElement = unsigned short;
using BElement = unsigned short;
using CElement = float;
__device__ int UPPER_to_thread(int t) { return t; }
__device__ int UPPER_to_value(int v) { return v; }
__device__ int UPPER_value(int v) { return v; }
__device__ int A_thread(int t) { return t; }
__device__ int B_thread(int t) { return t; }
__device__ int A_tile0(int t) { return t; }
__device__ int A_tile1(int t) { return t; }
__device__ int B_tile0(int t) { return t; }
__device__ int B_tile1(int t) { return t; }
__device__ int c_thread(int t) { return t; }
__device__ int c_tile0(int t) { return t; }
__device__ int c_tile1(int t) { return t; }
__device__ int c_value(int v) { return v; }
__device__ int COORDINATE_thread(int t) { return t; }
__device__ int COORDINATE_tile0(int t) { return t; }
__device__ int COORDINATE_tile1(int t) { return t; }
__device__ void copy_A(unsigned, const AElement*, int, int, int) {}
__device__ void copy_B(unsigned, const BElement*, int, int, int) {}
__device__ void load_a(unsigned (&)[8], unsigned, int, int) {}
__device__ void load_b(unsigned (&)[8], unsigned, int, int) {}
__device__ void multiply(float (&)[64], const unsigned (&)[8], const unsigned (&)[8]) {}
__device__ void store_c(CElement*, const float*, int) {}
__device__ int bias_thread(int t) { return t; }
__device__ int bias_tile0(int t) { return t; }
__device__ int bias_tile1(int t) { return t; }
__device__ int bias_value(int v) { return v; }
__device__ void trace_begin(unsigned long long*, unsigned) {}
__device__ void trace_end(unsigned long long*, unsigned) {}

// @text head
// C = A B^T of SIZE_M x SIZE_N x SIZE_K (M, N, K), written by Stridescope.
//   A      A_LAYOUT, by A_COPY
//   B      B_LAYOUT, by B_COPY
#if BOXED
//   C      C_LAYOUT, by TMA, in pieces of PIECE
#elif LIMITED
//   C      C_LAYOUT, C_BYTES bytes in one access; no more, since LIMIT
#else
//   C      C_LAYOUT, C_BYTES bytes in one access
#endif
ABOUT
// TILES tiles of C; a pipeline of STAGES stages of STAGE bytes.

ELEMENTS
// @end

// @text order

#if CLUSTERED
// Clusters next to each other work on a band of BAND clusters along M: they share rows of A and columns of B.
#else
// Blocks next to each other work on a band of BAND tiles along M: they share rows of A and columns of B.
#endif
__device__ __forceinline__ void tile_of(int block, int& m, int& n) {
  const int first = block / BAND_TILES * BAND, inside = block % BAND_TILES;
  const int rows = first + BAND <= TILES_M ? BAND : TILES_M - first;
  m = first + inside % rows;
  n = inside / rows;
}
// @end

// @text copy_indices
#if PACKED
// The copy of UPPER: index -> offset in bytes in global memory and in the stage.
#else
// The copy of UPPER: index -> offset in global memory and in the stage.
#endif
INDICES
// @end

// @text edge
// Coordinates along MODE, which ends at EXTENT.
INDICES
// @end

// @text copy

// A tile of UPPER into a stage. Past the edge come zeros.
__device__ __forceinline__ void copy_UPPER(unsigned smem, const ELEMENT* from, int t, int tile, int k) {
  const int to = TO;
#pragma unroll
  for (int v = 0; v < VALUES; v += STEP) {
    const unsigned at = smem + PLACE;
    const ELEMENT* element = from + UPPER_value(v);
#if ASYNC && MASKED
    const bool inside = INSIDE;
    asm volatile(INSTRUCTION " [%0], [%1], " BYTES ", %2;" ::"r"(at), "l"(inside ? element : from), "r"(inside ? SOURCE_BYTES : 0) : "memory");
#elif ASYNC
    asm volatile(INSTRUCTION " [%0], [%1], " BYTES ";" ::"r"(at), "l"(element) : "memory");
#else
    ACCESS x = {};
#if MASKED
    if (INSIDE) x = *reinterpret_cast<const ACCESS*>(element);
#else
    x = *reinterpret_cast<const ACCESS*>(element);
#endif
    *reinterpret_cast<ACCESS*>(__cvta_shared_to_generic(at)) = x;
#endif
  }
}
// @end

// @text finish_function
INDICES
#if KEPT || BIASED
__device__ __forceinline__ float number(CElement x) {
  float out;
  NUMBER
  return out;
}
#endif
#if GELU
// (1 - erf(x / sqrt(2))) / 2 of an x that is not negative: 2 to the power of a polynomial, off by 5e-7 at most.
__device__ __forceinline__ float tail(float x) {
  const float y = -1.1510831118f + x * (-0.4592766464f + x * (-0.0525380522f + x * (0.0073872157f - x * 0.0005188609f)));
  float out;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(out) : "f"(-1.0000008345f + x * y));
  return out;
}
#endif
// What becomes of the sum of value v: alpha, what C holds, a bias, an activation.
__device__ __forceinline__ float finished(SIGNATURE) {
#if SCALED
  x *= ALPHA;
#endif
#if KEPT
  x += BETA * number(before);
#endif
#if BIASED
  x += number(bias);
#endif
#if RELU
  x = x < 0 ? 0 : x;
#elif GELU
  x = fmaxf(x, 0) - fabsf(x) * tail(fabsf(x));
#elif SILU
  x = __fdividef(x, 1 + __expf(-x));
#endif
  return x;
}
// @end

__device__ void finish_alone(const CElement* C, const CElement* bias, float* c, int t, int tile_m, int tile_n) {
  // @text finish
  {
    // @for EDGE
    const int COORDINATE = COORDINATE_thread(t) + COORDINATE_tile0(tile_m) + COORDINATE_tile1(tile_n);
    // @next
#if KEPT && !AHEAD
    const CElement* from = C + c_thread(t) + c_tile0(tile_m) + c_tile1(tile_n);
#endif
#if BIASED
    const CElement* biases = bias + bias_thread(t) + bias_tile0(tile_m) + bias_tile1(tile_n);
#endif
#pragma unroll
    for (int v = FIRST_VALUE; v < END_VALUE; v += C_STEP) {
#if CONDITIONAL
      if (!(CONDITION)) continue;
#endif
#if KEPT && !AHEAD
      __align__(16) CElement before[C_STEP];
      *reinterpret_cast<ACCESS*>(before) = *reinterpret_cast<const ACCESS*>(from + c_value(v));
#endif
#if BIASED
      __align__(16) CElement added[C_STEP];
#if WIDE
      *reinterpret_cast<ACCESS*>(added) = *reinterpret_cast<const ACCESS*>(biases + bias_value(v));
#else
#pragma unroll
      for (int i = 0; i < C_STEP; ++i) added[i] = biases[bias_value(v + i)];
#endif
#endif
#pragma unroll
      for (int i = 0; i < C_STEP; ++i) c[v + i] = finished(FINISHED);
    }
  }
  // @end
}

__device__ void ahead_alone(const CElement* C, int t, int tile_m, int tile_n) {
  // @text ahead
  // What C holds comes while the tile is multiplied.
  __align__(16) CElement before[C_VALUES] = {};
  {
    // @for EDGE
    const int COORDINATE = COORDINATE_thread(t) + COORDINATE_tile0(tile_m) + COORDINATE_tile1(tile_n);
    // @next
    const CElement* from = C + c_thread(t) + c_tile0(tile_m) + c_tile1(tile_n);
#pragma unroll
    for (int v = 0; v < C_VALUES; v += C_STEP) {
#if CONDITIONAL
      if (!(CONDITION)) continue;
#endif
      asm volatile(FETCH " %0, [%1];" : TARGET(*reinterpret_cast<WORD*>(before + v)) : "l"(from + c_value(v)));
    }
  }
  // @end
}

__device__ void converted_alone(const int* c) {
  // @text converted
  const auto& sums = c;
  {
    float c[C_VALUES];
#pragma unroll
    for (int v = 0; v < C_VALUES; ++v) c[v] = static_cast<float>(static_cast<int>(sums[v]));
    REST
  }
  // @end
}

__device__ void store_alone(CElement* C, const float* c, int t, int tile_m, int tile_n) {
  // @text store
  // @for EDGE
  const int COORDINATE = COORDINATE_thread(t) + COORDINATE_tile0(tile_m) + COORDINATE_tile1(tile_n);
  // @next
  CElement* to = C + c_thread(t) + c_tile0(tile_m) + c_tile1(tile_n);
#pragma unroll
  for (int v = 0; v < C_VALUES; v += C_STEP) {
#if CONDITIONAL
    if (CONDITION) store_c(to + c_value(v), c, v);
#else
    store_c(to + c_value(v), c, v);
#endif
  }
  // @end
}

// @text kernel

extern "C" __global__ void __launch_bounds__(THREADS)
NAME(PARAMETERS) {
  const int t = threadIdx.x;
  int tile_m, tile_n;
  tile_of(blockIdx.x, tile_m, tile_n);
#if TRACED
  trace_begin(trace, tile_m + TILES_M * tile_n);
#endif
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes));
  const AElement* from_a = A + A_thread(t) + A_tile0(tile_m);
  const BElement* from_b = B + B_thread(t) + B_tile0(tile_n);
  BASES
  OPERANDS
  ACCUMULATORS
  const auto copy = [&](int stage, int k) {
    const unsigned to = shared + stage * STAGE;
    copy_A(to, from_a + A_tile1(k), t, tile_m, k);
    copy_B(to + OFFSET_B, from_b + B_tile1(k), t, tile_n, k);
  };
  const auto load = [&](int stage, int k) {
    const unsigned from = shared + stage * STAGE;
    load_a(a[k], from, a_from, k);
    load_b(b[k], from + OFFSET_B, b_from, k);
  };
  for (int k = 0; k < LAST; ++k) {
    if (k < DEPTH) copy(k, k);
#if ASYNC
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  }
#if ASYNC
  asm volatile("cp.async.wait_group " WAITING ";" ::: "memory");
#endif
  __syncthreads();
  load(0, 0);
  int read = 0, write = LAST;
#pragma unroll 1
  for (int tile_k = 0; tile_k < DEPTH; ++tile_k) {
#if DEEP
#pragma unroll
    for (int k = 0; k < INNER; ++k) {
      if (k == LAST_INNER) {
        // The next stage is there, and everybody has read the one before this.
#if ASYNC
        asm volatile("cp.async.wait_group " WAITING ";" ::: "memory");
#endif
        __syncthreads();
        read = read + 1 < STAGES ? read + 1 : 0;
      }
#if SHORT
      if (k + 1 < INNER || tile_k + 1 < DEPTH) load(read, (k + 1) % INNER);
#else
      load(read, (k + 1) % INNER);
#endif
      if (k == 0) {
        if (tile_k + LAST < DEPTH) copy(write, tile_k + LAST);
#if ASYNC
        asm volatile("cp.async.commit_group;" ::: "memory");
#endif
        write = write + 1 < STAGES ? write + 1 : 0;
      }
      multiply(c, a[k], b[k]);
    }
#else
    if (tile_k + LAST < DEPTH) copy(write, tile_k + LAST);
#if ASYNC
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
    write = write + 1 < STAGES ? write + 1 : 0;
    multiply(c, a[0], b[0]);
    // The next stage is there, and everybody has read the one before this.
#if ASYNC
    asm volatile("cp.async.wait_group " WAITING ";" ::: "memory");
#endif
    __syncthreads();
    read = read + 1 < STAGES ? read + 1 : 0;
#if SHORT
    if (tile_k + 1 < DEPTH) load(read, 0);
#else
    load(read, 0);
#endif
#endif
  }
  STORE
#if TRACED
  __syncthreads();
  trace_end(trace, tile_m + TILES_M * tile_n);
#endif
}
// @end
