// Pages of 16 bytes in chunks that are made when they are first accessed.
#include "core/machine/checks/shadow.h"

namespace stridescope::machine {

Shadow::Page* Shadow::page_at(std::uint64_t address) {
  constexpr std::size_t chunk_cells = (sizeof(Chunk) + sizeof(Cell) - 1) / sizeof(Cell);
  const std::uint64_t number = address / chunk_bytes;
  if (last_ == nullptr || number != last_number_) {
    auto found = chunks_.find(number);
    if (found == chunks_.end()) {
      if (cells_ + chunk_cells > most_) return nullptr;
      cells_ += chunk_cells;
      found = chunks_.emplace(number, std::make_unique<Chunk>()).first;
    }
    last_ = found->second.get();
    last_number_ = number;
  }
  return &(*last_)[static_cast<std::size_t>(address % chunk_bytes / page_bytes)];
}

bool Shadow::split(Page& page, std::uint64_t from, std::uint64_t to) {
  std::uint64_t size = page_bytes;
  while ((from | to) % size != 0) size /= 2;
  const std::size_t count = static_cast<std::size_t>(page_bytes / size);
  if (page.cells.size() >= count) return true;
  if (cells_ + count > most_) return false;
  cells_ += count - page.cells.size();
  if (page.cells.empty()) {
    page.cells.resize(count);
    return true;
  }
  std::vector<Cell> cells;
  cells.reserve(count);
  const std::size_t each = count / page.cells.size();
  for (const Cell& cell : page.cells) {
    copied_reads_ += (each - 1) * cell.reads.size();
    cells.insert(cells.end(), each, cell);
  }
  page.cells = std::move(cells);
  return true;
}

}  // namespace stridescope::machine
