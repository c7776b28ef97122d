// Color classes. A class is the sum of one share per axis, so that a grid of millions of cells needs two short lists.
#include <algorithm>
#include <bit>
#include <limits>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

std::int64_t leaf_size(TupleRef shape) {
  Arith arith;
  return product(arith, shape).value;
}

ClassPart tile_part(const Axis& axis, int mode, Tiling tiling, std::int64_t shown) {
  ClassPart part;
  part.of.assign(static_cast<std::size_t>(shown), 0);
  if (tiling == Tiling::later_modes) {
    if (mode == 0) return part;
    for (std::int64_t i = 0; i < shown; ++i) part.of[static_cast<std::size_t>(i)] = i;
    part.count = axis.size;
    return part;
  }
  if (!axis.shape.is_tuple() || axis.shape.size() < 2) return part;
  const std::int64_t first = leaf_size(axis.shape[0]);
  if (first == 0) return part;
  const bool second = tiling == Tiling::second_parts;
  for (std::int64_t i = 0; i < shown; ++i) part.of[static_cast<std::size_t>(i)] = second ? i / first : i % first;
  part.count = second ? axis.size / first : first;
  return part;
}

// The coordinate along the outermost leaf of a nested mode; flat modes do not count, except with flat_counts.
ClassPart mode_part(const Axis& axis, bool flat_counts, std::int64_t shown) {
  ClassPart part;
  part.of.assign(static_cast<std::size_t>(shown), 0);
  if (!axis.shape.is_tuple() && !flat_counts) return part;
  const std::int64_t outer = back(axis.shape).is_integer() ? back(axis.shape).integer().value : 1;
  const std::int64_t inner = outer == 0 ? 1 : std::max<std::int64_t>(1, axis.size / outer);
  const bool nested = axis.shape.is_tuple();
  for (std::int64_t i = 0; i < shown; ++i) part.of[static_cast<std::size_t>(i)] = nested ? i / inner : i;
  part.count = nested ? outer : axis.size;
  return part;
}

}  // namespace

ClassPart class_part(const DrawableLayout& p, ColorBy color, const Axis& axis, int mode, std::int64_t shown) {
  if (color == ColorBy::tile) return tile_part(axis, mode, p.subject.tiling, shown);
  if (color != ColorBy::mode) return {std::vector<std::int64_t>(static_cast<std::size_t>(shown), 0), 1};
  const bool nested = std::any_of(p.axes.begin(), p.axes.end(), [](const Axis& x) { return x.shape.is_tuple(); });
  return mode_part(axis, !nested && mode == 0, shown);
}

Classes::Classes(const DrawableLayout& p, ColorBy color, std::int64_t shown) : p_(p), color_(color) {
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    parts_.push_back(class_part(p, color, p.axes[i], static_cast<int>(i), std::min(p.axes[i].size, shown)));
    count_ *= parts_.back().count;
  }
}

std::int64_t Classes::of(std::int64_t id, std::int64_t offset) const {
  switch (color_) {
    case ColorBy::offset:
      return p_.function ? offset_class(offset) : id;
    case ColorBy::index:
      return id;
    case ColorBy::image:
    case ColorBy::crossed:
      return 0;
    default:
      break;
  }
  std::int64_t out = 0;
  std::int64_t weight = 1;
  for (std::size_t i = 0; i < p_.axes.size(); ++i) {
    out += weight * parts_[i].of[static_cast<std::size_t>(id % p_.axes[i].size)];
    weight *= parts_[i].count;
    id /= p_.axes[i].size;
  }
  return out;
}

std::int64_t offset_class(std::int64_t offset) { return offset & 7; }

ChunkBits chunk_bits(const Value& value) {
  constexpr int chunk_width = 128;  // 16 bytes, the unit that the hardware's swizzles move
  ChunkBits out;
  const auto function = memory_function(value);
  if (!function) return out;
  for (const ComposedLayout::Stage& stage : function->stages) {
    const auto* swizzle = std::get_if<Swizzle>(&stage.function);
    if (swizzle == nullptr || swizzle->bits == 0) continue;
    out.swizzled = true;
    out.shift = std::countr_zero(static_cast<std::uint64_t>(swizzle->zzz()));
    out.mask = swizzle->mask();
  }
  const MemoryOf memory = memory_of(value);
  if (memory.counted != Counted::units || memory.bits <= 0 || chunk_width % memory.bits != 0) return out;
  out.banks = true;
  out.shift = std::countr_zero(static_cast<unsigned>(chunk_width / memory.bits));
  out.mask = 7;  // 32 banks of 4 bytes
  return out;
}

void ChunkBits::explain(Scene& scene) const {
  scene.title = say("color: {}", banks ? term("16-byte chunk, four banks") : term("chunk that the swizzle moves"));
  for (std::int64_t k = 0; k <= std::min<std::int64_t>(mask, palette_size - 1); ++k)
    scene.legend.push_back({static_cast<std::int32_t>(k), banks ? say("banks {}", cat(4 * k, '-', 4 * k + 3))
                                                                : say("chunk {}", class_numbers(k, mask + 1))});
}

void color_by_place(Scene& scene, const DrawableLayout& p) {
  if (p.view.color == ColorBy::chunk) {
    const ChunkBits bits = chunk_bits(p.subject.value);
    for (std::size_t i = 0; i < scene.ids.size(); ++i)
      if (scene.ids[i] >= 0) scene.colors[i] = palette_class(bits.of(scene.offsets[i]));
    bits.explain(scene);
  }
  if (p.view.color != ColorBy::order) return;
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < scene.ids.size(); ++i) {
    if (scene.ids[i] < 0) continue;
    low = std::min(low, scene.offsets[i]);
    high = std::max(high, scene.offsets[i]);
  }
  if (low > high) return;
  const std::int64_t count = high - low + 1;
  const auto color_of = [&](std::int64_t offset) {
    const double part = static_cast<double>(offset - low) / static_cast<double>(count);
    return ramp_class(std::min(ramp_levels - 1, static_cast<std::int32_t>(part * ramp_levels)));
  };
  for (std::size_t i = 0; i < scene.ids.size(); ++i)
    if (scene.ids[i] >= 0) scene.colors[i] = color_of(scene.offsets[i]);
  constexpr std::int64_t named = 4;
  for (std::int64_t k = 0; k < std::min(named, count); ++k) {
    // The first offset of the part, rounded up.
    const std::int64_t first = low + count / named * k + (count % named * k + named - 1) / named;
    scene.legend.push_back({color_of(first), say("from offset {}", first)});
  }
}

std::int32_t palette_class(std::int64_t x) {
  return static_cast<std::int32_t>(((x % palette_size) + palette_size) % palette_size);
}

void add_class_legend(Scene& scene, ColorBy color, std::int64_t classes) {
  if (color != ColorBy::tile && color != ColorBy::mode) return;
  for (std::int64_t k = 0; k < std::min<std::int64_t>(classes, palette_size); ++k) {
    const std::string numbers = class_numbers(k, classes);
    const bool tile = color == ColorBy::tile;
    scene.legend.push_back({static_cast<std::int32_t>(k), tile ? say("tile {}", numbers) : Message::verbatim(numbers)});
  }
}

std::string class_numbers(std::int64_t number, std::int64_t classes) {
  std::string out = cat(number);
  const std::int64_t again = number + palette_size;
  if (again < classes) append_all(out, ", ", again, again + palette_size < classes ? ", ..." : "");
  return out;
}

Message color_title(ColorBy color) {
  static constexpr Term what[] = {term("offset modulo 8"),
                                  term("outermost coordinate"),
                                  term("tile"),
                                  term("coordinate modulo 12"),
                                  term("image"),
                                  term("image crossed out"),
                                  term("thread modulo 8"),
                                  term("warp"),
                                  term("value"),
                                  term("register"),
                                  term("chunk"),
                                  term("offset, from low to high")};
  return say("color: {}", what[static_cast<std::size_t>(color)]);
}

}  // namespace stridescope
