// The labels and heads of a window of a large picture. A picture of a million cells crosses the boundary only as
// colors; text is made for the visible part.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/value/print.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// For a nested mode, the coordinate is below the 1-D coordinate.
std::string head_text(std::int64_t i, const IntTuple* nested) {
  if (nested == nullptr) return cat(i);
  Arith arith;
  return cat(i, '\n', to_text(idx2crd(arith, IntTuple(dynamic_int(i)), *nested), IntegerMode::teaching));
}

// The mode along the rows or the columns of a grid, if it is nested.
std::optional<IntTuple> nested_mode(const Value& value, const Scene& scene, bool rows) {
  const Layout* domain = scene.picture == Picture::grid ? domain_of(value) : nullptr;
  const int mode = rows ? 0 : 1;
  if (domain == nullptr || mode >= domain->rank() || domain->shape[mode].leaf_count() < 2) return std::nullopt;
  return IntTuple(domain->shape[mode]);
}

std::vector<std::string> heads_of(const Value& value, const Scene& scene, bool rows,
                                  std::span<const std::int64_t> places) {
  std::vector<std::string> out;
  const std::optional<IntTuple> nested = nested_mode(value, scene, rows);
  const std::int64_t count = rows ? scene.rows : scene.cols;
  for (const std::int64_t i : places.first(std::min(places.size(), max_excerpt_heads))) {
    if (i < 0 || i >= count) {
      out.emplace_back();
    } else if (!scene.texts.empty()) {
      out.emplace_back(scene.head_in(rows, i));
    } else if (rows && scene.picture == Picture::strip) {
      out.push_back(cat(i * scene.cols));
    } else if (rows && scene.picture == Picture::memory) {
      out.push_back(cat(scene.offsets[static_cast<std::size_t>(i * scene.cols)]));
    } else {
      out.push_back(head_text(i, nested ? &*nested : nullptr));
    }
  }
  return out;
}

}  // namespace

Result<SceneExcerpt> Workspace::excerpt(int binding, const View& view, const Scene& scene,
                                        const SceneWindow& window) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  SceneExcerpt out;
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  out.row_heads = heads_of(value, scene, true, window.row_heads);
  out.col_heads = heads_of(value, scene, false, window.col_heads);
  const std::int64_t first_row = std::clamp<std::int64_t>(window.row, 0, scene.rows);
  const std::int64_t first_col = std::clamp<std::int64_t>(window.col, 0, scene.cols);
  out.rows = std::clamp<std::int64_t>(window.rows, 0, scene.rows - first_row);
  out.cols = std::clamp<std::int64_t>(window.cols, 0, scene.cols - first_col);
  if (out.rows * out.cols > max_labelled_cells) {
    return failure(ErrorCode::too_large, say("at most {} cells can have labels", max_labelled_cells));
  }
  for (std::int64_t r = first_row; r < first_row + out.rows; ++r) {
    for (std::int64_t c = first_col; c < first_col + out.cols; ++c) {
      const auto cell = static_cast<std::size_t>(r * scene.cols + c);
      if (!scene.texts.empty()) {
        out.labels.push_back(scene.texts[cell]);
        continue;
      }
      const std::int64_t id = scene.ids[cell];
      out.labels.push_back(id < 0                       ? std::string()
                           : view.label == Label::index ? cat(id)
                           : view.label == Label::coord ? cell_text(binding, id)
                                                        : offset_text(binding, id));
    }
  }
  return out;
}

}  // namespace stridescope
