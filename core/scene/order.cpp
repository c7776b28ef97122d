// The Hasse diagram of shapes by compatibility: the coarsest in the first row, arrows from each shape to its immediate
// refinements.
#include <algorithm>

#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/facts/compatibility.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

using Row = std::vector<int>;  // elements, from left to right

// Sorts each row by the mean position of the predecessors of its shapes, so that fewer arrows cross.
std::vector<Row> rows_of(const CompatibilityOrder& order) {
  std::vector<Row> rows;
  std::vector<double> place(order.elements.size(), 0);
  for (std::size_t i = 0; i < order.elements.size(); ++i) {
    const auto level = static_cast<std::size_t>(order.elements[i].level);
    if (level >= rows.size()) rows.resize(level + 1);
    rows[level].push_back(static_cast<int>(i));
  }
  for (Row& row : rows) {
    for (const int element : row) {
      double sum = 0;
      int count = 0;
      for (const auto& cover : order.covers) {
        if (cover.fine != element) continue;
        sum += place[static_cast<std::size_t>(cover.coarse)];
        ++count;
      }
      if (count > 0) place[static_cast<std::size_t>(element)] = sum / count;
    }
    sort_stable(std::span(row),
                [&](int a, int b) { return place[static_cast<std::size_t>(a)] < place[static_cast<std::size_t>(b)]; });
    // Rows are centered: positions are relative to the middle of the row.
    for (std::size_t i = 0; i < row.size(); ++i) {
      place[static_cast<std::size_t>(row[i])] = static_cast<double>(i) - static_cast<double>(row.size() - 1) / 2;
    }
  }
  return rows;
}

}  // namespace

PictureWords order_words(const PicturedValue& subject) {
  if (subject.roles.depiction != roles::Depiction::order) return {};
  return {{Label::offset}, {ColorBy::mode}};
}

Result<Scene> order_scene(const PicturedValue& subject, const View& view) {
  if (subject.roles.depiction != roles::Depiction::order || subject.operands == nullptr) {
    return failure(ErrorCode::unsupported, say("only shapes in compatibility_order(...) have this diagram"));
  }
  Arith arith;
  std::vector<IntTuple> shapes;
  for (const Value& operand : *subject.operands) {
    if (const auto* tuple = operand.as<IntTuple>()) {
      shapes.push_back(*tuple);
    } else if (const Layout* domain = domain_of(operand)) {
      shapes.push_back(domain->shape);
    }
  }
  if (shapes.size() == 1) shapes = coarsenings(arith, IntTuple(shapes[0]));
  const CompatibilityOrder order = compatibility_order(arith, shapes);
  if (arith.failed()) return arith.error();
  const std::vector<Row> rows = rows_of(order);
  std::size_t widest = 0;
  for (const Row& row : rows) widest = std::max(widest, row.size());
  if (static_cast<std::int64_t>(rows.size() * widest) > max_labelled_cells) {
    return failure(ErrorCode::too_large, say("a diagram of {} {shape|shapes}", order.elements.size()),
                   say("give fewer shapes"));
  }
  SceneBuilder builder;
  std::vector<SceneBuilder::Place> places(order.elements.size());
  for (std::size_t level = 0; level < rows.size(); ++level) {
    builder.row();
    for (const int element : rows[level]) {
      const auto i = static_cast<std::size_t>(element);
      const std::string label = to_text(order.elements[i].shape, view.integers);
      places[i] = builder.add({0, -1, palette_class(static_cast<std::int64_t>(level)), CellState::element, label});
    }
  }
  for (const auto& cover : order.covers) {
    builder.arrow(Scene::Arrow::Kind::order, places[static_cast<std::size_t>(cover.coarse)],
                  places[static_cast<std::size_t>(cover.fine)]);
  }
  return builder.finish(Scene());
}

}  // namespace stridescope
