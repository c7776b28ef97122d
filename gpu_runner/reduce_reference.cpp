// The reference device for reductions: executes the plan on the CPU, block by block and thread by thread, and compares
// every sum with that of the tensors' own layouts.
#include <vector>

#include "core/base/at.h"
#include "gpu_runner/mma_block.h"

namespace stridescope::gpu {
namespace {

constexpr std::int64_t max_summed_elements = std::int64_t{1} << 27;  // some seconds

// Computes the sums of the blocks. The order of additions does not matter, since they are exact.
class SumMachine {
 public:
  explicit SumMachine(const ReducePlan& plan)
      : plan_(plan), sums_(at(plan.highest - plan.lowest + 1)), written_(sums_.size(), false) {}

  // False if the block leaves its memory.
  bool block(std::int64_t b) {
    std::vector<std::int64_t> tile(plan_.summed.size());
    std::vector<std::int64_t> block_sums(at(plan_.sums_of_block));
    std::int64_t to = 0;
    for (std::int64_t step = b % plan_.parts; step < plan_.steps; step += plan_.parts) {
      plan_.tile_coordinates(b, step, tile.data());
      to = 0;
      for (std::size_t i = 0; i < tile.size(); ++i) to += plan_.keep.tile[i].at(tile[i]);
      for (std::int64_t t = 0; t < plan_.threads; ++t) {
        for (std::int64_t v = 0; v < plan_.values; ++v) {
          if (!plan_.load.inside(t, v, tile.data(), true)) continue;
          const std::int64_t x = plan_.load.src.offset(t, v, tile.data()) - plan_.load.src.lowest;
          const std::int64_t sum = plan_.first_of_thread.at(t) + plan_.next_of_sum.at(plan_.sum_of_value.at(v));
          if (x < 0 || x > plan_.load.src.highest - plan_.load.src.lowest || sum < 0 || sum >= plan_.sums_of_block)
            return false;
          block_sums[at(sum)] += summand_value(static_cast<std::uint64_t>(x), 0);
        }
      }
    }
    for (std::int64_t s = 0; s < plan_.sums_of_block; ++s) {
      const std::int64_t x = to + plan_.offset_of_sum.at(s) - plan_.lowest;
      if (x < 0 || x >= static_cast<std::int64_t>(sums_.size())) return false;
      sums_[at(x)] += block_sums[at(s)];
      written_[at(x)] = true;
    }
    return true;
  }

  bool right(std::int64_t result, const TensorIndex& src, const TensorIndex& dst) const {
    const std::int64_t first = plan_.first_summand.at(result);
    const std::int64_t x = dst.at(first) - plan_.lowest;
    if (x < 0 || x >= static_cast<std::int64_t>(sums_.size()) || !written_[at(x)]) return false;
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < plan_.summands; ++i)
      sum += summand_value(static_cast<std::uint64_t>(src.at(first + plan_.summand.at(i)) - plan_.load.src.lowest), 0);
    return sums_[at(x)] == sum;
  }

 private:
  const ReducePlan& plan_;
  std::vector<std::int64_t> sums_;
  std::vector<bool> written_;
};

}  // namespace

RunPrediction predictions(const ReducePlan& plan) {
  RunPrediction out;
  out.bytes = plan.bytes_moved();
  add_counts(out, predict(plan));
  return out;
}

std::vector<WrongElement> wrong_sums(const ReducePlan& plan, const std::vector<std::int64_t>& results) {
  std::vector<WrongElement> out;
  for (const std::int64_t result : results) {
    if (out.size() == max_wrong_examples) break;
    std::int64_t c = plan.first_summand.at(result);
    std::string coordinate;
    std::string tile;
    for (std::size_t i = 0; i < plan.summed.size(); ++i) {
      const std::int64_t x = c % plan.load.extents[i];
      c /= plan.load.extents[i];
      coordinate += (i == 0 ? "(" : ",") + std::to_string(x);
      tile += (i == 0 ? "(" : ",") + std::to_string(x / plan.load.tile[i]);
    }
    out.push_back({coordinate + ")", tile + ")", {}, {}});
  }
  return out;
}

Outcome run_reference(const ReducePlan& plan, const RunRequest&, const RunContext& context) {
  RunResult result = begun(reference_device());
  result.predicted = predictions(plan);
  const std::int64_t reach = plan.highest - plan.lowest;
  if (plan.load.elements > max_summed_elements || reach > 4 * max_reference_elements) {
    return {error_result("too_large", say("the reference device adds at most {} elements", max_summed_elements),
                         say("use a smaller tensor, or a machine with a GPU")),
            false};
  }
  context.event("verify", "adding on the CPU, block by block");
  SumMachine machine(plan);
  for (std::int64_t b = 0; b < plan.blocks(); ++b) {
    if (!machine.block(b))
      return {error_result("fault", Message::verbatim("block " + std::to_string(b) + " leaves its memory")), false};
    if (context.cancelled()) return {cancelled_result(), false};
  }
  const auto src = tensor_index(plan.kernel.src);
  const auto dst = sums_index(plan);
  std::int64_t wrong = 0;
  std::vector<std::int64_t> examples;
  for (std::int64_t i = 0; i < plan.results; ++i) {
    if (machine.right(i, *src, dst)) continue;
    ++wrong;
    if (wrong <= max_origins) examples.push_back(i);
  }
  result.verify = verified_by("cpu", plan.results, wrong);
  if (wrong > 0) {
    result.status = RunStatus::wrong;
    result.verify->examples = wrong_sums(plan, examples);
    add_elements(*result.verify, {plan.results}, examples);
  }
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
