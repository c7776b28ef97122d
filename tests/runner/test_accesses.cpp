// Checks the machine code of copies, if NVRTC is available: each access of the plan is one instruction, at edges, too,
// so that a warp makes as many requests as the plan counts.
#include <doctest/doctest.h>

#include "gpu_runner/client.h"
#include "tests/environment.h"
#include "tests/runner/result_text.h"
#include "tests/unit/plans.h"

namespace stridescope::gpu {

TEST_CASE("an access of a copy is one instruction, at edges too") {
  // For the first four, an H100 and an H200 counted up to 75 more than the model; the machine code does not have more.
  const char* const programs[] = {
      "copy_kernel((200,72):(1,200), (200,72):(72,1), ((_128,_2):(_2,_1), (_128,_2):(_1,_128)), (8,32):(32,1), "
      "tile=(8,32), dtype=\"float\", bytes=4)",
      "copy_kernel((64,72):(72,1), (64,72):(1,64), ((_128,(_1,_2)):(_1,(_1,_128)), (_128,(_1,_2)):(_1,(_1,_128))), "
      "(8,32):(33,1), tile=(8,32), dtype=\"half_t\")",
      "copy_kernel((200,160):(160,1), (200,160):(1,200), ((_128,_8):(_8,_1), (_128,_8):(_8,_1)), (32,32):(32,1), "
      "tile=(32,32), dtype=\"double\")",
      "copy_kernel((200,72):(72,1), (200,72):(1,200), ((_256,(_4,_2)):(_4,(_1,_1024)), (_256,(_1,_8)):(_1,(_1,_256))), "
      "(64,32):(32,1), tile=(64,32), dtype=\"float\", bytes=4)",
      "copy_kernel((100,70):(70,1), (100,70):(1,100), ((_32,_8):(_8,_1), (_32,_8):(_1,_32)), (16,16):(16,1), "
      "tile=(16,16), dtype=\"int8_t\")",
      "copy_kernel((10,23):(23,1), (10,23):(1,10), ((_32,_4):(_4,_1), (_32,_4):(_1,_32)), Sw<2,0,3> o 0 o "
      "(8,16):(16,1), tile=(8,16), dtype=\"complex<double>\")",
      "copy_kernel((100,72):(1,100), (100,72):(72,1), (_32,_8):(_8,_1), tile=(16,16), dtype=\"half_t\")",
      "copy_kernel((64,96):(96,1), (64,96):(1,64), ((_32,_8):(_8,_1), (_32,_8):(_1,_32)), (16,16):(17,1), "
      "tile=(16,16))",
  };
  JsonClient client({{environment("RUNNER")}, 120, false});
  int compiled = 0;
  for (const char* program : programs) {
    CAPTURE(program);
    const CopyPlan plan = copy_plan_of(program);
    RunRequest request;
    request.id = 1;
    request.program = program;
    request.device = "auto";
    request.seconds = 0;
    const Json result = client.run(request, {}, {});
    CAPTURE(result.dump());
    REQUIRE(result.value("status", "") == "ok");
    if (!result.contains("compiled")) continue;
    ++compiled;
    const Json& accesses = result["compiled"]["accesses"];
    const auto of = [&](std::int64_t values, const KernelSide& side) { return values / plan.access_elements(side); };
    const bool through = plan.path == CopyPlan::Path::shared;
    CHECK(accesses["global_loads"] == of(plan.load_values, plan.src));
    CHECK(accesses["global_stores"] == of(plan.store_values, plan.dst));
    CHECK(accesses["shared_stores"] == (through ? of(plan.load_values, plan.smem_write) : 0));
    CHECK(accesses["shared_loads"] == (through ? of(plan.store_values, plan.smem_read) : 0));
  }
  MESSAGE("compiled: ", compiled, " of ", std::size(programs));
}

}  // namespace stridescope::gpu
