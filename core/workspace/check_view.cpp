// Checks that the words of a view exist and that the value offers them.
#include <algorithm>
#include <iterator>

#include "core/base/text.h"
#include "core/scene/view.h"
#include "core/workspace/workspace.h"

namespace stridescope {
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

// The words of a list, and those that are offered, for messages.
template <class Words>
std::string listed(const Words& words) {
  std::string out;
  for (const auto word : words) append_all(out, out.empty() ? "" : ", ", name_of(word));
  return out;
}

template <class Words>
bool contains(const Words& words, std::string_view name) {
  return std::any_of(std::begin(words), std::end(words), [&](const auto word) { return name_of(word) == name; });
}

// True for coordinates of further modes, separated by commas.
bool are_slices(std::string_view value) {
  return !value.empty() && value.find_first_not_of("0123456789,") == std::string_view::npos;
}

// Succeeds if the word is offered; the error distinguishes an unknown word from one that this value does not offer.
template <class Known, class Offered>
Result<void> check_word(std::string_view key, std::string_view word, const Known& known, const Offered& offered) {
  if (contains(offered, word)) return {};
  const bool elsewhere = contains(known, word);
  return failure(
      ErrorCode::arguments,
      elsewhere ? say("this value does not have view {}={}", key, word) : say("unknown view {}={}", key, word),
      elsewhere ? say("it has {}", listed(offered)) : say("{} must be one of {}", key, listed(offered)));
}

}  // namespace

Result<void> Workspace::check_view(int binding, std::string_view text) const {
  const auto offered = views(binding);
  if (!offered) return failure(offered.error());
  const auto chosen = view(binding, text);
  if (!chosen) return failure(chosen.error());
  std::vector<Picture> kinds;
  const OfferedView* legal = nullptr;
  for (const OfferedView& o : *offered) {
    kinds.push_back(o.picture);
    if (o.picture == chosen->picture) legal = &o;
  }
  if (legal == nullptr) return {};  // without a picture, scene() gives the reason
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    Result<void> checked;
    if (key == "kind") {
      checked = check_word(key, value, pictures, kinds);
    } else if (key == "label") {
      checked = check_word(key, value, labels, legal->labels);
    } else if (key == "color") {
      checked = check_word(key, value, colors, legal->colors);
    } else if (!(key == "slice" && are_slices(value)) && !(key == "whole" && (value == "0" || value == "1"))) {
      return failure(
          ErrorCode::arguments, say("a view does not have the word '{}'", word),
          say("its words are kind=, label=, color=, slice=0,1 and whole=1; `stridescope help views` lists them"));
    }
    if (!checked) return checked;
  }
  return {};
}

}  // namespace stridescope
