// Tensor memory of sm100: tcgen05.ld, tcgen05.st (registers) and tcgen05.cp (from shared memory).
// Source: PTX ISA 9.0, 9.7.16.8 (shapes, register fragments), 9.7.16.9.2 (tcgen05.cp); CUTLASS include/cute/atom/
// copy_traits_sm100.hpp, include/cute/arch/copy_sm100.hpp.
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// SM100_TMEM_LOAD_<lanes>dp<bits>b<repeat>x: a warp moves `repeat` times `bits` bits of each of 16 or 32 lanes ("data
// paths"), with at most 128 registers per thread.
struct ShapeRow {
  std::string_view name;
  std::string_view ptx;
  int registers;  // per thread and repeat
};

constexpr ShapeRow shapes[] = {
    {"16dp32b", "16x32bx2", 1}, {"16dp64b", "16x64b", 1}, {"16dp128b", "16x128b", 2},
    {"16dp256b", "16x256b", 4}, {"32dp32b", "32x32b", 1},
};

bool legal(const ShapeRow& shape, int repeat) {
  return repeat >= 1 && (repeat & (repeat - 1)) == 0 && repeat * shape.registers <= 128;
}

Layout registers_side(const ShapeRow& shape, std::int64_t n) {
  if (shape.name == "32dp32b") return thread_value({{32, 32 * n}}, {{32 * n, 1}});
  if (shape.name == "16dp32b") return thread_value({{16, 64 * n}, {2, 32 * n}}, {{32 * n, 1}});
  if (shape.name == "16dp64b") return thread_value({{2, 512 * n}, {2, 32}, {8, 64 * n}}, {{32, 1}, {n, 64}});
  if (shape.name == "16dp128b") return thread_value({{4, 32}, {8, 128 * n}}, {{32, 1}, {2, 1024 * n}, {n, 128}});
  return thread_value({{4, 64}, {8, 256 * n}}, {{64, 1}, {2, 2048 * n}, {n, 256}});
}

bool load_store(const TypeName& name, CopyAtom& out, Refusal& why) {
  NameReader in(name.head);
  if (!in.skip("SM100_TMEM_")) return false;
  const bool store = in.skip("STORE_");
  if (!store && !in.skip("LOAD_")) return false;
  const bool reduce = !store && in.skip("STAT_");
  const ShapeRow* shape = nullptr;
  for (const ShapeRow& row : shapes) {
    if (shape == nullptr && in.skip(row.name)) shape = &row;
  }
  if (shape == nullptr) return false;
  const int n = in.number();
  if (n < 0 || !in.skip("x")) return false;
  const bool packed = in.skip("_16b");
  if (!in.done() || name.has_args || (reduce && (packed || !shape->name.ends_with("dp32b")))) return false;
  if (!legal(*shape, n) || (reduce && n < 2)) {
    why = {say("{}: {} {repetition is|repetitions are} not supported by the instruction", name.head, n),
           say("a power of two, at most {}", 128 / shape->registers)};
    return true;
  }
  out.source = "PTX ISA 9.0, 9.7.16.8; CUTLASS copy_traits_sm100.hpp";
  out.arch = 100;
  out.operation.instruction = CopyInstruction::tensor_memory;
  out.ptx = {cat(store    ? "tcgen05.st"
                 : reduce ? "tcgen05.ld.red"
                          : "tcgen05.ld",
                 ".sync.aligned.", shape->ptx, ".x", n,
                 reduce    ? ".max.f32"
                 : !packed ? ".b32"
                 : store   ? ".unpack::16b.b32"
                           : ".pack::16b.b32")};
  out.thr_id = layout_row("32:1");
  const Layout memory = layout_row(cat("(32,", 1024 * n * shape->registers, "):(0,1)"));
  const Layout registers = registers_side(*shape, n);
  const Registers fragment = {"uint32_t", n * shape->registers, 32};
  const Registers address = {"uint32_t", 1, 32};
  out.src_bits = store ? registers : memory;
  out.dst_bits = store ? memory : registers;
  out.ref_bits = memory;
  out.s_regs = store ? fragment : address;
  out.d_regs = store ? address : fragment;
  return true;
}

// tcgen05.cp: several warps' lanes may receive the same part of the source.
struct CopyRow {
  std::string_view name;
  std::string_view ptx;
  std::string_view values;         // values of the source, (value):(bit)
  std::string_view target_values;  // empty: equal to those of the source
};

constexpr CopyRow copies[] = {
    {"128dp256bit", "128x256b", "32768:1", ""},
    {"128dp128bit", "128x128b", "16384:1", ""},
    {"4dp256bit", "4x256b", "(4,256):(32,128)", ""},
    {"4x32dp128bit", "32x128b.warpx4", "(32,128,4):(1,32,0)", "16384:1"},
    {"2x64dp128bitlw0213", "64x128b.warpx2::02_13", "(64,128,2):(1,64,0)", "16384:1"},
    {"2x64dp128bitlw0123", "64x128b.warpx2::01_23", "(32,128,2,2):(1,32,4096,0)", "16384:1"},
};

Layout with_threads(int threads, std::string_view values) {
  const std::size_t colon = values.find(':');
  return layout_row(cat('(', threads, ',', values.substr(0, colon), "):(0,", values.substr(colon + 1), ')'));
}

bool shared_to_tensor_memory(const TypeName& name, CopyAtom& out) {
  NameReader in(name.head);
  if (!in.skip("SM100_UTCCP_") || name.has_args) return false;
  for (const CopyRow& row : copies) {
    if (!in.rest().starts_with(row.name)) continue;
    in.skip(row.name);
    const bool two = in.skip("_2cta");
    if ((!two && !in.skip("_1cta")) || !in.done()) return false;
    const int threads = two ? 2 : 1;
    out.source = "PTX ISA 9.0, 9.7.16.9.2; CUTLASS copy_traits_sm100.hpp";
    out.arch = 100;
    out.operation.instruction = CopyInstruction::tensor_copy;
    out.ptx = {cat("tcgen05.cp.cta_group::", threads, '.', row.ptx)};
    out.thr_id = layout_row(two ? "2:1" : "1:0");
    out.src_bits = with_threads(threads, row.values);
    out.dst_bits = with_threads(threads, row.target_values.empty() ? row.values : row.target_values);
    out.ref_bits = out.dst_bits;
    out.s_regs = Registers{"uint64_t", 1, 64};
    out.d_regs = Registers{"uint32_t", 1, 32};
    return true;
  }
  return false;
}

}  // namespace

bool copy_tmem_rule(const TypeName& name, CopyAtom& out, Refusal& why) {
  return load_store(name, out, why) || shared_to_tensor_memory(name, out);
}

void copy_tmem_names(std::vector<std::string>& out) {
  for (const char* direction : {"LOAD_", "STORE_"}) {
    for (const ShapeRow& shape : shapes) {
      for (const char* packed : {"", "_16b"}) {
        for (int n = 1; legal(shape, n); n *= 2)
          out.push_back(cat("SM100_TMEM_", direction, shape.name, n, 'x', packed));
      }
    }
  }
  for (int n = 2; n <= 128; n *= 2) out.push_back(cat("SM100_TMEM_LOAD_STAT_32dp32b", n, 'x'));
  for (const CopyRow& row : copies) {
    for (const char* group : {"_1cta", "_2cta"}) out.push_back(cat("SM100_UTCCP_", row.name, group));
  }
}

}  // namespace stridescope
