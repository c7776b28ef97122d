// Converts a scene's matrix of cells to rectangles, lines and texts with positions; no other file does this.
#include <algorithm>

#include "core/base/at.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/render/drawing.h"

namespace stridescope {
namespace {

constexpr std::int64_t line_height = 14;
constexpr std::int64_t smallest_height = 26;
constexpr std::int64_t head_height = 18;
constexpr std::int64_t caption_height = 24;
constexpr std::int64_t margin = 4;
constexpr std::int64_t glyph_width = 8;  // in the monospaced font, rounded up
constexpr std::int64_t smallest_cell = 26;
constexpr std::int64_t channel = 14;  // between the cells of a wrapped strip, for the arrows of a walk
constexpr std::int64_t order_gap = 18;
constexpr std::int64_t diagram_gap = 56;
constexpr std::int64_t row_gap = 6;  // between rows that arrows or captions separate
constexpr std::int64_t swatch = 14;
constexpr std::int64_t legend_gap = 16;

std::int64_t glyphs(std::string_view text) { return static_cast<std::int64_t>(columns_of(text)); }

std::int64_t widest_line(std::string_view label) {
  std::int64_t out = 0;
  while (true) {
    const std::size_t end = label.find('\n');
    out = std::max(out, glyphs(label.substr(0, end)));
    if (end == std::string_view::npos) return out;
    label.remove_prefix(end + 1);
  }
}

std::int64_t widest(const std::vector<std::vector<std::string>>& levels) {
  std::int64_t out = 0;
  for (const auto& level : levels) {
    for (const std::string& text : level) out = std::max(out, glyphs(text));
  }
  return out;
}

std::int64_t arc_height(std::int64_t cells) { return cells == 0 ? 22 : std::min<std::int64_t>(6 + 8 * cells, 84); }

bool is_walk(Scene::Arrow::Kind kind) { return kind == Scene::Arrow::Kind::step || kind == Scene::Arrow::Kind::carry; }

class Painter {
 public:
  Painter(const Scene& scene, const PaintOptions& options)
      : scene_(scene), options_(options), row_heads_(written(scene.row_heads)), col_heads_(written(scene.col_heads)) {
    for (const Message& caption : scene.captions) captions_.push_back(words(caption));
  }

  Drawing run() {
    measure();
    heads();
    cells();
    for (const Scene::Arrow& arrow : scene_.arrows) draw(arrow);
    captions();
    if (options_.legend) {
      legend();
      note();
    }
    out_.width = std::max(out_.width, right_) + margin;
    out_.height = bottom_ + margin;
    return std::move(out_);
  }

 private:
  std::string words(const Message& message) const { return render(message, *options_.catalog); }
  std::vector<std::vector<std::string>> written(const std::vector<std::vector<Message>>& levels) const {
    std::vector<std::vector<std::string>> out;
    for (const auto& level : levels) {
      out.emplace_back().reserve(level.size());
      for (const Message& head : level) out.back().push_back(words(head));
    }
    return out;
  }

  std::int64_t row_of(std::int64_t cell) const { return cell / scene_.cols; }
  std::int64_t col_of(std::int64_t cell) const { return cell % scene_.cols; }
  bool sideways() const { return scene_.picture == Picture::map; }
  bool apart() const { return scene_.picture == Picture::order; }
  // True if all columns have room for arrows between them.
  bool spread() const { return scene_.picture == Picture::diagram || scene_.picture == Picture::composite; }
  // True if a walk goes from line to line of a wrapped strip: its arrows run between the cells.
  bool wrapped() const {
    return std::any_of(scene_.arrows.begin(), scene_.arrows.end(),
                       [&](const Scene::Arrow& a) { return is_walk(a.kind) && row_of(a.from) != row_of(a.to); });
  }

  // A vertical line through its own column: it separates its neighbors and needs no room.
  bool is_divider(const Scene::Arrow& arrow) const {
    return arrow.kind == Scene::Arrow::Kind::branch && !spread() && col_of(arrow.from) == col_of(arrow.to);
  }

  void measure() {
    std::int64_t label = std::max<std::int64_t>(2, widest(col_heads_));
    std::int64_t lines = 1;
    for (const std::string& text : scene_.labels) {
      label = std::max(label, widest_line(text));
      lines = std::max<std::int64_t>(lines, 1 + std::count(text.begin(), text.end(), '\n'));
    }
    // A tight fit: a picture is scaled to its place, so room around labels makes their letters smaller.
    cell_height_ = smallest_height + (lines - 1) * 6;
    cell_width_ = std::max(smallest_cell, label * 29 / 4 + 6);
    gap_ = apart() ? order_gap : spread() ? diagram_gap : wrapped() ? channel : 0;
    pitch_ = cell_width_ + gap_;
    const auto levels = static_cast<std::int64_t>(row_heads_.size());
    head_width_ = widest(row_heads_) * glyph_width + 8;
    left_ = margin + (levels == 0 ? 0 : levels * head_width_ + 4);
    column_gap_ = sideways() ? std::clamp<std::int64_t>(scene_.rows * 6, 90, 200) : 0;
    right_ = left_ + scene_.cols * pitch_ - (scene_.cols > 0 ? gap_ : 0) + column_gap_;
    place_rows();
  }

  // Rows are close together unless arrows or a caption need room between them.
  void place_rows() {
    const std::size_t rows = at(scene_.rows);
    std::vector<std::int64_t> above(rows, 0);
    std::vector<std::int64_t> below(rows, 0);
    for (const Scene::Arrow& arrow : scene_.arrows) {
      if (is_divider(arrow)) continue;
      const std::int64_t from = row_of(arrow.from);
      const std::int64_t to = row_of(arrow.to);
      const std::int64_t columns = col_of(arrow.to) - col_of(arrow.from);
      if (is_walk(arrow.kind)) {
        if (from != to) {
          above[at(std::max(from, to))] = std::max(above[at(std::max(from, to))], channel - row_gap);
          continue;
        }
        auto& room = columns >= 0 ? above[at(from)] : below[at(from)];
        room = std::max(room, arc_height(std::abs(columns)) * 3 / 4 + 6);
      } else if (!sideways() && !spread() && from != to) {
        auto& room = above[at(std::max(from, to))];
        room = std::max(room, std::clamp<std::int64_t>(36 + 4 * std::abs(columns), 44, 110));
      }
    }
    const std::int64_t heads = static_cast<std::int64_t>(col_heads_.size()) * head_height;
    std::int64_t y = margin + heads;
    bool parted = false;
    for (std::size_t r = 0; r < rows; ++r) {
      const bool captioned = r < captions_.size() && !captions_[r].empty();
      if (r > 0 && (parted || captioned || above[r] > 0)) y += row_gap;
      if (captioned) y += caption_height;
      caption_y_.push_back(y - caption_height / 2);
      y += above[r];
      row_y_.push_back(y);
      y += cell_height_ + below[r];
      parted = below[r] > 0;
    }
    bottom_ = y;
  }

  std::int64_t x_of(std::int64_t row, std::int64_t col) const {
    const std::int64_t shift = apart() ? centring(row) : 0;
    return left_ + shift + col * pitch_ + (col > 0 ? column_gap_ : 0);
  }

  // Rows of an order are centered above each other.
  std::int64_t centring(std::int64_t row) const {
    std::int64_t used = 0;
    for (std::int64_t c = 0; c < scene_.cols; ++c)
      used += scene_.state(at(row * scene_.cols + c)) != CellState::outside;
    return (scene_.cols - used) * pitch_ / 2;
  }

  void text(Drawing::Text::Kind kind, Drawing::Anchor anchor, std::int64_t x, std::int64_t y, std::string_view what) {
    out_.texts.push_back({kind, anchor, {x, y}, std::string(what)});
  }

  void rule(Point from, Point to) {
    Drawing::Line line;
    line.points = {from, to};
    out_.lines.push_back(std::move(line));
  }

  // Equal adjacent heads are written once, centered, with a rule along the group.
  template <class Place>
  static void write_heads(const std::vector<std::string>& level, bool merge, Place&& place) {
    for (std::size_t i = 0; i < level.size();) {
      std::size_t j = i + 1;
      while (merge && j < level.size() && level[j] == level[i]) ++j;
      place(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j), level[i]);
      i = j;
    }
  }

  void heads() {
    for (std::size_t level = 0; level < col_heads_.size(); ++level) {
      const bool inner = level + 1 == col_heads_.size();
      const std::int64_t y = margin + static_cast<std::int64_t>(level) * head_height + head_height / 2;
      write_heads(col_heads_[level], !inner, [&](std::int64_t i, std::int64_t j, std::string_view what) {
        const std::int64_t x0 = x_of(0, i);
        const std::int64_t x1 = x_of(0, j - 1) + cell_width_;
        text(Drawing::Text::Kind::head, Drawing::Anchor::middle, (x0 + x1) / 2, y, what);
        if (j - i > 1) rule({x0 + 3, y + head_height / 2 - 1}, {x1 - 3, y + head_height / 2 - 1});
      });
    }
    for (std::size_t level = 0; level < row_heads_.size(); ++level) {
      const bool inner = level + 1 == row_heads_.size();
      const std::int64_t x = margin + static_cast<std::int64_t>(level) * head_width_ + head_width_ / 2;
      write_heads(row_heads_[level], !inner, [&](std::int64_t i, std::int64_t j, std::string_view what) {
        const std::int64_t y0 = row_y_[at(i)];
        const std::int64_t y1 = row_y_[at(j - 1)] + cell_height_;
        if (!what.empty()) text(Drawing::Text::Kind::head, Drawing::Anchor::middle, x, (y0 + y1) / 2, what);
        if (j - i > 1) rule({x + head_width_ / 2 - 1, y0 + 3}, {x + head_width_ / 2 - 1, y1 - 3});
      });
    }
  }

  void cells() {
    out_.cells.reserve(scene_.labels.size());
    for (std::int64_t cell = 0; cell < scene_.rows * scene_.cols; ++cell) {
      const CellState state = scene_.state(at(cell));
      if (state == CellState::outside) continue;
      const std::int64_t row = row_of(cell);
      if (state == CellState::head) {
        text(Drawing::Text::Kind::head, Drawing::Anchor::middle, x_of(row, col_of(cell)) + cell_width_ / 2,
             row_y_[at(row)] + cell_height_ / 2, scene_.labels[at(cell)]);
        continue;
      }
      const Point corner = {x_of(row, col_of(cell)) + 1, row_y_[at(row)] + 1};
      out_.cells.push_back({corner, cell_width_ - 2, cell_height_ - 2, scene_.ids[at(cell)], scene_.colors[at(cell)],
                            state, scene_.labels[at(cell)]});
    }
  }

  static Drawing::Line::Kind line_kind(Scene::Arrow::Kind kind) {
    switch (kind) {
      case Scene::Arrow::Kind::step:
        return Drawing::Line::Kind::step;
      case Scene::Arrow::Kind::carry:
        return Drawing::Line::Kind::carry;
      case Scene::Arrow::Kind::link:
        return Drawing::Line::Kind::link;
      case Scene::Arrow::Kind::order:
        return Drawing::Line::Kind::order;
      case Scene::Arrow::Kind::branch:
        return Drawing::Line::Kind::rule;
    }
    return Drawing::Line::Kind::link;
  }

  void draw(const Scene::Arrow& arrow) {
    const std::int64_t r0 = row_of(arrow.from);
    const std::int64_t r1 = row_of(arrow.to);
    const std::int64_t x0 = x_of(r0, col_of(arrow.from));
    const std::int64_t x1 = x_of(r1, col_of(arrow.to));
    const std::int64_t y0 = row_y_[at(r0)];
    const std::int64_t y1 = row_y_[at(r1)];
    const std::int64_t half = cell_width_ / 2;
    Drawing::Line line;
    line.kind = line_kind(arrow.kind);
    line.head = arrow.kind != Scene::Arrow::Kind::branch;
    line.color = arrow.color;
    line.id = arrow.id;
    if (is_divider(arrow)) {
      line.kind = Drawing::Line::Kind::bracket;
      line.points = {{x0 + half, y0}, {x0 + half, y1 + cell_height_}};
    } else if (is_walk(arrow.kind) && r0 == r1) {
      // An arc: forward above the strip, backward below it. Arrows start and end at slightly different points.
      const std::int64_t columns = col_of(arrow.to) - col_of(arrow.from);
      const std::int64_t height = arc_height(std::abs(columns));
      const bool forward = columns >= 0;
      const std::int64_t side = columns == 0 ? 8 : 4;
      const std::int64_t a = x0 + half + (forward ? side : -side);
      const std::int64_t b = x1 + half - (forward ? side : -side);
      const std::int64_t y = forward ? y0 : y0 + cell_height_;
      const std::int64_t peak = forward ? y - height : y + height;
      line.curved = true;
      line.points = {{a, y}, {a, peak}, {b, peak}, {b, y}};
    } else if (is_walk(arrow.kind)) {
      draw_between_lines(line, {x0, y0}, {x1, y1});
    } else if (spread()) {
      const bool right = x1 > x0;
      line.points = {{right ? x0 + cell_width_ + 2 : x0 - 2, y0 + cell_height_ / 2},
                     {right ? x1 - 2 : x1 + cell_width_ + 2, y1 + cell_height_ / 2}};
    } else if (sideways()) {
      line.points = {{x0 + cell_width_ + 2, y0 + cell_height_ / 2}, {x1 - 2, y1 + cell_height_ / 2}};
    } else if (r0 <= r1) {
      line.points = {{x0 + half, y0 + cell_height_ + 1}, {x1 + half, y1 - 1}};
    } else {
      line.points = {{x0 + half, y0 - 1}, {x1 + half, y1 + cell_height_ + 1}};
    }
    out_.lines.push_back(std::move(line));
  }

  // Draws from one line of a wrapped strip to another, through the channels between the cells.
  void draw_between_lines(Drawing::Line& line, Point a, Point b) const {
    const std::int64_t half = cell_width_ / 2;
    const std::int64_t middle = cell_height_ / 2;
    const bool down = a.y < b.y;
    const std::int64_t apart = down ? b.y - a.y - cell_height_ : a.y - b.y - cell_height_;
    if (a.x == b.x && apart <= channel) {
      line.points = {{a.x + half, down ? a.y + cell_height_ : a.y}, {b.x + half, down ? b.y : b.y + cell_height_}};
      return;
    }
    const bool right = b.x >= a.x;
    const std::int64_t leave = right ? a.x + cell_width_ : a.x;
    const std::int64_t arrive = a.x == b.x ? leave : right ? b.x : b.x + cell_width_;
    const std::int64_t out = right ? channel : -channel;
    line.curved = true;
    line.points = {{leave, a.y + middle},
                   {leave + out, a.y + middle},
                   {a.x == b.x ? arrive + out : arrive - out, b.y + middle},
                   {arrive, b.y + middle}};
  }

  void captions() {
    for (std::size_t r = 0; r < captions_.size() && r < caption_y_.size(); ++r) {
      if (captions_[r].empty()) continue;
      text(Drawing::Text::Kind::caption, Drawing::Anchor::start, left_ + 1, caption_y_[r], captions_[r]);
      out_.width = std::max(out_.width, left_ + 1 + glyphs(captions_[r]) * glyph_width);
    }
  }

  void legend() {
    if (scene_.legend.empty()) return;
    const auto limit = std::max<std::int64_t>({out_.width, right_, 320});
    std::int64_t x = left_;
    std::int64_t y = bottom_ + legend_gap;
    for (const Scene::LegendEntry& entry : scene_.legend) {
      const std::string label = words(entry.label);
      const std::int64_t width = swatch + 6 + glyphs(label) * glyph_width;
      if (x > left_ && x + width > limit) {
        x = left_;
        y += swatch + 6;
      }
      mark(entry, {x, y});
      text(Drawing::Text::Kind::legend, Drawing::Anchor::start, x + swatch + 6, y + swatch / 2, label);
      out_.width = std::max(out_.width, x + width);
      x += width + legend_gap;
    }
    bottom_ = y + swatch;
  }

  void note() {
    if (scene_.note.empty()) return;
    const std::string note = words(scene_.note);
    text(Drawing::Text::Kind::legend, Drawing::Anchor::start, left_, bottom_ + legend_gap, note);
    out_.width = std::max(out_.width, left_ + glyphs(note) * glyph_width);
    bottom_ += legend_gap + line_height / 2;
  }

  void mark(const Scene::LegendEntry& entry, Point corner) {
    if (entry.mark == "step" || entry.mark == "carry") {
      Drawing::Line line;
      line.kind = entry.mark == "step" ? Drawing::Line::Kind::step : Drawing::Line::Kind::carry;
      line.head = true;
      line.points = {{corner.x, corner.y + swatch / 2}, {corner.x + swatch, corner.y + swatch / 2}};
      out_.lines.push_back(std::move(line));
      return;
    }
    static constexpr std::string_view marks[] = {"cell", "", "gap", "dimmed", "lit", "image", "crossed"};
    CellState state = CellState::element;
    for (std::size_t i = 0; i < std::size(marks); ++i) {
      if (marks[i] == entry.mark) state = static_cast<CellState>(i);
    }
    out_.cells.push_back({corner, swatch, swatch, -1, entry.color, state, ""});
  }

  const Scene& scene_;
  const PaintOptions& options_;
  std::vector<std::vector<std::string>> row_heads_, col_heads_;
  std::vector<std::string> captions_;
  Drawing out_;
  std::int64_t cell_width_ = 0;
  std::int64_t cell_height_ = smallest_height;
  std::int64_t gap_ = 0;  // between the cells of a row
  std::int64_t pitch_ = 0;
  std::int64_t head_width_ = 0;
  std::int64_t left_ = 0;
  std::int64_t right_ = 0;
  std::int64_t bottom_ = 0;
  std::int64_t column_gap_ = 0;
  std::vector<std::int64_t> row_y_;
  std::vector<std::int64_t> caption_y_;
};

}  // namespace

Result<Drawing> paint(const Scene& scene, const PaintOptions& options) {
  const std::int64_t cells = scene.rows * scene.cols;
  if (!scene.labelled() && cells > 0) {
    return failure(ErrorCode::too_large,
                   say("a drawing of {} {cell|cells}; the limit is {}", cells, max_labelled_cells),
                   say("draw a slice or a tile"));
  }
  return Painter(scene, options).run();
}

}  // namespace stridescope
