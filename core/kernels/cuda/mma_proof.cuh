// The proof of a matrix product: addresses all three matrices by their own layouts, and sums in double precision.
// Source of mma's fragments: PTX ISA 9.0, 9.7.14.5 (m16n8k8 of .f64, m16n8k16 of .bf16).
#define TYPED 1         // AElement, BElement and CElement are not declared yet
#define A_TYPE unsigned short
#define B_TYPE unsigned short
#define C_TYPE unsigned
#define OFFSETS
#define CODE
#define VALUES
#define NAME a
#define ELEMENT AElement
#define READ p[x]
#define PACKED 0        // several elements share a byte
#define BITS 8
#define EACH 1
#define SIZE_M 128
#define SIZE_N 128
#define SIZE_K 64
#define SLOT 16384
#define INDEX unsigned
#define POISON
#define TERM a[i] * b[j]
#define TERM_SIZE p[i] * q[j]
#define TENSOR 0        // the device has tensor cores for doubles
#define ROWS 64         // rows of a tile
#define PARTS 4         // a thread has PARTS x 4 sums
#define A_EACH 4        // elements of a tile of A that a thread loads
#define A_AT y + 132 * x  // position of pair x along K, row y of a tile; free of bank conflicts
#define B_AT y + 68 * x
// coordinates of element i of a tile along K and along M or N, such that neighbors are adjacent in memory
#define A_X i / 64
#define A_Y i % 64
#define B_X i / 64
#define B_Y i % 64
#define OF_TERMS 7.62939453125e-06
#define OF_SUM 0.00048828125
#define FINISHED 1      // the kernel has an epilogue
#define SATURATED 0     // results beyond the range of C are clamped
#define LEAST -448.0
#define MOST 448.0
#define ABSOLUTE 0.0009765625
#define KEPT 1          // the epilogue adds the previous C
#define BIASED 1
#define RELU 0
#define GELU 1
#define SILU 0
#define ALPHA 1.0
#define BETA 0.0
#define OF_FINISH 3.814697265625e-06
#define C_LOWEST 0      // offset of the first element in memory
#define BIAS_LOWEST 0
#define C_SEED 3
#define BIAS_SEED 4
#define FINISH
#define LISTED 64       // maximum number of reported wrong elements
#define JUDGE
#define SUM sum[i][j]
#define SIZES terms[i][j] // sums of the terms' magnitudes

__device__ unsigned long long NAME_number_code(unsigned long long x, unsigned) { return x; }
__device__ double NAME_number(unsigned long long x) { return (double)x; }
__device__ long long a_offset(INDEX c) { return c; }
__device__ long long b_offset(INDEX c) { return c; }
__device__ long long c_offset(INDEX c) { return c; }
__device__ long long bias_offset(INDEX c) { return c; }
__device__ unsigned long long c_number_code(unsigned long long x, unsigned) { return x; }
__device__ double c_number(unsigned long long x) { return (double)x; }
__device__ unsigned long long a_bits(const unsigned short* p, long long x) { return p[x]; }
__device__ unsigned long long b_bits(const unsigned short* p, long long x) { return p[x]; }
__device__ double a_number(unsigned long long x) { return (double)x; }
__device__ double b_number(unsigned long long x) { return (double)x; }
__device__ double c_element(const unsigned* p, long long x) { return p[x]; }

// @text head

// The proof: all three matrices by their own layouts, sums in double precision.
#if TYPED
using AElement = A_TYPE;
using BElement = B_TYPE;
using CElement = C_TYPE;
#endif
OFFSETS
CODE
VALUES
// @end

// @text element
__device__ unsigned long long NAME_bits(const ELEMENT* p, long long x) {
  return READ;
}
__device__ double NAME_element(const ELEMENT* p, long long x) {
  return NAME_number(NAME_bits(p, x));
}
// @end

// @text fill
extern "C" __global__ void stridescope_fill_NAME(void* to, long long count, unsigned seed) {
  const long long step = (long long)gridDim.x * blockDim.x;
#if PACKED
  count = (count * BITS + 7) / 8;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) {
    unsigned byte = 0;
    for (int i = 0; i < EACH; ++i) byte |= (unsigned)NAME_number_code(x * EACH + i, seed) << i * BITS;
    ((unsigned char*)to)[x] = (unsigned char)byte;
  }
#else
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) ((ELEMENT*)to)[x] = (ELEMENT)NAME_number_code(x, seed);
#endif
}
// @end

using ProofIndex = INDEX;
// @text finish

// The sum of element c with what the epilogue makes of it, and how far a result may be off.
__device__ __noinline__ double finished(double sum, ProofIndex c, double* allowed) {
#if KEPT
  const double before = BETA * c_number(c_number_code(c_offset(c) - (C_LOWEST), C_SEED));
#else
  const double before = 0;
#endif
#if BIASED
  const double bias = c_number(c_number_code(bias_offset(c) - (BIAS_LOWEST), BIAS_SEED));
#else
  const double bias = 0;
#endif
  double x = ALPHA * sum + before + bias;
  *allowed = OF_FINISH * (fabs(ALPHA * sum) + fabs(before) + fabs(bias));
#if RELU
  x = x > 0 ? x : 0;
#elif GELU
  x = 0.5 * x * (1 + erf(x * sqrt(0.5)));
#elif SILU
  x = x / (1 + exp(-x));
#endif
  return x;
}
// @end

__device__ void judge_alone(const unsigned* slot, INDEX m, INDEX n, INDEX size_m, int i, int j, double (&sum)[8][4], float (&terms)[8][4], unsigned long long* wrong) {
  for (;;) {
    // @text judge
    const double got = c_element(slot, c_offset(m + size_m * n));
    // Not-a-number is never within.
#if SATURATED && FINISHED
    double allowed;
    const double expected = fmin(fmax(finished(SUM, m + size_m * n, &allowed), LEAST), MOST);
    if (fabs(got - expected) <= OF_TERMS * SIZES + OF_SUM * fabs(expected) + allowed + ABSOLUTE) continue;
#elif SATURATED
    const double expected = fmin(fmax(SUM, LEAST), MOST);
    if (fabs(got - expected) <= OF_TERMS * SIZES + OF_SUM * fabs(expected) + ABSOLUTE) continue;
#elif FINISHED
    double allowed;
    const double expected = finished(SUM, m + size_m * n, &allowed);
    if (fabs(got - expected) <= OF_TERMS * SIZES + OF_SUM * fabs(expected) + allowed) continue;
#else
    if (fabs(got - SUM) <= OF_TERMS * SIZES + OF_SUM * fabs(SUM)) continue;
#endif
    const unsigned long long k = atomicAdd(wrong, 1ull);
    if (k < LISTED) wrong[1 + k] = m + size_m * n;
    // @end
  }
}

// @text sizes
constexpr long long proof_m = SIZE_M, proof_n = SIZE_N, proof_k = SIZE_K, slot_elements = SLOT;
using ProofIndex = INDEX;
POISON
FINISH
// @end

// @text check
#if TENSOR
// 16 x 8 sums of 8 products each.
__device__ __forceinline__ void multiply_doubles(double (&c)[4], const double (&a)[4], const double (&b)[2]) {
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
// And of 16 products of numbers of 16 bits.
__device__ __forceinline__ void multiply_sizes(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ unsigned short rounded_up(double x) {
  return (unsigned short)((__float_as_uint(fabsf((float)x)) + 0xffff) >> 16);
}
extern "C" __global__ void __launch_bounds__(256, 2)
#else
extern "C" __global__ void __launch_bounds__(256)
#endif
stridescope_check(const AElement* A, const BElement* B, const CElement* C, unsigned slots, unsigned long long* wrong) {
#if TENSOR
  // As they are, and how large, rounded up: what a result may be off by is no matter of the last digits.
  __shared__ double as[2560], bs[1280];
  __shared__ unsigned large_a[128][12], large_b[64][12];
  // A warp has 32 x 32 elements: two by four of an instruction, of which a thread has rows `group` and 8 further.
  const int t = threadIdx.x, warp_m = t / 32 % 4 * 32, warp_n = t / 128 * 32, group = t % 32 / 4, quad = t % 4;
#else
  // As they are, and how large: what a result may be off by is no matter of the last digits.
  __shared__ double as[16][64 + 2], bs[16][64 + 2];
  __shared__ float large_a[16][64 + 2], large_b[16][64 + 2];
  // A warp has 32 x 16 elements, a thread 4 x 4.
  const int t = threadIdx.x, tm = t % 8 + t / 32 % 2 * 8, tn = t / 8 % 4 + t / 64 * 4;
#endif
  const long long tiles_m = (proof_m + ROWS - 1) / ROWS, tiles = tiles_m * ((proof_n + 63) / 64);
  constexpr ProofIndex size_m = proof_m, size_n = proof_n, size_k = proof_k;
  for (long long job = blockIdx.x; job < tiles * slots; job += gridDim.x) {
    const ProofIndex m0 = job % tiles % tiles_m * ROWS, n0 = job % tiles / tiles_m * 64;
    const CElement* slot = C + job / tiles * slot_elements;
    double sum[PARTS][4] = {};
    float terms[PARTS][4] = {};
    for (ProofIndex k0 = 0; k0 < size_k; k0 += 16) {
      // All are asked for before the first is looked at.
      unsigned long long a_read[A_EACH], b_read[4];
#pragma unroll
      for (int v = 0; v < A_EACH; ++v) {
        const int i = t + 256 * v;
        const ProofIndex k = k0 + A_X, m = m0 + A_Y;
        a_read[v] = a_bits(A, a_offset(k < size_k && m < size_m ? m + size_m * k : 0));
      }
#pragma unroll
      for (int v = 0; v < 4; ++v) {
        const int i = t + 256 * v;
        const ProofIndex k = k0 + B_X, n = n0 + B_Y;
        b_read[v] = b_bits(B, b_offset(k < size_k && n < size_n ? n + size_n * k : 0));
      }
      __syncthreads();
#pragma unroll
      for (int v = 0; v < A_EACH; ++v) {
        const int i = t + 256 * v;
        const int x = A_X, y = A_Y;
        const double a = k0 + x < size_k && m0 + y < size_m ? a_number(a_read[v]) : 0;
#if TENSOR
        as[A_AT] = a;
        reinterpret_cast<unsigned short*>(large_a[y])[x] = rounded_up(a);
#else
        as[x][y] = a;
        large_a[x][y] = fabsf((float)a);
#endif
      }
#pragma unroll
      for (int v = 0; v < 4; ++v) {
        const int i = t + 256 * v;
        const int x = B_X, y = B_Y;
        const double b = k0 + x < size_k && n0 + y < size_n ? b_number(b_read[v]) : 0;
#if TENSOR
        bs[B_AT] = b;
        reinterpret_cast<unsigned short*>(large_b[y])[x] = rounded_up(b);
#else
        bs[x][y] = b;
        large_b[x][y] = fabsf((float)b);
#endif
      }
      __syncthreads();
#if TENSOR
#pragma unroll 1
      for (int k = 0; k < 16; k += 8) {
        double a[2][4];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
          const int x = k + quad + i % 4 / 2 * 4, y = warp_m + 16 * (i / 4) + group + i % 2 * 8;
          a[i / 4][i % 4] = as[A_AT];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          double b[2];
#pragma unroll
          for (int i = 0; i < 2; ++i) {
            const int x = k + quad + i * 4, y = warp_n + 8 * j + group;
            b[i] = bs[B_AT];
          }
          multiply_doubles(sum[j], a[0], b);
          multiply_doubles(sum[4 + j], a[1], b);
        }
      }
      unsigned p[2][4];
#pragma unroll
      for (int i = 0; i < 8; ++i) p[i / 4][i % 4] = large_a[warp_m + 16 * (i / 4) + group + i % 2 * 8][quad + i % 4 / 2 * 4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const unsigned q[2] = {large_b[warp_n + 8 * j + group][quad], large_b[warp_n + 8 * j + group][quad + 4]};
        multiply_sizes(terms[j], p[0], q);
        multiply_sizes(terms[4 + j], p[1], q);
      }
#else
#pragma unroll 2
      for (int k = 0; k < 16; ++k) {
        double a[4], b[4];
        float p[4], q[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) a[i] = as[k][32 * (i / 2) + 2 * tm + i % 2], p[i] = large_a[k][32 * (i / 2) + 2 * tm + i % 2];
#pragma unroll
        for (int j = 0; j < 4; ++j) b[j] = bs[k][32 * (j / 2) + 2 * tn + j % 2], q[j] = large_b[k][32 * (j / 2) + 2 * tn + j % 2];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
          for (int j = 0; j < 4; ++j) {
            sum[i][j] += TERM;
            terms[i][j] += TERM_SIZE;
          }
        }
      }
#endif
    }
#pragma unroll
    for (int i = 0; i < PARTS; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
#if TENSOR
        const ProofIndex m = m0 + warp_m + 16 * (i / 4) + group + 8 * (j / 2), n = n0 + warp_n + 8 * (i % 4) + 2 * quad + j % 2;
#else
        const ProofIndex m = m0 + 32 * (i / 2) + 2 * tm + i % 2, n = n0 + 32 * (j / 2) + 2 * tn + j % 2;
#endif
        if (m >= size_m || n >= size_n) continue;
        JUDGE
      }
    }
  }
}
// @end
