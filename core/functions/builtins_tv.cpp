// The functions on thread-value layouts, make_layout_tv and tv_...: each builds its table once and charges for it.
#include "core/analysis/compared.h"
#include "core/analysis/told.h"
#include "core/functions/builtin.h"
#include "core/functions/outside.h"
#include "core/tiled/thread_value.h"

namespace stridescope {
namespace {

// The cost of examining each pair once, and of sorting them.
constexpr std::uint64_t walk = 4;
constexpr std::uint64_t sort = 40;

TvTable table(const Call& c, std::size_t i, std::uint64_t work_per_pair) {
  if (c.args[i].is<Object>()) c.wrong(i, term("a layout, such as layoutC_TV(mma) or atom_layout(atom, \"C\")"));
  const Layout& layout = c.layout(i);
  TvTable out = c.arith.ok() ? TvTable::make(c.arith, layout) : TvTable();
  if (!c.charge(work_per_pair * static_cast<std::uint64_t>(out.threads() * out.values()))) return {};
  return out;
}

// Charges for a layout without its own table.
bool charge_pairs(const Call& c, const Layout& layout, std::uint64_t work_per_pair) {
  Arith arith;
  const std::int64_t pairs = size(arith, layout).value;
  const bool counts = arith.ok() && pairs > 0 && pairs <= max_tv_pairs;
  return !counts || c.charge(work_per_pair * static_cast<std::uint64_t>(pairs));
}

// The tile in argument i, or empty.
std::optional<TupleRef> tile(const Call& c, std::size_t i) {
  if (i >= c.count()) return std::nullopt;
  return c.shape(i);
}

Value part(const Call& c, TvPart which) {
  const Layout& layout = c.layout(0);
  const Int index = c.integer(1);
  const std::optional<TupleRef> over = tile(c, 2);
  if (c.arith.failed()) return static_int(0);
  if (!charge_pairs(c, layout, 1)) return static_int(0);
  return tv_part(c.arith, layout, which, index.value, over ? &*over : nullptr);
}

}  // namespace

Value builtin_make_layout_tv(const Call& c) {
  const Layout& threads = c.layout(0);
  const Layout& values = c.layout(1);
  if (c.arith.failed()) return static_int(0);
  TiledLayoutTv made = make_layout_tv(c.arith, threads, values);
  return ValueTuple{{Value(std::move(made.tiler)), Value(std::move(made.tv))}};
}

Value builtin_tv_compare(const Call& c) {
  const TvTable a = table(c, 0, sort);
  const TvTable b = table(c, 1, sort);
  if (c.arith.failed()) return static_int(0);
  const std::vector<Message> lines = lines_of(tv_compare(a, b), a, b);
  auto compared = compare_holders(c.arith, c.layout(0), c.layout(1));
  return compared ? report_with_comparison(lines, Object::make(std::move(*compared))) : told(lines);
}

Value builtin_tv_contiguity(const Call& c) {
  const TvTable tv = table(c, 0, walk);
  if (c.arith.failed()) return static_int(0);
  if (c.count() == 1) return static_int(tv_contiguity(c.arith, tv, nullptr).elements);
  const AnyLayout data = c.any_layout(1);
  return static_int(tv_contiguity(c.arith, tv, &data).elements);
}

Value builtin_tv_convert(const Call& c) {
  const TvTable a = table(c, 0, sort);
  const TvTable b = table(c, 1, sort);
  const std::int64_t per_register = c.count() == 3 ? c.integer(2).value : 1;
  if (c.arith.failed()) return static_int(0);
  const TvConversion conversion = tv_convert(c.arith, a, b, per_register);
  return told(lines_of(conversion));
}

Value builtin_tv_coverage(const Call& c) {
  const TvTable tv = table(c, 0, walk);
  const std::optional<TupleRef> over = tile(c, 1);
  if (c.arith.failed()) return static_int(0);
  const Int elements = over ? product(c.arith, *over) : cosize(c.arith, c.layout(0));
  if (c.arith.failed()) return static_int(0);
  const TvCoverage coverage = tv_coverage(c.arith, tv, elements.value);
  // Above the limit the result is neither an answer nor a tile.
  if (c.arith.failed() || elements.value > max_tv_pairs) return static_int(0);
  const std::vector<Message> lines = lines_of(coverage, tv, over ? &*over : nullptr);
  if (elements.value < 1) return told(lines);
  const bool matrix = over && over->is_tuple() && over->rank() == 2;
  const std::int64_t rows =
      matrix ? product_each(c.arith, *over)[0].integer().value : elements.value / squarest_columns(elements.value);
  if (c.arith.failed()) return static_int(0);
  return report_on_tile(lines, c.layout(0), rows, elements.value / rows);
}

Value builtin_tv_inverse(const Call& c) {
  const Layout& layout = c.layout(0);
  const TupleRef over = c.shape(1);
  if (c.arith.failed()) return static_int(0);
  if (!charge_pairs(c, layout, sort)) return static_int(0);
  return tv_inverse(c.arith, layout, over);
}

Value builtin_tv_owners(const Call& c) {
  const TvTable tv = table(c, 0, walk);
  const TupleRef at = c.tuple(1);
  const std::optional<TupleRef> over = tile(c, 2);
  if (c.arith.failed()) return static_int(0);
  if (at.is_tuple() && !over)
    return c.fail(ErrorCode::arguments, say("tv_owners: a coordinate needs the tile that contains it"),
                  say("write tv_owners(TV, (m,n), (M,N))"));
  // A coordinate outside would have the number of another element, and give its owners.
  if (const Message outside = over ? outside_of(at, *over) : Message(); !outside.empty())
    return c.fail(ErrorCode::index_range, say("{}: {}", "tv_owners", outside));
  const IntTuple element = over ? crd2idx(c.arith, at, *over) : IntTuple(at);
  TupleBuilder out(c.arith);
  out.open();
  if (c.arith.ok()) {
    for (const TvPair pair : tv_owners(tv, element.integer().value)) {
      out.open();
      out.integer(dynamic_int(pair.thread));
      out.integer(dynamic_int(pair.value));
      out.close();
    }
  }
  out.close();
  return out.take();
}

Value builtin_tv_predicate(const Call& c) {
  const TvTable tv = table(c, 0, walk);
  const TupleRef over = c.shape(1);
  const TupleRef inside = c.shape(2);
  if (c.arith.failed()) return static_int(0);
  const TvPredicate predicate = tv_predicate(c.arith, tv, over, inside);
  if (c.arith.failed()) return static_int(0);
  return told(lines_of(predicate));
}

Value builtin_tv_thread(const Call& c) { return part(c, TvPart::thread); }
Value builtin_tv_value(const Call& c) { return part(c, TvPart::value); }
Value builtin_tv_warp(const Call& c) { return part(c, TvPart::warp); }

}  // namespace stridescope
