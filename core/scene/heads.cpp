// Heads of rows and columns, with one level per leaf of a nested mode, if they fit.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"

namespace stridescope {
namespace {

using Levels = std::vector<std::vector<Message>>;

void add_leaves(Levels& out, TupleRef shape, std::int64_t shown) {
  Arith arith;
  const IntTuple leaves = flatten_to_tuple(arith, shape);
  const auto levels = static_cast<std::size_t>(leaves.rank());
  const std::size_t first = out.size();
  if (leaves.rank() > max_head_levels) return;
  out.resize(first + levels);
  for (std::int64_t i = 0; i < shown; ++i) {
    std::int64_t rest = i;
    for (std::size_t leaf = 0; leaf < levels; ++leaf) {
      const std::int64_t extent = std::max<std::int64_t>(1, leaves[static_cast<int>(leaf)].integer().value);
      const bool last = leaf + 1 == levels;
      out[first + levels - 1 - leaf].push_back(Message::verbatim(cat(last ? rest : rest % extent)));
      rest /= extent;
    }
  }
}

}  // namespace

Levels axis_heads(const Axis& axis, std::int64_t shown) {
  Levels out;
  if (shown > max_heads) return out;
  out.emplace_back();
  for (std::int64_t i = 0; i < shown; ++i) out[0].push_back(Message::verbatim(cat(i)));
  if (!axis.shape.is_tuple() || axis.shape.leaf_count() < 2) return out;
  if (shown > max_written_coordinates || axis.shape.leaf_count() > max_written_leaves) {
    add_leaves(out, axis.shape, shown);
    return out;
  }
  out.emplace_back();
  for (std::int64_t i = 0; i < shown; ++i) {
    Arith arith;
    out[1].push_back(Message::verbatim(to_text(idx2crd(arith, IntTuple(dynamic_int(i)), axis.shape))));
  }
  return out;
}

void add_line_heads(Scene& scene, std::int64_t first) {
  if (scene.rows > max_heads || scene.rows <= 1) return;
  scene.row_heads.resize(1);
  for (std::int64_t r = 0; r < scene.rows; ++r)
    scene.row_heads[0].push_back(Message::verbatim(cat(first + r * scene.cols)));
}

}  // namespace stridescope
