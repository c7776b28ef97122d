#include "core/scene/scene.h"

#include <algorithm>
#include <optional>

#include "core/algebra/algebra.h"
#include "core/analysis/offsets.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::int64_t strip_width = 32;
constexpr std::int64_t max_scene_cells = max_scene_side * max_scene_side;
constexpr std::int64_t max_memory_span = 1 << 20;
constexpr std::int64_t max_heads = 512;
constexpr int max_head_levels = 4;

std::int64_t wrap_class(std::int64_t x) { return ((x % palette_size) + palette_size) % palette_size; }

// One top-level mode of the domain.
struct Axis {
  TupleRef shape;
  std::int64_t size;
  std::int64_t step;  // 1-D coordinates between two neighbours
};

std::vector<Axis> axes_of(const Layout& domain) {
  std::vector<Axis> axes;
  Arith arith;
  std::int64_t step = 1;
  for (int i = 0; i < domain.rank(); ++i) {
    const TupleRef shape = domain.shape[i];
    const std::int64_t size = product(arith, shape).value;
    axes.push_back({shape, size, step});
    step *= size;  // the caller knows that the domain's size fits
  }
  return axes;
}

// The share of one axis in a cell's colour class, and by how much to scale the next axis.
struct ClassPart {
  std::vector<std::int64_t> of;  // for each coordinate of the axis
  std::int64_t count = 1;
};

std::int64_t leaf_size(TupleRef shape, Arith& arith) { return product(arith, shape).value; }

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
  Arith arith;
  const std::int64_t first = leaf_size(axis.shape[0], arith);
  if (first == 0) return part;
  for (std::int64_t i = 0; i < shown; ++i) part.of[static_cast<std::size_t>(i)] = tiling == Tiling::second_parts ? i / first : i % first;
  part.count = tiling == Tiling::second_parts ? axis.size / first : first;
  return part;
}

// The coordinate along the outermost leaf of a nested mode; a flat mode takes no part unless it is asked to.
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

// Heads of one axis: the natural coordinate, one level a leaf, outermost first.
std::vector<std::vector<std::string>> heads(const Axis& axis, std::int64_t shown) {
  std::vector<std::vector<std::string>> out;
  if (shown > max_heads) return out;
  Arith arith;
  const IntTuple leaves = flatten_to_tuple(arith, axis.shape);
  const int levels = leaves.rank() <= max_head_levels ? leaves.rank() : 1;
  out.resize(static_cast<std::size_t>(std::max(levels, 1)));
  for (std::int64_t i = 0; i < shown; ++i) {
    if (levels <= 1) {
      out[0].push_back(cat(i));
      continue;
    }
    std::int64_t rest = i;
    for (int leaf = 0; leaf < levels; ++leaf) {
      const std::int64_t extent = std::max<std::int64_t>(1, leaves[leaf].integer().value);
      const bool last = leaf + 1 == levels;
      out[static_cast<std::size_t>(levels - 1 - leaf)].push_back(cat(last ? rest : rest % extent));
      rest /= extent;
    }
  }
  return out;
}

class Builder {
 public:
  Builder(const Subject& subject, const View& view) : subject_(subject), view_(view), domain_(domain_of(subject.value)), function_(offset_function(subject.value)) {}

  Result<Scene> run() {
    if (domain_ == nullptr) return failure(ErrorCode::unsupported, cat("there is no picture of the ", kind_name(subject_.value), ' ', to_text(subject_.value)));
    const auto size = domain_size(subject_.value);
    if (!size || *size > (std::int64_t{1} << 53)) return failure(ErrorCode::too_large, "this layout has too many coordinates to draw");
    size_ = *size;
    axes_ = axes_of(*domain_);
    if (!function_ && !domain_->stride.ref().has_basis()) {
      return failure(ErrorCode::too_large, "the offsets of this layout do not fit 64 bits, or are not integers");
    }
    scene_.picture = view_.picture;
    switch (view_.picture) {
      case Picture::grid: grid(); break;
      case Picture::strip: strip(); break;
      case Picture::memory:
        if (auto problem = memory()) return failure(std::move(*problem));
        break;
      default: return failure(ErrorCode::unsupported, cat("there is no such picture of ", to_text(subject_.value)));
    }
    title();
    return std::move(scene_);
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  void allocate() {
    const std::size_t cells = at(scene_.rows * scene_.cols);
    scene_.offsets.assign(cells, 0);
    scene_.ids.assign(cells, -1);
    scene_.colors.assign(cells, -1);
  }

  // A mode 1 of extent 1 stands in for what a rank-1 layout lacks.
  Axis axis(std::size_t i) const { return i < axes_.size() ? axes_[i] : Axis{unit_.ref(), 1, 1}; }

  void grid() {
    const Axis down = axis(0);
    const Axis across = axis(1);
    scene_.rows = std::min(down.size, max_scene_side);
    scene_.cols = std::min(across.size, max_scene_side);
    if (scene_.rows < down.size || scene_.cols < across.size) {
      scene_.note = cat("shown: the first ", scene_.rows, " x ", scene_.cols, " of ", down.size, " x ", across.size, " cells");
    }
    std::int64_t base_id = 0;
    std::vector<std::int64_t> fixed;
    for (std::size_t i = 2; i < axes_.size(); ++i) {
      const std::int64_t wanted = i - 2 < view_.slice.size() ? view_.slice[i - 2] : 0;
      const std::int64_t value = std::clamp<std::int64_t>(wanted, 0, std::max<std::int64_t>(0, axes_[i].size - 1));
      scene_.slices.push_back({static_cast<int>(i), cat("mode ", i), axes_[i].size, value});
      base_id += value * axes_[i].step;
      fixed.push_back(value);
    }
    if (std::any_of(axes_.begin(), axes_.end(), [](const Axis& a) { return a.size == 0; })) scene_.rows = scene_.cols = 0;
    allocate();
    for (std::int64_t r = 0; r < scene_.rows; ++r) {
      for (std::int64_t c = 0; c < scene_.cols; ++c) scene_.ids[at(r * scene_.cols + c)] = base_id + r * down.step + c * across.step;
    }
    if (function_) grid_offsets(fixed);
    const ClassPart rows = part(down, 0, scene_.rows);
    const ClassPart cols = part(across, 1, scene_.cols);
    std::int64_t base_class = 0;
    std::int64_t scale = rows.count * cols.count;
    for (std::size_t i = 2; i < axes_.size(); ++i) {
      const ClassPart p = part(axes_[i], static_cast<int>(i), axes_[i].size <= max_scene_cells ? axes_[i].size : 0);
      if (at(fixed[i - 2]) < p.of.size()) base_class += scale * p.of[at(fixed[i - 2])];
      scale *= p.count;
    }
    color([&](std::int64_t cell) { return base_class + rows.of[at(cell / scene_.cols)] + rows.count * cols.of[at(cell % scene_.cols)]; }, scale);
    scene_.row_heads = heads(down, scene_.rows);
    scene_.col_heads = heads(across, scene_.cols);
    label();
  }

  void grid_offsets(const std::vector<std::int64_t>& fixed) {
    const Layout& l = function_->layout;
    std::vector<std::int64_t> rows(at(scene_.rows));
    std::vector<std::int64_t> cols(at(scene_.cols), 0);
    const LayoutRef modes = l;
    fill_offsets(modes[0], rows.data(), scene_.rows);
    if (axes_.size() > 1) fill_offsets(modes[1], cols.data(), scene_.cols);
    std::int64_t base = 0;
    Arith arith;
    for (std::size_t i = 2; i < axes_.size(); ++i) base += apply(arith, modes[static_cast<int>(i)], IntTuple(dynamic_int(fixed[i - 2]))).integer().value;
    for (std::int64_t r = 0; r < scene_.rows; ++r) {
      for (std::int64_t c = 0; c < scene_.cols; ++c) scene_.offsets[at(r * scene_.cols + c)] = base + rows[at(r)] + cols[at(c)];
    }
    function_->finish(scene_.offsets.data(), scene_.rows * scene_.cols);
  }

  void strip() {
    const std::int64_t shown = std::min(size_, max_scene_cells);
    if (shown < size_) scene_.note = cat("shown: the first ", shown, " of ", size_, " coordinates");
    scene_.cols = std::min(shown, strip_width);
    scene_.rows = scene_.cols == 0 ? 0 : (shown + scene_.cols - 1) / scene_.cols;
    allocate();
    for (std::int64_t i = 0; i < shown; ++i) scene_.ids[at(i)] = i;
    if (function_) function_->fill(scene_.offsets.data(), shown);
    color_by_index(shown);
    line_heads(0);
    label();
  }

  std::optional<Error> memory() {
    if (!function_) return Error{ErrorCode::unsupported, "a layout of coordinates has no memory picture", "", {}, {}};
    if (size_ > max_memory_span) return Error{ErrorCode::too_large, cat("the memory picture shows at most ", max_memory_span, " elements"), "", {}, {}};
    std::vector<std::int64_t> offsets(at(size_));
    function_->fill(offsets.data(), size_);
    std::int64_t low = 0;
    std::int64_t high = 0;
    for (const std::int64_t offset : offsets) {
      low = std::min(low, offset);
      high = std::max(high, offset);
    }
    if (high - low >= max_memory_span) return Error{ErrorCode::too_large, cat("the memory picture shows at most ", max_memory_span, " addresses"), "", {}, {}};
    const std::int64_t first = low >= 0 ? 0 : -((-low + strip_width - 1) / strip_width) * strip_width;
    const std::int64_t span = high - first + 1;
    scene_.cols = std::min(span, strip_width);
    scene_.rows = (span + scene_.cols - 1) / scene_.cols;
    allocate();
    for (std::int64_t i = 0; i < scene_.rows * scene_.cols; ++i) scene_.offsets[at(i)] = first + i;
    std::int64_t repeated = 0;
    for (std::int64_t i = size_; i-- > 0;) {  // the first coordinate that reaches an address names the cell
      std::int64_t& id = scene_.ids[at(offsets[at(i)] - first)];
      repeated += id >= 0;
      id = i;
    }
    if (repeated > 0) scene_.note = cat(repeated, " of ", size_, " coordinates share an offset with an earlier one");
    color_by_index(size_);
    line_heads(first);
    label();
    if (scene_.labelled()) {
      for (const std::int64_t id : scene_.ids) scene_.states.push_back(id < 0 ? CellState::gap : CellState::element);
    }
    return std::nullopt;
  }

  // Heads of wrapped lines: the first index or address of each.
  void line_heads(std::int64_t first) {
    if (scene_.rows > max_heads || scene_.rows <= 1) return;
    scene_.row_heads.resize(1);
    for (std::int64_t r = 0; r < scene_.rows; ++r) scene_.row_heads[0].push_back(cat(first + r * scene_.cols));
  }

  ClassPart part(const Axis& a, int mode, std::int64_t shown) const {
    if (view_.color == ColorBy::tile) return tile_part(a, mode, subject_.tiling, shown);
    const bool nested = std::any_of(axes_.begin(), axes_.end(), [](const Axis& x) { return x.shape.is_tuple(); });
    return mode_part(a, !nested && mode == 0, shown);
  }

  // Classes from the coordinate of each axis, for pictures that run through 1-D coordinates.
  void color_by_index(std::int64_t shown) {
    std::vector<ClassPart> parts;
    std::int64_t scale = 1;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      parts.push_back(part(axes_[i], static_cast<int>(i), std::min(axes_[i].size, shown)));
      scale *= parts.back().count;
    }
    color(
        [&](std::int64_t cell) {
          std::int64_t rest = scene_.ids[at(cell)];
          std::int64_t out = 0;
          std::int64_t weight = 1;
          for (std::size_t i = 0; i < axes_.size(); ++i) {
            out += weight * parts[i].of[at(rest % axes_[i].size)];
            weight *= parts[i].count;
            rest /= axes_[i].size;
          }
          return out;
        },
        scale);
  }

  template <class ClassOf>
  void color(ClassOf&& class_of, std::int64_t classes) {
    for (std::int64_t cell = 0; cell < scene_.rows * scene_.cols; ++cell) {
      const std::int64_t id = scene_.ids[at(cell)];
      if (id < 0) continue;
      std::int64_t value = 0;
      if (view_.color == ColorBy::offset) {
        value = function_ ? scene_.offsets[at(cell)] : id;
      } else if (view_.color == ColorBy::index) {
        value = id;
      } else {
        value = class_of(cell);
      }
      scene_.colors[at(cell)] = static_cast<std::int32_t>(wrap_class(value));
    }
    if (view_.color != ColorBy::tile && view_.color != ColorBy::mode) return;
    const std::string_view word = view_.color == ColorBy::tile ? "tile " : "";
    for (std::int64_t k = 0; k < std::min<std::int64_t>(classes, palette_size); ++k) {
      std::string text = cat(word, k);
      if (classes > palette_size && k + palette_size < classes) append_all(text, ", ", k + palette_size, k + 2 * palette_size < classes ? ", ..." : "");
      scene_.legend.push_back({static_cast<std::int32_t>(k), std::move(text)});
    }
  }

  void label() {
    const std::int64_t cells = scene_.rows * scene_.cols;
    if (cells > max_labelled_cells) {
      if (!function_ && scene_.note.empty()) scene_.note = "too many cells for labels";
      return;
    }
    scene_.labels.reserve(at(cells));
    for (std::int64_t cell = 0; cell < cells; ++cell) {
      const std::int64_t id = scene_.ids[at(cell)];
      if (id < 0) {
        scene_.labels.emplace_back();
      } else if (view_.label == Label::index) {
        scene_.labels.push_back(cat(id));
      } else if (view_.label == Label::coord) {
        Arith arith;
        scene_.labels.push_back(to_text(idx2crd(arith, IntTuple(dynamic_int(id)), domain_->shape)));
      } else {
        scene_.labels.push_back(function_ ? cat(scene_.offsets[at(cell)]) : coordinate_label(id));
      }
    }
  }

  std::string coordinate_label(std::int64_t id) const {
    Arith arith;
    const IntTuple coord = dynamic_int(id);
    const auto* tensor = subject_.value.as<Tensor>();
    const IntTuple natural = idx2crd(arith, coord, domain_->shape);
    const IntTuple out = tensor != nullptr ? element(arith, natural, *tensor) : as_arithmetic_tuple(arith, apply(arith, *domain_, natural));
    return to_text(out, IntegerMode::teaching);
  }

  void title() {
    static constexpr std::string_view what[] = {"offset modulo 12", "outermost coordinate", "tile", "coordinate modulo 12"};
    scene_.title = cat("colour: ", what[static_cast<std::size_t>(view_.color)]);
  }

  const Subject& subject_;
  const View& view_;
  const Layout* domain_;
  std::optional<OffsetFunction> function_;
  IntTuple unit_ = static_int(1);
  std::vector<Axis> axes_;
  std::int64_t size_ = 0;
  Scene scene_;
};

}  // namespace

std::vector<OfferedView> offered_views(const Subject& subject) {
  const Layout* domain = domain_of(subject.value);
  const auto size = domain_size(subject.value);
  if (domain == nullptr || !size || *size > (std::int64_t{1} << 53) || domain->rank() == 0) return {};
  const auto function = offset_function(subject.value);
  const bool basis = domain->stride.ref().has_basis();
  if (!function && !basis) return {};
  std::vector<ColorBy> colors;
  if (subject.tiling != Tiling::none) colors.push_back(ColorBy::tile);
  if (!basis) colors.push_back(ColorBy::offset);
  colors.push_back(ColorBy::mode);
  colors.push_back(ColorBy::index);
  const std::vector<Label> labels = {Label::offset, Label::coord, Label::index};
  std::vector<OfferedView> out;
  const bool flat = domain->rank() == 1;
  if (!flat) out.push_back({Picture::grid, "grid", labels, colors});
  out.push_back({Picture::strip, "1-D", labels, colors});
  if (function && *size <= max_memory_span) {
    Arith arith;
    if (cosize(arith, *domain).value <= max_memory_span && arith.ok()) out.push_back({Picture::memory, "memory", labels, colors});
  }
  return out;
}

Result<Scene> make_scene(const Subject& subject, const View& view) { return Builder(subject, view).run(); }

}  // namespace stridescope
