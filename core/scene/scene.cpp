// The pictures of a value, their order, and the dispatch to the function that makes each. A picture that is too large
// to draw is not offered.
#include "core/scene/scene.h"

#include <algorithm>
#include <span>

#include "core/algebra/algebra.h"
#include "core/analysis/memory_value.h"
#include "core/base/power.h"
#include "core/facts/f2.h"
#include "core/scene/diagram.h"
#include "core/scene/drawable.h"
#include "core/scene/tv_tiles.h"

namespace stridescope {
namespace {

// An upper bound of the distance between the first and the furthest address; empty if it exceeds any picture of memory.
std::optional<std::int64_t> span_of(const Layout& domain, const OffsetFunction& function) {
  Arith arith;
  Int span = cosize(arith, domain);
  for (const auto& stage : function.stages) {
    span = arith.add(span, arith.abs(to_integer(stage.offset)));
    if (const auto* swizzle = std::get_if<Swizzle>(&stage.function)) {
      span = arith.add(span, static_int(swizzle->yyy() | swizzle->zzz()));
      continue;
    }
    // The coordinate of each mode is at most the index; within the domain the cosize is a tighter bound.
    const auto& left = std::get<Layout>(stage.function);
    const Int elements = size(arith, left);
    if (arith.ok() && span.value <= elements.value) {
      span = cosize(arith, left);
      continue;
    }
    Int strides = static_int(1);
    for (const FlatMode& mode : flat_modes(left)) strides = arith.add(strides, arith.abs(static_int(mode.stride)));
    span = arith.mul(span, strides);
  }
  if (arith.failed() || span.value > max_memory_span) return std::nullopt;
  return span.value;
}

bool has_f2_matrix(const PicturedValue& s, std::int64_t size) {
  constexpr std::int64_t max_checked = 1 << 14;  // for swizzled layouts, whose offsets may need enumeration
  if (!is_power_of_two(size) || size < 2 || (!s.value.is<Layout>() && size > max_checked)) return false;
  const Layout& domain = *domain_of(s.value);
  Arith arith;
  for (int i = 0; i < domain.rank(); ++i) {
    if (!is_power_of_two(product(arith, domain.shape[i]).value)) return false;
  }
  const F2Analysis analysis = f2_map(s.value);
  return analysis.map && analysis.affine;
}

// True for a TV layout of a TiledMma, a TiledCopy or a kernel, which is best shown over its tile.
bool is_tiling_tv(const PicturedValue& s) {
  return s.tile_rows > 0 || (s.roles.tile_of != roles::TileOf::none && s.roles.tile_of != roles::TileOf::named_part);
}

bool is_product_of_lines(const PicturedValue& s) {
  return s.roles.depiction == roles::Depiction::lines && s.operands != nullptr && s.operands->size() == 2 &&
         (*s.operands)[0].is<Layout>() && (*s.operands)[1].is<Layout>();
}

}  // namespace

std::string PicturedValue::operand_name(std::size_t i) const {
  if (i < names.size() && !names[i].empty()) return names[i];
  return {static_cast<char>('A' + i)};
}

namespace {

constexpr Label usual_labels[] = {Label::offset, Label::coord, Label::index};
constexpr Label offsets_alone[] = {Label::offset};
constexpr std::int64_t large_layout = 1024;  // elements: larger pictures have no text in their cells at first
constexpr ColorBy by_tile[] = {ColorBy::tile};
constexpr ColorBy by_mode[] = {ColorBy::mode};
constexpr ColorBy by_index[] = {ColorBy::index};

void offer(std::vector<OfferedView>& out, Picture picture, std::span<const Label> labels,
           std::span<const ColorBy> colors) {
  out.push_back({picture, title_of(picture), {labels.begin(), labels.end()}, {colors.begin(), colors.end()}});
}

void offer_threads(std::vector<OfferedView>& out) {
  static constexpr Label labels[] = {Label::owner, Label::coord, Label::index};
  static constexpr ColorBy colors[] = {ColorBy::thread, ColorBy::value, ColorBy::warp, ColorBy::registers};
  offer(out, Picture::threads, labels, colors);
}

void offer_parent(std::vector<OfferedView>& out, const PicturedValue& subject) {
  static constexpr ColorBy colors[] = {ColorBy::tile, ColorBy::image, ColorBy::index, ColorBy::mode};
  std::span<const ColorBy> offered = colors;
  if (domain_of(subject.value) == nullptr) {
    offered = offered.subspan(1, 1);
  } else if (subject.tiling == Tiling::none) {
    offered = offered.subspan(1);
  }
  offer(out, Picture::parent, usual_labels, offered);
  out.back().title = say("place in {}", subject.operand_name(subject.whole));
}

// The pictures of accesses, orders and values without a layout: atoms, tilings and their parts.
std::vector<OfferedView> views_of_others(const PicturedValue& subject) {
  std::vector<OfferedView> out;
  if (has_tv_tiles(subject)) offer_threads(out);
#define PICTURE(...)
#define VALUE_PICTURE(name, ...)                                               \
  if (const PictureWords words = name##_words(subject); !words.labels.empty()) \
    offer(out, Picture::name, words.labels, words.colors);
#include "core/scene/pictures.def"
  if (subject.is_part) offer_parent(out, subject);
  return out;
}

std::vector<OfferedView> views_but_diagrams(const PicturedValue& subject) {
  const Layout* domain = domain_of(subject.value);
  if (domain == nullptr || subject.roles.depiction == roles::Depiction::order || subject.value.is<GlobalAccess>() ||
      subject.value.is<SharedAccess>())
    return views_of_others(subject);
  std::vector<OfferedView> out;
  const auto size = domain_size(subject.value);
  if (!size || *size == 0 || *size > (std::int64_t{1} << 53)) return {};
  const auto function = memory_function(subject.value);
  const bool basis = domain->stride.ref().has_basis();
  if (!function && !basis) return {};
  ColorBy colors[6];
  std::size_t count = 0;
  // The default shows what the value raises: its tiles, the chunks that a swizzle moves, the order of a large layout.
  const ChunkBits chunks = basis ? ChunkBits{} : chunk_bits(subject.value);
  const bool large = *size > large_layout;
  if (subject.tiling != Tiling::none) colors[count++] = ColorBy::tile;
  if (chunks.swizzled) colors[count++] = ColorBy::chunk;
  if (!basis && large) colors[count++] = ColorBy::order;
  if (!basis) colors[count++] = ColorBy::offset;
  colors[count++] = ColorBy::mode;
  colors[count++] = ColorBy::index;
  if (chunks.banks && !chunks.swizzled) colors[count++] = ColorBy::chunk;
  const std::span<const ColorBy> all = {colors, count};
  if (domain->rank() > 1) offer(out, Picture::grid, usual_labels, all);
  offer(out, Picture::strip, usual_labels, all);
  if (has_merged_modes(subject)) offer(out, Picture::modes, offsets_alone, by_index);
  if (subject.is_part) offer_parent(out, subject);
  if (has_tv_tiles(subject)) {
    offer_threads(out);
    // A TV layout is best shown over its tile.
    if (is_tiling_tv(subject)) std::rotate(out.begin(), out.end() - 1, out.end());
  }
  if (function && has_f2_matrix(subject, *size)) offer(out, Picture::f2, offsets_alone, by_mode);
  const auto span = function && *size <= max_memory_span ? span_of(*domain, *function) : std::nullopt;
  if (!span) return out;
  const bool drawable = *size <= max_labelled_cells && *span <= max_labelled_cells;
  if (is_product_of_lines(subject) && drawable) offer(out, Picture::product, usual_labels, by_tile);
  offer(out, Picture::memory, usual_labels, all);
  if (!drawable) return out;
  // Few colors, which do not compete with the arrows.
  static constexpr ColorBy calm[] = {ColorBy::mode, ColorBy::offset, ColorBy::index};
  static constexpr Label from_coordinates[] = {Label::coord, Label::index, Label::offset};
  static constexpr Label from_indices[] = {Label::index, Label::coord, Label::offset};
  const bool short_coordinates = domain->rank() > 1 && domain->depth() == 1 && *size <= 16;
  const std::span<const Label> from = short_coordinates ? from_coordinates : from_indices;
  if (*size > 1 && *span <= 1024) offer(out, Picture::walk, usual_labels, calm);
  offer(out, Picture::strips, from, calm);
  offer(out, Picture::map, from, calm);
  static constexpr ColorBy hits[] = {ColorBy::image, ColorBy::crossed, ColorBy::offset, ColorBy::index};
  static constexpr ColorBy repeated_hits[] = {ColorBy::tile, ColorBy::crossed, ColorBy::image};
  const bool repeated = subject.roles.depiction == roles::Depiction::repetitions;
  offer(out, Picture::codomain, offsets_alone,
        repeated ? std::span<const ColorBy>(repeated_hits) : std::span<const ColorBy>(hits));
  return out;
}

// Reports a requested slice that does not exist and is replaced.
void note_slices(Scene& scene, const View& view) {
  Message note;
  for (std::size_t i = 0; i < view.slice.size() && note.empty(); ++i) {
    if (i >= scene.slices.size()) {
      if (view.slice[i] == 0) continue;
      note = say("slice {} does not exist here: the number of sliced modes is {}", view.slice[i], i);
    } else if (const Scene::Slice& s = scene.slices[i]; s.value != view.slice[i]) {
      note = say("slice {} of {} does not exist: expected 0 to {}; shown: {}", view.slice[i], s.title,
                 std::max<std::int64_t>(s.size, 1) - 1, s.value);
    }
  }
  if (!note.empty()) scene.note = scene.note.empty() ? note : say("{}; {}", note, scene.note);
}

}  // namespace

std::vector<OfferedView> offered_views(const PicturedValue& subject) {
  std::vector<OfferedView> out = views_but_diagrams(subject);
  if (out.empty() && domain_of(subject.value) != nullptr) return out;  // nothing to draw, or too large
  for (OfferedView& diagram : diagram_views(subject)) out.push_back(std::move(diagram));
  return out;
}

Result<Scene> make_scene(const PicturedValue& subject, const View& view) {
  const auto made = [&]() -> Result<Scene> {
    if (view.picture == Picture::parent) return parent_scene(subject, view);
#define PICTURE(...)
#define VALUE_PICTURE(name, ...) \
  if (view.picture == Picture::name) return name##_scene(subject, view);
#include "core/scene/pictures.def"
    // The picture of these values, if the view requests another one.
    if (subject.value.is<GlobalAccess>()) return sectors_scene(subject, view);
    if (subject.value.is<SharedAccess>()) return banks_scene(subject, view);
    if (view.picture == Picture::threads) return threads_scene(subject, view);
    if (view.picture == Picture::modes) return modes_scene(subject);
    if (view.picture == Picture::diagram || view.picture == Picture::composite) return diagram_scene(subject, view);
    auto p = drawable_layout(subject, view);
    if (!p) return failure(std::move(p.error()));
    switch (view.picture) {
      case Picture::strip:
        return strip_scene(*p);
      case Picture::memory:
        return memory_scene(*p);
      case Picture::walk:
        return walk_scene(*p);
      case Picture::strips:
        return strips_scene(*p);
      case Picture::map:
        return map_scene(*p);
      case Picture::codomain:
        return codomain_scene(*p);
      case Picture::f2:
        return f2_scene(*p);
      case Picture::product:
        if (is_product_of_lines(subject)) return product_scene(*p);
        return failure(ErrorCode::unsupported, say("this value is not a product of two layouts"));
      default:
        return grid_scene(*p);
    }
  };
  auto scene = made();
  if (!scene) return scene;
  scene->picture = view.picture;
  note_slices(*scene, view);
  if (view.picture == Picture::f2) {
    scene->title = say("columns: bits of the coordinate; rows: bits of the offset");
  } else if (has_chosen_colors(view.picture) && scene->title.empty()) {
    scene->title = color_title(view.color);
  }
  return scene;
}

}  // namespace stridescope
