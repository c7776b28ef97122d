// Probes: one instruction on the silicon against the table.
#include <algorithm>

#include "gpu_runner/cuda_device.h"
#include "gpu_runner/tensor_map.h"

namespace stridescope::gpu {
namespace {

Json probe_json(const ProbePlan& plan, std::string_view verdict) { return {{"atom", plan.name}, {"verdict", verdict}}; }

class ProbeRun : CudaRun {
 public:
  ProbeRun(CudaDevice& device, const ProbePlan& plan, const RunRequest& request, const RunContext& context)
      : CudaRun(device, request, context), plan_(plan) {}

  Outcome run() {
    const auto begin = Clock::now();
    result_ = {{"status", "ok"}, {"device", describe(device_)}};
    if (!plan_.not_runnable.empty()) {
      result_["probe"] = probe_json(plan_, "not runnable here");
      put(result_["probe"], "reason", plan_.not_runnable);
      return {std::move(result_), false};
    }
    const KernelText kernel = cuda_text(plan_);
    if (!fits(kernel.needs, kernel.shared_bytes)) {
      result_["probe"] = probe_json(plan_, "not runnable here");
      result_["probe"]["reason"] = failure_["message"];
      if (failure_.contains("said")) result_["probe"]["said"]["reason"] = failure_["said"]["message"];
      return {std::move(result_), false};
    }
    if (!(load(faults::in_kernel(kernel.text), "stridescope_probe", probe_, kernel.blocks, kernel.threads,
               kernel.shared_bytes, kernel.needs.ends_with('a')) &&
          execute(kernel))) {
      return {std::move(failure_), lost_};
    }
    result_["total_ms"] = milliseconds_since(begin);
    return {std::move(result_), false};
  }

 private:
  bool execute(const KernelText& kernel) {
    context_.event("verify", "probing");
    constexpr std::size_t room = 4096;
    CuDevicePtr wrong = device_.arena(room);
    if (wrong == 0) return fail("memory", say("there is no memory left on the GPU"));
    if (!check(cu_.cuMemsetD8Async(wrong, 0, room, device_.stream), "clearing")) return false;
    TensorMap map;
    if (plan_.map != ProbePlan::Map::none) {
      if (const Message why = make_tensor_map(cu_, tensor_map_of(plan_.map), wrong + probe_memory_offset, map);
          !why.empty())
        return fail("unsupported", why);
    }
    void* arguments[] = {&wrong, &map};
    if (!launch(probe_, static_cast<unsigned>(kernel.blocks), static_cast<unsigned>(kernel.threads),
                static_cast<unsigned>(kernel.shared_bytes), arguments, "launching the probe") ||
        !wait("the probe")) {
      return false;
    }
    std::vector<unsigned long long> found(1 + 4 * max_probe_listed);
    if (!check(cu_.cuMemcpyDtoH_v2(found.data(), wrong, found.size() * 8), "reading the probe")) return false;
    Json told = probe_json(plan_, found[0] == 0 ? "confirmed" : "contradicted");
    told["checked"] = plan_.checks;
    told["wrong"] = found[0];
    for (std::size_t i = 0; i < std::min<std::size_t>(found[0], max_probe_listed); ++i) {
      const unsigned long long* one = &found[1 + 4 * i];
      Json example = {{"thread", one[1] & 0xFFFFFFFF},
                      {"value", one[1] >> 32},
                      {"got", static_cast<long long>(one[2])},
                      {"table", static_cast<long long>(one[3])}};
      if (plan_.mma) {
        const auto hot = static_cast<std::int64_t>(one[0] & 0xFFFFFFFF);
        example["m"] = hot % plan_.mma->extents[0];
        example["k"] = hot / plan_.mma->extents[0];
        example["digit"] = one[0] >> 32;
      }
      told["examples"].push_back(std::move(example));
    }
    if (found[0] != 0) result_["status"] = "wrong";
    result_["probe"] = std::move(told);
    return true;
  }

  const ProbePlan& plan_;
  CuHandle probe_ = nullptr;
};

}  // namespace

Outcome run_cuda(CudaDevice& device, const ProbePlan& plan, const RunRequest& request, const RunContext& context) {
  return ProbeRun(device, plan, request, context).run();
}

Outcome run_reference(const ProbePlan& plan, const RunRequest&, const RunContext&) {
  Json result = {{"status", "ok"},
                 {"device", {{"kind", "reference"}, {"name", english(say("no GPU: a probe asks the silicon"))}}}};
  result["probe"] = probe_json(plan, "not runnable here");
  put(result["probe"], "reason",
      plan.not_runnable.empty() ? say("a probe runs the instruction on a GPU; there is none") : plan.not_runnable);
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
