// Whether a traced launch did what the plan of its kernel says: the partition that page and window show against the
// addresses that a GPU was asked for. Each request of a block must be one of the plan's, and each of the plan's must be
// made; which instruction makes it, and when, is the compiler's, and it may make one of the requests of neighbours.
#pragma once

#include "core/trace/report.h"
#include "core/value/value.h"

namespace stridescope {

struct PlanCheck {
  std::int64_t blocks = 0;    // that were traced
  std::int64_t accesses = 0;  // of the report, of kinds that the plan tells of
  std::int64_t same = 0;      // of those: recovered exactly, and every request is the plan's
  std::int64_t planned = 0;   // different requests that the plan has for those blocks
  std::int64_t made = 0;      // of those
  std::int64_t joined = 0;    // requests that were made as one of several which the plan has: of neighbours
  std::int64_t others = 0;    // accesses of other kinds: not compared
  // The first that is not the plan's: an access of the report and a block.
  struct Difference {
    std::size_t access = 0;
    std::int64_t block = 0;
    std::int64_t warp = 0;
    std::int64_t address = 0;  // of its first active lane
  };
  std::optional<Difference> difference;
  Message missing;  // what the plan does not tell; empty where it tells all

  bool holds() const { return accesses > 0 && same == accesses && made == planned; }
};

// The kernel's function as its text calls it; empty for a value that is no kernel, or has no plan.
std::string planned_kernel_name(const Value& kernel);
// pre: the report is the launch's. Where the tensors lie is found out: at one of the launch's allocations, or where
// most requests agree. unsupported: no kernel, or one whose accesses are not told; arguments: the launch has another
// block or was cut; else why the kernel cannot be made.
Result<PlanCheck> check_plan(const TracedLaunch& launch, const LaunchReport& report, const Value& kernel);

// "copy: 12 of 12 accesses are the plan's, ..."
Message to_message(const PlanCheck& check);

}  // namespace stridescope
