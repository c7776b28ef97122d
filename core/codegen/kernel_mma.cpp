// mma_kernel as CUDA.
#include "core/codegen/mma_kernel_text.h"
#include "core/codegen/mma_writer.h"
#include "core/codegen/proof_text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

class MmaKernelWriter : MmaWriter {
 public:
  explicit MmaKernelWriter(const MmaPlan& plan) : MmaWriter(plan), plan_(plan) {}

  KernelText write() {
    line("// An MMA over and over, written by Stridescope: ",
         plan_.a.smem ? "its operands from shared memory." : "its operands from registers.");
    describe();
    line();
    element_types();
    KernelSide c = {"c", plan_.c.element, {}, 0, 0, plan_.c.bits / 8, {}};
    store(c, plan_.c.type);
    elements(plan_.a);
    elements(plan_.b);
    maps();
    loads();
    instruction();
    multiply();
    body();
    KernelText& out = text();
    out.name = "stridescope_mma";
    out.threads = plan_.threads;
    out.shared_bytes = shared_bytes();
    out.needs = plan_.needs;
    return std::move(out);
  }

 private:
  bool fed() const { return plan_.a.smem.has_value(); }
  // Room to begin at a multiple of 1024, as the swizzles want it.
  std::int64_t shared_bytes() const { return fed() ? plan_.shared_bytes + 1024 : 0; }

  // How an element is read from global memory, and where in shared memory it goes.
  void elements(const MmaFragment& f) {
    const bool a = f.operand == MmaOperand::a;
    const std::string_view name = a ? "A" : "B";
    line("// ", name, ": (thread, value) -> element of the tile, column by column.");
    map(cat(f.name, "_thread"), cat(f.name, ": thread"), f.element.thread, false);
    map(cat(f.name, "_value"), cat(f.name, ": value"), f.element.value, false);
    line("__device__ __forceinline__ unsigned long long ", f.name, "_read(const ", name, "Element* from, int i) {");
    line("  return ", element_read_text(f.bits, "from", "i"), ";");
    line("}");
    if (!fed()) return;
    const auto index = tensor_index(a ? *plan_.tile.smem_a : *plan_.tile.smem_b);
    map(cat(f.name, "_at"), cat(f.name, ": element of the tile to shared memory"), index ? index->index : KernelIndex{},
        false);
    if (f.bits < 8 && index) swizzle(cat(f.name, "_at"), index->swizzles);
  }

  void fill_registers(const MmaFragment& f) {
    const std::int64_t one_k = f.values / f.rest_k;
    const std::string_view name = f.operand == MmaOperand::a ? "A" : "B";
    line("#pragma unroll");
    line("  for (int k = 0; k < ", f.rest_k, "; ++k) {");
    line("#pragma unroll");
    line("    for (int v = 0; v < ", one_k, "; ++v) {");
    line("      const unsigned long long bits = ", f.name, "_read(", name, ", ", f.name, "_thread(t) + ", f.name,
         "_value(v + k * ", one_k, "));");
    line("      ", put_value(f, cat(f.name, "[k]")));
    line("    }");
    line("  }");
  }

  void fill_shared(const MmaFragment& f) {
    const bool a = f.operand == MmaOperand::a;
    const std::string_view name = a ? "A" : "B";
    const std::int64_t count = plan_.extents[a ? 0 : 1] * plan_.extents[2];
    std::string where = cat(f.name, "_at(i)");
    if (!f.smem->swizzles.empty())
      where = cat(f.bits < 8 ? cat(f.name, "_at") : cat("smem_", f.name), "_swizzle(", where, ')');
    const std::string begin = a ? "stage" : cat("stage + ", (plan_.a.smem_bytes + 1023) / 1024 * 1024);
    line("  for (int i = t; i < ", count, "; i += ", plan_.threads, ") {");
    if (f.bits >= 8) {
      line("    reinterpret_cast<", name, "Element*>(", begin, ")[", where, "] = ", name, "[i];");
    } else {  // a layout may put elements of two threads into one word
      line("    const unsigned at = ", where, " * ", f.bits, ";");
      line("    atomicOr(reinterpret_cast<unsigned*>(", begin, ") + at / 32, static_cast<unsigned>(", f.name, "_read(",
           name, ", i)) << at % 32);");
    }
    line("  }");
  }

  void body() {
    line();
    line("extern \"C\" __global__ void __launch_bounds__(", plan_.threads, ')');
    line(
        "stridescope_mma(const AElement* __restrict__ A, const BElement* __restrict__ B, CElement* __restrict__ C, int "
        "repeat) {");
    line("  const int t = threadIdx.x;");
    if (fed()) {
      shared_stage();
      if (plan_.a.bits < 8 || plan_.b.bits < 8) {
        line("  for (int i = t; i < ", plan_.shared_bytes / 4, "; i += ", plan_.threads,
             ") reinterpret_cast<unsigned*>(stage)[i] = 0;");
        line("  __syncthreads();");
      }
      fill_shared(plan_.a);
      fill_shared(plan_.b);
      if (wgmma()) line("  asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");");
      line("  __syncthreads();");
      line("  unsigned smem_a = static_cast<unsigned>(__cvta_generic_to_shared(stage));");
      line("  unsigned smem_b = smem_a + ", (plan_.a.smem_bytes + 1023) / 1024 * 1024, ";");
      thread_bases("  ");
    }
    declare_operands("  ");
    declare_accumulators("  ");
    for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
      if (in_registers(*f) && !(fed() && f->smem)) fill_registers(*f);
    }
    if (wgmma()) {
      wgmma_loop();
    } else {
      line("#pragma unroll 1");
      line("  for (int r = 0; r < repeat; ++r) {");
      line("#pragma unroll");
      line("    for (int k = 0; k < ", plan_.atoms[2], "; ++k) {");
      for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
        if (fed()) line("      load_", f->name, '(', f->name, "[k], smem_", f->name, ", ", f->name, "_from, k);");
      }
      line("      multiply(c, a[k], b[k]);");
      line("    }");
      line("  }");
    }
    const std::int64_t width = store_width();
    line("  CElement* to = C + static_cast<long long>(blockIdx.x) * ", plan_.extents[0] * plan_.extents[1],
         " + c_thread(t);");
    line("#pragma unroll");
    line("  for (int v = 0; v < ", plan_.c.values, "; v += ", width, ") store_c(to + c_value(v), c, v);");
    line("}");
  }

  void wgmma_loop() {
    const bool registers = in_registers(plan_.a);
    if (!registers) line("  smem_a += ", plan_.a.bits / 8, " * smem_a_thread(t);");
    line("  smem_b += ", plan_.b.bits / 8, " * smem_b_thread(t);");
    line("  fence(c);");
    line("#pragma unroll 1");
    line("  for (int r = 0; r < repeat; ++r) {");
    if (registers) {
      // The registers must stay until the instructions that read them are done.
      line("#pragma unroll");
      line("    for (int k = 0; k < ", plan_.atoms[2], "; ++k) load_a(a[k], smem_a, a_from, k);");
    }
    line("    multiply(c, ", registers ? "a" : "smem_a", ", smem_b, r);");
    line("    asm volatile(\"wgmma.wait_group.sync.aligned ", registers ? 0 : 1, ";\" ::: \"memory\");");
    line("  }");
    line("  asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");");
    line("  fence(c);");
  }

  const MmaPlan& plan_;
};

}  // namespace

KernelText cuda_text(const MmaPlan& plan) { return MmaKernelWriter(plan).write(); }

Result<MmaProof> proof_of(const MmaPlan& plan) {
  MmaProof out;
  out.extents = plan.extents;
  const auto column = [](std::int64_t rows, std::int64_t cols) {
    TensorIndex index;
    index.index.digits = {{1, rows * cols, 1, "0"}};
    return index;
  };
  out.a = column(plan.extents[0], plan.extents[2]);
  out.b = column(plan.extents[1], plan.extents[2]);
  out.c = column(plan.extents[0], plan.extents[1]);
  out.type_a = plan.a.type;
  out.type_b = plan.b.type;
  out.type_accumulator = out.type_c = plan.c.type;
  out.exclusive_or = plan.instruction.find(".xor") != std::string::npos;
  out.tolerance = mma_tolerance(out.type_a, out.type_accumulator, out.type_c);
  out.slot_elements = plan.extents[0] * plan.extents[1];
  for (const DataType* type : {&out.type_a, &out.type_b, &out.type_c}) {
    if (!value_format(*type)) {
      return failure(ErrorCode::unsupported, cat("mma_kernel: no reference for elements of ", type->name));
    }
  }
  return out;
}

}  // namespace stridescope
