// Writes a scene in characters: color classes are letters after the labels, states are marks around them, and arrows
// are a list below the cells.
#include <algorithm>

#include "core/base/at.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/render/render.h"

namespace stridescope {
namespace {

std::string marked(CellState state, std::string_view text) {
  switch (state) {
    case CellState::lit:
      return cat('[', text, ']');
    case CellState::image:
      return cat('=', text, '=');
    case CellState::crossed:
      return cat('(', text, ')');
    case CellState::gap:
      return ".";
    default:
      return std::string(text);
  }
}

char letter(std::int32_t color) { return static_cast<char>('a' + color % palette_size); }

class TextWriter {
 public:
  TextWriter(const Scene& scene, const Catalog& catalog) : scene_(scene), catalog_(catalog) {
    for (const auto& entry : scene.legend) lettered_ = lettered_ || (entry.color >= 0 && entry.mark == "cell");
  }

  std::string run() {
    std::vector<std::size_t> widths(at(scene_.cols), 1);
    for (std::int64_t i = 0; i < scene_.rows * scene_.cols; ++i) {
      cells_.push_back(cell(at(i)));
      std::size_t& width = widths[at(i % scene_.cols)];
      width = std::max(width, columns_of(cells_.back()));
    }
    for (const auto& level : scene_.col_heads) {
      for (std::size_t c = 0; c < level.size() && c < widths.size(); ++c)
        widths[c] = std::max(widths[c], columns_of(words(level[c])));
    }
    std::vector<std::size_t> head_widths;
    for (const auto& level : scene_.row_heads) {
      std::size_t width = 0;
      for (const Message& head : level) width = std::max(width, columns_of(words(head)));
      head_widths.push_back(width);
    }
    for (const auto& level : scene_.col_heads) {
      for (const std::size_t width : head_widths) out_.append(width + 1, ' ');
      for (std::size_t c = 0; c < level.size(); ++c) {
        out_.push_back(' ');
        out_ += right_aligned(words(level[c]), widths[c]);
      }
      end_line();
    }
    for (std::int64_t r = 0; r < scene_.rows; ++r) {
      if (at(r) < scene_.captions.size() && !scene_.captions[at(r)].empty())
        append_all(out_, words(say("{}:", scene_.captions[at(r)])), '\n');
      for (std::size_t level = 0; level < head_widths.size(); ++level) {
        out_ += right_aligned(words(scene_.row_heads[level][at(r)]), head_widths[level]);
        out_.push_back(' ');
      }
      for (std::int64_t c = 0; c < scene_.cols; ++c) {
        out_.push_back(' ');
        out_ += right_aligned(cells_[at(r * scene_.cols + c)], widths[at(c)]);
      }
      end_line();
    }
    arrows();
    legend();
    return std::move(out_);
  }

 private:
  std::string words(const Message& message) const { return render(message, catalog_); }

  void end_line() {
    while (out_.ends_with(' ')) out_.pop_back();
    out_.push_back('\n');
  }

  std::string label(std::size_t i) const {
    std::string out = scene_.labels[i];
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out;
  }

  // Equal entries of a diagram are distinguished by their position in the column, from the bottom.
  std::string place(std::size_t i) const {
    if (scene_.picture != Picture::diagram && scene_.picture != Picture::composite) return label(i);
    const auto row = static_cast<std::int64_t>(i) / scene_.cols;
    return cat(label(i), '_', scene_.rows - row);
  }

  std::string cell(std::size_t i) const {
    const CellState state = scene_.state(i);
    if (state == CellState::outside) return {};
    std::string text = marked(state, label(i));
    if (lettered_ && scene_.colors[i] >= 0 && state != CellState::gap) append_all(text, ':', letter(scene_.colors[i]));
    return text;
  }

  void arrows() {
    for (std::size_t i = 0; i < scene_.arrows.size();) {
      const bool walk = is_walk(scene_.arrows[i]);
      if (walk) {  // a chain, while each arrow starts where the previous one ended
        out_.append(words(say("walk: {}", label(at(scene_.arrows[i].from)))));
        std::int64_t here = scene_.arrows[i].from;
        for (; i < scene_.arrows.size() && is_walk(scene_.arrows[i]) && scene_.arrows[i].from == here; ++i) {
          here = scene_.arrows[i].to;
          append_all(out_, scene_.arrows[i].kind == Scene::Arrow::Kind::step ? " -> " : " => ", label(at(here)));
        }
        out_.push_back('\n');
        continue;
      }
      if (scene_.arrows[i].kind == Scene::Arrow::Kind::branch) {  // the columns show them
        ++i;
        continue;
      }
      const bool link = scene_.arrows[i].kind == Scene::Arrow::Kind::link;
      out_.append(place(at(scene_.arrows[i].from)))
          .append(link ? " -> " : " < ")
          .append(place(at(scene_.arrows[i].to)));
      ++i;
      out_.append(i % 8 == 0 || i == scene_.arrows.size() ? "\n" : ", ");
    }
  }

  static bool is_walk(const Scene::Arrow& arrow) {
    return arrow.kind == Scene::Arrow::Kind::step || arrow.kind == Scene::Arrow::Kind::carry;
  }

  void legend() {
    for (const auto& entry : scene_.legend) {
      const std::string_view mark = entry.mark == "step"      ? "->"
                                    : entry.mark == "carry"   ? "=>"
                                    : entry.mark == "gap"     ? "."
                                    : entry.mark == "lit"     ? "[ ]"
                                    : entry.mark == "image"   ? "= ="
                                    : entry.mark == "crossed" ? "( )"
                                                              : "";
      if (entry.mark == "dimmed") {
        out_.append(words(say("no letter")));
      } else if (mark.empty()) {
        append_all(out_, letter(entry.color));
      } else {
        out_.append(mark);
      }
      append_all(out_, "  ", words(entry.label), '\n');
    }
    if (!scene_.note.empty()) append_all(out_, words(scene_.note), '\n');
  }

  const Scene& scene_;
  const Catalog& catalog_;
  std::vector<std::string> cells_;
  std::string out_;
  bool lettered_ = false;
};

}  // namespace

Result<std::string> text_picture(const Scene& scene, const Catalog& catalog) {
  if (!scene.labelled() && scene.rows * scene.cols > 0) {
    return failure(ErrorCode::too_large,
                   say("a picture of {} {cell|cells}; the limit is {}", scene.rows * scene.cols, max_labelled_cells),
                   say("draw a slice or a tile"));
  }
  return TextWriter(scene, catalog).run();
}

}  // namespace stridescope
