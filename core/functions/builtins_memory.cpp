// Builtins about memory: coalescing, bank conflicts, vectorization, swizzles, occupancy, bounds.
#include <algorithm>
#include <bit>

#include "core/analysis/memory_value.h"
#include "core/analysis/told.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/hardware/bound.h"
#include "core/hardware/occupancy.h"
#include "core/value/alignment.h"

namespace stridescope {
namespace {

// The word in the last argument, or empty; `count` excludes it.
struct Arguments {
  std::size_t count;
  std::string_view word;
};

Arguments arguments_of(const Call& c) {
  const auto* text = c.count() > 0 ? c.args[c.count() - 1].as<Text>() : nullptr;
  if (text == nullptr) return {c.count(), {}};
  return {c.count() - 1, text->text};
}

// The swizzle of a tensor's pointer acts on bytes of addresses, so it belongs to the layout in memory.
AnyLayout memory_layout(const Call& c, std::size_t i) {
  const auto* tensor = c.args[i].as<Tensor>();
  if (tensor == nullptr) return c.any_layout(i);
  const Pointer& pointer = tensor->data.pointer;
  const auto* plain = std::get_if<Layout>(&tensor->layout);
  const unsigned bytes = pointer.bits / 8U;
  if (plain == nullptr || tensor->data.kind != Iterator::Kind::pointer || !pointer.swizzled ||
      !std::has_single_bit(bytes))
    return tensor->layout;
  const Swizzle& s = pointer.swizzle;
  const int unit = std::countr_zero(bytes);
  if (s.base < unit || s.shift < 0 || s.base + s.shift + s.bits > 32) return tensor->layout;
  return ComposedLayout{Swizzle{s.bits, s.base - unit, s.shift}, static_int(swizzle_phase(*tensor)), *plain};
}

// Bytes from a multiple of a cache line, which is a multiple of sectors, banks and vectors, to the origin of `memory`,
// the memory_layout of the argument. 0 if the address is unknown.
std::int64_t base_bytes_of(const Call& c, std::size_t i, const AnyLayout& memory) {
  constexpr std::int64_t line = 128;
  const auto* tensor = c.args[i].as<Tensor>();
  if (tensor == nullptr || tensor->data.kind != Iterator::Kind::pointer) return 0;
  const Pointer& pointer = tensor->data.pointer;
  if (!pointer.known || pointer.space == MemorySpace::tmem) return 0;
  const bool swizzled = !(memory == tensor->layout);
  const std::int64_t before = swizzled ? swizzle_phase(*tensor) * pointer.bits / 8 : 0;
  return static_cast<std::int64_t>((pointer.address - static_cast<std::uint64_t>(before)) % line);
}

// The alignment of an argument's address in bits, up to the widest access.
std::int64_t alignment_bits_of(const Call& c, std::size_t i) {
  const auto* tensor = c.args[i].as<Tensor>();
  return tensor != nullptr ? 8 * alignment_of(tensor->data, max_vector_bits / 8) : max_vector_bits;
}

int bits_of(const Call& c, const DataType* type) {
  if (!c.template_args.empty()) {
    const std::int64_t bits = c.template_args[0];
    return bits >= 1 && bits <= 128 ? static_cast<int>(bits) : -1;
  }
  if (type != nullptr) return type->bits;
  c.arith.fail(ErrorCode::arguments, say("{}: the number of bits of an element is not given", c.name),
               say("write {}<16>(...) for half_t", c.name));
  return -1;
}

bool is_ldmatrix(const CopyAtom& atom) { return atom.operation.instruction == CopyInstruction::ldmatrix; }
bool is_stmatrix(const CopyAtom& atom) { return atom.operation.instruction == CopyInstruction::stmatrix; }

struct Pattern {
  ThreadOffsets offsets;
  AccessOptions options;
  SharedKind kind;
};

void refuse_engine(const Call& c, const CopyAtom& atom) {
  using enum CopyInstruction;
  const CopyInstruction by = atom.operation.instruction;
  if (by != tma && by != tma_image && by != bulk && by != prefetch && by != tensor_memory) return;
  c.arith.fail(ErrorCode::unsupported, say("{}: {} is not an access of the lanes of a warp", c.name, atom.name),
               say("the copy engine moves whole boxes; its traffic has separate counters"));
}

// The reads or writes of a tensor by a TiledCopy; `kind` is empty if the atom does not define it.
Pattern copy_pattern(const Call& c, const TiledCopy& copy, CopySide side, const AnyLayout& tensor, bool shared) {
  Pattern out;
  refuse_engine(c, copy.atom);
  out.options.element_bits = bits_of(c, copy.atom.value_type ? &*copy.atom.value_type : nullptr);
  if (c.arith.failed()) return out;
  out.options.access_bytes = atom_access_bits(copy.atom, side) / 8;
  if (shared && out.options.access_bytes > max_access_bytes) {
    c.arith.fail(ErrorCode::unsupported, say("{}: {} accesses global memory only", c.name, copy.atom.name),
                 say("a lane reads or writes at most 16 bytes of shared memory at a time"));
    return out;
  }
  out.kind.operation = side == CopySide::source ? SharedOperation::load : SharedOperation::store;
  const bool matrix_load = is_ldmatrix(copy.atom) && side == CopySide::source;
  const bool matrix_store = is_stmatrix(copy.atom) && side == CopySide::destination;
  if (matrix_load || matrix_store) {
    out.kind.operation = matrix_load ? SharedOperation::ldmatrix : SharedOperation::stmatrix;
    const auto& registers = matrix_load ? copy.atom.d_regs : copy.atom.s_regs;
    // A matrix of 8 rows of 16 bytes is one 32-bit register per lane.
    out.kind.matrices = registers ? registers->count * registers->bits / 32 : 4;
    out.options.access_bytes = 16;
  }
  out.offsets = thread_offsets(c.arith, copy, side, tensor);
  return out;
}

// The arguments (P), (L, TV) or (L, TV, inside) before the word.
Pattern layout_pattern(const Call& c, std::size_t count) {
  Pattern out;
  out.options.element_bits = bits_of(c, nullptr);
  const AnyLayout memory = memory_layout(c, 0);
  if (c.arith.failed()) return out;
  out.options.base_bytes = base_bytes_of(c, 0, memory);
  if (count == 1) {
    out.offsets = thread_offsets(c.arith, memory);
    return out;
  }
  const Layout& tv = c.layout(1);
  if (c.arith.failed()) return out;
  if (count == 2) {
    out.offsets = thread_offsets(c.arith, memory, tv, nullptr);
    return out;
  }
  const TupleRef inside = c.shape(2);
  if (c.arith.ok()) out.offsets = thread_offsets(c.arith, memory, tv, &inside);
  return out;
}

// "src", "dst" or the only side of the atom; a fault if neither exists.
CopySide side_of(const Call& c, const CopyAtom& atom, std::string_view word, bool shared) {
  if (word == "src") return CopySide::source;
  if (word == "dst") return CopySide::destination;
  if (word.empty()) {
    if (is_ldmatrix(atom)) return CopySide::source;
    if (is_stmatrix(atom)) return CopySide::destination;
    if (atom.operation.instruction == CopyInstruction::cp_async)
      return shared ? CopySide::destination : CopySide::source;
  }
  c.arith.fail(ErrorCode::arguments, say("{}: unknown whether {} reads or writes the tensor", c.name, atom.name),
               say("add \"src\" or \"dst\" as the last argument"));
  return CopySide::source;
}

Pattern pattern_of(const Call& c, bool shared) {
  const Arguments args = arguments_of(c);
  Pattern out;
  const auto* copy = c.args[0].as<TiledCopy>();
  if (args.count < 1 || (copy != nullptr && args.count != 2)) {
    c.arith.fail(ErrorCode::arguments, say("{} takes a layout (thread, value) -> offset, a tensor with a thread-value "
                                           "layout, or a TiledCopy with a tensor",
                                           c.name));
    return out;
  }
  if (copy != nullptr) {
    const CopySide side = side_of(c, copy->atom, args.word, shared);
    const AnyLayout memory = memory_layout(c, 1);
    if (c.arith.ok()) {
      out = copy_pattern(c, *copy, side, memory, shared);
      out.options.base_bytes = base_bytes_of(c, 1, memory);
    }
  } else {
    out = layout_pattern(c, args.count);
    if (shared && !args.word.empty()) {
      out.kind.lds = lds_rule(args.word);
      const auto operation =
          out.kind.lds != nullptr ? std::optional(out.kind.lds->operation) : shared_operation_named(args.word);
      if (!operation) {
        const LdsGap* gap = lds_gap(args.word);
        if (gap != nullptr) {
          c.arith.fail(ErrorCode::arguments, say("{}: the phases of {} are unknown: {}", c.name, gap->name, gap->why),
                       say("only these of AMD's LDS are known: {}", lds_rule_names()));
          return out;
        }
        c.arith.fail(
            ErrorCode::arguments, say("{}: unknown operation '{}'", c.name, args.word),
            say("use \"load\", \"store\", \"ldmatrix\" or \"stmatrix\"; for AMD's LDS use {}", lds_rule_names()));
        return out;
      }
      out.kind.operation = *operation;
      if (out.kind.lds != nullptr) {
        out.options.access_bytes = out.kind.lds->access_bytes;
        c.note(say("{}: from tables, not measured here; {}", out.kind.lds->name, to_message(*out.kind.lds)));
      }
      if (*operation == SharedOperation::ldmatrix || *operation == SharedOperation::stmatrix) {
        out.options.access_bytes = 16;
      }
    } else if (!args.word.empty()) {
      c.arith.fail(ErrorCode::arguments, say("{}: unexpected \"{}\"", c.name, args.word));
    }
  }
  if (c.template_args.size() > 1) out.options.base_bytes = c.template_args[1];
  constexpr std::int64_t furthest = std::int64_t{1} << 48;
  if (out.options.base_bytes < 0 || out.options.base_bytes > furthest) {
    c.arith.fail(ErrorCode::arguments,
                 say("{}: the base address {} is out of range; expected 0 to 2^48", c.name, out.options.base_bytes));
  }
  return out;
}

}  // namespace

namespace {

// Charges for every request, even if few of its lanes are active.
bool charge(const Call& c, const WarpAccess& access) {
  return c.arith.ok() && c.charge(64 * static_cast<std::uint64_t>(access.requests()));
}

}  // namespace

Value builtin_coalescing(const Call& c) {
  const Pattern pattern = pattern_of(c, false);
  if (c.arith.failed()) return static_int(0);
  WarpAccess access = warp_access(c.arith, pattern.offsets, pattern.options);
  if (!charge(c, access)) return static_int(0);
  GlobalMemory counts = global_memory(access);
  return Object::make(GlobalAccess{std::move(access), std::move(counts)});
}

Value builtin_bank_conflicts(const Call& c) {
  const Pattern pattern = pattern_of(c, true);
  if (c.arith.failed()) return static_int(0);
  WarpAccess access = warp_access(c.arith, pattern.offsets, pattern.options);
  if (!charge(c, access)) return static_int(0);
  SharedMemory counts = shared_memory(access, pattern.kind);
  return Object::make(SharedAccess{std::move(access), pattern.kind, std::move(counts)});
}

Value builtin_vectorization(const Call& c) {
  const auto* copy = c.args[0].as<TiledCopy>();
  if (copy != nullptr ? c.count() != 3 : c.count() > 2)
    return c.fail(ErrorCode::arguments, say("vectorization takes source and destination, or a TiledCopy and both"));
  const std::size_t first = copy != nullptr ? 1 : 0;
  const int bits = bits_of(c, copy != nullptr && copy->atom.value_type ? &*copy->atom.value_type : nullptr);
  AnyLayout source = memory_layout(c, first);
  AnyLayout destination = first + 1 < c.count() ? memory_layout(c, first + 1) : source;
  if (c.arith.failed()) return static_int(0);
  if (copy != nullptr) {
    // The copies of thread 0: all threads copy in the same way.
    const auto part = [&](CopySide side, const AnyLayout& tensor) {
      const Tensor whole = {{Iterator::Kind::counting, dynamic_int(0)}, tensor};
      return partition(c.arith, ThrCopy{*copy, static_int(0)}, side, whole).layout;
    };
    source = part(CopySide::source, source);
    destination = part(CopySide::destination, destination);
    if (c.arith.failed()) return static_int(0);
  }
  const Vectorization v = vectorization(c.arith, source, destination, bits, alignment_bits_of(c, first),
                                        alignment_bits_of(c, std::min(first + 1, c.count() - 1)));
  if (c.arith.failed()) return static_int(0);
  return told(rows_of(v));
}

namespace {

SwizzleSearch searched(const Call& c) {
  const Arguments args = arguments_of(c);
  SwizzleConstraint constraint = SwizzleConstraint::none;
  if (args.word == "tma") constraint = SwizzleConstraint::tma;
  if (args.word == "wgmma") constraint = SwizzleConstraint::wgmma;
  if (!args.word.empty() && constraint == SwizzleConstraint::none) {
    c.arith.fail(ErrorCode::arguments, say("{}: unknown constraint '{}'", c.name, args.word),
                 say("use \"tma\" or \"wgmma\""));
  }
  if (args.count < 2) {
    c.arith.fail(ErrorCode::arguments, say("{} needs the tile and how it is written and read", c.name));
  }
  const Layout& tile = c.layout(0);
  int bits = 0;
  std::vector<TileAccess> accesses;
  for (std::size_t i = 1; i < args.count && c.arith.ok(); ++i) {
    Pattern pattern;
    // The first argument writes the tile, the others read it.
    const CopySide side = i == 1 && args.count > 2 ? CopySide::destination : CopySide::source;
    if (const auto* copy = c.args[i].as<TiledCopy>()) {
      pattern = copy_pattern(c, *copy, is_stmatrix(copy->atom) ? CopySide::destination : side, tile, true);
    } else {
      pattern.options.element_bits = bits_of(c, nullptr);
      const Layout& tv = c.layout(i);
      if (c.arith.ok()) pattern.offsets = thread_offsets(c.arith, tile, tv, nullptr);
      pattern.kind.operation = side == CopySide::source ? SharedOperation::load : SharedOperation::store;
    }
    if (c.arith.failed()) break;
    if (bits != 0 && bits != pattern.options.element_bits) {
      c.arith.fail(ErrorCode::arguments, say("{}: one tile has elements of {} and of {} {bit|bits}", c.name, bits,
                                             pattern.options.element_bits));
      break;
    }
    bits = pattern.options.element_bits;
    accesses.push_back({std::move(pattern.offsets), pattern.kind, pattern.options.access_bytes});
  }
  if (c.arith.failed()) return {};
  return search_swizzle(c.arith, tile, accesses, bits, constraint);
}

}  // namespace

Value builtin_best_swizzle(const Call& c) {
  const SwizzleSearch search = searched(c);
  if (c.arith.failed()) return static_int(0);
  return search.best.swizzle;
}

Value builtin_swizzle_search(const Call& c) {
  const SwizzleSearch search = searched(c);
  if (c.arith.failed()) return static_int(0);
  return told(rows_of(search));
}

Value builtin_occupancy(const Call& c) {
  const auto* name = c.args[0].as<Text>();
  if (name == nullptr) return c.wrong(0, term("the name of an architecture, such as \"sm90\""));
  const Architecture* architecture = find_architecture(name->text);
  if (architecture == nullptr) {
    std::string known;
    for (const Architecture& a : architectures()) append_all(known, known.empty() ? "" : ", ", a.name);
    return c.fail(ErrorCode::unknown_name, say("unknown architecture '{}'", name->text), say("known: {}", known));
  }
  const BlockResources block = {c.integer(1).value, c.integer(2).value, c.integer(3).value};
  if (c.arith.failed()) return static_int(0);
  if (architecture->name == "sm107")
    c.note(say("only the shared memory of sm107 is known; the other limits are those of sm100"));
  const auto result = occupancy(*architecture, block);
  if (!result) return c.fail(result.error().code, say("{}: {}", c.name, result.error().message), result.error().hint);
  return rows_report(rows_of(*result, *architecture, block));
}

Value builtin_roofline(const Call& c) {
  const auto* name = c.args[0].as<Text>();
  if (name == nullptr) return c.wrong(0, term("the name of a GPU, such as \"H100\""));
  const Gpu* gpu = find_gpu(name->text);
  if (gpu == nullptr) {
    std::string known;
    for (const Gpu& g : gpus()) append_all(known, known.empty() ? "" : ", ", g.name);
    return c.fail(ErrorCode::unknown_name, say("unknown GPU '{}'", name->text), say("known: {}", known));
  }
  Work work;
  std::int64_t* const parts[] = {&work.dram_bytes, &work.l2_bytes, &work.shared_wavefronts, &work.tensor_operations};
  for (std::size_t i = 1; i < c.count(); ++i) *parts[i - 1] = c.integer(i).value;
  if (c.arith.failed()) return static_int(0);
  const auto result = bound(*gpu, work);
  if (!result) return c.fail(result.error().code, say("{}: {}", c.name, result.error().message), result.error().hint);
  return rows_report(rows_of(*result, *gpu, work));
}

}  // namespace stridescope
