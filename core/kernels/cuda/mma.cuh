// Parts of every kernel that multiplies: its operands, the instruction, the accumulators.
// Source: PTX ISA 9.0, 9.7.14 (mma), 9.7.15 (wgmma).
#define THREADS 128
#define TILE 64 x 64 x 16
#define ATOMS 2 x 4 x 1
#define INSTRUCTION "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
#define WGMMA_INSTRUCTION "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
#define ATOM SM80_16x8x16_F32F16F16F32_TN
#define LAYOUT (32,2,2,1):(1,32,64,0)
#define PERMUTATION (32,32,16)
#define SMEM
#define UPPER A
#define BYTES 4096
#define DESCRIBED 1
#define ROWS 1
#define MODE 128B
#define MAJOR K
#define LEADING 16
#define STRIDE 1024
#define MATRIX_ATOM SM75_U32x4_LDSM_N
#define LIMITED 1
#define WIDTH 4 bytes
#define LIMIT neighbours in memory are of two threads
#define NEEDED 1
#define NEEDS sm80 or newer

#define PACKED 1       // several elements share a byte
#define ELEMENT AElement
#define TYPE unsigned short
#define TYPE_NAME half_t
#define EACH 2
#define UNIT elements
#define INDICES

#define NAME a
#define REGISTER unsigned
#define COUNT 8
#define LOAD
#define MATRICES "ldmatrix.sync.aligned.m8n8.x2.shared.b16"
#define NUMBERS "{%0, %1}"
#define FROM "2"
#define OUTPUTS "=r"(x[0]), "=r"(x[1])
#define ADDRESS smem + 2 * (from + k)
#define BASED 0
#define BEGIN smem + 2 * from
#define ONE_K 8
#define STEP 4
#define ACCESS uint2
#define HELD uint2
#define LOADED "ld.shared.v2.u32"
#define VALUES "=r"(y.x), "=r"(y.y)
#define PLACE v
#define RESULT y

#define FMA __fmaf_rn
#define C_REGISTER float
#define A_REGISTER unsigned
#define B_REGISTER unsigned
#define C_NUMBERS "{%0, %1, %2, %3}"
#define A_NUMBERS "{%4, %5, %6, %7}"
#define B_NUMBERS "{%8, %9}"
#define C_VALUES "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
#define A_VALUES "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
#define B_VALUES "r"(b[0]), "r"(b[1])
#define A_PARAMETER unsigned long long a
#define PARAMETERS int accumulate
#define A_SOURCE "%4"
#define DESCRIPTOR "5"
#define PREDICATE "6"
#define REST ", p, 1, 1, 0, 0"
#define INPUTS "l"(a), "l"(b), "r"(accumulate)

#define C_COUNT 32
#define A_COUNT 8
#define B_COUNT 8
#define ATOMS_M 2
#define ATOMS_N 4
#define ATOMS_K 2
#define LAST_M 1
#define LAST_N 3
#define ALONG_N 1     // A has more registers than B, and is read once for all of B
#define C_ONE 4
#define A_ONE 4
#define B_ONE 2
#define DESCRIPTORS
#define BITS 0x4000004000010000ull
#define CONSTRAINT "+f"
#define A_REGISTERS 0  // A comes from registers
#define A_TILE unsigned smem_a
#define A_BEGIN from_a + k
#define B_BEGIN from_b + k
#define ARGUMENTS accumulate | k

#define C_TYPE unsigned short
#define PAIRS 1
#define CONVERTED 1
#define EIGHTS 0       // converts pairs to 8-bit floats
#define EIGHT 0
#define ROUNDED 0      // rounds to 8-bit integers
#define TO "f16"
#define VALUE c[v + i]
#define STORED 4
#define STORE_ACCESS uint2
#define OPERAND
#define START 0

// @text about
// A block of THREADS threads multiplies tiles of TILE (M, N, K); each thread has ATOMS atoms of them.
//   mma    ATOM: INSTRUCTION
//   threads (V,M,N,K) LAYOUT, permutation PERMUTATION
// @for SMEM
//   smem UPPER LAYOUT, BYTES bytes
#if DESCRIBED
//          read by the instruction: MODE, MAJOR-major, leading LEADING, stride STRIDE bytes
#elif ROWS
//          loaded by MATRIX_ATOM
#elif LIMITED
//          loaded WIDTH at a time; no more, since LIMIT
#else
//          loaded WIDTH at a time
#endif
// @next
#if NEEDED
// Needs NEEDS.
#endif
// @end

// @text element
#if PACKED
using ELEMENT = TYPE;  // EACH elements of TYPE_NAME, the first in the low bits
#else
using ELEMENT = TYPE;  // TYPE_NAME
#endif
// @end

// @text smem
#if ROWS
// UPPER in shared memory, index -> offset in UNIT of the row that a thread addresses:
#else
// UPPER in shared memory, index -> offset in UNIT:
#endif
INDICES
// @end

__device__ constexpr int smem_NAME_value(int v) { return v; }
__device__ constexpr int smem_NAME_swizzle(int x) { return x; }
// @text changed
// Of a row's offset the swizzle changes the bits BITS alone, which are 0 where a stage begins: the others are added.
__device__ constexpr int changed_NAME(int v) { return smem_NAME_swizzle(smem_NAME_value(v)) & BITS; }
__device__ constexpr int added_NAME(int v) { return smem_NAME_swizzle(smem_NAME_value(v)) & ~BITS; }
// @end

// @text load_rows

// The atoms of UPPER of one k: shared memory to registers.
__device__ __forceinline__ void load_NAME(REGISTER (&x)[COUNT], unsigned smem, int from, int k) {
#if BASED
  const unsigned begin = BEGIN;
#endif
  // @for LOAD
  asm volatile(MATRICES " " NUMBERS ", [%" FROM "];" : OUTPUTS : "r"(ADDRESS));
  // @next
}
// @end

namespace by_values {
// @text load_values

// The atoms of UPPER of one k: shared memory to registers.
__device__ __forceinline__ void load_NAME(REGISTER (&x)[COUNT], unsigned smem, int from, int k) {
#pragma unroll
  for (int v = 0; v < ONE_K; v += STEP) {
    unsigned shared = ADDRESS;
    HELD y;
    asm volatile(LOADED " " NUMBERS ", [%" FROM "];" : VALUES : "r"(shared) : "memory");
    *reinterpret_cast<ACCESS*>(reinterpret_cast<ELEMENT*>(x) + PLACE) = RESULT;
  }
}
// @end
}  // namespace by_values

// @text one_fma

__device__ __forceinline__ void multiply_one(C_REGISTER* c, const C_REGISTER* a, const C_REGISTER* b) {
  c[0] = FMA(a[0], b[0], c[0]);
}
// @end

// @text one_mma

// The instruction: the registers of one atom.
__device__ __forceinline__ void multiply_one(C_REGISTER* c, const A_REGISTER* a, const B_REGISTER* b) {
  asm volatile(INSTRUCTION " " C_NUMBERS ", " A_NUMBERS ", " B_NUMBERS ", " C_NUMBERS ";"
               : C_VALUES
               : A_VALUES, B_VALUES);
}
// @end

// @text one_wgmma

// The instruction: the registers of one atom.
__device__ __forceinline__ void multiply_one(C_REGISTER* c, A_PARAMETER, unsigned long long b, PARAMETERS) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" PREDICATE ", 0;\n"
               WGMMA_INSTRUCTION " "
               C_NUMBERS ", " A_SOURCE ", %" DESCRIPTOR REST ";\n}\n"
               : C_VALUES
               : INPUTS);
}
// @end

// @text all_mma

#if ALONG_N
// All atoms of one k. An atom of A stays while those of B go by, back and forth, so that the one at the turn stays, too.
#else
// All atoms of one k. Back and forth along M, so that the operand at the turn stays.
#endif
__device__ __forceinline__ void multiply(C_REGISTER (&c)[C_COUNT], const A_REGISTER (&a)[A_COUNT], const B_REGISTER (&b)[B_COUNT]) {
#if ALONG_N
#pragma unroll
  for (int m = 0; m < ATOMS_M; ++m) {
#pragma unroll
    for (int i = 0; i < ATOMS_N; ++i) {
      const int n = m % 2 == 0 ? i : LAST_N - i;
      multiply_one(c + C_ONE * (m + ATOMS_M * n), a + A_ONE * m, b + B_ONE * n);
    }
  }
#else
#pragma unroll
  for (int n = 0; n < ATOMS_N; ++n) {
#pragma unroll
    for (int i = 0; i < ATOMS_M; ++i) {
      const int m = n % 2 == 0 ? i : LAST_M - i;
      multiply_one(c + C_ONE * (m + ATOMS_M * n), a + A_ONE * m, b + B_ONE * n);
    }
  }
#endif
}
// @end

constexpr unsigned long long a_descriptor = 0, b_descriptor = 0;
// @text all_wgmma

// @for DESCRIPTORS
// UPPER: MODE, leading LEADING, stride STRIDE bytes; the address in the low 14 bits counts 16 bytes.
constexpr unsigned long long NAME_descriptor = BITS;
// @next
__device__ __forceinline__ void fence(C_REGISTER (&c)[C_COUNT]) {
#pragma unroll
  for (int i = 0; i < C_COUNT; ++i) asm volatile("" : CONSTRAINT(c[i])::"memory");
}

// All atoms of a tile; smem_a and smem_b: where this warpgroup's parts of it begin, in bytes.
__device__ __forceinline__ void multiply(C_REGISTER (&c)[C_COUNT], A_TILE, unsigned smem_b, PARAMETERS) {
#if !A_REGISTERS
  const unsigned long long from_a = a_descriptor | (smem_a & 0x3FFFF) >> 4;
#endif
  const unsigned long long from_b = b_descriptor | (smem_b & 0x3FFFF) >> 4;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int k = 0; k < ATOMS_K; ++k) {
#pragma unroll
    for (int n = 0; n < ATOMS_N; ++n) {
#pragma unroll
      for (int m = 0; m < ATOMS_M; ++m) {
        multiply_one(c + C_ONE * (m + ATOMS_M * n), A_BEGIN, B_BEGIN, ARGUMENTS);
      }
    }
  }
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// @end

// @text store
using CElement = C_TYPE;  // TYPE_NAME
// C: (thread, value) -> offset in elements.
INDICES
__device__ __forceinline__ void store_c(CElement* to, const C_REGISTER* c, int v) {
  __align__(16) CElement x[STORED];
#pragma unroll
#if PAIRS
  for (int i = 0; i < STORED; i += 2) {
    asm("cvt.rn." TO "x2.f32 %0, %1, %2;" : "=r"(*reinterpret_cast<unsigned*>(x + i)) : "f"(c[v + i + 1]), "f"(c[v + i]));
  }
#elif EIGHTS
  for (int i = 0; i < STORED; i += 2) {
    asm("cvt.rn.satfinite." TO "x2.f32 %0, %1, %2;" : "=h"(*reinterpret_cast<unsigned short*>(x + i)) : "f"(c[v + i + 1]), "f"(c[v + i]));
  }
#else
  for (int i = 0; i < STORED; ++i) {
#if EIGHT
    unsigned short both;
    asm("cvt.rn.satfinite." TO "x2.f32 %0, %1, %2;" : "=h"(both) : "f"(0.0f), "f"(c[v + i]));
    x[i] = static_cast<CElement>(both);
#elif ROUNDED
    int one;
    asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(one) : "f"(c[v + i]));
    x[i] = static_cast<CElement>(one);
#elif CONVERTED
    asm("cvt.rn." TO ".f32 %0, %1;" : "=h"(x[i]) : "f"(c[v + i]));
#else
    x[i] = VALUE;
#endif
  }
#endif
  *reinterpret_cast<STORE_ACCESS*>(to) = *reinterpret_cast<const STORE_ACCESS*>(x);
}
// @end

__device__ void variables_alone() {
  // @text operands
  // @for OPERAND
  REGISTER NAME[ATOMS_K][COUNT] = {};
  // @next
  // @end

  // @text accumulators
  C_REGISTER c[C_COUNT] = {};
  // @end

  // @text bases
  // @for OPERAND
  const int NAME_from = START;
  // @next
  // @end
}
