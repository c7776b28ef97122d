// Kernels that add: what the language makes of them, their plans, texts and refusals. The runner's tests execute them
// (tests/runner/test_sums.cpp).
#include <doctest/doctest.h>

#include <set>

#include "core/foreign/evaluate.h"
#include "core/kernels/kernel_plan.h"
#include "core/tune/time_model.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

ReducePlan plan_of(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE_MESSAGE(e.errors.empty(), program << ": " << (e.errors.empty() ? "" : english(e.errors.front().message)));
  const auto* kernel = e.bindings.back().value.as<ReduceKernel>();
  REQUIRE(kernel != nullptr);
  auto plan = plan_reduce(*kernel);
  REQUIRE(plan.has_value());
  return std::move(*plan);
}

std::string error_of(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  return e.errors.empty() ? std::string() : english(e.errors.front().message);
}

const std::string rows = "reduce_kernel((64,256):(256,1), (64,1):(1,0), ";

}  // namespace

TEST_CASE("reduce: a partition over a tile of other modes than the source has is refused") {
  // The tile of a thread-value layout alone has one mode, unless tile= gives another.
  const std::string sums = "reduce_kernel((64,32):(1,64), (1,32):(0,1), (32,8):(1,32)";
  CHECK(error_of(sums + ")") == "reduce_kernel: the partition covers a tile of 1 mode, but the source has 2");
  CHECK(error_of(sums + ", tile=(64,4))").empty());
}

TEST_CASE("reduce: every element of a tile goes to the sum of its own row, whoever adds it") {
  for (const std::string via :
       {"(_64,_1):(_1,_64), tile=(64,1))", "((_32,_8),_4):((_32,_1),_8), tile=(8,128))",
        "((_32,_8),(_4,_2)):((_32,_1),(_8,_1024)), tile=(8,256))", "((_8,_32),_2):((_1,_8),_256), tile=(8,64))",
        "((_4,_4,_8),(_2,_2)):((_16,_1,_64),(_8,_4)), tile=(8,64))"}) {
    CAPTURE(via);
    const ReducePlan plan = plan_of(rows + via);
    CHECK(plan.results == 64);
    CHECK(plan.summands == 256);
    // (thread, value) -> the row of its element, by the partition alone, and by the plan.
    const KernelIndex& of_thread = plan.load.src.map.thread;
    const KernelIndex& of_value = plan.load.src.map.value;
    std::set<std::int64_t> seen;
    for (std::int64_t t = 0; t < plan.threads; ++t) {
      for (std::int64_t v = 0; v < plan.values; ++v) {
        const std::int64_t offset = of_thread.at(t) + of_value.at(v);
        seen.insert(offset);
        const std::int64_t sum = plan.first_of_thread.at(t) + plan.next_of_sum.at(plan.sum_of_value.at(v));
        CHECK(plan.offset_of_sum.at(sum) == offset / 256);
      }
    }
    CHECK(static_cast<std::int64_t>(seen.size()) == plan.threads * plan.values);
  }
}

TEST_CASE("reduce: threads with parts of one sum meet by lanes, then in groups") {
  const ReducePlan shuffled = plan_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128))");
  CHECK(shuffled.lanes == std::vector<int>{16, 8, 4, 2, 1});
  CHECK(shuffled.groups == 1);
  CHECK(shuffled.shared_bytes == 0);
  const ReducePlan shared = plan_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), combine=\"shared\")");
  CHECK(shared.lanes.empty());
  CHECK(shared.groups == 32);
  CHECK(shared.shared_bytes == 32 * 8 * 4);
  // A row of two warps: by lanes within each, the two in shared memory.
  const ReducePlan both = plan_of(rows + "((_64,_4),_4):((_16,_1),_4), tile=(4,256))");
  CHECK(both.lanes == std::vector<int>{16, 8, 4, 2, 1});
  CHECK(both.groups == 2);
  // The whole tensor into one number, by several blocks.
  const ReducePlan all = plan_of("reduce_kernel(4096:1, 1:0, (_256,_4):(_4,_1), split=4)");
  CHECK(all.results == 1);
  CHECK(all.blocks() == 4);
  CHECK(all.groups == 8);
  CHECK(all.parts_bytes() == 16);
}

TEST_CASE("reduce: the text says how wide it reads and how threads meet, and has no hole left") {
  for (const std::string more : {"", ", combine=\"shared\"", ", split=2", ", combine=\"shared\", split=2"}) {
    const ReducePlan plan = plan_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128)" + more + ")");
    const KernelText text = cuda_text(plan);
    CHECK(text.name == "stridescope_reduce");
    CHECK(text.text.find("16 bytes at a time") != std::string::npos);
    CHECK(text.text.find("#error") == std::string::npos);
    CHECK(check_text(plan).find("#error") == std::string::npos);
    CHECK(standalone_text(plan).find("#error") == std::string::npos);
    CHECK((text.text.find("__shfl_xor_sync") != std::string::npos) == !plan.lanes.empty());
    CHECK((text.text.find("atomicAdd") != std::string::npos) == plan.split());
    CHECK(text.shared_bytes == plan.shared_bytes);
  }
}

TEST_CASE("reduce: sectors are those of the loads, and a strided sum has the longer predicted time") {
  const std::string big = "reduce_kernel((1024,65536):(65536,1), (1024,1):(1,0), ";
  const ReducePlan strided = plan_of(big + "(_256,_1):(_1,_256), tile=(256,1))");
  const ReducePlan coalesced = plan_of(big + "((_32,_8),_4):((_32,_1),_8), tile=(8,128))");
  const auto sectors = [](const ReducePlan& plan) {
    const CopyPrediction predicted = predict(plan);
    for (const PredictedCount& c : predicted.counts) {
      if (c.counter == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") return c.count;
    }
    return std::int64_t{-1};
  };
  // Its tiles begin within sectors, where each element reads one.
  CHECK(sectors(strided) == 1024 * 65536);
  CHECK(sectors(coalesced) == 1024 * 65536 / 8);
  const Gpu& gpu = *find_gpu("H100");
  const auto slow = predict_time(KernelPlan(strided), gpu);
  const auto quick = predict_time(KernelPlan(coalesced), gpu);
  REQUIRE(slow.has_value());
  REQUIRE(quick.has_value());
  CHECK(slow->us > 5 * quick->us);
}

TEST_CASE("reduce: of a split sum the reads of the last block are counted, too") {
  const auto counts = [](const std::string& program) {
    const CopyPrediction predicted = predict(plan_of(program));
    CHECK(predicted.missing.empty());
    std::pair<std::int64_t, std::int64_t> out;
    for (const PredictedCount& c : predicted.counts) {
      if (c.counter == "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") out.first = c.count;
      if (c.counter == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") out.second = c.count;
    }
    return out;
  };
  // 32 requests of 16 bytes a lane; four lanes of one warp then read a part each.
  CHECK(counts("reduce_kernel(4096:1, 1:0, (_256,_4):(_4,_1))") == std::pair<std::int64_t, std::int64_t>{32, 512});
  CHECK(counts("reduce_kernel(4096:1, 1:0, (_256,_4):(_4,_1), split=4)") ==
        std::pair<std::int64_t, std::int64_t>{32 + 1, 512 + 1});
  // 64 sums of a tile, two parts of each: four warps of whole lanes, 128 bytes each. 3 parts: a third round of two.
  const std::string columns = "reduce_kernel((96,64):(64,1), (1,64):(0,1), ((_16,_8),_4):((_32,_1),_8), tile=(8,64)";
  const auto [requests, sectors] = counts(columns + ")");
  CHECK(counts(columns + ", split=2)") == std::pair<std::int64_t, std::int64_t>{requests + 4, sectors + 16});
  CHECK(counts(columns + ", split=3)") == std::pair<std::int64_t, std::int64_t>{requests + 6, sectors + 24});
}

TEST_CASE("reduce: what cannot be is refused with the numbers") {
  CHECK(error_of("reduce_kernel((64,256):(256,1), (64,2):(1,64), (_64,_1):(_1,_64), tile=(64,1))")
            .find("the source has extents (64,256), but the destination has (64,2)") != std::string::npos);
  CHECK(error_of(rows + "(_64,_1):(_1,_64), tile=(48,1))") != "");
  CHECK(error_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), split=3)")
            .find("3 blocks cannot share the 2 tiles") != std::string::npos);
  CHECK(error_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), combine=\"luck\")").find("combine must be") !=
        std::string::npos);
  CHECK(error_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), stages=2)").find("does not have option 'stages'") !=
        std::string::npos);
  CHECK(error_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(8,128), dtype=\"double\")")
            .find("sums of double are not supported") != std::string::npos);
  // Two rows of dst at the same offset, and elements that two values have.
  CHECK(error_of("reduce_kernel((64,256):(256,1), (64,1):(0,0), (_64,_1):(_1,_64), tile=(64,1))") != "");
  CHECK(error_of(rows + "((_32,_8),_4):((_0,_1),_8), tile=(8,128))") != "");
  CHECK(error_of(rows + "((_32,_8),_4):((_32,_1),_4), tile=(8,128))").find("element 4 of a tile") != std::string::npos);
  CHECK(error_of(rows + "((_32,_8),_4):((_32,_1),_8), tile=(-8,128))") ==
        "reduce_kernel: each extent of a tile must be positive");
  // A tile past the end: of what is summed only.
  CHECK(error_of("reduce_kernel((64,250):(250,1), (64,1):(1,0), ((_32,_8),_4):((_32,_1),_8), tile=(8,128))") == "");
  CHECK(error_of("reduce_kernel((60,256):(256,1), (60,1):(1,0), ((_32,_8),_4):((_32,_1),_8), tile=(8,128))")
            .find("mode 0 of 60 elements is not a multiple of its tile of 8") != std::string::npos);
}

}  // namespace stridescope
