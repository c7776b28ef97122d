// Rows of ldmatrix and stmatrix: all rows of a matrix belong to one variable of shared memory, or to one tile of it.
#include <algorithm>

#include "core/base/text.h"
#include "core/machine/checks/checker.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t rows_of_matrix = 8;
constexpr std::size_t no_region = ~std::size_t{0};

}  // namespace

void Checker::placed(std::string_view name, std::uint64_t address, std::uint64_t bytes) {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    const ElementMap& tile = tensors_[i];
    if (tile.variable != name) continue;
    bases_[i] = address + tile.offset;
    // Tiles come before the variables that contain them.
    regions_.insert(regions_.begin(), {cat("tile ", tile.name()), bases_[i],
                                       tile.coordinates.size() * static_cast<std::uint64_t>(tile.element_bytes)});
    ++tiles_;
  }
  regions_.push_back({std::string(name), address, bytes});
}

std::size_t Checker::region_of(std::uint64_t address, std::uint64_t bytes) const {
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    const Region& one = regions_[i];
    if (address >= one.base && address - one.base + bytes <= one.bytes) return i;
  }
  return no_region;
}

// An operand of a product is in the tile in which its descriptor begins.
void Checker::check_operand(const Place& place, const Access& access) {
  const std::size_t tile = region_of(access.operand, 1);
  if (tile >= tiles_) return;
  const Region& region = regions_[tile];
  const std::uint64_t address = access.addresses[0];
  if (address >= region.base && address - region.base + access.bytes <= region.bytes) return;
  Finding* const finding = report(FindingKind::outside_tile, place.instruction, nullptr);
  if (finding == nullptr) return;
  finding->here = party_of(slot_of(place, 0), place.instruction);
  finding->space = Space::shared;
  finding->block = finding->here.block;
  finding->address = address;
  finding->bytes = access.bytes;
  finding->what = say("{} of shared memory is read for an operand that begins in {}", address, region.name);
}

void Checker::check_rows(const Place& place, const Access& access) {
  for (std::size_t matrix = 0; matrix < 4; ++matrix) {
    std::size_t regions[rows_of_matrix];
    std::size_t tile = no_region;
    std::size_t most = 0;
    for (std::size_t row = 0; row < rows_of_matrix; ++row) {
      const std::size_t lane = matrix * rows_of_matrix + row;
      if ((place.lanes >> lane & 1) == 0) return;
      regions[row] = region_of(access.addresses[lane], access.bytes);
    }
    for (const std::size_t one : regions) {
      const auto count = static_cast<std::size_t>(std::count(std::begin(regions), std::end(regions), one));
      if (one == no_region || count <= most) continue;
      tile = one;
      most = count;
    }
    if (tile == no_region) continue;
    for (std::size_t row = 0; row < rows_of_matrix; ++row) {
      if (regions[row] == tile) continue;
      const std::size_t lane = matrix * rows_of_matrix + row;
      Finding* const finding = report(FindingKind::outside_tile, place.instruction, nullptr);
      if (finding == nullptr) return;
      const Region& region = regions_[tile];
      finding->here = party_of(slot_of(place, lane), place.instruction);
      finding->here.touch = access.touch;
      finding->space = Space::shared;
      finding->block = finding->here.block;
      finding->address = access.addresses[lane];
      finding->bytes = access.bytes;
      finding->what =
          say("row {} of matrix {} is at {} of shared memory; most rows of the matrix are in {}, from {} to {}", row,
              matrix, finding->address, region.name, region.base, region.base + region.bytes - 1);
      Finding first;
      first.space = Space::shared;
      first.address = access.addresses[matrix * rows_of_matrix];
      name_element(first);
      if (!first.element.empty())
        finding->notes.push_back(
            {say("row 0 of the matrix is element {} of tile {}", first.element, first.tile), nullptr});
      return;
    }
  }
}

}  // namespace stridescope::machine
