// Tracks the elements of each warp's lanes in a table. A load fits if repeated loads, each from the first remaining
// element on, cover the whole table and never an element that does not exist. Source: CUTLASS
// atom/copy_traits_sm100.hpp (ValID), PTX ISA 9.0, 9.7.16.8.
#include "core/memory/tmem_atoms.h"

#include <algorithm>
#include <optional>

#include "core/algebra/algebra.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/tiled/tensor_memory.h"

namespace stridescope {
namespace {

constexpr std::int64_t lanes_of_warp = 32;
constexpr std::int64_t warps = tmem_lanes / lanes_of_warp;

struct Form {
  std::string_view name;
  std::int64_t lanes;
  std::int64_t bits;  // per lane and repeat
  int registers;      // per thread and repeat
};
constexpr Form forms[] = {
    {"32dp32b", 32, 32, 1},   {"16dp32b", 16, 64, 1},   {"16dp64b", 16, 64, 1},
    {"16dp128b", 16, 128, 2}, {"16dp256b", 16, 256, 4},
};

enum class Cell : std::uint8_t { none, there, taken };

// Lanes x elements per lane.
struct Table {
  std::int64_t width = 0;
  std::vector<Cell> cells;
  Cell& at(std::int64_t lane, std::int64_t element) { return cells[static_cast<std::size_t>(lane * width + element)]; }
};

// The number of loads for a warp's part; empty if the loads do not fit it.
std::optional<std::int64_t> loads_of_warp(Table table, std::int64_t warp, const Form& form, std::int64_t elements,
                                          std::int64_t step, std::int64_t per_column) {
  std::int64_t loads = 0;
  const std::int64_t first = warp * lanes_of_warp;
  for (std::int64_t base = first; base < first + lanes_of_warp; base += form.lanes) {
    for (std::int64_t e = 0; e < table.width; ++e) {
      if (table.at(base, e) != Cell::there) continue;
      if (e % per_column != 0 || e + (elements - 1) * step >= table.width) return std::nullopt;
      for (std::int64_t lane = base; lane < base + form.lanes; ++lane) {
        for (std::int64_t i = 0; i < elements; ++i) {
          Cell& cell = table.at(lane, e + i * step);
          if (cell != Cell::there) return std::nullopt;
          cell = Cell::taken;
        }
      }
      ++loads;
    }
  }
  const auto begin = table.cells.begin() + static_cast<std::ptrdiff_t>(first * table.width);
  const auto end = begin + static_cast<std::ptrdiff_t>(lanes_of_warp * table.width);
  if (std::find(begin, end, Cell::there) != end) return std::nullopt;
  return loads;
}

std::optional<std::int64_t> loads_of(const Table& table, const Form& form, int repeat, bool halves, int element_bits) {
  const std::int64_t bits = form.bits * repeat;
  const std::int64_t elements = bits / element_bits;
  std::int64_t most = 0;
  for (std::int64_t warp = 0; warp < warps; ++warp) {
    const auto loads = loads_of_warp(table, warp, form, elements, halves ? 2 : 1, 32 / element_bits);
    if (!loads) return std::nullopt;
    most = std::max(most, *loads);
  }
  return most;
}

Result<Table> table_of(LayoutRef fragment, int element_bits, int architecture) {
  if (element_bits != 8 && element_bits != 16 && element_bits != 32)
    return failure(ErrorCode::arguments,
                   say("elements of {} {bit|bits}; tensor memory takes 8, 16 or 32", element_bits));
  Arith arith;
  const Int elements = size(arith, fragment);
  if (arith.failed()) return arith.error();
  const std::int64_t most = tmem_lanes * tmem_columns(architecture) * 4;
  if (elements.value > most)
    return failure(ErrorCode::too_large,
                   say("{} {element|elements}; tensor memory holds {} of 8 bits", elements.value, most));
  std::vector<std::int64_t> addresses(static_cast<std::size_t>(std::max<std::int64_t>(elements.value, 0)));
  fill_offsets(fragment, addresses.data(), static_cast<std::int64_t>(addresses.size()));
  Table out;
  out.width = tmem_columns(architecture) * 32 / element_bits;
  out.cells.assign(static_cast<std::size_t>(tmem_lanes * out.width), Cell::none);
  const std::int64_t lane_step = tmem_lane_bits / element_bits;
  for (const std::int64_t address : addresses) {
    const std::int64_t lane = address / lane_step;
    if (address < 0 || lane >= tmem_lanes || address % lane_step >= out.width)
      return failure(
          ErrorCode::arguments,
          say("{} is not an address in tensor memory: its lanes are {} {element|elements} apart", address, lane_step),
          say("partition_fragment_C of a tcgen05.mma gives such addresses"));
    out.at(lane, address % lane_step) = Cell::there;
  }
  return out;
}

}  // namespace

Result<std::vector<TmemLoads>> tmem_loads(LayoutRef fragment, int element_bits, int architecture) {
  const auto table = table_of(fragment, element_bits, architecture);
  if (!table) return failure(table.error());
  std::vector<TmemLoads> out;
  for (const Form& form : forms) {
    for (const bool halves : {false, true}) {
      if (halves && element_bits != 16) continue;
      TmemLoads loads = {cat("SM100_TMEM_LOAD_", form.name), halves ? "x_16b" : "x", {}, 0, 0};
      for (int repeat = 1; repeat * form.registers <= 128; repeat *= 2) {
        const auto count = loads_of(*table, form, repeat, halves, element_bits);
        if (!count || *count == 0) continue;
        loads.repeats.push_back(repeat);
        loads.registers = repeat * form.registers;
        loads.loads = *count;
      }
      if (!loads.repeats.empty()) out.push_back(std::move(loads));
    }
  }
  sort_stable(std::span(out), [](const TmemLoads& a, const TmemLoads& b) { return a.loads < b.loads; });
  return out;
}

}  // namespace stridescope
