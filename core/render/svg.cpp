#include <algorithm>

#include "core/base/text.h"
#include "core/render/render.h"

namespace stridescope {
namespace {

// Light enough for dark text at 4.5:1, apart under the common colour-vision deficiencies.
constexpr std::string_view palette[palette_size] = {"#5fcbae", "#fde68a", "#b6abf8", "#fdbd74", "#9fdcfb", "#f6988d",
                                                    "#ccdcae", "#e09bd6", "#a2f1ec", "#c6b65c", "#afc3fc", "#bdf5c6"};
constexpr int cell_height = 26;
constexpr int head_height = 18;
constexpr int margin = 4;
constexpr int glyph_width = 8;  // of the 12 px monospaced face, rounded up

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<': out.append("&lt;"); break;
      case '>': out.append("&gt;"); break;
      case '&': out.append("&amp;"); break;
      case '"': out.append("&quot;"); break;
      default: out.push_back(c);
    }
  }
}

struct Frame {
  std::int64_t cell_width;
  std::int64_t left;
  std::int64_t top;
};

Frame frame_of(const Scene& scene) {
  std::size_t widest = 2;
  for (const std::string& label : scene.labels) widest = std::max(widest, label.size());
  for (const auto& level : scene.col_heads) {
    for (const std::string& head : level) widest = std::max(widest, head.size());
  }
  std::size_t head = 0;
  for (const auto& level : scene.row_heads) {
    for (const std::string& text : level) head = std::max(head, text.size());
  }
  const auto heads = static_cast<std::int64_t>(scene.row_heads.size());
  const std::int64_t left = margin + (heads == 0 ? 0 : heads * (static_cast<std::int64_t>(head) * glyph_width + 8) + 4);
  const std::int64_t top = margin + static_cast<std::int64_t>(scene.col_heads.size()) * head_height;
  return {std::max<std::int64_t>(30, static_cast<std::int64_t>(widest) * glyph_width + 8), left, top};
}

void write_text(std::string& out, std::string_view kind, std::int64_t x, std::int64_t y, std::string_view text) {
  append_all(out, "<text class=\"", kind, "\" x=\"", x, "\" y=\"", y, "\">");
  append_escaped(out, text);
  out.append("</text>");
}

// One level of heads; the same head over neighbours is written once, in their middle, with a line under the group.
template <class Place>
void write_heads(const std::vector<std::string>& level, bool merge, Place&& place) {
  for (std::size_t i = 0; i < level.size();) {
    std::size_t j = i + 1;
    while (merge && j < level.size() && level[j] == level[i]) ++j;
    place(i, j, level[i]);
    i = j;
  }
}

}  // namespace

Result<std::string> svg(const Scene& scene, std::string_view title) {
  if (!scene.labelled() && scene.rows * scene.cols > 0) {
    return failure(ErrorCode::too_large, cat("an SVG of ", scene.rows * scene.cols, " cells; the cap is ", max_labelled_cells), "draw a slice or a tile");
  }
  const Frame f = frame_of(scene);
  const std::int64_t width = f.left + scene.cols * f.cell_width + margin;
  const std::int64_t height = f.top + scene.rows * cell_height + margin;
  std::string out;
  out.reserve(256 + scene.labels.size() * 190);
  append_all(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ss-scene\" role=\"img\" viewBox=\"0 0 ", width, ' ', height, "\" width=\"", width,
             "\" height=\"", height, "\"><title>");
  append_escaped(out, title);
  out.append(
      "</title><style>.ss-scene text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;text-anchor:middle;"
      "dominant-baseline:central}.ss-scene .ss-ink{fill:var(--ss-ink,#16181d)}.ss-scene .ss-head{fill:var(--ss-muted,#5b6270)}"
      ".ss-scene .ss-rule{stroke:var(--ss-line,#c3c8d1)}</style>");
  for (std::size_t level = 0; level < scene.col_heads.size(); ++level) {
    const bool inner = level + 1 == scene.col_heads.size();
    const std::int64_t y = margin + static_cast<std::int64_t>(level) * head_height + head_height / 2;
    write_heads(scene.col_heads[level], !inner, [&](std::size_t i, std::size_t j, std::string_view text) {
      const std::int64_t x0 = f.left + static_cast<std::int64_t>(i) * f.cell_width;
      const std::int64_t x1 = f.left + static_cast<std::int64_t>(j) * f.cell_width;
      write_text(out, "ss-head", (x0 + x1) / 2, y, text);
      if (!inner) append_all(out, "<path class=\"ss-rule\" d=\"M", x0 + 3, ' ', y + head_height / 2 - 1, 'H', x1 - 3, "\"/>");
    });
  }
  const std::int64_t head_width = scene.row_heads.empty() ? 0 : (f.left - margin - 4) / static_cast<std::int64_t>(scene.row_heads.size());
  for (std::size_t level = 0; level < scene.row_heads.size(); ++level) {
    const bool inner = level + 1 == scene.row_heads.size();
    const std::int64_t x = margin + static_cast<std::int64_t>(level) * head_width + head_width / 2;
    write_heads(scene.row_heads[level], !inner, [&](std::size_t i, std::size_t j, std::string_view text) {
      const std::int64_t y0 = f.top + static_cast<std::int64_t>(i) * cell_height;
      const std::int64_t y1 = f.top + static_cast<std::int64_t>(j) * cell_height;
      write_text(out, "ss-head", x, (y0 + y1) / 2, text);
      if (!inner) append_all(out, "<path class=\"ss-rule\" d=\"M", x + head_width / 2 - 1, ' ', y0 + 3, 'V', y1 - 3, "\"/>");
    });
  }
  for (std::int64_t cell = 0; cell < scene.rows * scene.cols; ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    const std::int64_t x = f.left + cell % scene.cols * f.cell_width;
    const std::int64_t y = f.top + cell / scene.cols * cell_height;
    const std::int32_t color = scene.colors[i];
    if (scene.ids[i] < 0) {
      if (scene.picture == Picture::memory) {
        append_all(out, "<rect class=\"ss-gap\" x=\"", x + 1, "\" y=\"", y + 1, "\" width=\"", f.cell_width - 2, "\" height=\"", cell_height - 2,
                   "\" rx=\"2\" fill=\"var(--ss-blank,#ffffff)\" stroke=\"var(--ss-line,#c3c8d1)\"/>");
      }
      continue;
    }
    append_all(out, "<g class=\"ss-cell\" data-cell=\"", scene.ids[i], "\" data-color=\"", color, "\"><rect x=\"", x + 1, "\" y=\"", y + 1, "\" width=\"",
               f.cell_width - 2, "\" height=\"", cell_height - 2, "\" rx=\"2\" fill=\"var(--ss-c", color, ',', palette[color], ")\"/>");
    write_text(out, "ss-ink", x + f.cell_width / 2, y + cell_height / 2, scene.labels[i]);
    out.append("</g>");
  }
  out.append("</svg>");
  return out;
}

}  // namespace stridescope
