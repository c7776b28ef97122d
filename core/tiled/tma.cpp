// Finds the box of a TMA. Shared memory in the order of addresses is a walk through the tile; the box is the longest
// beginning of the walk that passes through each mode once in steps of one. Then every limit of the driver's descriptor
// is checked; errors include the numbers.
#include "core/tiled/tma.h"

#include "core/algebra/algebra.h"
#include "core/algebra/leaves.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/tiled/printed_kind.h"
#include "core/tiled/tma_rules.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

constexpr int max_rank = 5;

tl::unexpected<Error> refused(const Message& message, Message hint) {
  return failure(ErrorCode::unsupported, say("TMA: {}", message), std::move(hint));
}

std::string list(const std::vector<std::int64_t>& values) {
  std::string out = "(";
  for (std::size_t i = 0; i < values.size(); ++i) append_all(out, i == 0 ? "" : ",", values[i]);
  return out + ")";
}

// Elements in whole bytes; -1 if it is not a whole number.
std::int64_t bytes_of(std::int64_t elements, int bits) {
  if (elements < 0 || elements >= (std::int64_t{1} << 48)) return -1;
  return elements * bits % 8 == 0 ? elements * bits / 8 : -1;
}

// The fix for rows that do not begin at multiples of 16 bytes; a copy by threads does not need it.
Message padded_to_16_bytes(std::int64_t stride, int bits) {
  const std::int64_t each = std::max(1, 128 / bits);
  if (stride < 0 || bytes_of(stride, bits) >= std::int64_t{1} << 40)
    return say("pad the leading dimension to 16 bytes");
  return say(
      "pad the rows to {} {element|elements}, or copy by threads with DefaultCopy, which accepts any rows; mma.sync "
      "then multiplies them",
      (stride + each - 1) / each * each);
}

// The tile in CuTe's form: a byte swizzle at the position of the pointer, while `elements` has a swizzle of elements.
AnyLayout cute_tile(Arith& arith, const AnyLayout& elements, int bits) {
  AnyLayout out = on_domain(elements, [&](const Layout& layout) { return with_static_integers(arith, layout); });
  auto* composed = std::get_if<ComposedLayout>(&out);
  const auto* swizzle = composed != nullptr ? std::get_if<Swizzle>(&composed->a) : nullptr;
  const auto* offset = swizzle != nullptr ? std::get_if<Int>(&composed->offset) : nullptr;
  if (offset == nullptr || offset->value != 0) return out;
  int width = 0;  // log2 of the bytes of an element
  while (8 << width < bits) ++width;
  composed->a = make_swizzle(arith, swizzle->bits, swizzle->base + width, swizzle->shift);
  composed->offset = UnsetPointer{bits};
  return out;
}

// A slice at a dynamic index has lost the pointer that its byte swizzle waits for, as in Sw<3,4,3> o 0 o (...): CuTe,
// which only reads the base (copy_traits_sm90_tma_swizzle.hpp), accepts it as that. With a static offset nothing was
// sliced: the byte swizzle was meant for elements, and another layout than the written one would be copied.
AnyLayout with_pointer(const AnyLayout& smem, int bits) {
  const auto* composed = std::get_if<ComposedLayout>(&smem);
  const auto* swizzle = composed != nullptr ? std::get_if<Swizzle>(&composed->a) : nullptr;
  const auto* offset = swizzle != nullptr ? std::get_if<Int>(&composed->offset) : nullptr;
  if (offset == nullptr || offset->is_static || bits == 8 || swizzle->base != 4 || swizzle->shift != 3 ||
      !composed->outer.empty())
    return smem;
  return ComposedLayout{*swizzle, UnsetPointer{bits}, composed->b};
}

// Finds the box: the longest beginning of the tile, in the order of addresses in shared memory, that passes through
// each mode once in steps of 1.
Result<bool> find_box(const Layout& smem, TmaAtom& out) {
  Arith arith;
  const Layout inverse = right_inverse(arith, smem);
  const IntTuple tile = product_each(arith, smem.shape);
  const Layout walk = coalesce(arith, composition(arith, make_identity_layout(arith, tile), LayoutRef(inverse)));
  if (arith.failed()) return arith.error();
  const bool single = !walk.shape.is_tuple();
  for (int i = 0; i < (single ? 1 : walk.rank()); ++i) {
    const Int extent = (single ? walk.shape.ref() : walk.shape[i]).integer();
    const Int step = (single ? walk.stride.ref() : walk.stride[i]).integer();
    if (extent.value == 1) continue;
    const int mode = step.is_basis() ? step.basis()[0] : 0;
    bool seen = !step.is_basis() || step.value != 1;
    for (const int known : out.modes) seen = seen || known == mode;
    if (seen) break;
    out.modes.push_back(mode);
    out.box.push_back(extent.value);
  }
  return true;
}

}  // namespace

const ObjectKind TmaAtom::object_kind = printed_kind<TmaAtom, &print_tma>("TMA atom");

std::int64_t moved_elements(const TmaAtom& atom) { return atom.bits / atom.element_bits * atom.instructions; }

std::string map_words(const TmaAtom& atom) {
  const std::string box = cat("box", list(atom.box));
  return atom.swizzle == SwizzleMode::none ? box : cat(box, '@', word_of(atom.swizzle));
}

TmaFacts tma_facts(const TmaAtom& atom, IntegerMode mode) {
  std::string order = "(";
  for (const int one : atom.modes) append_all(order, order.size() > 1 ? "," : "", one);
  return {{{"Operation", atom.operation},
           {"GmemLayout", to_text(atom.gmem, mode)},
           {"SmemLayout", to_text(to_value(atom.smem), mode)},
           {"ElementBits", cat(atom.element_bits)},
           {"Box", list(atom.box)},
           {"Modes", order + ")"},
           {"Extents", list(atom.extents)},
           {"StrideBytes", list(atom.stride_bytes)},
           {"Swizzle", std::string(name_of(atom.swizzle))},
           {"Instruction", cat(atom.bits, " bits")},
           {"Instructions", cat(atom.instructions)}}};
}

std::string print_tma(const TmaAtom& atom, IntegerMode mode) {
  std::string out = "TMA_Atom\n";
  for (const auto& [name, value] : tma_facts(atom, mode))
    append_all(out, "  ", left_aligned(cat(name, ':'), 14), value, '\n');
  return out;
}

Result<bool> set_operation(TmaAtom& atom, std::string_view operation) {
  constexpr std::string_view operations[] = {"SM90_TMA_LOAD", "SM90_TMA_LOAD_MULTICAST", "SM90_TMA_STORE",
                                             "SM90_TMA_REDUCE_ADD"};
  for (const std::string_view name : operations) {
    if (operation != name && operation != cat("cute::", name)) continue;
    atom.operation = name;
    return true;
  }
  return failure(ErrorCode::arguments, say("make_tma_atom does not make {}", operation.substr(0, 80)),
                 say("it makes SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST, SM90_TMA_STORE and SM90_TMA_REDUCE_ADD"));
}

Result<bool> check_printed(const TmaAtom& atom, std::string_view lines) {
  const TmaFacts facts = tma_facts(atom, IntegerMode::cute);
  while (!lines.empty()) {
    const std::string_view line = trimmed(cut_line(lines));
    const std::string_view label = line.substr(0, line.find(':'));
    for (const auto& [name, right] : facts) {
      if (name != label || label.size() == line.size()) continue;
      const std::string_view given = trimmed(line.substr(label.size() + 1));
      if (given != right)
        return failure(ErrorCode::arguments, say("the {} of these layouts is {}, not {}", label, right, given),
                       say("paste the lines as they were printed, or remove this one"));
    }
  }
  return true;
}

Result<TmaAtom> make_tma(const Layout& gmem, const AnyLayout& smem, int bits, std::int64_t address) {
  const Layout& tile = domain_layout(smem);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return refused(say("elements of {} {bit|bits} are not among its types", bits), say("8, 16, 32 or 64 bits"));
  const int rank = gmem.rank();
  if (gmem.depth() > 1 || gmem.stride.ref().has_basis())
    return failure(ErrorCode::rank_mismatch, say("the global tensor has nested modes; expected one mode per dimension"),
                   say("flatten it"));
  if (rank == 0)
    return failure(ErrorCode::rank_mismatch, say("the global tensor has no modes; a descriptor needs at least one"),
                   say("give it a mode"));
  if (tile.rank() != rank)
    return failure(ErrorCode::rank_mismatch,
                   say("the tile has rank {}, but the global tensor has {}", tile.rank(), rank),
                   say("mode i of the tile is a part of mode i of the tensor"));
  if (rank > max_rank)
    return refused(say("the tensor has {} {dimension|dimensions}; a descriptor takes at most {}", rank, max_rank),
                   say("slice off some of them"));
  TmaAtom out;
  Arith arith;
  out.gmem = gmem;
  const AnyLayout of_bytes = with_pointer(smem, bits);
  out.smem = cute_tile(arith, of_bytes, bits);
  if (arith.failed()) return arith.error();
  out.element_bits = bits;
  auto mode = swizzle_mode(of_bytes, bits);
  if (!mode) return failure(mode.error());
  out.swizzle = *mode;
  if (auto box = find_box(domain_layout(out.smem), out); !box) return failure(box.error());
  const auto extent = [&](int i) { return (gmem.shape.is_tuple() ? gmem.shape[i] : gmem.shape.ref()).integer().value; };
  const auto stride = [&](int i) {
    return (gmem.stride.is_tuple() ? gmem.stride[i] : gmem.stride.ref()).integer().value;
  };
  // Modes outside of the box follow once each, by increasing stride.
  while (static_cast<int>(out.modes.size()) < rank) {
    int next = -1;
    for (int i = 0; i < rank; ++i) {
      bool used = false;
      for (const int known : out.modes) used = used || known == i;
      if (!used && (next < 0 || stride(i) < stride(next))) next = i;
    }
    out.modes.push_back(next);
    out.box.push_back(1);
  }
  const int inner = out.modes[0];
  if (stride(inner) != 1 && extent(inner) != 1) {
    return refused(say("shared memory is contiguous along mode {}, whose stride in global memory is {}, not 1", inner,
                       stride(inner)),
                   say("give both the same major mode: TMA does not transpose"));
  }
  if (auto fault = address_fault(static_cast<std::uint64_t>(address)))
    return refused(std::move(fault->what), std::move(fault->fix));
  out.bits = bits;
  for (std::size_t i = 0; i < out.modes.size(); ++i) {
    const int m = out.modes[i];
    if (extent(m) < 1 || extent(m) > (std::int64_t{1} << 32))
      return refused(say("mode {} has {} {element|elements}; expected 1 to 2^32 for a dimension", m, extent(m)), {});
    if (auto fault = extent_fault(out.box[i], m)) return refused(fault->what, fault->fix);
    out.extents.push_back(extent(m));
    out.bits *= out.box[i];
    if (i == 0) continue;
    const std::int64_t bytes = bytes_of(stride(m), bits);
    if (bytes % 16 != 0 || bytes < 0 || bytes >= (std::int64_t{1} << 40)) {
      return refused(
          say("mode {} has a stride of {}: expected a multiple of 16 bytes below 2^40", m, in_units(stride(m), bits)),
          padded_to_16_bytes(stride(m), bits));
    }
    out.stride_bytes.push_back(bytes);
  }
  const std::int64_t row = bytes_of(out.box[0], bits);
  if (auto fault = row_fault(row)) return refused(fault->what, fault->fix);
  if (out.swizzle != SwizzleMode::none) {
    if (auto fault = span_fault(row, name_of(out.swizzle), span_bytes(out.swizzle)))
      return refused(fault->what, fault->fix);
  }
  const std::int64_t total = size(arith, tile).value;
  if (arith.failed()) return arith.error();
  if (total > max_operand_elements)
    return refused(say("the tile has {} {element|elements}, more than fit in shared memory", total),
                   say("use a smaller tile"));
  out.instructions = total * bits / out.bits;
  return out;
}

}  // namespace stridescope
