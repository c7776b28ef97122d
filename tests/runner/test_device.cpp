// Tests the needs of every run on a GPU, against a fake driver.
#include <doctest/doctest.h>

#include "core/foreign/evaluate.h"
#include "core/kernels/kernel_plan.h"
#include "tests/runner/fake_gpu.h"
#include "tests/runner/result_text.h"

namespace stridescope::gpu {
namespace {

KernelPlan planned(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE_MESSAGE(e.errors.empty(), program);
  auto plan = plan_kernel(e.bindings.back().value);
  REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
  return std::move(*plan);
}

Json answer(FakeGpu& gpu, const KernelPlan& plan, double seconds) {
  RunRequest request;
  request.seconds = seconds;
  RunContext context;
  context.event = [](std::string_view, std::string_view) {};
  context.cancelled = [] { return false; };
  return as_json(run_cuda(gpu.device, plan, request, context).result);
}

// A kernel's program and name, the start of its destination, and its bytes.
struct Written {
  const char* program;
  const char* name;
  int argument;
  long long bytes;  // 0: for a conversion, depends on the number of blocks
};

constexpr Written kernels[] = {
    {"copy_kernel((16,10):(10,1), (16,10):(1,16), (_16,_10):(_1,_16), tile=(16,10))", "stridescope_copy", 1, 640},
    {"reduce_kernel((64,256):(256,1), (64,1):(1,0), ((_32,_8),_4):((_32,_1),_8), tile=(8,128))", "stridescope_reduce",
     1, 256},
    {"convert_kernel((_32,_4):(_1,_32), (_32,_4):(_4,_1))", "stridescope_convert", 1, 0},
    {"s = (64,64):(80,1)\ncp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int8_t>, (_32,_4):(_4,_1), "
     "(_1,_16))\ngemm_kernel((64,64):(64,1), (64,64):(64,1), (64,64):(65,1), cp, (s,s), "
     "make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN, (2,2)))",
     "stridescope_gemm", 2, (63 * 65 + 64) * 4},
};

}  // namespace

TEST_CASE("a byte that a kernel writes next to its destination is told, wherever it is") {
  for (const Written& one : kernels) {
    CAPTURE(one.program);
    FakeGpu gpu;
    const KernelPlan plan = planned(one.program);
    long long bytes = one.bytes;
    if (const auto* convert = plan.as<ConvertPlan>())
      bytes = convert->tile * cuda_text(plan).blocks * convert->problem.bits / 8;
    long long at = 0;
    bool writes = false;
    gpu.launched = [&](const std::string& name, void** arguments) {
      if (name != one.name || !writes) return;
      auto* to = static_cast<unsigned char*>(as_pointer(*static_cast<CuDevicePtr*>(arguments[one.argument])));
      to[at] ^= 1;
    };
    const auto outside = [&] {
      const Json result = answer(gpu, plan, 0);
      CAPTURE(result.dump());
      REQUIRE(result.contains("verify"));
      return result["verify"]["written_outside"].get<int>();
    };
    CHECK(outside() == 0);
    writes = true;
    for (const long long where : {-4096LL, -1LL, bytes, bytes + 1}) {
      at = where;
      CAPTURE(at);
      CHECK(outside() == 1);
    }
    at = 0;
    CHECK(outside() == 0);
    at = bytes - 1;
    CHECK(outside() == 0);
  }
}

TEST_CASE("where no event can be made the request fails, and tells it") {
  for (const Written& one : kernels) {
    // Its stand-in computes nothing, so its result is wrong.
    if (std::string_view(one.name) == "stridescope_gemm") continue;
    CAPTURE(one.program);
    const KernelPlan plan = planned(one.program);
    for (const int events : {0, 1, 2, 3}) {
      FakeGpu gpu;
      gpu.events = events;
      const Json result = answer(gpu, plan, 0.01);
      CAPTURE(result.dump());
      CHECK(result["status"] == "error");
      CHECK(result["code"] == "memory");
      CHECK(result["message"].get<std::string>().find("event") != std::string::npos);
    }
    FakeGpu gpu;
    const Json result = answer(gpu, plan, 0.01);
    CAPTURE(result.dump());
    CHECK(result["status"] == "ok");
    CHECK(result["time"]["runs"].get<int>() > 0);
  }
}

// The writes of a launch reach memory during the next launch, and its time would include them.
TEST_CASE("a kernel is timed behind its own kind, and so is the copy beside it") {
  for (const Written& one : kernels) {
    const KernelPlan plan = planned(one.program);
    if (!plan.as<CopyPlan>() && !plan.as<ReducePlan>()) continue;
    CAPTURE(one.program);
    FakeGpu gpu;
    REQUIRE(answer(gpu, plan, 0.01)["status"] == "ok");
    const std::string& order = gpu.order;
    CAPTURE(order);
    int timed[2] = {};
    char before = 0;
    for (std::size_t i = 1; i + 1 < order.size(); ++i) {
      if (order[i] == 'e') continue;
      if (order[i - 1] == 'e' && order[i + 1] == 'e') {
        ++timed[order[i] == 'c'];
        CHECK(order[i] == before);
      }
      before = order[i];
    }
    CHECK(timed[0] >= 6);
    CHECK(timed[1] >= 6);
  }
}

// A K large enough that the GPU checks the result, which the stand-in accepts. Without cuBLASLt no other launch runs.
TEST_CASE("a product is timed behind an untimed one") {
  FakeGpu gpu;
  const KernelPlan plan = planned(
      "s = (64,64):(80,1)\ncp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int8_t>, (_32,_4):(_4,_1), "
      "(_1,_16))\ngemm_kernel((64,8192):(8192,1), (64,8192):(8192,1), (64,64):(64,1), cp, (s,s), "
      "make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN, (2,2)))");
  REQUIRE(answer(gpu, plan, 0.001)["status"] == "ok");
  const std::string::size_type begin = gpu.order.find("ke");
  REQUIRE(begin != std::string::npos);
  const std::string order = gpu.order.substr(begin, 24);
  // Kernel, event, kernel, event; then two adjacent events.
  CHECK(order == "kekeeekekeeekekeeekekeee");
}

}  // namespace stridescope::gpu
