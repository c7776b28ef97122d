// A recorded run has the measurements; its program provides the work.
#include "core/runs/recorded_reports.h"

#include "core/base/text.h"
#include "core/runs/devices.h"
#include "core/runs/kept_report.h"
#include "core/workspace/kernel.h"

namespace stridescope {
namespace {

KernelFacts work_alone(const KeptRun& run) {
  Workspace workspace;
  (void)workspace.evaluate(run.program, run.mode);
  const auto binding = kernel_binding(workspace, run.kernel);
  if (!binding) return {};
  auto work = kernel_work(workspace, *binding);
  return work ? KernelFacts{*work, std::nullopt} : KernelFacts();
}

// The device whose measurements are used; or empty.
std::string device_for(const std::vector<KeptRun>& runs, const RunReport& kernel) {
  std::string first;
  for (const KeptRun& run : runs) {
    if (!run.recorded) continue;
    if (first.empty()) first = run.device;
    if (kernel.limits.gpu != nullptr && gpu_of_driver(run.device) == kernel.limits.gpu) return run.device;
  }
  return first;
}

}  // namespace

std::vector<RecordedReport> recorded_reports(const std::vector<KeptRun>& runs, const RunReport& kernel) {
  std::vector<RecordedReport> out;
  if (!kernel.work) return out;
  const std::string device = device_for(runs, kernel);
  for (const KeptRun& run : runs) {
    if (!run.recorded || run.device != device) continue;
    const bool same = run.tflop_per_s.has_value() == kernel.work->product;
    out.push_back({run.value, kept_report(run, same ? work_alone(run) : KernelFacts())});
  }
  return out;
}

std::string recorded_for(const RunReport& kernel) {
  return cat(kernel.work && kernel.work->product ? "products " : "copies ",
             kernel.limits.gpu != nullptr ? kernel.limits.gpu->product : std::string_view());
}

}  // namespace stridescope
