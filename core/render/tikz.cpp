// Writes a drawing as TikZ. Needs only the packages tikz and geometry; compiles with pdflatex, xelatex and lualatex.
// Colors and styles are inside the tikzpicture, so that it can be copied into a paper.
#include <iterator>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/render/drawing.h"
#include "core/render/render.h"

namespace stridescope {
namespace {

// One unit of a drawing is a CSS pixel, 3/4 of a big point.
void append_length(std::string& out, std::int64_t units) {
  static constexpr std::string_view quarters[] = {"", ".75", ".5", ".25"};
  append_all(out, units * 3 / 4, quarters[static_cast<std::size_t>(units % 4)], "bp");
}

// Characters that the upright typewriter font of pdflatex does not have.
struct Replacement {
  std::string_view text;
  std::string_view latex;
};
constexpr Replacement replacements[] = {{"\\", "\\textbackslash{}"},
                                        {"{", "\\{"},
                                        {"}", "\\}"},
                                        {"_", "\\_"},
                                        {"%", "\\%"},
                                        {"#", "\\#"},
                                        {"&", "\\&"},
                                        {"$", "\\$"},
                                        {"~", "\\textasciitilde{}"},
                                        {"^", "\\textasciicircum{}"},
                                        {"→", "$\\to$"},
                                        {"←", "$\\gets$"},
                                        {"↦", "$\\mapsto$"},
                                        {"×", "$\\times$"},
                                        {"·", "$\\cdot$"},
                                        {"∘", "$\\circ$"},
                                        {"⊘", "$\\oslash$"},
                                        {"⊗", "$\\otimes$"},
                                        {"≤", "$\\le$"},
                                        {"≥", "$\\ge$"},
                                        {"≠", "$\\ne$"},
                                        {"∅", "$\\emptyset$"},
                                        {"∪", "$\\cup$"},
                                        {"∩", "$\\cap$"},
                                        {"⊂", "$\\subset$"},
                                        {"⊕", "$\\oplus$"},
                                        {"…", "\\dots{}"},
                                        {"–", "--"},
                                        {"—", "---"},
                                        {"−", "$-$"}};

// Any other character outside ASCII becomes `?`: pdflatex would stop at it.
void append_tex(std::string& out, std::string_view text) {
  while (!text.empty()) {
    std::size_t length = 1;
    std::string_view latex;
    for (const Replacement& r : replacements) {
      if (!text.starts_with(r.text)) continue;
      length = r.text.size();
      latex = r.latex;
    }
    const auto first = static_cast<unsigned char>(text[0]);
    if (!latex.empty()) {
      out.append(latex);
    } else if (first >= 0x80) {
      length = character_end(text, length);
      out.push_back('?');
    } else {
      out.push_back(first < 0x20 ? ' ' : text[0]);
    }
    text.remove_prefix(length);
  }
}

constexpr std::string_view ink_names[] = {"ink", "muted", "rule", "blank", "image", "lit", "step", "carry"};

class TikzWriter {
 public:
  explicit TikzWriter(const Drawing& drawing) : drawing_(drawing) {}

  std::string run(std::string_view title) {
    body_.reserve(drawing_.cells.size() * 48 + drawing_.lines.size() * 96);
    for (const Drawing::Cell& cell : drawing_.cells) write(cell);
    for (const Drawing::Line& line : drawing_.lines) write(line);
    for (const Drawing::Text& text : drawing_.texts) write(text);
    std::string out = "% ";
    for (const char c : title) out.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    // The page has the size of the picture.
    out.append("\n\\documentclass{article}\n\\usepackage{tikz}\n\\usepackage[paperwidth=");
    append_length(out, drawing_.width);
    out.append(",paperheight=");
    append_length(out, drawing_.height + 1);
    out.append(
        ",margin=0pt]{geometry}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0pt}\n\\setlength{\\topskip}{0pt}\n"
        "\\begin{document}\n\\begin{tikzpicture}[x=.75bp,y=-.75bp,font=\\ttfamily\\small,line width=.75bp,\n"
        "  every node/.style={inner sep=0pt,text height=1.5ex,text depth=.4ex},\n"
        "  cell/.style={minimum width=");
    append_length(out, cell_width());
    out.append(",minimum height=");
    append_length(out, cell_height());
    out.append("}]\n");
    define_colors(out);
    append_all(out, "\\useasboundingbox (0,0) rectangle (", drawing_.width, ',', drawing_.height, ");\n", body_,
               "\\end{tikzpicture}\n\\end{document}\n");
    return out;
  }

 private:
  std::int64_t cell_width() const { return drawing_.cells.empty() ? 0 : drawing_.cells[0].width; }
  std::int64_t cell_height() const { return drawing_.cells.empty() ? 0 : drawing_.cells[0].height; }

  std::string color_name(std::int32_t color) {
    const std::int32_t n = color_entry(color);
    classes_[n] = true;
    return cat("class", n);
  }
  std::string_view color_name(Ink ink) {
    inks_[static_cast<std::size_t>(ink)] = true;
    return ink_names[static_cast<std::size_t>(ink)];
  }

  // "#rrggbb" of the palette.
  static void define(std::string& out, std::string_view name, std::string_view hex) {
    append_all(out, "\\definecolor{", name, "}{HTML}{");
    for (const char c : hex.substr(1)) out.push_back(c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c);
    out.append("}\n");
  }
  void define_colors(std::string& out) const {
    for (std::int32_t n = 0; n < color_classes; ++n) {
      if (classes_[n]) define(out, cat("class", n), class_color(n));
    }
    for (std::size_t i = 0; i < std::size(ink_names); ++i) {
      if (inks_[i]) define(out, ink_names[i], ink_color(static_cast<Ink>(i)));
    }
  }

  // The center of a cell can be at half a unit.
  void append_centre(std::int64_t corner, std::int64_t size) {
    append_all(body_, corner + size / 2, size % 2 == 1 ? ".5" : "");
  }
  void append_point(Point p) { append_all(body_, '(', p.x, ',', p.y, ')'); }

  void write(const Drawing::Cell& cell) {
    const bool framed =
        cell.state == CellState::gap || cell.state == CellState::dimmed || cell.state == CellState::crossed;
    body_.append("\\node[cell");
    if (cell.width != cell_width() || cell.height != cell_height()) {
      body_.append(",minimum width=");
      append_length(body_, cell.width);
      body_.append(",minimum height=");
      append_length(body_, cell.height);
    }
    if (cell.state == CellState::image) {
      append_all(body_, ",fill=", color_name(Ink::image));
    } else if (cell.color >= 0 && (!framed || cell.state == CellState::crossed)) {
      append_all(body_, ",fill=", color_name(cell.color));
    }
    if (cell.state == CellState::lit) append_all(body_, ",draw=", color_name(Ink::text), ",line width=1.5bp");
    if (framed) append_all(body_, ",draw=", color_name(Ink::line), ",text=", color_name(Ink::muted));
    body_.append("] at (");
    append_centre(cell.at.x, cell.width);
    body_.push_back(',');
    append_centre(cell.at.y, cell.height);
    body_.append(") {");
    const std::size_t end = cell.label.find('\n');
    if (end == std::string::npos) append_tex(body_, cell.label);
    body_.append("};\n");
    if (end != std::string::npos) {
      const std::string_view label = cell.label;
      write_line(cell, -half_line, label.substr(0, end), framed);
      write_line(cell, half_line, label.substr(end + 1), framed);
    }
    if (cell.state == CellState::crossed) {
      const Point a = {cell.at.x + 4, cell.at.y + 4};
      const Point b = {cell.at.x + cell.width - 4, cell.at.y + cell.height - 4};
      append_all(body_, "\\draw[", color_name(Ink::step), ",line width=1.1bp] ");
      append_point(a);
      body_.append(" -- ");
      append_point(b);
      body_.push_back(' ');
      append_point({b.x, a.y});
      body_.append(" -- ");
      append_point({a.x, b.y});
      body_.append(";\n");
    }
  }

  // One line of a label of two, `down` from the center of its cell.
  void write_line(const Drawing::Cell& cell, std::int64_t down, std::string_view label, bool muted) {
    append_all(body_, "\\node", muted ? cat("[text=", color_name(Ink::muted), ']') : std::string(), " at (");
    append_centre(cell.at.x, cell.width);
    body_.push_back(',');
    append_centre(cell.at.y + down, cell.height);
    body_.append(") {");
    append_tex(body_, label);
    body_.append("};\n");
  }

  void write(const Drawing::Line& line) {
    body_.append("\\draw[");
    if (line.color >= 0) {
      body_.append(color_name(line.color));
    } else {
      body_.append(color_name(ink_of(line.kind)));
    }
    if (line.kind != Drawing::Line::Kind::rule) body_.append(",line width=1.1bp");
    if (is_dashed(line.kind)) body_.append(",dash pattern=on 3.75bp off 2.25bp");
    if (line.head) body_.append(",-latex");
    body_.append("] ");
    append_point(line.points[0]);
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      body_.append(!line.curved ? " -- " : i % 3 == 1 ? " .. controls " : i % 3 == 2 ? " and " : " .. ");
      append_point(line.points[i]);
    }
    body_.append(";\n");
  }

  void write(const Drawing::Text& text) {
    append_all(body_, "\\node[text=", color_name(Ink::muted));
    if (text.anchor != Drawing::Anchor::middle)
      body_.append(text.anchor == Drawing::Anchor::start ? ",anchor=west" : ",anchor=east");
    body_.append("] at ");
    append_point(text.at);
    body_.append(" {");
    append_tex(body_, text.text);
    body_.append("};\n");
  }

  const Drawing& drawing_;
  std::string body_;
  bool classes_[color_classes] = {};
  bool inks_[std::size(ink_names)] = {};
};

}  // namespace

std::string tikz(const Drawing& drawing, std::string_view title) { return TikzWriter(drawing).run(title); }

}  // namespace stridescope
