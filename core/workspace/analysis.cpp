// Analyzes a binding, with its element type and the tile that another statement gives as context.
#include "core/analysis/analysis.h"

#include "core/analysis/memory_value.h"
#include "core/kernels/convert/convert_plan.h"
#include "core/value/kind_word.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// The name of a way to convert.
Term title_of(ConversionMethod method) {
  switch (method) {
    case ConversionMethod::nothing:
      return term("nothing to do");
    case ConversionMethod::registers:
      return term("registers");
    case ConversionMethod::shuffles:
      return term("shuffles");
    case ConversionMethod::shared:
      return term("shared memory");
    case ConversionMethod::plain:
      break;
  }
  return term("plain round trip");
}

// The cost of a way: instructions of each warp, wavefronts of the block.
Message cost_of(const ConversionProblem& p, const Conversion& way) {
  const ConversionCost& c = way.cost;
  if (way.method == ConversionMethod::nothing) return say("every value is in its place");
  if (way.method == ConversionMethod::registers && c.selects == 0) return say("registers are renamed, at no cost");
  if (way.method == ConversionMethod::registers)
    return say("{} selects and byte permutes of each warp", c.selects / p.warps());
  if (way.method == ConversionMethod::shuffles) {
    return say("{} {shuffle|shuffles} and {} selects and byte permutes of each warp", c.shuffles / p.warps(),
               c.selects / p.warps());
  }
  const SharedTrip& trip = *way.shared;
  if (trip.store_elements != trip.load_elements) {
    return say(
        "{} {wavefront|wavefronts} of the block, {} of them conflicts; {} stores of {} {byte|bytes}, {} loads of {} "
        "and {} byte permutes "
        "of "
        "each warp; {} {byte|bytes} of memory, {}",
        trip.wavefronts, trip.wavefronts - trip.ideal_wavefronts, trip.stores.size(), trip.store_elements * p.bits / 8,
        trip.loads.size(), trip.load_elements * p.bits / 8, c.selects / p.warps(), trip.bytes(p.bits),
        trip.one_warp ? say("no barrier") : say("one barrier"));
  }
  return say(
      "{} {wavefront|wavefronts} of the block, {} of them conflicts; {} {access|accesses} of {} {byte|bytes} and {} "
      "byte permutes of each warp; "
      "{} {byte|bytes} of memory, {}",
      trip.wavefronts, trip.wavefronts - trip.ideal_wavefronts, c.accesses / p.warps(),
      trip.store_elements * p.bits / 8, c.selects / p.warps(), trip.bytes(p.bits),
      trip.one_warp ? say("no barrier") : say("one barrier"));
}

// The cost of a convert_kernel in each way, proved by execution for every pair; nothing for other values.
void add_conversion_section(Analysis& analysis, const Value& value) {
  const auto* kernel = value.as<ConvertKernel>();
  if (kernel == nullptr) return;
  const auto plan = plan_convert(*kernel);
  if (!plan) return;
  const ConversionProblem& p = plan->problem;
  AnalysisSection section = {"conversion", say("Conversion"), {}, {}};
  section.rows.push_back({say("taken"), say("{}", title_of(plan->taken().method)), cost_of(p, plan->taken())});
  const auto wrong = wrong_pair(p, plan->taken());
  const std::int64_t pairs = p.threads() * p.b.values / p.pieces;
  section.rows.push_back({say("every element arrives"), wrong ? say("no") : say("yes"),
                          wrong ? say("T{} V{} does not contain its element", wrong->thread, wrong->value / p.pieces)
                                : say("executed for all {} {pair|pairs} of thread and value", pairs)});
  for (std::size_t i = 0; i < plan->ways.size(); ++i) {
    if (i != plan->way)
      section.rows.push_back({say("{}", title_of(plan->ways[i].method)), say("instead"), cost_of(p, plan->ways[i])});
  }
  const std::int64_t plain = plan->plain().cost.half_clocks();
  const std::int64_t taken = plan->taken().cost.half_clocks();
  section.rows.push_back({say("predicted"), say("{} half clocks of a multiprocessor", taken),
                          say("a plain round trip through shared memory costs {}; a shuffle or a wavefront counts 2, a "
                              "select or a byte permute 1, a barrier 32",
                              plain)});
  analysis.sections.push_back(std::move(section));
}

}  // namespace

Result<Analysis> Workspace::analyze(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const Origin& origin = origins_[static_cast<std::size_t>(binding)];
  // The result is a boolean or one line, so the analysis is about the two compared functions.
  if (origin.roles.compares && origin.args.size() == 2) return analyze_two(origin.args[0], origin.args[1]);
  Analysis out = analyze_value(value, report_.mode);
  add_thread_section(out, binding);
  add_memory_sections(out, value, 0);
  add_conversion_section(out, value);
  if (out.sections.empty()) {
    return failure(ErrorCode::unsupported, say("nothing to analyze in {}", a_kind(value)),
                   say("give a layout, a tensor, a swizzle, a shape, an access of memory or a tiling"));
  }
  return out;
}

}  // namespace stridescope
