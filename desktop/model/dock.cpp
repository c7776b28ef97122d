// Panes are split, closed and given other tabs; a tab is never in two of them.
#include "desktop/model/dock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/base/text.h"

namespace stridescope::desktop {
namespace {

constexpr std::string_view side_names[] = {"automatic", "below", "beside", "apart"};
constexpr float least_share = 0.01F;
constexpr float most_share = 100;

std::vector<DockPane>::iterator pane_of(std::vector<DockPane>& panes, DockTab tab) {
  return std::find_if(panes.begin(), panes.end(), [&](const DockPane& pane) { return pane.tab == tab; });
}

DockTab first_free(const std::vector<DockPane>& panes) {
  for (std::size_t i = 0; i < dock_tab_count; ++i) {
    const auto tab = static_cast<DockTab>(i);
    if (std::none_of(panes.begin(), panes.end(), [&](const DockPane& pane) { return pane.tab == tab; })) return tab;
  }
  return DockTab::runs;
}

}  // namespace

bool DockLayout::shows(DockTab tab) const {
  return std::any_of(panes.begin(), panes.end(), [&](const DockPane& pane) { return pane.tab == tab; });
}

void DockLayout::show(DockTab tab) {
  if (const auto there = pane_of(panes, tab); there != panes.end())
    front = static_cast<std::size_t>(there - panes.begin());
  else
    panes[front].tab = tab;
}

void DockLayout::put(DockTab tab, std::size_t pane) {
  if (pane >= panes.size()) return;
  if (const auto there = pane_of(panes, tab); there != panes.end()) there->tab = panes[pane].tab;
  panes[pane].tab = tab;
  front = pane;
}

void DockLayout::split(std::size_t pane, DockTab tab) {
  if (!can_split() || pane >= panes.size()) return;
  if (const auto there = pane_of(panes, tab); there != panes.end()) there->tab = first_free(panes);
  panes[pane].share /= 2;
  panes.insert(panes.begin() + static_cast<std::ptrdiff_t>(pane) + 1, {tab, panes[pane].share});
  front = pane + 1;
}

void DockLayout::split(std::size_t pane) { split(pane, first_free(panes)); }

void DockLayout::close(std::size_t pane) {
  if (panes.size() < 2 || pane >= panes.size()) return;
  // Its room goes to the neighbour.
  panes[pane == 0 ? 1 : pane - 1].share += panes[pane].share;
  panes.erase(panes.begin() + static_cast<std::ptrdiff_t>(pane));
  front = std::min(front, panes.size() - 1);
}

void DockLayout::drag(std::size_t pane, float part, float least) {
  if (pane + 1 >= panes.size()) return;
  float all = 0;
  for (const DockPane& one : panes) all += one.share;
  const float both = panes[pane].share + panes[pane + 1].share;
  const float smallest = std::min(least * all, both / 2);
  panes[pane].share = std::clamp(panes[pane].share + part * all, smallest, both - smallest);
  panes[pane + 1].share = both - panes[pane].share;
}

std::vector<float> DockLayout::parts() const {
  float all = 0;
  for (const DockPane& pane : panes) all += pane.share;
  std::vector<float> out;
  out.reserve(panes.size());
  for (const DockPane& pane : panes) out.push_back(pane.share / all);
  return out;
}

std::string print_dock(const DockLayout& dock) {
  std::string out(side_names[static_cast<std::size_t>(dock.side)]);
  for (const DockPane& pane : dock.panes) {
    append_all(out, " ", dock_tab_names[static_cast<std::size_t>(pane.tab)], ":",
               fixed(static_cast<double>(pane.share), 3));
  }
  return out;
}

DockLayout read_dock(std::string_view text) {
  DockLayout out;
  out.panes.clear();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    for (std::size_t i = 0; i < std::size(side_names); ++i) {
      if (word == side_names[i]) out.side = static_cast<DockSide>(i);
    }
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) continue;
    for (std::size_t i = 0; i < dock_tab_count; ++i) {
      const auto tab = static_cast<DockTab>(i);
      if (word.substr(0, colon) != dock_tab_names[i] || out.shows(tab)) continue;
      const float share = std::strtof(std::string(word.substr(colon + 1)).c_str(), nullptr);
      out.panes.push_back({tab, std::isfinite(share) ? std::clamp(share, least_share, most_share) : 1});
    }
  }
  if (out.panes.empty()) out.panes.emplace_back();
  return out;
}

}  // namespace stridescope::desktop
