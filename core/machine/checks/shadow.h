// The last accesses to each byte of a memory. Bytes that are accessed alike share a cell.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/machine/checks/clocks.h"

namespace stridescope::machine {

inline constexpr Slot foreign_slots = Slot{1} << 31;
inline constexpr std::uint32_t no_site = ~std::uint32_t{0};

// An access: its slot and tick, the thread that issued it, and its site in the checker's list.
struct Touched {
  Slot slot = 0;
  Tick tick = 0;
  Slot thread = 0;
  std::uint32_t site = no_site;

  bool ever() const { return site != no_site; }
  // True for a thread of earlier blocks: the slot has the number of its block, the tick the first release that
  // publishes the access.
  bool foreign() const { return (slot & foreign_slots) != 0; }
};

struct Cell {
  Touched write;
  std::vector<Touched> reads;  // since the last write, those that no later read knows
};

class Shadow {
 public:
  // About 500 MB.
  static constexpr std::size_t most_cells = std::size_t{3} << 22;
  // most: the maximum of its memory, in cells, including chunks.
  explicit Shadow(std::size_t most = most_cells) : most_(most) {}

  // Calls f(cell, address, bytes) for the cells of a range, unless there are too many cells: full. `run` numbers the
  // blocks that run together: `age` is called first for cells that an earlier one touched,
  // with its number.
  template <class F, class Age>
  void visit(std::uint64_t address, std::uint64_t bytes, std::uint32_t run, F&& f, Age&& age) {
    const std::uint64_t end = address + bytes;
    while (address < end) {
      const std::uint64_t base = address & ~(page_bytes - 1);
      const std::uint64_t to = std::min(end, base + page_bytes);
      Page* const found = page_at(base);
      if (found == nullptr || !split(*found, address - base, to - base)) {
        full_ = true;
        address = to;
        continue;
      }
      Page& page = *found;
      if (page.run != run) {
        for (Cell& cell : page.cells) age(cell, page.run);
        page.run = run;
      }
      const std::uint64_t size = page_bytes / page.cells.size();
      for (; address < to; address += size)
        f(page.cells[static_cast<std::size_t>((address - base) / size)], address, size);
    }
  }
  void clear() {
    chunks_.clear();
    last_ = nullptr;
    cells_ = 0;
  }
  bool full() const { return full_; }
  // Reads that cells have got in addition, because they were split, since the last call.
  std::size_t take_copied_reads() { return std::exchange(copied_reads_, 0); }

 private:
  static constexpr std::uint64_t page_bytes = 16;
  static constexpr std::uint64_t chunk_bytes = 4096;
  struct Page {
    std::uint32_t run = 0;
    std::vector<Cell> cells;  // 1, 2, 4, 8 or 16
  };
  using Chunk = std::array<Page, chunk_bytes / page_bytes>;

  // Makes the chunk of an address that has none; nullptr if there are too many.
  Page* page_at(std::uint64_t address);
  // Cells as small as an access from byte `from` to byte `to` of the page needs them; false if they would be too many.
  bool split(Page& page, std::uint64_t from, std::uint64_t to);

  std::unordered_map<std::uint64_t, std::unique_ptr<Chunk>> chunks_;
  std::size_t most_;
  std::uint64_t last_number_ = 0;
  Chunk* last_ = nullptr;
  std::size_t cells_ = 0;  // cells and chunks, by their size
  std::size_t copied_reads_ = 0;
  bool full_ = false;
};

}  // namespace stridescope::machine
