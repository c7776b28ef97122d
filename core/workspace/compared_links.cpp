// Cells in the picture of compare(A, B), and of functions with such a picture: both values there, and the linked cells
// of the values. Also the cells of a tile that a thread-value layout covers.
#include "core/algebra/algebra.h"
#include "core/analysis/compared.h"
#include "core/analysis/told.h"
#include "core/base/text.h"
#include "core/facts/coordinates.h"
#include "core/facts/offsets.h"
#include "core/scene/drawable.h"
#include "core/scene/tv_tiles.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

Message text_at(const Value& value, std::int64_t index) {
  if (index < 0) return say("nothing");
  Arith arith;
  const IntTuple out = as_arithmetic_tuple(arith, value_at(arith, value, IntTuple(dynamic_int(index))));
  return arith.failed() ? Message::verbatim("?") : Message::verbatim(to_text(out, IntegerMode::teaching));
}

std::int64_t box_cells(const CommonBox& box) {
  std::int64_t out = 1;
  for (const std::int64_t extent : box.extents()) out *= extent;
  return out;
}

// The name of a cell, and both values there.
struct Both {
  std::string where;
  Message a;
  Message b;
  std::int64_t index_a = -1;  // 1-D coordinates in the domains of the values, or -1
  std::int64_t index_b = -1;
};

// The owners of an element, in one line.
Message held_by(std::span<const TvHolder> pairs) {
  if (pairs.empty()) return say("no thread");
  std::string text = owners_label(pairs);
  text[text.find('\n')] = ' ';
  return Message::verbatim(text);
}

std::optional<Both> owners_at(const Compared& c, std::int64_t cell) {
  const auto tile = static_cast<std::size_t>((cell - first_owned_id) / owned_ids);
  const std::int64_t index = (cell - first_owned_id) % owned_ids;
  const auto a = tv_tiles_of(compared_side(c, c.a));
  const auto b = tv_tiles_of(compared_side(c, c.b));
  if (!a || !b || tile >= a->tiles.size() || tile >= b->tiles.size()) return std::nullopt;
  const TvTile& x = a->tiles[tile];
  const TvTile& y = b->tiles[tile];
  const std::int64_t rows = std::max(x.rows, y.rows);
  if (rows <= 0 || index >= rows * std::max(x.cols, y.cols)) return std::nullopt;
  const std::int64_t row = index % rows;
  const std::int64_t col = index / rows;
  const auto held = [&](const TvTile& of) {
    const bool inside = row < of.rows && col < of.cols;
    return held_by(inside ? of.holders(row, col) : std::span<const TvHolder>());
  };
  return Both{cat(x.name, '(', row, ',', col, ')'), held(x), held(y), -1, -1};
}

std::optional<Both> both_at(const Compared& c, std::int64_t cell) {
  if (cell < 0) return std::nullopt;
  if (cell >= first_field_id) {
    const auto i = static_cast<std::size_t>(cell - first_field_id);
    if (i >= c.fields.size()) return std::nullopt;
    const auto text = [](const std::optional<std::string>& of) { return of ? Message::verbatim(*of) : say("nothing"); };
    return Both{c.fields[i].name, text(c.fields[i].a), text(c.fields[i].b), -1, -1};
  }
  if (cell >= first_owned_id) return owners_at(c, cell);
  if (c.by == Compared::By::fields || cell >= box_cells(c.box)) return std::nullopt;
  const std::int64_t i = c.box.index_in_a(cell);
  const std::int64_t j = c.box.index_in_b(cell);
  return Both{c.box.coordinate(cell), text_at(c.a, i), text_at(c.b, j), i, j};
}

// For a tile that a thread-value layout covers: an element, and its (thread, value) pairs.
struct Held {
  std::string where;
  std::vector<TvHolder> pairs;
  std::int64_t threads = 0;
};

std::optional<Held> held_at(const Told& words, std::int64_t cell) {
  const auto tiles = covered_tile(words);
  if (!tiles || cell < 0 || cell >= words.tile_rows * words.tile_cols) return std::nullopt;
  const std::int64_t row = cell % words.tile_rows;
  const std::int64_t col = cell / words.tile_rows;
  const auto pairs = tiles->tiles.front().holders(row, col);
  return Held{cat('(', row, ',', col, ')'), {pairs.begin(), pairs.end()}, tiles->threads};
}

}  // namespace

bool Workspace::is_compared(int binding) const {
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  return compared_in(value) != nullptr || covering(value) != nullptr;
}

Result<Described> Workspace::describe_compared(int binding, std::int64_t cell) const {
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  if (const Told* words = covering(value)) {
    const auto held = held_at(*words, cell);
    if (!held) return failure(ErrorCode::index_range, say("{} does not have cell {}", name(binding), cell));
    const Message by = held_by(held->pairs);
    Described one;
    one.rows = {{say("element"), Message::verbatim(held->where)}, {say("held by"), by}};
    one.text = say("{}: {}", Message::verbatim(held->where), by);
    return one;
  }
  const Compared& c = *compared_in(value);
  const auto both = both_at(c, cell);
  if (!both) return failure(ErrorCode::index_range, say("{} does not have cell {}", name(binding), cell));
  const PicturedValue s = subject(binding);
  const std::string a = s.operand_name(0);
  const std::string b = s.operand_name(1);
  Described out;
  out.rows.push_back({both->a == both->b ? say("the same at") : say("differs at"), Message::verbatim(both->where)});
  out.rows.push_back({Message::verbatim(a), both->a});
  out.rows.push_back({Message::verbatim(b), both->b});
  out.text = both->a == both->b ? say("{}: {} in both", both->where, both->a)
                                : say("{}: {} in {}, {} in {}", both->where, both->a, a, both->b, b);
  return out;
}

Result<Linked> Workspace::link_compared(int binding, std::int64_t cell) const {
  const auto described = describe_compared(binding, cell);
  if (!described) return failure(described.error());
  Linked out;
  out.sentence = described->text;
  out.cells.push_back({binding, cell});
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const std::vector<int>& operands = origins_[static_cast<std::size_t>(binding)].bindings;
  if (const Told* words = covering(value)) {
    // All pairs of the element, as cells of the layout.
    const auto held = held_at(*words, cell);
    if (operands.empty() || operands[0] < 0) return out;
    for (const TvHolder pair : held->pairs) {
      if (out.cells.size() < max_linked_cells)
        out.cells.push_back({operands[0], pair.thread + held->threads * pair.value});
    }
    return out;
  }
  const auto both = both_at(*compared_in(value), cell);
  const std::int64_t indices[] = {both->index_a, both->index_b};
  for (std::size_t i = 0; i < 2 && i < operands.size(); ++i) {
    if (operands[i] >= 0 && indices[i] >= 0) out.cells.push_back({operands[i], indices[i]});
  }
  return out;
}

}  // namespace stridescope
