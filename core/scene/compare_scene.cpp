// Two values next to each other, or stacked if they are wide. Equal cells are grey, different cells are highlighted and
// colored. Corresponding cells have the same id, so that pointing at one highlights the other.
#include <algorithm>

#include "core/analysis/compared.h"
#include "core/base/at.h"
#include "core/base/text.h"
#include "core/facts/coordinates.h"
#include "core/facts/function.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/scene/tv_tiles.h"

namespace stridescope {
namespace {

// Characters per field, so that a page of 1440 pixels shows the whole table legibly.
constexpr std::size_t longest_line = 28;

// One of the two entries of a cell.
struct Side {
  bool there = false;
  std::string label;
  std::int32_t color = -1;  // set if the entries differ
};

// The two panels, filled cell by cell.
class Panels {
 public:
  Panels(const PicturedValue& subject, const View& view, std::int64_t rows, std::int64_t cols)
      : subject_(subject), rows_(rows), cols_(cols) {
    const std::int64_t most = view.whole ? max_text_cells : max_labelled_cells;
    // Limits each side first, so that the product does not overflow.
    rows_ = std::min(rows_, most);
    cols_ = std::min(cols_, most);
    while (2 * (rows_ + 2) * (cols_ + 2) > most) {
      std::int64_t& longest = rows_ >= cols_ ? rows_ : cols_;
      longest /= 2;
    }
    cropped_ = rows_ < rows || cols_ < cols;
  }

  // `id` returns the id of a position, `sides` both entries.
  template <class IdAt, class SidesAt>
  Scene draw(Scene scene, bool by_line, IdAt&& id_at, SidesAt&& sides_at) {
    by_line_ = by_line;
    beside_ = !by_line && cols_ <= 2 * rows_;
    std::vector<std::vector<SceneBuilder::Cell>> panels[2];
    for (auto& panel : panels) panel.resize(at(rows_));
    for (std::int64_t r = 0; r < rows_; ++r) {
      for (std::int64_t c = 0; c < cols_; ++c) {
        const std::int64_t id = id_at(r, c);
        Side sides[2];
        if (id >= 0) sides_at(id, r, c, sides[0], sides[1]);
        const bool same = sides[0].there == sides[1].there && sides[0].label == sides[1].label;
        for (int k = 0; k < 2; ++k) panels[k][at(r)].push_back(cell(id, sides[k], same));
        if (id >= 0 && !same) differ_ = true;
        if (id >= 0 && same && sides[0].there) same_ = true;
      }
    }
    SceneBuilder sheet;
    if (beside_) {
      heads(sheet, {0, 1});
      for (std::int64_t r = 0; r < rows_; ++r) {
        sheet.row();
        for (int k = 0; k < 2; ++k) line(sheet, panels[k][at(r)], r, k > 0);
      }
    } else {
      for (int k = 0; k < 2; ++k) {
        if (k > 0) sheet.row();
        heads(sheet, {k});
        for (std::int64_t r = 0; r < rows_; ++r) {
          sheet.row();
          line(sheet, panels[k][at(r)], r, false);
        }
      }
    }
    if (differ_) scene.legend.push_back({-1, say("differs"), "lit"});
    if (same_) scene.legend.push_back({-1, say("the same in both"), "dimmed"});
    if (missing_) scene.legend.push_back({-1, say("nothing here"), "gap"});
    if (cropped_) {
      const Message cropped = say("shown: only the first rows and columns");
      scene.note = scene.note.empty() ? cropped : say("{}; {}", scene.note, cropped);
    }
    return painted_where_large(sheet.finish(std::move(scene)));
  }

 private:
  static SceneBuilder::Cell head(std::string text) { return {0, -1, -1, CellState::head, std::move(text)}; }

  SceneBuilder::Cell cell(std::int64_t id, const Side& side, bool same) {
    if (id < 0) return {0, -1, -1, CellState::outside, ""};
    if (!side.there) {
      missing_ = true;
      return {id, id, -1, CellState::gap, ""};
    }
    if (same) return {id, id, -1, CellState::dimmed, side.label};
    return {id, id, side.color, CellState::lit, side.label};
  }

  // The name of each panel, and the heads of its columns.
  void heads(SceneBuilder& sheet, std::vector<int> panels) {
    sheet.row();
    for (const int k : panels) {
      if (k > 0 && beside_) sheet.add({0, -1, -1, CellState::outside, ""});
      sheet.add(head(subject_.operand_name(at(k))));
      for (std::int64_t c = 0; c < cols_; ++c) sheet.add(head(cat(c)));
    }
  }
  void line(SceneBuilder& sheet, std::vector<SceneBuilder::Cell>& cells, std::int64_t row, bool apart) {
    if (apart) sheet.add({0, -1, -1, CellState::outside, ""});
    sheet.add(head(cat(by_line_ ? row * cols_ : row)));
    for (SceneBuilder::Cell& one : cells) sheet.add(std::move(one));
  }

  const PicturedValue& subject_;
  std::int64_t rows_;
  std::int64_t cols_;
  bool by_line_ = false;  // a single mode, wrapped into lines
  bool beside_ = true;
  bool cropped_ = false;
  bool differ_ = false, same_ = false, missing_ = false;
};

// Text of cells: offsets, or the coordinates at a position.
class CellText {
 public:
  CellText(const Value& value, const ChunkBits& chunks)
      : value_(value), chunks_(chunks), size_(domain_size(value).value_or(0)) {
    const auto function = memory_function(value);
    if (!function || size_ > max_enumerated) return;
    offsets_.resize(at(size_));
    function->fill(offsets_.data(), size_);
  }
  Side side(std::int64_t index) const {
    if (index < 0) return {};
    if (!offsets_.empty()) {
      const std::int64_t offset = offsets_[at(index)];
      return {true, cat(offset), palette_class(chunks_.mask > 0 ? chunks_.of(offset) : offset_class(offset))};
    }
    Arith arith;
    const IntTuple out = as_arithmetic_tuple(arith, value_at(arith, value_, IntTuple(dynamic_int(index))));
    return {true, arith.failed() ? std::string("?") : to_text(out, IntegerMode::teaching), 0};
  }

 private:
  const Value& value_;
  const ChunkBits& chunks_;
  std::int64_t size_;
  std::vector<std::int64_t> offsets_;
};

Scene cells_scene(const Compared& c, const PicturedValue& subject, const View& view) {
  Scene scene;
  scene.note = brief_of(c);
  const std::vector<std::int64_t>& extents = c.box.extents();
  std::int64_t base = 0;
  std::int64_t step = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (i >= 2) {
      const std::int64_t wanted = i - 2 < view.slice.size() ? view.slice[i - 2] : 0;
      const std::int64_t value = std::clamp<std::int64_t>(wanted, 0, std::max<std::int64_t>(0, extents[i] - 1));
      scene.slices.push_back({static_cast<int>(i), say("mode {}", i), extents[i], value});
      base += value * step;
    }
    step *= extents[i];
  }
  const bool line = extents.size() == 1;
  const std::int64_t cols = line ? std::min(extents[0], strip_width) : extents[1];
  const std::int64_t rows = line ? (extents[0] + strip_width - 1) / strip_width : extents[0];
  // Both sides have the same colors: of the smallest chunks that one of them moves.
  ChunkBits chunks = chunk_bits(c.a);
  const ChunkBits others = chunk_bits(c.b);
  if (!chunks.swizzled || (others.swizzled && others.shift < chunks.shift)) chunks = others;
  if (chunks.swizzled)
    chunks.explain(scene);
  else
    chunks.mask = 0;
  const CellText of_a(c.a, chunks);
  const CellText of_b(c.b, chunks);
  const auto id_at = [&](std::int64_t row, std::int64_t col) {
    if (!line) return base + row + extents[0] * col;
    const std::int64_t i = row * strip_width + col;
    return i < extents[0] ? i : -1;
  };
  return Panels(subject, view, rows, cols)
      .draw(std::move(scene), line, id_at, [&](std::int64_t id, std::int64_t, std::int64_t, Side& a, Side& b) {
        a = of_a.side(c.box.index_in_a(id));
        b = of_b.side(c.box.index_in_b(id));
      });
}

Side owners_side(const TvTile& tile, std::int64_t row, std::int64_t col, bool ambiguous) {
  if (row >= tile.rows || col >= tile.cols) return {};
  const auto pairs = tile.holders(row, col);
  if (pairs.empty()) return {};
  return {true, owners_label(pairs), thread_class(pairs[0].thread, ambiguous)};
}

// The tiles of both values, one after another if there are several (A, B and C of an MMA).
Result<Scene> owners_scene(const Compared& c, const PicturedValue& subject, const View& view) {
  auto a = tv_tiles_of(compared_side(c, c.a));
  if (!a) return failure(std::move(a.error()));
  auto b = tv_tiles_of(compared_side(c, c.b));
  if (!b) return failure(std::move(b.error()));
  Scene scene;
  const std::size_t count = std::min(a->tiles.size(), b->tiles.size());
  const std::int64_t wanted = view.slice.empty() ? 0 : view.slice[0];
  const auto shown = std::clamp<std::int64_t>(wanted, 0, static_cast<std::int64_t>(count) - 1);
  const TvTile& x = a->tiles[at(shown)];
  const TvTile& y = b->tiles[at(shown)];
  if (count > 1) {
    std::vector<Message> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(Message::verbatim(a->tiles[i].name));
    scene.slices.push_back({2, say("tile of {}", comma_list(names)), static_cast<std::int64_t>(count), shown});
  }
  const std::int64_t rows = std::max(x.rows, y.rows);
  const std::int64_t cols = std::max(x.cols, y.cols);
  std::int64_t differ = 0;
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    const Side of_x = owners_side(x, i % rows, i / rows, false);
    const Side of_y = owners_side(y, i % rows, i / rows, false);
    if (of_x.label != of_y.label) ++differ;
  }
  scene.note = differ == 0 ? say("all {} {element|elements} have the same owners", rows * cols)
                           : say("{} of {} {element|elements} have other owners", differ, rows * cols);
  const bool ambiguous = a->ambiguous() || b->ambiguous();
  const std::int64_t first = first_owned_id + shown * owned_ids;
  return Panels(subject, view, rows, cols)
      .draw(
          std::move(scene), false, [&](std::int64_t row, std::int64_t col) { return first + row + rows * col; },
          [&](std::int64_t, std::int64_t row, std::int64_t col, Side& left, Side& right) {
            left = owners_side(x, row, col, ambiguous);
            right = owners_side(y, row, col, ambiguous);
          });
}

// The text in at most two lines; longer text is cut.
std::string folded(const std::string& text) {
  if (text.size() <= longest_line) return text;
  std::size_t end = longest_line;
  while (end > longest_line / 2 && text[end] != ' ' && text[end] != ',') --end;
  if (end == longest_line / 2) end = longest_line;
  std::string rest = text.substr(end + (text[end] == ' ' ? 1 : 0));
  if (rest.size() > longest_line) rest = rest.substr(0, longest_line - 3) + "...";
  return text.substr(0, end) + "\n" + rest;
}

Scene fields_scene(const Compared& c, const PicturedValue& subject) {
  SceneBuilder sheet;
  Scene scene;
  scene.note = brief_of(c);
  bool differ = false;
  bool same = false;
  std::int64_t id = first_field_id;
  for (const ComparedField& field : c.fields) {
    if (at(id - first_field_id) >= max_compared_fields) {
      scene.note = say("{}; {}", scene.note, say("shown: the first {} {field|fields}", max_compared_fields));
      break;
    }
    sheet.row({}, field.title.empty() ? Message::verbatim(field.name) : field.title);
    (field.same() ? same : differ) = true;
    for (const auto* side : {&field.a, &field.b}) {
      const CellState state = !*side ? CellState::gap : field.same() ? CellState::dimmed : CellState::lit;
      sheet.add({id, id, state == CellState::lit ? 0 : -1, state, folded(side->value_or(""))});
    }
    ++id;
  }
  if (differ) scene.legend.push_back({0, say("differs"), "lit"});
  if (same) scene.legend.push_back({-1, say("the same in both"), "dimmed"});
  Scene out = sheet.finish(std::move(scene));
  out.col_heads = {{Message::verbatim(subject.operand_name(0)), Message::verbatim(subject.operand_name(1))}};
  return out;
}

}  // namespace

PicturedValue compared_side(const Compared& c, const Value& side) {
  PicturedValue out = {side};
  out.tile_rows = c.tile_rows;
  out.tile_cols = c.tile_cols;
  return out;
}

namespace {

// The first label is the default; empty if the comparison is too large to draw.
std::vector<Label> compared_labels(const Compared& c) {
  if (c.by == Compared::By::cells) {
    const bool drawable = c.cells.has_value() && *c.cells > 0;
    return drawable ? std::vector<Label>{Label::offset} : std::vector<Label>{};
  }
  if (c.by == Compared::By::owners) return {Label::owner, Label::offset};
  const PicturedValue a = compared_side(c, c.a);
  const PicturedValue b = compared_side(c, c.b);
  if (!has_tv_tiles(a) || !has_tv_tiles(b)) return {Label::field};
  // For kernels, the requirements of the GPU are more informative than the owners.
  const auto is_kernel = [](const Value& v) { return v.is<CopyKernel>() || v.is<MmaKernel>() || v.is<GemmKernel>(); };
  if (is_kernel(c.a) && is_kernel(c.b)) return {Label::field, Label::owner};
  return {Label::owner, Label::field};
}

}  // namespace

PictureWords compare_words(const PicturedValue& subject) {
  const Compared* c = compared_in(subject.value);
  if (c == nullptr) return {};
  return {compared_labels(*c), {ColorBy::index}};
}

Result<Scene> compare_scene(const PicturedValue& subject, const View& view) {
  const Compared* c = compared_in(subject.value);
  if (c == nullptr) return failure(ErrorCode::unsupported, say("this value is not a comparison"));
  const std::vector<Label> labels = compared_labels(*c);
  if (labels.empty()) return failure(ErrorCode::too_large, say("too large to compare cell by cell"));
  const bool legal = std::find(labels.begin(), labels.end(), view.label) != labels.end();
  const Label label = legal ? view.label : labels.front();
  if (label == Label::owner) return owners_scene(*c, subject, view);
  return label == Label::field ? fields_scene(*c, subject) : cells_scene(*c, subject, view);
}

}  // namespace stridescope
