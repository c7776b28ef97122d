// Compares sums as the tuner chooses them with every candidate's time on an H100 (tests/gpu/sums_h100.json): its tries
// include the fastest, and a candidate is ranked by the prediction of its plan.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "core/tune/candidates.h"
#include "core/tune/time_model.h"
#include "core/tune/tuning.h"
#include "tests/unit/plans.h"
#include "tests/unit/recorded.h"

namespace stridescope {

TEST_CASE("recorded: sums: what the tuner tries is as quick as all candidates, and most times are predicted") {
  const Gpu& gpu = *find_gpu("H100");
  std::size_t compared = 0;
  std::size_t near = 0;
  std::size_t explained = 0;  // near, or with the reason why not
  std::size_t told = 0;
  const nlohmann::json json = recorded("tests/gpu/sums_h100.json");
  for (const auto& sum : json["sums"]) {
    CAPTURE(sum["name"]);
    std::map<std::string, double> measured;
    double best = std::numeric_limits<double>::infinity();
    for (const auto& kernel : sum["kernels"]) {
      measured[kernel[1].get<std::string>()] = kernel[0].get<double>();
      best = std::min(best, kernel[0].get<double>());
    }
    const auto value = value_of_text(sum["program"].get<std::string>());
    REQUIRE(value.has_value());
    const auto all = tune(*value, gpu, value_of_text, {default_tuned, true});
    REQUIRE(all.has_value());
    for (const TunedKernel& kernel : all->kernels) {
      const auto found = measured.find(english(kernel.label));
      if (found == measured.end() || !kernel.time) continue;
      ++compared;
      const bool is_near = std::abs(kernel.time->us / found->second - 1) <= near_prediction;
      near += is_near ? 1 : 0;
      explained += is_near || !kernel.time->doubt.empty() ? 1 : 0;
      told += std::abs(std::log(kernel.time->us / found->second)) < std::log(2.0) ? 1 : 0;
      // A candidate called as fast as the fastest is not slow.
      CAPTURE(found->first);
      if (kernel.time->us <= 1.05 * all->kernels[1].time->us) CHECK(found->second <= 1.5 * best);
    }
    const auto tried = tune(*value, gpu, value_of_text);
    REQUIRE(tried.has_value());
    double chosen = std::numeric_limits<double>::infinity();
    for (const TunedKernel& kernel : tried->kernels) {
      const auto found = measured.find(english(kernel.label));
      if (found != measured.end()) chosen = std::min(chosen, found->second);
    }
    CHECK(best >= 0.98 * chosen);
  }
  CHECK(compared > 900);
  CHECK(near * 100 >= compared * 93);
  CHECK(explained * 100 >= compared * 98);
  CHECK(told * 1000 >= compared * 999);
  MESSAGE(near << " of " << compared << " within 15 %, " << explained << " of them or with a doubt");
}

// The rank of a candidate is a prediction from properties that are known before planning: those of the plan.
TEST_CASE("tune: candidates of sums are ranked by the prediction of their plans") {
  const Gpu& gpu = *find_gpu("H100");
  for (const char* program : {
           "reduce_kernel((1024,65536):(65536,1), (1024,1):(1,0), (_32,_1):(_1,_1), tile=(1,32), dtype=\"float\")",
           "reduce_kernel((4096,1024):(1024,1), (1,1024):(0,1), (_32,_1):(_1,_1), tile=(1,32), dtype=\"bfloat16_t\")",
           "reduce_kernel((300,96):(96,1), (1,96):(0,1), (_32,_1):(_1,_1), tile=(1,32), dtype=\"half_t\")",
           "reduce_kernel((9,32,64):(2048,64,1), (9,1,64):(64,0,1), (_32,_1):(_1,_1), tile=(1,1,32), dtype=\"float\")",
           "reduce_kernel(1048576:1, 1:0, (_32,_1):(_1,_1), tile=(32), dtype=\"int8_t\")",
       }) {
    CAPTURE(program);
    const auto value = value_of_text(program);
    REQUIRE(value.has_value());
    const auto candidates = candidates_of(*value, gpu);
    REQUIRE(candidates.has_value());
    int planned = 0;
    for (const Candidate& c : *candidates) {
      CAPTURE(c.text);
      const auto plan = kernel_plan_of(c.text);
      if (!plan) continue;
      ++planned;
      const double ratio = c.rough_us / predict_time(*plan, gpu)->us;
      // Little more for narrow rows and small blocks, which the model has alike.
      CHECK(ratio > 0.999);
      CHECK(ratio < 1.03);
    }
    CHECK(planned > 10);
  }
}

}  // namespace stridescope
