// Kernels and source text: every copy and product that can be planned moves every element to its place, thread by
// thread on the reference device; the source text of a layout reads as the same layout.
#include <set>

#include "core/algebra/leaves.h"
#include "core/base/archive_json.h"
#include "core/emit/emit.h"
#include "core/workspace/kernel.h"
#include "gpu_runner/mma_runner.h"
#include "tests/fuzz/programs.h"

namespace stridescope::fuzz {
namespace {

constexpr std::int64_t most_elements = 2048;  // of a copied tensor
constexpr std::int64_t most_work = 1 << 15;   // of a product

bool affordable(const CopyPlan& plan) {
  return plan.elements <= most_elements && plan.src.highest - plan.src.lowest <= 8 * most_elements &&
         plan.dst.highest - plan.dst.lowest <= 8 * most_elements &&
         plan.tiles * plan.load_threads * plan.load_values <= 4 * most_elements &&
         plan.tiles * plan.store_threads * plan.store_values <= 4 * most_elements;
}
bool affordable(const MmaPlan& plan) { return plan.extents[0] * plan.extents[1] * plan.extents[2] <= most_work; }
bool affordable(const ConvertPlan& plan) {
  return plan.problem.threads() * (plan.problem.a.values + plan.problem.b.values) <= 8 * most_elements;
}
bool affordable(const ReducePlan& plan) {
  return plan.load.elements <= 8 * most_elements && plan.highest - plan.lowest <= 8 * most_elements &&
         plan.blocks() * plan.steps * plan.threads * plan.values <= 8 * most_elements * plan.parts;
}
bool affordable(const GemmPlan& plan) { return plan.extents[0] * plan.extents[1] * plan.extents[2] <= most_work; }

// Does each partition cover the whole tile? If not, missing elements are expected.
bool reaches(const TiledCopy& copy, const CopyPlan& plan) {
  std::int64_t tile = 1;
  for (const std::int64_t n : plan.tile) tile *= n;
  Arith arith;
  const Layout tv = with_static_integers(arith, LayoutRef(copy.tv));
  const auto offsets = offset_function(tv);
  const auto count = domain_size(tv);
  if (!offsets || !count || *count > 4 * most_elements) return false;
  std::vector<std::int64_t> elements(static_cast<std::size_t>(*count));
  offsets->fill(elements.data(), *count);
  const std::set<std::int64_t> seen(elements.begin(), elements.end());
  return static_cast<std::int64_t>(seen.size()) == tile && *seen.begin() == 0 && *seen.rbegin() == tile - 1;
}

// If two coordinates share an offset of the destination or of the tile, the last one wins.
bool one_to_one(const AnyLayout& layout, std::int64_t size) {
  const auto index = tensor_index(layout);
  std::set<std::int64_t> taken;
  for (std::int64_t c = 0; index && c < size; ++c) taken.insert(index->at(c));
  return static_cast<std::int64_t>(taken.size()) == size;
}

bool must_be_right(const CopyPlan& plan) {
  std::int64_t tile = 1;
  for (const std::int64_t n : plan.tile) tile *= n;
  return reaches(plan.kernel.load, plan) && reaches(plan.kernel.store, plan) &&
         one_to_one(plan.kernel.dst, plan.elements) && (!plan.kernel.smem || one_to_one(*plan.kernel.smem, tile));
}
bool must_be_right(const GemmPlan& plan) { return one_to_one(plan.kernel.c, plan.extents[0] * plan.extents[1]); }
template <class Plan>
bool must_be_right(const Plan&) {
  return true;
}

void run_kernel(const KernelPlan& plan, std::string_view program) {
  const auto run = [&](const auto& one) {
    if constexpr (requires { affordable(one); }) {
      if (!affordable(one)) return;
      const gpu::RunContext context = {[](std::string_view, std::string_view) {}, [] { return false; }, {}};
      const RunResult result = gpu::run_reference(one, {}, context).result;
      const bool refused = result.status == RunStatus::error && result.code != "fault" && result.code != "internal";
      require(result.status == RunStatus::ok || refused || !must_be_right(one), "a kernel that is planned is right",
              program, to_exact_json(result));
    }
  };
  plan.visit(run);
}

// Tests one language per input, since inputs are mutated often.
void emit(const Value& value, IntegerMode mode, std::string_view program) {
  constexpr Language languages[] = {Language::cpp, Language::dsl, Language::pycute, Language::python};
  for (std::size_t i = 0; i < std::size(languages); ++i) {
    if (!chosen(program, std::size(languages), i)) continue;
    const Language language = languages[i];
    const auto text = code(value, language);
    if (!text || language != Language::cpp || !value.is<Layout>() || !value.as<Layout>()->is_static()) continue;
    if (!has_text_form(value)) continue;
    const Evaluation read = evaluate(*text, IntegerMode::cute);
    require(read.bindings.size() == 1 && to_text(read.bindings[0].value) == to_text(value),
            "source text reads as the layout", to_text(value, mode), *text);
  }
}

void run(std::string_view program) {
  const IntegerMode mode = program.size() % 2 == 0 ? IntegerMode::cute : IntegerMode::teaching;
  Budget budget = budget_of(program).program;
  const Evaluation evaluation = evaluate(program, mode, budget);
  tally.taken += is_clean(evaluation) ? 1 : 0;
  for (const Binding& binding : evaluation.bindings) {
    if (!is_kernel(binding.value)) {
      emit(binding.value, mode, program);
      continue;
    }
    const auto plan = plan_kernel(binding.value);
    if (!plan) continue;
    if (chosen(program, 4)) {
      for (const std::string& text : {cuda_text(*plan).text, standalone_text(*plan)}) {
        require(text.find("#error") == std::string::npos, "every hole of a template has its value", program, text);
      }
    }
    run_kernel(*plan, program);
  }
}

const Target target("codegen", Input::kernel, run);

}  // namespace
}  // namespace stridescope::fuzz
