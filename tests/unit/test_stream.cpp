// Stream-K: blocks that share all steps along K. The order itself by brute force; plans, texts, counts, the picture,
// the model and the tuner. The runner's tests execute such products (tests/runner/test_products.cpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/gemm/gemm_predict.h"
#include "core/scene/drawable.h"
#include "core/tune/tuning.h"
#include "tests/unit/products.h"

namespace stridescope {

TEST_CASE("Stream-K: all workers have as many steps, each step is one worker's, and who waits is told first") {
  for (const std::int64_t workers : {1, 2, 3, 5, 8, 13, 132}) {
    for (const std::int64_t tiles : {1, 2, 3, 7, 8, 16, 131, 132, 133, 264, 300, 500}) {
      for (const std::int64_t steps : {1, 2, 5, 9, 64}) {
        if (workers > tiles * steps) continue;
        const StreamOrder order = {workers, tiles, steps};
        std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> who;
        std::set<std::int64_t> told;  // workers that have left sums to the next
        bool right = true;
        std::int64_t least = tiles * steps;
        std::int64_t most = 0;
        for (std::int64_t worker = 0; worker < workers; ++worker) {
          std::int64_t sum = 0;
          std::size_t number = 0;
          for (const StreamPart& p : order.parts(worker)) {
            right = right && p.begin >= 0 && p.begin < p.end && p.end <= steps && p.tile >= 0 && p.tile < tiles;
            for (std::int64_t step = p.begin; step < p.end; ++step)
              right = right && who.emplace(std::pair(p.tile, step), worker).second;
            sum += p.end - p.begin;
            // A worker leaves only its first part to others, so that no two wait for each other.
            if (p.end < steps) right = right && number == 0 && told.insert(worker).second;
            ++number;
          }
          least = std::min(least, sum);
          most = std::max(most, sum);
        }
        CAPTURE(workers);
        CAPTURE(tiles);
        CAPTURE(steps);
        CHECK(right);
        CHECK(who.size() == static_cast<std::size_t>(tiles * steps));
        CHECK(most - least <= 1);
        // Checks the route of a tile's sum: from a worker to the next one; the last one stores it.
        std::int64_t passed = 0;
        for (std::int64_t tile = 0; tile < tiles; ++tile) {
          std::int64_t begin = 0;
          std::int64_t before = -1;
          for (const std::int64_t end : order.ends(tile)) {
            const std::int64_t worker = who[{tile, begin}];
            right = right && begin < end && worker == who[{tile, end - 1}] && (before < 0 || worker == before + 1);
            right = right && (tile >= order.shared() || order.worker_of(tile, begin) == worker);
            passed += end < steps ? 1 : 0;
            begin = end;
            before = worker;
          }
          right = right && begin == steps;
        }
        CHECK(right);
        CHECK(passed == static_cast<std::int64_t>(told.size()));
      }
    }
  }
}

TEST_CASE("Stream-K: each element of C is stored by one block, and what blocks leave to each other is told") {
  const std::string stored = ", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")";
  for (const std::string& options :
       {std::string(", stream=7"), std::string(", stream=33"), std::string(", stream=12, cluster=(2,1), band=2"),
        stored + ", stream=7, beta=1", std::string(", stream=8")}) {
    CAPTURE(options);
    const auto plan = kernel_plan_of(product(1024, 512, 640, options));  // 32 tiles of 10 steps
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    const KernelText text = cuda_text(*plan);
    CHECK(text.text.find("#error") == std::string::npos);
    CHECK(trace_text(gemm).find("#error") == std::string::npos);
    CHECK(text.blocks == gemm.stream);
    CHECK(gemm.streams() == (gemm.stream != 8));  // 8 blocks have four whole rounds
    CHECK((text.text.find("part_of(") != std::string::npos) == gemm.streams());
    CHECK(text.work_bytes == (gemm.streams() ? 4 * (gemm.stream_flags() + gemm.stream * 128 * 128) : 0));
    const std::string standalone = standalone_text(*plan);
    CHECK(standalone.find("#error") == std::string::npos);
    CHECK((standalone.find(cat("cudaMemset(parts, 0, ", text.work_bytes)) != std::string::npos) == gemm.streams());
    std::int64_t passed = 0;
    for (std::int64_t b = 0; b < gemm.tiles; ++b) {
      const auto ends = gemm.sum_ends(b);
      CHECK(ends.back() == 10);
      passed += static_cast<std::int64_t>(ends.size()) - 1;
    }
    // 64 requests of 4 values of a warp, 8 warps; and a flag of each warpgroup, that is cleared.
    const CopyPrediction counts = predict(gemm);
    const auto sum = [&](const char* name) {
      for (const PredictedCount& c : counts.counts) {
        if (c.counter == name) return c.count;
      }
      return std::int64_t{0};
    };
    const std::int64_t c_requests = gemm.boxed ? 0 : 32 * 8 * 32;
    CHECK(sum("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum") ==
          c_requests * (gemm.boxed ? 0 : 1) + passed * (16 * 8 + 2));
    if (gemm.boxed) continue;
    const auto written = addresses_written(*plan, text.blocks);
    CHECK(written.size() == 1024 * 512 / 2);
    for (const auto& one : written) CHECK(one.second == 1);
  }
}

TEST_CASE("Stream-K is seen, told, predicted and tried where the last round is short") {
  const Evaluation e = evaluate(product(1024, 512, 640, ", stream=7"), IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const Value& kernel = e.bindings.back().value;
  CHECK(to_text(kernel).find("stream: 7 blocks") != std::string::npos);
  const auto scene = tiles_scene({kernel, {}}, {});
  REQUIRE(scene.has_value());
  CHECK(english(scene->legend[1].label) == "1 block sums it: all blocks get the same number of steps along K");
  CHECK(english(scene->legend[2].label).starts_with("2 blocks sum it"));
  // No wave of the model is short, and passing sums between blocks takes time.
  const Gpu& gpu = *find_gpu("H200");
  const Evaluation large = evaluate(product(2560, 2560, 2560, ""), IntegerMode::cute);
  const Value& whole = large.bindings.back().value;
  const auto planned = plan_kernel(whole);
  REQUIRE(planned.has_value());
  auto facts = facts_of(*planned->as<GemmPlan>(), gpu);
  REQUIRE(facts.has_value());
  const TimePrediction rounds = predict_time(*facts, gpu);
  facts->stream = 132;
  const TimePrediction shares = predict_time(*facts, gpu);
  CHECK(rounds.waves == 4);  // 400 tiles, 3.03 rounds
  CHECK(shares.us < 0.9 * rounds.us);
  CHECK(shares.part(TimeLimit::store) > 2);
  CHECK(!shares.doubt.empty());  // no cluster: L2 serves blocks at different steps
  auto clustered = *facts;
  clustered.cluster[0] = 2;
  CHECK(predict_time(clustered, gpu).doubt.empty());
  facts->extents[0] = facts->extents[1] = 128 * 132 / 12;  // 121 tiles
  facts->stream = 121;                                     // whole rounds: nothing goes over
  CHECK(predict_time(*facts, gpu).us == predict_time(
                                            [&] {
                                              auto f = *facts;
                                              f.stream = 0;
                                              return f;
                                            }(),
                                            gpu)
                                            .us);
  // The tuner tries it if the last wave is short, and not if it is full.
  const auto texts = [&](const Value& value) {
    const auto tuning = tune(value, gpu, [](const std::string& text) -> Result<Value> {
      const Evaluation one = evaluate(text, IntegerMode::cute);
      if (!one.errors.empty()) return failure(one.errors.front());
      return one.bindings.back().value;
    });
    REQUIRE(tuning.has_value());
    std::size_t shared = 0;
    for (const TunedKernel& k : tuning->nearby) shared += k.text.find(", stream=132") != std::string::npos ? 1 : 0;
    return shared;
  };
  CHECK(texts(whole) == late_count);
  const Evaluation full = evaluate(product(128 * 12, 128 * 11, 64, ""), IntegerMode::cute);
  CHECK(texts(full.bindings.back().value) == 0);
  refuses(product(256, 256, 256, ", stream=0"), "1 to 4096");
  refuses(product(256, 256, 256, ", stream=17"), "4 tiles and K has 4, too few for 17 blocks");
  refuses(product(256, 256, 1024, ", stream=7, cluster=(2,1)"), "7 blocks are not whole clusters of 2");
  refuses(product(256, 256, 1024, ", stream=6, split=2"), "cannot share them with another block");
  refuses(by_threads + ", stream=4)", "here threads copy");
}

}  // namespace stridescope
