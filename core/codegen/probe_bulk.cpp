// The probe of the copy engine of sm90 as CUDA: one thread, or one in each of two blocks of a cluster, has 8192 bits
// copied between global and shared memory by one instruction.
// Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk, cp.reduce.async.bulk, cp.async.bulk.tensor), 9.7.13.15 (mbarrier).
#include "core/codegen/kernel_writer.h"
#include "core/codegen/plan_tools.h"
#include "core/codegen/probe_writer.h"

namespace stridescope {
namespace {

constexpr int before = 7;  // what a reduction adds to

class BulkProbeWriter : KernelWriter {
 public:
  explicit BulkProbeWriter(const ProbePlan& plan) : plan_(plan), atom_(*plan.copy), mnemonic_(plan.copy->ptx.front()) {}

  KernelText write() {
    Arith arith;
    bytes_ = product(arith, atom_.src_bits.shape[1]).value / 8;
    loads_ = has(".mbarrier");
    multicast_ = has(".multicast");
    reduces_ = has("cp.reduce");
    head();
    body();
    KernelText& out = text();
    out.name = "stridescope_probe";
    out.blocks = multicast_ ? 2 : 1;
    out.threads = 1;
    out.needs = plan_.needs;
    return std::move(out);
  }

 private:
  bool has(std::string_view word) const { return mnemonic_.find(word) != std::string::npos; }
  bool tensor() const { return plan_.map != ProbePlan::Map::none; }

  void head() {
    line("// A probe, written by Stridescope: every 16 bits of the source say which of the reference they are.");
    line("//   copy   ", atom_.name, ": ", mnemonic_);
    line("// Needs ", plan_.needs, " or newer.");
    line("using Piece = unsigned short;");
    if (tensor()) {
      line("// Made on the host by cuTensorMapEncode", plan_.map == ProbePlan::Map::tiled
                                                           ? "Tiled: 256 x 32 bits."
                                                           : "Im2col: 1 x 8 x 32 pixels and channels of 32 bits.");
      line("struct __align__(64) TensorMap {");
      line("  unsigned long long words[16];");
      line("};");
    }
    for (const bool source : {true, false}) {
      const Layout& bits = source ? atom_.src_bits : atom_.dst_bits;
      const std::string name = source ? "src" : "dst";
      line("// The table of the ", source ? "source" : "destination", ": (thread, bit) -> bit of the reference.");
      map(cat(name, "_bit"), cat(name, ": bit"), index_of(LayoutRef(bits)[1], "1"), false);
      line("__device__ constexpr int ", name, "_number(int piece) { return ", name, "_bit(piece * 16) / 16 + 1; }");
    }
  }

  // The operands as the mnemonic wants them.
  void copy() {
    const bool im2col = plan_.map == ProbePlan::Map::im2col;
    const std::string_view inside = "\"r\"(shared)";
    const std::string global = tensor() ? "\"l\"(&map)" : "\"l\"(outside)";
    const std::string there = !tensor() ? "[%1]" : im2col ? "[%1, {%2, %2, %2}]" : "[%1, {%2}]";
    std::string operands = loads_ ? cat("[%0], ", there) : cat(there, ", [%0]");
    if (!tensor()) append_all(operands, ", ", bytes_);
    if (loads_) operands += ", [%3]";
    if (loads_ && im2col) operands += ", {%4}";
    if (multicast_) operands += ", %5";
    if (has("cache_hint")) operands += ", %6";
    line("  asm volatile(\"", mnemonic_, ' ', operands, ";\"");
    line("               ::", inside, ", ", global,
         ", \"r\"(0), \"r\"(full), \"h\"(static_cast<short>(0)), \"h\"(static_cast<short>(3)), \"l\"(policy) : "
         "\"memory\");");
  }

  void cluster_barrier() {
    if (!multicast_) return;
    line(
        "  asm volatile(\"barrier.cluster.arrive.release.aligned;\\nbarrier.cluster.wait.acquire.aligned;\" ::: "
        "\"memory\");");
  }

  void body() {
    const std::int64_t pieces = bytes_ / 2;
    line();
    line("extern \"C\" __global__ void ", multicast_ ? "__cluster_dims__(2, 1, 1) " : "",
         "stridescope_probe(unsigned long long* wrong", tensor() ? ", const __grid_constant__ TensorMap map" : "",
         ") {");
    line("  __shared__ __align__(128) Piece inside[", pieces, "];");
    line("  __shared__ __align__(8) unsigned long long barrier;");
    line("  // Behind the messages: somewhere in global memory.");
    line("  volatile Piece* outside = reinterpret_cast<Piece*>(wrong + ", probe_room_words, ");");
    line("  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(inside));");
    line("  const unsigned full = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));");
    line("  unsigned long long policy = 0;");
    if (has("cache_hint"))
      line("  asm volatile(\"createpolicy.fractional.L2::evict_first.b64 %0, 1.0;\" : \"=l\"(policy));");
    line("  for (int i = 0; i < ", pieces, "; ++i) {");
    if (loads_) {
      line("    outside[i] = static_cast<Piece>(src_number(i));");
      line("    inside[i] = 0;");
    } else {
      line("    outside[i] = ", reduces_ ? before : 0, ';');
      line("    inside[i] = static_cast<Piece>(src_number(i));");
    }
    line("  }");
    if (loads_) {
      line("  asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 1;\" ::\"r\"(full) : \"memory\");");
      line("  asm volatile(\"fence.mbarrier_init.release.cluster;\" ::: \"memory\");");
    }
    line("  // What was written here is read by the copy engine.");
    line("  asm volatile(\"fence.proxy.async;\" ::: \"memory\");");
    cluster_barrier();
    if (loads_) {
      line("  asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], ", bytes_,
           ";\" ::\"r\"(full) : \"memory\");");
      if (multicast_) line("  // One block of the cluster loads for both.\n  if (blockIdx.x == 0)");
      copy();
      line("  unsigned done = 0;");
      line("  while (done == 0) {");
      line(
          "    asm volatile(\"{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, "
          "p; }\" "
          ": \"=r\"(done) : \"r\"(full) : \"memory\");");
      line("  }");
      cluster_barrier();
    } else {
      copy();
      line("  asm volatile(\"cp.async.bulk.commit_group;\\ncp.async.bulk.wait_group 0;\" ::: \"memory\");");
    }
    line("  for (int i = 0; i < ", pieces, "; ++i) {");
    line("    const int got = ", loads_ ? "inside[i]" : reduces_ ? cat("outside[i] - ", before) : "outside[i]", ';');
    line("    if (got == dst_number(i)) continue;");
    line("    const unsigned long long x = atomicAdd(wrong, 1ull);");
    line("    if (x >= ", max_probe_listed, ") continue;");
    line("    wrong[1 + 4 * x] = 0;");
    line("    wrong[2 + 4 * x] = blockIdx.x + (static_cast<unsigned long long>(i) << 32);");
    line("    wrong[3 + 4 * x] = got;");
    line("    wrong[4 + 4 * x] = dst_number(i);");
    line("  }");
    line("}");
  }

  const ProbePlan& plan_;
  const CopyAtom& atom_;
  const std::string& mnemonic_;
  std::int64_t bytes_ = 0;
  bool loads_ = false;
  bool multicast_ = false;
  bool reduces_ = false;
};

}  // namespace

KernelText bulk_probe_text(const ProbePlan& plan) { return BulkProbeWriter(plan).write(); }

std::string probe_map_text(const ProbePlan& plan) {
  const bool tiled = plan.map == ProbePlan::Map::tiled;
  const std::string_view name = tiled ? "cuTensorMapEncodeTiled" : "cuTensorMapEncodeIm2col";
  std::string out = cat(R"cuda(  void* entry = nullptr;
  cudaDriverEntryPointQueryResult how;
  cudaGetDriverEntryPointByVersion(")cuda",
                        name, R"cuda(", &entry, 12000, cudaEnableDefault, &how);
  TensorMap map;
)cuda");
  if (tiled) {
    out +=
        "  const cuuint64_t extents[] = {256}, strides[] = {16};\n  const cuuint32_t box[] = {256}, steps[] = {1};\n";
  } else {
    out +=
        "  const cuuint64_t extents[] = {32, 8, 1}, strides[] = {128, 1024};\n  const int corner[] = {0};\n"
        "  const cuuint32_t steps[] = {1, 1, 1};\n";
  }
  append_all(
      out, "  const CUresult made = reinterpret_cast<decltype(&", name,
      ")>(entry)(reinterpret_cast<CUtensorMap*>(&map), CU_TENSOR_MAP_DATA_TYPE_UINT32, ", tiled ? 1 : 3, ", wrong + ",
      probe_room_words, ", extents, strides, ", tiled ? "box, steps" : "corner, corner, 32, 8, steps",
      ", CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, "
      "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n  if (made != CUDA_SUCCESS) std::printf(\"error: no tensor map: %d\\n\", "
      "(int)made);\n");
  return out;
}

}  // namespace stridescope
