// The dock as a plan without a screen: which side of the window it stands at, its panes, which tab each shows, how they
// share the room. Runs, counters and the kernel's text can be seen at once, each in a pane of its own.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

enum class DockTab : std::uint8_t { runs, counters, kernel, threads, recorded, tuner };
inline constexpr std::string_view dock_tab_names[] = {"runs", "counters", "kernel", "threads", "recorded", "tuner"};
inline constexpr std::size_t dock_tab_count = std::size(dock_tab_names);
// What a reader sees, before it is translated.
inline constexpr const char* dock_tab_titles[] = {"Runs",     "Counters", "Kernel", "Threads and values",
                                                  "Recorded", "Tuner"};
static_assert(std::size(dock_tab_titles) == dock_tab_count);

// Below the cards, its panes from left to right; or beside them, its panes from top to bottom. `automatic`: beside them
// in a window that is wide enough. `apart`: in a window of its own, which may lie on another screen.
enum class DockSide : std::uint8_t { automatic, below, beside, apart };

struct DockPane {
  DockTab tab = DockTab::runs;
  float share = 1;  // of the room, beside those of the others
  bool operator==(const DockPane&) const = default;
};

// No two panes show the same tab; there is one pane at least.
struct DockLayout {
  DockSide side = DockSide::automatic;
  std::vector<DockPane> panes = {DockPane()};
  std::size_t front = 0;  // the pane that takes what is asked for
  bool operator==(const DockLayout&) const = default;

  bool shows(DockTab tab) const;
  // Brings the tab into view: where it is already, else in the front pane.
  void show(DockTab tab);
  // The tab goes to that pane; a pane that showed it takes what stood there.
  void put(DockTab tab, std::size_t pane);
  // One more pane behind that one, with that tab; a pane that showed it shows the first tab that none has. Nothing
  // where each tab has a pane already.
  void split(std::size_t pane, DockTab tab);
  // The same with the first tab that no pane shows.
  void split(std::size_t pane);
  bool can_split() const { return panes.size() < dock_tab_count; }
  void close(std::size_t pane);  // but for the last one
  // The border behind that pane is moved by a part of all the room; no pane becomes smaller than `least` of it.
  void drag(std::size_t pane, float part, float least);
  // What each pane has of the room: their sum is 1.
  std::vector<float> parts() const;
};

// "beside runs:1 kernel:0.5"; of another text what can be read.
std::string print_dock(const DockLayout& dock);
DockLayout read_dock(std::string_view text);

}  // namespace stridescope::desktop
