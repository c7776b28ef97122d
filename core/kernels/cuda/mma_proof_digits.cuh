// The proof of a matrix product of numbers that are integers of less than 15 bits times a power of two. Sums are exact,
// by tensor cores that multiply 8-bit integers: a number has two digits in base 128, so a product has four terms.
// Source: PTX ISA 9.0, 9.7.14.5 (fragments of m16n8k32 of .s8 and .u8); Ootomo, Ozaki, Yokota, "DGEMM on Integer Matrix
// Multiplication Unit" (2024), for sums of digits.
#define JUDGE
#define OPERAND         // A and B
#define NAME a
#define ELEMENT AElement
#define MATRIX A
#define ROWS 128        // rows of a tile
#define FIRST m0        // first row of the tile in the matrix
#define SIZE_ROWS size_m
#define WORDS 4         // words of 4 numbers that a thread loads
#define ALONG 1         // neighbors along K are adjacent in memory
#define FOUR 1          // groups of 4 along K are contiguous and aligned
#define SCALE 8192      // factor that makes a number an integer below 16384
#define UNIT 1.4901161193847656e-08  // 1 / (SCALE of A * SCALE of B)

constexpr long long proof_m = 128, proof_n = 128, proof_k = 64, slot_elements = 16384;
using ProofIndex = unsigned;
using AElement = unsigned short;
using BElement = unsigned short;
using CElement = unsigned;
__device__ long long NAME_offset(ProofIndex c) { return c; }
__device__ unsigned long long NAME_bits(const unsigned short* p, long long x) { return p[x]; }
__device__ double NAME_number(unsigned long long x) { return (double)x; }
__device__ unsigned a_digits[3][128][12], b_digits[3][64][12];

// @text check
// 16 x 8 sums of 32 products each: of digits, and of sizes.
__device__ __forceinline__ void multiply_digits(int (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ void multiply_sizes(int (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// Four numbers next to each other along K, as integers: their higher digits, their lower ones, which have no sign, and how
// large they are in parts of 128, rounded up. False where one is no such number: nothing that a kernel was given. What is
// added to 1.5 x 2^23 has its integer in the last bits.
__device__ __forceinline__ bool put_digits(unsigned& high, unsigned& low, unsigned& size, const float (&x)[4], float scale) {
  constexpr float last = 12582912;
  unsigned n[4], larger[4];
  bool good = true;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float sum = __fmaf_rn(x[i], scale, last);
    good &= (sum - last == x[i] * scale) & (fabsf(x[i]) * scale < 16384);
    n[i] = __float_as_uint(sum);
    larger[i] = __float_as_uint(__fmaf_rn(fabsf(x[i]), scale, last + 127));
  }
  // Bits 7 to 14 of four words, and 0 to 6.
  const auto joined = [](const unsigned (&w)[4], int from) {
    return __byte_perm(__byte_perm(w[0] >> from, w[1] >> from, 0x0040), __byte_perm(w[2] >> from, w[3] >> from, 0x0040), 0x5410);
  };
  high = joined(n, 7);
  low = joined(n, 0) & 0x7f7f7f7f;
  size = joined(larger, 7);
  return good;
}
template <class T>
struct alignas(4 * sizeof(T)) Four {
  T element[4];
};
extern "C" __global__ void __launch_bounds__(256, 1)
stridescope_check(const AElement* A, const BElement* B, const CElement* C, unsigned slots, unsigned long long* wrong) {
  // Higher digits, lower digits, sizes: a row is 32 along K, in 8 words of 12, so that no two that are read together meet
  // in a bank.
  // @for OPERAND
  __shared__ unsigned NAME_digits[3][ROWS][12];
  // @next
  // A warp has 32 x 32 elements: two by four of an instruction, of which a thread has rows `group` and 8 further.
  const int t = threadIdx.x, warp_m = t / 32 % 4 * 32, warp_n = t / 128 * 32, group = t % 32 / 4, quad = t % 4;
  const long long tiles_m = (proof_m + 127) / 128, tiles = tiles_m * ((proof_n + 63) / 64);
  constexpr ProofIndex size_m = proof_m, size_n = proof_n, size_k = proof_k;
  for (long long job = blockIdx.x; job < tiles * slots; job += gridDim.x) {
    const ProofIndex m0 = job % tiles % tiles_m * 128, n0 = job % tiles / tiles_m * 64;
    const CElement* slot = C + job / tiles * slot_elements;
    // By the digits of both: high and high, one of each, low and low.
    int highs[8][4] = {}, mixed[8][4] = {}, lows[8][4] = {}, sizes[8][4] = {};
    bool strange = false;
    // @for OPERAND
    unsigned NAME_read[WORDS][4];
    // @next
    // Of 32 along K from k0 on: four next to each other for each word; beyond the ends zeros, whose bits are zeros.
    const auto read = [&](ProofIndex k0) {
      // @for OPERAND
#pragma unroll
      for (int v = 0; v < WORDS; ++v) {
        const int i = t + 256 * v, x = ALONG ? i % 8 : i / ROWS, y = ALONG ? i / 8 : i % ROWS;
#if FOUR
        const ProofIndex k = k0 + 4 * x, row = FIRST + y;
        const bool inside = k < size_k && row < SIZE_ROWS;
        const auto four = *reinterpret_cast<const Four<ELEMENT>*>(MATRIX + NAME_offset(inside ? row + SIZE_ROWS * k : 0));
#pragma unroll
        for (int e = 0; e < 4; ++e) NAME_read[v][e] = inside ? (unsigned)NAME_bits(four.element, e) : 0;
#else
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          const ProofIndex k = k0 + 4 * x + e, row = FIRST + y;
          const bool inside = k < size_k && row < SIZE_ROWS;
          NAME_read[v][e] = inside ? (unsigned)NAME_bits(MATRIX, NAME_offset(row + SIZE_ROWS * k)) : 0;
        }
#endif
      }
      // @next
    };
    read(0);
    for (ProofIndex k0 = 0; k0 < size_k; k0 += 32) {
      __syncthreads();
      // @for OPERAND
#pragma unroll
      for (int v = 0; v < WORDS; ++v) {
        const int i = t + 256 * v, x = ALONG ? i % 8 : i / ROWS, y = ALONG ? i / 8 : i % ROWS;
        float number[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) number[e] = (float)NAME_number(NAME_read[v][e]);
        strange |= !put_digits(NAME_digits[0][y][x], NAME_digits[1][y][x], NAME_digits[2][y][x], number, SCALE);
      }
      // @next
      __syncthreads();
      // The next ones are asked for before these are multiplied.
      if (k0 + 32 < size_k) read(k0 + 32);
      unsigned a[3][2][4];
#pragma unroll
      for (int d = 0; d < 3; ++d) {
#pragma unroll
        for (int i = 0; i < 8; ++i) a[d][i / 4][i % 4] = a_digits[d][warp_m + 16 * (i / 4) + group + i % 2 * 8][quad + i % 4 / 2 * 4];
      }
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        unsigned b[3][2];
#pragma unroll
        for (int d = 0; d < 3; ++d) {
#pragma unroll
          for (int i = 0; i < 2; ++i) b[d][i] = b_digits[d][warp_n + 8 * j + group][quad + 4 * i];
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) {
          multiply_digits(highs[4 * i + j], a[0][i], b[0]);
          multiply_digits(mixed[4 * i + j], a[0][i], b[1]);
          multiply_digits(lows[4 * i + j], a[1][i], b[1]);
          multiply_sizes(sizes[4 * i + j], a[2][i], b[2]);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) multiply_digits(mixed[4 * i + j], a[1][i], b[0]);
      }
    }
    // A number that no kernel was given: nothing of the tile is proved.
    const bool broken = __syncthreads_or(strange) != 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const ProofIndex m = m0 + warp_m + 16 * (i / 4) + group + 8 * (j / 2), n = n0 + warp_n + 8 * (i % 4) + 2 * quad + j % 2;
        if (m >= size_m || n >= size_n) continue;
        const long long digits = highs[i][j] * 16384ll + mixed[i][j] * 128ll + lows[i][j];
        const double sum = broken ? __longlong_as_double(-1) : (double)digits * UNIT;
        const float size = (float)sizes[i][j] * (float)(16384 * UNIT);
        JUDGE
      }
    }
  }
}
// @end
