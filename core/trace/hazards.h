// Shared-memory hazards within a block: reads of uninitialized bytes, dead writes, and unordered accesses: two warps
// access a byte, at least one of them writes, and no barrier is in between.
#pragma once

#include <array>
#include <optional>

#include "core/base/budget.h"
#include "core/trace/report.h"

namespace stridescope {

enum class HazardKind : std::uint8_t { unwritten, unordered, unread };

// A hazard of a pair of instructions, with all of its bytes; address, block and warps are those of the first byte.
struct SharedHazard {
  HazardKind kind = HazardKind::unwritten;
  std::uint32_t first = 0;   // unwritten: the read; unread: the write; unordered: the earlier one
  std::uint32_t second = 0;  // unordered: the later one
  std::int64_t bytes = 0;
  std::int64_t block = 0;
  std::int64_t address = 0;
  std::uint32_t first_warp = 0;
  std::uint32_t second_warp = 0;
};

struct SharedOrder {
  std::vector<SharedHazard> hazards;
  // The reasons why hazards of a kind could not be judged; empty if all were.
  std::array<Message, 3> reasons;

  Message& reason(HazardKind kind) { return reasons[static_cast<std::size_t>(kind)]; }
  bool judged(HazardKind kind) const { return reasons[static_cast<std::size_t>(kind)].empty(); }
};

// If the budget is exhausted, the result has no hazards, and all three reasons say so.
SharedOrder shared_order(const TracedLaunch& launch, Budget& budget);

// "unwritten", "unordered", "unread".
std::string_view name_of(HazardKind kind);
// "store_12 of warp 0 and load_14 of warp 1 touch 128 bytes with no barrier between them, ..."
Message to_message(const LaunchReport& report, const SharedHazard& hazard);
// A sentence for each kind of hazard that could not be judged.
std::vector<Message> unjudged(const SharedOrder& order);
// A line for each hazard, and the reasons of unjudged accesses. Empty if all accesses were judged and no hazard was
// found, or if no memory is shared.
std::string order_text(const TracedLaunch& launch, const LaunchReport& report, const SharedOrder& order,
                       const Catalog& catalog);
void write_order(JsonWriter& out, const LaunchReport& report, const SharedOrder& order);

}  // namespace stridescope
