// Compares, for each element of the box, the coordinate that a TMA atom gives to a position in shared memory with the
// coordinate that the tensor gives to the element at that position.
#include "core/memory/tma_fit.h"

#include <algorithm>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

struct Leaf {
  std::int64_t extent;
  std::int64_t scale;
  int axis;  // index in Axes; -1 for a stride 0
};

// The coordinates that the strides use, "@0", in ascending order.
using Axes = std::vector<std::string>;

// The integers of a tuple, in order.
std::vector<Int> integers_of(const IntTuple& tuple) {
  std::vector<Int> out;
  for (std::uint32_t i = 0; i < tuple.ref().node_count(); ++i) {
    const Node& node = tuple.ref().nodes()[i];
    if (node.kind == NodeKind::integer) out.push_back(node.integer);
  }
  return out;
}

std::string axis_of(const Int& stride) {
  const std::string text = to_text(IntTuple(Int(1, stride.basis(), false)));
  return text.substr(std::min(text.find('@'), text.size()));
}

void add_axes(const Layout& layout, Axes& axes) {
  for (const Int& stride : integers_of(layout.stride)) {
    if (stride.is_plain()) continue;
    std::string axis = axis_of(stride);
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) axes.push_back(std::move(axis));
  }
}

std::vector<Leaf> leaves_of(const Layout& layout, const Axes& axes) {
  std::vector<Leaf> out;
  const std::vector<Int> extents = integers_of(layout.shape);
  const std::vector<Int> strides = integers_of(layout.stride);
  for (std::size_t i = 0; i < std::min(extents.size(), strides.size()); ++i) {
    Leaf leaf = {extents[i].value, strides[i].value, -1};
    if (!strides[i].is_plain())
      leaf.axis = static_cast<int>(std::find(axes.begin(), axes.end(), axis_of(strides[i])) - axes.begin());
    out.push_back(leaf);
  }
  return out;
}

std::vector<std::int64_t> coordinate(const std::vector<Leaf>& leaves, std::int64_t index, std::size_t axes) {
  std::vector<std::int64_t> out(axes, 0);
  for (const Leaf& leaf : leaves) {
    if (leaf.axis >= 0) out[static_cast<std::size_t>(leaf.axis)] += index % leaf.extent * leaf.scale;
    index /= leaf.extent;
  }
  return out;
}

std::int64_t offset(const std::vector<Leaf>& leaves, std::int64_t index) {
  std::int64_t out = 0;
  for (const Leaf& leaf : leaves) {
    out += index % leaf.extent * leaf.scale;
    index /= leaf.extent;
  }
  return out;
}

// 8,192 elements = 16,384 bytes = 1,024 units
std::string amount(std::int64_t elements, int bits) {
  return bits > 0 ? english(in_units(elements, bits)) : cat(elements, " elements");
}

// The number of leading modes with exactly this many elements; 0 if it does not exist.
int leading_modes(Arith& arith, const Layout& layout, std::int64_t elements) {
  std::int64_t held = 1;
  for (int mode = 0; mode < layout.rank(); ++mode) {
    held = arith.mul(dynamic_int(held), product(arith, layout.shape[mode])).value;
    if (arith.failed() || held > elements) return 0;
    if (held == elements) return mode + 1;
  }
  return 0;
}

// "128 along @0 and 64 along @1"
std::string told(const std::vector<std::int64_t>& numbers, const Axes& axes) {
  std::string out;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    append_all(out, out.empty() ? "" : i + 1 == numbers.size() ? " and " : ", ", numbers[i], " along ", axes[i]);
  return out;
}

std::vector<std::int64_t> extents(const std::vector<Leaf>& leaves, std::int64_t elements, std::size_t axes) {
  std::vector<std::int64_t> out(axes, 1);
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::vector<std::int64_t> at = coordinate(leaves, i, axes);
    for (std::size_t a = 0; a < axes; ++a) out[a] = std::max(out[a], at[a] + 1);
  }
  return out;
}

// The leading modes as one layout.
Layout leading(const Layout& layout, int modes) {
  Arith arith;
  LayoutBuilder out(arith);
  out.open();
  for (int i = 0; i < modes; ++i) out.copy(LayoutRef(layout)[i]);
  out.close();
  return arith.intact(out.take());
}

}  // namespace

std::string tma_box(Arith& arith, const Layout& global, const Layout& shared, int bits) {
  if (!global.stride.ref().has_basis() || shared.stride.ref().has_basis()) {
    arith.fail(ErrorCode::arguments, say("the box and the tile in global memory have coordinates as strides, 1@0; the "
                                         "one in shared memory has offsets"));
    return {};
  }
  for (int modes = shared.rank(); modes > 0; --modes) {
    const Layout places = leading(shared, modes);
    const std::int64_t elements = size(arith, LayoutRef(places)).value;
    if (arith.failed()) return {};
    const int of_global = elements > max_box_elements ? 0 : leading_modes(arith, global, elements);
    if (arith.failed()) return {};
    if (of_global == 0) continue;
    const Layout inverse = right_inverse(arith, LayoutRef(places));
    if (arith.failed()) return {};
    if (size(arith, LayoutRef(inverse)).value != elements)
      return cat("no box: the tile ", to_text(places), " in shared memory does not fill ", elements,
                 " places in a row");
    const Layout basis = coalesce(arith, LayoutRef(composition(arith, LayoutRef(leading(global, of_global)), inverse)));
    if (arith.failed()) return {};
    return cat("legal with an atom whose tma_gbasis is ", to_text(basis), "; tma_partition(atom, 0, 1:0, group<0,",
               modes, ">(S), group<0,", of_global, ">(G))",
               bits > 0 ? cat(", ", amount(elements, bits)) : std::string());
  }
  return cat("no box: no leading modes of ", to_text(shared.shape), " in shared and of ", to_text(global.shape),
             " in global memory hold as many elements");
}

std::string tma_fit(Arith& arith, const Layout& basis, const Layout& global, const Layout& shared, int bits) {
  const std::int64_t elements = size(arith, LayoutRef(basis)).value;
  if (arith.failed()) return {};
  if (elements < 1 || elements > max_box_elements) {
    arith.fail(ErrorCode::too_large,
               say("a box of {} {element|elements}; expected 1 to {}", elements, max_box_elements));
    return {};
  }
  Axes axes;
  add_axes(basis, axes);
  add_axes(global, axes);
  std::sort(axes.begin(), axes.end());
  if (axes.empty() || shared.stride.ref().has_basis()) {
    arith.fail(ErrorCode::arguments, say("the box and the tile in global memory have coordinates as strides, 1@0; the "
                                         "one in shared memory has offsets"));
    return {};
  }
  const int global_modes = leading_modes(arith, global, elements);
  const int shared_modes = leading_modes(arith, shared, elements);
  if (arith.failed()) return {};
  if (global_modes == 0 || shared_modes == 0) {
    const bool in_global = global_modes == 0;
    return cat("not legal: the atom moves ", amount(elements, bits), ", and no leading modes of ",
               to_text(in_global ? global.shape : shared.shape), in_global ? " in global" : " in shared",
               " memory hold as many");
  }
  const std::vector<Leaf> box = leaves_of(basis, axes);
  const std::vector<Leaf> tile = leaves_of(global, axes);
  const std::vector<Leaf> places = leaves_of(shared, axes);
  // The element of the tile at each position.
  std::vector<std::int64_t> at_place(static_cast<std::size_t>(elements), -1);
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t place = offset(places, i);
    if (place < 0 || place >= elements || at_place[static_cast<std::size_t>(place)] >= 0)
      return cat("not legal: the tile in shared memory has gaps or holds an element twice, first at ", place,
                 ", and a TMA fills ", elements, " places in a row");
    at_place[static_cast<std::size_t>(place)] = i;
  }
  const std::vector<std::int64_t> of_box = extents(box, elements, axes.size());
  const std::vector<std::int64_t> of_tile = extents(tile, elements, axes.size());
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::vector<std::int64_t> by_atom = coordinate(box, i, axes.size());
    const std::vector<std::int64_t> in_tile = coordinate(tile, at_place[static_cast<std::size_t>(i)], axes.size());
    if (by_atom == in_tile) continue;
    std::string out = "not legal: ";
    if (of_box != of_tile) {
      append_all(out, "the box of the atom is ", told(of_box, axes), ", the tile ", told(of_tile, axes));
    } else {
      append_all(out, "box and tile are ", told(of_box, axes), ", in another order");
    }
    append_all(out, "\nplace ", i, " of shared memory is ", told(by_atom, axes), " to the atom, and ",
               told(in_tile, axes), " in the tile");
    std::vector<std::int64_t> sorted_box = of_box;
    std::vector<std::int64_t> sorted_tile = of_tile;
    std::sort(sorted_box.begin(), sorted_box.end());
    std::sort(sorted_tile.begin(), sorted_tile.end());
    append_all(out,
               sorted_box == sorted_tile && of_box != of_tile
                   ? "\nthe atom was made for the other major: give make_tiled_tma_atom the layout of shared memory "
                     "and the tiler with their modes in the order of this tile"
                   : "\nmake the atom of the layout of shared memory and the tiler that this tile has");
    return out;
  }
  return cat("legal: ", told(of_box, axes), ", in the same order; tma_partition(atom, 0, 1:0, group<0,", shared_modes,
             ">(S), group<0,", global_modes, ">(G))", bits > 0 ? cat(", ", amount(elements, bits)) : std::string());
}

}  // namespace stridescope
