// Checks CuTe's assertions on the tensors of an atom, in CuTe's order.
#include "core/memory/atom_fit.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/facts/offsets.h"
#include "core/memory/warp_access.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_values = 1 << 12;

struct Side {
  std::string_view name;
  const Tensor* tensor = nullptr;
  std::int64_t bits = 0;    // per element
  std::int64_t values = 0;  // per thread and call of the atom
  std::int64_t access = 0;  // bits that must be adjacent
  bool reads = false;
};

bool is_memory(const Tensor& tensor) {
  return tensor.data.kind == Iterator::Kind::pointer && tensor.data.pointer.space != MemorySpace::rmem &&
         tensor.data.pointer.bits > 0;
}

Message place_of(MemorySpace space) {
  return space == MemorySpace::gmem   ? say("global memory")
         : space == MemorySpace::smem ? say("shared memory")
         : space == MemorySpace::rmem ? say("registers")
                                      : say("tensor memory");
}

// The first value that is not adjacent to the values of its access.
std::optional<Message> apart(Arith& arith, const CopyAtom& atom, const Side& side) {
  const std::int64_t together = side.access / side.bits;
  if (together < 2 || side.values > max_values) return std::nullopt;
  const auto f = offset_function(to_value(side.tensor->layout));
  if (!f || arith.failed()) return std::nullopt;
  std::vector<std::int64_t> offset(static_cast<std::size_t>(side.values));
  f->fill(offset.data(), side.values);
  for (std::int64_t i = 0; i < side.values; ++i) {
    const std::int64_t first = i - i % together;
    const std::int64_t behind = offset[static_cast<std::size_t>(i)] - offset[static_cast<std::size_t>(first)];
    if (behind == i - first) continue;
    return say(
        "the stride is {} in a mode where {} needs adjacent values: it {} {} {value|values} of {} {bit|bits} as {} "
        "{byte|bytes} at once, but value {} of {} is {} {element|elements} after value {}",
        behind / (i - first), atom.name, side.reads ? say("reads") : say("writes"), together, side.bits,
        side.access / 8, i, side.name, behind, first);
  }
  return std::nullopt;
}

}  // namespace

Message copy_fit(Arith& arith, const CopyAtom& atom, const Tensor& src, const Tensor& dst) {
  const auto side_of = [&](std::string_view name, const Tensor& tensor, CopySide side) {
    Side out = {name, &tensor};
    out.reads = side == CopySide::source;
    const Layout& bits = out.reads ? atom.src_bits : atom.dst_bits;
    const auto& registers = out.reads ? atom.s_regs : atom.d_regs;
    const bool typed = tensor.data.kind == Iterator::Kind::pointer && tensor.data.pointer.bits > 0;
    out.bits = typed ? tensor.data.pointer.bits : atom.value_type ? atom.value_type->bits : 0;
    if (out.bits > 0) out.values = size(arith, LayoutRef(bits)[1]).value / out.bits;
    out.access = registers ? registers->bits : atom_access_bits(atom, side);
    return out;
  };
  const Side sides[] = {side_of("src", src, CopySide::source), side_of("dst", dst, CopySide::destination)};
  if (arith.failed()) return {};
  for (const Side& side : sides) {
    const Layout& domain = domain_layout(side.tensor->layout);
    if (side.bits == 0) return say("the width of the elements of {} is unknown", side.name);
    if (domain.shape.is_tuple() && domain.rank() != 1)
      return say(
          "{} has {} {mode|modes}, but one call of the atom takes one: copy(atom, src, dst) iterates over the others",
          side.name, domain.rank());
  }
  std::int64_t held[2] = {};
  for (std::size_t i = 0; i < 2; ++i) held[i] = size(arith, domain_layout(sides[i].tensor->layout)).value;
  if (arith.failed()) return {};
  if (held[0] != sides[0].values && held[1] != sides[1].values)
    return say(
        "a thread's part of src has {} {element|elements} of {} {bit|bits} and that of dst has {} of {}, but {} moves "
        "{} to {}",
        held[0], sides[0].bits, held[1], sides[1].bits, atom.name, sides[0].values, sides[1].values);
  for (std::size_t i = 0; i < 2; ++i) {
    if (held[i] != sides[i].values)
      return say("{} has {} {element|elements} of {} {bit|bits}, but {} takes {} of a thread", sides[i].name, held[i],
                 sides[i].bits, atom.name, sides[i].values);
  }
  for (const Side& side : sides) {
    if (const auto why = apart(arith, atom, side)) return *why;
  }
  using enum CopyInstruction;
  const CopyInstruction by = atom.operation.instruction;
  const bool to_shared = by == cp_async;
  const std::optional<MemorySpace> wanted[] = {
      to_shared        ? std::optional(MemorySpace::gmem)
      : by == ldmatrix ? std::optional(MemorySpace::smem)
                       : std::nullopt,
      to_shared || by == stmatrix ? std::optional(MemorySpace::smem) : std::nullopt};
  for (std::size_t i = 0; i < 2; ++i) {
    const Pointer& pointer = sides[i].tensor->data.pointer;
    if (!wanted[i] || sides[i].tensor->data.kind != Iterator::Kind::pointer || pointer.space == *wanted[i]) continue;
    return say("{} is in {}, but {} {} {}", sides[i].name, place_of(pointer.space), atom.name,
               sides[i].reads ? say("reads") : say("writes"), place_of(*wanted[i]));
  }
  if (is_memory(src) || is_memory(dst))
    return say(
        "the copy fits: {} {element|elements} of src and {} of dst, adjacent as {} requires; the alignment of the "
        "pointers is not known here",
        held[0], held[1], atom.name);
  return say("the copy fits: {} {element|elements} of src and {} of dst, adjacent as {} requires", held[0], held[1],
             atom.name);
}

Message mma_fit(Arith& arith, const MmaAtom& atom, const std::array<Layout, 4>& dabc) {
  static constexpr std::string_view names[] = {"D", "A", "B", "C"};
  const Layout* tables[] = {&atom.c, &atom.a, &atom.b, &atom.c};
  const OperandPlace places[] = {OperandPlace::registers, atom.a_place, atom.b_place, OperandPlace::registers};
  const auto extent = [&](std::size_t operand, int mode) {
    const Layout& layout = dabc[operand];
    if (!layout.shape.is_tuple()) return mode == 0 ? size(arith, layout).value : std::int64_t{1};
    return mode < layout.rank() ? product(arith, layout.shape[mode]).value : std::int64_t{1};
  };
  for (std::size_t i = 0; i < 4; ++i) {
    // A descriptor counts as one value.
    const std::int64_t wanted = places[i] == OperandPlace::registers ? size(arith, LayoutRef(*tables[i])[1]).value : 1;
    const std::int64_t held = extent(i, 0);
    if (arith.ok() && held != wanted)
      return say("{} has {} {value|values} of a thread in one instruction, but {} takes {}", names[i], held, atom.name,
                 wanted);
  }
  if (arith.failed()) return {};
  if (extent(1, 1) != extent(0, 1))
    return say("A spans {} {instruction|instructions} along M, D spans {}", extent(1, 1), extent(0, 1));
  if (extent(2, 1) != extent(0, 2))
    return say("B spans {} {instruction|instructions} along N, D spans {}", extent(2, 1), extent(0, 2));
  if (extent(1, 2) != extent(2, 2))
    return say("A spans {} {instruction|instructions} along K, B spans {}", extent(1, 2), extent(2, 2));
  for (const int mode : {1, 2}) {
    if (extent(0, mode) != extent(3, mode))
      return say("D spans {} {instruction|instructions} along {}, C spans {}", extent(0, mode), mode == 1 ? "M" : "N",
                 extent(3, mode));
  }
  return say(
      "these partitions fit: {} {instruction|instructions} along M, {} along N, and {} {value|values} of D in each",
      extent(0, 1), extent(0, 2), extent(0, 0));
}

}  // namespace stridescope
