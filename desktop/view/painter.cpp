// Writes the primitives of a drawing to ImGui's draw list, scaled, with the highlighted cells on top; and finds the
// cell under a point.
#include "desktop/view/painter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

constexpr float label_units = 14.6F;
constexpr float smallest_label = 8;  // smaller letters are not readable
constexpr float smallest_head = 9;   // smaller heads are thinned out, so that those with room stay readable
constexpr float least_pitch = 8;     // of the cells next to them; at a smaller pitch heads need a margin of their own
constexpr float tiny_pitch = 4;      // smaller cells have no heads
constexpr int strip_shape = 3;       // height per width; the rows of a strip have numbers at any pitch

// The fonts of cells have no wide letters (中文); the code font has them.
LabelFont face_of(LabelFont font, std::string_view text) {
  const bool wide = std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
  return wide ? LabelFont{fonts().code, font.size} : font;
}

// The place of the first level of row heads, the index.
std::int64_t outermost_head(const Drawing& drawing) {
  std::int64_t out = INT64_MAX;
  for (const Drawing::Text& text : drawing.texts) {
    if (text.kind == Drawing::Text::Kind::head) out = std::min(out, text.at.x);
  }
  return out;
}

class Pen {
 public:
  Pen(ImDrawList& list, const Drawing& drawing, const DrawingFrame& frame, const Lighting& lighting)
      : list_(list), drawing_(drawing), frame_(frame), light_(lighting), theme_(theme()) {
    const LabelFont font = label_font(label_units * frame.zoom);
    font_ = font.font;
    size_ = font.size;
    glyph_ = font_->CalcTextSizeA(size_, 1e9F, 0, "0").x;
    sparse_heads_ = size_ < px(smallest_head);
    head_ = sparse_heads_ ? label_font(px(smallest_head)) : font;
    framed_ = frame.margin.y > 0;
    strip_ = frame.margin.x > 0 && !framed_;
    outermost_ = outermost_head(drawing);
    heads_ = !sparse_heads_ || strip_ || framed_ ||
             (!drawing.cells.empty() && flt(drawing.cells[0].height) * frame.zoom >= px(least_pitch));
    labels_ = size_ >= px(smallest_label);
    for (const Drawing::Cell& cell : drawing.cells) {
      first_ = {std::min(first_.x, cell.at.x), std::min(first_.y, cell.at.y)};
      labels_ = labels_ && (cell.state != CellState::lit || fits(cell));  // letters are in all cells, or in none
    }
    rounding_ = drawing.cells.size() <= 1024 ? std::min(3.0F, 2 * frame.zoom) : 0;
  }

  void run() {
    for (const Drawing::Cell& cell : drawing_.cells) draw(cell, false);
    for (const Drawing::Line& line : drawing_.lines) draw(line);
    if (sparse_heads_ && heads_) leave_out_heads();
    for (const Drawing::Text& text : drawing_.texts) draw(text);
    if (light_.dimmed || light_.alone) {
      list_.AddRectFilled(frame_.clip_min, frame_.clip_max, theme_.veil);
    }
    // Draws the highlighted cells on top.
    if (light_.lit == nullptr && light_.group == nullptr && light_.wrong == nullptr) return;
    for (const Drawing::Cell& cell : drawing_.cells) {
      if (cell.id < 0) continue;
      const bool wrong = has(light_.wrong, cell.id);
      const bool lit = has(light_.lit, cell.id);
      const bool group = has(light_.group, cell.id);
      if (!wrong && !lit && !group) continue;
      if (light_.alone) draw(cell, true);
      if (wrong) outline(cell, theme_.wrong, 3);
      if (group && !lit) outline(cell, theme_.ink, 1.5F);
      if (lit) outline(cell, theme_.lit, 2.5F);
    }
  }

 private:
  static bool has(const std::set<std::int64_t>* set, std::int64_t id) { return set != nullptr && set->count(id) > 0; }
  ImVec2 at(Point p) const {
    return {std::floor(frame_.origin.x + flt(p.x) * frame_.zoom), std::floor(frame_.origin.y + flt(p.y) * frame_.zoom)};
  }
  bool seen(ImVec2 a, ImVec2 b) const {
    return b.x >= frame_.clip_min.x && a.x <= frame_.clip_max.x && b.y >= frame_.clip_min.y && a.y <= frame_.clip_max.y;
  }

  void draw(const Drawing::Cell& cell, bool) {
    const ImVec2 a = at(cell.at);
    ImVec2 b = at({cell.at.x + cell.width, cell.at.y + cell.height});
    if (!seen(a, b)) return;
    if (b.x - a.x > 3) b = {b.x - 1, b.y - 1};
    const bool hollow = cell.state == CellState::gap;
    if (!hollow) list_.AddRectFilled(a, b, cell_fill(cell.color, cell.state), rounding_);
    if (hollow || cell.state == CellState::crossed || cell.state == CellState::dimmed)
      list_.AddRect(a, b, theme_.line, rounding_);
    if (cell.state == CellState::lit) list_.AddRect(a, b, theme_.text, rounding_, 0, thickness(2));
    if (cell.state == CellState::crossed) {
      const float in = 3 * frame_.zoom;
      const ImU32 color = with_alpha(theme_.step, 0.55F);
      list_.AddLine({a.x + in, a.y + in}, {b.x - in, b.y - in}, color, 1.2F);
      list_.AddLine({b.x - in, a.y + in}, {a.x + in, b.y - in}, color, 1.2F);
    }
    if (cell.label.empty() || !labels_) return;
    const bool muted = cell.state == CellState::gap || cell.state == CellState::dimmed;
    label({(a.x + b.x) / 2, (a.y + b.y) / 2}, muted ? theme_.muted : theme_.ink, cell.label);
  }

  void outline(const Drawing::Cell& cell, ImU32 color, float width) {
    const ImVec2 a = at(cell.at);
    const ImVec2 b = at({cell.at.x + cell.width, cell.at.y + cell.height});
    if (!seen(a, b)) return;
    list_.AddRect({a.x - 0.5F, a.y - 0.5F}, {b.x - 0.5F, b.y - 0.5F}, color, rounding_ + 1, 0, thickness(px(width)));
  }

  // Frames of small cells are thinner: most of a cell keeps its color.
  float thickness(float width) const {
    const float high = drawing_.cells.empty() ? 0 : flt(drawing_.cells[0].height) * frame_.zoom;
    return std::clamp(high / 9, 0.5F, width);
  }

  void label(ImVec2 middle, ImU32 color, std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return centred(middle, color, text);
    const float half = flt(half_line) * frame_.zoom;
    centred({middle.x, middle.y - half}, color, text.substr(0, end));
    centred({middle.x, middle.y + half}, color, text.substr(end + 1));
  }

  // True if a frame around the cell leaves the label whole.
  bool fits(const Drawing::Cell& cell) const {
    const float wide = flt(cell.width) * frame_.zoom - 1 - 2 * thickness(2);
    const float high = flt(cell.height) * frame_.zoom - 1 - 2 * thickness(2);
    const std::string_view text = cell.label;
    const std::size_t end = text.find('\n');
    const std::string_view first = text.substr(0, end);
    const std::string_view second = end == std::string_view::npos ? "" : text.substr(end + 1);
    const LabelFont font = {font_, size_};
    return std::max(width_of(face_of(font, first), first), width_of(face_of(font, second), second)) <= wide &&
           (second.empty() ? 1 : 1.7F) * size_ <= high;
  }

  void centred(ImVec2 middle, ImU32 color, std::string_view text) {
    const LabelFont face = face_of({font_, size_}, text);
    const float width = width_of(face, text);
    list_.AddText(face.font, size_, {std::floor(middle.x - width / 2), std::floor(middle.y - size_ / 2)}, color,
                  text.data(), text.data() + text.size());
  }

  float width_of(const LabelFont& face, std::string_view text) const {
    const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (face.font == font_ && face.size == size_ && std::all_of(text.begin(), text.end(), plain))
      return glyph_ * flt(text.size());
    return face.font->CalcTextSizeA(face.size, 1e9F, 0, text.data(), text.data() + text.size()).x;
  }

  void draw(const Drawing::Text& text) {
    const bool head = text.kind == Drawing::Text::Kind::head;
    if (head ? !heads_ || left_out_.contains(&text) : size_ < px(smallest_label)) return;
    if (head && strip_ && text.at.x != outermost_) return;  // the others do not fit
    const LabelFont font = face_of(head ? head_ : LabelFont{font_, size_}, text.text);
    const ImVec2 p = at(text.at);
    const float width = width_of(font, text.text);
    float x = text.anchor == Drawing::Anchor::start    ? p.x
              : text.anchor == Drawing::Anchor::middle ? p.x - width / 2
                                                       : p.x - width;
    // A head larger than its neighboring cells ends where they begin.
    if (const auto edge = edges_.find(text.at.x); head && edge != edges_.end())
      x = std::min(x, frame_.origin.x + flt(edge->second) * frame_.zoom - width - px(2));
    float y = p.y - font.size / 2;
    if (head && framed_ && text.at.x != outermost_)
      y = std::min(y, frame_.origin.y + flt(first_.y) * frame_.zoom - font.size - px(1));
    if (!seen({x, y}, {x + width, y + font.size})) return;
    list_.AddText(font.font, font.size, {std::floor(x), std::floor(y)}, theme_.muted, text.text.c_str());
  }

  // Keeps only every second or third head of a row or column, so that they do not overlap.
  void leave_out_heads() {
    std::map<std::int64_t, std::vector<const Drawing::Text*>> rows;
    std::map<std::int64_t, std::vector<const Drawing::Text*>> columns;
    for (const Drawing::Text& text : drawing_.texts) {
      if (text.kind != Drawing::Text::Kind::head) continue;
      rows[text.at.y].push_back(&text);
      columns[text.at.x].push_back(&text);
    }
    const auto thin = [&](const std::vector<const Drawing::Text*>& line, bool across) {
      const auto place = [&](std::size_t i) { return across ? line[i]->at.x : line[i]->at.y; };
      std::int64_t pitch = INT64_MAX;
      float room = across ? 0 : head_.size + px(1);
      for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > 0 && place(i) > place(i - 1)) pitch = std::min(pitch, place(i) - place(i - 1));
        if (across) room = std::max(room, width_of(face_of(head_, line[i]->text), line[i]->text) + px(2));
      }
      auto step = static_cast<std::size_t>(std::max(1.0F, std::ceil(room / (flt(pitch) * frame_.zoom))));
      if (strip_ || framed_) step = std::bit_ceil(step);
      // After a gap, and after the name of a grid, the count restarts.
      const auto number = [&](std::size_t i) { return !line[i]->text.empty() && line[i]->text[0] <= '9'; };
      for (std::size_t i = 0, begun = 0; i < line.size(); ++i) {
        if (i > 0 && (number(i) != number(i - 1) || place(i) - place(i - 1) > 2 * pitch)) begun = i;
        if ((i - begun) % step != 0) left_out_.insert(line[i]);
      }
    };
    for (const auto& [y, line] : rows)
      if (line.size() > 2) thin(line, true);
    // If two levels of heads would overlap, the one next to the cells stays.
    for (auto level = rows.begin(); level != rows.end() && std::next(level) != rows.end(); ++level) {
      const std::int64_t next = std::next(level)->first;
      if (next < first_.y && flt(next - level->first) * frame_.zoom < head_.size)
        left_out_.insert(level->second.begin(), level->second.end());
    }
    for (const auto& [x, line] : columns) {
      if (line.size() <= 2) continue;
      thin(line, false);
      std::int64_t edge = INT64_MAX;
      for (const Drawing::Cell& cell : drawing_.cells) {
        if (cell.at.x > x) edge = std::min(edge, cell.at.x);
      }
      if (edge < INT64_MAX) edges_[x] = edge;
    }
  }

  void draw(const Drawing::Line& line) {
    if (line.points.size() < 2) return;
    ImVec2 low = at(line.points[0]);
    ImVec2 high = low;
    for (const Point& p : line.points) {
      const ImVec2 q = at(p);
      low = {std::min(low.x, q.x), std::min(low.y, q.y)};
      high = {std::max(high.x, q.x), std::max(high.y, q.y)};
    }
    if (!seen(low, high)) return;
    const bool rule = line.kind == Drawing::Line::Kind::rule;
    // Skips a rule along a group of hidden heads.
    const auto outside = [&](const Point& point) { return point.x < first_.x || point.y < first_.y; };
    if (rule && !heads_ && std::all_of(line.points.begin(), line.points.end(), outside)) return;
    const bool lit = line.id >= 0 && has(light_.lit, line.id);
    const ImU32 color = lit               ? theme_.lit
                        : rule            ? theme_.line
                        : line.color >= 0 ? class_fill(line.color)
                                          : ink(line.kind);
    const float width = (lit ? 2.5F : rule ? 1.0F : 1.5F) * std::max(0.6F, std::min(1.5F, frame_.zoom));
    if (is_dashed(line.kind)) {
      dashes(line, color, width);
    } else if (line.curved) {
      for (std::size_t i = 0; i + 3 < line.points.size(); i += 3) {
        list_.AddBezierCubic(at(line.points[i]), at(line.points[i + 1]), at(line.points[i + 2]), at(line.points[i + 3]),
                             color, width);
      }
    } else {
      for (std::size_t i = 0; i + 1 < line.points.size(); ++i)
        list_.AddLine(at(line.points[i]), at(line.points[i + 1]), color, width);
    }
    if (line.head) head(line, color);
  }

  ImU32 ink(Drawing::Line::Kind kind) const {
    switch (ink_of(kind)) {
      case Ink::line:
        return theme_.line;
      case Ink::step:
        return theme_.step;
      case Ink::carry:
        return theme_.carry;
      case Ink::text:
        return theme_.text;
      default:
        return theme_.muted;
    }
  }

  std::vector<ImVec2> polyline(const Drawing::Line& line) const {
    std::vector<ImVec2> out = {at(line.points[0])};
    if (!line.curved) {
      for (std::size_t i = 1; i < line.points.size(); ++i) out.push_back(at(line.points[i]));
      return out;
    }
    constexpr int parts = 24;
    for (std::size_t i = 0; i + 3 < line.points.size(); i += 3) {
      const ImVec2 p[] = {at(line.points[i]), at(line.points[i + 1]), at(line.points[i + 2]), at(line.points[i + 3])};
      for (int n = 1; n <= parts; ++n) {
        const float t = flt(n) / parts;
        const float u = 1 - t;
        const float w[] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
        out.emplace_back(w[0] * p[0].x + w[1] * p[1].x + w[2] * p[2].x + w[3] * p[3].x,
                         w[0] * p[0].y + w[1] * p[1].y + w[2] * p[2].y + w[3] * p[3].y);
      }
    }
    return out;
  }

  void dashes(const Drawing::Line& line, ImU32 color, float width) {
    const std::vector<ImVec2> points = polyline(line);
    const float on = 5 * frame_.zoom;
    const float off = 3 * frame_.zoom;
    float walked = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const ImVec2 a = points[i];
      const ImVec2 b = points[i + 1];
      const float length = std::hypot(b.x - a.x, b.y - a.y);
      float done = 0;
      while (done < length) {
        const float phase = std::fmod(walked, on + off);
        const bool ink = phase < on;
        const float step = std::min(length - done, std::max(0.25F, (ink ? on : on + off) - phase));
        if (ink) {
          const float s = done / length;
          const float e = (done + step) / length;
          list_.AddLine({a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s}, {a.x + (b.x - a.x) * e, a.y + (b.y - a.y) * e},
                        color, width);
        }
        done += step;
        walked += step;
      }
    }
  }

  // A slim triangle with its tip at the last point, in the direction of the last segment.
  void head(const Drawing::Line& line, ImU32 color) {
    const ImVec2 tip = at(line.points.back());
    const ImVec2 before = at(line.points[line.points.size() - 2]);
    const float length = std::hypot(tip.x - before.x, tip.y - before.y);
    if (length == 0) return;
    const ImVec2 d = {(tip.x - before.x) / length, (tip.y - before.y) / length};
    const float tall = 7 * frame_.zoom;
    const float half = 3 * frame_.zoom;
    list_.AddTriangleFilled(tip, {tip.x - tall * d.x - half * d.y, tip.y - tall * d.y + half * d.x},
                            {tip.x - tall * d.x + half * d.y, tip.y - tall * d.y - half * d.x}, color);
  }

  ImDrawList& list_;
  const Drawing& drawing_;
  const DrawingFrame& frame_;
  const Lighting& light_;
  const Theme& theme_;
  ImFont* font_;
  float size_;
  float glyph_;
  float rounding_;
  LabelFont head_;
  bool heads_;
  bool labels_;
  bool sparse_heads_;
  bool strip_;
  bool framed_;                                 // heads of small cells have a margin
  std::int64_t outermost_;                      // place of the row heads of a strip
  std::set<const Drawing::Text*> left_out_;     // heads without room next to their neighbors
  std::map<std::int64_t, std::int64_t> edges_;  // left edge of the cells right of heads in a column
  Point first_ = {INT64_MAX, INT64_MAX};
};

}  // namespace

LabelFont label_font(float height) {
  ImFont* font = fonts().mono(height * 0.92F);
  const float baked = font->FontSize;
  const bool near = baked > height * 0.86F && baked < height * 1.12F;
  return {font, near ? baked : height};
}

ImVec2 head_margin(const Drawing& drawing, float zoom) {
  if (drawing.cells.empty() || label_font(label_units * zoom).size >= px(smallest_head)) return {};
  const bool strip = drawing.height > strip_shape * drawing.width;
  const float pitch = flt(drawing.cells[0].height) * zoom;
  if (!strip && (pitch < px(tiny_pitch) || pitch >= px(least_pitch))) return {};
  Point first = {INT64_MAX, INT64_MAX};
  for (const Drawing::Cell& cell : drawing.cells) first = {std::min(first.x, cell.at.x), std::min(first.y, cell.at.y)};
  const std::int64_t place = outermost_head(drawing);
  if (place >= first.x) return {};
  float widest = 0;
  const LabelFont font = label_font(px(smallest_head));
  for (const Drawing::Text& text : drawing.texts) {
    if (text.kind != Drawing::Text::Kind::head) continue;
    // Heads of several levels, or between cells, do not fit.
    if (!strip && text.at.x != place && (text.at.x < first.x || text.at.y > first.y)) return {};
    if (text.at.x == place)
      widest = std::max(widest, font.font->CalcTextSizeA(font.size, 1e9F, 0, text.text.c_str()).x);
  }
  return {std::max(1.0F, widest + px(2) - flt(first.x) * zoom),
          strip ? 0 : std::max(1.0F, font.size + px(2) - flt(first.y) * zoom)};
}

void paint_drawing(ImDrawList& list, const Drawing& drawing, const DrawingFrame& frame, const Lighting& lighting) {
  Pen(list, drawing, frame, lighting).run();
}

std::int64_t drawn_cell_at(const Drawing& drawing, const DrawingFrame& frame, ImVec2 point) {
  const float x = (point.x - frame.origin.x) / frame.zoom;
  const float y = (point.y - frame.origin.y) / frame.zoom;
  for (const Drawing::Cell& cell : drawing.cells) {
    if (cell.id >= 0 && x >= flt(cell.at.x) && x < flt(cell.at.x + cell.width) && y >= flt(cell.at.y) &&
        y < flt(cell.at.y + cell.height)) {
      return cell.id;
    }
  }
  return -1;
}

void paint_label(ImDrawList& list, ImVec2 middle, float height, ImU32 color, std::string_view text) {
  const LabelFont font = face_of(label_font(height), text);
  int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  float y = middle.y - flt(lines) * height * 1.08F / 2 + (height * 1.08F - font.size) / 2;
  while (lines-- > 0) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const float width = font.font->CalcTextSizeA(font.size, 1e9F, 0, line.data(), line.data() + line.size()).x;
    list.AddText(font.font, font.size, {std::floor(middle.x - width / 2), std::floor(y)}, color, line.data(),
                 line.data() + line.size());
    text.remove_prefix(std::min(end + 1, text.size()));
    y += height * 1.08F;
  }
}

}  // namespace stridescope::desktop
