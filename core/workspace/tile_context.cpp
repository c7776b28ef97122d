// Finds the tile of a thread-value layout, which the layout does not give, in the other statements of the program.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/scene/tv_tiles.h"
#include "core/tiled/thread_value.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// True for a layout that is probably (thread, value) -> element with whole warps, if no statement decides.
bool looks_like_tv(const Layout& layout) {
  Arith arith;
  const std::int64_t threads = product(arith, layout.shape[0]).value;
  return arith.ok() && layout.depth() > 1 && threads >= lanes_per_warp && threads % lanes_per_warp == 0;
}

std::optional<IntTuple> extents_of(const Value& value) {
  if (const Layout* domain = domain_of(value)) return domain->shape;
  const auto* tuple = value.as<IntTuple>();
  if (tuple == nullptr || !tuple->is_tuple() || tuple->ref().has_any() || tuple->ref().has_basis()) return std::nullopt;
  return *tuple;
}

// The tile with these extents, as rows and columns, if it has every element of the layout.
std::optional<TileContext> tile_of(const Value& tile, const Layout& tv) {
  const auto extents = extents_of(tile);
  if (!extents || extents->rank() < 2) return std::nullopt;
  Arith arith;
  const std::int64_t rows = product(arith, (*extents)[0]).value;
  const std::int64_t all = product(arith, *extents).value;
  const std::int64_t reach = cosize(arith, tv).value;
  if (arith.failed() || rows <= 0 || all <= 0 || reach > all) return std::nullopt;
  return TileContext{rows, all / rows, {}, memory_layout(tile)};
}

// The tile that a statement gives for a value that it uses as a thread-value layout.
std::optional<TileContext> tile_by(const Origin& origin, roles::ThreadUse use, const Value& value) {
  const auto& tv = *value.as<Layout>();
  if (use.may_be_any && !looks_like_tv(tv)) return std::nullopt;
  bool taken = false;
  for (std::size_t k = use.layout; k < (use.more ? origin.args.size() : use.layout + std::size_t{1}); ++k)
    taken = taken || (origin.args[k].is<Layout>() && origin.args[k] == value);
  if (!taken) return std::nullopt;
  auto out = tile_of(origin.args[use.tile], tv);
  if (out) out->of = say("the tile of {}", origin.function);
  return out;
}

// For the layout in the result of make_layout_tv, whose other half is the tile.
std::optional<TileContext> second_of_pair(const Origin& member, const Layout& tv) {
  const auto* pair = member.args[0].as<ValueTuple>();
  auto out = pair != nullptr && pair->modes.size() == 2 ? tile_of(pair->modes[0], tv) : std::nullopt;
  if (out) out->of = Message::verbatim("make_layout_tv");
  return out;
}

// The tile of a copy kernel that uses the layout.
std::optional<TileContext> tile_of_kernel(const Value& user, const Origin& origin, const Value& value) {
  const auto* kernel = user.as<CopyKernel>();
  constexpr std::size_t via = 2;  // copy_kernel(src, dst, via ...)
  if (kernel == nullptr || origin.args.size() <= via) return std::nullopt;
  const auto* both = origin.args[via].as<ValueTuple>();
  if (!(origin.args[via] == value) &&
      (both == nullptr || std::find(both->modes.begin(), both->modes.end(), value) == both->modes.end()))
    return std::nullopt;
  Arith arith;
  const IntTuple tile = tiler_shape(arith, kernel->load.tiler);
  if (arith.failed()) return std::nullopt;
  auto out = tile_of(tile, *value.as<Layout>());
  if (out) out->of = say("the tile of {}", origin.function);
  return out;
}

}  // namespace

std::optional<TileContext> Workspace::tile_context(int binding) const {
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const auto* tv = value.as<Layout>();
  if (tv == nullptr || tv->rank() != 2 || tv->stride.ref().has_basis()) return std::nullopt;
  const Origin& own = origins_[static_cast<std::size_t>(binding)];
  if (own.roles.link == roles::Link::member && own.template_args == std::vector<std::int64_t>{1})
    return second_of_pair(own, *tv);
  for (std::size_t i = 0; i < std::min(origins_.size(), max_statements); ++i) {
    const Origin& origin = origins_[i];
    if (auto out = tile_of_kernel(report_.bindings[i].value, origin, value)) return out;
    const roles::ThreadUse use = origin.roles.threads;
    if (!use || origin.args.size() <= std::max(use.layout, use.tile)) continue;
    auto out = tile_by(origin, use, value);
    if (!out) continue;
    const int named = use.tile < origin.bindings.size() ? origin.bindings[use.tile] : -1;
    if (named >= 0 && !report_.bindings[static_cast<std::size_t>(named)].name.empty())
      out->of = Message::verbatim(name(named));
    return out;
  }
  return std::nullopt;
}

void Workspace::add_thread_section(Analysis& analysis, int binding) const {
  const PicturedValue s = subject(binding);
  const auto* tv = s.value.as<Layout>();
  if (tv == nullptr || !has_tv_tiles(s)) return;
  const auto owned = tv_tiles_of(s);
  Arith arith;
  const TvTable table = TvTable::make(arith, *tv);
  if (!owned || arith.failed() || owned->tiles.size() != 1) return;
  const TvTile& tile = owned->tiles[0];
  const TvCoverage coverage = tv_coverage(arith, table, tile.rows * tile.cols);
  const auto context = tile_context(binding);
  const bool in_memory = context && context->memory;
  const TvContiguity run = tv_contiguity(arith, table, in_memory ? &*context->memory : nullptr);
  if (arith.failed()) return;
  const auto element = [&](std::int64_t index) { return cat('(', index % tile.rows, ',', index / tile.rows, ')'); };
  AnalysisSection section = {"tv", say("Threads and values"), {}, {}};
  section.rows.push_back({say("threads"), say("{}", table.threads()), say("{} {warp|warps}", table.warps())});
  section.rows.push_back({say("values"), say("{}", table.values()), say("of each thread")});
  section.rows.push_back({say("tile"), say("{} x {}", tile.rows, tile.cols), owned->note});
  std::vector<Message> why;
  if (coverage.elements_missing > 0) {
    why.push_back(say("{} {element|elements} without an owner, the first {}", coverage.elements_missing,
                      element(coverage.missing[0])));
  }
  if (coverage.elements_shared > 0) {
    why.push_back(say("{} with several owners, the first {}", coverage.elements_shared, element(coverage.shared[0])));
  }
  if (coverage.pairs_outside > 0) why.push_back(say("{} outside the tile", coverage.pairs_outside));
  section.rows.push_back({say("each element once"), coverage.exact() ? say("yes") : say("no"), semicolon_list(why)});
  section.rows.push_back({say("contiguous"), say("{}", run.elements),
                          say("adjacent values of a thread that are also adjacent in {}",
                              in_memory ? context->of : say("the tile, column by column"))});
  analysis.sections.push_back(std::move(section));
}

}  // namespace stridescope
