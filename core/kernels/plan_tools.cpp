// Layouts as sums of digits, and the widest access that a sum of digits allows.
//
// A digit is (index / divisor) % extent * stride: one mode of a layout in a form that text can compute and a reader can
// recognize, with the path of its mode. A layout of n modes has n digits. Modes of extent 1 are omitted, and the last
// digit takes no remainder. Nothing is merged, so that each digit keeps its mode.
//
// `obstacle` decides the width (set_width). It returns the first obstacle: values of a thread that are not adjacent;
// the start of a thread, a tile or the tensor that is not a multiple; a swizzle that moves smaller pieces; an edge
// inside an access. Without an obstacle the access doubles. The digits prove this for all threads and tiles; the few
// values of one thread are enumerated.
//
// Elements of less than 8 bits are handled by a change of unit: the same digits in bytes (in_bytes), where steps inside
// a byte disappear.
#include "core/kernels/plan_tools.h"

#include <algorithm>
#include <cstdlib>

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/hardware/occupancy.h"
#include "core/kernels/copy/copy_turn.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void collect(TupleRef shape, TupleRef stride, const std::string& path, std::int64_t& divisor, KernelIndex& out) {
  if (shape.is_tuple()) {
    int i = 0;
    for (const TupleRef mode : shape) {
      collect(mode, stride[i], path.empty() ? cat(i) : cat(path, '.', i), divisor, out);
      ++i;
    }
    return;
  }
  const std::int64_t extent = shape.integer().value;
  if (extent > 1) out.digits.push_back({divisor, extent, stride.integer_or_zero().value, path});
  divisor *= std::max<std::int64_t>(extent, 1);
}

struct Obstacle {
  Obstacle(Message because, WidthLimit of = WidthLimit::other, std::int64_t end = 0)
      : why(std::move(because)), by(of), ends_at(end) {}
  Message why;
  WidthLimit by;
  std::int64_t ends_at;
};

// The reason why values v ... v+width-1 of a thread are not a single access of `width` elements; or empty.
std::optional<Obstacle> obstacle(const KernelSide& side, const std::vector<KernelEdge>& edges, std::int64_t values,
                                 std::int64_t width, bool load) {
  if (values % width != 0) return say("a thread has {} {value|values}", values);
  for (std::int64_t first = 0; first < values; first += width) {
    const std::int64_t begin = side.map.value.at(first);
    for (std::int64_t v = 1; v < width; ++v) {
      const std::int64_t next = side.map.value.at(first + v);
      if (next == begin + v) continue;
      return say("values {} and {} of a thread are {} {element|elements} apart in {}", first + v - 1, first + v,
                 std::llabs(next - side.map.value.at(first + v - 1)), side.name);
    }
    if (begin % width != 0) {
      return say("value {} of a thread starts at element {} of {}, not a multiple of {}", first, begin, side.name,
                 width);
    }
  }
  const auto unaligned = [&](const KernelIndex& index, const Message& what) -> std::optional<Obstacle> {
    for (const KernelDigit& d : index.digits) {
      if (d.stride % width != 0) {
        return Obstacle(say("mode {} of the partition of {} ({}, stride {}) is not a multiple of {} {element|elements}",
                            d.mode, side.name, what, d.stride, width),
                        WidthLimit::stride);
      }
    }
    return std::nullopt;
  };
  if (auto why = unaligned(side.map.thread, say("threads"))) return why;
  for (const KernelIndex& tile : side.map.tile) {
    if (auto why = unaligned(tile, say("tiles"))) return why;
  }
  if (side.lowest % width != 0) return say("{} starts {} {element|elements} before its base", side.name, -side.lowest);
  for (const KernelSwizzle& s : side.swizzles) {
    if (s.offset % width != 0) return say("the swizzle of {} starts at {}", side.name, s.offset);
    if (s.swizzle.bits > 0 && (std::int64_t{1} << s.swizzle.base) < width) {
      return say("the swizzle {} of {} moves pieces of {} {element|elements}", to_text(s.swizzle), side.name,
                 std::int64_t{1} << s.swizzle.base);
    }
  }
  // At an edge an access must be inside or outside as a whole.
  for (const KernelEdge& edge : edges) {
    const KernelMap& map = load ? edge.load : edge.store;
    for (std::int64_t first = 0; first < values; first += width) {
      bool constant = true;
      for (std::int64_t v = 1; v < width; ++v) constant = constant && map.value.at(first + v) == map.value.at(first);
      if (constant) continue;
      const auto aligned = [&](const KernelIndex& index) {
        return std::all_of(index.digits.begin(), index.digits.end(),
                           [&](const KernelDigit& d) { return d.stride % width == 0; });
      };
      bool whole = map.value.at(first) % width == 0 && edge.extent % width == 0 && aligned(map.thread) &&
                   std::all_of(map.tile.begin(), map.tile.end(), aligned);
      for (std::int64_t v = 1; v < width; ++v) {
        whole = whole && map.value.at(first + v) < map.value.at(first) + width &&
                map.value.at(first + v) >= map.value.at(first);
      }
      if (!whole)
        return Obstacle(say("mode {} of the tensor ends at {}, inside an access", edge.mode, edge.extent),
                        WidthLimit::end, edge.extent);
    }
  }
  return std::nullopt;
}

}  // namespace

KernelIndex index_of(LayoutRef layout, const std::string& path) {
  KernelIndex out;
  out.layout = to_text(Layout{IntTuple(layout.shape), IntTuple(layout.stride)}, IntegerMode::teaching);
  std::int64_t divisor = 1;
  collect(layout.shape, layout.stride, path, divisor, out);
  return out;
}

KernelIndex index_of_threads(LayoutRef threads) {
  KernelIndex out = index_of(threads, "0");
  Arith arith;
  const std::int64_t count = product(arith, threads.shape).value;
  // The last digit takes no remainder: appends one of stride 0, so that the previous ones do.
  if (!out.digits.empty() && count % 32 != 0) out.digits.push_back({count, 32, 0, "0"});
  return out;
}

KernelMap map_of(const Layout& partition) {
  const LayoutRef all(partition);
  KernelMap out;
  out.thread = index_of(all[0], "0");
  out.value = index_of(all[1], "1");
  const LayoutRef rest = all[2];
  for (int i = 0; i < rest.rank(); ++i) out.tile.push_back(index_of(rest[i], cat("2.", i)));
  return out;
}

tl::unexpected<Error> failed_step(Arith& arith, std::string_view kernel, const Message& step) {
  Error error = std::move(arith.error().value());
  error.message = say("{}: {}: {}", kernel, step, error.message);
  return failure(std::move(error));
}

Result<PreparedLayout> prepare_layout(const AnyLayout& layout, std::string_view name) {
  const auto function = memory_function(to_value(layout));
  if (!function) {
    return failure(ErrorCode::basis, say("{}: memory is addressed by integer offsets below 2^62", name));
  }
  PreparedLayout out;
  Arith arith;
  out.layout = with_static_integers(arith, LayoutRef(function->layout));
  for (std::size_t i = function->stages.size(); i-- > 0;) {
    const auto& stage = function->stages[i];
    const auto* swizzle = std::get_if<Swizzle>(&stage.function);
    if (swizzle == nullptr) {
      return failure(ErrorCode::unsupported,
                     say("{}: a kernel needs a layout or a swizzled layout, not {}", name, to_text(layout)),
                     say("compose the layouts into one first"));
    }
    out.swizzles.push_back({*swizzle, to_integer(stage.offset).value});
  }
  if (arith.failed()) return failure(arith.error().value());
  if (!out.swizzles.empty() && index_of(LayoutRef(out.layout), "").smallest() < 0) {
    return failure(ErrorCode::unsupported, say("{}: a swizzle needs offsets of 0 or more: {}", name, to_text(layout)));
  }
  return out;
}

void set_reach(KernelSide& side, const KernelIndex& whole) {
  side.lowest = whole.smallest();
  side.highest = whole.largest();
  for (const KernelSwizzle& s : side.swizzles) {
    side.highest += s.offset;
    // A swizzle changes no bit above the highest of its field.
    std::int64_t top = 1;
    while (top <= s.swizzle.zzz()) top *= 2;
    if (s.swizzle.bits > 0) side.highest |= top - 1;
  }
}

std::optional<Message> set_width(int element_bits, const std::vector<KernelEdge>& edges, KernelSide& side,
                                 std::int64_t values, bool load, int limit) {
  if (!side.order.digits.empty()) {
    // Accesses have adjacent positions: uses the same maps by position.
    KernelSide placed = side;
    placed.order = {};
    placed.map = in_order(side.map, side.order);
    std::vector<KernelEdge> of_places = edges;
    for (KernelEdge& edge : of_places) {
      KernelMap& map = load ? edge.load : edge.store;
      map = in_order(map, side.order);
    }
    auto why = set_width(element_bits, of_places, placed, values, load, limit);
    side.access_bytes = placed.access_bytes;
    side.limit = std::move(placed.limit);
    side.limited_by = placed.limited_by;
    side.ends_at = placed.ends_at;
    return why;
  }
  side.access_bytes = std::max(element_bits / 8, 1);
  if (element_bits < 8) {
    if (auto why = obstacle(side, edges, values, elements_in_byte(element_bits), load)) return why->why;
  }
  while (side.access_bytes < limit) {
    const std::int64_t width = std::int64_t{16} * side.access_bytes / element_bits;
    auto why = obstacle(side, edges, values, width, load);
    if (why) {
      side.limit = std::move(why->why);
      side.limited_by = why->by;
      side.ends_at = why->ends_at;
      return std::nullopt;
    }
    side.access_bytes *= 2;
  }
  if (limit < 16) side.limit = say("accesses are limited to {} bytes", limit);
  return std::nullopt;
}

KernelIndex in_bytes(const KernelIndex& index, int element_bits) {
  const std::int64_t each = elements_in_byte(element_bits);
  if (each == 1) return index;
  KernelIndex out;
  out.layout = cat(index.layout, ", ", each, " elements in a byte");
  for (const KernelDigit& d : index.digits) {
    // Merges digits that continue each other: a byte may contain parts of both.
    if (!out.digits.empty()) {
      KernelDigit& last = out.digits.back();
      if (d.stride == last.extent * last.stride && d.divisor == last.divisor * last.extent) {
        last.extent *= d.extent;
        append_all(last.mode, ", ", d.mode);
        continue;
      }
    }
    out.digits.push_back(d);
  }
  for (KernelDigit& d : out.digits) {
    if (d.stride % each == 0) {
      d.stride /= each;
      continue;
    }
    // Steps inside a byte: only every (each / stride)-th one leads to another byte.
    const std::int64_t steps = each / d.stride;
    d.divisor *= steps;
    d.extent /= steps;
    d.stride = d.extent > 1 ? 1 : 0;
  }
  return out;
}

KernelMap in_bytes(const KernelMap& map, int element_bits) {
  KernelMap out = {in_bytes(map.thread, element_bits), in_bytes(map.value, element_bits), {}};
  for (const KernelIndex& tile : map.tile) out.tile.push_back(in_bytes(tile, element_bits));
  return out;
}

std::vector<KernelSwizzle> in_bytes(const std::vector<KernelSwizzle>& swizzles, int element_bits) {
  std::vector<KernelSwizzle> out = swizzles;
  for (std::int64_t each = elements_in_byte(element_bits); each > 1; each /= 2) {
    for (KernelSwizzle& s : out) {
      s.offset /= 2;
      s.swizzle.base -= s.swizzle.bits > 0 ? 1 : 0;
    }
  }
  return out;
}

std::int64_t most_shared_bytes() { return find_architecture(cat("sm", newest_architecture))->block_shared_bytes; }

void raise_need(std::string& needs, int arch) {
  const int now = needs.empty() ? 0 : std::atoi(needs.c_str() + 2);
  if (now < arch) needs = cat("sm", arch);
}

}  // namespace stridescope
