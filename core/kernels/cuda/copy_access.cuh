// The functions of a copy kernel that consist of one instruction each.
// Source: PTX ISA 9.0, 9.7.9 (data movement), 9.7.13.15 (mbarrier).
//
// Accesses are inline assembly: otherwise the compiler would join adjacent accesses, or remove those that an edge masks
// later, and the counters would measure another partition. At an edge the instruction is predicated: with a branch the
// compiler may duplicate the code after it for both paths, which would split a request of the warp.
#define MASKED 1  // the tensor ends within a tile: only lanes inside are active
#define SPACE "shared"
#define WIDTH 8 bytes
#define ACCESS uint2      // type of one access
#define HELD uint2        // type in registers: a byte does not have a register of its own
#define INSTRUCTION "ld.shared.v2.u32"
#define NUMBERS "{%0, %1}"
#define NUMBERS_TO "{%1, %2}"
#define VALUES "r"(x.x), "r"(x.y)
#define OUTPUTS "+r"(x.x), "+r"(x.y)
#define FROM "2"          // number of the address operand
#define INSIDE "3"        // number of the operand that is 1 if the lane is inside
#define TO_ADDRESS "r"(static_cast<unsigned>(__cvta_generic_to_shared(to)))
#define INPUTS "r"(static_cast<unsigned>(__cvta_generic_to_shared(from))), "r"(static_cast<unsigned>(inside)) : "memory"
#define RESULT x
#define COUNT 2 matrices
#define MATRICES "ldmatrix.sync.aligned.m8n8.x2.shared.b16"
#define STORED "stmatrix.sync.aligned.m8n8.x2.shared.b16"
#define REGISTERS "=r"(x[0]), "=r"(x[1])
#define SOURCES "r"(x[0]), "r"(x[1])
#define CACHE "ca"
#define BYTES "8"
#define PAST_L1 0
#define ENGINE_LOADS 1
#define ENGINE_STORES 1
#define FENCED 1          // threads write shared memory that the engine reads
#define LOAD_RANK "2"
#define LOAD_NUMBERS "%3, %4"
#define STORE_RANK "2"
#define STORE_NUMBERS "%2, %3"
#define INTEGERS int c0, int c1
#define COORDINATES "r"(c0), "r"(c1)
#define STORE_INTEGERS int c0, int c1
#define STORE_COORDINATES "r"(c0), "r"(c1)
#define WARPS 4
#define ACCESSES 8
#define WORD unsigned
#define BETWEEN 1         // pairs of words exchange pieces
#define WITHIN 1          // pieces within a word are exchanged

using Element = float;

// @text move
template <class Access>
__device__ __forceinline__ void move(Element* to, const Element* from) {
  *reinterpret_cast<Access*>(to) = *reinterpret_cast<const Access*>(from);
}
// @end

// @text write

#if MASKED
// To SPACE memory, WIDTH in one access, of the lanes that are inside.
__device__ __forceinline__ void write_SPACE(bool inside, Element* to, const Element* from) {
  const HELD x = *reinterpret_cast<const ACCESS*>(from);
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %" INSIDE ", 0; @p " INSTRUCTION " [%0], " NUMBERS_TO "; }" ::TO_ADDRESS, VALUES, "r"(static_cast<unsigned>(inside)) : "memory");
}
#else
// To SPACE memory, WIDTH in one access.
__device__ __forceinline__ void write_SPACE(Element* to, const Element* from) {
  const HELD x = *reinterpret_cast<const ACCESS*>(from);
  asm volatile(INSTRUCTION " [%0], " NUMBERS_TO ";" ::TO_ADDRESS, VALUES : "memory");
}
#endif
// @end

// @text read

#if MASKED
// From SPACE memory, WIDTH in one access, of the lanes that are inside.
__device__ __forceinline__ void read_SPACE(bool inside, Element* to, const Element* from) {
  HELD x = {};
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %" INSIDE ", 0; @p " INSTRUCTION " " NUMBERS ", [%" FROM "]; }" : OUTPUTS : INPUTS);
  *reinterpret_cast<ACCESS*>(to) = RESULT;
}
#else
// From SPACE memory, WIDTH in one access.
__device__ __forceinline__ void read_SPACE(Element* to, const Element* from) {
  HELD x;
  asm volatile(INSTRUCTION " " NUMBERS ", [%" FROM "];" : OUTPUTS : INPUTS);
  *reinterpret_cast<ACCESS*>(to) = RESULT;
}
#endif
// @end

// @text write_matrices

// COUNT of 8 rows of 16 bytes to shared memory: lane i points to row i % 8 of matrix i / 8.
__device__ __forceinline__ void write_matrices(Element* row, const Element* from) {
  const unsigned* x = reinterpret_cast<const unsigned*>(from);
  asm volatile(STORED " [%0], " NUMBERS_TO ";" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(row))), SOURCES : "memory");
}
// @end

// @text read_matrices

// COUNT of 8 rows of 16 bytes from shared memory: lane i points to row i % 8 of matrix i / 8.
__device__ __forceinline__ void read_matrices(Element* to, const Element* row) {
  unsigned* x = reinterpret_cast<unsigned*>(to);
  asm volatile(MATRICES " " NUMBERS ", [%" FROM "];" : REGISTERS : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))) : "memory");
}
// @end

// @text copy_async

#if PAST_L1
// Global to shared memory without registers, past the L1 cache.
#else
// Global to shared memory without registers.
#endif
#if MASKED
__device__ __forceinline__ void copy_async(bool inside, Element* to, const Element* from) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p cp.async." CACHE ".shared.global [%0], [%1], " BYTES "; }" :: "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "r"(static_cast<unsigned>(inside)) : "memory");
}
#else
__device__ __forceinline__ void copy_async(Element* to, const Element* from) {
  asm volatile("cp.async." CACHE ".shared.global [%0], [%1], " BYTES ";" :: "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from) : "memory");
}
#endif
// @end

// @text turn
#if BETWEEN

// Two words of pieces of so many bits, a0 a1 ... and b0 b1 ...: become a0 b0 ... and a1 b1 ...
template <int bits, class Word>
__device__ __forceinline__ void exchange(Word& a, Word& b) {
  constexpr unsigned even = ~0u / ((1u << bits) + 1u);  // where a0, a2, ... are
  const unsigned first = (a & even) | ((b & even) << bits);
  const unsigned second = ((a >> bits) & even) | (b & ~even);
  a = static_cast<Word>(first);
  b = static_cast<Word>(second);
}
#endif
#if WITHIN

// The pieces of a word under the mask, and those `distance` bits above them, change places.
template <int distance, unsigned mask, class Word>
__device__ __forceinline__ void exchange_within(Word& a) {
  const unsigned x = (a ^ (a >> distance)) & mask;
  a = static_cast<Word>(a ^ x ^ (x << distance));
}
#endif
// @end

// The copy engine: one thread starts it, a barrier in shared memory tells when a load is done.
// @text engine

// What cuTensorMapEncodeTiled makes on the host.
struct __align__(64) TensorMap {
  unsigned long long words[16];
};
__device__ __forceinline__ unsigned shared_address(const void* x) {
  return static_cast<unsigned>(__cvta_generic_to_shared(x));
}
#if ENGINE_LOADS
__device__ __forceinline__ void barrier_init(unsigned long long* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
}
// The engine sees the barriers.
__device__ __forceinline__ void barrier_fence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void barrier_expect(unsigned long long* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void barrier_wait(unsigned long long* barrier, unsigned phase) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(shared_address(barrier)), "r"(phase) : "memory");
  } while (done == 0);
}
// A box of src, from these coordinates on, into shared memory.
__device__ __forceinline__ void load_box(Element* to, const TensorMap& map, unsigned long long* barrier, INTEGERS) {
  asm volatile("cp.async.bulk.tensor." LOAD_RANK "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" LOAD_NUMBERS "}], [%2];" ::"r"(shared_address(to)), "l"(&map), "r"(shared_address(barrier)), COORDINATES : "memory");
}
#endif
#if ENGINE_STORES
// A box of shared memory to dst; what lies outside of the tensor is left out.
__device__ __forceinline__ void store_box(const TensorMap& map, const Element* from, STORE_INTEGERS) {
  asm volatile("cp.async.bulk.tensor." STORE_RANK "d.global.shared::cta.tile.bulk_group [%0, {" STORE_NUMBERS "}], [%1];" ::"l"(&map), "r"(shared_address(from)), STORE_COORDINATES : "memory");
}
__device__ __forceinline__ void store_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
// Until the engine has read shared memory.
__device__ __forceinline__ void store_wait() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
#if FENCED
// The engine sees what threads wrote.
__device__ __forceinline__ void engine_fence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
#endif
#endif
// @end

// @text note
// Waits for a value: a branch that is never taken needs it.
__device__ __forceinline__ void used(const Element* value, unsigned long long* trace) {
  const unsigned x = *reinterpret_cast<const WORD*>(value);
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 0x9E3779B9; @p st.global.u32 [%1], %0; }" ::"r"(x), "l"(trace) : "memory");
}
__device__ __forceinline__ void note(unsigned long long* trace, bool traced, int side, int access, unsigned begin,
                                     unsigned end) {
  if (!traced || threadIdx.x % 32 != 0) return;
  trace[(side * WARPS + threadIdx.x / 32) * ACCESSES + access] = (static_cast<unsigned long long>(begin) << 32) | (end - begin);
}
// @end
