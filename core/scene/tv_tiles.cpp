// Finds the tile of any value with a thread-value layout, and the owners of its elements: a TV layout over its tiler,
// an atom, the three operands of a TiledMMA, both sides of a TiledCopy or of a copy kernel. threads_scene.cpp draws it.
#include "core/scene/tv_tiles.h"

#include <algorithm>
#include <utility>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/kernels/convert/convert_kernel.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"
#include "core/kernels/reduce/reduce_kernel.h"
#include "core/scene/drawable.h"
#include "core/scene/tiled_tensor.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {
namespace {

// The order of elements in a tile: column-major or row-major.
enum class Order { down, across };

// Consecutive threads that hold the same elements: an operand that a whole warpgroup reads has a million pairs.
struct Crowd {
  std::int32_t first;
  std::uint32_t count;
};

// A thread that holds an element twice counts once. Owners are sorted by thread, then by value.
template <class EachValue>
std::vector<Crowd> crowds_of(const TvTable& table, std::size_t elements, const EachValue& each_value) {
  std::vector<Crowd> out;
  std::vector<std::int32_t> held(elements, -1);
  if (table.values() == 0) return out;
  for (std::int64_t t = 0, end = 0; t < table.threads(); t = end) {
    for (end = t + 1; end < table.threads() && table.element(end, 0) == table.element(t, 0);) ++end;
    const auto first = static_cast<std::int32_t>(t);
    bool once = true;
    each_value(t, [&](std::size_t at, std::int32_t) { once = std::exchange(held[at], first) != first && once; });
    const std::int64_t step = once ? end - t : 1;
    for (; t < end; t += step) out.push_back({static_cast<std::int32_t>(t), static_cast<std::uint32_t>(step)});
  }
  return out;
}

TvTile tile_of(Arith& arith, LayoutRef tv, std::int64_t rows, std::int64_t cols, Order order = Order::down) {
  TvTile out;
  out.rows = rows;
  out.cols = cols;
  const TvTable table = TvTable::make(arith, tv);
  if (arith.failed()) return out;
  if (rows < 0 || cols < 0 || arith.mul(static_int(rows), static_int(cols)).value > max_tv_pairs || arith.failed()) {
    arith.fail(ErrorCode::too_large, say("this tile is too large to draw"), say("draw the atom"));
    return out;
  }
  // A counting sort: by element, then by thread and value.
  out.begin.assign(static_cast<std::size_t>(rows * cols) + 1, 0);
  const auto elements = static_cast<std::size_t>(rows * cols);
  const auto each_value = [&](std::int64_t thread, auto&& take) {
    for (std::int64_t v = 0; v < table.values(); ++v) {
      // a negative index becomes larger than all others
      const auto at = static_cast<std::uint64_t>(table.element(thread, v));
      if (at < elements) take(static_cast<std::size_t>(at), static_cast<std::int32_t>(v));
    }
  };
  const std::vector<Crowd> crowds = crowds_of(table, elements, each_value);
  std::vector<std::uint32_t> next(elements, 0);
  for (const Crowd& crowd : crowds)
    each_value(crowd.first, [&](std::size_t at, std::int32_t) { next[at] += crowd.count; });
  const auto place = [&](std::size_t element) {
    const auto [high, wide] = std::pair(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols));
    return order == Order::down ? element : element / wide + high * (element % wide);
  };
  for (std::size_t i = 0; i < elements; ++i) out.begin[place(i) + 1] = next[i];
  for (std::size_t i = 1; i < out.begin.size(); ++i) out.begin[i] += out.begin[i - 1];
  out.owners.resize(out.begin.back());
  for (std::size_t i = 0; i < elements; ++i) next[i] = out.begin[place(i)];
  for (const Crowd& crowd : crowds) {
    each_value(crowd.first, [&](std::size_t at, std::int32_t v) {
      TvHolder* const holders = out.owners.data() + next[at];
      for (std::uint32_t i = 0; i < crowd.count; ++i) holders[i] = {crowd.first + static_cast<std::int32_t>(i), v};
      next[at] += crowd.count;
    });
  }
  return out;
}

std::int64_t threads_of(LayoutRef tv) {
  Arith arith;
  return product(arith, tv.shape[0]).value;
}

Result<TvTiles> mma_tiles(const TiledMma& mma, std::int64_t thread) {
  static constexpr MmaOperand operands[] = {MmaOperand::a, MmaOperand::b, MmaOperand::c};
  static constexpr std::string_view names[] = {"A", "B", "C"};
  const DataType* types[] = {&mma.atom.val_a, &mma.atom.val_b, &mma.atom.val_c};
  const OperandPlace places[] = {mma.atom.a_place, mma.atom.b_place, mma.atom.c_place};
  Arith arith;
  TvTiles out;
  out.form = TvTiles::Form::mma;
  out.thread = thread;
  std::int64_t id = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [down, across] = operand_modes(operands[i]);
    const Layout tv = layout_tv(arith, mma, operands[i]);
    if (arith.failed()) return arith.error();
    out.threads = std::max(out.threads, threads_of(tv));
    const std::int64_t rows = tile_size_mnk(arith, mma, down).value;
    TvTile tile = tile_of(arith, tv, rows, tile_size_mnk(arith, mma, across).value);
    if (arith.failed()) return arith.error();
    tile.name = names[i];
    tile.bits = std::max(1, stored_bits(*types[i]));
    tile.in_registers = places[i] == OperandPlace::registers;
    tile.first_id = id;
    id += tile.rows * tile.cols;
    out.tiles.push_back(std::move(tile));
  }
  return out;
}

Result<TvTiles> copy_tiles(const TiledCopy& copy, std::int64_t thread) {
  static constexpr CopySide sides[] = {CopySide::source, CopySide::destination};
  Arith arith;
  TvTiles out;
  out.form = TvTiles::Form::copy;
  out.thread = thread;
  const IntTuple shape = tiler_shape(arith, copy.tiler);
  if (arith.failed()) return arith.error();
  const bool line = shape.is_integer() || shape.rank() < 2;
  const std::int64_t elements = product(arith, shape).value;
  const std::int64_t rows = line ? 1 : product(arith, shape[0]).value;
  if (arith.failed() || rows == 0)
    return failure(ErrorCode::unsupported, say("this copy does not have a tile to draw"));
  std::int64_t id = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const Layout tv = layout_tv(arith, copy, sides[i]);
    if (arith.failed()) return arith.error();
    out.threads = std::max(out.threads, threads_of(tv));
    TvTile tile = tile_of(arith, tv, rows, elements / rows);
    if (arith.failed()) return arith.error();
    tile.name = i == 0 ? "S" : "D";
    tile.bits = copy.atom.value_type ? std::max(1, copy.atom.value_type->bits) : 1;
    tile.once = size(arith, i == 0 ? copy.atom.src : copy.atom.dst).value == size(arith, copy.atom.ref).value;
    tile.first_id = id;
    id += elements;
    out.tiles.push_back(std::move(tile));
  }
  return out;
}

// A tile of a copy kernel: the threads that read an element from the source, and those that write it to the
// destination.
Result<TvTiles> kernel_tiles(const CopyKernel& kernel) {
  auto out = copy_tiles(kernel.load, -1);
  if (!out) return out;
  if (kernel.smem) {
    auto store = copy_tiles(kernel.store, -1);
    if (!store) return store;
    if (store->tiles[1].rows * store->tiles[1].cols == out->tiles[1].rows * out->tiles[1].cols) {
      out->tiles[1] = std::move(store->tiles[1]);
    }
    out->threads = std::max(out->threads, store->threads);
  }
  for (TvTile& tile : out->tiles) tile.bits = std::max(1, stored_bits(kernel.type));
  return out;
}

// A tile of a reduction: the threads that add an element, and the values that hold it.
Result<TvTiles> reduction_tiles(const ReduceKernel& kernel) {
  auto out = copy_tiles(kernel.via, -1);
  if (!out) return out;
  out->form = TvTiles::Form::tile;
  out->tiles.resize(1);
  out->tiles[0].bits = std::max(1, stored_bits(kernel.type));
  out->note = say("the threads that add the elements of a tile of src; a block visits all tiles of its sums");
  return out;
}

// The owners of each element before and after a conversion.
Result<TvTiles> conversion_tiles(const ConvertKernel& kernel) {
  Arith arith;
  const auto* a = std::get_if<Layout>(&kernel.a);
  const auto* b = std::get_if<Layout>(&kernel.b);
  if (a == nullptr || b == nullptr)
    return failure(ErrorCode::unsupported, say("a swizzled layout does not have a tile to draw"));
  const std::int64_t elements = std::max(cosize(arith, *a).value, cosize(arith, *b).value);
  if (arith.failed() || elements <= 0)
    return failure(ErrorCode::unsupported, say("this conversion does not have a tile to draw"));
  // The layouts do not define a tile: uses one that is as square as possible, with at least as many rows as columns.
  const std::int64_t cols = squarest_columns(elements);
  TvTiles out;
  out.form = TvTiles::Form::copy;
  std::int64_t id = 0;
  for (const Layout* tv : {a, b}) {
    out.threads = std::max(out.threads, threads_of(*tv));
    TvTile tile = tile_of(arith, *tv, elements / cols, cols);
    if (arith.failed()) return arith.error();
    tile.name = tv == a ? "A" : "B";
    tile.bits = std::max(1, stored_bits(kernel.type));
    tile.first_id = id;
    id += elements;
    out.tiles.push_back(std::move(tile));
  }
  out.note = say("A before, B after; over a tile of {} x {}", elements / cols, cols);
  return out;
}

// The tile that a block of a multiplying kernel processes at a time; null for other values.
const MmaTile* mma_tile_of(const Value& value) {
  if (const auto* kernel = value.as<MmaKernel>()) return &kernel->tile;
  if (const auto* kernel = value.as<GemmKernel>()) return &kernel->tile;
  return nullptr;
}

// One step of the TiledMMA; the block's tile repeats it.
Result<TvTiles> mma_kernel_tiles(const MmaTile& tile) {
  auto out = mma_tiles(tile.mma, -1);
  if (out) {
    const auto& [m, n, k] = tile.tile;
    out->note = say("one step of the TiledMMA; the tile of a block is {} x {} x {}", m, n, k);
  }
  return out;
}

// A row has the elements that one thread of the source addresses, like the rows of ldmatrix.
Result<TvTiles> atom_tiles(const CopyAtom& atom) {
  Arith arith;
  TvTiles out;
  out.form = TvTiles::Form::copy;
  const std::int64_t cols = product(arith, atom.src.shape[1]).value;
  const std::int64_t elements = size(arith, atom.ref).value;
  if (arith.failed()) return arith.error();
  if (cols <= 0 || elements <= 0) return failure(ErrorCode::unsupported, say("this copy does not have a tile to draw"));
  const std::int64_t rows = (elements + cols - 1) / cols;
  std::int64_t id = 0;
  for (const bool source : {true, false}) {
    const Layout& tv = source ? atom.src : atom.dst;
    out.threads = std::max(out.threads, threads_of(tv));
    TvTile tile = tile_of(arith, tv, rows, cols, Order::across);
    if (arith.failed()) return arith.error();
    tile.name = source ? "S" : "D";
    tile.bits = atom.value_type ? std::max(1, atom.value_type->bits) : 1;
    tile.first_id = id;
    id += rows * cols;
    out.tiles.push_back(std::move(tile));
  }
  return out;
}

// (tiler, TV layout), the result of make_layout_tv.
bool is_tiler_and_tv(const Value& value) {
  const auto* pair = value.as<ValueTuple>();
  if (pair == nullptr || pair->modes.size() != 2 || !pair->modes[1].is<Layout>()) return false;
  const auto* tiler = pair->modes[0].as<IntTuple>();
  return tiler != nullptr && tiler->is_tuple() && tiler->rank() == 2 && !tiler->ref().has_any() &&
         !tiler->ref().has_basis();
}

bool is_tv(const PicturedValue& s) {
  const auto* layout = s.value.as<Layout>();
  if (layout == nullptr || layout->rank() != 2 || layout->stride.ref().has_basis()) return false;
  if (s.roles.tile_of != roles::TileOf::none || s.tile_rows > 0) return true;
  // A TV layout without a tile: accepts whole warps in which each element occurs once and the offsets are 0 ... size-1.
  Arith arith;
  const std::int64_t threads = product(arith, layout->shape[0]).value;
  const std::int64_t values = product(arith, layout->shape[1]).value;
  if (arith.failed() || threads < lanes_per_warp || threads % lanes_per_warp != 0 || values < 1) return false;
  return layout->depth() > 1 && arith.mul(static_int(threads), static_int(values)).value <= max_labelled_cells &&
         arith.ok() && cosize(arith, *layout).value == threads * values && arith.ok();
}

std::optional<MmaOperand> operand_of(roles::TileOf tile) {
  switch (tile) {
    case roles::TileOf::operand_a:
      return MmaOperand::a;
    case roles::TileOf::operand_b:
      return MmaOperand::b;
    case roles::TileOf::operand_c:
      return MmaOperand::c;
    default:
      return std::nullopt;
  }
}

// The operand that a `part` of atom_layout(atom, part) refers to; empty for other parts.
std::optional<MmaOperand> operand_named(std::string_view part) {
  if (part == "A") return MmaOperand::a;
  if (part == "B") return MmaOperand::b;
  if (part == "C") return MmaOperand::c;
  return std::nullopt;
}

// The tile of a TV layout, by its origin; otherwise as square as possible, with at least as many rows as columns.
std::pair<std::int64_t, std::int64_t> tile_shape_of(Arith& arith, const PicturedValue& s, const Layout& tv,
                                                    bool& guessed) {
  const std::int64_t elements = cosize(arith, tv).value;
  guessed = false;
  const Value* operand = s.operands != nullptr && !s.operands->empty() ? &(*s.operands)[0] : nullptr;
  const auto* mma = operand != nullptr ? operand->as<TiledMma>() : nullptr;
  if (const auto which = operand_of(s.roles.tile_of); mma != nullptr && which) {
    const auto [down, across] = operand_modes(*which);
    return {tile_size_mnk(arith, *mma, down).value, tile_size_mnk(arith, *mma, across).value};
  }
  const auto* copy = operand != nullptr ? operand->as<TiledCopy>() : nullptr;
  if (s.roles.tile_of == roles::TileOf::copy && copy != nullptr) {
    const IntTuple shape = tiler_shape(arith, copy->tiler);
    if (arith.ok() && shape.is_tuple() && shape.rank() > 0) {
      const std::int64_t rows = product(arith, shape[0]).value;
      const std::int64_t all = product(arith, shape).value;
      if (arith.ok() && rows > 0) return {rows, all / rows};
    }
  }
  if (s.roles.tile_of == roles::TileOf::named_part && operand != nullptr && s.operands->size() > 1) {
    const auto* atom = operand->as<MmaAtom>();
    const auto* part = (*s.operands)[1].as<Text>();
    const auto which = part != nullptr ? operand_named(part->text) : std::nullopt;
    if (atom != nullptr && which) {
      const auto [down, across] = operand_modes(*which);
      return {product(arith, atom->shape_mnk[down]).value, product(arith, atom->shape_mnk[across]).value};
    }
  }
  if (s.tile_rows > 0) return {s.tile_rows, s.tile_cols};
  guessed = true;
  const std::int64_t cols = squarest_columns(elements);
  return {elements / cols, cols};
}

Result<TvTiles> layout_tiles(const PicturedValue& s, const Layout& tv) {
  Arith arith;
  bool guessed = false;
  const auto shape = tile_shape_of(arith, s, tv, guessed);
  if (arith.failed()) return arith.error();
  TvTiles out;
  out.threads = threads_of(tv);
  out.by_coordinate = true;
  TvTile tile = tile_of(arith, tv, shape.first, shape.second);
  if (arith.failed()) return arith.error();
  if (!guessed && !s.tile_of.empty() && tile.rows == s.tile_rows && tile.cols == s.tile_cols) {
    out.note = say("over {}", s.tile_of);
  } else if (guessed) {
    out.note = say("over an assumed tile of {} x {}; make_layout_tv and atoms give theirs", shape.first, shape.second);
  }
  out.tiles.push_back(std::move(tile));
  return out;
}

TiledMma tiled(const MmaAtom& atom) {
  Arith arith;
  const Layout one = make_layout(
      arith, make_tuple(arith, {IntTuple(static_int(1)), IntTuple(static_int(1)), IntTuple(static_int(1))}));
  return make_tiled_mma(arith, atom, one, {});
}

}  // namespace

bool TvTiles::ambiguous() const {
  constexpr std::int64_t large = 1024;
  const auto hides = [](const TvTile& tile, bool along_rows) {
    constexpr std::ptrdiff_t soon = 3;  // alternating threads of one color repeat within three
    const std::int64_t lines = along_rows ? tile.rows : tile.cols;
    const std::int64_t length = along_rows ? tile.cols : tile.rows;
    for (std::int64_t line = 0; line < lines; ++line) {
      std::vector<std::int32_t> run;  // threads of consecutive elements of one color
      for (std::int64_t i = 0; i < length; ++i) {
        const auto pairs = along_rows ? tile.holders(line, i) : tile.holders(i, line);
        if (pairs.empty()) {
          run.clear();
          continue;
        }
        const std::int32_t thread = pairs[0].thread;
        if (!run.empty() && (thread - run.back()) % thread_classes != 0) run.clear();
        if (!run.empty() && run.back() == thread) continue;
        if (!run.empty() && lines * length > large) return true;
        if (std::find(run.end() - std::min(std::ssize(run), soon), run.end(), thread) != run.end()) return true;
        run.push_back(thread);
      }
    }
    return false;
  };
  return std::any_of(tiles.begin(), tiles.end(),
                     [&](const TvTile& t) { return t.in_registers && (hides(t, true) || hides(t, false)); });
}

std::int32_t thread_class(std::int64_t thread, bool ambiguous) {
  // The factors give threads that differ in one octal digit different classes.
  return palette_class(ambiguous ? thread % 8 + 5 * (thread / 8 % 8) + 7 * (thread / 64) : thread % thread_classes);
}

bool has_tv_tiles(const PicturedValue& s) {
  const Value& v = s.value;
  return v.is<MmaAtom>() || v.is<TiledMma>() || v.is<ThrMma>() || v.is<CopyAtom>() || v.is<TiledCopy>() ||
         v.is<ThrCopy>() || v.is<CopyKernel>() || v.is<ConvertKernel>() || v.is<ReduceKernel>() ||
         mma_tile_of(v) != nullptr || is_tiler_and_tv(v) || is_tv(s);
}

Result<TvTiles> tv_tiles_of(const PicturedValue& s) {
  const Value& v = s.value;
  if (const auto* atom = v.as<MmaAtom>()) return mma_tiles(tiled(*atom), -1);
  if (const auto* mma = v.as<TiledMma>()) return mma_tiles(*mma, -1);
  if (const auto* thread = v.as<ThrMma>()) {
    Arith arith;
    const IntTuple index = apply(arith, thread->tiled.thr_layout_vmnk, thread->thr_vmnk);
    if (arith.failed() || !index.is_integer())
      return failure(ErrorCode::unsupported, say("this thread does not have a number"));
    return mma_tiles(thread->tiled, index.integer().value);
  }
  if (const auto* atom = v.as<CopyAtom>()) return atom_tiles(*atom);
  if (const auto* copy = v.as<TiledCopy>()) return copy_tiles(*copy, -1);
  if (const auto* kernel = v.as<CopyKernel>()) {
    auto out = kernel_tiles(*kernel);
    if (const auto tensor = out ? tiled_tensor(v) : std::nullopt)
      out->note =
          say("left: threads that read the tile from src; right: threads that write it to dst; the first of {} "
              "{tile|tiles}",
              tensor->count());
    return out;
  }
  if (const auto* kernel = v.as<ConvertKernel>()) return conversion_tiles(*kernel);
  if (const auto* kernel = v.as<ReduceKernel>()) return reduction_tiles(*kernel);
  if (const MmaTile* tile = mma_tile_of(v)) return mma_kernel_tiles(*tile);
  if (const auto* thread = v.as<ThrCopy>()) return copy_tiles(thread->tiled, thread->thread.value);
  if (is_tiler_and_tv(v)) {
    const auto& modes = v.as<ValueTuple>()->modes;
    Arith arith;
    const IntTuple& tiler = *modes[0].as<IntTuple>();
    TvTiles out;
    const Layout& tv = *modes[1].as<Layout>();
    const std::int64_t rows = product(arith, tiler[0]).value;
    out.tiles.push_back(tile_of(arith, tv, rows, product(arith, tiler[1]).value));
    if (arith.failed()) return arith.error();
    out.threads = threads_of(tv);
    return out;
  }
  if (is_tv(s)) return layout_tiles(s, *v.as<Layout>());
  return failure(ErrorCode::unsupported, say("no threads hold this value"));
}

const Told* covering(const Value& value) {
  const auto* words = value.as<Told>();
  return words != nullptr && words->pictured && words->tile_rows > 0 ? words : nullptr;
}

Result<TvTiles> covered_tile(const Told& words) {
  PicturedValue layout = {*words.pictured};
  layout.tile_rows = words.tile_rows;
  layout.tile_cols = words.tile_cols;
  return tv_tiles_of(layout);
}

}  // namespace stridescope
