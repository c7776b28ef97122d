// Looks for what lies outside of an operand. Faults of the search are its own: they change no result.
#include "core/functions/outside.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "core/algebra/flat.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The maximum number of visited elements of a part.
constexpr std::int64_t max_part = 1 << 14;
constexpr std::int64_t max_offset = std::numeric_limits<std::int32_t>::max();

// An entry of a coordinate, and the extent that it has to be below.
struct Entry {
  std::string path;  // "1,0"; empty for the whole coordinate
  std::int64_t at = 0;
  std::int64_t extent = 0;
};

std::string path_of(const std::string& path, int mode) { return path.empty() ? cat(mode) : cat(path, ",", mode); }

std::optional<Entry> first_outside(Arith& arith, TupleRef coord, TupleRef shape, const std::string& path = {}) {
  if (coord.is_tuple()) {
    const int modes = std::min(coord.size(), shape.rank());
    for (int mode = 0; mode < modes; ++mode) {
      if (const auto found = first_outside(arith, coord[mode], shape[mode], path_of(path, mode))) return found;
    }
    return std::nullopt;
  }
  if (!coord.is_integer() || !coord.integer().is_plain()) return std::nullopt;
  const Int extent = product(arith, shape);
  const std::int64_t at = coord.integer().value;
  if (arith.failed() || (at >= 0 && at < extent.value)) return std::nullopt;
  return Entry{path, at, extent.value};
}

// The first element of a part, by number from `from` on, that is outside of a shape; `count` if none is before it.
std::int64_t next_outside(Arith& arith, const Tensor& coordinates, TupleRef shape, std::int64_t from,
                          std::int64_t count) {
  while (from < count && arith.ok() &&
         !first_outside(arith, element(arith, IntTuple(dynamic_int(from)), coordinates), shape))
    ++from;
  return from;
}

// An element of a part that is outside of a shape, by number; -1 if all are inside. Every coordinate is between those
// of two elements: the negative strides have their last digits in one, the others in the other. Empty for a composed
// layout.
std::optional<std::int64_t> any_outside(Arith& arith, const Tensor& coordinates, TupleRef shape) {
  const auto* layout = std::get_if<Layout>(&coordinates.layout);
  if (layout == nullptr || size(arith, *layout).value <= 0 || arith.failed()) return std::nullopt;
  const FlatLayout modes = leaves(*layout);
  std::int64_t corners[] = {0, 0};
  std::int64_t step = 1;
  for (std::uint32_t i = 0; i < modes.rank(); ++i) {
    corners[modes.stride[i].value < 0 ? 0 : 1] += (modes.shape[i].value - 1) * step;
    step *= modes.shape[i].value;
  }
  for (const std::int64_t corner : corners) {
    if (next_outside(arith, coordinates, shape, corner, corner + 1) == corner) return corner;
  }
  return -1;
}

// The leaf of a coordinate that adds most to its offset.
struct Leaf {
  std::string path;
  std::int64_t step = 0;
  std::int64_t added = 0;
};

void largest_leaf(Arith& arith, TupleRef coord, TupleRef stride, const std::string& path, Leaf& out) {
  if (stride.is_tuple()) {
    for (int mode = 0; mode < std::min(coord.size(), stride.size()); ++mode)
      largest_leaf(arith, coord[mode], stride[mode], path_of(path, mode), out);
    return;
  }
  if (!coord.is_integer() || !stride.is_integer()) return;
  const std::int64_t added = arith.mul(coord.integer(), stride.integer()).value;
  if (added > out.added) out = {path, stride.integer().value, added};
}

}  // namespace

Message outside_of(TupleRef coord, TupleRef shape) {
  Arith arith;
  const auto entry = first_outside(arith, coord, shape);
  if (!entry) return {};
  const std::string of = to_text(shape, IntegerMode::teaching);
  return entry->path.empty()
             ? say("coordinate {} is outside of {}, which has {} {element|elements}", entry->at, of, entry->extent)
             : say("coordinate {} of mode {} is outside of its extent {} in {}", entry->at, entry->path, entry->extent,
                   of);
}

void warn_coordinate(const Call& c, TupleRef coord, TupleRef shape) {
  if (Message outside; c.warnings != nullptr && !(outside = outside_of(coord, shape)).empty()) c.warn(outside);
}

void warn_offset(const Call& c, TupleRef coord, LayoutRef layout) {
  if (c.warnings == nullptr || layout.stride.has_basis() || coord.has_basis()) return;
  Arith arith;
  const Int offset = apply(arith, layout, coord).ref().integer_or_zero();
  if (arith.failed() || (offset.value <= max_offset && offset.value >= -max_offset - 1)) return;
  const auto warn = [&](Message message) {
    c.warn(std::move(message), say("give CuTe a 64-bit stride or coordinate, such as int64_t"),
           ErrorCode::offset_range);
  };
  Leaf leaf;
  const IntTuple natural = coord.has_any() ? IntTuple(coord) : idx2crd(arith, coord, layout.shape);
  largest_leaf(arith, natural, layout.stride, {}, leaf);
  const std::int64_t others = offset.value - leaf.added;
  if (arith.failed() || leaf.step <= 0 || others > max_offset || others < 0)
    return warn(say("offset {} does not fit 32 bits", offset.value));
  const std::int64_t first = (max_offset - others) / leaf.step + 1;
  warn(leaf.path.empty()
           ? say("offset {} does not fit 32 bits: coordinate {} is the first whose offset does not fit", offset.value,
                 first)
           : say("offset {} does not fit 32 bits: coordinate {} of mode {} is the first whose offset does not fit",
                 offset.value, first, leaf.path));
}

void warn_access(const Call& c, TupleRef coord, LayoutRef layout) {
  warn_coordinate(c, coord, layout.shape);
  warn_offset(c, coord, layout);
}

void warn_thread(const Call& c, const Int& thread, const Int& count) {
  if (c.warnings == nullptr || !c.arith.ok() || (thread.value >= 0 && thread.value < count.value)) return;
  c.warn(say("thread {} does not exist: the tiling has {} {thread|threads}, from 0", thread.value, count.value));
}

Tensor coordinates_of(Arith& arith, const Tensor& tensor) {
  return make_coord_tensor(arith, make_identity_layout(arith, domain_layout(tensor.layout).shape));
}

bool warns_of_part(const Call& c, const Tensor& whole) {
  return c.arith.ok() && c.warnings != nullptr && c.warnings->empty() && whole.data.kind != Iterator::Kind::coordinate;
}

bool has_outside(const Tensor& coordinates, TupleRef shape) {
  Arith arith;
  return any_outside(arith, coordinates, shape).value_or(-1) >= 0 && arith.ok();
}

void warn_part(const Call& c, const Tensor& whole, const Tensor& coordinates) {
  const Layout& part = domain_layout(coordinates.layout);
  const TupleRef shape = domain_layout(whole.layout).shape;
  Arith arith;
  const std::int64_t count = size(arith, part).value;
  if (arith.failed() || count <= 0) return;
  if (const auto* plain = std::get_if<Layout>(&whole.layout)) warn_offset(c, coordinates.data.position, *plain);
  const auto known = any_outside(arith, coordinates, shape);
  if (known == -1) return;
  const std::int64_t visited = std::min(count, max_part);
  Budget* budget = c.arith.budget();
  if (budget != nullptr && !budget->take(static_cast<std::uint64_t>(visited))) return;
  const std::int64_t first = next_outside(arith, coordinates, shape, 0, visited);
  std::int64_t outside = 0;
  for (std::int64_t i = first; i < visited; i = next_outside(arith, coordinates, shape, i + 1, visited)) ++outside;
  if (arith.failed() || (outside == 0 && !known)) return;
  const IntTuple index = dynamic_int(outside > 0 ? first : *known);
  const auto text = [](TupleRef t) { return to_text(t, IntegerMode::teaching); };
  const Message place =
      say("element {} of the part is {} of the tensor, outside of {}", text(idx2crd(arith, index, part.shape)),
          text(element(arith, index, coordinates)), text(shape));
  const Message hint = say("exclude such elements by a predicate");
  if (count > visited) return c.warn(place, hint);
  c.warn(say("{}; {} of {} {element is|elements are} outside", place, outside, count), hint);
}

}  // namespace stridescope
