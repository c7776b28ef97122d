// Writes the probe of the copy engine of sm90: one thread, or one in each of two blocks of a cluster, copies 8192 bits
// between global and shared memory with one instruction.
// Source: PTX ISA 9.0, 9.7.9.25 (cp.async.bulk, cp.reduce.async.bulk, cp.async.bulk.tensor), 9.7.13.15 (mbarrier).
#include "core/kernels/kernel_writer.h"
#include "core/kernels/plan_tools.h"
#include "core/kernels/probe/probe_writer.h"

namespace stridescope {
namespace {

constexpr int before = 7;  // the value that a reduction adds to

class BulkProbeWriter {
 public:
  explicit BulkProbeWriter(const ProbePlan& plan) : plan_(plan), atom_(*plan.copy), mnemonic_(plan.copy->ptx.front()) {}

  KernelText write() const {
    KernelText out;
    append(out, filled(templates::probe_bulk, "head",
                       {{"ATOM", atom_.name},
                        {"MNEMONIC", mnemonic_},
                        {"NEEDS", plan_.needs},
                        {"TENSOR", tensor()},
                        {"IM2COL", im2col()},
                        {"TABLES", tables()}}));
    append(out, kernel());
    out.name = "stridescope_probe";
    out.blocks = multicast() ? 2 : 1;
    out.threads = 1;
    out.needs = plan_.needs;
    return out;
  }

 private:
  bool loads() const { return atom_.operation.completes; }
  bool multicast() const { return atom_.operation.multicast; }
  bool tensor() const { return plan_.map != ProbePlan::Map::none; }
  bool im2col() const { return plan_.map == ProbePlan::Map::im2col; }

  MarkedText tables() const {
    MarkedText out;
    for (const bool source : {true, false}) {
      const Layout& bits = source ? atom_.src_bits : atom_.dst_bits;
      const std::string name = source ? "src" : "dst";
      append(out, filled(templates::probe_bulk, "table",
                         {{"NAME", name},
                          {"WHAT", source ? "source" : "destination"},
                          {"INDICES", index_text(cat(name, "_bit"), cat(name, ": bit"),
                                                 index_of(LayoutRef(bits)[1], "1"), false)}}));
    }
    return out;
  }

  // The operands in the order of the mnemonic.
  std::string operands(std::int64_t bytes) const {
    const std::string there = !tensor() ? "[%1]" : im2col() ? "[%1, {%2, %2, %2}]" : "[%1, {%2}]";
    std::string out = loads() ? cat("[%0], ", there) : cat(there, ", [%0]");
    if (!tensor()) append_all(out, ", ", bytes);
    if (loads()) out += ", [%3]";
    if (loads() && im2col()) out += ", {%4}";
    if (multicast()) out += ", %5";
    if (atom_.operation.cache_hint) out += ", %6";
    return out;
  }

  MarkedText kernel() const {
    Arith arith;
    const std::int64_t bytes = product(arith, atom_.src_bits.shape[1]).value / 8;
    const int there = atom_.operation.reduces ? before : 0;
    return filled(
        templates::probe_bulk, "kernel",
        {{"CLUSTER", multicast() ? "__cluster_dims__(2, 1, 1)" : ""},
         {"PARAMETERS", cat("unsigned long long* wrong", tensor() ? ", const __grid_constant__ TensorMap map" : "")},
         {"PIECES", bytes / 2},
         {"ROOM", probe_room_words},
         {"CACHED", atom_.operation.cache_hint},
         {"LOADS", loads()},
         {"MULTICAST", multicast()},
         {"BEFORE", there},
         {"BYTES", bytes},
         {"MNEMONIC", mnemonic_},
         {"OPERANDS", operands(bytes)},
         {"GLOBAL", tensor() ? "\"l\"(&map)" : "\"l\"(outside)"},
         {"GOT", loads()      ? std::string("inside[i]")
                 : there != 0 ? cat("outside[i] - ", there)
                              : std::string("outside[i]")},
         {"LISTED", max_probe_listed}});
  }

  const ProbePlan& plan_;
  const CopyAtom& atom_;
  const std::string& mnemonic_;
};

}  // namespace

KernelText bulk_probe_text(const ProbePlan& plan) { return BulkProbeWriter(plan).write(); }

}  // namespace stridescope
