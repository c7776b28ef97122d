// Converts registers from one thread-value layout to another: the device function, a kernel around it, and its proof.
#define ABOUT
#define TYPE unsigned short
#define WIDE 0          // an element consists of several of these words
#define NAME float
#define PARTS 2         // elements per register
#define BITS 16
#define TABLES
#define INDICES
#define REGISTERS_A 4
#define REGISTERS_B 4
#define VALUES_A 8
#define VALUES_B 8
#define SHARED 1        // through shared memory
#define SHARED_BYTES 4096
#define ONE_WARP 0      // no element moves to another warp
#define PARAMETERS int t, unsigned char* shared
#define ARGUMENTS t, shared
#define KERNEL stridescope_convert
#define NUMBERS const unsigned w0 = t & 3;
#define SENT b[0] = a[0] ^ w0 ^ shared[t];
#define RECEIVED b[1] = a[1];
#define THREADS 128
#define TILE 1024
#define AT_A a_thread(t) + a_value(v)
#define AT_B b_thread(t) + b_value(v)
#define PLACE
#define PLACED x
#define TABLE_TYPE unsigned short
#define TABLE w0_of
#define COUNT 4
#define LIST 0, 1, 2, 3
#define TYPED 1         // Element is not declared yet
#define CODE
#define POISON
#define ELEMENTS 1024LL // elements of all blocks
#define PAIRS 0         // proves only the elements that B contains
#define LISTED 64       // maximum number of reported wrong elements

__device__ int a_thread(int i) { return i; }
__device__ int a_value(int i) { return i; }
__device__ int b_thread(int i) { return i; }
__device__ int b_value(int i) { return i; }
__device__ unsigned long long element_code(unsigned long long x, unsigned seed) { return x + seed; }

// @text table
__device__ const TABLE_TYPE TABLE[COUNT] = {LIST};
// @end

// @text place
// Where element x lies in shared memory.
__device__ constexpr unsigned place(unsigned x) { return PLACED; }
// @end

// @text convert
// A conversion of registers, written by Stridescope.
ABOUT
#if WIDE
using Element = TYPE;  // a word of NAME
#else
using Element = TYPE;  // NAME, BITS bits
#endif

INDICES
PLACE
TABLES
// The registers of B from those of A, of thread t of the block.
#if SHARED
// shared: SHARED_BYTES bytes, at a multiple of 128, that nobody else uses until all threads are past a barrier.
#endif
__device__ __forceinline__ void convert(const unsigned (&a)[REGISTERS_A], unsigned (&b)[REGISTERS_B], PARAMETERS) {
  NUMBERS
  SENT
#if SHARED
#if ONE_WARP
  __syncwarp();
#else
  __syncthreads();
#endif
#endif
  RECEIVED
}
// @end

// @text kernel

extern "C" __global__ void __launch_bounds__(THREADS)
KERNEL(const Element* __restrict__ src, Element* __restrict__ dst, int repeat, unsigned keep) {
#if SHARED
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  unsigned char* shared = shared_bytes;
#endif
  const int t = threadIdx.x;
  unsigned a[REGISTERS_A] = {}, b[REGISTERS_B] = {};
  const Element* from = src + static_cast<long long>(blockIdx.x) * TILE;
  Element* to = dst + static_cast<long long>(blockIdx.x) * TILE;
#pragma unroll
  for (int v = 0; v < VALUES_A; ++v) a[v / PARTS] |= static_cast<unsigned>(from[AT_A]) << v % PARTS * BITS;
#pragma unroll 1
  for (int r = 0; r < repeat; ++r) {
    convert(a, b, ARGUMENTS);
    // keep is 0: nothing changes, but the next conversion waits for this one.
#pragma unroll
    for (int i = 0; i < REGISTERS_A; ++i) a[i] ^= b[i % REGISTERS_B] & keep;
#if SHARED
#if ONE_WARP
    __syncwarp();
#else
    __syncthreads();
#endif
#endif
  }
#pragma unroll
  for (int v = 0; v < VALUES_B; ++v) to[AT_B] = static_cast<Element>(b[v / PARTS] >> v % PARTS * BITS);
}
// @end

// @text proof

// The proof: every element is where it was.
#if TYPED
using Element = TYPE;
INDICES
#endif
CODE
extern "C" __global__ void stridescope_fill(Element* to, long long count, unsigned seed) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) to[x] = (Element)element_code(x, seed);
}
POISON
extern "C" __global__ void stridescope_check(const Element* src, const Element* dst, unsigned long long* wrong) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long c = (long long)blockIdx.x * blockDim.x + threadIdx.x; c < ELEMENTS; c += step) {
#if PAIRS
    const int t = c / VALUES_B % THREADS, v = c % VALUES_B;
    const long long x = c / (VALUES_B * THREADS) * TILE + AT_B;
#else
    const long long x = c;
#endif
    if (src[x] == dst[x]) continue;
    const unsigned long long k = atomicAdd(wrong, 1ull);
    if (k < LISTED) wrong[1 + k] = x;
  }
}
// @end
