// Compares counts of GPUs (core/data/measured_*.json, made by tests/gpu/measure.py) with the model, without a GPU:
// every predicted count equals the measured one.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/kernels/copy/copy_predict.h"
#include "tests/unit/plans.h"
#include "tests/unit/recorded.h"

namespace stridescope {
namespace {

// Counts that are known to differ from the prediction, with the reason.
struct KnownExcess {
  std::string_view program;
  std::string_view counter;
  std::string_view reason;
};
constexpr std::string_view off =
    "edges: pred_on_any holds instructions that no lane takes part in (CountBound::ceiling); the machine code has one "
    "for "
    "each access";
constexpr std::string_view lost =
    "wavefronts that lost the arbitration for the data banks came again (CountBound::sum)";
constexpr KnownExcess explained[] = {
    {"copy_kernel((200,72):(1,200), (200,72):(72,1), ((_128,_2):(_2,_1), (_128,_2):(_1,_128)), (8,32):(32,1), "
     "tile=(8,32), dtype=\"float\", bytes=4)",
     "smsp__inst_executed_op_shared_st_pred_on_any.sum", off},
    {"copy_kernel((64,72):(72,1), (64,72):(1,64), ((_128,(_1,_2)):(_1,(_1,_128)), (_128,(_1,_2)):(_1,(_1,_128))), "
     "(8,32):(33,1), tile=(8,32), dtype=\"half_t\")",
     "smsp__inst_executed_op_shared_st_pred_on_any.sum", off},
    {"copy_kernel((200,160):(160,1), (200,160):(1,200), ((_128,_8):(_8,_1), (_128,_8):(_8,_1)), (32,32):(32,1), "
     "tile=(32,32), dtype=\"double\")",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", lost},
    {"copy_kernel((200,72):(72,1), (200,72):(1,200), ((_256,(_4,_2)):(_4,(_1,_1024)), (_256,(_1,_8)):(_1,(_1,_256))), "
     "(64,32):(32,1), tile=(64,32), dtype=\"float\", bytes=4)",
     "smsp__inst_executed_op_shared_ld_pred_on_any.sum", off},
};
bool is_explained(std::string_view program, std::string_view counter) {
  return std::any_of(std::begin(explained), std::end(explained),
                     [&](const KnownExcess& e) { return e.program == program && e.counter == counter; });
}

void compare(const char* file) {
  const nlohmann::json json = recorded(file);
  for (const char* key : {"kernels", "sweep"}) REQUIRE(json.contains(key));
  const auto& counters = json["sweep"]["counters"];
  int kernels = 0;
  int counts = 0;
  for (const auto& row : json["sweep"]["rows"]) {
    const auto program = row[0].get<std::string>();
    CAPTURE(program);
    const CopyPlan plan = copy_plan_of(program);
    ++kernels;
    const CopyPrediction prediction = predict(plan);
    // The pattern in which cp.async writes shared memory is unknown.
    if (plan.path != CopyPlan::Path::cp_async) CHECK(prediction.missing.empty());
    for (const PredictedCount& predicted : prediction.counts) {
      if (is_explained(program, predicted.counter)) continue;
      for (std::size_t i = 0; i < counters.size(); ++i) {
        if (counters[i].get<std::string>() != predicted.counter) continue;
        CAPTURE(counters[i].get<std::string>());
        CHECK(predicted.count == row[1].at(i).get<std::int64_t>());
        ++counts;
      }
    }
  }
  // Every pair of lanes, alone and together with others, by width and direction: three patterns of 496 pairs.
  REQUIRE(json.contains("phases"));
  CHECK(json["phases"]["verdict"] == "confirmed");
  CHECK(json["phases"]["checked"] == 4 * 3 * 496);
  CHECK(json["phases"]["wrong"] == 0);
  CHECK(kernels >= 500);
  CHECK(counts >= 4 * kernels);
  // The program of every recorded result still makes a kernel with the same number of bytes.
  for (const auto& row : json["kernels"]) {
    const auto program = row["program"].get<std::string>();
    CAPTURE(program);
    const CopyPlan plan = copy_plan_of(program);
    const double rate = static_cast<double>(plan.bytes_moved()) / row["ms"].get<double>() / 1e6;
    CHECK(rate == doctest::Approx(row["gb_per_s"].get<double>()).epsilon(0.002));
  }
}

// The counters of partitions_h100.inc.
constexpr std::string_view partition_counters[] = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                                                   "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                                   "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                                                   "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                                                   "smsp__inst_executed_op_shared_ld_pred_on_any.sum",
                                                   "smsp__inst_executed_op_shared_st_pred_on_any.sum",
                                                   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                                                   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                                                   "l1tex__data_bank_conflicts_type_arbitration.sum",
                                                   "smsp__inst_executed_op_shared_ld.sum",
                                                   "smsp__inst_executed_op_shared_st.sum"};
struct Partition {
  const char* program;
  std::int64_t counts[std::size(partition_counters)];
};
constexpr Partition partitions[] = {
#include "tests/unit/partitions_h100.inc"
};

}  // namespace

TEST_CASE("recorded: freely permuted partitions, exact or within what bounds them") {
  int exact = 0;
  int bounded = 0;
  for (const Partition& p : partitions) {
    CAPTURE(p.program);
    const auto of = [&](std::string_view counter) {
      const auto* at = std::find(std::begin(partition_counters), std::end(partition_counters), counter);
      return at == std::end(partition_counters) ? -1 : p.counts[at - std::begin(partition_counters)];
    };
    const CopyPlan plan = copy_plan_of(p.program);
    for (const PredictedCount& predicted : predict(plan).counts) {
      CAPTURE(predicted.counter);
      const std::int64_t measured = of(predicted.counter);
      REQUIRE(measured >= 0);
      const auto beside = predicted.beside.empty() ? 0.0 : static_cast<double>(of(predicted.beside));
      CHECK(agrees(predicted.bound, static_cast<double>(predicted.count), static_cast<double>(measured), beside));
      (predicted.count == measured ? exact : bounded) += 1;
    }
  }
  CHECK(exact > 5 * bounded);
  CHECK(bounded > 40);
}

TEST_CASE("recorded: an H100 counted what the model predicts") { compare("core/data/measured_h100.json"); }

TEST_CASE("recorded: an H200 counted what the model predicts") { compare("core/data/measured_h200.json"); }

// Reason for CountBound::sum: the same tile of doubles alone, together with global memory and with other blocks
// (arbitration.py).
TEST_CASE(
    "recorded: wavefronts are more than addresses need where blocks are beside each other, by what arbitration lost") {
  std::size_t alone = 0;
  std::size_t surpluses = 0;
  const nlohmann::json json = recorded("tests/gpu/arbitration_h100.json");
  for (const auto& row : json["rows"]) {
    const std::string name = row["case"];
    CAPTURE(name);
    const auto of = [&](const char* key) { return row[key].get<std::int64_t>(); };
    const std::int64_t surplus = of("loaded") + of("stored") - 2 * of("needed");
    // With instrumentation, the wavefronts of each instruction are those of its addresses, with any other load.
    for (const auto& own : row["sass"]) CHECK(own.get<std::int64_t>() == of("needed"));
    if (!name.starts_with("three each")) {
      CHECK(surplus == 0);
      ++alone;
    } else if (name.ends_with("both")) {
      CHECK(surplus > 0);
      CHECK(surplus <= 2 * of("arbitration"));
    } else {
      // Nothing else loses: what is more was lost, wavefront by wavefront, up to what loads of global memory lose.
      CHECK(surplus > 0);
      CHECK(surplus <= of("arbitration"));
      CHECK(surplus * 100 >= of("arbitration") * 99);
      ++surpluses;
    }
  }
  CHECK(alone == 24);
  CHECK(surpluses == 6);
}

}  // namespace stridescope
