// Views as words, `kind=grid label=offset`, and back. Missing words keep their defaults; unknown words are ignored, so
// that links of other versions open.
#include "core/scene/view.h"

#include <charconv>
#include <iterator>
#include <limits>
#include <system_error>

namespace stridescope {
namespace {

enum class Colours : std::uint8_t { own, chosen };
enum class Others : std::uint8_t { slices, steps };

struct PictureRow {
  std::string_view word;
  Term title;
  Term question;
  Picture like;
  Colours colours;
  Others others;
};
constexpr PictureRow pictures[] = {
#define PICTURE(name, title, question, like, colours, others, meaning) \
  {#name, term(title), term(question), Picture::like, Colours::colours, Others::others},
#include "core/scene/pictures.def"
};
// The title of a label or coloring is its word.
constexpr Term labels[] = {
#define LABEL(name, word, meaning) term(word),
#include "core/scene/pictures.def"
};
constexpr Term colors[] = {
#define COLOR(name, word, meaning) term(word),
#include "core/scene/pictures.def"
};

const PictureRow& row_of(Picture picture) { return pictures[static_cast<std::size_t>(picture)]; }

template <class Enum, class Rows>
void choose(Enum& out, std::string_view word, const Rows& rows) {
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    if (name_of(static_cast<Enum>(i)) == word) out = static_cast<Enum>(i);
  }
}

std::vector<std::int64_t> integers(std::string_view text) {
  std::vector<std::int64_t> out;
  while (!text.empty() && out.size() < 64) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    std::int64_t value = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    // a slice that does not exist
    if (read.ec == std::errc::result_out_of_range) value = std::numeric_limits<std::int64_t>::max();
    out.push_back(value);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return out;
}

}  // namespace

std::string_view name_of(Picture picture) { return row_of(picture).word; }
std::string_view name_of(Label label) { return title_of(label).id; }
std::string_view name_of(ColorBy color) { return title_of(color).id; }

Term title_of(Picture picture) { return row_of(picture).title; }
Term question_of(Picture picture) { return row_of(picture).question; }
Picture like(Picture picture) { return row_of(picture).like; }

Term title_of(Label label) { return labels[static_cast<std::size_t>(label)]; }
Term title_of(ColorBy color) { return colors[static_cast<std::size_t>(color)]; }

bool has_chosen_colors(Picture picture) { return row_of(picture).colours == Colours::chosen; }
bool is_played(Picture picture) { return row_of(picture).others == Others::steps; }

View parse_view(std::string_view text, View view) {
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    if (key == "kind") choose(view.picture, value, pictures);
    if (key == "label") choose(view.label, value, labels);
    if (key == "color") choose(view.color, value, colors);
    if (key == "whole") view.whole = value == "1";
    if (key == "slice") view.slice = integers(value);
  }
  return view;
}

}  // namespace stridescope
