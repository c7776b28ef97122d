// The proof of a reduction: addresses both tensors by their own layouts, never by the partition. Summands are so small
// that sums in any order are exact.
#define OFFSETS
#define CODE
#define INTEGER 0
#define HALF 0
#define BRAIN 0
#define RESULTS 64LL
#define SUMMANDS 64LL
#define LISTED 64      // maximum number of reported wrong sums
#define SHIFT 8        // low bits of a code that are ignored
#define KINDS 9        // number of different summands
#define MOST 4         // largest summand

using Element = unsigned int;
using Sum = float;
__device__ unsigned long long element_code(unsigned long long x, unsigned seed) { return x + seed; }
__device__ Sum number(Element x) { return __int_as_float(static_cast<int>(x)); }
__device__ long long first_summand_offset(long long c) { return c; }
__device__ long long summand_offset(long long c) { return 64 * c; }
__device__ long long src_offset(long long c) { return c; }
__device__ long long dst_offset(long long c) { return c; }

// @text proof
// The proof: both tensors by their own layouts. Summands are integers from -MOST to MOST.
OFFSETS
CODE
#if INTEGER
__device__ Element coded(int x) { return static_cast<Element>(x); }
#elif HALF
__device__ Element coded(int x) {
  Element out;
  asm("cvt.rn.f16.s32 %0, %1;" : "=h"(out) : "r"(x));
  return out;
}
#elif BRAIN
__device__ Element coded(int x) { return static_cast<Element>(__float_as_uint(static_cast<float>(x)) >> 16); }
#else
__device__ Element coded(int x) { return __float_as_uint(static_cast<float>(x)); }
#endif
extern "C" __global__ void stridescope_fill(Element* to, long long count, unsigned seed) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) {
    to[x] = coded(static_cast<int>((element_code(x, seed) >> SHIFT) % KINDS) - MOST);
  }
}
extern "C" __global__ void stridescope_check(const Element* src, const Sum* dst, unsigned long long* wrong) {
  __shared__ long long parts[256];
  for (long long c = blockIdx.x; c < RESULTS; c += gridDim.x) {
    const long long first = first_summand_offset(c);
    long long sum = 0;
    for (long long i = threadIdx.x; i < SUMMANDS; i += blockDim.x) {
      sum += static_cast<long long>(number(src[src_offset(first + summand_offset(i))]));
    }
    parts[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0 && dst[dst_offset(first)] != static_cast<Sum>(parts[0])) {
      const unsigned long long k = atomicAdd(wrong, 1ull);
      if (k < LISTED) wrong[1 + k] = c;
    }
    __syncthreads();
  }
}
// @end
