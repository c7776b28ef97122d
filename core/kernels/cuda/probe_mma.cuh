// The probe of an MMA atom: A is one-hot, B contains its own numbers, and D determines the layouts (probe_plan.h).
#define ABOUT
#define ELEMENTS
#define TABLES
#define OPERAND a
#define WHAT m + M k
#define INDICES
#define SPARSE 1
#define GROUP 4            // half of GROUP values of A along K are stored
#define PAIRED 0           // GROUP is 2
#define STORED 2 are
#define SIZE_M 16
#define SIZE_N 8
#define SIZE_K 16
#define TYPE half_t
#define NUMBERS 0ull, 15360ull
#define DIGIT_BITS 1       // bits of a number per round
#define DIGIT_MASK 1

#define THREADS 32
#define FED 0              // operands come from shared memory
#define A_SHARED 0         // A comes from shared memory, too
#define OFFSET_B 1024
#define DIGITS 7
#define A_STORED 256       // stored elements of A
#define B_STORED 128
#define PROBED 256         // elements of A that are probed
#define B_PLACE i
#define OPERANDS unsigned a[1][4] = {}, b[1][2] = {};
#define ACCUMULATORS float c[4] = {};
#define METADATA_VALUES 8
#define FILL
#define NAME a
#define VALUES 8
#define NEXT ++v
#define BITS number[said(i, d)]
#define PUT a[0][v] = static_cast<unsigned>(bits);
#define HOT hot
#define ONE 15360ull
#define A_SOURCE a
#define ARGUMENTS 0
#define C_VALUES 4
#define EXCLUSIVE_OR 0     // sums count differing bits
#define GOT c_number(c[v])
#define LISTED 16

using AElement = unsigned short;
using BElement = unsigned short;
__device__ int NAME_thread(int t) { return t; }
__device__ int NAME_value(int v) { return v; }
__device__ int e_thread(int t) { return t; }
__device__ int e_value(int v) { return v; }
__device__ int c_thread(int t) { return t; }
__device__ int c_value(int v) { return v; }
__device__ int a_at(int i) { return i; }
__device__ double c_number(float x) { return x; }
__device__ void multiply(float (&)[4], const unsigned (&)[4], const unsigned (&)[2]) {}

// @text head
// A probe, written by Stridescope: A is one-hot, B says its own numbers; what D says tells the layouts.
ABOUT

ELEMENTS
TABLES
// @end

// @text table
// The table of OPERAND: (thread, value) -> WHAT.
INDICES
// @end

// Of a sparse A: m + M k of an element, 0 <= k < K, to m + M s of where it is stored, 0 <= s < K / 2.
// @text metadata
// The table of the metadata: (thread, value) -> m + M k, four bits for GROUP values.
INDICES
// The element that is 1 is stored as number s of its row. Of each GROUP along K STORED stored.
#if PAIRED
__device__ __forceinline__ int stored(int i) { return i % SIZE_M + i / SIZE_M / 2 * SIZE_M; }
__device__ __forceinline__ unsigned indices(int k) { return k % 2 == 0 ? 4 : 14; }
#else
// First of two, but for the last of four: indices (k, 3), or (0, 3).
__device__ __forceinline__ int stored(int i) { return i % SIZE_M + (i / SIZE_M / 4 * 2 + (i / SIZE_M % 4 == 3)) * SIZE_M; }
__device__ __forceinline__ unsigned indices(int k) { return 12 | k % 4 % 3; }
#endif
// @end

// @text numbers
// The numbers 0, 1, ... as TYPE.
__constant__ unsigned long long number[] = {NUMBERS};
// Digit d of what element i of B says.
__device__ __forceinline__ int said(int i, int d) { return (i + 1) >> d * DIGIT_BITS & DIGIT_MASK; }
__device__ unsigned long long element_code(unsigned long long x, unsigned) { return x; }
// @end

// @text kernel

extern "C" __global__ void __launch_bounds__(THREADS)
stridescope_probe(unsigned long long* wrong) {
  const int t = threadIdx.x;
#if FED
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  unsigned char* stage = shared_bytes + (1024 - static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes)) % 1024) % 1024;
  AElement* in_a = reinterpret_cast<AElement*>(stage);
  BElement* in_b = reinterpret_cast<BElement*>(stage + OFFSET_B);
  const unsigned smem_a = static_cast<unsigned>(__cvta_generic_to_shared(in_a));
  const unsigned smem_b = static_cast<unsigned>(__cvta_generic_to_shared(in_b));
#endif
  for (int d = 0; d < DIGITS; ++d) {
#if FED
    __syncthreads();
    for (int i = t; i < A_STORED; i += THREADS) in_a[a_at(i)] = 0;
    for (int i = t; i < B_STORED; i += THREADS) in_b[B_PLACE] = static_cast<BElement>(number[said(i, d)]);
#endif
    for (int hot = blockIdx.x; hot < PROBED; hot += gridDim.x) {  // m + M k
      OPERANDS
      ACCUMULATORS
      // @for FILL
#pragma unroll
      for (int v = 0; v < VALUES; NEXT) {
        const int i = NAME_thread(t) + NAME_value(v);
        const unsigned long long bits = BITS;
        PUT
      }
      // @next
#if SPARSE
      unsigned metadata = 0;
#pragma unroll
      for (int v = 0; v < METADATA_VALUES; v += GROUP) {
        const int i = e_thread(t) + e_value(v), k = hot / SIZE_M;
        const bool here = i % SIZE_M == hot % SIZE_M && i / SIZE_M / GROUP == k / GROUP;
        metadata |= (here ? indices(k) : 4u) << v / GROUP * 4;
      }
#endif
#if A_SHARED
      __syncthreads();
      if (t == 0) in_a[a_at(HOT)] = ONE;
#endif
#if FED
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      fence(c);
      multiply(c, A_SOURCE, smem_b, ARGUMENTS);
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      fence(c);
#if A_SHARED
      __syncthreads();
      if (t == 0) in_a[a_at(HOT)] = 0;
#endif
#else
      multiply(c, a[0], b[0]);
#endif
#pragma unroll
      for (int v = 0; v < C_VALUES; ++v) {
        const int i = c_thread(t) + c_value(v), column = i / SIZE_M;
#if EXCLUSIVE_OR
        int expected = 0;
        for (int k = 0; k < SIZE_K; ++k) expected += said(column + SIZE_N * k, d);
        if (i % SIZE_M == hot % SIZE_M) expected += 1 - 2 * said(column + SIZE_N * (hot / SIZE_M), d);
#else
        const int expected = i % SIZE_M == hot % SIZE_M ? said(column + SIZE_N * (hot / SIZE_M), d) : 0;
#endif
        const double got = GOT;
        if (got == expected) continue;
        const unsigned long long x = atomicAdd(wrong, 1ull);
        if (x >= LISTED) continue;
        wrong[1 + 4 * x] = hot + (static_cast<unsigned long long>(d) << 32);
        wrong[2 + 4 * x] = t + (static_cast<unsigned long long>(v) << 32);
        wrong[3 + 4 * x] = static_cast<unsigned long long>(static_cast<long long>(got));
        wrong[4 + 4 * x] = expected;
      }
    }
  }
}
// @end
