// gemm_kernel with TMA, mbarriers and wgmma: one warpgroup brings tiles, the others multiply.
#include "core/codegen/gemm_writer.h"

namespace stridescope {

void GemmWriter::tma_functions() {
  line(R"cuda(
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
})cuda");
}

void GemmWriter::boxes(const GemmTma& tma, std::string_view name, std::int64_t offset, std::int64_t mn) {
  const bool k_first = tma.atom.modes[0] == 1;
  const int bytes = tma.atom.element_bits / 8;
  const std::string_view tile = name == "a" ? "tile_m" : "tile_n";
  for (const TmaBox& box : tma.boxes) {
    const auto plus = [](std::int64_t x) { return x == 0 ? std::string() : cat(" + ", x); };
    const std::string k = cat("k * ", plan_.math.extents[2], plus(box.k));
    const std::string row = cat(tile, " * ", mn, plus(box.mn));
    line("          copy_box(to", plus(offset + box.offset * bytes), ", &map_", name, ", ", k_first ? k : row, ", ",
         k_first ? row : k, ", full + 8 * stage);");
  }
}

void GemmWriter::producer() {
  const MmaPlan& m = plan_.math;
  std::int64_t bytes = 0;
  for (const GemmTma* tma : {&plan_.tma_a, &plan_.tma_b}) {
    bytes += static_cast<std::int64_t>(tma->boxes.size()) * tma->atom.bits / 8;
  }
  line("    // The warpgroup that copies: one thread of it.");
  line("    asm volatile(\"setmaxnreg.dec.sync.aligned.u32 40;\");");
  line("    if (t == ", m.threads, ") {");
  line("      int stage = 0, phase = 1;");
  line("      for (int block = blockIdx.x; block < ", plan_.tiles, "; block += gridDim.x) {");
  line("        int tile_m, tile_n;");
  line("        tile_of(block, tile_m, tile_n);");
  line("#pragma unroll 1");
  line("        for (int k = 0; k < ", plan_.grid[2], "; ++k) {");
  line("          barrier_wait(empty + 8 * stage, phase);");
  line("          barrier_expect(full + 8 * stage, ", bytes, ");");
  line("          const unsigned to = shared + stage * ", plan_.stage_bytes, ";");
  boxes(plan_.tma_a, "a", 0, m.extents[0]);
  boxes(plan_.tma_b, "b", plan_.offset_b(), m.extents[1]);
  line("          if (++stage == ", plan_.stages, ") stage = 0, phase ^= 1;");
  line("        }");
  line("      }");
  line("    }");
}

void GemmWriter::consumer() {
  const MmaPlan& m = plan_.math;
  const bool registers = in_registers(m.a);
  // What a thread may have: all registers, less those of the warpgroup that copies.
  const std::int64_t groups = m.threads / 128;
  const std::int64_t most = std::min<std::int64_t>(240, (65536 / 128 - 40) / groups / 8 * 8);
  line("    asm volatile(\"setmaxnreg.inc.sync.aligned.u32 ", most, ";\");");
  line("    int stage = 0, phase = 0;");
  thread_bases("    ");
  line("    for (int block = blockIdx.x; block < ", plan_.tiles, "; block += gridDim.x) {");
  line("      int tile_m, tile_n;");
  line("      tile_of(block, tile_m, tile_n);");
  trace("      ", "begin");
  declare_accumulators("      ");
  if (registers) declare_operands("      ");
  line("#pragma unroll 1");
  line("      for (int k = 0; k < ", plan_.grid[2], "; ++k) {");
  line("        barrier_wait(full + 8 * stage, phase);");
  line("        const unsigned from = shared + stage * ", plan_.stage_bytes, ";");
  const std::string b = cat("from + ", plan_.offset_b(), " + ", m.b.bits / 8, " * smem_b_thread(t)");
  if (registers) {
    line("#pragma unroll");
    line("        for (int i = 0; i < ", m.atoms[2], "; ++i) load_a(a[i], from, a_from, i);");
    line("        multiply(c, a, ", b, ", k);");
    // The registers are loaded anew next time.
    line("        asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");");
    line("        if (t % 128 == 0) barrier_arrive(empty + 8 * stage);");
    line("        if (++stage == ", plan_.stages, ") stage = 0, phase ^= 1;");
    line("      }");
  } else {
    line("        multiply(c, from + ", m.a.bits / 8, " * smem_a_thread(t), ", b, ", k);");
    line("        // The tile before this one has been multiplied: its stage is free.");
    line("        asm volatile(\"wgmma.wait_group.sync.aligned 1;\" ::: \"memory\");");
    line("        if (k > 0 && t % 128 == 0) barrier_arrive(empty + 8 * (stage == 0 ? ", plan_.stages - 1,
         " : stage - 1));");
    line("        if (++stage == ", plan_.stages, ") stage = 0, phase ^= 1;");
    line("      }");
    line("      asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");");
    line("      if (t % 128 == 0) barrier_arrive(empty + 8 * (stage == 0 ? ", plan_.stages - 1, " : stage - 1));");
  }
  line("      fence(c);");
  store_tile("      ");
  trace("      ", "end");
  line("    }");
}

void GemmWriter::tma_body() {
  const MmaPlan& m = plan_.math;
  line();
  line("// ", m.threads / 128,
       " warpgroups multiply, one more copies. full[s]: stage s has arrived; empty[s]: everybody has read it.");
  line("extern \"C\" __global__ void __launch_bounds__(", plan_.threads, ", 1)");
  line(name(),
       "(const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, CElement* __restrict__ C",
       parameters());
  line("  const int t = threadIdx.x;");
  line("  extern __shared__ __align__(1024) unsigned char shared_bytes[];");
  line("  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes));");
  line("  const unsigned shared = (begin + 1023) / 1024 * 1024;");
  line("  const unsigned full = shared + ", plan_.stages * plan_.stage_bytes, ", empty = full + ", 8 * plan_.stages,
       ";");
  line("  if (t == 0) {");
  line("    for (int i = 0; i < ", plan_.stages, "; ++i) {");
  line("      barrier_init(full + 8 * i, 1);");
  line("      barrier_init(empty + 8 * i, ", m.threads / 128, ");");
  line("    }");
  line("    asm volatile(\"fence.mbarrier_init.release.cluster;\" ::: \"memory\");");
  line("    asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");");
  line("  }");
  line("  __syncthreads();");
  line("  if (t >= ", m.threads, ") {");
  producer();
  line("  } else {");
  consumer();
  line("  }");
  line("}");
}

}  // namespace stridescope
