// A reduction: a block iterates over the tiles of src that contribute to its sums.
#define ELEMENTS 4096
#define SUMMANDS 64
#define TYPE float
#define UNIT_TYPE unsigned int
#define SUM_TYPE float
#define SRC (64,64):(64,1)
#define DST (64,1):(1,0)
#define VIA (32,4):(4,1)
#define TILE_SHAPE (1,128)
#define WIDTH_TEXT 16 bytes
#define LIMITED 1        // has a reason that limits the width
#define LIMIT neighbours in memory are of two threads
#define INTEGER 0        // sums integers,
#define SIGNED int
#define HALF 0           // half_t,
#define BRAIN 0          // bfloat16_t, else float

#define SPLIT 1          // several blocks per sum
#define SHUFFLED 1       // lanes have parts of one sum
#define GROUPED 1        // threads still have parts of one sum afterwards
#define SHARED 1         // uses shared memory
#define TEAMED 1         // several threads per sum of the last block
#define CONDITIONAL 1    // tiles extend past the end of a summed mode
#define CONDITION (coordinate1 + v < 64)
#define PARAMETERS const Element* __restrict__ src, Sum* __restrict__ dst, Sum* parts, unsigned* arrived
#define THREADS 128
#define PARTS 4
#define LAST 3
#define TILE tile0
#define NUMBER static_cast<int>(tile % 4u)
#define STEP_TILE tile1
#define STEP_NUMBER static_cast<int>(step % 4u)
#define EXTENT 4
#define MODE 0
#define INDEX int
#define FROM thread_index(t) + tile0
#define TO tile0
#define AT from + tile1
#define EDGE
#define COORDINATE coordinate1
#define COORDINATE_SUM thread_index(t) + tile1
#define STEPS 4
#define SUMS 1
#define VALUES 4
#define WIDTH 4
#define ACCESS uint4
#define ADDRESS at + v
#define LANE
#define DISTANCE 16
#define STORES t % 32 == 0
#define GROUPS 4
#define BLOCK_SUMS 1
#define AT_ONCE 1
#define TEAM 4
#define MEETING
#define REGISTER "f"

// @text head
// Sums of SUMMANDS elements each of ELEMENTS of TYPE, written by Stridescope.
//   src   SRC
//   dst   DST
//   via   VIA over TILE_SHAPE
// A block of THREADS threads has the sums of a tile of dst, and goes through the tiles of src that they are made of.
#if LIMITED
// It reads src WIDTH_TEXT at a time; no more, since LIMIT.
#else
// It reads src WIDTH_TEXT at a time.
#endif
MEETING

using Element = UNIT_TYPE;  // TYPE
using Sum = SUM_TYPE;
// @end

// @text number
// An element as it is added.
#if INTEGER
__device__ __forceinline__ Sum number(Element x) { return static_cast<Sum>(static_cast<SIGNED>(x)); }
#elif HALF
__device__ __forceinline__ Sum number(Element x) {
  Sum out;
  asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(x));
  return out;
}
#elif BRAIN
__device__ __forceinline__ Sum number(Element x) { return __int_as_float(static_cast<int>(x) << 16); }
#else
__device__ __forceinline__ Sum number(Element x) { return __int_as_float(static_cast<int>(x)); }
#endif
// @end

__device__ constexpr int thread_index(int t) { return t; }
__device__ constexpr int sum_of_value(int) { return 0; }
__device__ constexpr int first_of_thread(int) { return 0; }
__device__ constexpr int next_of_sum(int s) { return s; }
__device__ constexpr int group_of_thread(int t) { return t / 32; }
__device__ constexpr int offset_of_sum(int s) { return s; }

// @text part
// What another block has left, past L1; 0 where the lane has none to add. Predicated, not branched around: each is one
// request of the warp.
__device__ __forceinline__ Sum part_of_sum(bool inside, const Sum* from) {
  Sum out = 0;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.cg.b32 %0, [%1]; }" : "+" REGISTER(out) : "l"(from), "r"(static_cast<unsigned>(inside)) : "memory");
  return out;
}

// @end

// @text kernel
extern "C" __global__ void __launch_bounds__(THREADS) stridescope_reduce(PARAMETERS) {
  const int t = threadIdx.x;
#if SPLIT
  const unsigned tile = blockIdx.x / PARTS, part = blockIdx.x % PARTS;
#else
  const unsigned tile = blockIdx.x, part = 0;
#endif
#if SHARED
  extern __shared__ Sum shared[];
#endif
  // @for TILE
  const int TILE = NUMBER;  // of EXTENT along mode MODE
  // @next
  const INDEX from = FROM;
  const INDEX to = TO;
  Sum sum[SUMS] = {};
  for (unsigned step = part; step < STEPS; step += PARTS) {
    // @for STEP_TILE
    const int STEP_TILE = STEP_NUMBER;  // of EXTENT along mode MODE
    // @next
    const INDEX at = AT;
    // @for EDGE
    const int COORDINATE = COORDINATE_SUM;
    // @next
    __align__(16) Element loaded[VALUES];
#pragma unroll
    for (int v = 0; v < VALUES; v += WIDTH) {
#if CONDITIONAL
      ACCESS x = {};
      if (CONDITION) x = __ldg(reinterpret_cast<const ACCESS*>(src + ADDRESS));
      *reinterpret_cast<ACCESS*>(loaded + v) = x;
#else
      *reinterpret_cast<ACCESS*>(loaded + v) = __ldg(reinterpret_cast<const ACCESS*>(src + ADDRESS));
#endif
    }
#pragma unroll
    for (int v = 0; v < VALUES; ++v) sum[sum_of_value(v)] += number(loaded[v]);
  }
#if SHUFFLED
#pragma unroll
  for (int s = 0; s < SUMS; ++s) {
    // @for LANE
    sum[s] += __shfl_xor_sync(0xFFFFFFFFu, sum[s], DISTANCE);
    // @next
  }
#endif
#if GROUPED
  if (STORES) {
#pragma unroll
    for (int s = 0; s < SUMS; ++s) {
      shared[group_of_thread(t) * BLOCK_SUMS + first_of_thread(t) + next_of_sum(s)] = sum[s];
    }
  }
  __syncthreads();
  for (int s = t; s < BLOCK_SUMS; s += THREADS) {
    Sum all = shared[s];
    for (int g = 1; g < GROUPS; ++g) all += shared[g * BLOCK_SUMS + s];
#if SPLIT
    parts[(static_cast<long long>(tile) * PARTS + part) * BLOCK_SUMS + s] = all;
#else
    dst[to + offset_of_sum(s)] = all;
#endif
  }
#else
  if (STORES) {
#pragma unroll
    for (int i = 0; i < SUMS; ++i) {
      const int s = first_of_thread(t) + next_of_sum(i);
#if SPLIT
      parts[(static_cast<long long>(tile) * PARTS + part) * BLOCK_SUMS + s] = sum[i];
#else
      dst[to + offset_of_sum(s)] = sum[i];
#endif
    }
  }
#endif
#if SPLIT
  // The last block to arrive adds what all have left.
  __shared__ unsigned before;
  __threadfence();
  __syncthreads();
  if (t == 0) before = atomicAdd(arrived + tile, 1u);
  __syncthreads();
  if (before != LAST) return;
  __threadfence();
  for (int begin = 0; begin < BLOCK_SUMS; begin += AT_ONCE) {
    const int s = begin + t % AT_ONCE, member = t / AT_ONCE;
    Sum all = {};
#pragma unroll 4
    for (int p = 0; p < PARTS; p += TEAM) {
      all += part_of_sum((member < TEAM) & (s < BLOCK_SUMS) & (p + member < PARTS),
                         parts + (static_cast<long long>(tile) * PARTS + p + member) * BLOCK_SUMS + s);
    }
#if TEAMED
    shared[t] = all;
    for (int half = TEAM / 2; half > 0; half /= 2) {
      __syncthreads();
      if (member < half) shared[t] += shared[t + half * AT_ONCE];
    }
    if (member == 0) all = shared[t];
#endif
    if (member == 0 && s < BLOCK_SUMS) dst[to + offset_of_sum(s)] = all;
  }
  if (t == 0) arrived[tile] = 0;
#endif
}
// @end
