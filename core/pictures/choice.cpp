// Reads choices from words and prints them.
#include "core/pictures/choice.h"

#include <algorithm>

#include "core/base/integers.h"
#include "core/base/text.h"

namespace stridescope {

std::string print_choice(const ViewChoice& choice) {
  std::string out;
  const auto word = [&](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    append_all(out, out.empty() ? "" : " ", key, "=", value);
  };
  word("kind", choice.kind);
  word("label", choice.label);
  word("color", choice.color);
  std::string slice;
  for (const std::int64_t value : choice.slice) append_all(slice, slice.empty() ? "" : ",", value);
  word("slice", slice);
  word("pin", choice.pin ? "1" : "");
  word("at", choice.at < 0 ? "" : std::to_string(choice.at));
  return out;
}

void change_choice(ViewChoice& out, std::string_view text) {
  const std::string kind = out.kind;
  bool sliced = false;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    if (key == "kind") out.kind = value;
    if (key == "label") out.label = value;
    if (key == "color") out.color = value;
    if (key == "pin") out.pin = value == "1";
    if (key == "at") {
      const auto numbers = integers_in(value);
      out.at = numbers.empty() ? -1 : numbers.front();
    }
    if (key != "slice") continue;
    sliced = true;
    out.slice = integers_in(value);
  }
  if (!sliced && out.kind != kind) out.slice.clear();
}

ViewChoice read_choice(std::string_view text) {
  ViewChoice out;
  change_choice(out, text);
  return out;
}

const door::OfferedPicture* offered_picture(const ViewChoice& choice,
                                            const std::vector<door::OfferedPicture>& offered) {
  const auto same = std::find_if(offered.begin(), offered.end(),
                                 [&](const door::OfferedPicture& one) { return one.kind == choice.kind; });
  return offered.empty() ? nullptr : same == offered.end() ? &offered.front() : &*same;
}

ViewChoice shown_choice(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered) {
  const door::OfferedPicture* picture = offered_picture(choice, offered);
  if (picture == nullptr) return {};
  const auto legal = [](const std::vector<door::OfferedWord>& words, const std::string& word) {
    const bool there = std::any_of(words.begin(), words.end(), [&](const auto& one) { return one.word == word; });
    return there ? word : std::string();
  };
  ViewChoice out;
  out.kind = picture->kind;
  out.label = legal(picture->labels, choice.label);
  out.color = legal(picture->colors, choice.color);
  out.slice = choice.slice;
  return out;
}

std::string chosen_view(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered) {
  return print_choice(shown_choice(choice, offered));
}

std::optional<std::string> stepped(const std::vector<Scene::Slice>& slices, int by) {
  std::vector<std::int64_t> values;
  for (const Scene::Slice& slice : slices) values.push_back(by == 0 ? 0 : slice.value);
  bool there = by == 0;
  for (std::size_t at = slices.size(); at-- > 0 && !there;) {
    values[at] += by;
    there = values[at] >= 0 && values[at] < slices[at].size;
    if (!there) values[at] = by > 0 ? 0 : slices[at].size - 1;
  }
  if (!there) return std::nullopt;
  std::string out = "slice=";
  for (std::size_t i = 0; i < values.size(); ++i) append_all(out, i > 0 ? "," : "", values[i]);
  return out;
}

}  // namespace stridescope
