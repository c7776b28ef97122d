// Writes the picture of who waits for whom as SVG. Colors are CSS variables, so that the page's theme applies to them.
#include <algorithm>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/machine/checks/wait_chart.h"

namespace stridescope::machine {
namespace {

constexpr std::int64_t letter = 7;
constexpr std::int64_t margin = 8;
constexpr std::int64_t swatch = 14;

// The light colors of core/data/colors.def, for paper.
#define STRIDESCOPE_CLASS(light, dark) "#" #light,
#define STRIDESCOPE_HEAT(light, dark)
#define STRIDESCOPE_COLOR(name, light, dark)
#define STRIDESCOPE_MARK(name, light, dark)
#define STRIDESCOPE_VEIL(name, light, light_percent, dark, dark_percent)
constexpr std::string_view classes[] = {
#include "core/data/colors.def"
};
#undef STRIDESCOPE_CLASS
#undef STRIDESCOPE_HEAT
#undef STRIDESCOPE_COLOR
#undef STRIDESCOPE_MARK
#undef STRIDESCOPE_VEIL

constexpr std::string_view style =
    "<style>.ss-waits text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;"
    "dominant-baseline:central;fill:var(--ss-ink,#16181d)}.ss-waits .m{fill:var(--muted,#596176)}"
    ".ss-waits .c{text-anchor:middle}.ss-waits .e{text-anchor:end}"
    ".ss-waits .g{stroke:var(--line,#dfe3ec);fill:none}"
    ".ss-waits .a{stroke:var(--muted,#596176);fill:none;opacity:.75}.ss-waits .h{fill:var(--muted,#596176)}"
    ".ss-waits .k{fill:var(--text,#151b2b)}.ss-waits .b{stroke:var(--bad,#b3261e);stroke-width:1.5}</style>";

void text(std::string& out, std::string_view kind, std::int64_t x, std::int64_t y, std::string_view words) {
  append_all(out, "<text class=\"", kind, "\" x=\"", x, "\" y=\"", y, "\">");
  append_xml(out, words);
  out += "</text>";
}

std::int64_t width_of(std::string_view words) { return static_cast<std::int64_t>(columns_of(words)) * letter; }

void fill(std::string& out, ChartSpanKind kind) {
  const int color = chart_color(kind);
  if (color < 0)
    out += "var(--ss-blank,#eef1f6)";
  else
    append_all(out, "var(--ss-c", color, ',', classes[color], ')');
}

class Svg {
 public:
  Svg(const WaitChart& chart, const Catalog& catalog) : chart_(chart), catalog_(catalog), rows_(chart_rows(chart)) {}

  std::string write() {
    for (const ChartRow& row : chart_.rows)
      titles_ = std::max(titles_, width_of(render(row.title, catalog_)) + 2 * margin);
    const std::int64_t legend = legend_width();
    const std::int64_t width = std::max(x(chart_.end) + 2 * margin, legend);
    const std::int64_t height = rows_.back() + margin;
    append_all(out_, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ss-waits\" width=\"", width, "\" height=\"",
               height, "\" viewBox=\"0 0 ", width, ' ', height, "\">", style);
    write_legend();
    text(out_, "m e", titles_ - margin, ChartSizes::head - 10, render(say("iteration"), catalog_));
    for (std::size_t i = 0; i < chart_.starts.size(); ++i) {
      const std::int64_t at = x(chart_.starts[i]);
      append_all(out_, "<path class=\"g\" d=\"M", at, ' ', ChartSizes::head - 16, 'V', rows_.back(), "\"/>");
      text(out_, "m", at + 3, ChartSizes::head - 10, std::to_string(chart_.iteration + static_cast<std::int64_t>(i)));
    }
    for (std::size_t i = 0; i < chart_.rows.size(); ++i) {
      const std::int64_t middle = rows_[i] + chart_row_height(chart_.rows[i].kind) / 2;
      text(out_, "e", titles_ - margin, middle, render(chart_.rows[i].title, catalog_));
      append_all(out_, "<path class=\"g\" d=\"M", titles_, ' ', middle, 'H', x(chart_.end), "\"/>");
    }
    for (std::size_t i = 0; i < chart_.spans.size(); ++i) write_span(i);
    for (const ChartArrow& one : chart_.arrows) write_arrow(one);
    return std::move(out_) + "</svg>";
  }

 private:
  std::int64_t x(std::int64_t step) const { return titles_ + (step - chart_.first) * ChartSizes::step; }

  std::int64_t legend_entry(ChartSpanKind kind) const {
    return swatch + 4 + width_of(render(word_of(kind), catalog_)) + 12;
  }
  std::int64_t legend_width() const {
    std::int64_t out = margin;
    for (const ChartSpanKind kind : chart_kinds(chart_)) out += legend_entry(kind);
    return out;
  }
  void write_legend() {
    std::int64_t at = margin;
    for (const ChartSpanKind kind : chart_kinds(chart_)) {
      if (is_mark(kind))
        write_mark(kind, at + swatch / 2, 7, 12);
      else
        write_box(kind, at, 6, swatch, 12);
      text(out_, "m", at + swatch + 4, 13, render(word_of(kind), catalog_));
      at += legend_entry(kind);
    }
  }

  void write_box(ChartSpanKind kind, std::int64_t left, std::int64_t top, std::int64_t width, std::int64_t height,
                 bool pale = false) {
    append_all(out_, "<rect x=\"", left, "\" y=\"", top, "\" width=\"", std::max<std::int64_t>(width - 1, 2),
               "\" height=\"", height, "\" rx=\"2\"",
               kind == ChartSpanKind::stuck ? " class=\"b\""
               : pale                       ? " opacity=\".6\""
                                            : "",
               " fill=\"");
    fill(out_, kind);
    out_ += "\"/>";
  }
  // A triangle that points up: an arrival; a stroke: a wait that passes at once.
  void write_mark(ChartSpanKind kind, std::int64_t at, std::int64_t top, std::int64_t height) {
    if (kind == ChartSpanKind::arrival)
      append_all(out_, "<path class=\"k\" d=\"M", at - 5, ' ', top + height, 'h', 10, 'l', -5, ' ', -8, "z\"/>");
    else
      append_all(out_, "<rect class=\"k\" x=\"", at - 1, "\" y=\"", top, "\" width=\"2\" height=\"", height, "\"/>");
  }

  void write_span(std::size_t i) {
    const ChartSpan& one = chart_.spans[i];
    const auto row = static_cast<std::size_t>(one.row);
    const std::int64_t top = rows_[row] + 3;
    const std::int64_t height = chart_row_height(chart_.rows[row].kind) - 6;
    append_all(out_, "<g data-span=\"", i, "\"><title>");
    for (std::size_t k = 0; k < one.about.size(); ++k) {
      if (k > 0) out_ += '\n';
      append_xml(out_, render(one.about[k], catalog_));
    }
    out_ += "</title>";
    const std::int64_t left = x(one.begin);
    const std::int64_t width = (one.end - one.begin) * ChartSizes::step;
    if (is_mark(one.kind)) {
      write_mark(one.kind, left, top, height);
    } else {
      write_box(one.kind, left, top, width, height, one.odd);
      if (static_cast<std::int64_t>(one.label.size()) * letter + 4 <= width)
        text(out_, "c", left + width / 2, top + height / 2, one.label);
    }
    out_ += "</g>";
  }

  void write_arrow(const ChartArrow& one) {
    const auto middle = [&](std::int64_t row) {
      const auto i = static_cast<std::size_t>(row);
      return rows_[i] + chart_row_height(chart_.rows[i].kind) / 2;
    };
    const bool down = one.to_row > one.from_row;
    const std::int64_t from = middle(one.from_row) + (down ? 6 : -6);
    const std::int64_t to = middle(one.to_row) + (down ? -10 : 10);
    append_all(out_, "<path class=\"a\" d=\"M", x(one.from), ' ', from, 'L', x(one.to), ' ', to,
               "\"/><path class=\"h\" d=\"M", x(one.to) - 4, ' ', to, 'h', 8, 'l', -4, ' ', down ? 6 : -6, "z\"/>");
  }

  const WaitChart& chart_;
  const Catalog& catalog_;
  std::vector<std::int64_t> rows_;
  std::int64_t titles_ = 0;  // their width
  std::string out_;
};

}  // namespace

int chart_color(ChartSpanKind kind) {
  // Written is green, read is blue, a wait is yellow.
  static constexpr int colors[] = {10, 4, 0, 1, 5, -1, -1, 2, 0, 11, 4, -1};
  return colors[static_cast<std::size_t>(kind)];
}

std::string chart_svg(const WaitChart& chart, const Catalog& catalog) { return Svg(chart, catalog).write(); }

}  // namespace stridescope::machine
