// Tensor memory has 128 lanes and 512 columns of 32 bits, 576 on sm107. A fragment is laid out in a virtual memory
// first, lanes fastest (address = lane + 128 column), one instruction's part tiled by the rest; then lanes and columns
// get their addresses.
#include "core/tiled/tensor_memory.h"

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// The allocation of an operand: accumulators take a column each whatever their width; an operand A that a later
// instruction reads from the same lanes leaves no half of them to another tile; and A of two SMs of 64 rows is stored
// twice.
struct Allocation {
  bool two_sm = false;
  bool in_whole_columns = false;
  bool interleaved = false;
  bool twice = false;
};

Allocation allocation_of(const MmaAtom& atom, MmaOperand operand) {
  Allocation out;
  out.two_sm = atom.thr_id.shape.ref().integer_or_zero().value == 2;
  out.in_whole_columns = operand == MmaOperand::c;
  out.interleaved = atom.a_place != OperandPlace::tensor_memory;
  out.twice = out.two_sm && operand == MmaOperand::a;
  return out;
}

// (row, column) of one instruction -> address in the virtual memory; empty if no instruction has this number of rows.
std::optional<Layout> one_instruction(const Allocation& how, std::int64_t rows, std::int64_t columns) {
  const auto text = [](auto&&... parts) { return layout_row(cat(parts...)); };
  if (rows == 128 || (rows == 64 && how.twice)) return text("(128,", columns, "):(1,128)");
  if (rows == 64 && !how.two_sm) return text("((16,4),", columns, "):((1,32),128)");
  if (rows == 64) return text("(64,(", columns / 2, ",2)):(1,(128,64))");
  return std::nullopt;
}

}  // namespace

Layout tensor_memory_fragment(Arith& arith, const MmaAtom& atom, MmaOperand operand, LayoutRef part) {
  const Allocation how = allocation_of(atom, operand);
  const int bits = (operand == MmaOperand::a ? atom.val_a : atom.val_c).bits;
  const Int elements = size(arith, part);
  if (arith.failed()) return {};
  if (!elements.is_static) {
    arith.fail(ErrorCode::arguments, say("a fragment in tensor memory must have a static shape"),
               say("write its extents as _128, not 128"));
    return {};
  }
  const int stored = how.in_whole_columns ? 32 : bits;
  const Int taken = arith.mul(elements, static_int(stored));
  if (arith.failed()) return {};
  const LayoutRef values = part[0];
  const std::optional<Layout> one =
      values.rank() == 2 && bits > 0 ? one_instruction(how, size(arith, values[0]).value, size(arith, values[1]).value)
                                     : std::nullopt;
  const std::int64_t capacity_bits = tmem_lanes * tmem_columns(atom.arch) * 32;
  if (taken.value > capacity_bits || !one) {
    arith.fail(ErrorCode::arguments,
               one ? say("tensor memory holds {} {bit|bits}, the fragment takes {}", capacity_bits, taken.value)
                   : say("mode 0 of a tensor memory fragment must be the (M, N) shape of one instruction"));
    return {};
  }
  TupleBuilder shape(arith);
  shape.open();
  for (int i = 1; i < part.rank(); ++i) shape.copy(part[i].shape);
  shape.close();
  const IntTuple rest = shape.take();
  const bool every_other = !how.two_sm && !how.interleaved && size(arith, values[0]).value == 64;
  const Layout tiles = {rest, compact_major(arith, Major::left, rest, IntTuple(static_int(every_other ? 2 : 1)))};
  const Layout places = tiled_product(arith, LayoutRef(*one), tiles);
  const Layout addresses = layout_row(cat("(128,16384):(", tmem_lane_bits / bits, ",", stored / bits, ")"));
  if (arith.failed()) return {};
  return composition(arith, LayoutRef(addresses), LayoutRef(places));
}

}  // namespace stridescope
