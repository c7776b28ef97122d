// dp4a, mma.sync of sm70 to sm90 and the universal FMA.
// Source: PTX ISA 9.0, 9.7.14.5 (matrix fragments of mma.m8n8k4 to m16n8k256), 9.7.1.24 (dp4a, dp2a);
// CUTLASS include/cute/atom/mma_traits_sm{61,70,75,80,89,90}.hpp.
#include <algorithm>

#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// CUTLASS's instructions: shapes by the types D A B C; `*` for A and B is signed or unsigned, independently.
struct ShapeRow {
  int arch;
  std::string_view types;
  std::string_view shapes;
};

constexpr ShapeRow shapes[] = {
    {70, "F16F16F16F16 F32F16F16F32", " 8x8x4 "},
    {75, "F32F16F16F32 F16F16F16F16", " 16x8x8 "},
    {75, "S32S8S8S32", " 8x8x16 "},
    {80, "F16F16F16F16 F32F16F16F32 F32BF16BF16F32", " 16x8x8 16x8x16 "},
    {80, "F32TF32TF32F32", " 16x8x4 16x8x8 "},
    {80, "F64F64F64F64 C64C64C64C64 GC64C64C64GC64", " 8x8x4 "},
    {80, "S32S8S8S32 S32S8U8S32 S32U8S8S32 S32U8U8S32", " 8x8x16 16x8x16 16x8x32 "},
    {80, "S32S4S4S32 S32S4U4S32 S32U4S4S32 S32U4U4S32", " 8x8x32 16x8x32 16x8x64 "},
    {80, "S32U1U1S32", " 8x8x128 16x8x128 16x8x256 "},
    {89,
     "F32E4M3E4M3F32 F32E4M3E5M2F32 F32E5M2E4M3F32 F32E5M2E5M2F32 F16E4M3E4M3F16 F16E4M3E5M2F16 F16E5M2E4M3F16 "
     "F16E5M2E5M2F16",
     " 16x8x32 "},
    {90, "F64F64F64F64 C64C64C64C64", " 16x8x4 16x8x8 16x8x16 "},
};

const ShapeRow* row_of(int arch, std::string_view types) {
  for (const ShapeRow& row : shapes) {
    if (row.arch == arch && cat(' ', row.types, ' ').find(cat(' ', types, ' ')) != std::string::npos) return &row;
  }
  return nullptr;
}

bool integer_type(const DataType& type) { return type.bits <= 8 && !type.floating; }

// sm70: a quad pair of 8 threads; `order` gives rows or columns of A and B.
void quad_pair(MmaAtom& out, std::string_view order) {
  out.thr_id = layout_row("(4,2):(1,16)");
  const Layout row = layout_row("(8,4):(1,8)");
  const Layout column = layout_row("((4,2),4):((8,4),1)");
  out.a = order[0] == 'T' ? row : column;
  out.b = order[1] == 'N' ? row : column;
  out.c = layout_row(out.val_c.bits == 16 ? "(8,8):(1,8)" : "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))");
}

bool warp_mma(const TypeName& name, MmaAtom& out, Refusal& why) {
  NameReader in(name.head);
  if (!in.skip("SM")) return false;
  const int arch = in.number();
  if (arch < 70 || arch > 90 || !in.skip("_")) return false;
  const std::string_view from_shape = in.rest();
  const int m = in.number();
  if (m < 0 || !in.skip("x")) return false;
  const int n = in.number();
  if (n < 0 || !in.skip("x")) return false;
  const int k = in.number();
  const std::string_view shape = from_shape.substr(0, from_shape.size() - in.rest().size());
  if (k < 0 || !in.skip("_")) return false;
  const std::string_view types = in.rest().substr(0, in.rest().find('_'));
  const bool gauss = in.skip("G");
  const auto d = in.type();
  const auto a = in.type();
  const auto b = in.type();
  if (gauss && !in.skip("G")) return false;
  const auto c = in.type();
  if (!d || !a || !b || !c || !in.skip("_")) return false;
  const ShapeRow* row = row_of(arch, types);
  if (row == nullptr || cat(row->shapes).find(cat(' ', shape, ' ')) == std::string::npos) return false;
  const std::string_view order = in.rest().substr(0, 2);
  in.skip(order);
  const bool saturate = arch == 80 && integer_type(*a) && a->bits > 1 && in.skip("_SATURATE");
  const bool xor_popc = a->bits == 1 && in.skip("_XORPOPC");
  const bool and_popc = a->bits == 1 && !xor_popc && in.skip("_ANDPOPC");
  const bool known_order = order == "TN" || (arch == 70 && (order == "NT" || order == "NN" || order == "TT"));
  if (!in.done() || !known_order || (a->bits == 1 && !xor_popc && !and_popc)) return false;
  if (name.has_args) {
    why = {say("{} takes no template arguments", name.head), {}};
    return true;
  }
  out.val_a = *a;
  out.val_b = *b;
  out.val_c = *c;
  if (gauss) out.val_c = {cat(name.head, "::GaussComplex"), 192, 1};
  out.val_d = out.val_c;
  if (arch == 70) {
    quad_pair(out, order);
  } else {
    warp_layouts(out, m, n, k);
  }
  if (shape == "16x8x128" && a->bits == 1) out.a_printed = "((_4,_8),(_32,_2)):((_512,_1),((_16,_8)))";
  set_registers(out);
  out.source = "PTX ISA 9.0, 9.7.14.5; CUTLASS mma_traits_sm70.hpp to _sm90.hpp";
  out.arch = arch;
  out.shape_mnk = tuple_row(cat('(', m, ',', n, ',', k, ')'));
  out.exclusive_or = xor_popc;
  if (a->bits > 64) return true;  // complex: several real instructions
  out.instruction = MmaInstruction::mma_sync;
  out.ptx.push_back(cat("mma.sync.aligned.m", m, 'n', n, 'k', k, order[0] == 'T' ? ".row" : ".col",
                        order[1] == 'N' ? ".col." : ".row.", ptx_of(*d), '.', ptx_of(*a), '.', ptx_of(*b), '.',
                        ptx_of(*c), saturate ? ".satfinite" : "", xor_popc ? ".xor.popc" : "",
                        and_popc ? ".and.popc" : ""));
  return true;
}

bool dot_product(const TypeName& name, MmaAtom& out) {
  const bool four = name.head == "SM61_DP4A";
  if ((!four && name.head != "SM61_DP2A") || name.has_args) return false;
  out.source = "PTX ISA 9.0, 9.7.1.24; CUTLASS mma_traits_sm61.hpp";
  out.arch = 61;
  out.instruction = MmaInstruction::dot;
  out.ptx = {four ? "dp4a.s32.s32" : "dp2a.s32.s32"};
  out.val_a = out.val_b = *type_of_code(four ? "S8" : "S16");
  out.val_c = out.val_d = *type_of_code("S32");
  out.shape_mnk = tuple_row(four ? "(1,1,4)" : "(1,1,2)");
  out.thr_id = layout_row("1:0");
  out.a = out.b = layout_row(four ? "(1,4):(0,1)" : "(1,2):(0,1)");
  out.c = layout_row("(1,1):(0,0)");
  out.a_regs = out.b_regs = {"uint32_t", 1, 32};
  out.c_regs = out.d_regs = {"int", 1, 32};
  return true;
}

bool universal(const TypeName& name, MmaAtom& out, Refusal& why) {
  if (name.head != "UniversalFMA") return false;
  DataType types[4];  // D A B C; missing ones repeat the previous
  if (name.args.size() > 4) {
    why = {say("UniversalFMA takes at most four types: D, A, B, C"), say("UniversalFMA<float,half_t,half_t,float>")};
    return true;
  }
  types[0] = *type_of_code("F32");
  for (std::size_t i = 0; i < 4; ++i) {
    if (i > 0) types[i] = i == 3 ? types[0] : types[i - 1];
    if (i >= name.args.size()) continue;
    auto type = find_type(name.args[i].text());
    if (!type) {
      why = {type.error().message, type.error().hint};
      return true;
    }
    types[i] = *type;
  }
  out.source = "CUTLASS mma_traits.hpp";
  out.instruction = MmaInstruction::fma;
  out.val_d = types[0];
  out.val_a = types[1];
  out.val_b = types[2];
  out.val_c = types[3];
  out.shape_mnk = tuple_row("(1,1,1)");
  out.thr_id = layout_row("1:0");
  out.a = out.b = out.c = layout_row("(1,1):(0,0)");
  const auto one = [](const DataType& type) { return Registers{type.name, 1, type.bits}; };
  out.a_regs = one(out.val_a);
  out.b_regs = one(out.val_b);
  out.c_regs = one(out.val_c);
  out.d_regs = one(out.val_d);
  return true;
}

}  // namespace

// A warp as 8 groups of 4 threads: the group is the row (A) or column (B). Along K a thread has the adjacent elements
// of one 32-bit register, and its registers are 4 threads apart. C: two columns per thread.
void warp_layouts(MmaAtom& out, int m, int n, int k) {
  const auto packed = [](const DataType& type) {
    return std::int64_t{std::max(1, 32 / stored_bits(type))} * type.logical;
  };
  const std::int64_t va = packed(out.val_a);
  const std::int64_t vb = packed(out.val_b);
  const bool nibbles = out.val_a.bits == 4 && out.val_a.logical == 1;  // CUTLASS has (_8) there
  out.thr_id = layout_row("32:1");
  out.a = thread_value({{4, m * va}, {8, 1}}, {{va, m}, {m / 8, 8}, {k / (4 * va), 4 * va * m}}, nibbles);
  out.b = thread_value({{4, n * vb}, {8, 1}}, {{vb, n}, {k / (4 * vb), 4 * vb * n}}, nibbles);
  out.c = thread_value({{4, std::int64_t{2} * m}, {8, 1}}, {{2, m}, {m / 8, 8}});
}

std::int64_t value_count(const Layout& layout) {
  std::int64_t count = 1;
  const TupleRef values = layout.shape[1];
  for (std::uint32_t i = 0; i < values.node_count(); ++i)
    count *= values.nodes()[i].kind == NodeKind::integer ? values.nodes()[i].integer.value : 1;
  return count;
}

void set_registers(MmaAtom& out) {
  out.a_regs = registers_of(out.val_a, value_count(out.a) / out.val_a.logical, false);
  out.b_regs = registers_of(out.val_b, value_count(out.b), false);
  out.c_regs = out.d_regs = registers_of(out.val_c, value_count(out.c), true);
}

bool mma_sync_rule(const TypeName& name, MmaAtom& out, Refusal& why) {
  return dot_product(name, out) || universal(name, out, why) || warp_mma(name, out, why);
}

void mma_sync_names(std::vector<std::string>& out) {
  for (const char* name : {"UniversalFMA<float,float,float,float>", "SM61_DP4A", "SM61_DP2A"}) out.emplace_back(name);
  for (const ShapeRow& row : shapes) {
    for (std::size_t at = 0; at < row.types.size();) {
      const std::size_t end = std::min(row.types.find(' ', at), row.types.size());
      const std::string_view types = row.types.substr(at, end - at);
      at = end + 1;
      const bool integers = row.arch == 80 && types.starts_with("S32");
      for (std::size_t s = 1; s < row.shapes.size();) {
        const std::size_t stop = row.shapes.find(' ', s);
        const std::string name = cat("SM", row.arch, '_', row.shapes.substr(s, stop - s), '_', types, '_');
        s = stop + 1;
        if (types == "S32U1U1S32") {
          out.push_back(cat(name, "TN_XORPOPC"));
          out.push_back(cat(name, "TN_ANDPOPC"));
          continue;
        }
        out.push_back(cat(name, "TN"));
        if (integers) out.push_back(cat(name, "TN_SATURATE"));
        for (const char* order : {"NT", "NN", "TT"}) {
          if (row.arch == 70) out.push_back(cat(name, order));
        }
      }
    }
  }
}

}  // namespace stridescope
