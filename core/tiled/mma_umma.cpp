// tcgen05.mma (UMMA) of sm100, sm103 and sm107, and the two-wide FMA of sm100.
// Source: PTX ISA 9.0, 9.7.16.2 (shapes by kind), 9.7.16.10; CUTLASS include/cute/arch/mma_sm100_umma.hpp (the
// conditions on M and N), include/cute/atom/mma_traits_sm100.hpp; for sm107 arch/mma_sm107_umma.hpp and
// atom/mma_traits_sm107.hpp of a later CUTLASS.
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

struct KindRow {
  std::string_view name;      // after SM100_MMA_
  std::string_view ptx;       // kind::
  int k;                      // k of the dense instruction
  int least_bits, most_bits;  // bits of A and B
  bool scaled;                // block-scaled: the arguments include a scale-factor type
  bool vector_size;           // and the number of elements per scale factor
  bool dense, sparse, from_tensor_memory;
};

constexpr KindRow kinds[] = {
    {"F16BF16", "f16", 16, 16, 16, false, false, true, true, true},
    {"TF32", "tf32", 8, 32, 32, false, false, true, true, true},
    {"S8", "i8", 32, 8, 8, false, false, true, true, true},
    {"F8F6F4", "f8f6f4", 32, 4, 8, false, false, true, true, true},
    {"MXF8F6F4", "mxf8f6f4.block_scale", 32, 4, 8, true, false, true, true, false},
    {"MXF4", "mxf4", 64, 4, 4, true, true, true, false, false},
    {"MXF4NVF4", "mxf4", 64, 4, 4, true, true, false, true, false},
};

struct Form {
  const KindRow* kind = nullptr;
  bool two_sm = false;
  bool from_tensor_memory = false;
  bool sparse = false;
  bool scaled_c = false;  // _SCALED: C is scaled by a power of two
  bool complex = false;   // real or imaginary part of a product of interleaved complex numbers; the types are fixed
  bool ultra = false;     // sm103: K = 96
  bool rubin = false;     // sm107: K is twice that of sm100
};

constexpr std::string_view complex_form = "_INTERLEAVED_CF32CTF32CTF32CF32_TN";

// True for the kinds that are new in sm107.
bool has_rubin(const KindRow& kind) {
  return kind.name == "F8F6F4" || kind.name == "MXF8F6F4" || kind.name == "MXF4NVF4";
}

bool read_head(std::string_view head, Form& out) {
  NameReader in(head);
  if (in.skip("SM103::SM103_MXF4_ULTRA") || in.skip("SM103_MXF4_ULTRA")) {
    out.kind = &kinds[5];
    out.ultra = true;
    out.two_sm = in.skip("_2x1SM");
    return in.skip("_SS_VS") && in.done();
  }
  out.rubin = in.skip("SM107_MMA_");
  if (!out.rubin && !in.skip("SM100_MMA_")) return false;
  const std::string_view kind = in.rest().substr(0, in.rest().find('_'));
  for (const KindRow& row : kinds) {
    if (row.name == kind) out.kind = &row;
  }
  if (out.kind == nullptr) return false;
  in.skip(kind);
  out.two_sm = in.skip("_2x1SM");
  out.from_tensor_memory = in.skip("_TS");
  if (!out.from_tensor_memory && !in.skip("_SS")) return false;
  out.sparse = in.skip("_SPARSE");
  out.scaled_c = !out.sparse && out.kind->k <= 16 && in.skip("_SCALED");
  out.complex = out.from_tensor_memory && out.kind->k == 8 && in.skip(complex_form);
  if (!in.done() || (out.rubin && out.complex)) return false;
  if (out.rubin) return !out.sparse && !out.from_tensor_memory && !out.scaled_c && has_rubin(*out.kind);
  const bool exists = out.sparse ? out.kind->sparse && !out.from_tensor_memory : out.kind->dense;
  return exists && (out.kind->from_tensor_memory || !out.from_tensor_memory);
}

std::string signature(const TypeName& name, const Form& form) {
  if (form.complex) return cat(name.head, form.two_sm ? "<256,128" : "<128,128", ",UMMA::Major::K,UMMA::Major::K>");
  return cat(name.head, '<',
             form.kind->k == 8           ? "tfloat32_t,tfloat32_t,float"
             : form.kind->k == 16        ? "half_t,half_t,float"
             : form.kind->ptx == "i8"    ? "int8_t,int8_t,int32_t"
             : form.kind->most_bits == 4 ? "float_e2m1_t,float_e2m1_t,float"
                                         : "float_e4m3_t,float_e4m3_t,float",
             form.kind->scaled ? ",float_ue8m0_t" : "", form.two_sm ? ",256,128" : ",128,128",
             form.kind->vector_size ? form.sparse ? ",64" : ",32" : "", ",UMMA::Major::K,UMMA::Major::K",
             form.scaled_c ? ",0" : "", '>');
}

// The divisor of N: the conditions of arch/mma_sm100_umma.hpp; for 8-, 6- and 4-bit floats in shared memory those of
// atom/mma_traits_sm100.hpp.
int step_of_n(const Form& form, int m, OperandMajor b_major) {
  const bool narrow = form.kind->name == "F8F6F4";
  if (form.ultra) return 16;
  if (form.kind->scaled) return form.two_sm ? 16 : 8;
  if (form.rubin || form.kind->ptx == "i8") return form.two_sm ? 32 : 16;
  if (narrow && !form.from_tensor_memory && !form.sparse)
    return (form.two_sm ? 16 : 8) * (b_major == OperandMajor::mn ? 2 : 1);
  const bool wide = form.from_tensor_memory || narrow;
  return form.two_sm ? (wide ? 32 : 16) : wide && m == 128 ? 16 : 8;
}

// Empty, or the reason why the instruction does not have this shape.
Message shape_fault(const Form& form, int m, int n, OperandMajor b_major) {
  const bool scaled = form.kind->scaled;
  const bool good_m = form.rubin    ? m == (form.two_sm ? 256 : 128)
                      : form.two_sm ? m == 256 || (m == 128 && !(scaled && form.kind->k == 32))
                                    : m == 128 || (m == 64 && !scaled && !form.ultra);
  if (!good_m)
    return say("the instruction does not support M = {}; expected {}", m,
               form.rubin    ? form.two_sm ? say("256 with two SMs") : say("128")
                  : form.two_sm ? say("128 or 256 with two SMs")
               : scaled      ? say("128")
                             : say("64 or 128"));
  const int step = step_of_n(form, m, b_major);
  const bool least_integer = n == 8 && form.kind->ptx == "i8" && !form.two_sm;
  if (least_integer || (n >= step && n <= 256 && n % step == 0)) return {};
  return say("the instruction does not support N = {}; expected a multiple of {} from {} to 256", n, step, step);
}

bool fits(const KindRow& kind, const DataType& type) {
  if (type.bits < kind.least_bits || type.bits > kind.most_bits) return false;
  return type.floating == (kind.ptx != "i8");
}

void add_ptx(const Form& form, MmaAtom& out) {
  const std::string before =
      cat("tcgen05.mma", form.sparse ? ".sp" : "", ".cta_group::", form.two_sm ? 2 : 1, ".kind::");
  if (!form.kind->vector_size) {
    out.ptx = {cat(before, form.kind->ptx)};
    return;
  }
  if (form.rubin) {
    out.ptx = {cat(before, "mxf4nvf4.block_scale.block16"), cat(before, "mxf4nvf4.block_scale.block32")};
    return;
  }
  // CUTLASS selects by vector size and toolkit.
  const std::string_view two = form.ultra ? "mxf4nvf4" : "mxf4";
  out.ptx = {cat(before, "mxf4nvf4.block_scale.block16"), cat(before, "mxf4nvf4.block_scale.scale_vec::4X"),
             cat(before, two, ".block_scale.block32"), cat(before, two, ".block_scale.scale_vec::2X")};
}

bool two_wide_fma(const TypeName& name, MmaAtom& out) {
  const bool tall = name.head == "SM100_2x1x1_F32F32F32F32";
  if ((!tall && name.head != "SM100_1x2x1_F32F32F32F32") || name.has_args) return false;
  out.source = "CUTLASS mma_traits_sm100.hpp";
  out.arch = 100;
  out.shape_mnk = tuple_row(tall ? "(2,1,1)" : "(1,2,1)");
  out.thr_id = layout_row("1:0");
  out.a = layout_row(tall ? "(1,2):(0,1)" : "(1,1):(0,0)");
  out.b = layout_row(tall ? "(1,1):(0,0)" : "(1,2):(0,1)");
  out.c = layout_row("(1,2):(0,1)");
  out.val_a = out.val_b = out.val_c = out.val_d = *type_of_code("F32");
  const Registers pair = {"float2", 1, 64};
  const Registers one = {"float", 1, 32};
  out.a_regs = tall ? pair : one;
  out.b_regs = tall ? one : pair;
  out.c_regs = out.d_regs = pair;
  return true;
}

}  // namespace

bool umma_rule(const TypeName& name, MmaAtom& out, Refusal& why) {
  if (two_wide_fma(name, out)) return true;
  Form form;
  if (!read_head(name.head, form)) return false;
  const KindRow& kind = *form.kind;
  const auto refuse = [&](const Message& message) {
    why = {say("{}: {}", name.head, message), say("write {}", signature(name, form))};
    if (name.args.empty()) why.fixes = {signature(name, form)};
    return true;
  };
  const std::size_t type_count = form.complex ? 0 : kind.scaled ? 4 : 3;
  const std::size_t least = type_count + 4 + (kind.vector_size ? 1 : 0) + (form.scaled_c ? 1 : 0);
  if (name.args.size() < least || name.args.size() > least + 3)
    return refuse(say("{} template {argument|arguments}, not {}", name.args.size(), least));
  DataType* const slots[] = {&out.val_a, &out.val_b, &out.val_c};
  std::string scale;
  for (std::size_t i = 0; i < type_count; ++i) {
    auto type = find_type(name.args[i].text());
    if (!type) return refuse(type.error().message);
    if (i < 2 && !fits(kind, *type)) return refuse(say("{} is not an operand of kind::{}", type->name, kind.ptx));
    if (i < 3) *slots[i] = *type;
    if (i == 3) scale = type->name;
  }
  if (form.complex) {
    out.val_a = out.val_b = {"complex<tfloat32_t>", 64, 1};
    out.val_c = *type_of_code("F32");
  }
  std::size_t next = type_count;
  const int m = static_cast<int>(name.args[next++].integer());
  const int n = static_cast<int>(name.args[next++].integer());
  if (kind.vector_size) {
    const std::int64_t vector = name.args[next++].integer();
    const std::int64_t few = form.sparse ? 32 : 16;
    if (vector != few && vector != 2 * few)
      return refuse(say("a scale factor is shared by {} or {} {element|elements}", few, 2 * few));
    if (!form.rubin && vector == 2 * few && scale != "float_ue8m0_t")
      return refuse(say("a scale factor that {} {element shares|elements share} is a float_ue8m0_t", vector));
  }
  for (OperandMajor* major : {&out.a_major, &out.b_major}) {
    const std::string_view text = name.args[next].head;
    if (text != "UMMA::Major::K" && text != "UMMA::Major::MN")
      return refuse(say("template argument {} must be UMMA::Major::K or UMMA::Major::MN", next + 1));
    *major = text.ends_with("MN") ? OperandMajor::mn : OperandMajor::k;
    ++next;
  }
  if (const Message fault = shape_fault(form, m, n, out.b_major); !fault.empty()) return refuse(fault);
  if (form.complex && out.b_major == OperandMajor::mn) return refuse(say("B must be K-major"));
  if (form.from_tensor_memory && out.a_major == OperandMajor::mn)
    return refuse(say("A is in tensor memory and must be K-major"));
  next += form.scaled_c ? 1 : 0;
  for (; next < name.args.size(); ++next) {
    const std::string_view text = name.args[next].head;
    const bool reuse = form.rubin && text.find("UMMA::BMatrixBufferReuse") != std::string_view::npos;
    if (!text.starts_with("UMMA::ScaleIn::") && !text.starts_with("UMMA::Saturate::") && !reuse)
      return refuse(say("template argument {} must be a UMMA::ScaleIn or UMMA::Saturate", next + 1));
    out.negates = out.negates || text == "UMMA::ScaleIn::Neg";
  }
  const int k = form.ultra ? 96 : form.complex ? 4 : kind.k * (form.sparse || form.rubin ? 2 : 1);
  out.source = form.rubin ? "CUTLASS mma_traits_sm107.hpp" : "PTX ISA 9.0, 9.7.16.2; CUTLASS mma_traits_sm100.hpp";
  out.arch = form.rubin ? 107 : form.ultra ? 103 : 100;
  add_ptx(form, out);
  out.shape_mnk = tuple_row(cat('(', m, ',', n, ',', k, ')'));
  // The threads of the atom are SMs; two of them divide M and N into halves.
  const auto operand = [&](int rows, int columns) {
    return form.two_sm ? layout_row(cat("(2,(", rows / 2, ',', columns, ")):(", rows / 2, ",(1,", rows, "))"))
                       : layout_row(cat("(1,(", rows, ',', columns, ")):(0,(1,", rows, "))"));
  };
  out.thr_id = layout_row(form.two_sm ? "2:1" : "1:0");
  out.a = operand(m, k);
  out.b = operand(n, k);
  out.c = form.two_sm ? layout_row(cat("(2,(", m / 2, ',', n, ")):(", m / 2, ",(1,", m, "))")) : operand(m, n);
  if (form.sparse) {
    const DataType byte = *type_of_code("U8");
    out.val_a = kind.vector_size ? sparse_type(4, byte) : sparse_type(2, out.val_a);
    out.val_e = sparse_type(kind.vector_size ? 16 : kind.k == 8 ? 4 : 8, byte);
  }
  out.val_d = out.val_c;
  out.a_regs = form.from_tensor_memory ? Registers{"uint32_t", 1, 32} : Registers{"uint64_t", 1, 64};
  out.b_regs = {"uint64_t", 1, 64};
  out.c_regs = {"uint32_t", 1, 32};
  out.d_regs = {"void", 0, 0};
  out.a_place = form.from_tensor_memory ? OperandPlace::tensor_memory : OperandPlace::shared_memory;
  out.b_place = OperandPlace::shared_memory;
  out.c_place = OperandPlace::tensor_memory;
  return true;
}

void umma_names(std::vector<std::string>& out) {
  out.emplace_back("SM100_1x2x1_F32F32F32F32");
  out.emplace_back("SM100_2x1x1_F32F32F32F32");
  for (const KindRow& kind : kinds) {
    for (const char* sms : {"", "_2x1SM"}) {
      for (const char* form :
           {"_SS", "_TS", "_SS_SPARSE", "_SS_SCALED", "_TS_SCALED", "_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN"}) {
        const std::string head = cat("SM100_MMA_", kind.name, sms, form);
        Form read;
        if (read_head(head, read)) out.push_back(signature({.head = head, .args = {}}, read));
      }
    }
  }
  std::vector<std::string> heads = {"SM103::SM103_MXF4_ULTRA_SS_VS", "SM103::SM103_MXF4_ULTRA_2x1SM_SS_VS"};
  for (const KindRow& kind : kinds) {
    for (const char* sms : {"", "_2x1SM"}) heads.push_back(cat("SM107_MMA_", kind.name, sms, "_SS"));
  }
  for (const std::string& head : heads) {
    Form read;
    if (read_head(head, read)) out.push_back(signature({.head = head, .args = {}}, read));
  }
}

}  // namespace stridescope
