// Writes a drawing as SVG. Colors are CSS variables with fallbacks, so that the page's theme applies to them.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/render/drawing.h"
#include "core/render/render.h"

namespace stridescope {
namespace {

constexpr std::ptrdiff_t most_framed = 128;  // cells with a strong frame

// The page has the same rules in its own style sheet.
constexpr std::string_view style =
    "<style>.ss-scene text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans "
    "Mono\",monospace;text-anchor:middle;"
    "dominant-baseline:central}.ss-scene .ss-ink{fill:var(--ss-ink,#16181d)}.ss-scene .ss-head,.ss-scene "
    ".ss-caption{fill:var(--ss-muted,#5b6270)}"
    ".ss-scene .ss-start{text-anchor:start}.ss-scene .ss-end{text-anchor:end}.ss-scene "
    ".ss-rule{stroke:var(--ss-line,#c3c8d1);fill:none}</style>";

void append_variable(std::string& out, Ink ink) {
  static constexpr std::string_view names[] = {"ink", "muted", "line", "blank", "image", "lit", "step", "carry"};
  append_all(out, "var(--ss-", names[static_cast<std::size_t>(ink)], ',', ink_color(ink), ')');
}

void write_text(std::string& out, std::string_view kind, Point at, std::string_view text) {
  append_all(out, "<text class=\"", kind, "\" x=\"", at.x, "\" y=\"", at.y, "\">");
  append_xml(out, text);
  out.append("</text>");
}

void write_rect(std::string& out, const Drawing::Cell& cell, int frame) {
  append_all(out, "<rect x=\"", cell.at.x, "\" y=\"", cell.at.y, "\" width=\"", cell.width, "\" height=\"", cell.height,
             "\" rx=\"2\" fill=\"");
  const bool classed = cell.color >= 0 && (cell.state == CellState::element || cell.state == CellState::lit ||
                                           cell.state == CellState::crossed);
  if (classed) {
    append_all(out, "var(--ss-c", cell.color, ',', class_color(cell.color), ')');
  } else {
    append_variable(out, cell.state == CellState::image ? Ink::image : Ink::blank);
  }
  if (cell.state == CellState::lit) {
    append_all(out, "\" stroke-width=\"", frame, "\" stroke=\"");
    append_variable(out, Ink::text);
  } else if (cell.state == CellState::gap || cell.state == CellState::crossed || cell.state == CellState::dimmed) {
    // A gap is empty, but the user can still point at it.
    out.append(cell.state == CellState::gap ? "\" fill-opacity=\"0\" stroke=\"" : "\" stroke=\"");
    append_variable(out, Ink::line);
  }
  out.append("\"/>");
}

void write_cell(std::string& out, const Drawing::Cell& cell, int frame) {
  static constexpr std::string_view classes[] = {
      "ss-cell", "", "ss-gap", "ss-cell ss-dimmed", "ss-cell ss-part", "ss-cell ss-image", "ss-cell ss-crossed"};
  append_all(out, "<g class=\"", classes[static_cast<std::size_t>(cell.state)], '"');
  if (cell.id >= 0) append_all(out, " data-cell=\"", cell.id, "\" data-color=\"", cell.color, '"');
  out.push_back('>');
  write_rect(out, cell, frame);
  const std::int64_t right = cell.at.x + cell.width;
  const std::int64_t bottom = cell.at.y + cell.height;
  if (cell.state == CellState::crossed) {
    append_all(out, "<path d=\"M", cell.at.x + 3, ' ', cell.at.y + 3, 'L', right - 3, ' ', bottom - 3, 'M', right - 3,
               ' ', cell.at.y + 3, 'L', cell.at.x + 3, ' ', bottom - 3,
               "\" stroke-opacity=\"0.55\" fill=\"none\" stroke=\"");
    append_variable(out, Ink::step);
    out.append("\"/>");
  }
  const bool muted = cell.state == CellState::gap || cell.state == CellState::dimmed;
  if (!cell.label.empty()) {
    const std::string_view kind = muted ? "ss-head" : "ss-ink";
    const Point middle = {(cell.at.x + right) / 2, (cell.at.y + bottom) / 2};
    const std::size_t end = cell.label.find('\n');
    if (end == std::string::npos) {
      write_text(out, kind, middle, cell.label);
    } else {
      const std::string_view label = cell.label;
      write_text(out, kind, {middle.x, middle.y - half_line}, label.substr(0, end));
      write_text(out, kind, {middle.x, middle.y + half_line}, label.substr(end + 1));
    }
  }
  out.append("</g>");
}

void append_point(std::string& out, char command, Point p) { append_all(out, command, p.x, ' ', p.y); }

void write_path(std::string& out, const Drawing::Line& line) {
  append_point(out, 'M', line.points[0]);
  for (std::size_t i = 1; i < line.points.size(); ++i)
    append_point(out, !line.curved ? 'L' : i % 3 == 1 ? 'C' : ' ', line.points[i]);
}

// A slim triangle with its tip at the last point, in the direction of the last segment.
void write_head(std::string& out, const Drawing::Line& line) {
  const Point tip = line.points.back();
  const Point before = line.points[line.points.size() - 2];
  const auto dx = static_cast<double>(tip.x - before.x);
  const auto dy = static_cast<double>(tip.y - before.y);
  const double length = std::sqrt(dx * dx + dy * dy);
  if (length == 0) return;
  constexpr double long_side = 7;
  constexpr double half_width = 3;
  const auto corner = [&](double sign) {
    const double x = static_cast<double>(tip.x) - long_side * dx / length - sign * half_width * dy / length;
    const double y = static_cast<double>(tip.y) - long_side * dy / length + sign * half_width * dx / length;
    return Point{std::llround(x), std::llround(y)};
  };
  append_point(out, 'M', tip);
  append_point(out, 'L', corner(1));
  append_point(out, 'L', corner(-1));
  out.push_back('Z');
}

void write_line(std::string& out, const Drawing::Line& line) {
  if (line.kind == Drawing::Line::Kind::rule) {
    out.append("<path class=\"ss-rule\" d=\"");
    write_path(out, line);
    out.append("\"/>");
    return;
  }
  std::string color;
  if (line.color >= 0) {
    append_all(color, "var(--ss-c", line.color, ',', class_color(line.color), ')');
  } else {
    append_variable(color, ink_of(line.kind));
  }
  out.append("<g class=\"ss-arrow\"");
  if (line.id >= 0) append_all(out, " data-cell=\"", line.id, '"');
  append_all(out, "><path fill=\"none\" stroke-width=\"1.5\"", is_dashed(line.kind) ? " stroke-dasharray=\"5 3\"" : "",
             " stroke=\"", color, "\" d=\"");
  write_path(out, line);
  out.append("\"/>");
  if (line.head) {
    append_all(out, "<path fill=\"", color, "\" d=\"");
    write_head(out, line);
    out.append("\"/>");
  }
  out.append("</g>");
}

}  // namespace

std::string svg(const Drawing& drawing, std::string_view title) {
  std::string out;
  out.reserve(1024 + drawing.cells.size() * 200 + drawing.lines.size() * 300);
  append_all(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ss-scene\" role=\"img\" viewBox=\"0 0 ",
             drawing.width, ' ', drawing.height, "\" width=\"", drawing.width, "\" height=\"", drawing.height,
             "\"><title>");
  append_xml(out, title);
  append_all(out, "</title>", style);
  const auto lit = std::count_if(drawing.cells.begin(), drawing.cells.end(),
                                 [](const Drawing::Cell& cell) { return cell.state == CellState::lit; });
  // Strong frames of many cells would hide their colors.
  for (const Drawing::Cell& cell : drawing.cells) write_cell(out, cell, lit > most_framed ? 1 : 2);
  for (const Drawing::Line& line : drawing.lines) write_line(out, line);
  for (const Drawing::Text& text : drawing.texts) {
    std::string kind = text.kind == Drawing::Text::Kind::head ? "ss-head" : "ss-caption";
    if (text.anchor != Drawing::Anchor::middle)
      kind.append(text.anchor == Drawing::Anchor::start ? " ss-start" : " ss-end");
    write_text(out, kind, text.at, text.text);
  }
  out.append("</svg>");
  return out;
}

Result<std::string> svg(const Scene& scene, std::string_view title, const Catalog& catalog) {
  const auto drawing = paint(scene, {.catalog = &catalog});
  if (!drawing) return failure(drawing.error());
  return svg(*drawing, title);
}

}  // namespace stridescope
