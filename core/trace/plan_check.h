// Comparison of a traced launch with the plan of its kernel: the partition that page and window show against the
// addresses on the GPU. Each request of a block must be one of the plan's, and each of the plan's must be made; the
// compiler decides which instruction makes it, and when, and it may combine adjacent requests.
#pragma once

#include "core/trace/report.h"
#include "core/value/value.h"

namespace stridescope {

struct PlanCheck {
  std::int64_t blocks = 0;    // that were traced
  std::int64_t accesses = 0;  // of the report, of kinds that the plan lists
  std::int64_t same = 0;      // of those: recovered exactly, and every request is the plan's
  std::int64_t planned = 0;   // different requests that the plan has for those blocks
  std::int64_t made = 0;      // of those
  std::int64_t joined = 0;    // planned adjacent requests that were made as one
  std::int64_t others = 0;    // accesses of other kinds: not compared
  // The first that is not the plan's: an access of the report and a block.
  struct Difference {
    std::size_t access = 0;
    std::int64_t block = 0;
    std::int64_t warp = 0;
    std::int64_t address = 0;  // of its first active lane
  };
  std::optional<Difference> difference;
  Message missing;  // the part that the plan does not list; empty if it lists all

  bool holds() const { return accesses > 0 && same == accesses && made == planned; }
};

// The kernel's function under the name in its text; empty for a value that is not a kernel, or has no plan.
std::string planned_kernel_name(const Value& kernel);
// pre: the report is the launch's. The positions of the tensors are searched: at one of the launch's allocations, or
// where most requests agree. unsupported: not a kernel, or one whose accesses are not listed; arguments: the launch has
// another block or was cut; otherwise the reason why the kernel cannot be made.
Result<PlanCheck> check_plan(const TracedLaunch& launch, const LaunchReport& report, const Value& kernel);

// "copy: 12 of 12 accesses are the plan's, ..."
Message to_message(const PlanCheck& check);

}  // namespace stridescope
