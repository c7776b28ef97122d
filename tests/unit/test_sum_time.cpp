// The predicted times of sums that several blocks share against those that an H100 took (tests/gpu/sums_h100.json): the
// last block of a sum adds what the others have left, and its threads do so number by number.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/tune/time_model.h"
#include "core/tune/tuning.h"
#include "tests/unit/plans.h"
#include "tests/unit/recorded.h"

namespace stridescope {

TEST_CASE(
    "recorded: sums that several blocks share: most times are predicted, and the quickest are told from the slow") {
  std::size_t compared = 0;
  std::size_t near = 0;
  const nlohmann::json json = recorded("tests/gpu/sums_h100.json");
  for (const auto& sums : json["sums"]) {
    CAPTURE(sums["name"]);
    struct Kernel {
      double predicted, measured;
    };
    std::vector<Kernel> kernels;
    for (const auto& row : sums["kernels"]) {
      const auto program = row["program"].get<std::string>();
      const auto plan = kernel_plan_of(program);
      REQUIRE(plan.has_value());
      const auto time = predict_time(*plan, *find_gpu("H100"));
      REQUIRE(time.has_value());
      kernels.push_back({time->us, row["us"].get<double>()});
      CAPTURE(program);
      CHECK(std::abs(std::log(time->us / kernels.back().measured)) < std::log(2.0));
      ++compared;
      near += std::abs(time->us / kernels.back().measured - 1) <= near_prediction ? 1 : 0;
    }
    // As many as the tuner tries at first.
    const auto quicker = [](const Kernel& a, const Kernel& b) { return a.measured < b.measured; };
    const double best = std::min_element(kernels.begin(), kernels.end(), quicker)->measured;
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const Kernel& a, const Kernel& b) { return a.predicted < b.predicted; });
    const auto first = kernels.begin() + std::min<std::ptrdiff_t>(default_tuned, std::ssize(kernels));
    CHECK(std::min_element(kernels.begin(), first, quicker)->measured <= 1.03 * best);
  }
  CHECK(compared > 150);
  CHECK(near * 5 >= compared * 4);
  MESSAGE(near << " of " << compared << " within 15 %");
}

}  // namespace stridescope
