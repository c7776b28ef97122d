// Pictures of one memory request of a warp: global memory sectors under its lanes, or shared memory wavefronts by bank.
#include <algorithm>
#include <bit>

#include "core/analysis/memory_value.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/scene/access_cell.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

// The request that the view selects by warp and access; the most expensive one if it selects none.
struct Chosen {
  std::int64_t warp;
  std::int64_t access;
};

Chosen choose(Scene& scene, const View& view, const WarpAccess& of, std::int64_t worst_warp,
              std::int64_t worst_access) {
  const auto pick = [&](std::size_t i, std::int64_t worst, std::int64_t size) {
    return i < view.slice.size() && view.slice[i] >= 0 && view.slice[i] < size ? view.slice[i] : worst;
  };
  const Chosen out = {pick(0, worst_warp, of.warps()), pick(1, worst_access, of.instructions)};
  if (of.warps() > 1 || of.instructions > 1) scene.slices.push_back({2, say("warp"), of.warps(), out.warp});
  if (of.instructions > 1) scene.slices.push_back({3, say("access"), of.instructions, out.access});
  return out;
}

Message bytes_text(std::int64_t n) { return say("{} {byte|bytes}", n); }

// "T5"; "T4-7" for consecutive threads; "T1+2" for T1 and two others.
std::string threads_text(std::uint32_t lanes, std::int64_t first_thread) {
  const int count = std::popcount(lanes);
  const int low = std::countr_zero(lanes);
  std::string out = cat('T', first_thread + low);
  if (count == 1) return out;
  const bool consecutive = std::popcount((lanes >> low) + 1) == 1 || lanes == ~std::uint32_t{0};
  if (consecutive) {
    append_all(out, '-', first_thread + low + count - 1);
  } else {
    append_all(out, '+', count - 1);
  }
  return out;
}

Message lanes_text(std::uint32_t lanes) {
  const int low = std::countr_zero(lanes);
  const int high = 31 - std::countl_zero(lanes);
  return low == high ? say("lane {}", low) : say("lanes {} to {}", low, high);
}

Message conflict_text(const SharedRequest& counts) {
  return counts.ways > 1 ? say("{} {wavefront|wavefronts}, ideal {}: {}-way conflict", counts.wavefronts, counts.phases,
                               counts.ways)
                         : say("{} {wavefront|wavefronts}, ideal {}: no conflict", counts.wavefronts, counts.phases);
}

// The access, if the value is one with at least one request.
template <class Access>
Result<const Access*> accessed(const PicturedValue& subject, Term otherwise) {
  const auto* of = subject.value.as<Access>();
  if (of == nullptr) return failure(ErrorCode::unsupported, otherwise);
  if (of->access.requests() == 0) return failure(ErrorCode::unsupported, say("no thread accesses anything"));
  return of;
}

}  // namespace

PictureWords sectors_words(const PicturedValue& subject) {
  if (!subject.value.is<GlobalAccess>()) return {};
  return {{Label::offset}, {ColorBy::index}};
}

Result<Scene> sectors_scene(const PicturedValue& subject, const View& view) {
  const auto of = accessed<GlobalAccess>(subject, term("only coalescing(...) has sectors"));
  if (!of) return failure(of.error());
  const GlobalAccess& value = **of;
  const WarpAccess& access = value.access;
  Scene scene;
  const Chosen chosen = choose(scene, view, access, value.counts.worst_warp, value.counts.worst_instruction);
  const WarpRequest request = access.request(chosen.warp, chosen.access);
  const std::vector<SectorUse> sectors = sectors_of(request, access.access_bytes);
  const GlobalRequest counts = global_request(request, access.access_bytes);

  const auto id = [&](AccessCell::Kind kind, std::int64_t index) {
    return AccessCell{chosen.warp, chosen.access, kind, index}.id(access.instructions);
  };
  SceneBuilder builder;
  builder.row(say("warp {}, access {}: {} per lane, {} {sector|sectors} of 32 bytes, ideal {}", chosen.warp,
                  chosen.access, bytes_text(access.access_bytes), counts.sectors, counts.ideal_sectors));
  std::vector<SceneBuilder::Place> lanes;
  const std::int64_t first = chosen.warp * lanes_per_warp;
  const std::int64_t present = std::min(lanes_per_warp, access.threads - first);
  for (std::int64_t lane = 0; lane < present; ++lane) {
    const bool active = (request.active >> lane & 1) != 0;
    lanes.push_back(
        builder.add({request.address[static_cast<std::size_t>(lane)], active ? id(AccessCell::Kind::lane, lane) : -1,
                     -1, active ? CellState::element : CellState::gap, cat('T', first + lane)}));
  }
  if (!sectors.empty()) {
    // Each sector is placed under its first lane, or in the next free column to the right.
    std::vector<std::size_t> columns;
    std::vector<bool> taken;
    for (const SectorUse& sector : sectors) {
      auto column = static_cast<std::size_t>(std::countr_zero(sector.lanes));
      while (column < taken.size() && taken[column]) ++column;
      if (column >= taken.size()) taken.resize(column + 1);
      taken[column] = true;
      columns.push_back(column);
    }
    const auto row_of_sectors = [&](Message caption) {
      const std::size_t row = builder.row(std::move(caption));
      for (std::size_t i = 0; i < taken.size(); ++i) builder.add({0, -1, -1, CellState::outside, {}});
      return row;
    };
    const std::size_t addresses = row_of_sectors({});
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      const std::int64_t address = sectors[i].sector * sector_bytes;
      const std::int32_t color = palette_class(static_cast<std::int64_t>(i));
      const SceneBuilder::Place place = {addresses, columns[i]};
      const std::int64_t self = id(AccessCell::Kind::sector, static_cast<std::int64_t>(i));
      builder.at(place) = {address, self, color, CellState::element, cat(address)};
      for (std::uint32_t rest = sectors[i].lanes; rest != 0; rest &= rest - 1) {
        const SceneBuilder::Place lane = lanes[static_cast<std::size_t>(std::countr_zero(rest))];
        builder.at(lane).color = color;
        builder.arrow(Scene::Arrow::Kind::link, lane, place, self, color);
      }
    }
    const std::size_t used =
        row_of_sectors(say("bytes used of 32: {}", percent_text(counts.bytes_used, counts.sectors * sector_bytes)));
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      const bool whole = sectors[i].bytes_used == sector_bytes;
      builder.at({used, columns[i]}) = {sectors[i].sector * sector_bytes,
                                        id(AccessCell::Kind::sector, static_cast<std::int64_t>(i)),
                                        whole ? palette_class(static_cast<std::int64_t>(i)) : -1,
                                        whole ? CellState::element : CellState::image, cat(sectors[i].bytes_used)};
    }
    scene.legend.push_back({0, say("a sector, by its address, and the threads that touch it")});
    if (counts.bytes_used != counts.sectors * sector_bytes) {
      scene.legend.push_back({-1, say("bytes of the sector that are moved but not used"), "image"});
    }
  }
  if (std::popcount(request.active) < present) scene.legend.push_back({-1, say("lane masked off"), "gap"});
  return builder.finish(std::move(scene));
}

PictureWords banks_words(const PicturedValue& subject) {
  if (!subject.value.is<SharedAccess>()) return {};
  return {{Label::offset}, {ColorBy::index}};
}

Result<Scene> banks_scene(const PicturedValue& subject, const View& view) {
  const auto of = accessed<SharedAccess>(subject, term("only bank_conflicts(...) has banks and wavefronts"));
  if (!of) return failure(of.error());
  const SharedAccess& value = **of;
  const WarpAccess& access = value.access;
  Scene scene;
  const Chosen chosen = choose(scene, view, access, value.counts.worst_warp, value.counts.worst_instruction);
  const WarpRequest request = access.request(chosen.warp, chosen.access);
  const std::vector<BankWord> words = words_of(request, access.access_bytes, value.kind);
  const SharedPhases phases = shared_phases(request, access.access_bytes, value.kind);
  const SharedRequest counts = shared_request(request, access.access_bytes, value.kind);

  const int banks = value.kind.banks();
  std::vector<int> phase_of(static_cast<std::size_t>(counts.wavefronts), 0);
  for (const BankWord& word : words) phase_of[static_cast<std::size_t>(word.wavefront)] = word.phase;
  SceneBuilder builder;
  for (int wavefront = 0; wavefront < counts.wavefronts; ++wavefront) {
    const int phase = phase_of[static_cast<std::size_t>(wavefront)];
    const bool starts = wavefront == 0 || phase_of[static_cast<std::size_t>(wavefront - 1)] != phase;
    Message caption;
    if (starts) {
      const auto of_phase = std::count(phase_of.begin(), phase_of.end(), phase);
      caption =
          say("{}, {} {wavefront|wavefronts}", lanes_text(phases.lanes[static_cast<std::size_t>(phase)]), of_phase);
      if (wavefront == 0) {
        caption = say("warp {}, access {}, {} of {}: {}", chosen.warp, chosen.access, name_of(value.kind),
                      bytes_text(access.access_bytes), caption);
      }
    }
    builder.row(std::move(caption), say("{}", wavefront));
    for (int bank = 0; bank < banks; ++bank) builder.add({});
  }
  for (const BankWord& word : words) {
    SceneBuilder::Cell& cell =
        builder.at({static_cast<std::size_t>(word.wavefront), static_cast<std::size_t>(word.bank)});
    cell.offset = word.word * bank_bytes;
    cell.id =
        AccessCell{chosen.warp, chosen.access, AccessCell::Kind::word, std::int64_t{word.wavefront} * banks + word.bank}
            .id(access.instructions);
    cell.color = palette_class(std::countr_zero(word.lanes));
    cell.state = CellState::element;
    cell.label = threads_text(word.lanes, chosen.warp * lanes_per_warp);
  }
  if (counts.wavefronts > 0) {
    scene.col_heads.emplace_back();
    for (int bank = 0; bank < banks; ++bank) scene.col_heads[0].push_back(say("{}", bank));
    scene.legend.push_back({0, say("4 bytes for these threads; each row is a wavefront, each column a bank")});
    if (counts.wavefronts * banks > static_cast<int>(words.size())) {
      scene.legend.push_back({-1, say("bank idle in this wavefront"), "gap"});
    }
  }
  scene.note = conflict_text(counts);
  return builder.finish(std::move(scene));
}

PictureWords lanes_words(const PicturedValue& subject) {
  if (!subject.value.is<SharedAccess>()) return {};
  return {{Label::offset}, {ColorBy::index}};
}

// One wavefront: its lanes above the banks of their words.
Result<Scene> lanes_scene(const PicturedValue& subject, const View& view) {
  Scene scene;
  const auto of = accessed<SharedAccess>(subject, term("only bank_conflicts(...) has banks and wavefronts"));
  if (!of) return failure(of.error());
  const SharedAccess& value = **of;
  const WarpAccess& access = value.access;
  const Chosen chosen = choose(scene, view, access, value.counts.worst_warp, value.counts.worst_instruction);
  // The slices have fixed positions, since a player steps through them.
  scene.slices = {{2, say("warp"), access.warps(), chosen.warp},
                  {3, say("access"), access.instructions, chosen.access}};
  const WarpRequest request = access.request(chosen.warp, chosen.access);
  const std::vector<BankWord> words = words_of(request, access.access_bytes, value.kind);
  const SharedRequest counts = shared_request(request, access.access_bytes, value.kind);
  const std::int64_t wanted = view.slice.size() > 2 ? view.slice[2] : 0;
  const std::int64_t now = std::clamp<std::int64_t>(wanted, 0, std::max(0, counts.wavefronts - 1));
  scene.slices.push_back({4, say("wavefront"), std::max(1, counts.wavefronts), now});

  const int banks = value.kind.banks();
  std::uint32_t before = 0;
  std::uint32_t served = 0;
  std::uint32_t after = 0;
  for (const BankWord& word : words)
    (word.wavefront < now ? before : word.wavefront > now ? after : served) |= word.lanes;
  const auto id = [&](AccessCell::Kind kind, std::int64_t index) {
    return AccessCell{chosen.warp, chosen.access, kind, index}.id(access.instructions);
  };
  SceneBuilder builder;
  const Message where = say("wavefront {} of {}, ideal {}", now, counts.wavefronts, counts.phases);
  builder.row(say("warp {}, access {}, {} of {}: {}", chosen.warp, chosen.access, name_of(value.kind),
                  bytes_text(access.access_bytes), where));
  std::vector<SceneBuilder::Place> lanes;
  const std::int64_t first = chosen.warp * lanes_per_warp;
  for (std::int64_t lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint32_t bit = std::uint32_t{1} << lane;
    SceneBuilder::Cell cell = {request.address[static_cast<std::size_t>(lane)], -1, -1, CellState::gap,
                               cat('T', first + lane)};
    if ((request.active & bit) != 0) {
      cell.id = id(AccessCell::Kind::lane, lane);
      cell.state = (served & bit) != 0 ? CellState::element : (after & bit) != 0 ? CellState::dimmed : CellState::image;
      if ((served & bit) != 0) cell.color = palette_class(lane);
    }
    lanes.push_back(builder.add(std::move(cell)));
  }
  const std::size_t row = builder.row();
  for (int bank = 0; bank < banks; ++bank) builder.add({0, -1, -1, CellState::gap, ""});
  for (const BankWord& word : words) {
    if (word.wavefront != now) continue;
    const SceneBuilder::Place place = {row, static_cast<std::size_t>(word.bank)};
    const std::int32_t color = palette_class(std::countr_zero(word.lanes));
    const std::int64_t self = id(AccessCell::Kind::word, std::int64_t{word.wavefront} * banks + word.bank);
    builder.at(place) = {word.word * bank_bytes, self, color, CellState::element, cat(word.word * bank_bytes)};
    for (std::uint32_t rest = word.lanes; rest != 0; rest &= rest - 1) {
      const SceneBuilder::Place lane = lanes[static_cast<std::size_t>(std::countr_zero(rest))];
      builder.arrow(Scene::Arrow::Kind::link, lane, place, self, color);
    }
  }
  builder.row();
  for (int bank = 0; bank < banks; ++bank) builder.add({0, -1, -1, CellState::head, cat(bank)});
  scene.legend.push_back(
      {0, say("served in this wavefront, across the banks that serve it, each with the address of its word")});
  if ((after & request.active) != 0) scene.legend.push_back({-1, say("waits for a later wavefront"), "dimmed"});
  if ((before & ~served & ~after) != 0) scene.legend.push_back({-1, say("served already"), "image"});
  if (request.active != ~std::uint32_t{0}) scene.legend.push_back({-1, say("lane masked off, or bank idle"), "gap"});
  scene.note = conflict_text(counts);
  return builder.finish(std::move(scene));
}

}  // namespace stridescope
