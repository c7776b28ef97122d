// mma_kernel: repeats an MMA on a tile in registers or in shared memory.
#define THREADS 128
#define ABOUT
#define ELEMENTS
#define FED 1         // operands come from shared memory
#define WGMMA 0
#define A_REGISTERS 1 // for wgmma: A comes from registers
#define PACKED 1      // several elements of an operand share a byte
#define UPPER A
#define NAME a
#define ARRAY A
#define ELEMENT AElement
#define INDICES
#define READ from[i]
#define PLACES
#define WORDS 2048
#define FILL
#define COUNT 1024
#define BYTES 1       // elements have whole bytes
#define BEGIN stage
#define AT NAME_thread(i)
#define BITS 16
#define OFFSET_B 4096
#define BASES const int a_from = 0, b_from = 0;
#define OPERANDS unsigned a[1][4] = {}, b[1][4] = {};
#define ACCUMULATORS float c[4] = {};
#define REGISTERS
#define REST_K 1
#define ONE_K 4
#define PUT a[k][v] = static_cast<unsigned>(bits);
#define ATOMS_K 1
#define A_BYTES 2
#define B_BYTES 2
#define A_SOURCE a
#define WAITED "0"
#define SLOT 4096
#define VALUES 4
#define STEP 2

using AElement = unsigned short;
using BElement = unsigned short;
using CElement = float;
__device__ int NAME_thread(int i) { return i; }
__device__ int NAME_value(int i) { return i; }
__device__ int c_thread(int t) { return t; }
__device__ int c_value(int v) { return v; }
__device__ int smem_a_thread(int t) { return t; }
__device__ int smem_b_thread(int t) { return t; }
__device__ void load_a(unsigned (&)[4], unsigned, int, int) {}
__device__ void load_b(unsigned (&)[4], unsigned, int, int) {}
__device__ void multiply(float (&)[4], const unsigned (&)[4], const unsigned (&)[4]) {}
__device__ void multiply(float (&)[4], const unsigned (&)[1][4], unsigned, int) {}
__device__ void fence(float (&)[4]) {}
__device__ void store_c(CElement*, const float*, int) {}

// @text head
#if FED
// An MMA over and over, written by Stridescope: its operands from shared memory.
#else
// An MMA over and over, written by Stridescope: its operands from registers.
#endif
ABOUT

ELEMENTS
// @end

// How an element is read from global memory, and where in shared memory it goes.
// @text operand
// UPPER: (thread, value) -> element of the tile, column by column.
INDICES
__device__ __forceinline__ unsigned long long NAME_read(const ELEMENT* from, int i) {
  return READ;
}
PLACES
// @end

// @text kernel

extern "C" __global__ void __launch_bounds__(THREADS)
stridescope_mma(const AElement* __restrict__ A, const BElement* __restrict__ B, CElement* __restrict__ C, int repeat) {
  const int t = threadIdx.x;
#if FED
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  unsigned char* stage = shared_bytes + (1024 - static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes)) % 1024) % 1024;
#if PACKED
  for (int i = t; i < WORDS; i += THREADS) reinterpret_cast<unsigned*>(stage)[i] = 0;
  __syncthreads();
#endif
  // @for FILL
  for (int i = t; i < COUNT; i += THREADS) {
#if BYTES
    reinterpret_cast<ELEMENT*>(BEGIN)[AT] = ARRAY[i];
#else
    const unsigned at = AT * BITS;
    atomicOr(reinterpret_cast<unsigned*>(BEGIN) + at / 32, static_cast<unsigned>(NAME_read(ARRAY, i)) << at % 32);
#endif
  }
  // @next
#if WGMMA
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  __syncthreads();
  unsigned smem_a = static_cast<unsigned>(__cvta_generic_to_shared(stage));
  unsigned smem_b = smem_a + OFFSET_B;
  BASES
#endif
  OPERANDS
  ACCUMULATORS
  // @for REGISTERS
#pragma unroll
  for (int k = 0; k < REST_K; ++k) {
#pragma unroll
    for (int v = 0; v < ONE_K; ++v) {
      const unsigned long long bits = NAME_read(ARRAY, NAME_thread(t) + NAME_value(v + k * ONE_K));
      PUT
    }
  }
  // @next
#if WGMMA
#if !A_REGISTERS
  smem_a += A_BYTES * smem_a_thread(t);
#endif
  smem_b += B_BYTES * smem_b_thread(t);
  fence(c);
#pragma unroll 1
  for (int r = 0; r < repeat; ++r) {
#if A_REGISTERS
#pragma unroll
    for (int k = 0; k < ATOMS_K; ++k) load_a(a[k], smem_a, a_from, k);
#endif
    multiply(c, A_SOURCE, smem_b, r);
    asm volatile("wgmma.wait_group.sync.aligned " WAITED ";" ::: "memory");
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  fence(c);
#else
#pragma unroll 1
  for (int r = 0; r < repeat; ++r) {
#pragma unroll
    for (int k = 0; k < ATOMS_K; ++k) {
#if FED
      load_a(a[k], smem_a, a_from, k);
      load_b(b[k], smem_b, b_from, k);
#endif
      multiply(c, a[k], b[k]);
    }
  }
#endif
  CElement* to = C + static_cast<long long>(blockIdx.x) * SLOT + c_thread(t);
#pragma unroll
  for (int v = 0; v < VALUES; v += STEP) store_c(to + c_value(v), c, v);
}
// @end
