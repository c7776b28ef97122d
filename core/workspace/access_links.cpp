// Cells in the pictures of a memory access: the facts of a lane, a word or a sector, and the elements there.
#include <algorithm>
#include <bit>

#include "core/analysis/memory_value.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/scene/access_cell.h"
#include "core/scene/tv_tiles.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

constexpr std::size_t max_named = 6;

const WarpAccess* access_of(const Value& value) {
  if (const auto* global = value.as<GlobalAccess>()) return &global->access;
  if (const auto* shared = value.as<SharedAccess>()) return &shared->access;
  return nullptr;
}

// A cell of a request: its lanes, and its bytes.
struct Place {
  AccessCell cell;
  WarpRequest request;
  std::uint32_t lanes = 0;
  std::int64_t address = 0;
  std::int64_t bytes = 0;
  int bank = -1;
  int wavefront = -1;
};

std::optional<Place> place_of(const Value& value, std::int64_t id) {
  const WarpAccess* access = access_of(value);
  if (access == nullptr || id < 0 || access->requests() == 0) return std::nullopt;
  Place out;
  out.cell = AccessCell::of(id, access->instructions);
  if (out.cell.warp >= access->warps()) return std::nullopt;
  out.request = access->request(out.cell.warp, out.cell.instruction);
  const auto* shared = value.as<SharedAccess>();
  if (out.cell.kind == AccessCell::Kind::lane) {
    if (out.cell.index >= lanes_per_warp || (out.request.active >> out.cell.index & 1) == 0) return std::nullopt;
    out.lanes = std::uint32_t{1} << out.cell.index;
    out.address = out.request.address[static_cast<std::size_t>(out.cell.index)];
    out.bytes = access->access_bytes;
    return out;
  }
  if (out.cell.kind == AccessCell::Kind::word && shared != nullptr) {
    for (const BankWord& word : words_of(out.request, access->access_bytes, shared->kind)) {
      if (std::int64_t{word.wavefront} * shared->kind.banks() + word.bank != out.cell.index) continue;
      out.lanes = word.lanes;
      out.address = word.word * bank_bytes;
      out.bytes = bank_bytes;
      out.bank = word.bank;
      out.wavefront = word.wavefront;
      return out;
    }
    return std::nullopt;
  }
  const auto sectors = sectors_of(out.request, access->access_bytes);
  if (out.cell.kind != AccessCell::Kind::sector || shared != nullptr) return std::nullopt;
  if (out.cell.index >= static_cast<std::int64_t>(sectors.size())) return std::nullopt;
  const SectorUse& sector = sectors[static_cast<std::size_t>(out.cell.index)];
  out.lanes = sector.lanes;
  out.address = sector.sector * sector_bytes;
  out.bytes = sector_bytes;
  return out;
}

Message threads_text(const Place& at) {
  std::string out;
  std::size_t named = 0;
  for (std::uint32_t rest = at.lanes; rest != 0; rest &= rest - 1) {
    if (named++ == max_named) return say("{} and {} more", out, std::popcount(rest));
    append_all(out, out.empty() ? "T" : ", T", at.cell.warp * lanes_per_warp + std::countr_zero(rest));
  }
  return Message::verbatim(out);
}

// The element that contains a byte, counted from the base of the tensor.
std::int64_t element_at(std::int64_t byte, std::int64_t base, int bits) {
  const std::int64_t bit = (byte - base) * 8;
  return bit >= 0 ? bit / bits : -((-bit + bits - 1) / bits);
}

}  // namespace

std::vector<std::int64_t> Workspace::accessed_elements(int binding, std::int64_t address, std::int64_t bytes,
                                                       int& tile) const {
  tile = -1;
  const auto i = static_cast<std::size_t>(binding);
  const Origin& origin = origins_[i];
  const WarpAccess* access = access_of(report_.bindings[i].value);
  if (access == nullptr || origin.args.empty()) return {};
  const std::size_t argument = domain_of(origin.args[0]) == nullptr ? 1 : 0;
  if (argument >= origin.args.size() || argument >= origin.bindings.size()) return {};
  const auto count = domain_size(origin.args[argument]);
  const auto function = memory_function(origin.args[argument]);
  if (!count || !function || *count <= 0 || *count > max_tile_elements) return {};
  tile = origin.bindings[argument];
  // The offsets of the access count from the start of a swizzle's period, those of a tensor from its own address.
  const auto* tensor = origin.args[argument].as<Tensor>();
  const std::int64_t phase = tensor != nullptr ? swizzle_phase(*tensor) : 0;
  const std::int64_t first = element_at(address, access->base_bytes, access->element_bits) - phase;
  const std::int64_t last = element_at(address + bytes - 1, access->base_bytes, access->element_bits) - phase;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(*count));
  function->fill(offsets.data(), *count);
  std::vector<std::int64_t> out;
  for (std::size_t c = 0; c < offsets.size() && out.size() < max_group; ++c) {
    if (offsets[c] >= first && offsets[c] <= last) out.push_back(static_cast<std::int64_t>(c));
  }
  return out;
}

bool Workspace::is_access(int binding) const {
  return access_of(report_.bindings[static_cast<std::size_t>(binding)].value) != nullptr;
}

Result<Described> Workspace::describe_access(int binding, std::int64_t cell) const {
  const auto at = place_of(report_.bindings[static_cast<std::size_t>(binding)].value, cell);
  if (!at) return failure(ErrorCode::index_range, say("{} does not have cell {}", name(binding), cell));
  Described out;
  const bool lane = at->cell.kind == AccessCell::Kind::lane;
  if (at->bank >= 0) {
    out.rows.push_back(property(term("bank"), cat(at->bank)));
    out.rows.push_back(property(term("wavefront"), cat(at->wavefront)));
  }
  out.rows.push_back({std::popcount(at->lanes) == 1 ? say("thread") : say("threads"), threads_text(*at)});
  const Message bytes = say("{} to {}", at->address, at->address + at->bytes - 1);
  out.rows.push_back({say("address"), lane || at->bank < 0 ? bytes : say("{}", at->address)});
  int tile = -1;
  const auto elements = accessed_elements(binding, at->address, at->bytes, tile);
  Message held;
  if (tile >= 0 && !elements.empty()) {
    std::string text;
    for (std::size_t i = 0; i < std::min(elements.size(), max_named); ++i) {
      append_all(text, i == 0 ? "" : ", ", name(tile), cell_text(tile, elements[i]));
    }
    const bool all = elements.size() <= max_named;
    held = all ? Message::verbatim(text) : say("{} and {} more", text, elements.size() - max_named);
    out.rows.push_back({say("holds"), held});
  }
  const Message who = threads_text(*at);
  if (at->bank >= 0) {
    out.text = say("wavefront {}: bank {} delivers the word at {} to {}", at->wavefront, at->bank, at->address, who);
  } else if (lane) {
    out.text = say("{} accesses bytes {}", who, bytes);
  } else {
    out.text = say("the sector at {} is touched by {}", at->address, who);
  }
  if (!held.empty()) out.text = say("{}: {}", out.text, held);
  return out;
}

Result<Linked> Workspace::link_access(int binding, std::int64_t cell) const {
  const auto described = describe_access(binding, cell);
  if (!described) return failure(described.error());
  Linked out;
  out.sentence = described->text;
  out.cells.push_back({binding, cell});
  const auto at = place_of(report_.bindings[static_cast<std::size_t>(binding)].value, cell);
  int tile = -1;
  const auto elements = accessed_elements(binding, at->address, at->bytes, tile);
  if (tile < 0) return out;
  for (const std::int64_t element : elements) out.cells.push_back({tile, element});
  return out;
}

Result<std::vector<std::int64_t>> Workspace::cell_group(int binding, const View& view, std::int64_t cell) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  std::vector<std::int64_t> out;
  if (const WarpAccess* access = access_of(value)) {
    const auto at = place_of(value, cell);
    if (!at) return out;
    const auto add = [&](AccessCell::Kind kind, std::int64_t index) {
      out.push_back(AccessCell{at->cell.warp, at->cell.instruction, kind, index}.id(access->instructions));
    };
    std::uint32_t lanes = at->lanes;
    if (const auto* shared = value.as<SharedAccess>()) {
      for (const BankWord& word : words_of(at->request, access->access_bytes, shared->kind)) {
        const bool same = at->bank >= 0 ? word.wavefront == at->wavefront : (word.lanes & lanes) != 0;
        if (same) add(AccessCell::Kind::word, std::int64_t{word.wavefront} * shared->kind.banks() + word.bank);
      }
    } else {
      const auto sectors = sectors_of(at->request, access->access_bytes);
      for (std::size_t i = 0; i < sectors.size(); ++i) {
        if ((sectors[i].lanes & lanes) != 0) add(AccessCell::Kind::sector, static_cast<std::int64_t>(i));
      }
    }
    for (; lanes != 0; lanes &= lanes - 1) add(AccessCell::Kind::lane, std::countr_zero(lanes));
    return out;
  }
  if (const PicturedValue s = subject(binding); view.picture == Picture::threads && has_tv_tiles(s)) {
    const auto owned = tv_tiles_of(s);
    if (!owned) return failure(owned.error());
    const auto each = [&](auto&& visit) {
      for (const TvTile& tile : owned->tiles) {
        if (!tile.in_registers) continue;  // all threads read it: every cell would be of the group
        for (std::int64_t i = 0; i < tile.rows * tile.cols; ++i) {
          const auto pairs = tile.holders(i % tile.rows, i / tile.rows);
          if (pairs.empty()) continue;
          const std::int64_t coordinate = pairs[0].thread + owned->threads * pairs[0].value;
          visit(owned->by_coordinate ? coordinate : tile.first_id + i, pairs);
        }
      }
    };
    std::int64_t thread = -1;
    each([&](std::int64_t id, const auto& pairs) {
      if (id == cell) thread = pairs[0].thread;
    });
    each([&](std::int64_t id, const auto& pairs) {
      const bool holds = std::any_of(pairs.begin(), pairs.end(), [&](const TvHolder& p) { return p.thread == thread; });
      if (holds && out.size() < max_group) out.push_back(id);
    });
  }
  return out;
}

}  // namespace stridescope
