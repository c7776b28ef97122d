// Runs probes: compares one instruction on the GPU with its table.
#include <algorithm>

#include "gpu_runner/cuda_device.h"
#include "gpu_runner/tensor_map.h"

namespace stridescope::gpu {
namespace {

RunProbe probe_of(const ProbePlan& plan, ProbeVerdict verdict, const Message& reason = {}) {
  RunProbe out;
  out.atom = plan.name;
  out.verdict = verdict;
  out.reason = reason;
  return out;
}

class ProbeRun : CudaRun {
 public:
  ProbeRun(CudaDevice& device, const ProbePlan& plan, const RunRequest& request, const RunContext& context)
      : CudaRun(device, request, context), plan_(plan) {}

  Outcome run() {
    if (!plan_.not_runnable.empty()) {
      result_.probe = probe_of(plan_, ProbeVerdict::not_runnable, plan_.not_runnable);
      return {std::move(result_), false};
    }
    const KernelText kernel = cuda_text(plan_);
    if (!fits(kernel.needs, kernel.shared_bytes)) {
      result_.probe = probe_of(plan_, ProbeVerdict::not_runnable, failure_->message);
      return {std::move(result_), false};
    }
    return outcome(load(faults::in_kernel(kernel.text), "stridescope_probe", probe_, kernel.blocks, kernel.threads,
                        kernel.shared_bytes, kernel.needs.ends_with('a')) &&
                   execute(kernel));
  }

 private:
  bool execute(const KernelText& kernel) {
    context_.event("verify", "probing");
    constexpr std::size_t room = 4096;
    CuDevicePtr wrong = device_.arena(room);
    if (wrong == 0) return fail("memory", say("the GPU is out of memory"));
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
    RunProbe told = probe_of(plan_, found[0] == 0 ? ProbeVerdict::confirmed : ProbeVerdict::contradicted);
    told.checked = static_cast<std::uint64_t>(plan_.checks);
    told.wrong = found[0];
    for (std::size_t i = 0; i < std::min<std::size_t>(found[0], max_probe_listed); ++i) {
      const unsigned long long* one = &found[1 + 4 * i];
      ProbedElement& example = told.examples.emplace_back();
      example.thread = one[1] & 0xFFFFFFFF;
      example.value = one[1] >> 32;
      example.got = static_cast<std::int64_t>(one[2]);
      example.table = static_cast<std::int64_t>(one[3]);
      if (plan_.mma) {
        const auto hot = static_cast<std::int64_t>(one[0] & 0xFFFFFFFF);
        example.m = static_cast<std::uint64_t>(hot % plan_.mma->extents[0]);
        example.k = static_cast<std::uint64_t>(hot / plan_.mma->extents[0]);
        example.digit = one[0] >> 32;
      }
    }
    if (found[0] != 0) result_.status = RunStatus::wrong;
    result_.probe = std::move(told);
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
  RunDevice none = reference_device();
  none.name = english(say("no GPU: a probe needs one"));
  RunResult result = begun(std::move(none));
  result.probe =
      probe_of(plan, ProbeVerdict::not_runnable,
               plan.not_runnable.empty() ? say("a probe runs the instruction on a GPU, and this machine has none")
                                         : plan.not_runnable);
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
