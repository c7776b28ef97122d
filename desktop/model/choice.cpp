// A card's choice as words and back, in the form that links, drafts and settings keep.
#include "desktop/model/choice.h"

#include "core/base/text.h"

namespace stridescope::desktop {

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
  return out;
}

ViewChoice read_choice(std::string_view text) {
  ViewChoice out;
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
    if (key != "slice") continue;
    std::int64_t number = 0;
    bool inside = false;
    for (const char c : value) {
      if (c >= '0' && c <= '9') {
        inside = true;
        if (number < (std::int64_t{1} << 50)) number = number * 10 + (c - '0');
      } else if (inside) {
        out.slice.push_back(number);
        number = 0;
        inside = false;
      }
    }
    if (inside) out.slice.push_back(number);
  }
  return out;
}

}  // namespace stridescope::desktop
