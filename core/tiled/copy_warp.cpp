// Copies by threads and warps: universal, wide loads and stores, shuffles, cp.async, ldmatrix, stmatrix, movmatrix.
// Source: PTX ISA 9.0, 9.7.9.16 (ldmatrix), 9.7.9.17 (stmatrix), 9.7.9.18 (movmatrix), 9.7.9.25.3 (cp.async); CUTLASS
// include/cute/atom/copy_traits.hpp, copy_traits_sm50.hpp, _sm75, _sm80, _sm90, _sm100.hpp.
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// A thread copies one element.
void one_thread(CopyAtom& out, int source_bits, int target_bits) {
  out.thr_id = layout_row("1:0");
  out.src_bits = out.ref_bits = layout_row(cat("(1,", source_bits, "):(0,1)"));
  out.dst_bits = layout_row(cat("(1,", target_bits, "):(0,1)"));
}

Registers one(const DataType& type) { return {type.name, 1, type.bits}; }

bool element_type(const TypeName& name, std::size_t i, DataType& out, Refusal& why) {
  auto type = find_type(name.args[i].text());
  if (type) {
    out = *type;
    return true;
  }
  why = {say("{}: {}", name.head, type.error().message), type.error().hint};
  return false;
}

bool universal(const TypeName& name, CopyAtom& out, Refusal& why) {
  const bool aligned = name.head == "AutoVectorizingCopyWithAssumedAlignment";
  if (aligned || name.head == "AutoVectorizingCopy" || name.head == "DefaultCopy") {
    const std::int64_t bits = aligned && name.args.size() == 1 ? name.args[0].integer()
                              : aligned                        ? (name.args.empty() && name.has_args ? 8 : -1)
                              : name.head == "DefaultCopy"     ? 8
                                                               : 128;
    if ((bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128 && bits != 256) ||
        name.args.size() > (aligned ? 1U : 0U)) {
      why = {say("{} is not an alignment in bits", name.text().substr(0, 80)),
             say("write AutoVectorizingCopyWithAssumedAlignment<128>")};
      return true;
    }
    out.source = "CUTLASS copy_traits.hpp";
    out.operation.instruction = CopyInstruction::any_width;
    out.thr_id = layout_row("1:0");
    out.src_bits = out.dst_bits = out.ref_bits = layout_row("(1,1):(0,0)");
    out.s_regs = out.d_regs = Registers{cat("uint", bits, "_t"), 1, static_cast<int>(bits)};
    return true;
  }
  if (name.head != "UniversalCopy") return false;
  if (name.args.empty() || name.args.size() > 2) {
    why = {say("UniversalCopy takes the element type"), say("write UniversalCopy<uint128_t>")};
    return true;
  }
  DataType source;
  if (!element_type(name, 0, source, why)) return true;
  DataType target = source;
  if (name.args.size() == 2 && !element_type(name, 1, target, why)) return true;
  out.source = "CUTLASS copy_traits.hpp";
  out.operation.instruction = CopyInstruction::universal;
  one_thread(out, source.bits, target.bits);
  out.s_regs = one(source);
  out.d_regs = one(target);
  return true;
}

bool async(const TypeName& name, CopyAtom& out, Refusal& why) {
  NameReader in(name.head);
  if (!in.skip("SM80_CP_ASYNC_CACHE")) return false;
  const bool global = in.skip("GLOBAL");
  if (!global && !in.skip("ALWAYS")) return false;
  const bool zero_fill = in.skip("_ZFILL");
  if (!in.done()) return false;
  if (name.args.empty() || name.args.size() > 2) {
    why = {say("{} takes the type that is copied", name.head), say("write {}<uint128_t>", name.head)};
    return true;
  }
  DataType source;
  if (!element_type(name, 0, source, why)) return true;
  DataType target = source;
  if (name.args.size() == 2 && !element_type(name, 1, target, why)) return true;
  const bool legal = source.bits == 128 || (!global && (source.bits == 32 || source.bits == 64));
  if (!legal || source.bits != target.bits) {
    why = {say("{} copies {} at once, not {} {bit|bits}", name.head, global ? say("16 bytes") : say("4, 8 or 16 bytes"),
               source.bits),
           say("write {}<uint128_t>", name.head)};
    return true;
  }
  out.source = "PTX ISA 9.0, 9.7.9.25.3; CUTLASS copy_traits_sm80.hpp";
  out.arch = 80;
  out.operation = {.instruction = CopyInstruction::cp_async, .past_l1 = global, .zero_fill = zero_fill};
  out.ptx = {cat("cp.async.", global ? "cg" : "ca", ".shared.global.L2::128B")};
  one_thread(out, source.bits, target.bits);
  out.s_regs = one(source);
  out.d_regs = one(target);
  return true;
}

// ldmatrix and stmatrix move `count` matrices of 8 rows of 128 bits. On the row side each of the first 8 count threads
// has the 16 bytes of one row; on the register side every thread has a 32-bit register of each matrix.
struct MatrixRow {
  std::string_view name;
  int arch;
  std::string_view ptx;
  int count;       // x1, x2, x4
  char registers;  // n: not transposed; t: 16-bit transposed; b: 8-bit transposed
  bool store;
};

constexpr MatrixRow matrices[] = {
    {"SM75_U32x1_LDSM_N", 75, "ldmatrix.sync.aligned.x1.m8n8.shared.b16", 1, 'n', false},
    {"SM75_U32x2_LDSM_N", 75, "ldmatrix.sync.aligned.x2.m8n8.shared.b16", 2, 'n', false},
    {"SM75_U32x4_LDSM_N", 75, "ldmatrix.sync.aligned.x4.m8n8.shared.b16", 4, 'n', false},
    {"SM75_U16x2_LDSM_T", 75, "ldmatrix.sync.aligned.x1.trans.m8n8.shared.b16", 1, 't', false},
    {"SM75_U16x4_LDSM_T", 75, "ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16", 2, 't', false},
    {"SM75_U16x8_LDSM_T", 75, "ldmatrix.sync.aligned.x4.trans.m8n8.shared.b16", 4, 't', false},
    {"SM90_U32x1_STSM_N", 90, "stmatrix.sync.aligned.x1.m8n8.shared.b16", 1, 'n', true},
    {"SM90_U32x2_STSM_N", 90, "stmatrix.sync.aligned.x2.m8n8.shared.b16", 2, 'n', true},
    {"SM90_U32x4_STSM_N", 90, "stmatrix.sync.aligned.x4.m8n8.shared.b16", 4, 'n', true},
    {"SM90_U16x2_STSM_T", 90, "stmatrix.sync.aligned.x1.trans.m8n8.shared.b16", 1, 't', true},
    {"SM90_U16x4_STSM_T", 90, "stmatrix.sync.aligned.x2.trans.m8n8.shared.b16", 2, 't', true},
    {"SM90_U16x8_STSM_T", 90, "stmatrix.sync.aligned.x4.trans.m8n8.shared.b16", 4, 't', true},
    {"SM100_SU4_DU8x16_x1_LDSM_N", 100, "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64", 1, 'n', false},
    {"SM100_SU4_DU8x16_x2_LDSM_N", 100, "ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b4x16_p64", 2, 'n', false},
    {"SM100_SU4_DU8x16_x4_LDSM_N", 100, "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64", 4, 'n', false},
    {"SM100_SU6_DU8x16_x1_LDSM_N", 100, "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32", 1, 'n', false},
    {"SM100_SU6_DU8x16_x2_LDSM_N", 100, "ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b6x16_p32", 2, 'n', false},
    {"SM100_SU6_DU8x16_x4_LDSM_N", 100, "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b6x16_p32", 4, 'n', false},
    {"SM100_U8x8_LDSM_T", 100, "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", 2, 'b', false},
    {"SM100_U8x16_LDSM_T", 100, "ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8", 4, 'b', false},
    {"SM100_U8x4_STSM_T", 100, "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8", 1, 'b', true},
    {"SM100_U8x8_STSM_T", 100, "stmatrix.sync.aligned.m16n8.x2.trans.shared.b8", 2, 'b', true},
    {"SM100_U8x16_STSM_T", 100, "stmatrix.sync.aligned.m16n8.x4.trans.shared.b8", 4, 'b', true},
};

Layout matrix_registers(const MatrixRow& row) {
  if (row.registers == 'n') return thread_value({{32, 32}}, {{32, 1}, {row.count, 1024}});
  if (row.registers == 't') return thread_value({{4, 256}, {8, 16}}, {{16, 1}, {2, 128}, {row.count, 1024}});
  return thread_value({{4, 256}, {8, 8}}, {{8, 1}, {2, 128}, {2, 64}, {row.count, 1024}});
}

Layout matrix_rows(const MatrixRow& row) {
  if (row.registers == 'b' && !row.store) {  // m16n16: the rows of its halves are interleaved
    return layout_row(row.count == 2 ? "((2,2,4,2),128):((128,1024,256,0),1)"
                                     : "((2,2,4,2),128):((128,1024,256,2048),1)");
  }
  if (row.count == 4) return layout_row("(32,128):(128,1)");
  return layout_row(row.count == 1 ? "((8,4),128):((128,0),1)" : "((16,2),128):((128,0),1)");
}

bool matrix(const TypeName& name, CopyAtom& out) {
  for (const MatrixRow& row : matrices) {
    if (row.name != name.head || name.has_args) continue;
    out.source = "PTX ISA 9.0, 9.7.9.16 and 9.7.9.17; CUTLASS copy_traits_sm75.hpp, _sm90.hpp, _sm100.hpp";
    out.arch = row.arch;
    out.operation.instruction = row.store ? CopyInstruction::stmatrix : CopyInstruction::ldmatrix;
    out.operation.transposed = row.registers != 'n';
    out.ptx = {std::string(row.ptx)};
    out.thr_id = layout_row("32:1");
    const Layout registers = matrix_registers(row);
    const Layout rows = matrix_rows(row);
    const Registers fragment = {"uint32_t", row.count, 32};
    const Registers address = {"uint128_t", 1, 128};
    out.src_bits = row.store ? registers : rows;
    out.dst_bits = row.store ? rows : registers;
    out.ref_bits = registers;
    out.s_regs = row.store ? fragment : address;
    out.d_regs = row.store ? address : fragment;
    return true;
  }
  return false;
}

// Single instructions as data: name, arch, instruction, mnemonic, thread ids, source, target, registers.
struct SingleRow {
  std::string_view name;
  int arch;
  CopyInstruction instruction;
  std::string_view ptx;
  std::string_view thr_id, src, dst;
  Registers (*s_regs)();
  Registers (*d_regs)();
};

Registers words_1() { return {"uint32_t", 1, 32}; }
Registers words_2() { return {"uint32_t", 2, 32}; }
Registers words_8() { return {"uint32_t", 8, 32}; }
Registers wide() { return {"uint256_t", 1, 256}; }

constexpr SingleRow singles[] = {
    {"SM50_Shuffle_U32_2x2Trans_XOR1", 50, CopyInstruction::other, "", "32:1", "(32,64):(64,1)",
     "((2,16),(32,2)):((32,128),(1,64))", words_2, words_2},
    {"SM50_Shuffle_U32_2x2Trans_XOR4", 50, CopyInstruction::other, "", "32:1", "(32,64):(64,1)",
     "((4,2,4),(32,2)):((64,32,512),(1,256))", words_2, words_2},
    {"SM75_U32x1_MOVM_T", 75, CopyInstruction::movmatrix, "movmatrix.sync.aligned.m8n8.trans.b16", "32:1",
     "(32,32):(32,1)", "(32,32):(32,1)", words_1, words_1},
    {"SM100_LOAD_256bit_CACHE_NOALLOCATION", 100, CopyInstruction::other, "ld.global.L1::no_allocate.v8.f32", "1:0",
     "(1,256):(0,1)", "(1,256):(0,1)", wide, words_8},
    {"SM100_STORE_256bit_CACHE_NOALLOCATION", 100, CopyInstruction::other, "st.global.L1::no_allocate.v8.f32", "1:0",
     "(1,256):(0,1)", "(1,256):(0,1)", words_8, wide},
};

bool single(const TypeName& name, CopyAtom& out) {
  for (const SingleRow& row : singles) {
    if (row.name != name.head || name.has_args) continue;
    out.source = "CUTLASS copy_traits_sm50.hpp, _sm75.hpp, _sm100.hpp";
    out.arch = row.arch;
    out.operation.instruction = row.instruction;
    if (!row.ptx.empty()) out.ptx = {std::string(row.ptx)};
    out.thr_id = layout_row(row.thr_id);
    out.src_bits = out.ref_bits = layout_row(row.src);
    out.dst_bits = layout_row(row.dst);
    out.s_regs = row.s_regs();
    out.d_regs = row.d_regs();
    return true;
  }
  return false;
}

}  // namespace

bool copy_warp_rule(const TypeName& name, CopyAtom& out, Refusal& why) {
  return universal(name, out, why) || async(name, out, why) || matrix(name, out) || single(name, out);
}

void copy_warp_names(std::vector<std::string>& out) {
  for (const char* type : {"uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint128_t"})
    out.push_back(cat("UniversalCopy<", type, '>'));
  for (const int bits : {8, 16, 32, 64, 128}) out.push_back(cat("AutoVectorizingCopyWithAssumedAlignment<", bits, '>'));
  for (const char* zero_fill : {"", "_ZFILL"}) {
    for (const char* type : {"uint32_t", "uint64_t", "uint128_t"})
      out.push_back(cat("SM80_CP_ASYNC_CACHEALWAYS", zero_fill, '<', type, '>'));
    out.push_back(cat("SM80_CP_ASYNC_CACHEGLOBAL", zero_fill, "<uint128_t>"));
  }
  for (const MatrixRow& row : matrices) out.emplace_back(row.name);
  for (const SingleRow& row : singles) out.emplace_back(row.name);
}

std::string matrix_copy_name(bool load, bool transposed, int count) {
  // The name refers to the data of a thread: rows of 32-bit registers, or 16-bit elements of a column.
  const std::string pieces = transposed ? cat("U16x", 2 * count) : cat("U32x", count);
  return cat(load ? "SM75_" : "SM90_", pieces, load ? "_LDSM_" : "_STSM_", transposed ? 'T' : 'N');
}

}  // namespace stridescope
