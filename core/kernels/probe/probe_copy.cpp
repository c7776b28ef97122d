// Writes the probe of a copy atom. All layouts are of bits; pieces of 16 bits are distinguishable, or of 8 if the atom
// moves single bytes.
#include "core/kernels/kernel_writer.h"
#include "core/kernels/plan_tools.h"
#include "core/kernels/probe/probe_writer.h"
#include "core/tiled/instruction.h"

namespace stridescope {
namespace {

class CopyProbeWriter {
 public:
  explicit CopyProbeWriter(const ProbePlan& plan) : plan_(plan), atom_(*plan.copy), operation_(atom_.operation) {}

  KernelText write() {
    Arith arith;
    threads_ = product(arith, atom_.src_bits.shape[0]).value;
    src_bits_ = product(arith, atom_.src_bits.shape[1]).value;
    dst_bits_ = product(arith, atom_.dst_bits.shape[1]).value;
    piece_ = src_bits_ >= 16 ? 16 : 8;
    KernelText out;
    append(out, filled(templates::probe_copy, "head",
                       {{"PIECE_BITS", piece_},
                        {"PIECE", piece_ == 16 ? "unsigned short" : "unsigned char"},
                        {"ATOM", atom_.name},
                        {"NAMED", !atom_.ptx.empty()},
                        {"MNEMONIC", atom_.ptx.empty() ? std::string() : atom_.ptx.front()},
                        {"NEEDED", !plan_.needs.empty()},
                        {"NEEDS", plan_.needs},
                        {"TABLES", tables()},
                        {"LISTED", max_probe_listed}}));
    append(out, filled(templates::probe_copy, "kernel", {{"WAY", way()}}));
    out.name = "stridescope_probe";
    out.blocks = 1;
    out.threads = threads_;
    out.needs = plan_.needs;
    return out;
  }

 private:
  std::int64_t pieces(std::int64_t bits) const { return bits / piece_; }
  // {%1, %2}
  static std::string numbers(int first, std::int64_t count) {
    std::string out;
    for (int i = 0; i < count; ++i) append_all(out, i == 0 ? "{%" : ", %", first + i);
    return out + "}";
  }
  static std::string bound(std::int64_t count, std::string_view how) {
    std::string out;
    for (std::int64_t i = 0; i < count; ++i) append_all(out, i == 0 ? "\"" : ", \"", how, "\"(x[", i, "])");
    return out;
  }

  MarkedText tables() const {
    MarkedText out;
    for (const bool source : {true, false}) {
      const Layout& bits = source ? atom_.src_bits : atom_.dst_bits;
      const std::string name = source ? "src" : "dst";
      MarkedText indices =
          index_text(cat(name, "_thread"), cat(name, ": thread"), index_of(LayoutRef(bits)[0], "0"), false);
      append(indices, index_text(cat(name, "_bit"), cat(name, ": bit"), index_of(LayoutRef(bits)[1], "1"), false));
      append(out, filled(templates::probe_copy, "table",
                         {{"NAME", name},
                          {"WHAT", source ? "source" : "destination"},
                          {"INDICES", std::move(indices)},
                          {"PIECE_BITS", piece_}}));
    }
    return out;
  }

  MarkedText way() const {
    if (operation_.instruction == CopyInstruction::ldmatrix) {
      const std::int64_t count = dst_bits_ / 32;
      return filled(templates::probe_copy, "load_matrix",
                    {{"THREADS", threads_},
                     {"COUNT", count},
                     {"MNEMONIC", atom_.ptx.front()},
                     {"NUMBERS", numbers(0, count)},
                     {"FROM", count},
                     {"OUTPUTS", bound(count, "=r")},
                     {"PIECES", pieces(dst_bits_)}});
    }
    if (operation_.instruction == CopyInstruction::stmatrix) {
      const std::int64_t count = src_bits_ / 32;
      return filled(templates::probe_copy, "store_matrix",
                    {{"THREADS", threads_},
                     {"COUNT", count},
                     {"STORE_MNEMONIC", atom_.ptx.front()},
                     {"NUMBERS_TO", numbers(1, count)},
                     {"INPUTS", bound(count, "r")},
                     {"PIECES", pieces(src_bits_)},
                     {"ROWS", 8 * count}});
    }
    if (operation_.instruction == CopyInstruction::movmatrix)
      return filled(templates::probe_copy, "move_matrix", {{"MOVE_MNEMONIC", atom_.ptx.front()}});
    const std::int64_t bytes = src_bits_ / 8;
    return filled(templates::probe_copy, "single",
                  {{"PIECES", pieces(src_bits_)},
                   {"ROOM", probe_room_words},
                   {"ASYNC", operation_.instruction == CopyInstruction::cp_async},
                   {"ZERO_FILL", operation_.zero_fill},
                   {"CACHE", operation_.past_l1 ? "cg" : "ca"},
                   {"BYTES", bytes},
                   {"SOURCE_BYTES", bytes},
                   {"ACCESS", access_type(bytes)}});
  }

  const ProbePlan& plan_;
  const CopyAtom& atom_;
  const CopyOperation operation_;
  std::int64_t threads_ = 0;
  std::int64_t src_bits_ = 0;
  std::int64_t dst_bits_ = 0;
  std::int64_t piece_ = 16;
};

}  // namespace

KernelText copy_probe_text(const ProbePlan& plan) { return CopyProbeWriter(plan).write(); }

}  // namespace stridescope
