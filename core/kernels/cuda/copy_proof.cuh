// The proof of a copy: addresses both tensors by their own layouts, never by the partition.
#define TYPED 1        // Element is not declared yet
#define TYPE unsigned int
#define OFFSETS
#define CODE
#define PAIR 0         // Element is uint2
#define QUAD 0         // Element is uint4
#define PACKED 0       // several elements share a byte
#define READ p[x]
#define SAME a == b
#define ELEMENTS 4096LL
#define LISTED 64      // maximum number of reported wrong elements

__device__ unsigned long long element_code(unsigned long long x, unsigned seed) { return x + seed; }
__device__ long long src_offset(long long c) { return c; }
__device__ long long dst_offset(long long c) { return c; }

// @text proof
// The proof: both tensors by their own layouts.
#if TYPED
using Element = TYPE;
#endif
OFFSETS
CODE
#if PAIR
__device__ Element coded(unsigned long long x, unsigned seed) { const unsigned long long k = element_code(x, seed); return make_uint2((unsigned)k, (unsigned)(k >> 32)); }
#elif QUAD
__device__ Element coded(unsigned long long x, unsigned seed) { const unsigned long long k = element_code(x, seed); return make_uint4((unsigned)k, (unsigned)(k >> 32), ~(unsigned)k, (unsigned)(k >> 16)); }
#else
__device__ Element coded(unsigned long long x, unsigned seed) { return (Element)element_code(x, seed); }
#endif
#if PACKED
__device__ unsigned element(const Element* p, long long x) { return READ; }
#else
__device__ bool same(Element a, Element b) { return SAME; }
#endif
extern "C" __global__ void stridescope_fill(Element* to, long long count, unsigned seed) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) to[x] = coded(x, seed);
}
// @end

// @text check
extern "C" __global__ void stridescope_check(const Element* src, const Element* dst, unsigned long long* wrong) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long c = (long long)blockIdx.x * blockDim.x + threadIdx.x; c < ELEMENTS; c += step) {
#if PACKED
    if (element(src, src_offset(c)) == element(dst, dst_offset(c))) continue;
#else
    if (same(src[src_offset(c)], dst[dst_offset(c)])) continue;
#endif
    const unsigned long long k = atomicAdd(wrong, 1ull);
    if (k < LISTED) wrong[1 + k] = c;
  }
}
// @end
