// Writes mma_kernel as CUDA text (cuda/mma_kernel.cuh): a loop over the parts of mma_writer.h, and the code that checks
// the result.
#include "core/kernels/mma/mma_kernel_text.h"
#include "core/kernels/mma/mma_writer.h"
#include "core/kernels/proof_text.h"

namespace stridescope {
namespace {

class MmaKernelWriter : MmaWriter {
 public:
  explicit MmaKernelWriter(const MmaPlan& plan) : MmaWriter(plan), plan_(plan) {}

  KernelText write() const {
    KernelText out;
    append(out, body("head", {{"ABOUT", about()}, {"ELEMENTS", elements()}}));
    append(out, store(c_side(), plan_.c.type));
    append(out, operand(plan_.a));
    append(out, operand(plan_.b));
    append(out, maps());
    append(out, loads());
    append(out, instruction());
    append(out, multiply());
    append(out, kernel());
    out.name = "stridescope_mma";
    out.threads = plan_.threads;
    // Room for alignment to 1024, as swizzles require.
    out.shared_bytes = fed() ? plan_.shared_bytes + 1024 : 0;
    out.needs = plan_.needs;
    return out;
  }

 private:
  bool fed() const { return plan_.a.smem.has_value(); }
  KernelSide c_side() const { return {"c", plan_.c.element, {}, 0, 0, plan_.c.bits / 8, {}}; }
  std::int64_t offset_b() const { return (plan_.a.smem_bytes + 1023) / 1024 * 1024; }

  MarkedText body(std::string_view text, const Holes& holes) const {
    return filled(templates::mma_kernel, text, holes, {{"FED", fed()}});
  }

  // The load of an element from global memory, and its position in shared memory.
  MarkedText operand(const MmaFragment& f) const {
    const bool a = f.operand == MmaOperand::a;
    MarkedText indices = index_text(cat(f.name, "_thread"), cat(f.name, ": thread"), f.element.thread, false);
    append(indices, index_text(cat(f.name, "_value"), cat(f.name, ": value"), f.element.value, false));
    MarkedText places;
    if (fed()) {
      const auto index = tensor_index(a ? *plan_.tile.smem_a : *plan_.tile.smem_b);
      places = index_text(cat(f.name, "_at"), cat(f.name, ": element of the tile to shared memory"),
                          index ? index->index : KernelIndex{}, false);
      if (f.bits < 8 && index) append(places, swizzle_text(cat(f.name, "_at"), index->swizzles));
    }
    return body("operand", {{"UPPER", a ? "A" : "B"},
                            {"NAME", f.name},
                            {"ELEMENT", a ? "AElement" : "BElement"},
                            {"INDICES", std::move(indices)},
                            {"READ", element_read_text(f.bits, "from", "i")},
                            {"PLACES", std::move(places)}});
  }

  Holes fill_registers(const MmaFragment& f) const {
    return {{"NAME", f.name},
            {"ARRAY", f.operand == MmaOperand::a ? "A" : "B"},
            {"REST_K", f.rest_k},
            {"ONE_K", f.values / f.rest_k},
            {"PUT", put_value(f, cat(f.name, "[k]"))}};
  }

  Holes fill_shared(const MmaFragment& f) const {
    const bool a = f.operand == MmaOperand::a;
    std::string where = cat(f.name, "_at(i)");
    if (!f.smem->swizzles.empty())
      where = cat(f.bits < 8 ? cat(f.name, "_at") : cat("smem_", f.name), "_swizzle(", where, ')');
    return {{"NAME", f.name},
            {"ARRAY", a ? "A" : "B"},
            {"ELEMENT", a ? "AElement" : "BElement"},
            {"COUNT", plan_.extents[a ? 0 : 1] * plan_.extents[2]},
            {"BEGIN", a ? std::string("stage") : cat("stage + ", offset_b())},
            {"AT", where},
            // A layout may put elements of two threads into one word.
            {"BYTES", f.bits >= 8},
            {"BITS", f.bits}};
  }

  MarkedText kernel() const {
    std::vector<Holes> registers;
    std::vector<Holes> shared;
    for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
      if (fed()) shared.push_back(fill_shared(*f));
      if (in_registers(*f) && !(fed() && f->smem)) registers.push_back(fill_registers(*f));
    }
    const bool a_registers = in_registers(plan_.a);
    return body("kernel", {{"THREADS", plan_.threads},
                           {"PACKED", plan_.a.bits < 8 || plan_.b.bits < 8},
                           {"WORDS", plan_.shared_bytes / 4},
                           {"FILL", std::move(shared)},
                           {"WGMMA", wgmma()},
                           {"OFFSET_B", offset_b()},
                           {"BASES", thread_bases()},
                           {"OPERANDS", operands()},
                           {"ACCUMULATORS", accumulators()},
                           {"REGISTERS", std::move(registers)},
                           {"A_REGISTERS", a_registers},
                           {"A_BYTES", plan_.a.bits / 8},
                           {"B_BYTES", plan_.b.bits / 8},
                           {"A_SOURCE", a_registers ? "a" : "smem_a"},
                           // Registers must stay unchanged until the instructions that read them are complete.
                           {"WAITED", a_registers ? 0 : 1},
                           {"ATOMS_K", plan_.atoms[2]},
                           {"SLOT", plan_.extents[0] * plan_.extents[1]},
                           {"VALUES", plan_.c.values},
                           {"STEP", store_width(c_side(), plan_.c.type)}});
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
  out.exclusive_or = plan.tile.mma.atom.exclusive_or;
  out.tolerance = mma_tolerance(out.type_a, out.type_accumulator, out.type_c);
  out.slot_elements = plan.extents[0] * plan.extents[1];
  for (const DataType* type : {&out.type_a, &out.type_b, &out.type_c}) {
    if (!value_format(*type)) {
      return failure(ErrorCode::unsupported, say("mma_kernel: no reference for elements of {}", type->name));
    }
  }
  return out;
}

}  // namespace stridescope
