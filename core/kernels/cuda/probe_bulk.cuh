// The probe of the copy engine of sm90: one thread, or one in each of two blocks of a cluster, copies 8192 bits between
// global and shared memory with one instruction.
// Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk, cp.reduce.async.bulk, cp.async.bulk.tensor), 9.7.13.15 (mbarrier).
#define ATOM SM90_TMA_LOAD
#define MNEMONIC "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes"
#define NEEDS sm90
#define TENSOR 1         // uses a descriptor
#define IM2COL 0         // the descriptor is of an image
#define TABLES
#define NAME src
#define WHAT source
#define INDICES
#define CLUSTER
#define PARAMETERS unsigned long long* wrong, const __grid_constant__ TensorMap map
#define PIECES 512
#define BYTES "1024"
#define ROOM 66          // words of the messages
#define CACHED 1         // has a cache policy
#define LOADS 1
#define MULTICAST 0      // multicast to both blocks of a cluster
#define BEFORE 0         // previous contents: the value that a reduction adds to
#define OPERANDS "[%0], [%1, {%2}], [%3]"
#define GLOBAL "l"(&map)
#define GOT inside[i]
#define LISTED 16

__device__ int NAME_bit(int b) { return b; }
__device__ int dst_number(int piece) { return piece; }
__device__ int src_number(int piece) { return piece; }

// @text head
// A probe, written by Stridescope: every 16 bits of the source say which of the reference they are.
//   copy   ATOM: MNEMONIC
// Needs NEEDS or newer.
using Piece = unsigned short;
#if TENSOR
#if IM2COL
// Made on the host by cuTensorMapEncodeIm2col: 1 x 8 x 32 pixels and channels of 32 bits.
#else
// Made on the host by cuTensorMapEncodeTiled: 256 x 32 bits.
#endif
struct __align__(64) TensorMap {
  unsigned long long words[16];
};
#endif
TABLES
// @end

// @text table
// The table of the WHAT: (thread, bit) -> bit of the reference.
INDICES
__device__ constexpr int NAME_number(int piece) { return NAME_bit(piece * 16) / 16 + 1; }
// @end

// @text kernel

extern "C" __global__ void CLUSTER stridescope_probe(PARAMETERS) {
  __shared__ __align__(128) Piece inside[PIECES];
  __shared__ __align__(8) unsigned long long barrier;
  // Behind the messages: somewhere in global memory.
  volatile Piece* outside = reinterpret_cast<Piece*>(wrong + ROOM);
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(inside));
  const unsigned full = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  unsigned long long policy = 0;
#if CACHED
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
#endif
  for (int i = 0; i < PIECES; ++i) {
#if LOADS
    outside[i] = static_cast<Piece>(src_number(i));
    inside[i] = 0;
#else
    outside[i] = BEFORE;
    inside[i] = static_cast<Piece>(src_number(i));
#endif
  }
#if LOADS
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
  // What was written here is read by the copy engine.
  asm volatile("fence.proxy.async;" ::: "memory");
#if MULTICAST
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
#if LOADS
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], " BYTES ";" ::"r"(full) : "memory");
#endif
#if MULTICAST
  // One block of the cluster loads for both.
  if (blockIdx.x == 0)
#endif
  asm volatile(MNEMONIC " " OPERANDS ";"
               ::"r"(shared), GLOBAL, "r"(0), "r"(full), "h"(static_cast<short>(0)), "h"(static_cast<short>(3)), "l"(policy) : "memory");
#if LOADS
  unsigned done = 0;
  while (done == 0) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(full) : "memory");
  }
#else
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
#endif
#if MULTICAST
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
  for (int i = 0; i < PIECES; ++i) {
    const int got = GOT;
    if (got == dst_number(i)) continue;
    const unsigned long long x = atomicAdd(wrong, 1ull);
    if (x >= LISTED) continue;
    wrong[1 + 4 * x] = 0;
    wrong[2 + 4 * x] = blockIdx.x + (static_cast<unsigned long long>(i) << 32);
    wrong[3 + 4 * x] = got;
    wrong[4 + 4 * x] = dst_number(i);
  }
}
// @end
