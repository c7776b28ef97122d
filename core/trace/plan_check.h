// Compares a traced launch with the plan of its kernel, that is, the partition shown in page and window with the
// addresses on the GPU. Each request of a block must be in the plan, and each planned request must occur. The compiler
// chooses the instruction and the time of a request, and may combine adjacent requests.
#pragma once

#include "core/trace/report.h"
#include "core/value/value.h"

namespace stridescope {

struct PlanCheck {
  std::int64_t blocks = 0;    // traced blocks
  std::int64_t accesses = 0;  // accesses of the report whose kind the plan lists
  std::int64_t same = 0;      // part of `accesses`: recovered exactly, with every request in the plan
  std::int64_t planned = 0;   // distinct planned requests of the traced blocks
  std::int64_t made = 0;      // part of `planned`: requests that occur in the trace
  std::int64_t joined = 0;    // planned requests that a wider instruction combined with a neighbor
  std::int64_t others = 0;    // accesses of other kinds, which are not compared
  // The first request that is not in the plan.
  struct Difference {
    std::size_t access = 0;
    std::int64_t block = 0;
    std::int64_t warp = 0;
    std::int64_t address = 0;  // address of the first active lane
  };
  std::optional<Difference> difference;
  Message missing;  // the part that the plan does not list; empty if the plan is complete

  bool holds() const { return accesses > 0 && same == accesses && made == planned; }
};

// Name of the kernel's function in its CUDA text; empty if the value is not a kernel or has no plan.
std::string planned_kernel_name(const Value& kernel);
// pre: the report is of this launch. The base addresses of the tensors are searched: allocations of the launch, or the
// address with the most matching requests. unsupported: not a kernel, or a kernel whose accesses are not listed;
// arguments: the launch has another block size, or requests were left out; otherwise the error of plan_kernel.
Result<PlanCheck> check_plan(const TracedLaunch& launch, const LaunchReport& report, const Value& kernel);

// "copy: 12 of 12 accesses are the plan's, ..."
Message to_message(const PlanCheck& check);

}  // namespace stridescope
