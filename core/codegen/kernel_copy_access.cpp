// The functions of a copy kernel that are one instruction each. Source: PTX ISA 9.0, 9.7.9 (data movement), 9.7.13.15
// (mbarrier).
#include <algorithm>

#include "core/codegen/copy_writer.h"

namespace stridescope {

void CopyWriter::access_functions() {
  if (masked()) {
    if (threads_load() && plan_.path != CopyPlan::Path::cp_async) plain_access("global", false, plan_.src.access_bytes);
    if (threads_store()) plain_access("global", true, plan_.dst.access_bytes);
  } else {
    line("template <class Access>");
    line("__device__ __forceinline__ void move(Element* to, const Element* from) {");
    line("  *reinterpret_cast<Access*>(to) = *reinterpret_cast<const Access*>(from);");
    line("}");
  }
  if (plan_.path == CopyPlan::Path::shared) {
    if (plan_.write_matrices.count > 0) {
      matrix_access(true, plan_.write_matrices);
    } else {
      plain_access("shared", true, plan_.smem_write.access_bytes);
    }
  }
  if (through() && threads_store()) {
    if (plan_.read_matrices.count > 0) {
      matrix_access(false, plan_.read_matrices);
    } else {
      plain_access("shared", false, plan_.smem_read.access_bytes);
    }
  }
  if (plan_.path == CopyPlan::Path::cp_async) async_access();
  if (plan_.tma_load || plan_.tma_store) engine_access();
  line();
}

std::string CopyWriter::instruction(std::string_view text, int operands) const {
  return masked() ? cat("{ .reg .pred p; setp.ne.u32 p, %", operands, ", 0; @p ", text, "; }") : cat(text, ';');
}

// In assembly: the compiler would join neighbouring accesses, or leave out what an edge masks later, and the counts
// would be of another partition. At an edge the instruction is predicated: at a branch the compiler may copy what
// follows for the lanes that go each way, and a request of the warp would become two.
void CopyWriter::plain_access(std::string_view space, bool write, int bytes) {
  const bool shared = space == "shared";
  const std::string_view type = bytes == 16  ? "v4.u32"
                                : bytes == 8 ? "v2.u32"
                                : bytes == 4 ? "u32"
                                : bytes == 2 ? "u16"
                                             : "u8";
  const int registers = bytes > 4 ? bytes / 4 : 1;
  // What is read only where the lane is inside has a value before.
  const std::string_view direction = write ? "" : masked() ? "+" : "=";
  std::string numbers;
  std::string operands;
  for (int i = 0; i < registers; ++i) {
    const char field = "xyzw"[i];
    append_all(numbers, i == 0 ? "" : ", ", '%', write ? i + 1 : i);
    append_all(operands, i == 0 ? "" : ", ", '"', direction, bytes == 2 ? 'h' : 'r', "\"(x");
    if (registers > 1) append_all(operands, '.', field);
    operands += ')';
  }
  if (registers > 1) numbers = cat('{', numbers, '}');
  const std::string_view pointer = write ? "to" : "from";
  const std::string address = shared ? cat("\"r\"(static_cast<unsigned>(__cvta_generic_to_shared(", pointer, ")))")
                                     : cat("\"l\"(", pointer, ')');
  const std::string inside = masked() ? ", \"r\"(static_cast<unsigned>(inside))" : "";
  // A byte has no register of its own.
  const std::string_view held = bytes == 1 ? "unsigned int" : access_type(bytes);
  line();
  line("// ", write ? "To " : "From ", space, " memory, ", bytes, bytes == 1 ? " byte" : " bytes", " in one access",
       masked() ? ", of the lanes that are inside." : ".");
  line("__device__ __forceinline__ void ", write ? "write_" : "read_", space, '(', masked() ? "bool inside, " : "",
       "Element* to, const Element* from) {");
  if (write) {
    line("  const ", held, " x = *reinterpret_cast<const ", access_type(bytes), "*>(from);");
    line("  asm volatile(\"", instruction(cat("st.", space, '.', type, " [%0], ", numbers), registers + 1),
         "\" ::", address, ", ", operands, inside, " : \"memory\");");
  } else {
    line("  ", held, masked() ? " x = {};" : " x;");
    line("  asm volatile(\"",
         instruction(cat("ld.", space, shared ? "." : ".nc.", type, ' ', numbers, ", [%", registers, ']'),
                     registers + 1),
         "\" : ", operands, " : ", address, inside, shared ? " : \"memory\");" : ");");
    line("  *reinterpret_cast<", access_type(bytes), "*>(to) = ", bytes == 1 ? "static_cast<unsigned char>(x);" : "x;");
  }
  line("}");
}

// Registers of the whole warp, and rows that its lanes point to.
void CopyWriter::matrix_access(bool write, const KernelMatrices& m) {
  std::string numbers;
  std::string operands;
  for (int i = 0; i < m.count; ++i) {
    append_all(numbers, i == 0 ? "" : ", ", '%', write ? i + 1 : i);
    append_all(operands, i == 0 ? "" : ", ", write ? "\"r\"(x[" : "\"=r\"(x[", i, "])");
  }
  const std::string instruction = cat(write ? "stmatrix" : "ldmatrix", ".sync.aligned.m8n8.x", m.count,
                                      m.transposed ? ".trans" : "", ".shared.b16");
  line();
  line("// ", m.count, m.count == 1 ? " matrix" : " matrices", " of 8 rows of 16 bytes ", write ? "to" : "from",
       " shared memory: lane i points to row i % 8 of matrix i / 8.");
  if (write) {
    line("__device__ __forceinline__ void write_matrices(Element* row, const Element* from) {");
    line("  const unsigned* x = reinterpret_cast<const unsigned*>(from);");
    line("  asm volatile(\"", instruction, " [%0], {", numbers,
         "};\" ::\"r\"(static_cast<unsigned>(__cvta_generic_to_shared(row))), ", operands, " : \"memory\");");
  } else {
    line("__device__ __forceinline__ void read_matrices(Element* to, const Element* row) {");
    line("  unsigned* x = reinterpret_cast<unsigned*>(to);");
    line("  asm volatile(\"", instruction, " {", numbers, "}, [%", m.count, "];\" : ", operands,
         " : \"r\"(static_cast<unsigned>(__cvta_generic_to_shared(row))) : \"memory\");");
  }
  line("}");
}

void CopyWriter::async_access() {
  const int bytes = plan_.src.access_bytes;
  const bool cg = bytes == 16 && plan_.cache_global;
  line();
  line("// Global to shared memory without registers", cg ? ", past the L1 cache." : ".");
  line("__device__ __forceinline__ void copy_async(", masked() ? "bool inside, " : "",
       "Element* to, const Element* from) {");
  line("  asm volatile(\"", instruction(cat("cp.async.", cg ? "cg" : "ca", ".shared.global [%0], [%1], ", bytes), 2),
       "\" :: \"r\"(static_cast<unsigned>(__cvta_generic_to_shared(to))), \"l\"(from)",
       masked() ? ", \"r\"(static_cast<unsigned>(inside))" : "", " : \"memory\");");
  line("}");
}

// The copy engine: one thread starts it, a barrier in shared memory tells when a load is done.
void CopyWriter::engine_access() {
  const auto coordinates = [](std::size_t rank, int first) {
    std::string numbers;
    for (std::size_t i = 0; i < rank; ++i) append_all(numbers, i == 0 ? "" : ", ", '%', first + static_cast<int>(i));
    return numbers;
  };
  const auto parameters = [](std::size_t rank) {
    std::string out;
    for (std::size_t i = 0; i < rank; ++i) append_all(out, ", int c", i);
    return out;
  };
  const auto operands = [](std::size_t rank) {
    std::string out;
    for (std::size_t i = 0; i < rank; ++i) append_all(out, ", \"r\"(c", i, ')');
    return out;
  };
  line();
  line("// What cuTensorMapEncodeTiled makes on the host.");
  line("struct __align__(64) TensorMap {");
  line("  unsigned long long words[16];");
  line("};");
  line("__device__ __forceinline__ unsigned shared_address(const void* x) {");
  line("  return static_cast<unsigned>(__cvta_generic_to_shared(x));");
  line("}");
  if (plan_.tma_load) {
    const std::size_t rank = plan_.tma_load->atom.modes.size();
    line("__device__ __forceinline__ void barrier_init(unsigned long long* barrier) {");
    line("  asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 1;\" ::\"r\"(shared_address(barrier)) : \"memory\");");
    line("}");
    line("// The engine sees the barriers.");
    line("__device__ __forceinline__ void barrier_fence() {");
    line("  asm volatile(\"fence.mbarrier_init.release.cluster;\" ::: \"memory\");");
    line("}");
    line("__device__ __forceinline__ void barrier_expect(unsigned long long* barrier, int bytes) {");
    line(
        "  asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\" ::\"r\"(shared_address(barrier)), "
        "\"r\"(bytes) : \"memory\");");
    line("}");
    line("__device__ __forceinline__ void barrier_wait(unsigned long long* barrier, unsigned phase) {");
    line("  unsigned done;");
    line("  do {");
    line(
        "    asm volatile(\"{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, "
        "p; "
        "}\" : \"=r\"(done) : \"r\"(shared_address(barrier)), \"r\"(phase) : \"memory\");");
    line("  } while (done == 0);");
    line("}");
    line("// A box of src, from these coordinates on, into shared memory.");
    line("__device__ __forceinline__ void load_box(Element* to, const TensorMap& map, unsigned long long* barrier",
         parameters(rank), ") {");
    line("  asm volatile(\"cp.async.bulk.tensor.", rank,
         "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {", coordinates(rank, 3),
         "}], [%2];\" ::\"r\"(shared_address(to)), \"l\"(&map), \"r\"(shared_address(barrier))", operands(rank),
         " : \"memory\");");
    line("}");
  }
  if (plan_.tma_store) {
    const std::size_t rank = plan_.tma_store->atom.modes.size();
    line("// A box of shared memory to dst; what lies outside of the tensor is left out.");
    line("__device__ __forceinline__ void store_box(const TensorMap& map, const Element* from", parameters(rank),
         ") {");
    line("  asm volatile(\"cp.async.bulk.tensor.", rank, "d.global.shared::cta.tile.bulk_group [%0, {",
         coordinates(rank, 2), "}], [%1];\" ::\"l\"(&map), \"r\"(shared_address(from))", operands(rank),
         " : \"memory\");");
    line("}");
    line("__device__ __forceinline__ void store_commit() {");
    line("  asm volatile(\"cp.async.bulk.commit_group;\" ::: \"memory\");");
    line("}");
    line("// Until the engine has read shared memory.");
    line("__device__ __forceinline__ void store_wait() {");
    line("  asm volatile(\"cp.async.bulk.wait_group.read 0;\" ::: \"memory\");");
    line("}");
    if (threads_load()) {
      line("// The engine sees what threads wrote.");
      line("__device__ __forceinline__ void engine_fence() {");
      line("  asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");");
      line("}");
    }
  }
}

void CopyWriter::trace_functions() {
  const TraceShape shape = trace_shape(plan_);
  line();
  add(trace_clock);
  line("// Waits for a value: a branch that is never taken needs it.");
  line("__device__ __forceinline__ void used(const Element* value, unsigned long long* trace) {");
  const int bytes = plan_.unit_bytes();
  line("  const unsigned x = *reinterpret_cast<const ",
       bytes == 1   ? "unsigned char"
       : bytes == 2 ? "unsigned short"
                    : "unsigned",
       "*>(value);");
  line(
      "  asm volatile(\"{ .reg .pred p; setp.eq.u32 p, %0, 0x9E3779B9; @p st.global.u32 [%1], %0; }\" ::\"r\"(x), "
      "\"l\"(trace) : \"memory\");");
  line("}");
  line(
      "__device__ __forceinline__ void note(unsigned long long* trace, bool traced, int side, int access, unsigned "
      "begin,");
  line("                                     unsigned end) {");
  line("  if (!traced || threadIdx.x % 32 != 0) return;");
  line("  trace[(side * ", shape.warps, " + threadIdx.x / 32) * ", shape.accesses,
       " + access] = (static_cast<unsigned long long>(begin) << 32) | (end - begin);");
  line("}");
  add(trace_timer);
}

}  // namespace stridescope
