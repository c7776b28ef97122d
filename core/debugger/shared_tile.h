// Tiles of shared memory: rows and columns as the recovered layouts of a kernel's stores define them. Stores of an
// unrolled loop are one tile: they have equal rows.
#pragma once

#include <string>
#include <vector>

#include "core/trace/report.h"

namespace stridescope::debugger {

struct SharedTile {
  std::string layout;  // "(32,32):(33,1)", in cells
  std::int64_t cell_bytes = 4;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t pitch = 0;  // bytes from row to row
  std::int64_t begin = 0;  // byte of cell (0,0) before the swizzle
  std::int64_t origin = 0;
  SwizzleChain swizzles;
  std::uint32_t instruction = 0;  // of the trace: the first store
  bool floating = false;          // its elements are floats

  std::int64_t address(std::int64_t row, std::int64_t column) const {
    return origin + put_under(swizzles, begin + row * pitch + column * cell_bytes);
  }
};

inline constexpr std::size_t most_tiles = 16;

// The tiles of a launch, largest first. Work: within the budget.
std::vector<SharedTile> shared_tiles(const TracedLaunch& launch, Budget& budget);

}  // namespace stridescope::debugger
