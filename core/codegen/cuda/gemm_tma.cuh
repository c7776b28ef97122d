// gemm_kernel with TMA, mbarriers and wgmma: one warpgroup brings tiles, the others multiply.
// Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk.tensor), 9.7.13.15 (mbarrier), 9.7.15 (wgmma).
#define NAME stridescope_gemm
#define PARAMETERS const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, CElement* __restrict__ C
#define WARPGROUPS 2     // that multiply
#define MULTIPLYING 256  // threads of them
#define THREADS 384      // and of all
#define STAGES 3
#define LAST 2           // STAGES - 1
#define STAGE 16384      // bytes of a stage
#define OFFSET_B 8192    // of B in it
#define FULL 49152       // where the barriers are
#define BARRIERS 24      // bytes of one barrier a stage
#define REGISTERS "240"  // that a thread which multiplies may have
#define TILES 64
#define TILES_M 8
#define DEPTH 8          // tiles along K
#define BYTES 16384      // that the copy engine brings for one stage
#define BOX
#define PLACE to
#define MAP map_a
#define X k * 64
#define Y tile_m * 128
#define TRACED 0
#define BASES const int a_from = 0;
#define ACCUMULATORS float c[64] = {};
#define A_REGISTERS 0    // whether A comes from registers
#define OPERANDS unsigned a[4][4] = {};
#define ATOMS_K 4
#define A_BYTES 2
#define B_BYTES 2
#define STORE

using CElement = float;
__device__ int smem_a_thread(int t) { return t; }
__device__ int smem_b_thread(int t) { return t; }
__device__ void tile_of(int, int&, int&) {}
__device__ void load_a(unsigned (&)[4], unsigned, int, int) {}
__device__ void multiply(float (&)[64], unsigned, unsigned, int) {}
__device__ void multiply(float (&)[64], const unsigned (&)[4][4], unsigned, int) {}
__device__ void fence(float (&)[64]) {}
__device__ void trace_begin(unsigned long long*, unsigned) {}
__device__ void trace_end(unsigned long long*, unsigned) {}

// @text functions

// A descriptor of a tensor, made on the host by cuTensorMapEncodeTiled.
struct alignas(64) TensorMap {
  unsigned long long words[16];
};

__device__ __forceinline__ void barrier_init(unsigned barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ __forceinline__ void barrier_expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ __forceinline__ void barrier_arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ __forceinline__ void barrier_wait(unsigned barrier, int phase) {
  asm volatile(
      "{\n.reg .pred p;\nwait:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra done;\nbra wait;\ndone:\n}\n"
      ::"r"(barrier), "r"(phase) : "memory");
}
// One box of a tensor, from the coordinates (x, y) on, the contiguous mode first.
__device__ __forceinline__ void copy_box(unsigned to, const TensorMap* map, int x, int y, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
      ::"r"(to), "l"(map), "r"(barrier), "r"(x), "r"(y) : "memory");
}
// @end

// @text kernel

// WARPGROUPS warpgroups multiply, one more copies. full[s]: stage s has arrived; empty[s]: everybody has read it.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
NAME(PARAMETERS) {
  const int t = threadIdx.x;
  extern __shared__ __align__(1024) unsigned char shared_bytes[];
  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes));
  const unsigned shared = (begin + 1023) / 1024 * 1024;
  const unsigned full = shared + FULL, empty = full + BARRIERS;
  if (t == 0) {
    for (int i = 0; i < STAGES; ++i) {
      barrier_init(full + 8 * i, 1);
      barrier_init(empty + 8 * i, WARPGROUPS);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (t >= MULTIPLYING) {
    // The warpgroup that copies: one thread of it.
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (t == MULTIPLYING) {
      int stage = 0, phase = 1;
      for (int block = blockIdx.x; block < TILES; block += gridDim.x) {
        int tile_m, tile_n;
        tile_of(block, tile_m, tile_n);
#pragma unroll 1
        for (int k = 0; k < DEPTH; ++k) {
          barrier_wait(empty + 8 * stage, phase);
          barrier_expect(full + 8 * stage, BYTES);
          const unsigned to = shared + stage * STAGE;
          // @for BOX
          copy_box(PLACE, &MAP, X, Y, full + 8 * stage);
          // @next
          if (++stage == STAGES) stage = 0, phase ^= 1;
        }
      }
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 " REGISTERS ";");
    int stage = 0, phase = 0;
    BASES
    for (int block = blockIdx.x; block < TILES; block += gridDim.x) {
      int tile_m, tile_n;
      tile_of(block, tile_m, tile_n);
#if TRACED
      trace_begin(trace, tile_m + TILES_M * tile_n);
#endif
      ACCUMULATORS
#if A_REGISTERS
      OPERANDS
#endif
#pragma unroll 1
      for (int k = 0; k < DEPTH; ++k) {
        barrier_wait(full + 8 * stage, phase);
        const unsigned from = shared + stage * STAGE;
#if A_REGISTERS
#pragma unroll
        for (int i = 0; i < ATOMS_K; ++i) load_a(a[i], from, a_from, i);
        multiply(c, a, from + OFFSET_B + B_BYTES * smem_b_thread(t), k);
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (t % 128 == 0) barrier_arrive(empty + 8 * stage);
#else
        multiply(c, from + A_BYTES * smem_a_thread(t), from + OFFSET_B + B_BYTES * smem_b_thread(t), k);
        // The tile before this one has been multiplied: its stage is free.
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (k > 0 && t % 128 == 0) barrier_arrive(empty + 8 * (stage == 0 ? LAST : stage - 1));
#endif
        if (++stage == STAGES) stage = 0, phase ^= 1;
      }
#if !A_REGISTERS
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      if (t % 128 == 0) barrier_arrive(empty + 8 * (stage == 0 ? LAST : stage - 1));
#endif
      fence(c);
      STORE
#if TRACED
      trace_end(trace, tile_m + TILES_M * tile_n);
#endif
    }
  }
}
// @end
