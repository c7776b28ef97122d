// Plans a conversion: every method with its cost, the chosen one, and the addresses of both layouts.
#include "core/kernels/convert/convert_plan.h"

#include <algorithm>

#include "core/base/at.h"
#include "core/kernels/plan_tools.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

Result<KernelSide> side_of(const AnyLayout& layout, std::string_view name) {
  auto prepared = prepare_layout(layout, name);
  if (!prepared) return failure(std::move(prepared.error()));
  KernelSide out;
  out.name = name;
  const LayoutRef whole(prepared->layout);
  out.map.thread = index_of(whole[0], "0");
  out.map.value = index_of(whole[1], "1");
  out.swizzles = std::move(prepared->swizzles);
  return out;
}

}  // namespace

Result<ConvertPlan> plan_convert(const ConvertKernel& kernel) {
  ConvertPlan out;
  out.kernel = kernel;
  Arith arith;
  const int bits = stored_bits(kernel.type);
  out.problem = conversion_problem(arith, kernel.a, kernel.b, bits);
  if (arith.failed()) return arith.error();
  out.ways = conversions(arith, out.problem);
  if (arith.failed()) return arith.error();
  for (const ThreadOffsets* side : {&out.problem.a, &out.problem.b})
    out.tile = std::max(out.tile, 1 + *std::max_element(side->offset.begin(), side->offset.end()));
  auto a = side_of(kernel.a, "a");
  if (!a) return failure(std::move(a.error()));
  auto b = side_of(kernel.b, "b");
  if (!b) return failure(std::move(b.error()));
  out.a = std::move(*a);
  out.b = std::move(*b);
  if (!kernel.method.empty()) {
    const auto named = conversion_method_named(kernel.method);
    const auto found = std::find_if(out.ways.begin(), out.ways.end(),
                                    [&](const Conversion& one) { return named && one.method == *named; });
    if (found == out.ways.end()) {
      return failure(ErrorCode::unsupported,
                     say("convert_kernel: the method \"{}\" cannot convert A to B", kernel.method),
                     say("the cheapest way is {}", name_of(out.ways.front().method)));
    }
    out.way = at(found - out.ways.begin());
  }
  // Skips methods that exceed a block's shared memory.
  const auto fits = [&] { return out.shared_bytes() <= most_shared_bytes(); };
  if (kernel.method.empty()) {
    while (!fits() && out.way + 1 < out.ways.size()) ++out.way;
  }
  if (!fits()) {
    return failure(ErrorCode::too_large, say("convert_kernel: {} of shared memory; a block has {}",
                                             in_units(out.shared_bytes(), 0), in_units(most_shared_bytes(), 0)));
  }
  return out;
}

ConvertPlan plainly(const ConvertPlan& plan) {
  ConvertPlan out = plan;
  out.way = out.ways.size() - 1;
  return out;
}

std::int64_t convert_blocks(const ConvertPlan& plan) {
  constexpr std::int64_t most_elements = std::int64_t{1} << 25;
  return std::clamp<std::int64_t>(most_elements / plan.tile, 1, 2048);
}

CopyPrediction predict(const ConvertPlan& plan) {
  CopyPrediction out;
  const Conversion& way = plan.taken();
  const std::int64_t blocks = convert_blocks(plan);
  const std::int64_t warps = plan.problem.warps();
  const SharedTrip none;
  const SharedTrip& trip = way.shared ? *way.shared : none;
  constexpr std::string_view arbitration = "l1tex__data_bank_conflicts_type_arbitration.sum";
  if (!way.shared) {
    out.missing = say("shared memory is not used; shuffles are not counted");
    return out;
  }
  out.counts = {
      {"smsp__inst_executed_op_shared_st_pred_on_any.sum", term("requests that write shared memory"),
       static_cast<std::int64_t>(trip.stores.size()) * warps * blocks},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", term("wavefronts that write shared memory"),
       trip.store_wavefronts * blocks, CountBound::sum, arbitration},
      {"smsp__inst_executed_op_shared_ld_pred_on_any.sum", term("requests that read shared memory"),
       static_cast<std::int64_t>(trip.loads.size()) * warps * blocks},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", term("wavefronts that read shared memory"),
       (trip.wavefronts - trip.store_wavefronts) * blocks, CountBound::sum, arbitration},
  };
  return out;
}

KernelWork work_of(const ConvertPlan& plan) {
  KernelWork out;
  out.threads = plan.problem.threads();
  out.shared_bytes = plan.shared_bytes();
  return out;
}

}  // namespace stridescope
