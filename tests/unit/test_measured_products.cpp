// What GPUs gave for kernels that multiply (core/data/products_*.json, made by tests/gpu/products.py), held against the
// goals and against the atoms' tables, with no GPU.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/codegen/kernel_plan.h"
#include "core/lang/evaluator.h"

namespace stridescope {
namespace {

// Atoms whose table in CUTLASS the silicon contradicts, with the reason.
struct Contradicted {
  std::string_view atom;
  std::string_view reason;
};
constexpr Contradicted contradicted[] = {
    {"SM75_U32x1_MOVM_T", "CUTLASS gives source and destination the same layout; movmatrix.trans transposes"},
};

void compare(const char* file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in.good(), file);
  std::stringstream text;
  text << in.rdbuf();
  const nlohmann::json json = nlohmann::json::parse(text.str(), nullptr, false);
  REQUIRE(json.is_object());
  for (const char* key : {"device", "date", "commit", "products", "probes"}) REQUIRE(json.contains(key));
  CHECK(json["device"]["kind"] == "gpu");
  int ratios = 0;
  for (const auto& best : json["best_gemm_ratio"].items()) {
    const std::string name = best.key();
    CAPTURE(name);
    CHECK(best.value().get<double>() >= (name.find("wgmma") != std::string::npos ? 0.80 : 0.50));
    ++ratios;
  }
  CHECK(ratios == 8);  // f16 and bf16, 4096 and 8192, both instructions
  CHECK(json["live_gemm_4096_ms"].get<double>() <= 2000);
  for (const auto& row : json["products"]) {
    const auto program = row["program"].get<std::string>();
    CAPTURE(program);
    const Evaluation e = evaluate(program, IntegerMode::cute);
    REQUIRE(e.errors.empty());
    const auto plan = plan_kernel(e.bindings.back().value);
    REQUIRE_MESSAGE(plan.has_value(), plan.error().message);
    // The same shared memory as was measured: the plan is still the one that ran.
    CHECK(cuda_text(*plan).shared_bytes == row["shared_bytes"].get<std::int64_t>());
    CHECK(row["tflop_per_s"].get<double>() > 0);
  }
  const auto& probes = json["probes"];
  std::int64_t sum = probes["confirmed"].get<std::int64_t>() +
                     static_cast<std::int64_t>(probes["contradicted"].size()) +
                     static_cast<std::int64_t>(probes["does_not_assemble"].size());
  for (const auto& kind : probes["without_a_probe"].items()) sum += kind.value().get<std::int64_t>();
  CHECK(sum == probes["of_this_gpu"].get<std::int64_t>());
  // The complex products of tcgen05, which neither GPU has, came after the measurement.
  CHECK(static_cast<std::size_t>(probes["atoms"].get<std::int64_t>()) + 2 == atom_names().size());
  REQUIRE(probes["contradicted"].size() == std::size(contradicted));
  for (std::size_t i = 0; i < std::size(contradicted); ++i) {
    CHECK(probes["contradicted"][i]["atom"].get<std::string>() == contradicted[i].atom);
  }
}

}  // namespace

TEST_CASE("an H100 multiplies at the goals' ratios and confirms the tables of its atoms") {
  compare("core/data/products_h100.json");
}

TEST_CASE("an H200 multiplies at the goals' ratios and confirms the tables of its atoms") {
  compare("core/data/products_h200.json");
}

}  // namespace stridescope
