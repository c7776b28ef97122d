// The probe of a copy atom as CUDA. All layouts are of bits; what is told apart are pieces of 16 bits, or of 8 where
// the atom moves single bytes.
#include "core/codegen/kernel_writer.h"
#include "core/codegen/plan_tools.h"
#include "core/codegen/probe_writer.h"

namespace stridescope {
namespace {

class CopyProbeWriter : KernelWriter {
 public:
  explicit CopyProbeWriter(const ProbePlan& plan) : plan_(plan), atom_(*plan.copy) {}

  KernelText write() {
    Arith arith;
    threads_ = product(arith, atom_.src_bits.shape[0]).value;
    src_bits_ = product(arith, atom_.src_bits.shape[1]).value;
    dst_bits_ = product(arith, atom_.dst_bits.shape[1]).value;
    piece_ = src_bits_ >= 16 ? 16 : 8;
    const std::string_view head(atom_.name);
    line("// A probe, written by Stridescope: every ", piece_,
         " bits of the source say which of the reference they are.");
    line("//   copy   ", atom_.name, atom_.ptx.empty() ? "" : ": ", atom_.ptx.empty() ? "" : atom_.ptx.front());
    if (!plan_.needs.empty()) line("// Needs ", plan_.needs, " or newer.");
    line("using Piece = ", piece_ == 16 ? "unsigned short" : "unsigned char", ';');
    for (const bool source : {true, false}) {
      const Layout& bits = source ? atom_.src_bits : atom_.dst_bits;
      const std::string name = source ? "src" : "dst";
      line("// The table of the ", source ? "source" : "destination", ": (thread, bit) -> bit of the reference.");
      map(cat(name, "_thread"), cat(name, ": thread"), index_of(LayoutRef(bits)[0], "0"), false);
      map(cat(name, "_bit"), cat(name, ": bit"), index_of(LayoutRef(bits)[1], "1"), false);
      line("__device__ constexpr int ", name, "_number(int t, int piece) { return (", name, "_thread(t) + ", name,
           "_bit(piece * ", piece_, ")) / ", piece_, " + 1; }");
    }
    line("__device__ __forceinline__ void check(unsigned long long* wrong, int t, int piece, int got, int expected) {");
    line("  if (got == expected) return;");
    line("  const unsigned long long x = atomicAdd(wrong, 1ull);");
    line("  if (x >= ", max_probe_listed, ") return;");
    line("  wrong[1 + 4 * x] = 0;");
    line("  wrong[2 + 4 * x] = t + (static_cast<unsigned long long>(piece) << 32);");
    line("  wrong[3 + 4 * x] = got;");
    line("  wrong[4 + 4 * x] = expected;");
    line("}");
    line();
    line("extern \"C\" __global__ void stridescope_probe(unsigned long long* wrong) {");
    line("  const int t = threadIdx.x;");
    if (head.find("LDSM") != std::string_view::npos) {
      load_matrix();
    } else if (head.find("STSM") != std::string_view::npos) {
      store_matrix();
    } else if (head.find("MOVM") != std::string_view::npos) {
      move_matrix();
    } else {
      single(head.find("CP_ASYNC") != std::string_view::npos, head.find("ZFILL") != std::string_view::npos);
    }
    line("}");
    KernelText& out = text();
    out.name = "stridescope_probe";
    out.blocks = 1;
    out.threads = threads_;
    out.needs = plan_.needs;
    return std::move(out);
  }

 private:
  std::int64_t pieces(std::int64_t bits) const { return bits / piece_; }
  std::string registers(std::int64_t count) const {
    std::string out;
    for (std::int64_t i = 0; i < count; ++i) append_all(out, i == 0 ? "%" : ", %", i);
    return cat('{', out, '}');
  }
  std::string bound(std::int64_t count, std::string_view how) const {
    std::string out;
    for (std::int64_t i = 0; i < count; ++i) append_all(out, i == 0 ? "\"" : ", \"", how, "\"(x[", i, "])");
    return out;
  }
  // Without what CUTLASS's mnemonic has behind the state space.
  const std::string& mnemonic() const { return atom_.ptx.front(); }

  // A row of 16 bytes for each thread, whether it is read or not.
  void load_matrix() {
    const std::int64_t count = dst_bits_ / 32;
    line("  __shared__ __align__(128) Piece rows[", threads_, "][8];");
    line("  for (int i = 0; i < 8; ++i) rows[t][i] = static_cast<Piece>(src_number(t, i));");
    line("  __syncwarp();");
    line("  unsigned x[", count, "];");
    line("  asm volatile(\"", mnemonic(), ' ', registers(count), ", [%", count, "];\" : ", bound(count, "=r"),
         " : \"r\"(static_cast<unsigned>(__cvta_generic_to_shared(rows[t]))) : \"memory\");");
    line("  for (int i = 0; i < ", pieces(dst_bits_),
         "; ++i) check(wrong, t, i, x[i / 2] >> i % 2 * 16 & 65535, dst_number(t, i));");
  }

  void store_matrix() {
    const std::int64_t count = src_bits_ / 32;
    line("  __shared__ __align__(128) Piece rows[", threads_, "][8];");
    line("  for (int i = 0; i < 8; ++i) rows[t][i] = 0;");
    line("  __syncwarp();");
    line("  unsigned x[", count, "] = {};");
    line("  for (int i = 0; i < ", pieces(src_bits_),
         "; ++i) x[i / 2] |= static_cast<unsigned>(src_number(t, i)) << i % 2 * 16;");
    std::string list = registers(count);
    for (char& c : list) {
      if (c >= '0' && c <= '9') c = static_cast<char>(c + 1);
    }
    line("  asm volatile(\"", mnemonic(), " [%0], ", list,
         ";\" :: \"r\"(static_cast<unsigned>(__cvta_generic_to_shared(rows[t]))), ", bound(count, "r"),
         " : \"memory\");");
    line("  __syncwarp();");
    line("  // Rows beyond the matrices are addressed by nobody.");
    line("  if (t < ", 8 * count, ") {");
    line("    for (int i = 0; i < 8; ++i) check(wrong, t, i, rows[t][i], dst_number(t, i));");
    line("  }");
  }

  void move_matrix() {
    line("  unsigned x[1] = {}, y = 0;");
    line("  for (int i = 0; i < 2; ++i) x[0] |= static_cast<unsigned>(src_number(t, i)) << i * 16;");
    line("  asm volatile(\"", mnemonic(), " %0, %1;\" : \"=r\"(y) : \"r\"(x[0]));");
    line("  for (int i = 0; i < 2; ++i) check(wrong, t, i, y >> i * 16 & 65535, dst_number(t, i));");
  }

  // One access of one thread.
  void single(bool async, bool zero_fill) {
    const std::int64_t bytes = src_bits_ / 8;
    const std::int64_t count = pieces(src_bits_);
    line("  __shared__ __align__(16) Piece to[", count, "];");
    line("  // Behind the messages: somewhere in global memory.");
    line("  Piece* from = reinterpret_cast<Piece*>(wrong + ", probe_room_words, ");");
    line("  for (int i = 0; i < ", count, "; ++i) from[i] = static_cast<Piece>(src_number(t, i)), to[i] = 0;");
    line("  __threadfence();");
    if (async) {
      const char* cache = atom_.name.find("GLOBAL") != std::string::npos ? "cg" : "ca";
      for (const bool zero : {true, false}) {
        if (zero && !zero_fill) continue;
        if (zero) line("  for (int i = 0; i < ", count, "; ++i) to[i] = 99;");
        line("  asm volatile(\"cp.async.", cache, ".shared.global.L2::128B [%0], [%1], ", bytes,
             zero_fill ? ", %2;\" ::" : ";\" ::",
             "\"r\"(static_cast<unsigned>(__cvta_generic_to_shared(to))), \"l\"(from)",
             zero_fill ? cat(", \"r\"(", zero ? 0 : bytes, ")") : std::string(), " : \"memory\");");
        line("  asm volatile(\"cp.async.wait_all;\" ::: \"memory\");");
        if (zero) line("  for (int i = 0; i < ", count, "; ++i) check(wrong, t, i, to[i], 0);");
      }
    } else {
      const std::string_view access = access_type(bytes);
      line("  *reinterpret_cast<volatile unsigned char*>(to) = 0;");
      line("  *reinterpret_cast<", access, "*>(to) = *reinterpret_cast<const ", access, "*>(from);");
    }
    line("  for (int i = 0; i < ", count, "; ++i) check(wrong, t, i, to[i], dst_number(t, i));");
  }

  const ProbePlan& plan_;
  const CopyAtom& atom_;
  std::int64_t threads_ = 0;
  std::int64_t src_bits_ = 0;
  std::int64_t dst_bits_ = 0;
  std::int64_t piece_ = 16;
};

}  // namespace

KernelText copy_probe_text(const ProbePlan& plan) { return CopyProbeWriter(plan).write(); }

}  // namespace stridescope
