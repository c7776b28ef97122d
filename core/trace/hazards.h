// Shared-memory hazards within a block: reads of uninitialized bytes, accesses
// of two warps to one byte without a barrier in between of which one writes,
// and dead writes.
#pragma once

#include <optional>

#include "core/base/budget.h"
#include "core/trace/report.h"

namespace stridescope {

enum class HazardKind : std::uint8_t { unwritten, unordered, unread };

// All bytes of a pair of instructions together; the first of them as an
// example.
struct SharedHazard {
  HazardKind kind = HazardKind::unwritten;
  std::uint32_t first = 0;   // the write; of unwritten the read. The earlier of
                             // two that are unordered
  std::uint32_t second = 0;  // of unordered: the other one
  std::int64_t bytes = 0;
  std::int64_t block = 0;
  std::int64_t address = 0;
  std::uint32_t first_warp = 0;
  std::uint32_t second_warp = 0;
};

struct SharedOrder {
  std::vector<SharedHazard> hazards;
  // Accesses that could not be judged, with the reason; empty if all were.
  Message unordered_unjudged;
  Message unwritten_unjudged;
  Message unread_unjudged;
};

// If the budget is exhausted, the rest is not judged.
SharedOrder shared_order(const TracedLaunch& launch, Budget& budget);

// "unwritten", "unordered", "unread".
std::string_view name_of(HazardKind kind);
// "store_12 of warp 0 and load_14 of warp 1 touch 128 bytes with no barrier between them, ..."
Message to_message(const LaunchReport& report, const SharedHazard& hazard);
// Accesses that could not be judged, a sentence each.
std::vector<Message> unjudged(const SharedOrder& order);
// A line for each, and what was not judged; empty where all was and nothing was found, or nothing is shared.
std::string order_text(const TracedLaunch& launch, const LaunchReport& report, const SharedOrder& order,
                       const Catalog& catalog);
void write_order(JsonWriter& out, const LaunchReport& report, const SharedOrder& order);

}  // namespace stridescope
