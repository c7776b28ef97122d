// Matrix instructions of AMD, Intel and Apple, from tables; not measured here.
//
//   v_mfma_f32_32x32x8_f16             CDNA1 to CDNA4, 64 lanes, one block only: several independent products are not
//                                      a product of one tile; also __builtin_amdgcn_mfma_f32_32x32x8f16
//   v_wmma_f32_16x16x16_f16            RDNA3, 32 lanes; lanes 16 to 31 repeat A and B
//   v_wmma_f32_16x16x16_f16_gfx12      RDNA4, 32 lanes
//   XE_DPAS_TT<8,float,bfloat16_t,bfloat16_t,float>   Intel Xe, 16 work-items, named as in sycl-tla
//   simdgroup_8x8x8_F32F16F16F32       Apple, 32 lanes
//
// Each row names its sources. Two independent sources agree, or the row is marked as having one. The sources are
// transcribed separately and compared with these rows for each lane and value (tests/unit/atom_sources.inc), except
// IREE's (IREEGPUAttrs.cpp, getSingleSubgroupLayout), which was read but not transcribed.
#include <algorithm>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// Sets of sources.
enum Source : unsigned {
  calculator = 1,
  ck = 2,
  iree = 4,
  triton = 8,
  tilelang = 16,
  hipkittens = 32,
};
constexpr std::pair<Source, std::string_view> source_names[] = {
    {calculator, "ROCm amd_matrix_instruction_calculator"},
    {ck, "composable_kernel"},
    {iree, "IREE's GPU dialect"},
    {triton, "Triton"},
    {tilelang, "TileLang"},
    {hipkittens, "HipKittens"},
};

constexpr std::string_view sycl_tla_visa_triton =
    "from tables, not measured here: intel/sycl-tla, the specification of vISA's DPAS and Intel's Triton backend agree "
    "on what each register holds, all of Intel";
constexpr std::string_view sycl_tla_visa =
    "from tables, not measured here: intel/sycl-tla and the specification of vISA's DPAS agree on what each register "
    "holds, both of Intel";
constexpr std::string_view mlx_metal =
    "from tables, not measured here: ml-explore/mlx steel/gemm/mma.h and philipturner/metal-flash-attention agree";

// Architectures other than CUDA's are numbers above 1000 (instruction.cpp).
constexpr int cdna1 = 1001, cdna2 = 1002, cdna3 = 1003, cdna4 = 1004, rdna3 = 1103, rdna4 = 1104, xe = 1201,
              apple7 = 1307;

enum class Shape { mfma, wmma3, wmma4 };

struct Row {
  Shape shape;
  int arch;                      // first architecture
  std::string_view d, size, ab;  // f32 32x32x8 f16
  unsigned sources;
  unsigned otherwise = 0;  // sources that number K differently
};

constexpr Row rows[] = {
    {Shape::mfma, cdna1, "f32", "32x32x2", "f32", calculator | ck | triton},
    {Shape::mfma, cdna1, "f32", "16x16x4", "f32", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna1, "f32", "32x32x8", "f16", calculator | ck | triton},
    {Shape::mfma, cdna1, "f32", "16x16x16", "f16", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna1, "f32", "32x32x4", "bf16", calculator | ck | triton},
    {Shape::mfma, cdna1, "f32", "16x16x8", "bf16", calculator | ck | triton},
    {Shape::mfma, cdna1, "i32", "32x32x8", "i8", calculator | ck | triton},
    {Shape::mfma, cdna1, "i32", "16x16x16", "i8", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna2, "f32", "32x32x8", "bf16", calculator | ck | triton},  // ..._bf16_1k in these sources
    {Shape::mfma, cdna2, "f32", "16x16x16", "bf16", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna2, "f64", "16x16x4", "f64", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "32x32x4", "xf32", calculator | triton},
    {Shape::mfma, cdna3, "f32", "16x16x8", "xf32", calculator | triton},
    {Shape::mfma, cdna3, "i32", "32x32x16", "i8", calculator | ck | triton},
    {Shape::mfma, cdna3, "i32", "16x16x32", "i8", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna3, "f32", "32x32x16", "fp8_fp8", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "32x32x16", "fp8_bf8", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "32x32x16", "bf8_fp8", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "32x32x16", "bf8_bf8", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "16x16x32", "fp8_fp8", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna3, "f32", "16x16x32", "fp8_bf8", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "16x16x32", "bf8_fp8", calculator | ck | triton},
    {Shape::mfma, cdna3, "f32", "16x16x32", "bf8_bf8", calculator | ck | triton | tilelang},
    {Shape::mfma, cdna4, "f32", "32x32x16", "f16", iree | triton | hipkittens},
    {Shape::mfma, cdna4, "f32", "16x16x32", "f16", iree | triton | tilelang | hipkittens},
    {Shape::mfma, cdna4, "f32", "32x32x16", "bf16", iree | triton | hipkittens},
    {Shape::mfma, cdna4, "f32", "16x16x32", "bf16", iree | triton | tilelang | hipkittens},
    {Shape::mfma, cdna4, "i32", "32x32x32", "i8", iree | triton | tilelang},
    {Shape::mfma, cdna4, "i32", "16x16x64", "i8", iree | triton | tilelang},
    {Shape::wmma3, rdna3, "f32", "16x16x16", "f16", calculator | iree | triton | tilelang},
    {Shape::wmma3, rdna3, "f32", "16x16x16", "bf16", calculator | iree | triton},
    {Shape::wmma3, rdna3, "i32", "16x16x16", "iu8", calculator | iree | triton},
    {Shape::wmma3, rdna3, "i32", "16x16x16", "iu4", calculator | triton},
    {Shape::wmma4, rdna4, "f32", "16x16x16", "f16", calculator | iree | triton | tilelang, iree | triton | tilelang},
    {Shape::wmma4, rdna4, "f32", "16x16x16", "bf16", calculator | iree | triton, iree | triton},
    {Shape::wmma4, rdna4, "f16", "16x16x16", "f16", calculator | iree | triton, iree | triton},
    {Shape::wmma4, rdna4, "bf16", "16x16x16", "bf16", calculator | iree | triton, iree | triton},
    {Shape::wmma4, rdna4, "i32", "16x16x16", "iu8", calculator | iree | triton},
    {Shape::wmma4, rdna4, "i32", "16x16x16", "iu4", calculator | triton},
    {Shape::wmma4, rdna4, "i32", "16x16x32", "iu4", calculator | triton},
    {Shape::wmma4, rdna4, "f32", "16x16x16", "fp8_fp8", calculator | iree | triton},
    {Shape::wmma4, rdna4, "f32", "16x16x16", "fp8_bf8", calculator | iree | triton},
    {Shape::wmma4, rdna4, "f32", "16x16x16", "bf8_fp8", calculator | iree | triton},
    {Shape::wmma4, rdna4, "f32", "16x16x16", "bf8_bf8", calculator | iree | triton},
};

std::string name_of(const Row& row) {
  return cat(row.shape == Shape::mfma ? "v_mfma_" : "v_wmma_", row.d, '_', row.size, '_', row.ab,
             row.shape == Shape::wmma4 ? "_gfx12" : "");
}

// "A, B and C"
std::string listed(unsigned sources) {
  std::string out;
  for (const auto& [source, name] : source_names) {
    if ((sources & source) == 0) continue;
    sources &= ~source;
    append_all(out, out.empty() ? "" : sources == 0 ? " and " : ", ", name);
  }
  return out;
}

std::string told(const Row& row) {
  std::string out = cat("from tables, not measured here: ", listed(row.sources), " agree");
  if (row.sources == (calculator | triton)) out += ", but Triton's cites the calculator: one independent source";
  if (row.otherwise != 0) append_all(out, "; ", listed(row.otherwise), " number K otherwise, which no product shows");
  return out;
}

std::string_view source_of(const Row& row) {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> out;
    for (const Row& one : rows) out.push_back(told(one));
    return out;
  }();
  return texts[static_cast<std::size_t>(&row - rows)];
}

// The 8-bit floats of CDNA3 have no infinities and no negative zero; CDNA4 and RDNA4 have those of OCP.
DataType type_named(std::string_view code, int arch) {
  if (code == "f32") return {"float", 32, 1, true};
  if (code == "f64") return {"double", 64, 1, true};
  if (code == "xf32") return {"tfloat32_t", 32, 1, true};
  if (code == "f16") return {"half_t", 16, 1, true};
  if (code == "bf16") return {"bfloat16_t", 16, 1, true};
  if (code == "fp8") return {arch == cdna3 ? "float8_e4m3fnuz" : "float_e4m3_t", 8, 1, true};
  if (code == "bf8") return {arch == cdna3 ? "float8_e5m2fnuz" : "float_e5m2_t", 8, 1, true};
  if (code == "i32") return {"int", 32};
  if (code == "iu4") return {"integer_subbyte<4, true>", 4};
  return {"int8_t", 8};  // i8, iu8: the instruction's modifiers select the sign
}

// (lanes, values) of an operand with `lines` rows or columns over K, or of C.
Layout operand_of(Shape shape, int lines, int k, const DataType& type) {
  if (shape == Shape::wmma3) return layout_row("((16,2),16):((1,0),16)");
  if (shape == Shape::wmma4) {
    const int each = k / 2;  // values per lane
    if (type.bits == 16) return layout_row("((16,2),(4,2)):((1,64),(16,128))");
    return layout_row(cat("((16,2),", each, "):((1,", 16 * each, "),16)"));
  }
  const int groups = 64 / lines;
  const int each = k / groups;
  return layout_row(cat("((", lines, ',', groups, "),", each, "):((1,", lines * each, "),", each > 1 ? lines : 0, ')'));
}

Layout accumulator_of(Shape shape, int m, const DataType& type) {
  if (shape == Shape::wmma3) return layout_row("((16,2),8):((16,1),2)");
  if (shape == Shape::wmma4) return layout_row("((16,2),8):((16,8),1)");
  if (m == 32) return layout_row("((32,2),(4,4)):((32,4),(1,8))");
  return layout_row(type.bits == 64 ? "((16,4),4):((16,1),4)" : "((16,4),4):((16,4),1)");
}

// f32 of "f32_32x32x8_f16"; the underscore after K is optional.
bool amd_mma(std::string_view name, MmaAtom& out) {
  std::string plain(name);
  if (name.starts_with("__builtin_amdgcn_")) plain = cat("v_", name.substr(17));
  for (const std::string_view end : {"_w32_gfx12", "_w32", "_1k"}) {
    if (!plain.ends_with(end)) continue;
    plain.resize(plain.size() - end.size());
    if (end == "_w32_gfx12") plain += "_gfx12";
  }
  const auto found = std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) {
    const std::string whole = name_of(row);
    if (plain == whole) return true;
    const std::size_t k = whole.find(row.size) + row.size.size();
    return plain == cat(whole.substr(0, k), whole.substr(k + 1));
  });
  if (found == std::end(rows)) return false;
  NameReader in(found->size);
  const int m = in.number();
  in.skip("x");
  const int n = in.number();
  in.skip("x");
  const int k = in.number();
  const std::size_t cut = found->ab.find('_');
  out.val_a = type_named(found->ab.substr(0, cut), found->arch);
  out.val_b = cut == std::string_view::npos ? out.val_a : type_named(found->ab.substr(cut + 1), found->arch);
  out.val_c = out.val_d = type_named(found->d, found->arch);
  out.arch = found->arch;
  out.shape_mnk = tuple_row(cat('(', m, ',', n, ',', k, ')'));
  out.thr_id = layout_row(found->shape == Shape::mfma ? "64:1" : "32:1");
  out.a = operand_of(found->shape, m, k, out.val_a);
  out.b = operand_of(found->shape, n, k, out.val_b);
  out.c = accumulator_of(found->shape, m, out.val_c);
  out.ptx = {name_of(*found)};
  if (found->shape == Shape::wmma4) out.ptx[0].resize(out.ptx[0].size() - 6);
  out.source = source_of(*found);
  set_registers(out);
  return true;
}

struct DpasRow {
  std::string_view d, a, b, c;
};
constexpr DpasRow dpas[] = {
    {"float", "tfloat32_t", "tfloat32_t", "float"},
    {"float", "bfloat16_t", "bfloat16_t", "float"},
    {"bfloat16_t", "bfloat16_t", "bfloat16_t", "float"},
    {"float", "bfloat16_t", "bfloat16_t", "bfloat16_t"},
    {"bfloat16_t", "bfloat16_t", "bfloat16_t", "bfloat16_t"},
    {"float", "half_t", "half_t", "float"},
    {"float", "half_t", "half_t", "half_t"},
    {"half_t", "half_t", "half_t", "float"},
    {"half_t", "half_t", "half_t", "half_t"},
    {"uint32_t", "uint8_t", "uint8_t", "uint32_t"},
    {"int", "uint8_t", "uint8_t", "int"},
    {"int", "uint8_t", "int8_t", "int"},
    {"int", "int8_t", "uint8_t", "int"},
    {"int", "int8_t", "int8_t", "int"},
    {"uint32_t", "uint4_t", "uint4_t", "uint32_t"},
    {"int", "uint4_t", "uint4_t", "int"},
    {"int", "uint4_t", "int4_t", "int"},
    {"int", "int4_t", "uint4_t", "int"},
    {"int", "int4_t", "int4_t", "int"},
};

// Values of the work-items in turn, one byte at a time: wi_interleave of sycl-tla.
Layout interleaved(Arith& arith, const Layout& memory, int bits) {
  const int in_byte = bits < 8 ? 8 / bits : 1;
  const std::int64_t values = size(arith, memory).value / 16;
  const Layout tv =
      layout_row(cat("(16,(", in_byte, ',', values / in_byte, ")):(", in_byte, ",(1,", 16 * in_byte, "))"));
  const Layout whole = composition(arith, memory, tv);
  const LayoutRef ref(whole);
  Layout thread = coalesce(arith, ref[0]);
  Layout value = coalesce(arith, ref[1]);
  return concat(arith, {LayoutRef(thread), LayoutRef(value)});
}

bool xe_dpas(const TypeName& name, MmaAtom& out, Refusal& why) {
  if (name.head != "XE_DPAS_TT") return false;
  const std::int64_t m = name.args.empty() ? -1 : name.args[0].integer();
  const auto type = [&](std::size_t i) {
    const auto found = i < name.args.size() ? find_type(name.args[i].text()) : failure(ErrorCode::arguments, Message());
    return found ? *found : DataType();
  };
  DataType d = type(1);
  DataType a = type(2);
  DataType b = name.args.size() > 3 ? type(3) : a;
  DataType c = name.args.size() > 4 ? type(4) : d;
  const auto is = [](const DataType& one, std::string_view row) {
    const auto named = find_type(row);
    return named && named->name == one.name;
  };
  const bool known = std::any_of(std::begin(dpas), std::end(dpas), [&](const DpasRow& row) {
    return is(d, row.d) && is(a, row.a) && is(b, row.b) && is(c, row.c);
  });
  if (m < 1 || m > 8 || name.args.size() > 5 || !known) {
    why = {say("XE_DPAS_TT takes M from 1 to 8 and the types of D, A, B, C, with A and B of equal width"),
           say("for example XE_DPAS_TT<8,float,bfloat16_t,bfloat16_t,float>")};
    return true;
  }
  const int k = 256 / a.bits;
  Arith arith;
  out.val_d = std::move(d);
  out.val_a = std::move(a);
  out.val_b = std::move(b);
  out.val_c = std::move(c);
  out.arch = xe;
  out.shape_mnk = tuple_row(cat('(', m, ",16,", k, ')'));
  out.thr_id = layout_row("16:1");
  out.a = interleaved(arith, layout_row(cat('(', k, ',', m, "):(", m, ",1)")), out.val_a.bits);
  const int packed = 32 / out.val_b.bits;
  out.b = interleaved(arith, layout_row(cat('(', packed, ",16,", k / packed, "):(16,1,", 16 * packed, ')')),
                      out.val_b.bits);
  out.c = m == 1 ? layout_row("(16,1):(1,0)") : layout_row(cat("(16,", m, "):(", m, ",1)"));
  out.ptx = {cat("dpas.8x", m)};
  out.source = out.val_b.bits > 4 ? sycl_tla_visa_triton : sycl_tla_visa;
  set_registers(out);
  return true;
}

bool simdgroup(std::string_view name, MmaAtom& out) {
  NameReader in(name);
  if (!in.skip("simdgroup_8x8x8_")) return false;
  const auto d = in.type();
  const auto a = in.type();
  const auto b = in.type();
  const auto c = in.type();
  if (!d || !a || !b || !c || !in.done() || a->name != b->name || c->name != d->name) return false;
  const auto real = [](const DataType& type) { return type.floating && (type.bits == 16 || type.bits == 32); };
  if (!real(*a) || !real(*c) || a->name == "tfloat32_t" || c->bits < a->bits) return false;
  out.val_a = *a;
  out.val_b = *b;
  out.val_c = out.val_d = *c;
  out.arch = apple7;
  out.shape_mnk = tuple_row("(8,8,8)");
  out.thr_id = layout_row("32:1");
  // Each lane has two adjacent elements of a row; A is (m, k), B is (k, n), C is (m, n).
  out.a = out.c = layout_row("((2,2,2,2,2),2):((16,1,2,32,4),8)");
  out.b = layout_row("((2,2,2,2,2),2):((2,8,16,4,32),1)");
  out.ptx = {"simdgroup_multiply_accumulate"};
  out.source = mlx_metal;
  set_registers(out);
  return true;
}

}  // namespace

bool tables_rule(const TypeName& name, MmaAtom& out, Refusal& why) {
  if (xe_dpas(name, out, why)) return true;
  if (!amd_mma(name.head, out) && !simdgroup(name.head, out)) return false;
  if (name.has_args) why = {say("{} takes no template arguments", name.head), {}};
  return true;
}

void tables_names(std::vector<std::string>& out) {
  for (const Row& row : rows) out.push_back(name_of(row));
  for (const DpasRow& row : dpas) out.push_back(cat("XE_DPAS_TT<8,", row.d, ',', row.a, ',', row.b, ',', row.c, '>'));
  for (const std::string_view types :
       {"F32F32F32F32", "F16F16F16F16", "F32F16F16F32", "F32BF16BF16F32", "BF16BF16BF16BF16"})
    out.push_back(cat("simdgroup_8x8x8_", types));
}

}  // namespace stridescope
