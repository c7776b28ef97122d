// Compares results of GPUs for kernels that multiply (core/data/products_*.json, made by tests/gpu/measure.py) with the
// goals and with the atoms' tables, without a GPU.
#include <doctest/doctest.h>

#include "core/foreign/evaluate.h"
#include "core/kernels/gemm/gemm_predict.h"
#include "core/kernels/kernel_plan.h"
#include "recorded.h"

namespace stridescope {
namespace {

// Atoms that are newer than the records: SM75_16x8x8_F16F16F16F16_TN. Becomes 0 when the probes are run again.
constexpr std::size_t not_probed = 1;

// Atoms with a table in CUTLASS that the hardware contradicts, with the reason.
struct Contradicted {
  std::string_view atom;
  std::string_view reason;
};
constexpr Contradicted contradicted[] = {
    {"SM75_U32x1_MOVM_T", "CUTLASS gives source and destination the same layout; movmatrix.trans transposes"},
};

// While other traffic uses shared memory (copies, stores, wgmma), the counter includes its arbitration: at most an
// eighth was observed. tests/gpu/products.py has the same rule.
bool with_other_traffic(std::string_view counter, std::int64_t predicted, std::int64_t measured) {
  return counter == "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum" && predicted <= measured &&
         measured - predicted <= predicted / 8;
}

CopyPrediction predicted(const KernelPlan& plan, const nlohmann::json& row) {
  if (const auto* gemm = plan.as<GemmPlan>()) return predict(*gemm);
  const auto* mma = plan.as<MmaPlan>();
  REQUIRE(mma != nullptr);
  return predict_mma(*mma, row["counted"]["blocks"].get<std::int64_t>(), row["counted"]["repeat"].get<std::int64_t>());
}

// The kernel that was measured. It loaded the first operands of a stage after the last tile even if no tile was
// written there; with as many stages as tiles a kernel still does.
KernelPlan measured_plan(const KernelPlan& plan, std::string program) {
  const auto* gemm = plan.as<GemmPlan>();
  if (gemm == nullptr || gemm->path != GemmPlan::Path::threads || !gemm->short_of_stages()) return plan;
  const std::string stages = cat("stages=", gemm->stages);
  const std::size_t at = program.find(stages);
  REQUIRE(at != std::string::npos);
  auto other =
      plan_kernel(evaluate(program.replace(at, stages.size(), cat("stages=", gemm->grid[2])), IntegerMode::cute)
                      .bindings.back()
                      .value);
  REQUIRE(other.has_value());
  return std::move(*other);
}

// Counts that were compared, and those that are equal.
struct Compared {
  int counts = 0;
  int exact = 0;
};

void compare_counts(const KernelPlan& plan, const nlohmann::json& row, Compared& sum) {
  const nlohmann::json& counters = row["measured"]["counters"];
  for (const PredictedCount& c : predicted(plan, row).counts) {
    const std::string counter(c.counter);
    CAPTURE(counter);
    REQUIRE(counters.contains(counter));
    const auto measured = counters[counter].get<std::int64_t>();
    ++sum.counts;
    if (measured == c.count) {
      ++sum.exact;
    } else {
      CAPTURE(c.count);
      CAPTURE(measured);
      CHECK(with_other_traffic(counter, c.count, measured));
    }
  }
}

void compare_products(const char* file) {
  const nlohmann::json json = recorded(file);
  for (const char* key : {"products", "probes"}) REQUIRE(json.contains(key));
  int ratios = 0;
  for (const auto& best : json["best_gemm_ratio"].items()) {
    const std::string& name = best.key();
    CAPTURE(name);
    CHECK(best.value().get<double>() >= (name.find("wgmma") != std::string::npos ? 0.80 : 0.50));
    ++ratios;
  }
  CHECK(ratios == 8);  // f16 and bf16, 4096 and 8192, both instructions
  CHECK(json["live_gemm_4096_ms"].get<double>() <= 2000);
  Compared compared;
  for (const auto& row : json["products"]) {
    const auto program = row["program"].get<std::string>();
    CAPTURE(program);
    const Evaluation e = evaluate(program, IntegerMode::cute);
    REQUIRE(e.errors.empty());
    const auto plan = plan_kernel(e.bindings.back().value);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    // The same shared memory as measured: the plan is still that of the run.
    CHECK(cuda_text(*plan).shared_bytes == row["shared_bytes"].get<std::int64_t>());
    if (row.contains("tflop_per_s")) CHECK(row["tflop_per_s"].get<double>() > 0);
    if (row.contains("measured")) compare_counts(measured_plan(*plan, program), row, compared);
  }
  CHECK(compared.counts == json["product_counts"]["counts"].get<int>());
  CHECK(compared.exact == json["product_counts"]["exact"].get<int>());
  CHECK(compared.counts >= 150);
  CHECK(compared.exact >= compared.counts * 9 / 10);
  const auto& probes = json["probes"];
  std::int64_t sum = probes["confirmed"].get<std::int64_t>() +
                     static_cast<std::int64_t>(probes["contradicted"].size()) +
                     static_cast<std::int64_t>(probes["does_not_assemble"].size());
  for (const auto& kind : probes["without_a_probe"].items()) sum += kind.value().get<std::int64_t>();
  CHECK(sum == probes["of_this_gpu"].get<std::int64_t>());
  // Those of other vendors come from tables, and no GPU here has them.
  std::size_t of_cuda = 0;
  for (const std::string& name : atom_names())
    of_cuda += !name.starts_with("v_") && !name.starts_with("XE_") && !name.starts_with("simdgroup_") ? 1 : 0;
  CHECK(static_cast<std::size_t>(probes["atoms"].get<std::int64_t>()) + not_probed == of_cuda);
  REQUIRE(probes["contradicted"].size() == std::size(contradicted));
  for (std::size_t i = 0; i < std::size(contradicted); ++i) {
    CHECK(probes["contradicted"][i]["atom"].get<std::string>() == contradicted[i].atom);
  }
}

}  // namespace

TEST_CASE("recorded: an H100 multiplies at the goals' ratios and confirms the tables of its atoms") {
  compare_products("core/data/products_h100.json");
}

TEST_CASE("recorded: an H200 multiplies at the goals' ratios and confirms the tables of its atoms") {
  compare_products("core/data/products_h200.json");
}

}  // namespace stridescope
