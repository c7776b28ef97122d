// Cell by cell, by what is written in the cells.
#include "core/app/comparison.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope {
namespace {

bool offers(const Workspace& workspace, int binding, Picture picture) {
  const auto views = workspace.views(binding);
  return views && std::any_of(views->begin(), views->end(), [&](const OfferedView& v) { return v.picture == picture; });
}

// What is at a place of a picture; nothing beyond its edges.
struct Place {
  Place(const Scene& scene, std::int64_t row, std::int64_t col) {
    if (row >= scene.rows || col >= scene.cols) return;
    const auto at = static_cast<std::size_t>(row * scene.cols + col);
    id = scene.ids[at];
    label = scene.labels[at];
  }
  std::int64_t id = -1;
  std::string_view label;
};

// Lines of a label in one.
Message words_of(const Place& place) {
  if (place.id < 0) return say("nothing");
  std::string text(place.label);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return Message::verbatim(text);
}

}  // namespace

Comparison compare(const Workspace& workspace, int a, int b, const Catalog& catalog) {
  std::string view;
  for (const Picture picture : {Picture::threads, Picture::grid, Picture::strip}) {
    if (view.empty() && offers(workspace, a, picture) && offers(workspace, b, picture))
      view = cat("kind=", name_of(picture));
  }
  Comparison out;
  out.a = make_picture(workspace, a, view, catalog);
  out.b = make_picture(workspace, b, view, catalog);
  const Scene& s = out.a->scene;
  const Scene& r = out.b->scene;
  if (!out.a->refused.empty() || !out.b->refused.empty()) {
    out.text = out.a->refused.empty() ? out.b->refused : out.a->refused;
    return out;
  }
  if (!s.labelled() || !r.labelled()) {
    out.text = say("too large to compare cell by cell");
    return out;
  }
  std::size_t cells = 0;
  std::size_t differ = 0;
  for (std::int64_t row = 0; row < std::max(s.rows, r.rows); ++row) {
    for (std::int64_t col = 0; col < std::max(s.cols, r.cols); ++col) {
      const Place x(s, row, col);
      const Place y(r, row, col);
      // Heads of rows and columns are no cells.
      if (x.id < 0 && y.id < 0) continue;
      ++cells;
      if (x.id >= 0 && y.id >= 0 && x.label == y.label) continue;
      if (differ++ == 0) out.first = say("first in row {}, column {}: {} and {}", row, col, words_of(x), words_of(y));
      if (x.id >= 0) out.differ_a.insert(x.id);
      if (y.id >= 0) out.differ_b.insert(y.id);
    }
  }
  out.text = differ == 0 ? say("all {} cells are the same", cells) : say("{} of {} cells differ", differ, cells);
  return out;
}

}  // namespace stridescope
