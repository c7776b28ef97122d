// The TMA part of a copy plan: the descriptor and its boxes in the tile. Elements of less than a byte are first recast
// to whole bytes, since descriptors do not support them.
#include "core/kernels/copy/copy_tma.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/algebra/leaves.h"
#include "core/base/at.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

tl::unexpected<Error> refused(const Message& message, Message hint) {
  return failure(ErrorCode::unsupported, say("TMA: {}", message), std::move(hint));
}

// The layout recast to bytes of several elements.
Result<AnyLayout> in_whole_bytes(const AnyLayout& layout, int element_bits, std::string_view what) {
  const std::int64_t each = 8 / element_bits;
  Arith arith;
  const AnyLayout elements =
      on_domain(layout, [&](const Layout& l) { return with_static_integers(arith, LayoutRef(l)); });
  AnyLayout out;
  bool inside = false;  // a byte would be split
  if (const auto* composed = std::get_if<ComposedLayout>(&elements)) {
    const ComposedLayout of_elements = without_pointer(arith, *composed);
    const auto exchanges = [&](const StageFunction& function) {
      const auto* swizzle = std::get_if<Swizzle>(&function);
      return swizzle != nullptr && swizzle->bits > 0 && (std::int64_t{1} << swizzle->base) < each;
    };
    inside = exchanges(of_elements.a) || std::any_of(of_elements.outer.begin(), of_elements.outer.end(),
                                                     [&](const auto& stage) { return exchanges(stage.function); });
    out = upcast(arith, of_elements, each);
  } else {
    out = upcast(arith, LayoutRef(*std::get_if<Layout>(&elements)), each);
  }
  const std::int64_t before = size(arith, domain_layout(elements)).value;
  if (inside || arith.failed() || size(arith, domain_layout(out)).value * each != before) {
    return refused(
        arith.failed() ? say("{}, {}, does not divide into whole bytes of {} {element|elements}: {}", what,
                             to_text(layout, IntegerMode::teaching), each, arith.error().value().message)
                       : say("{}, {}, does not divide into whole bytes of {} {element|elements}", what,
                             to_text(layout, IntegerMode::teaching), each),
        say("make neighbors along one mode fill the bytes: its extent and all other strides must be multiples of {}",
            each));
  }
  return out;
}

}  // namespace

bool same_descriptor(const TmaAtom& a, const TmaAtom& b) {
  return a.element_bits == b.element_bits && a.modes == b.modes && a.extents == b.extents &&
         a.stride_bytes == b.stride_bytes && a.box == b.box && a.swizzle == b.swizzle &&
         a.instructions == b.instructions;
}

Result<TmaTransfer> plan_tma(const Layout& gmem, const AnyLayout& smem, int element_bits) {
  if (element_bits < 8) {
    const auto tensor = in_whole_bytes(gmem, element_bits, "the tensor");
    if (!tensor) return failure(tensor.error());
    const auto tile = in_whole_bytes(smem, element_bits, "the tile in shared memory");
    if (!tile) return failure(tile.error());
    return plan_tma(domain_layout(*tensor), *tile, 8);
  }
  auto atom = make_tma(gmem, smem, element_bits, 0);
  if (!atom) return failure(std::move(atom.error()));
  TmaTransfer out;
  out.atom = std::move(*atom);
  out.box_elements = 1;
  for (const std::int64_t n : out.atom.box) out.box_elements *= n;
  if (out.atom.instructions > max_tma_instructions) {
    return refused(say("a tile takes {} {instruction|instructions}; expected at most {}", out.atom.instructions,
                       max_tma_instructions),
                   say("use a shared memory tile with a larger extent along each mode of the tensor"));
  }
  const std::int64_t box_bytes = out.box_elements * element_bits / 8;
  if (out.atom.instructions > 1 && box_bytes % 128 != 0) {
    return refused(say("boxes of {} do not begin at multiples of 128 bytes in shared memory",
                       in_units(out.box_elements, element_bits)),
                   say("make the tile larger along the modes that are contiguous there"));
  }
  const std::int64_t row = out.atom.box[0] * element_bits / 8;
  if (out.atom.swizzle != SwizzleMode::none && row != span_bytes(out.atom.swizzle)) {
    return refused(say("a row has {}, but the swizzle spans {}", in_units(out.atom.box[0], element_bits),
                       in_units(span_bytes(out.atom.swizzle), 0)),
                   say("make the contiguous mode of the tile as wide as the span of the swizzle"));
  }
  // The position of each element of the tile, by the layout and by the boxes.
  Arith arith;
  const Layout tile = with_static_integers(arith, LayoutRef(domain_layout(smem)));
  const IntTuple extents = product_each(arith, tile.shape);
  const std::int64_t elements = size(arith, tile).value;
  if (arith.failed()) return failure(arith.error().value());
  const int rank = extents.rank();
  for (int i = 0; i < rank; ++i) {
    out.tile.push_back((extents.is_tuple() ? extents[i] : extents.ref()).integer().value);
  }
  std::vector<std::int64_t> offsets(at(elements));
  fill_offsets(LayoutRef(tile), offsets.data(), elements);
  std::vector<std::int64_t> element_at(at(elements), -1);
  for (std::int64_t c = 0; c < elements; ++c) {
    const std::int64_t x = offsets[at(c)];
    if (x < 0 || x >= elements || element_at[at(x)] >= 0) {
      return refused(say("the tile leaves gaps in shared memory, or elements share a place"),
                     say("the layout must use each place of the tile exactly once"));
    }
    element_at[at(x)] = c;
  }
  const auto coordinates = [&](std::int64_t c) {
    std::vector<std::int64_t> x;
    for (int i = 0; i < rank; ++i) {
      x.push_back(c % out.tile[at(i)]);
      c /= out.tile[at(i)];
    }
    return x;
  };
  for (std::int64_t i = 0; i < out.atom.instructions; ++i) {
    const std::vector<std::int64_t> begin = coordinates(element_at[at(i * out.box_elements)]);
    for (std::int64_t k = 0; k < out.box_elements; ++k) {
      std::vector<std::int64_t> expected = begin;
      std::int64_t rest = k;
      for (std::size_t d = 0; d < out.atom.modes.size(); ++d) {
        expected[at(out.atom.modes[d])] += rest % out.atom.box[d];
        rest /= out.atom.box[d];
      }
      if (coordinates(element_at[at(i * out.box_elements + k)]) != expected) {
        return refused(say("shared memory is not a sequence of boxes of the tensor"),
                       say("tile it by rows or by columns"));
      }
    }
    out.begins.push_back(begin);
  }
  return out;
}

}  // namespace stridescope
