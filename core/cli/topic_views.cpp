// The words of a view and their pictures, for `stridescope help views`.
#include "core/base/text.h"
#include "core/cli/topic.h"
#include "core/scene/view.h"

namespace stridescope::cli {
namespace {

constexpr Picture pictures[] = {
#define PICTURE(name, title, question, like, colours, others, meaning) Picture::name,
#include "core/scene/pictures.def"
};
constexpr Label labels[] = {
#define LABEL(name, word, meaning) Label::name,
#include "core/scene/pictures.def"
};
constexpr ColorBy colors[] = {
#define COLOR(name, word, meaning) ColorBy::name,
#include "core/scene/pictures.def"
};

std::string_view meaning(Picture picture) {
  static constexpr std::string_view all[] = {
#define PICTURE(name, title, question, like, colours, others, meaning) meaning,
#include "core/scene/pictures.def"
  };
  return all[static_cast<std::size_t>(picture)];
}

std::string_view meaning(Label label) {
  static constexpr std::string_view all[] = {
#define LABEL(name, word, meaning) meaning,
#include "core/scene/pictures.def"
  };
  return all[static_cast<std::size_t>(label)];
}

std::string_view meaning(ColorBy color) {
  static constexpr std::string_view all[] = {
#define COLOR(name, word, meaning) meaning,
#include "core/scene/pictures.def"
  };
  return all[static_cast<std::size_t>(color)];
}

template <class Words>
void append_words(std::string& out, std::string_view title, std::string_view key, const Words& words) {
  append_all(out, out.empty() ? "" : "\n", title, '\n');
  for (const auto word : words) {
    std::string left = cat(key, '=', name_of(word));
    left.resize(18, ' ');
    append_all(out, "    ", left, meaning(word), '\n');
  }
}

}  // namespace

std::string view_words() {
  std::string out;
  append_words(out, "PICTURES", "kind", pictures);
  append_words(out, "LABELS", "label", labels);
  append_words(out, "COLOURS", "color", colors);
  return out;
}

}  // namespace stridescope::cli
