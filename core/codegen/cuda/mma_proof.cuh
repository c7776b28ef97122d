// The proof of a product of matrices: all three by their own layouts, sums in double precision.
#define TYPED 1         // AElement, BElement and CElement are not there yet
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
#define A_X i / 64      // of element i of a tile along K, and along M or N: neighbours in memory are neighbours
#define A_Y i % 64
#define B_X i / 64
#define B_Y i % 64
#define OF_TERMS 7.62939453125e-06
#define OF_SUM 0.00048828125
#define FINISHED 1      // there is an epilogue
#define SATURATED 0     // beyond its greatest number C has that
#define LEAST -448.0
#define MOST 448.0
#define ABSOLUTE 0.0009765625
#define KEPT 1          // which has what C held before
#define BIASED 1
#define RELU 0
#define GELU 1
#define SILU 0
#define ALPHA 1.0
#define BETA 0.0
#define OF_FINISH 3.814697265625e-06
#define C_LOWEST 0      // the offset of the first element in memory
#define BIAS_LOWEST 0
#define C_SEED 3
#define BIAS_SEED 4
#define FINISH
#define LISTED 64       // how many wrong ones are told

__device__ unsigned long long NAME_number_code(unsigned long long x, unsigned) { return x; }
__device__ double NAME_number(unsigned long long x) { return (double)x; }
__device__ long long a_offset(INDEX c) { return c; }
__device__ long long b_offset(INDEX c) { return c; }
__device__ long long c_offset(INDEX c) { return c; }
__device__ long long bias_offset(INDEX c) { return c; }
__device__ unsigned long long c_number_code(unsigned long long x, unsigned) { return x; }
__device__ double c_number(unsigned long long x) { return (double)x; }
__device__ double a_element(const unsigned short* p, long long x) { return p[x]; }
__device__ double b_element(const unsigned short* p, long long x) { return p[x]; }
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
__device__ double NAME_element(const ELEMENT* p, long long x) {
  return NAME_number(READ);
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

// @text check
constexpr long long proof_m = SIZE_M, proof_n = SIZE_N, proof_k = SIZE_K, slot_elements = SLOT;
using ProofIndex = INDEX;
POISON
FINISH
extern "C" __global__ void __launch_bounds__(256)
stridescope_check(const AElement* A, const BElement* B, const CElement* C, unsigned slots, unsigned long long* wrong) {
  // As they are, and how large: what a result may be off by is no matter of the last digits.
  __shared__ double as[16][64 + 2], bs[16][64 + 2];
  __shared__ float large_a[16][64 + 2], large_b[16][64 + 2];
  // A warp has 32 x 16 elements, a thread 4 x 4.
  const int t = threadIdx.x, tm = t % 8 + t / 32 % 2 * 8, tn = t / 8 % 4 + t / 64 * 4;
  const long long tiles_m = (proof_m + 63) / 64, tiles = tiles_m * ((proof_n + 63) / 64);
  for (long long job = blockIdx.x; job < tiles * slots; job += gridDim.x) {
    const long long m0 = job % tiles % tiles_m * 64, n0 = job % tiles / tiles_m * 64;
    const CElement* slot = C + job / tiles * slot_elements;
    double sum[4][4] = {};
    float terms[4][4] = {};
    for (long long k0 = 0; k0 < proof_k; k0 += 16) {
      __syncthreads();
#pragma unroll
      for (int v = 0; v < 4; ++v) {
        const int i = t + 256 * v;
        const int x = A_X, y = A_Y;
        const long long k = k0 + x, m = m0 + y;
        const double a = k < proof_k && m < proof_m ? a_element(A, a_offset((ProofIndex)(m + proof_m * k))) : 0;
        as[x][y] = a;
        large_a[x][y] = fabsf((float)a);
      }
#pragma unroll
      for (int v = 0; v < 4; ++v) {
        const int i = t + 256 * v;
        const int x = B_X, y = B_Y;
        const long long k = k0 + x, n = n0 + y;
        const double b = k < proof_k && n < proof_n ? b_element(B, b_offset((ProofIndex)(n + proof_n * k))) : 0;
        bs[x][y] = b;
        large_b[x][y] = fabsf((float)b);
      }
      __syncthreads();
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
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const long long m = m0 + 32 * (i / 2) + 2 * tm + i % 2, n = n0 + 32 * (j / 2) + 2 * tn + j % 2;
        if (m >= proof_m || n >= proof_n) continue;
        const double got = c_element(slot, c_offset((ProofIndex)(m + proof_m * n)));
        // Not-a-number is never within.
#if SATURATED && FINISHED
        double allowed;
        const double expected = fmin(fmax(finished(sum[i][j], (ProofIndex)(m + proof_m * n), &allowed), LEAST), MOST);
        if (fabs(got - expected) <= OF_TERMS * terms[i][j] + OF_SUM * fabs(expected) + allowed + ABSOLUTE) continue;
#elif SATURATED
        const double expected = fmin(fmax(sum[i][j], LEAST), MOST);
        if (fabs(got - expected) <= OF_TERMS * terms[i][j] + OF_SUM * fabs(expected) + ABSOLUTE) continue;
#elif FINISHED
        double allowed;
        const double expected = finished(sum[i][j], (ProofIndex)(m + proof_m * n), &allowed);
        if (fabs(got - expected) <= OF_TERMS * terms[i][j] + OF_SUM * fabs(expected) + allowed) continue;
#else
        if (fabs(got - sum[i][j]) <= OF_TERMS * terms[i][j] + OF_SUM * fabs(sum[i][j])) continue;
#endif
        const unsigned long long k = atomicAdd(wrong, 1ull);
        if (k < LISTED) wrong[1 + k] = m + proof_m * n;
      }
    }
  }
}
// @end
