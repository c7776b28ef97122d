// The probe of a copy atom: every 16 bits of the source, or 8 if the atom moves single bytes, contain their number in
// the reference.
#define PIECE_BITS 16
#define PIECE unsigned short
#define ATOM SM75_U32x4_LDSM_N
#define NAMED 1         // the atom has a mnemonic
#define MNEMONIC "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
#define STORE_MNEMONIC "stmatrix.sync.aligned.m8n8.x4.shared.b16"
#define MOVE_MNEMONIC "movmatrix.sync.aligned.m8n8.trans.b16"
#define NEEDED 1
#define NEEDS sm75
#define TABLES
#define NAME src
#define WHAT source
#define INDICES
#define LISTED 16
#define THREADS 32
#define WAY
#define COUNT 4         // registers
#define NUMBERS "{%0, %1, %2, %3}"
#define NUMBERS_TO "{%1, %2, %3, %4}"
#define FROM "4"
#define OUTPUTS "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
#define INPUTS "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
#define PIECES 8
#define ROWS 32
#define ROOM 66         // words of the messages
#define ASYNC 1         // cp.async
#define ZERO_FILL 1     // fills with zeros what it does not read
#define CACHE "ca"
#define BYTES "16"
#define SOURCE_BYTES 16
#define ACCESS uint4

__device__ int NAME_thread(int t) { return t; }
__device__ int NAME_bit(int b) { return b; }
__device__ int src_number(int t, int piece) { return t + piece; }
__device__ int dst_number(int t, int piece) { return t + piece; }

// @text head
// A probe, written by Stridescope: every PIECE_BITS bits of the source say which of the reference they are.
#if NAMED
//   copy   ATOM: MNEMONIC
#else
//   copy   ATOM
#endif
#if NEEDED
// Needs NEEDS or newer.
#endif
using Piece = PIECE;
TABLES
__device__ __forceinline__ void check(unsigned long long* wrong, int t, int piece, int got, int expected) {
  if (got == expected) return;
  const unsigned long long x = atomicAdd(wrong, 1ull);
  if (x >= LISTED) return;
  wrong[1 + 4 * x] = 0;
  wrong[2 + 4 * x] = t + (static_cast<unsigned long long>(piece) << 32);
  wrong[3 + 4 * x] = got;
  wrong[4 + 4 * x] = expected;
}
// @end

// @text table
// The table of the WHAT: (thread, bit) -> bit of the reference.
INDICES
__device__ constexpr int NAME_number(int t, int piece) { return (NAME_thread(t) + NAME_bit(piece * PIECE_BITS)) / PIECE_BITS + 1; }
// @end

// @text kernel

extern "C" __global__ void stridescope_probe(unsigned long long* wrong) {
  const int t = threadIdx.x;
  WAY
}
// @end

// A row of 16 bytes for each thread, whether it is read or not.
__device__ void load_alone(unsigned long long* wrong, int t) {
  // @text load_matrix
  __shared__ __align__(128) Piece rows[THREADS][8];
  for (int i = 0; i < 8; ++i) rows[t][i] = static_cast<Piece>(src_number(t, i));
  __syncwarp();
  unsigned x[COUNT];
  asm volatile(MNEMONIC " " NUMBERS ", [%" FROM "];" : OUTPUTS : "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows[t]))) : "memory");
  for (int i = 0; i < PIECES; ++i) check(wrong, t, i, x[i / 2] >> i % 2 * 16 & 65535, dst_number(t, i));
  // @end
}

__device__ void store_alone(unsigned long long* wrong, int t) {
  // @text store_matrix
  __shared__ __align__(128) Piece rows[THREADS][8];
  for (int i = 0; i < 8; ++i) rows[t][i] = 0;
  __syncwarp();
  unsigned x[COUNT] = {};
  for (int i = 0; i < PIECES; ++i) x[i / 2] |= static_cast<unsigned>(src_number(t, i)) << i % 2 * 16;
  asm volatile(STORE_MNEMONIC " [%0], " NUMBERS_TO ";" :: "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows[t]))), INPUTS : "memory");
  __syncwarp();
  // Rows beyond the matrices are addressed by nobody.
  if (t < ROWS) {
    for (int i = 0; i < 8; ++i) check(wrong, t, i, rows[t][i], dst_number(t, i));
  }
  // @end
}

__device__ void move_alone(unsigned long long* wrong, int t) {
  // @text move_matrix
  unsigned x[1] = {}, y = 0;
  for (int i = 0; i < 2; ++i) x[0] |= static_cast<unsigned>(src_number(t, i)) << i * 16;
  asm volatile(MOVE_MNEMONIC " %0, %1;" : "=r"(y) : "r"(x[0]));
  for (int i = 0; i < 2; ++i) check(wrong, t, i, y >> i * 16 & 65535, dst_number(t, i));
  // @end
}

// One access of one thread.
__device__ void single_alone(unsigned long long* wrong, int t) {
  // @text single
  __shared__ __align__(16) Piece to[PIECES];
  // Behind the messages: somewhere in global memory.
  Piece* from = reinterpret_cast<Piece*>(wrong + ROOM);
  for (int i = 0; i < PIECES; ++i) from[i] = static_cast<Piece>(src_number(t, i)), to[i] = 0;
  __threadfence();
#if ASYNC && ZERO_FILL
  for (int i = 0; i < PIECES; ++i) to[i] = 99;
  asm volatile("cp.async." CACHE ".shared.global.L2::128B [%0], [%1], " BYTES ", %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "r"(0) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  for (int i = 0; i < PIECES; ++i) check(wrong, t, i, to[i], 0);
  asm volatile("cp.async." CACHE ".shared.global.L2::128B [%0], [%1], " BYTES ", %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "r"(SOURCE_BYTES) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
#elif ASYNC
  asm volatile("cp.async." CACHE ".shared.global.L2::128B [%0], [%1], " BYTES ";" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
#else
  *reinterpret_cast<volatile unsigned char*>(to) = 0;
  *reinterpret_cast<ACCESS*>(to) = *reinterpret_cast<const ACCESS*>(from);
#endif
  for (int i = 0; i < PIECES; ++i) check(wrong, t, i, to[i], dst_number(t, i));
  // @end
}
