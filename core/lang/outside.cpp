// Looks for what lies outside of an operand. Faults of the search are its own: they change no result.
#include "core/lang/outside.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Elements of a part that are looked at.
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

// Takes the cost of a search from the program's budget. Without it the search is omitted, and the value stays.
bool takes(const Call& c, std::int64_t elements) {
  Budget* budget = c.arith.budget();
  return budget == nullptr || budget->take(static_cast<std::uint64_t>(elements));
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

void warn_coordinate(const Call& c, TupleRef coord, TupleRef shape) {
  if (c.warnings == nullptr) return;
  Arith arith;
  const auto entry = first_outside(arith, coord, shape);
  if (!entry) return;
  const std::string of = to_text(shape, IntegerMode::teaching);
  c.warn(entry->path.empty()
             ? say("coordinate {} is outside of {}, which has {} {element|elements}", entry->at, of, entry->extent)
             : say("coordinate {} of mode {} is outside of its extent {} in {}", entry->at, entry->path, entry->extent,
                   of));
}

void warn_offset(const Call& c, TupleRef coord, LayoutRef layout) {
  if (c.warnings == nullptr || layout.stride.has_basis() || coord.has_basis()) return;
  Arith arith;
  const Int offset = apply(arith, layout, coord).ref().integer_or_zero();
  if (arith.failed() || (offset.value <= max_offset && offset.value >= -max_offset - 1)) return;
  const Message hint = say("give CuTe a 64-bit stride or coordinate, such as int64_t");
  Leaf leaf;
  const IntTuple natural = coord.has_any() ? IntTuple(coord) : idx2crd(arith, coord, layout.shape);
  largest_leaf(arith, natural, layout.stride, {}, leaf);
  const std::int64_t others = offset.value - leaf.added;
  if (arith.failed() || leaf.step <= 0 || others > max_offset || others < 0)
    return c.warn(say("offset {} does not fit 32 bits", offset.value), hint);
  const std::int64_t first = (max_offset - others) / leaf.step + 1;
  if (leaf.path.empty())
    return c.warn(say("offset {} does not fit 32 bits: coordinate {} is the first that does not", offset.value, first),
                  hint);
  c.warn(say("offset {} does not fit 32 bits: coordinate {} of mode {} is the first that does not", offset.value, first,
             leaf.path),
         hint);
}

void warn_access(const Call& c, TupleRef coord, LayoutRef layout) {
  warn_coordinate(c, coord, layout.shape);
  warn_offset(c, coord, layout);
}

void warn_thread(const Call& c, const Int& thread, const Int& count) {
  if (c.warnings == nullptr || !c.arith.ok() || (thread.value >= 0 && thread.value < count.value)) return;
  c.warn(say("thread {} does not exist: the tiling has {} {thread|threads}, from 0", thread.value, count.value));
}

bool has_outside(const Call& c, const Tensor& coordinates, TupleRef shape, std::int64_t& most) {
  Arith arith;
  const std::int64_t count = std::min({size(arith, domain_layout(coordinates.layout)).value, max_part, most});
  most -= std::max<std::int64_t>(count, 1);
  if (arith.failed() || count <= 0 || !takes(c, count)) return false;
  for (std::int64_t i = 0; i < count && arith.ok(); ++i) {
    if (first_outside(arith, element(arith, IntTuple(dynamic_int(i)), coordinates), shape)) return arith.ok();
  }
  return false;
}

void warn_part(const Call& c, const Tensor& whole, const Tensor& coordinates) {
  // Coordinates beyond the extents are what a predicate is made of.
  if (c.warnings == nullptr || whole.data.kind == Iterator::Kind::coordinate) return;
  const Layout& part = domain_layout(coordinates.layout);
  const Layout& domain = domain_layout(whole.layout);
  Arith arith;
  const std::int64_t count = size(arith, part).value;
  if (arith.failed() || count <= 0) return;
  if (const auto* plain = std::get_if<Layout>(&whole.layout)) warn_offset(c, coordinates.data.position, *plain);
  const std::int64_t looked_at = std::min(count, max_part);
  if (!takes(c, looked_at)) return;
  std::int64_t outside = 0;
  IntTuple first;
  IntTuple element_there;
  for (std::int64_t i = 0; i < looked_at && arith.ok(); ++i) {
    const IntTuple there = element(arith, IntTuple(dynamic_int(i)), coordinates);
    if (!first_outside(arith, there, domain.shape)) continue;
    if (outside++ > 0) continue;
    first = idx2crd(arith, IntTuple(dynamic_int(i)), part.shape);
    element_there = there;
  }
  if (arith.failed() || outside == 0) return;
  const auto text = [](TupleRef t) { return to_text(t, IntegerMode::teaching); };
  const Message place = say("element {} of the part is {} of the tensor, outside of {}", text(first),
                            text(element_there), text(domain.shape));
  const Message hint = say("exclude such elements by a predicate");
  if (count > looked_at) return c.warn(place, hint);
  c.warn(say("{}; {} of {} {element is|elements are} outside", place, outside, count), hint);
}

}  // namespace stridescope
