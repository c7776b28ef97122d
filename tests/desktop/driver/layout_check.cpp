// Two rules. A pane does not cut its contents, unless it scrolls in that direction. Two widgets of a pane do not
// overlap, unless one contains the other.
#include "tests/desktop/driver/layout_check.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "desktop/view/theme.h"
#include "tests/desktop/driver/probe.h"

namespace stridescope::desktop {
namespace {

// Edges are rounded, and clickable rows extend half way to the next row.
float slack() { return px(2); }

bool holds(const ImVec4& outer, const ImVec4& inner) {
  return outer.x <= inner.x + slack() && outer.y <= inner.y + slack() && outer.z >= inner.z - slack() &&
         outer.w >= inner.w - slack();
}

float shared(float a0, float a1, float b0, float b1) { return std::min(a1, b1) - std::max(a0, b0); }

ImVec4 seen_part(const Drawn& d) {
  return {std::max(d.rect.x, d.clip.x), std::max(d.rect.y, d.clip.y), std::min(d.rect.z, d.clip.z),
          std::min(d.rect.w, d.clip.w)};
}

std::string place(const ImVec4& r) {
  char out[64];
  std::snprintf(out, sizeof out, " [%.0f %.0f %.0f %.0f]", static_cast<double>(r.x), static_cast<double>(r.y),
                static_cast<double>(r.z), static_cast<double>(r.w));
  return out;
}

}  // namespace

std::vector<std::string> layout_faults() {
  std::set<std::string> out;
  std::vector<const Drawn*> seen;
  for (const Drawn& d : probe().drawn) {
    const ImVec4& r = d.rect;
    const bool empty = r.z - r.x < 1 || r.w - r.y < 1;
    if (empty || shared(r.y, r.w, d.clip.y, d.clip.w) < 1) continue;
    const bool wide = !d.scrolls_x && (r.z > d.clip.z + slack() || r.x < d.clip.x - slack());
    const bool high = !d.scrolls_y && (r.w > d.clip.w + slack() || r.y < d.clip.y - slack());
    if (wide || high)
      out.insert(d.name + place(r) + (wide ? " is cut at a side by" : " is cut in its height by") + place(d.clip));
    if (shared(r.x, r.z, d.clip.x, d.clip.z) >= 1) seen.push_back(&d);
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = i + 1; j < seen.size(); ++j) {
      const Drawn& a = *seen[i];
      const Drawn& b = *seen[j];
      if (a.window != b.window || a.layer != b.layer || holds(a.rect, b.rect) || holds(b.rect, a.rect)) continue;
      const ImVec4 x = seen_part(a);
      const ImVec4 y = seen_part(b);
      // A text that its column cuts extends beyond its row invisibly.
      if (holds(x, y) || holds(y, x)) continue;
      const bool over = shared(x.x, x.z, y.x, y.z) > slack() && shared(x.y, x.w, y.y, y.w) > slack();
      if (over) out.insert(a.name + place(a.rect) + " lies on " + b.name + place(b.rect));
    }
  }
  return {out.begin(), out.end()};
}

}  // namespace stridescope::desktop
