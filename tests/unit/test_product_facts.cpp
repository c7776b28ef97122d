// Compares the tuner's facts of a product before planning with the model's facts of the plan.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/foreign/evaluate.h"
#include "core/kernels/gemm/gemm_fetch.h"
#include "core/tune/candidates.h"
#include "core/tune/time_model.h"
#include "tests/unit/products.h"

namespace stridescope {
namespace {

Value planned_kernel(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE_MESSAGE(e.errors.empty(), program);
  return e.bindings.back().value;
}

const std::string piece = ", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")";

std::string by_warps(int m, int n, int k, const std::string& type, const std::string& atom,
                     const std::string& options) {
  return cat("cp = make_tiled_copy(Copy_Atom<DefaultCopy,", type, ">, (_32,_4):(_4,_1), ",
             "(_1,_4))\ns = (128,64):(64,1)\ngemm_kernel((", m, ',', k, "):(", k, ",1), (", n, ',', k, "):(", k,
             ",1), (", m, ',', n, "):(", n, ",1), cp, (s,s), make_tiled_mma(", atom, ", (2,2))", options, ")");
}

}  // namespace

TEST_CASE("tune: the order of candidates is by the same facts as their predictions") {
  int wgmma = 0, sync = 0, engine = 0, fetched = 0, added = 0, narrow = 0;
  for (const std::string& program :
       {product(2048, 2048, 1024, ", beta=1, activation=\"gelu\""), product(1024, 896, 512, ", beta=\"0.5\"", "float"),
        by_warps(1024, 1024, 512, "half_t", "SM80_16x8x16_F32F16F16F32_TN", ", beta=1, activation=\"silu\""),
        by_warps(1024, 1024, 512, "half_t", "SM80_16x8x16_F32F16F16F32_TN", ", dtype=\"half_t\", beta=1"),
        by_warps(1024, 768, 500, "half_t", "SM80_16x8x16_F16F16F16F16_TN", ""),
        by_warps(512, 1024, 1000, "int8_t", "SM80_16x8x32_S32S8S8S32_TN", ""),
        by_warps(512, 1024, 512, "tfloat32_t", "SM80_16x8x8_F32TF32TF32F32_TN", "")}) {
    CAPTURE(program);
    const Gpu& gpu = *find_gpu("H100");
    const auto candidates = product_candidates(*planned_kernel(program).as<GemmKernel>(), gpu);
    REQUIRE(candidates.has_value());
    int checked = 0;
    for (const Candidate& c : *candidates) {
      if (c.way == Candidate::Way::whole && checked % 7 != 0 && c.group.starts_with("wgmma") && ++checked > 0) continue;
      ++checked;
      const auto plan = kernel_plan_of(c.text);
      if (!plan) continue;
      const auto& gemm = *plan->as<GemmPlan>();
      const auto facts = facts_of(gemm, gpu);
      REQUIRE(facts.has_value());
      CAPTURE(c.text);
      CAPTURE(facts->wavefronts);
      CAPTURE(facts->blocks);
      CHECK(facts->fetched == (fetch_of(gemm).stages > 0));
      const TimePrediction time = predict_time(*facts, gpu);
      // If DRAM limits all of them, the last stores count, too.
      const double last = time.part(TimeLimit::store) / static_cast<double>(std::max<std::int64_t>(1, time.waves));
      const double more = c.rough_us - time.us;
      CAPTURE(more);
      CHECK((std::abs(more) < 1e-9 || std::abs(more - last) < 1e-9));
      ++(facts->wgmma ? wgmma : sync);
      engine += !facts->wgmma && gemm.path == GemmPlan::Path::tma ? 1 : 0;
      if (facts->wgmma && facts->adds_c) ++(facts->fetched ? fetched : added);
      narrow += facts->narrow ? 1 : 0;
    }
  }
  CHECK(wgmma > 20);
  CHECK(sync > 20);
  CHECK(engine >= 6);  // of halves, by three arrangements of warps each, stored by the engine or not
  CHECK(fetched > 5);
  CHECK(added > 5);
  CHECK(narrow > 5);
}

// Blocks that share the steps along K, and pieces that need all stages, load C by their threads.
TEST_CASE("tune: what C holds is predicted to come by the engine where the kernel brings it so") {
  const Gpu& gpu = *find_gpu("H100");
  const auto facts = [&](const std::string& options) {
    const auto plan = kernel_plan_of(product(2560, 2560, 2560, piece + ", beta=1" + options));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    return *facts_of(*plan->as<GemmPlan>(), gpu);
  };
  const ProductFacts plain = facts(", stages=4");
  CHECK(plain.fetched);
  CHECK_FALSE(facts(", stages=4, stream=132").fetched);
  ProductFacts otherwise = plain;
  otherwise.fetched = false;
  CHECK(predict_time(plain, gpu).us < predict_time(otherwise, gpu).us);
}

}  // namespace stridescope
