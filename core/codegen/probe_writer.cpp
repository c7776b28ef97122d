// The probe of an MMA atom as CUDA, and the file that nvcc builds.
#include "core/codegen/probe_writer.h"

#include <algorithm>

#include "core/codegen/mma_values.h"
#include "core/codegen/mma_writer.h"
#include "core/codegen/phase_probe.h"
#include "core/codegen/probe_plan.h"

namespace stridescope {
namespace {

// The bits of a small number in a type.
std::uint64_t encoded(const ValueFormat& f, std::uint64_t number) {
  if (f.exponent == 0 || number == 0) return number;
  int top = 0;
  while (number >> (top + 1) != 0) ++top;
  const std::uint64_t mantissa = (number - (std::uint64_t{1} << top)) << (f.mantissa - top);
  return ((static_cast<std::uint64_t>(f.bias + top) << f.mantissa) | mantissa) << f.zeros;
}

class MmaProbeWriter : MmaWriter {
 public:
  explicit MmaProbeWriter(const ProbePlan& probe) : MmaWriter(*probe.mma), probe_(probe), plan_(*probe.mma) {}

  KernelText write() {
    const auto& [m, n, k] = plan_.extents;
    line("// A probe, written by Stridescope: A is one-hot, B says its own numbers; what D says tells the layouts.");
    describe();
    line();
    element_types();
    for (const MmaFragment* f : {&plan_.a, &plan_.b, &plan_.c}) {
      const char* what = f == &plan_.a ? "m + M k" : f == &plan_.b ? "n + N k" : "m + M n";
      line("// The table of ", f->name, ": (thread, value) -> ", what, '.');
      map(cat(f->name, "_thread"), cat(f->name, ": thread"), f->element.thread, false);
      map(cat(f->name, "_value"), cat(f->name, ": value"), f->element.value, false);
    }
    if (fed()) {
      at(plan_.a, *plan_.tile.smem_a);
      at(plan_.b, *plan_.tile.smem_b);
    }
    if (plan_.metadata) metadata_tables(m);
    const ValueFormat b = *value_format(plan_.b.type);
    add("// The numbers 0, 1, ... as ", plan_.b.type.name, ".\n__constant__ unsigned long long number[] = {");
    for (std::uint64_t i = 0; i < std::uint64_t{1} << probe_.digit_bits; ++i)
      add(i == 0 ? "" : ", ", encoded(b, i), "ull");
    line("};");
    line("// Digit d of what element i of B says.");
    line("__device__ __forceinline__ int said(int i, int d) { return (i + 1) >> d * ", probe_.digit_bits, " & ",
         (1 << probe_.digit_bits) - 1, "; }");
    add("__device__ unsigned long long element_code(unsigned long long x, unsigned) { return x; }\n");
    add(value_text(*value_format(plan_.c.type), "c_number"));
    maps();
    loads();
    instruction();
    multiply();
    body(m, n, k);
    KernelText& out = text();
    out.name = "stridescope_probe";
    out.threads = plan_.threads;
    out.blocks = std::min<std::int64_t>(m * k, 528);
    out.shared_bytes = fed() ? plan_.shared_bytes + 1024 : 0;
    out.needs = plan_.needs;
    return std::move(out);
  }

 private:
  bool fed() const { return plan_.b.smem.has_value(); }

  void at(const MmaFragment& f, const AnyLayout& layout) {
    const auto index = tensor_index(layout);
    map(cat(f.name, "_at"), cat(f.name, ": element to shared memory"), index ? index->index : KernelIndex{}, false);
  }

  // Where element i of a fragment lies in shared memory.
  std::string placed(const MmaFragment& f, std::string_view i) const {
    const std::string at = cat(f.name, "_at(", i, ')');
    return f.smem->swizzles.empty() ? at : cat("smem_", f.name, "_swizzle(", at, ')');
  }

  // Of a sparse A: m + M k of an element, 0 <= k < K, to m + M s of where it is stored, 0 <= s < K / 2.
  void metadata_tables(std::int64_t m) {
    const MmaMetadata& e = *plan_.metadata;
    line("// The table of the metadata: (thread, value) -> m + M k, four bits for ", e.group, " values.");
    map("e_thread", "e: thread", e.element.thread, false);
    map("e_value", "e: value", e.element.value, false);
    line("// The element that is 1 is stored as number s of its row. Of each ", e.group, " along K ", e.group / 2,
         e.group == 2 ? " is" : " are", " stored.");
    if (e.group == 2) {
      line("__device__ __forceinline__ int stored(int i) { return i % ", m, " + i / ", m, " / 2 * ", m, "; }");
      line("__device__ __forceinline__ unsigned indices(int k) { return k % 2 == 0 ? 4 : 14; }");
    } else {
      line("// First of two, but for the last of four: indices (k, 3), or (0, 3).");
      line("__device__ __forceinline__ int stored(int i) { return i % ", m, " + (i / ", m, " / 4 * 2 + (i / ", m,
           " % 4 == 3)) * ", m, "; }");
      line("__device__ __forceinline__ unsigned indices(int k) { return 12 | k % 4 % 3; }");
    }
  }

  void fill_metadata(std::int64_t m) {
    const MmaMetadata& e = *plan_.metadata;
    line("      unsigned metadata = 0;");
    line("#pragma unroll");
    line("      for (int v = 0; v < ", e.values, "; v += ", e.group, ") {");
    line("        const int i = e_thread(t) + e_value(v), k = hot / ", m, ';');
    line("        const bool here = i % ", m, " == hot % ", m, " && i / ", m, " / ", e.group, " == k / ", e.group, ';');
    line("        metadata |= (here ? indices(k) : 4u) << v / ", e.group, " * 4;");
    line("      }");
  }

  void fill(const MmaFragment& f, std::string_view bits) {
    line("#pragma unroll");
    line("      for (int v = 0; v < ", f.values,
         f.logical == 1 ? std::string("; ++v) {") : cat("; v += ", f.logical, ") {"));
    line("        const int i = ", f.name, "_thread(t) + ", f.name, "_value(v);");
    line("        const unsigned long long bits = ", bits, ";");
    line("        ", put_value(f, cat(f.name, "[0]")));
    line("      }");
  }

  void body(std::int64_t m, std::int64_t n, std::int64_t k) {
    const bool a_shared = !in_registers(plan_.a);
    const std::uint64_t one = encoded(*value_format(plan_.a.type), 1);
    const bool exclusive_or = plan_.instruction.find(".xor") != std::string::npos;
    line();
    line("extern \"C\" __global__ void __launch_bounds__(", plan_.threads, ')');
    line("stridescope_probe(unsigned long long* wrong) {");
    line("  const int t = threadIdx.x;");
    if (fed()) {
      shared_stage();
      line("  AElement* in_a = reinterpret_cast<AElement*>(stage);");
      line("  BElement* in_b = reinterpret_cast<BElement*>(stage + ", (plan_.a.smem_bytes + 1023) / 1024 * 1024, ");");
      line("  const unsigned smem_a = static_cast<unsigned>(__cvta_generic_to_shared(in_a));");
      line("  const unsigned smem_b = static_cast<unsigned>(__cvta_generic_to_shared(in_b));");
    }
    line("  for (int d = 0; d < ", probe_.digits, "; ++d) {");
    if (fed()) {
      line("    __syncthreads();");
      line("    for (int i = t; i < ", m * k / plan_.a.logical, "; i += ", plan_.threads, ") in_a[a_at(i)] = 0;");
      line("    for (int i = t; i < ", n * k, "; i += ", plan_.threads, ") in_b[", placed(plan_.b, "i"),
           "] = static_cast<BElement>(number[said(i, d)]);");
    }
    line("    for (int hot = blockIdx.x; hot < ", m * k, "; hot += gridDim.x) {  // m + M k");
    declare_operands("      ");
    declare_accumulators("      ");
    const bool sparse = plan_.metadata.has_value();
    const std::string_view hot = sparse ? "stored(hot)" : "hot";
    if (!a_shared) {
      const std::string kept = sparse ? cat("i % ", m, " + i / ", m, " / 2 * ", m) : std::string("i");
      fill(plan_.a, cat(kept, " == ", hot, " ? ", one, "ull : 0"));
    }
    if (sparse) fill_metadata(m);
    if (!fed()) fill(plan_.b, "number[said(i, d)]");
    if (a_shared) {
      line("      __syncthreads();");
      line("      if (t == 0) in_a[a_at(", hot, ")] = ", one, "ull;");
    }
    if (fed()) {
      line("      asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");");
      line("      __syncthreads();");
      line("      fence(c);");
      line("      multiply(c, ", a_shared ? "smem_a" : "a", ", smem_b, 0", sparse ? ", metadata" : "", ");");
      line("      asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");");
      line("      fence(c);");
      if (a_shared) {
        line("      __syncthreads();");
        line("      if (t == 0) in_a[a_at(", hot, ")] = 0;");
      }
    } else {
      line("      multiply(c, a[0], b[0]);");
    }
    line("#pragma unroll");
    line("      for (int v = 0; v < ", plan_.c.values, "; ++v) {");
    line("        const int i = c_thread(t) + c_value(v), column = i / ", m, ';');
    const std::string number = cat("said(column + ", n, " * (hot / ", m, "), d)");
    if (exclusive_or) {
      line("        int expected = 0;");
      line("        for (int k = 0; k < ", k, "; ++k) expected += said(column + ", n, " * k, d);");
      line("        if (i % ", m, " == hot % ", m, ") expected += 1 - 2 * ", number, ';');
    } else {
      line("        const int expected = i % ", m, " == hot % ", m, " ? ", number, " : 0;");
    }
    const std::string_view held = register_type(plan_.c.registers);
    std::string got = cat("c_number(",
                          held == "float"      ? "__float_as_uint(c[v])"
                          : held == "double"   ? "static_cast<unsigned long long>(__double_as_longlong(c[v]))"
                          : plan_.c.bits == 16 ? "c[v / 2] >> v % 2 * 16 & 65535"
                                               : "c[v]",
                          ')');
    line("        const double got = ", got, ';');
    line("        if (got == expected) continue;");
    line("        const unsigned long long x = atomicAdd(wrong, 1ull);");
    line("        if (x >= ", max_probe_listed, ") continue;");
    line("        wrong[1 + 4 * x] = hot + (static_cast<unsigned long long>(d) << 32);");
    line("        wrong[2 + 4 * x] = t + (static_cast<unsigned long long>(v) << 32);");
    line("        wrong[3 + 4 * x] = static_cast<unsigned long long>(static_cast<long long>(got));");
    line("        wrong[4 + 4 * x] = expected;");
    line("      }");
    line("    }");
    line("  }");
    line("}");
  }

  const ProbePlan& probe_;
  const MmaPlan& plan_;
};

}  // namespace

KernelText cuda_text(const ProbePlan& plan) {
  if (plan.phases) return phase_probe_text();
  if (plan.mma) return MmaProbeWriter(plan).write();
  if (plan.copy) return plan.bulk ? bulk_probe_text(plan) : copy_probe_text(plan);
  KernelText out;
  out.text = cat("// ", plan.not_runnable, '\n');
  return out;
}

std::string standalone_text(const ProbePlan& plan) {
  if (plan.phases) return phase_standalone_text();
  const KernelText kernel = cuda_text(plan);
  if (kernel.threads == 0) return kernel.text;
  return cat("// Build: nvcc -std=c++17 -O3 ",
             plan.needs.ends_with('a') ? "-gencode arch=compute_90a,code=sm_90a" : "-arch=native",
             " -o probe probe.cu && ./probe\n", plan.map != ProbePlan::Map::none ? "#include <cuda.h>\n" : "",
             "#include <cuda_runtime.h>\n\n#include <cstdio>\n\n", kernel.text, R"cuda(
int main() {
  unsigned long long* wrong = nullptr;
  unsigned long long found[5] = {};
  cudaMalloc(&wrong, 4096);
  cudaMemset(wrong, 0, 4096)cuda",
             ");\n", plan.map != ProbePlan::Map::none ? probe_map_text(plan) : std::string(),
             "  cudaFuncSetAttribute(stridescope_probe, cudaFuncAttributeMaxDynamicSharedMemorySize, ",
             kernel.shared_bytes, ");\n  stridescope_probe<<<", kernel.blocks, ", ", kernel.threads, ", ",
             kernel.shared_bytes, plan.map != ProbePlan::Map::none ? ">>>(wrong, map);" : ">>>(wrong);", R"cuda(
  const cudaError_t e = cudaMemcpy(found, wrong, sizeof found, cudaMemcpyDeviceToHost);
  if (e != cudaSuccess) {
    std::printf("error: %s\n", cudaGetErrorString(e));
    return 1;
  }
  if (found[0] == 0) {
    std::printf("confirmed: )cuda",
             plan.checks, R"cuda( values\n");
    return 0;
  }
  std::printf("contradicted: %llu values; the first in thread %llu, value %llu: %llu, the table says %llu\n", found[0],
              found[2] & 0xFFFFFFFF, found[2] >> 32, found[3], found[4]);
  return 1;
}
)cuda");
}

}  // namespace stridescope
