// mma.sync of sm120: 8-, 6- and 4-bit floats, block-scaled and sparse.
// Source: PTX ISA 9.0, 9.7.14.5.8 to 9.7.14.5.14 (fragments, block scaling), 9.7.14.6 (sparse); CUTLASS include/cute/
// arch/mma_sm120.hpp and mma_sm120_sparse.hpp, include/cute/atom/mma_traits_sm120.hpp and mma_traits_sm120_sparse.hpp.
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

struct FormRow {
  std::string_view head;  // after SM120
  int k;
  bool scaled;
  bool sparse;
  bool nibbles;  // e2m1 packed two per byte, instead of one
};

constexpr FormRow forms[] = {
    {"_16x8x32_TN", 32, false, false, false},
    {"::BLOCKSCALED::SM120_16x8x32_TN_VS", 32, true, false, false},
    {"::BLOCKSCALED::SM120_16x8x64_TN_VS", 64, true, false, true},
    {"::SPARSE::SM120_SPARSE_16x8x64_TN", 64, false, true, false},
    {"::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x64_TN_VS", 64, true, true, false},
    {"::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x128_TN_VS", 128, true, true, true},
};

constexpr std::string_view floats[] = {"float_e2m1_t", "float_e2m3_t", "float_e3m2_t", "float_e4m3_t", "float_e5m2_t"};

bool is_narrow_float(const DataType& type) {
  for (const std::string_view name : floats) {
    if (type.name == name) return true;
  }
  return false;
}

std::string signature(const FormRow& form) {
  return cat("SM120", form.head, form.nibbles ? "<float_e2m1_t,float_e2m1_t,float" : "<float_e4m3_t,float_e4m3_t,float",
             form.scaled ? form.sparse ? ",float_ue8m0_t,64" : ",float_ue8m0_t,32" : "", '>');
}

// The layout of scale factors for 16 rows, each for all of K: 16 threads of the warp provide them; 8 threads for 8
// columns.
Layout scale_a(int k) { return layout_row(cat("((2,2,8),", k, "):((8,0,1),16)")); }
Layout scale_b(int k) { return layout_row(cat("((4,8),", k, "):((0,1),8)")); }

}  // namespace

bool sm120_rule(const TypeName& name, MmaAtom& out, Refusal& why) {
  NameReader in(name.head);
  if (!in.skip("SM120")) return false;
  const FormRow* form = nullptr;
  for (const FormRow& row : forms) {
    if (row.head == in.rest()) form = &row;
  }
  if (form == nullptr) return false;
  const auto refuse = [&](const Message& message) {
    why = {say("{}: {}", name.head, message), say("write {}", signature(*form))};
    if (name.args.empty()) why.fixes = {signature(*form)};
    return true;
  };
  const std::size_t count = form->scaled ? 5 : 3;
  if (name.args.size() != count)
    return refuse(say("{} template {argument|arguments}, not {}", name.args.size(), count));
  DataType types[4];
  for (std::size_t i = 0; i < (form->scaled ? 4 : 3); ++i) {
    auto type = find_type(name.args[i].text());
    if (!type) return refuse(type.error().message);
    types[i] = *type;
  }
  const DataType& a = types[0];
  const DataType& b = types[1];
  const DataType& c = types[2];
  const DataType& scale = types[3];
  const bool half = c.name == "half_t" && !form->scaled && !form->sparse;
  if (!is_narrow_float(a) || !is_narrow_float(b))
    return refuse(say("{} is not an 8-, 6- or 4-bit float", is_narrow_float(a) ? b.name : a.name));
  if (form->nibbles && (a.bits != 4 || b.bits != 4)) return refuse(say("both operands must be float_e2m1_t"));
  if (c.name != "float" && !half) return refuse(say("{} is not one of its accumulators", c.name));
  std::int64_t vector = 0;
  if (form->scaled) {
    vector = name.args[4].integer();
    const bool known = scale.name == "float_ue8m0_t" || (form->nibbles && scale.name == "float_ue4m3_t");
    if (!known) return refuse(say("{} is not one of its scale factors", scale.name));
    if (vector != 16 && vector != 32 && vector != 64)
      return refuse(say("a scale factor is shared by 16, 32 or 64 elements"));
  }
  const DataType byte = *type_of_code("U8");
  const DataType nibble = *type_of_code("U4");
  out.val_b = form->nibbles ? nibble : byte;
  out.val_a = !form->sparse ? out.val_b : form->nibbles ? sparse_type(4, byte) : sparse_type(2, a);
  out.val_c = out.val_d = c;
  warp_layouts(out, 16, 8, form->k);
  set_registers(out);
  out.source = "PTX ISA 9.0, 9.7.14.5 and 9.7.14.6; CUTLASS mma_traits_sm120.hpp, mma_traits_sm120_sparse.hpp";
  out.arch = 120;
  out.instruction = MmaInstruction::mma_sync;
  out.shape_mnk = tuple_row(cat("(16,8,", form->k, ')'));
  if (form->sparse) {
    out.val_e = sparse_type(form->nibbles ? 16 : 8, byte);
    out.e = layout_row(form->nibbles ? "((2,2,8),(64)):((8,1024,1),(16))" : "((2,2,8),32):((8,512,1),16)");
  }
  if (form->scaled) {
    out.sfa = scale_a(form->k);
    out.sfb = scale_b(form->k);
  }
  const std::string types_text = cat(ptx_of(c), '.', ptx_of(a), '.', ptx_of(b), '.', ptx_of(c));
  const std::string_view kind = !form->scaled ? "f8f6f4" : form->nibbles ? "mxf4nvf4" : "mxf8f6f4";
  std::string vectors;
  // The number of scale factors along K for a row of A, one per `vector` elements. In CUTLASS the e4m3 forms are 4X and
  // mma.sync with sparse A is 2X for any `vector`.
  const std::int64_t factors = !form->nibbles                  ? 1
                               : scale.name == "float_ue4m3_t" ? 4
                               : form->sparse || vector == 0   ? 2
                                                               : form->k / vector;
  if (form->scaled) vectors = cat(".block_scale.scale_vec::", factors, 'X');
  if (form->nibbles && !form->sparse && scale.name == "float_ue8m0_t" && factors == 4) {
    // CUTLASS has the modifiers of this mnemonic in another order.
    out.ptx.push_back(
        cat("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.", types_text, ".ue8m0"));
    return true;
  }
  out.ptx.push_back(cat("mma.sync.aligned.kind::", kind, form->sparse ? ".sp::ordered_metadata" : "", vectors,
                        ".m16n8k", form->k, ".row.col.", types_text, form->scaled ? "." : "",
                        form->scaled ? ptx_of(scale) : ""));
  return true;
}

void sm120_names(std::vector<std::string>& out) {
  for (const FormRow& form : forms) {
    for (const std::string_view a : floats) {
      for (const std::string_view b : floats) {
        if (form.nibbles && (a != floats[0] || b != floats[0])) continue;
        const std::string name = cat("SM120", form.head, '<', a, ',', b, ",float");
        if (!form.scaled) {
          out.push_back(cat(name, '>'));
          if (!form.sparse) out.push_back(cat("SM120", form.head, '<', a, ',', b, ",half_t>"));
          continue;
        }
        out.push_back(cat(name, ",float_ue8m0_t,", form.sparse ? 64 : 32, '>'));
        if (form.nibbles) out.push_back(cat(name, ",float_ue4m3_t,", form.sparse ? 32 : 16, '>'));
      }
    }
  }
}

}  // namespace stridescope
