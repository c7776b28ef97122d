// Tiles of shared memory: those of the launch form, and rows and columns as the recovered layouts of a kernel's stores
// define them. Stores of an unrolled loop are one tile: they have equal rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/debugger/tensor_layout.h"
#include "core/machine/observer.h"
#include "core/trace/report.h"

namespace stridescope::debugger {

struct SharedTile {
  std::string name;     // name in the launch form: "As+4096"; empty: recovered
  std::string layout;   // "(32,32):(33,1)", in cells
  std::string element;  // the type of a cell: "f32"
  std::int64_t cell_bytes = 4;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t pitch = 0;  // bytes from row to row
  std::int64_t begin = 0;  // byte of cell (0,0) before the swizzle
  std::int64_t origin = 0;
  SwizzleChain swizzles;
  std::uint32_t instruction = 0;       // instruction of the trace: the first store
  std::optional<TensorLayout> tensor;  // layout in the launch form: its cells after `begin`

  std::int64_t address(std::int64_t row, std::int64_t column) const {
    if (tensor) return begin + tensor->offset(row, column) * cell_bytes;
    return origin + put_under(swizzles, begin + row * pitch + column * cell_bytes);
  }
};

inline constexpr std::size_t most_tiles = 16;

// The addresses of the variables in shared memory.
class SharedVariables final : public machine::Observer {
 public:
  void placed(std::string_view name, std::uint64_t address, std::uint64_t /*bytes*/) override {
    addresses.emplace_back(name, static_cast<std::int64_t>(address));
  }

  std::vector<std::pair<std::string_view, std::int64_t>> addresses;  // names of the PTX
};

// The tiles of a launch: those of its form in their order, then the recovered ones, largest first, without those that
// the form has. Words of the form that are not tiles are left out. Work: within the budget.
std::vector<SharedTile> shared_tiles(const TracedLaunch& launch, const std::vector<std::string>& words,
                                     const SharedVariables& variables, Budget& budget);

}  // namespace stridescope::debugger
