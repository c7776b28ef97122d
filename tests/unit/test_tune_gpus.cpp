// Checks that the tuner's offers on each GPU of gpus.def can run there: its instructions, and the shared memory of a
// block.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/hardware/bound.h"
#include "core/kernels/kernel_limits.h"
#include "core/tune/tuning.h"
#include "tests/unit/layouts.h"
#include "tests/unit/plans.h"

namespace stridescope {
namespace {

std::string product(const std::string& atom, const std::string& copy = "UniversalCopy<uint128_t>",
                    const std::string& stored = "half_t") {
  return "gemm_kernel((2048,1024):(1024,1), (2048,1024):(1024,1), (2048,2048):(2048,1), make_tiled_copy(Copy_Atom<" +
         copy + ",half_t>, (_16,_8):(_8,_1), (_1,_8)), ((64,64):(72,1), (64,64):(72,1)), make_tiled_mma(" + atom +
         ", (2,2)), dtype=\"" + stored + "\")";
}

Tuning tuned(const std::string& program, const Gpu& gpu) {
  const auto value = value_of_text(program);
  REQUIRE_MESSAGE(value.has_value(), program);
  auto tuning = tune(*value, gpu, value_of_text, {default_tuned, true});
  REQUIRE_MESSAGE(tuning.has_value(), english(tuning.error().message));
  return std::move(*tuning);
}

bool offers(const Tuning& tuning, std::string_view part) {
  return std::any_of(tuning.kernels.begin(), tuning.kernels.end(),
                     [&](const TunedKernel& k) { return english(k.label).find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("tune: every kernel that is offered for a GPU runs on it") {
  for (std::size_t g = 0; g < gpus().size(); g += laws::step(5)) {
    const Gpu& gpu = gpus()[g];
    CAPTURE(gpu.name);
    const std::string atom = gpu.architecture == "sm70" || gpu.architecture == "sm75" ? "SM75_16x8x8_F32F16F16F32_TN"
                                                                                      : "SM80_16x8x16_F32F16F16F32_TN";
    for (const std::string& program :
         {product(atom),
          std::string("copy_kernel((4096,8192):(8192,1), (4096,8192):(1,4096), (_256,_16):(_16,_1), tile=(64,64), "
                      "dtype=\"int8_t\")"),
          std::string("copy_kernel(1048576:1, 1048576:1, (_256,_4):(_4,_1))"),
          std::string("reduce_kernel((4096,1024):(1024,1), (1,1024):(0,1), (_32,_1):(_1,_1), tile=(1,32), "
                      "dtype=\"float\")")}) {
      CAPTURE(program);
      if (gpu.name == "V100" && program == product(atom)) continue;  // it has neither of the two
      const Tuning tuning = tuned(program, gpu);
      CHECK(tuning.kernels.size() > 8);
      for (const TunedKernel& k : tuning.kernels) {
        if (k.text.empty()) continue;
        CAPTURE(k.text);
        const auto plan = kernel_plan_of(k.text);
        REQUIRE(plan.has_value());
        const auto why = lacking(*plan, gpu.architecture);
        CHECK_MESSAGE(!why, english(why->message));
      }
    }
  }
}

TEST_CASE("tune: mma.sync is tried through TMA on sm90, and as deep as a block's memory") {
  const std::string program = product("SM80_16x8x16_F32F16F16F32_TN");
  CHECK(offers(tuned(program, *find_gpu("H100")), "256x128x64, 4 stages, 4x2 warps, through TMA, pieces of 64"));
  const Tuning small = tuned(program, *find_gpu("RTX5090"));
  CHECK(offers(small, "128x256x64, 2 stages"));
  CHECK_FALSE(offers(small, "128x256x64, 3 stages"));
  CHECK_FALSE(offers(small, "through TMA"));  // its warpgroups lend each other registers by an instruction of sm90a
}

TEST_CASE("tune: a kernel that a GPU cannot run has no time there, and the reason") {
  const auto of = [](const std::string& program, const char* gpu) {
    const auto plan = kernel_plan_of(program);
    REQUIRE(plan.has_value());
    const auto time = predict_time(*plan, *find_gpu(gpu));
    return time ? std::string() : english(time.error().message);
  };
  const std::string large =
      "copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_256,_16):(_16,_1), Sw<3,2,5> o 0 o (256,128):(128,1), "
      "tile=(256,128))";
  CHECK(of(large, "A100").empty());
  CHECK(of(large, "RTX3090") ==
        "the tile takes 131,072 bytes = 8,192 units of shared memory; a block has 101,376 bytes = 6,336 units on this "
        "GPU");
  const std::string engine =
      "copy_kernel((4096,4096):(4096,1), (4096,4096):(4096,1), \"tma\", (64,64):(64,1), tile=(64,64))";
  CHECK(of(engine, "H100").empty());
  CHECK(of(engine, "RTX5090").empty());
  CHECK(of(engine, "A100") == "the kernel needs sm90, but this GPU is sm80");
}

// cvt of two numbers into halves is an instruction of sm80, and so is each into bfloat16_t.
TEST_CASE("kernel: what rounds the sums of a product is of its architecture, or is needed") {
  const auto text = [](const std::string& atom, const std::string& copy, const std::string& type) {
    const auto plan = kernel_plan_of(product(atom, copy, type));
    REQUIRE(plan.has_value());
    return cuda_text(*plan);
  };
  const std::string old = "SM75_16x8x8_F32F16F16F32_TN";
  const KernelText half = text(old, "UniversalCopy<uint128_t>", "half_t");
  CHECK(half.needs == "sm75");
  CHECK(half.text.find("cvt.rn.f16.f32") != std::string::npos);
  CHECK(half.text.find("f16x2") == std::string::npos);
  const KernelText brain = text(old, "UniversalCopy<uint128_t>", "bfloat16_t");
  CHECK(brain.needs == "sm80");
  CHECK(brain.text.find("sm80 or newer") != std::string::npos);
  CHECK(text(old, "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>", "float").text.find("sm80 or newer") != std::string::npos);
  const KernelText pairs = text("SM80_16x8x16_F32F16F16F32_TN", "UniversalCopy<uint128_t>", "half_t");
  CHECK(pairs.text.find("cvt.rn.f16x2.f32") != std::string::npos);
}

TEST_CASE("kernel: instructions of a feature set are of one architecture alone") {
  CHECK_FALSE(lacking("", 0, 70, 0));
  CHECK_FALSE(lacking("sm80", 48, 90, 48));
  CHECK(lacking("sm80", 0, 75, 0)->code == ErrorCode::unsupported);
  CHECK_FALSE(lacking("sm90a", 0, 90, 0));
  CHECK(lacking("sm90a", 0, 100, 0)->code == ErrorCode::unsupported);
  CHECK(lacking("sm80", 49, 90, 48)->code == ErrorCode::too_large);
}

}  // namespace stridescope
