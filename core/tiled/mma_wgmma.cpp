// wgmma of sm90, dense and sparse: one rule for every M64 x N x K.
// Source: PTX ISA 9.0, 9.7.15.5 (shapes, register fragments), 9.7.15.6 (sparse); CUTLASS include/cute/atom/
// mma_traits_sm90_gmma.hpp and _ext.hpp (N by 8), mma_traits_sm90_gmma_sparse.hpp (ELayout_64x16, _64x32, _64x64).
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// D A B as in the name; K of the dense instruction.
struct TypesRow {
  std::string_view types;
  int k;
  bool majors;  // 16-bit operands in shared memory may be MN-major, and the name has no _TN
  bool integer;
};

constexpr TypesRow types[] = {
    {"F16F16F16", 16, true, false},    {"F32F16F16", 16, true, false},    {"F32BF16BF16", 16, true, false},
    {"F32TF32TF32", 8, false, false},  {"F16E4M3E4M3", 32, false, false}, {"F16E4M3E5M2", 32, false, false},
    {"F16E5M2E4M3", 32, false, false}, {"F16E5M2E5M2", 32, false, false}, {"F32E4M3E4M3", 32, false, false},
    {"F32E4M3E5M2", 32, false, false}, {"F32E5M2E4M3", 32, false, false}, {"F32E5M2E5M2", 32, false, false},
    {"S32S8S8", 32, false, true},      {"S32S8U8", 32, false, true},      {"S32U8S8", 32, false, true},
    {"S32U8U8", 32, false, true},
};

// True for valid N: for 8-bit integers 8, 16, 24, 32, then multiples of 16.
bool legal_n(int n, bool integer) { return n >= 8 && n <= 256 && n % 8 == 0 && (!integer || n <= 32 || n % 16 == 0); }

constexpr std::string_view k_major = "GMMA::Major::K";
constexpr std::string_view mn_major = "GMMA::Major::MN";
constexpr std::string_view negative = "GMMA::ScaleIn::Neg";
constexpr std::string_view second_half = "GMMA::SparseSel::One";

// True if the argument is one of two spellings, possibly with CUTLASS's namespace as a prefix.
bool is_either(const TypeName& arg, std::string_view a, std::string_view b) {
  const std::string_view head = arg.head.starts_with("SM90::") ? arg.head.substr(6) : arg.head;
  return !arg.has_args && (head == a || head == b);
}

// The valid template arguments, in order.
Message template_arguments(const TypesRow& row, bool sparse) {
  if (row.integer) {
    return sparse ? say("its template argument is a GMMA::SparseSel") : say("it has no template arguments");
  }
  if (row.majors && sparse)
    return say("its template arguments are two GMMA::Major, two GMMA::ScaleIn and a GMMA::SparseSel");
  if (row.majors) return say("its template arguments are two GMMA::Major, two GMMA::ScaleIn");
  return sparse ? say("its template arguments are two GMMA::ScaleIn and a GMMA::SparseSel")
                : say("its template arguments are two GMMA::ScaleIn");
}

// The majors that the name gives, completed: by K or MN for both operands, as far as both exist.
Refusal missing_majors(const TypeName& name, bool from_registers) {
  Refusal why = {
      say("the first template arguments of {} are the majors of A and B: GMMA::Major::K or GMMA::Major::MN", name.head),
      say("K if the elements of a row of K are adjacent in memory, MN if those of M or N are")};
  std::string others;
  for (const TypeName& arg : name.args) {
    if (arg.head.find("::Scale") != std::string_view::npos || arg.head.find("::Sparse") != std::string_view::npos)
      append_all(others, ',', arg.text());
  }
  const bool given = !name.args.empty() && is_either(name.args[0], k_major, mn_major);
  for (const std::string_view major : {k_major, mn_major}) {
    const std::string_view first = given ? name.args[0].head : from_registers ? k_major : major;
    why.fixes.push_back(cat(name.head, '<', first, ',', major, others, '>'));
  }
  return why;
}

bool read_arguments(const TypeName& name, const TypesRow& row, bool sparse, bool from_registers, MmaAtom& out,
                    Refusal& why) {
  std::size_t next = 0;
  const auto more = [&] { return next < name.args.size(); };
  if (row.majors) {
    for (OperandMajor* major : {&out.a_major, &out.b_major}) {
      if (!more() || !is_either(name.args[next], k_major, mn_major)) {
        why = missing_majors(name, from_registers);
        return false;
      }
      *major = name.args[next++].head.ends_with("MN") ? OperandMajor::mn : OperandMajor::k;
    }
    if (from_registers && out.a_major != OperandMajor::k) {
      TypeName meant = name;
      meant.args[0].head = k_major;
      why = {say("{}: A comes from registers and must be K-major", name.head),
             say("give GMMA::Major::K first"),
             {meant.text()}};
      return false;
    }
  }
  for (int i = 0; i < 2 && !row.integer && more() && is_either(name.args[next], "GMMA::ScaleIn::One", negative); ++i)
    out.negates = is_either(name.args[next++], negative, negative) || out.negates;
  if (sparse && more() && is_either(name.args[next], "GMMA::SparseSel::Zero", second_half))
    out.sparse_selector = is_either(name.args[next++], second_half, second_half) ? 1 : 0;
  if (more()) {
    why = {
        say("{} does not take '{}' as template argument {}", name.head, name.args[next].text().substr(0, 60), next + 1),
        template_arguments(row, sparse)};
    return false;
  }
  return true;
}

// Metadata, 2 bits per element; one of four threads provides it for 32-bit elements, two of four for 16-bit, four for
// 8-bit.
Layout metadata(int k) {
  if (k == 64) return layout_row("((2,2,8,4),(32)):((8,2048,1,16),(64))");
  return layout_row(k == 32 ? "((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))" : "((2,2,8,4),(8,2)):((512,0,1,16),(64,8))");
}

}  // namespace

bool wgmma_rule(const TypeName& name, MmaAtom& out, Refusal& why) {
  NameReader in(name.head);
  const bool sparse = in.skip("SM90::GMMA::SPARSE::GMMA_");
  if (!sparse && !in.skip("SM90_") && !in.skip("SM90::GMMA::MMA_")) return false;
  if (!in.skip("64x")) return false;
  const int n = in.number();
  if (n < 0 || !in.skip("x")) return false;
  const int k = in.number();
  if (k < 0 || !in.skip("_")) return false;
  const std::string_view text = in.rest().substr(0, in.rest().find('_'));
  const TypesRow* row = nullptr;
  for (const TypesRow& candidate : types) {
    if (candidate.types == text) row = &candidate;
  }
  if (row == nullptr || k != row->k * (sparse ? 2 : 1)) return false;
  const DataType d = *in.type();
  const DataType a = *in.type();
  const DataType b = *in.type();
  const bool from_registers = in.skip("_RS");
  if (!from_registers && !in.skip("_SS")) return false;
  if (!row->majors && !in.skip("_TN")) return false;
  const bool saturate = row->integer && in.skip("_SATURATE");
  if (!in.done()) return false;
  if (!legal_n(n, row->integer)) {
    why = {row->integer ? say("wgmma does not support N = {} for 8-bit integers", n)
                        : say("wgmma does not support N = {}", n),
           row->integer ? say("N must be 8, 16, 24, 32, 48 and so on in steps of 16 up to 256")
                        : say("N must be a multiple of 8 up to 256")};
    return true;
  }
  if (!read_arguments(name, *row, sparse, from_registers, out, why)) return true;
  out.source = sparse ? "PTX ISA 9.0, 9.7.15.6; CUTLASS mma_traits_sm90_gmma_sparse.hpp"
                      : "PTX ISA 9.0, 9.7.15.5; CUTLASS mma_traits_sm90_gmma.hpp";
  out.arch = 90;
  out.instruction = MmaInstruction::wgmma;
  out.ptx = {cat("wgmma.mma_async", sparse ? ".sp" : "", ".sync.aligned.m64n", n, 'k', k, '.', ptx_of(d), '.',
                 ptx_of(a), '.', ptx_of(b), saturate ? ".satfinite" : "")};
  out.shape_mnk = tuple_row(cat("(64,", n, ',', k, ')'));
  out.thr_id = layout_row("128:1");
  out.val_a = sparse ? sparse_type(2, a) : a;
  out.val_b = b;
  out.val_c = out.val_d = d;
  const std::int64_t va = std::int64_t{std::max(1, 32 / a.bits)} * (sparse ? 2 : 1);
  if (from_registers) {  // four warps of 16 rows each, like A of mma.sync
    out.a = thread_value({{4, 64 * va}, {8, 1}, {4, 16}}, {{va, 64}, {2, 8}, {k / (4 * va), 4 * va * 64}});
  } else {
    out.a = layout_row(cat("(128,(64,", k, ")):(0,(1,64))"));
  }
  out.b = layout_row(cat("(128,(", n, ',', k, ")):(0,(1,", n, "))"));
  out.c = layout_row(cat("((4,8,4),(2,2,", n / 8, ")):((128,1,16),(64,8,512))"));
  if (sparse) {
    out.val_e = sparse_type(a.bits == 32 ? 4 : 8, *type_of_code("U8"));
    out.e = metadata(k);
  }
  out.a_regs = from_registers ? Registers{"uint32_t", 4, 32} : Registers{"uint64_t", 1, 64};
  out.b_regs = {"uint64_t", 1, 64};
  out.c_regs = registers_of(d, n / 2, true);
  out.d_regs = {"void", 0, 0};
  out.a_place = from_registers ? OperandPlace::registers : OperandPlace::shared_memory;
  out.b_place = OperandPlace::shared_memory;
  return true;
}

void wgmma_names(std::vector<std::string>& out) {
  for (const bool sparse : {false, true}) {
    for (const TypesRow& row : types) {
      for (int n = 8; n <= 256; n += 8) {
        if (!legal_n(n, row.integer)) continue;
        for (const char* place : {"_SS", "_RS"}) {
          const std::string name = cat(sparse ? "SM90::GMMA::SPARSE::GMMA_64x" : "SM90_64x", n, 'x',
                                       row.k * (sparse ? 2 : 1), '_', row.types, place, row.majors ? "" : "_TN");
          out.push_back(row.majors               ? cat(name, "<GMMA::Major::K,GMMA::Major::K>")
                        : row.integer && !sparse ? name
                                                 : cat(name, "<>"));
          if (row.integer) out.push_back(cat(name, "_SATURATE", sparse ? "<>" : ""));
        }
      }
    }
  }
}

}  // namespace stridescope
