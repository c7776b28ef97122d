// Writes the probe of an MMA atom, and the file for nvcc.
#include "core/kernels/probe/probe_writer.h"

#include <algorithm>

#include "core/kernels/copy/tensor_map.h"
#include "core/kernels/mma/mma_values.h"
#include "core/kernels/mma/mma_writer.h"
#include "core/kernels/probe/probe_plan.h"
#include "core/kernels/proof_text.h"

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

  KernelText write() const {
    KernelText out;
    append(out,
           filled(templates::probe_mma, "head", {{"ABOUT", about()}, {"ELEMENTS", elements()}, {"TABLES", tables()}}));
    append(out, numbers());
    append(out, value_text(*value_format(plan_.c.type), "c_number"));
    append(out, maps());
    append(out, loads());
    append(out, instruction());
    append(out, multiply());
    append(out, kernel());
    out.name = "stridescope_probe";
    out.threads = plan_.threads;
    out.blocks = std::min<std::int64_t>(probed(), 528);
    out.shared_bytes = fed() ? plan_.shared_bytes + 1024 : 0;
    out.needs = plan_.needs;
    return out;
  }

 private:
  bool fed() const { return plan_.b.smem.has_value(); }
  std::int64_t rows() const { return plan_.extents[0]; }
  std::int64_t probed() const { return plan_.extents[0] * plan_.extents[2]; }

  MarkedText tables() const {
    MarkedText out;
    for (const MmaFragment* f : {&plan_.a, &plan_.b, &plan_.c}) {
      append(out, filled(templates::probe_mma, "table",
                         {{"OPERAND", f->name},
                          {"WHAT", f == &plan_.a   ? "m + M k"
                                   : f == &plan_.b ? "n + N k"
                                                   : "m + M n"},
                          {"INDICES", indices(f->name, f->element)}}));
    }
    if (fed()) {
      append(out, place(plan_.a, *plan_.tile.smem_a));
      append(out, place(plan_.b, *plan_.tile.smem_b));
    }
    if (plan_.metadata) append(out, metadata_tables());
    return out;
  }

  static MarkedText indices(std::string_view name, const KernelMap& map) {
    MarkedText out = index_text(cat(name, "_thread"), cat(name, ": thread"), map.thread, false);
    append(out, index_text(cat(name, "_value"), cat(name, ": value"), map.value, false));
    return out;
  }

  static MarkedText place(const MmaFragment& f, const AnyLayout& layout) {
    const auto index = tensor_index(layout);
    return index_text(cat(f.name, "_at"), cat(f.name, ": element to shared memory"),
                      index ? index->index : KernelIndex{}, false);
  }

  MarkedText metadata_tables() const {
    const MmaMetadata& e = *plan_.metadata;
    return filled(templates::probe_mma, "metadata",
                  {{"GROUP", e.group},
                   {"PAIRED", e.group == 2},
                   {"STORED", cat(e.group / 2, e.group == 2 ? " is" : " are")},
                   {"SIZE_M", rows()},
                   {"INDICES", indices("e", e.element)}});
  }

  MarkedText numbers() const {
    const ValueFormat b = *value_format(plan_.b.type);
    std::string list;
    for (std::uint64_t i = 0; i < std::uint64_t{1} << probe_.digit_bits; ++i)
      append_all(list, i == 0 ? "" : ", ", encoded(b, i), "ull");
    return filled(templates::probe_mma, "numbers",
                  {{"TYPE", plan_.b.type.name},
                   {"NUMBERS", list},
                   {"DIGIT_BITS", probe_.digit_bits},
                   {"DIGIT_MASK", (1 << probe_.digit_bits) - 1}});
  }

  static Holes fill(const MmaFragment& f, std::string_view bits) {
    return {{"NAME", f.name},
            {"VALUES", f.values},
            {"NEXT", f.logical == 1 ? std::string("++v") : cat("v += ", f.logical)},
            {"BITS", bits},
            {"PUT", put_value(f, cat(f.name, "[0]"))}};
  }

  MarkedText kernel() const {
    const auto& [m, n, k] = plan_.extents;
    const bool a_shared = !in_registers(plan_.a);
    const bool sparse = plan_.metadata.has_value();
    const std::string one = cat(encoded(*value_format(plan_.a.type), 1), "ull");
    const std::string_view hot = sparse ? "stored(hot)" : "hot";
    std::vector<Holes> fills;
    if (!a_shared) {
      const std::string kept = sparse ? cat("i % ", m, " + i / ", m, " / 2 * ", m) : std::string("i");
      fills.push_back(fill(plan_.a, cat(kept, " == ", hot, " ? ", one, " : 0")));
    }
    if (!fed()) fills.push_back(fill(plan_.b, "number[said(i, d)]"));
    const std::string_view held = register_type(plan_.c.registers);
    return filled(templates::probe_mma, "kernel",
                  {{"THREADS", plan_.threads},
                   {"FED", fed()},
                   {"A_SHARED", a_shared},
                   {"OFFSET_B", (plan_.a.smem_bytes + 1023) / 1024 * 1024},
                   {"DIGITS", probe_.digits},
                   {"A_STORED", m * k / plan_.a.logical},
                   {"B_STORED", n * k},
                   {"B_PLACE", fed() && !plan_.b.smem->swizzles.empty() ? "smem_b_swizzle(b_at(i))" : "b_at(i)"},
                   {"PROBED", probed()},
                   {"OPERANDS", operands()},
                   {"ACCUMULATORS", accumulators()},
                   {"FILL", std::move(fills)},
                   {"SPARSE", sparse},
                   {"METADATA_VALUES", sparse ? plan_.metadata->values : 0},
                   {"GROUP", sparse ? plan_.metadata->group : 1},
                   {"SIZE_M", m},
                   {"SIZE_N", n},
                   {"SIZE_K", k},
                   {"HOT", hot},
                   {"ONE", one},
                   {"A_SOURCE", a_shared ? "smem_a" : "a"},
                   {"ARGUMENTS", sparse ? "0, metadata" : "0"},
                   {"C_VALUES", plan_.c.values},
                   {"EXCLUSIVE_OR", plan_.instruction.find(".xor") != std::string::npos},
                   {"GOT", cat("c_number(",
                               held == "float"      ? "__float_as_uint(c[v])"
                               : held == "double"   ? "static_cast<unsigned long long>(__double_as_longlong(c[v]))"
                               : plan_.c.bits == 16 ? "c[v / 2] >> v % 2 * 16 & 65535"
                                                    : "c[v]",
                               ')')},
                   {"LISTED", max_probe_listed}});
  }

  const ProbePlan& probe_;
  const MmaPlan& plan_;
};

}  // namespace

KernelText cuda_text(const ProbePlan& plan) {
  if (plan.mma) return MmaProbeWriter(plan).write();
  if (plan.copy) return plan.bulk ? bulk_probe_text(plan) : copy_probe_text(plan);
  KernelText out;
  out.text = cat("// ", english(plan.not_runnable), '\n');
  return out;
}

std::string standalone_text(const ProbePlan& plan) {
  const KernelText kernel = cuda_text(plan);
  if (kernel.threads == 0) return kernel.text;
  const bool engine = plan.map != ProbePlan::Map::none;
  MarkedText out = standalone_begin("probe", plan.needs, engine);
  out.text += kernel.text;
  append(out, standalone_check());
  append(out, filled(templates::host_probe, "main",
                     {{"MAPS", engine ? tensor_map_text(tensor_map_of(plan.map), "probe") : MarkedText()},
                      {"ENGINE", engine},
                      {"ROOM", probe_room_words},
                      {"BLOCKS", kernel.blocks},
                      {"THREADS", kernel.threads},
                      {"SHARED_BYTES", kernel.shared_bytes},
                      {"CHECKS", plan.checks}}));
  return std::move(out.text);
}

}  // namespace stridescope
