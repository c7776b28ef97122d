// The dock's arrangement, independent of a screen: its side of the cards, and the selected tab.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace stridescope::desktop {

enum class DockTab : std::uint8_t { runs, counters, kernel, threads, tuner };
inline constexpr std::string_view dock_tab_names[] = {"runs", "counters", "kernel", "threads", "tuner"};
inline constexpr std::size_t dock_tab_count = std::size(dock_tab_names);
// Titles in English.
inline constexpr const char* dock_tab_titles[] = {"Runs", "Counters", "Kernel", "Threads and values", "Tuner"};
static_assert(std::size(dock_tab_titles) == dock_tab_count);

// `automatic`: next to the cards if the window is wide enough, else below them.
enum class DockSide : std::uint8_t { automatic, below, beside };

struct DockLayout {
  DockSide side = DockSide::automatic;
  DockTab tab = DockTab::runs;
  bool operator==(const DockLayout&) const = default;
};

// The side and the tab in one line. Reading accepts as much as possible of any other text; a word ends at a colon,
// since earlier versions wrote panes that way.
std::string print_dock(const DockLayout& dock);
DockLayout read_dock(std::string_view text);

}  // namespace stridescope::desktop
