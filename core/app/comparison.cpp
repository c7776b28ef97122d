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
  if (s.rows != r.rows || s.cols != r.cols) {
    out.text = say("their pictures are {} by {} and {} by {}", s.rows, s.cols, r.rows, r.cols);
    return out;
  }
  if (!s.labelled() || !r.labelled()) {
    out.text = say("too large to compare cell by cell");
    return out;
  }
  // Heads of rows and columns are no cells.
  std::size_t cells = 0;
  for (std::size_t i = 0; i < s.labels.size(); ++i) {
    cells += s.ids[i] >= 0 || r.ids[i] >= 0 ? 1 : 0;
    if (s.labels[i] == r.labels[i]) continue;
    if (s.ids[i] >= 0) out.differ_a.insert(s.ids[i]);
    if (r.ids[i] >= 0) out.differ_b.insert(r.ids[i]);
  }
  out.text = out.differ_a.empty() && out.differ_b.empty()
                 ? say("all {} cells are the same", cells)
                 : say("{} of {} cells differ", std::max(out.differ_a.size(), out.differ_b.size()), cells);
  return out;
}

}  // namespace stridescope
