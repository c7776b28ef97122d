// The panes of the window's dock: split, closed, moved, and kept as a line of text.
#include <doctest/doctest.h>

#include <string>

#include "desktop/model/dock.h"

namespace stridescope::desktop {
namespace {

std::string tabs(const DockLayout& dock) {
  std::string out;
  for (const DockPane& pane : dock.panes) {
    if (!out.empty()) out += ' ';
    out += dock_tab_names[static_cast<std::size_t>(pane.tab)];
  }
  return out;
}

float sum(const std::vector<float>& parts) {
  float out = 0;
  for (const float part : parts) out += part;
  return out;
}

}  // namespace

TEST_CASE("dock: a tab is in one pane, wherever it is asked for") {
  DockLayout dock;
  CHECK(tabs(dock) == "runs");
  dock.show(DockTab::kernel);
  CHECK(tabs(dock) == "kernel");
  dock.split(0);
  CHECK(tabs(dock) == "kernel runs");
  CHECK(dock.front == 1);
  // It is in view already: the other pane keeps what it shows.
  dock.show(DockTab::kernel);
  CHECK(tabs(dock) == "kernel runs");
  CHECK(dock.front == 0);
  dock.show(DockTab::counters);
  CHECK(tabs(dock) == "counters runs");
  // Moved to a pane that shows another: they change places.
  dock.put(DockTab::runs, 0);
  CHECK(tabs(dock) == "runs counters");
  // A tab that is drawn out of its pane leaves the first one that none has.
  dock.split(1, DockTab::runs);
  CHECK(tabs(dock) == "kernel counters runs");
  for (int i = 0; i < 9; ++i) dock.split(0);
  CHECK(dock.panes.size() == dock_tab_count);
  CHECK(!dock.can_split());
  CHECK(sum(dock.parts()) == doctest::Approx(1));
  for (int i = 0; i < 9; ++i) dock.close(0);
  CHECK(dock.panes.size() == 1);
  CHECK(dock.front == 0);
}

TEST_CASE("dock: a border is dragged, and no pane goes away") {
  DockLayout dock;
  dock.split(0);
  dock.split(1);
  const auto before = dock.parts();
  CHECK(before[0] == doctest::Approx(0.5));
  dock.drag(0, 0.1F, 0.1F);
  CHECK(dock.parts()[0] == doctest::Approx(0.6));
  CHECK(dock.parts()[1] == doctest::Approx(0.15));
  dock.drag(0, 5, 0.1F);
  CHECK(dock.parts()[1] == doctest::Approx(0.1));
  CHECK(dock.parts()[2] == doctest::Approx(0.25));
  dock.drag(2, 0.5F, 0.1F);  // there is none behind the last
  CHECK(sum(dock.parts()) == doctest::Approx(1));
}

TEST_CASE("dock: as a line of text, and of any other text what can be read") {
  DockLayout dock;
  dock.split(0);
  dock.drag(0, 0.2F, 0.1F);
  dock.side = DockSide::beside;
  dock.front = 0;
  const DockLayout back = read_dock(print_dock(dock));
  CHECK(tabs(back) == "runs counters");
  CHECK(back.side == DockSide::beside);
  CHECK(back.parts()[0] == doctest::Approx(0.7));
  CHECK(tabs(read_dock("")) == "runs");
  CHECK(tabs(read_dock("below kernel:nan kernel:1 none:1 runs:-3 :: x")) == "kernel runs");
  CHECK(read_dock("below kernel:inf").panes[0].share == 1);
  CHECK(read_dock("beside").side == DockSide::beside);
}

}  // namespace stridescope::desktop
