// Only the reference device: replaces the runner's GPU device, which opens a driver.
#include "gpu_runner/runner.h"

namespace stridescope::gpu {
namespace {
Outcome none() {
  return {error_result("no_gpu", Message::verbatim("this program has the reference device only")), false};
}
}  // namespace

CudaDevice* cuda_device(std::vector<Message>&) { return nullptr; }
Outcome run_cuda(CudaDevice&, const KernelPlan&, const RunRequest&, const RunContext&) { return none(); }
RunDevice describe(const CudaDevice&) { return {}; }
std::optional<RunCompiled> compile_only(const KernelText&, const RunRequest&) { return {}; }
Outcome run_reference(const ProbePlan&, const RunRequest&, const RunContext&) { return none(); }

}  // namespace stridescope::gpu
