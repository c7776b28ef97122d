// Finds rows and columns: the modes of a layout by stride, those that continue each other are the columns.
#include "core/debugger/shared_tile.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/machine/checks/element_map.h"
#include "core/trace/kernel_argument.h"

namespace stridescope::debugger {
namespace {

constexpr std::int64_t widest = 128;         // columns of a tile without rows
constexpr std::int64_t folded = 32;          // its columns then
constexpr std::int64_t most_cell_bytes = 4;  // maximum bytes of a cell: one bank
constexpr std::uint64_t largest_offset = std::uint64_t{1} << 30;

bool stores_to_shared(AccessKind kind) {
  return kind == AccessKind::shared_store || kind == AccessKind::stmatrix || kind == AccessKind::async_copy;
}

// The tile of one store, with the end of its bytes in `end`. False if its modes are not rows and columns.
bool tile_of(const AccessLayout& layout, SharedTile& out, std::int64_t& end) {
  if (!layout.exact() || layout.undecided || layout.bases.empty() || !layout.offsets.empty()) return false;
  out.cell_bytes = std::min<std::int64_t>(layout.bytes, most_cell_bytes);
  if (out.cell_bytes < 1 || layout.bytes % out.cell_bytes != 0) return false;
  std::vector<FitMode> modes = {{layout.bytes / out.cell_bytes, out.cell_bytes}};
  for (const auto* part : {&layout.first, &layout.second}) modes.insert(modes.end(), part->begin(), part->end());
  modes.erase(
      std::remove_if(modes.begin(), modes.end(), [](const FitMode& m) { return m.extent <= 1 || m.stride == 0; }),
      modes.end());
  std::sort(modes.begin(), modes.end(), [](const FitMode& a, const FitMode& b) { return a.stride < b.stride; });
  if (!modes.empty() && modes.front().stride < 0) return false;
  out.begin = layout.bases.front().bytes;
  out.origin = layout.origin;
  out.swizzles = layout.swizzles;
  out.instruction = layout.instruction;
  end = out.begin + out.cell_bytes;
  out.columns = 1;
  for (const FitMode& mode : modes) {
    end += (mode.extent - 1) * mode.stride;
    if (out.pitch == 0 && mode.stride == out.cell_bytes * out.columns)
      out.columns *= mode.extent;
    else if (out.pitch == 0)
      out.pitch = mode.stride;
  }
  return true;
}

bool same_rows(const SharedTile& a, const SharedTile& b) {
  return a.cell_bytes == b.cell_bytes && a.columns == b.columns && a.origin == b.origin && a.swizzles == b.swizzles &&
         (a.pitch == b.pitch || a.pitch == 0 || b.pitch == 0);
}

std::optional<SharedTile> tile_of(const std::string& text, const SharedVariables& variables) {
  const machine::TileWord word = machine::tile_word(text);
  const std::size_t colon = std::min(word.memory.find(':'), word.memory.size());
  const ElementType* const type = element_type_named(std::string_view(word.memory).substr(0, colon));
  const auto variable = std::find_if(variables.addresses.begin(), variables.addresses.end(),
                                     [&](const auto& one) { return one.first == word.variable; });
  if (type == nullptr || variable == variables.addresses.end() || word.offset > largest_offset) return std::nullopt;
  SharedTile out;
  out.layout = word.memory.substr(std::min(colon + 1, word.memory.size()));
  auto layout = read_tensor_layout(out.layout);
  if (!layout) return std::nullopt;
  out.name = text.substr(0, text.find('='));
  out.element = std::string(type->name);
  out.cell_bytes = type->bytes;
  out.rows = layout->row_count();
  out.columns = layout->column_count();
  out.begin = variable->second + static_cast<std::int64_t>(word.offset);
  out.tensor = std::move(*layout);
  return out;
}

// True if the two have the same cells, of which the corners are compared.
bool same_cells(const SharedTile& a, const SharedTile& b) {
  if (a.cell_bytes != b.cell_bytes || a.rows != b.rows || a.columns != b.columns) return false;
  const auto same = [&](std::int64_t row, std::int64_t column) {
    return a.address(row, column) == b.address(row, column);
  };
  return same(0, 0) && same(0, a.columns - 1) && same(a.rows - 1, 0) && same(a.rows - 1, a.columns - 1);
}

std::vector<SharedTile> recovered_tiles(const TracedLaunch& launch, Budget& budget) {
  std::vector<SharedTile> out;
  std::vector<std::int64_t> ends;
  const LaunchReport report = report_launch(launch, budget);
  for (const TracedAccess& access : report.accesses) {
    const TracedInstruction& instruction = launch.instructions[access.layout.instruction];
    if (access.layout.space != AccessSpace::shared || !stores_to_shared(instruction.kind)) continue;
    SharedTile tile;
    std::int64_t end = 0;
    if (!tile_of(access.layout, tile, end)) continue;
    const bool floating = instruction.sass.find(".f32") != std::string::npos && tile.cell_bytes == 4;
    tile.element = floating ? "f32" : cat('u', 8 * tile.cell_bytes);
    const auto known =
        std::find_if(out.begin(), out.end(), [&](const SharedTile& one) { return same_rows(one, tile); });
    if (known == out.end()) {
      if (out.size() >= most_tiles) continue;
      out.push_back(std::move(tile));
      ends.push_back(end);
      continue;
    }
    const auto at = static_cast<std::size_t>(known - out.begin());
    known->begin = std::min(known->begin, tile.begin);
    known->pitch = std::max(known->pitch, tile.pitch);
    ends[at] = std::max(ends[at], end);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    SharedTile& tile = out[i];
    const std::int64_t bytes = ends[i] - tile.begin;
    if (tile.pitch == 0 && tile.columns > widest && tile.columns % folded == 0) tile.columns = folded;
    if (tile.pitch == 0) tile.pitch = tile.columns * tile.cell_bytes;
    tile.rows = (bytes + tile.pitch - 1) / tile.pitch;
    tile.layout = cat('(', tile.rows, ',', tile.columns, "):(", tile.pitch / tile.cell_bytes, ",1)");
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const SharedTile& a, const SharedTile& b) { return a.rows * a.columns > b.rows * b.columns; });
  return out;
}

}  // namespace

std::vector<SharedTile> shared_tiles(const TracedLaunch& launch, const std::vector<std::string>& words,
                                     const SharedVariables& variables, Budget& budget) {
  std::vector<SharedTile> out;
  for (const std::string& word : words) {
    if (out.size() == most_tiles) break;
    if (auto tile = tile_of(word, variables)) out.push_back(std::move(*tile));
  }
  const std::size_t known = out.size();
  for (SharedTile& one : recovered_tiles(launch, budget)) {
    if (std::none_of(out.data(), out.data() + known, [&](const SharedTile& tile) { return same_cells(tile, one); }))
      out.push_back(std::move(one));
  }
  return out;
}

}  // namespace stridescope::debugger
