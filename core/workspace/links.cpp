// The origin of a cell and the cells that it feeds: the provenance behind every hover.
#include <algorithm>
#include <optional>

#include "core/algebra/algebra.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/facts/coordinates.h"
#include "core/facts/function.h"
#include "core/facts/offsets.h"
#include "core/functions/builtin.h"
#include "core/scene/tiled_tensor.h"
#include "core/scene/tv_tiles.h"
#include "core/tiled/units.h"
#include "core/value/print.h"
#include "core/workspace/category_entries.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// True for operations whose result has, at each coordinate, the offset of the operand's cell that it comes from.
bool follows(roles::Link link) {
  return link == roles::Link::composition || link == roles::Link::reshape || link == roles::Link::divide ||
         link == roles::Link::partition;
}

// The operand whose elements are the elements of the result: the tensor, not the tiling.
std::size_t source_operand(const Origin& origin) {
  switch (origin.roles.source) {
    case roles::Source::first:
      return 0;
    case roles::Source::second:
      return 1;
    case roles::Source::last:
      break;
  }
  return origin.args.empty() ? 0 : origin.args.size() - 1;
}

using Map = std::vector<std::int64_t>;

std::int64_t size_of(const Value& value) { return domain_size(value).value_or(0); }

Map iota(std::int64_t count) {
  Map map(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) map[static_cast<std::size_t>(i)] = i;
  return map;
}

// Applies the operation to the layout that numbers an operand's coordinates: the offsets of the result are then 1-D
// coordinates of the operand.
Map map_through(const Origin& origin, std::int64_t count, std::size_t operand = 0) {
  const Layout* domain = domain_of(origin.args[operand]);
  const Builtin* builtin = find_builtin(origin.function);
  if (domain == nullptr || builtin == nullptr) return {};
  Arith arith;
  std::vector<Value> args = origin.args;
  const Layout numbers = make_layout(arith, domain->shape);
  if (arith.failed()) return {};
  if (args[operand].is<Tensor>()) {
    args[operand] = Tensor{{Iterator::Kind::counting, dynamic_int(0)}, numbers};
  } else {
    args[operand] = numbers;
  }
  const Value numbered = builtin->run(Call(arith, builtin->name, origin.template_args, args));
  if (arith.failed() || size_of(numbered) != count) return {};
  const auto function = memory_function(numbered);
  if (!function) return {};
  Map map(static_cast<std::size_t>(count));
  function->fill(map.data(), count);
  return map;
}

// Splits 1-D coordinates of a rank-sensitive product, mode by mode, into those of the block and of the tiler.
Map map_ranked(const Origin& origin, std::int64_t count, bool block) {
  const Layout* a = domain_of(origin.args[0]);
  const Layout* b = domain_of(origin.args[1]);
  if (a == nullptr || b == nullptr) return {};
  Arith arith;
  const int rank = std::max(a->rank(), b->rank());
  const auto extents = [&](const Layout& layout) {
    std::vector<std::int64_t> out;
    out.reserve(static_cast<std::size_t>(rank));
    for (int i = 0; i < rank; ++i) out.push_back(i < layout.rank() ? product(arith, layout.shape[i]).value : 1);
    return out;
  };
  const auto in_a = extents(*a);
  const auto in_b = extents(*b);
  const bool block_first = origin.roles.form == roles::Form::blocked;
  Map map(static_cast<std::size_t>(count));
  for (std::int64_t index = 0; index < count; ++index) {
    std::int64_t rest = index;
    std::int64_t out = 0;
    std::int64_t weight = 1;
    for (int i = 0; i < rank; ++i) {
      const auto m = static_cast<std::size_t>(i);
      const std::int64_t first = block_first ? in_a[m] : in_b[m];
      const std::int64_t whole = in_a[m] * in_b[m];
      if (first == 0 || whole == 0) return {};
      const std::int64_t local = rest % whole;
      rest /= whole;
      const bool take_first = block == block_first;
      out += weight * (take_first ? local % first : local / first);
      weight *= block ? in_a[m] : in_b[m];
    }
    map[static_cast<std::size_t>(index)] = out;
  }
  return map;
}

// A(c): the elements of A at a coordinate, with or without `_`.
Map map_applied(const Origin& origin, const Value& result) {
  const Layout* domain = domain_of(origin.args[0]);
  if (domain == nullptr) return {};
  Arith arith;
  TupleBuilder tuple(arith);
  if (origin.args.size() > 2) tuple.open();
  for (std::size_t i = 1; i < origin.args.size(); ++i) {
    const auto* part = origin.args[i].as<IntTuple>();
    if (part == nullptr) return {};
    tuple.copy(*part);
  }
  if (origin.args.size() > 2) tuple.close();
  const IntTuple coord = tuple.take();
  const Layout numbered = make_layout(arith, domain->shape);
  if (arith.failed()) return {};
  const Sliced kept = slice_and_offset(arith, coord, AnyLayout(numbered));
  const auto* layout = std::get_if<Layout>(&kept.layout);
  if (arith.failed() || !kept.offset.is_integer() || layout == nullptr) return {};
  const bool one = !coord.ref().has_any();
  const std::int64_t count = one ? 1 : size_of(result);
  if (count <= 0 || count > max_enumerated || (!one && size(arith, *layout).value != count)) return {};
  Map map(static_cast<std::size_t>(count), 0);
  if (!one) fill_offsets(*layout, map.data(), count);
  for (std::int64_t& cell : map) cell += kept.offset.integer().value;
  return map;
}

// The cells of a product, block by block.
Map map_product(const Origin& origin, std::int64_t count, bool of_block) {
  const std::int64_t block = size_of(origin.args[0]);
  const bool whole = origin.args[1].is<Layout>() || origin.args[1].integer() != nullptr;
  if (!whole || block <= 0) return {};
  Map map(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) map[static_cast<std::size_t>(i)] = of_block ? i % block : i / block;
  return map;
}

// The cell in one of several adjacent layouts.
Map map_side_by_side(const Origin& origin, std::int64_t count, std::size_t argument) {
  const std::int64_t operand_size = size_of(origin.args[argument]);
  std::int64_t before = 1;
  for (std::size_t j = 0; j < argument; ++j) before *= size_of(origin.args[j]);
  if (operand_size <= 0 || before <= 0) return {};
  Map map(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) map[static_cast<std::size_t>(i)] = i / before % operand_size;
  return map;
}

// The first `count` values of a function, which are coordinates of the layout that it is composed with.
Map values_of(const Value& value, std::int64_t count) {
  const auto function = memory_function(value);
  if (!function) return {};
  Map map(static_cast<std::size_t>(count));
  function->fill(map.data(), count);
  return map;
}

Map make_map(const Origin& origin, const Value& result, std::size_t argument) {
  const roles::Link link = origin.roles.link;
  if (link == roles::Link::apply && argument == 0 && origin.args.size() > 1) return map_applied(origin, result);
  const std::int64_t count = size_of(result);
  if (count <= 0 || count > max_enumerated || argument >= origin.args.size()) return {};
  const std::int64_t operand_size = size_of(origin.args[argument]);
  switch (link) {
    case roles::Link::composition:
      if (origin.args.size() != 2) return {};
      if (argument == 1) return operand_size == count ? iota(count) : Map{};
      if (size_of(origin.args[1]) == count) {
        if (Map map = values_of(origin.args[1], count); !map.empty()) return map;
      }
      return map_through(origin, count);
    case roles::Link::compose_layouts:
      if (operand_size <= 0 || size_of(origin.args[0]) != count) return {};
      return argument == 0 ? iota(count) : values_of(origin.args[0], count);
    case roles::Link::divide:
    case roles::Link::reshape:
      return argument == 0 ? map_through(origin, count) : Map{};
    case roles::Link::partition:
      return argument == source_operand(origin) ? map_through(origin, count, argument) : Map{};
    case roles::Link::product:
      return map_product(origin, count, argument == 0);
    case roles::Link::ranked_product:
      return map_ranked(origin, count, argument == 0);
    case roles::Link::side_by_side:
      return map_side_by_side(origin, count, argument);
    case roles::Link::same_index:
      return argument == 0 && operand_size == count ? iota(count) : Map{};
    case roles::Link::inverse:
      return argument == 0 ? values_of(result, count) : Map{};
    default:
      return {};
  }
}

}  // namespace

bool Workspace::is_part(int binding) const {
  const auto i = static_cast<std::size_t>(binding);
  const Origin& origin = origins_[i];
  const roles::Link link = origin.roles.link;
  const bool of_parts = link == roles::Link::composition || link == roles::Link::apply || link == roles::Link::divide ||
                        link == roles::Link::partition;
  if (origin.args.empty() || !of_parts) return false;
  const Value& value = report_.bindings[i].value;
  const std::size_t operand = source_operand(origin);
  if (operand >= origin.args.size()) return false;
  const auto whole = domain_size(origin.args[operand]);
  const auto part =
      value.integer() != nullptr && link == roles::Link::apply ? std::optional<std::int64_t>(1) : domain_size(value);
  return whole && part && *whole > 0 && *part > 0 && *whole <= max_part_elements && *part <= max_part_elements;
}

std::size_t Workspace::whole_operand(int binding) const {
  return source_operand(origins_[static_cast<std::size_t>(binding)]);
}

const std::vector<std::int64_t>& Workspace::source_map(int binding, std::size_t argument) const {
  const auto key = std::make_pair(binding, argument);
  const auto found = maps_.find(key);
  if (found != maps_.end()) return found->second;
  const auto i = static_cast<std::size_t>(binding);
  Map map = make_map(origins_[i], report_.bindings[i].value, argument);
  // A coordinate outside the operand (of an over-covering tile) has no cell.
  const std::int64_t limit = argument < origins_[i].args.size() ? size_of(origins_[i].args[argument]) : 0;
  for (std::int64_t& cell : map) {
    if (cell < 0 || cell >= limit) cell = -1;
  }
  return maps_.emplace(key, std::move(map)).first->second;
}

std::string Workspace::cell_text(int binding, std::int64_t cell) const {
  const Layout* domain = domain_of(report_.bindings[static_cast<std::size_t>(binding)].value);
  if (domain == nullptr) return {};  // an element of a layout, not a layout
  Arith arith;
  const IntTuple natural = idx2crd(arith, IntTuple(dynamic_int(cell)), domain->shape);
  const std::string text = to_text(natural);
  return natural.is_tuple() ? text : cat('(', text, ')');
}

std::string Workspace::offset_text(int binding, std::int64_t cell) const {
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  Arith arith;
  const IntTuple coord = dynamic_int(cell);
  IntTuple out;
  if (const auto* tuple = value.as<IntTuple>()) {
    out = *tuple;
  } else if (const auto* layout = value.as<Layout>()) {
    out = as_arithmetic_tuple(arith, apply(arith, *layout, coord));
  } else if (const auto* composed = value.as<ComposedLayout>()) {
    out = apply(arith, *composed, coord);
  } else if (const auto* tensor = value.as<Tensor>()) {
    out = element(arith, coord, *tensor);
  }
  return arith.failed() ? std::string("?") : to_text(out, IntegerMode::teaching);
}

namespace {

// An element that threads hold, as its tile and its position there.
struct TvPlace {
  const TvTile* tile;
  std::int64_t row;
  std::int64_t col;
};

std::optional<TvPlace> place_of(const TvTiles& owned, std::int64_t cell) {
  for (const TvTile& tile : owned.tiles) {
    const std::int64_t index = cell - tile.first_id;
    if (index >= 0 && index < tile.rows * tile.cols) return TvPlace{&tile, index % tile.rows, index / tile.rows};
  }
  return std::nullopt;
}

// A tile of a kernel, by its id; empty for other cells.
std::optional<Described> describe_tile(const Value& value, std::int64_t cell) {
  if (cell < first_tile_id) return std::nullopt;
  const auto tensor = tiled_tensor(value);
  if (!tensor || cell - first_tile_id >= tensor->count()) return std::nullopt;
  const std::vector<std::int64_t> at = tensor->coordinate(cell - first_tile_id);
  Described out;
  out.rows.push_back(property(term("tile"), cat(cell - first_tile_id)));
  out.rows.push_back(property(term("begins at"), begin_text(*tensor, at)));
  out.text = tensor->is_partial(at)
                 ? say("a tile of {}, starting at {}, masked past the end", tile_text(*tensor), begin_text(*tensor, at))
                 : say("a tile of {}, starting at {}", tile_text(*tensor), begin_text(*tensor, at));
  return out;
}

Message first_cells(const Message& sentence) {
  return say("{}; only the first {} of its cells are shown", sentence, max_linked_cells);
}

// "T0 V0, T4 V0", and the number of further owners.
Message holders_text(const TvPlace& at) {
  constexpr std::size_t max_named = 8;
  const auto pairs = at.tile->holders(at.row, at.col);
  std::string out;
  for (std::size_t i = 0; i < std::min(pairs.size(), max_named); ++i) {
    append_all(out, i == 0 ? "" : ", ", 'T', pairs[i].thread, " V", pairs[i].value);
  }
  if (pairs.size() > max_named) return say("{} and {} more", out, pairs.size() - max_named);
  return out.empty() ? say("no thread") : Message::verbatim(out);
}

std::string element_text(const TvPlace& at) { return cat(at.tile->name, '(', at.row, ',', at.col, ')'); }

// The owners of an element, or the memory from which the instruction reads it.
Message held_sentence(const TvPlace& at) {
  return at.tile->in_registers ? say("{} is held by {}", element_text(at), holders_text(at))
                               : say("{}: {}", element_text(at), say("memory that the instruction reads itself"));
}

Result<Described> describe_owned(const TvPlace& at) {
  Described out;
  const auto pairs = at.tile->holders(at.row, at.col);
  out.rows.push_back(property(term("element"), element_text(at)));
  if (at.tile->in_registers) out.rows.push_back({say("held by"), holders_text(at)});
  if (at.tile->in_registers && !pairs.empty() && pairs[0].thread >= lanes_per_warp) {
    out.rows.push_back(
        {say("warp"), say("{}, lane {}", pairs[0].thread / lanes_per_warp, pairs[0].thread % lanes_per_warp)});
  }
  if (!at.tile->in_registers) out.rows.push_back({say("place"), say("memory that the instruction reads itself")});
  out.text = held_sentence(at);
  return out;
}

// An element of C comes from a row of A and a row of B; for a copy, the source's element goes to the same position.
Linked link_owned(const TvTiles& owned, const TvPlace& at, int binding, std::int64_t cell) {
  Linked out;
  out.cells.push_back({binding, cell});
  const auto add = [&](const TvTile& tile, std::int64_t row, std::int64_t col) {
    if (out.cells.size() < max_linked_cells) out.cells.push_back({binding, tile.first_id + row + tile.rows * col});
  };
  out.sentence = held_sentence(at);
  if (owned.form == TvTiles::Form::copy) {
    const bool source = at.tile == &owned.tiles[0];
    const TvTile& other = owned.tiles[source ? 1 : 0];
    add(other, at.row, at.col);
    const Message there = holders_text({&other, at.row, at.col});
    out.sentence =
        source ? say("{}; it goes to {}", out.sentence, there) : say("{}; it comes from {}", out.sentence, there);
  } else if (owned.form == TvTiles::Form::mma) {
    const TvTile& a = owned.tiles[0];
    const TvTile& b = owned.tiles[1];
    const TvTile& c = owned.tiles[2];
    if (at.tile == &c) {
      for (std::int64_t k = 0; k < a.cols; ++k) add(a, at.row, k);
      for (std::int64_t k = 0; k < b.cols; ++k) add(b, at.col, k);
      out.sentence = say("{}; the sum of A({},k) B({},k)", out.sentence, at.row, at.col);
    } else if (at.tile == &a) {
      for (std::int64_t n = 0; n < c.cols; ++n) add(c, at.row, n);
    } else {
      for (std::int64_t m = 0; m < c.rows; ++m) add(c, m, at.row);
    }
  }
  if (out.cells.size() >= max_linked_cells) out.sentence = first_cells(out.sentence);
  return out;
}

}  // namespace

Result<Described> Workspace::describe(int binding, std::int64_t cell) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  if (is_access(binding)) return describe_access(binding, cell);
  if (is_compared(binding)) return describe_compared(binding, cell);
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  if (has_entries(value)) return describe_entry(binding, cell);
  if (domain_of(value) == nullptr && cell == 0 && is_part(binding)) {
    const Map& map = source_map(binding, 0);
    if (map.size() == 1 && map[0] >= 0) {
      Described element;
      Arith coordinates;
      const Layout& whole = *domain_of(origins_[static_cast<std::size_t>(binding)].args[0]);
      element.rows.push_back(property(term("1-D"), cat(map[0])));
      element.rows.push_back(
          property(term("natural"), to_text(idx2crd(coordinates, IntTuple(dynamic_int(map[0])), whole.shape))));
      element.rows.push_back(property(term("offset"), offset_text(binding, 0)));
      element.text = say("{} = {}", name(binding), offset_text(binding, 0));
      return element;
    }
  }
  if (auto tile = describe_tile(value, cell)) return std::move(*tile);
  if (const PicturedValue s = subject(binding); domain_of(value) == nullptr && has_tv_tiles(s)) {
    const auto owned = tv_tiles_of(s);
    if (!owned) return failure(owned.error());
    const auto at = place_of(*owned, cell);
    if (!at) return failure(ErrorCode::index_range, say("{} does not have cell {}", name(binding), cell));
    return describe_owned(*at);
  }
  const auto count = domain_size(value);
  if (!count || cell < 0 || cell >= *count)
    return failure(ErrorCode::index_range, say("{} does not have cell {}", name(binding), cell));
  const Layout& domain = *domain_of(value);
  Arith arith;
  Described out;
  const std::string offset = offset_text(binding, cell);
  out.rows.push_back(property(term("1-D"), cat(cell)));
  const IntTuple modes = product_each(arith, domain.shape);
  const std::string flat = to_text(idx2crd(arith, IntTuple(dynamic_int(cell)), modes));
  const std::string natural = cell_text(binding, cell);
  if (domain.rank() > 1 && flat != natural) out.rows.push_back({say("{}-D", domain.rank()), Message::verbatim(flat)});
  out.rows.push_back(property(term("natural"), natural));
  out.rows.push_back(property(value.is<Tensor>() ? term("element") : term("offset"), offset));
  const MemoryOf memory = memory_of(value);
  if (memory.bits != 0) {
    const IntTuple at = value_at(arith, value, IntTuple(dynamic_int(cell)));
    if (arith.ok()) out.rows.push_back({say("in memory"), in_units(at, memory.bits, memory.counted)});
  }
  out.text = say("{} = {}", cat(name(binding), natural), offset);
  return out;
}

Result<Linked> Workspace::linked(int binding, std::int64_t cell) const {
  if (known(binding) && has_entries(report_.bindings[static_cast<std::size_t>(binding)].value))
    return linked_entry(binding, cell);
  const auto described = describe(binding, cell);
  if (!described) return failure(described.error());
  if (is_access(binding)) return link_access(binding, cell);
  if (is_compared(binding)) return link_compared(binding, cell);
  const Value& itself = report_.bindings[static_cast<std::size_t>(binding)].value;
  if (cell >= first_tile_id && tiled_tensor(itself)) return Linked{described->text, {{binding, cell}}};
  if (const PicturedValue s = subject(binding); domain_of(itself) == nullptr && has_tv_tiles(s)) {
    const auto owned = tv_tiles_of(s);
    if (!owned) return failure(owned.error());
    if (const auto at = place_of(*owned, cell)) return link_owned(*owned, *at, binding, cell);
  }
  Linked out;
  out.cells.push_back({binding, cell});
  const auto add = [&](int b, std::int64_t c) {
    const Linked::Cell found = {b, c};
    if (out.cells.size() >= max_linked_cells || std::find(out.cells.begin(), out.cells.end(), found) != out.cells.end())
      return false;
    out.cells.push_back(found);
    return true;
  };
  // Upwards: the cells that this one was made from.
  std::vector<Linked::Cell> queue = {{binding, cell}};
  for (std::size_t next_up = 0; next_up < queue.size(); ++next_up) {
    const Linked::Cell here = queue[next_up];
    const Origin& origin = origins_[static_cast<std::size_t>(here.binding)];
    for (std::size_t j = 0; j < origin.bindings.size(); ++j) {
      if (origin.bindings[j] < 0) continue;
      const Map& map = source_map(here.binding, j);
      const auto i = static_cast<std::size_t>(here.cell);
      if (i < map.size() && map[i] >= 0 && add(origin.bindings[j], map[i]))
        queue.push_back({origin.bindings[j], map[i]});
    }
  }
  // Downwards: the cells that were made from this one.
  queue.assign(1, {binding, cell});
  for (std::size_t next_down = 0; next_down < queue.size(); ++next_down) {
    const Linked::Cell here = queue[next_down];
    for (std::size_t b = static_cast<std::size_t>(here.binding) + 1; b < origins_.size(); ++b) {
      const Origin& origin = origins_[b];
      for (std::size_t j = 0; j < origin.bindings.size(); ++j) {
        if (origin.bindings[j] != here.binding) continue;
        const Map& map = source_map(static_cast<int>(b), j);
        for (std::size_t i = 0; i < map.size() && out.cells.size() < max_linked_cells; ++i) {
          const Linked::Cell next = {static_cast<int>(b), static_cast<std::int64_t>(i)};
          if (map[i] == here.cell && add(next.binding, next.cell)) queue.push_back(next);
        }
      }
    }
  }
  // The sentence, for example: R(2,1) = R(6) -> B(6) = 7 -> A(7) = A(1,1) = 10
  const Origin& origin = origins_[static_cast<std::size_t>(binding)];
  const std::string here = cat(name(binding), cell_text(binding, cell));
  const std::string index = cat(name(binding), '(', cell, ')');
  const bool element = domain_of(report_.bindings[static_cast<std::size_t>(binding)].value) == nullptr;
  std::string path = here == index || element ? here : cat(here, " = ", index);
  const auto source = [&](std::size_t j) -> std::optional<std::int64_t> {
    if (j >= origin.args.size()) return std::nullopt;
    const Map& map = source_map(binding, j);
    if (static_cast<std::size_t>(cell) >= map.size() || map[static_cast<std::size_t>(cell)] < 0) return std::nullopt;
    return map[static_cast<std::size_t>(cell)];
  };
  const auto operand = [&](std::size_t j) {
    const int b = origin.bindings[j];
    return b >= 0 ? name(b) : std::string(1, static_cast<char>('A' + j));
  };
  const roles::Link link = origin.roles.link;
  const std::size_t whole = source_operand(origin);
  const auto first = source(whole);
  const bool product = link == roles::Link::product || link == roles::Link::ranked_product;
  if (first && link == roles::Link::composition) {
    append_all(path, " → ", operand(1), '(', cell, ") = ", *first, " → ", operand(0), '(', *first, ')');
  } else if (first) {
    append_all(path, " → ", operand(product && source(1) ? 0 : whole), '(', *first, ')');
  }
  Message begin = Message::verbatim(path);
  if (first && product && source(1)) begin = say("{} at {}", begin, cat(operand(1), '(', *source(1), ')'));
  std::string end;
  const int whole_binding = whole < origin.bindings.size() ? origin.bindings[whole] : -1;
  if (first && whole_binding >= 0) {
    const std::string natural = cell_text(whole_binding, *first);
    if (natural != cat('(', *first, ')')) append_all(end, " = ", operand(whole), natural);
  }
  const std::string offset = offset_text(binding, cell);
  const bool followed = first && whole_binding >= 0 && follows(link);
  const std::string expected = followed ? offset_text(whole_binding, *first) : offset;
  append_all(end, " = ", expected);
  out.sentence = say("{}{}", begin, end);
  if (expected != offset) {
    out.sentence = say("{}, but {} has {}: CuTe's result violates the law here", out.sentence, name(binding), offset);
  }
  if (out.cells.size() >= max_linked_cells) out.sentence = first_cells(out.sentence);
  link_entries(out, binding, cell);
  return out;
}

}  // namespace stridescope
