// Reads and writes the dock's arrangement as a line of the settings.
#include "desktop/model/dock.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope::desktop {
namespace {

constexpr std::string_view side_names[] = {"automatic", "below", "beside"};

template <class Value, std::size_t Count>
bool read_name(std::string_view word, const std::string_view (&names)[Count], Value& value) {
  const auto* const found = std::find(std::begin(names), std::end(names), word);
  if (found == std::end(names)) return false;
  value = static_cast<Value>(found - std::begin(names));
  return true;
}

}  // namespace

std::string print_dock(const DockLayout& dock) {
  return cat(side_names[static_cast<std::size_t>(dock.side)], " ", dock_tab_names[static_cast<std::size_t>(dock.tab)]);
}

DockLayout read_dock(std::string_view text) {
  DockLayout out;
  bool has_tab = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, std::min(text.find(':'), end));
    text.remove_prefix(std::min(end + 1, text.size()));
    (void)read_name(word, side_names, out.side);
    has_tab = has_tab || read_name(word, dock_tab_names, out.tab);
  }
  return out;
}

}  // namespace stridescope::desktop
