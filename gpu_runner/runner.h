// Serves requests: evaluates the program, plans the kernel, runs it on the GPU or on the reference device, and reports.
#pragma once

#include <atomic>
#include <functional>

#include "core/workspace/kernel.h"
#include "gpu_runner/protocol.h"

namespace stridescope::gpu {

// Limit of a tensor's elements in memory for the reference device to execute the kernel as a whole; beyond it, it
// executes tiles.
inline constexpr std::int64_t max_reference_elements = std::int64_t{1} << 24;

struct RunnerOptions {
  double watchdog_seconds = 5;  // longer launches count as hanging
  // A file that a running kernel locks: of several runners with the same file one measures at a time, while the others
  // compile. Empty: no locking.
  std::string turns;
};

// Resources that serve a request.
struct RunContext {
  std::function<void(std::string_view event, std::string_view text)> event;
  std::function<bool()> cancelled;  // called between launches
  RunnerOptions options;
};

// A result with `fatal` ends the process after it was sent: the device is lost.
struct Outcome {
  RunResult result;
  bool fatal = false;
};

// The CPU executes the partition, thread by thread and value by value. It verifies, and never measures times
// (copy_reference.cpp).
Outcome run_reference(const KernelPlan& plan, const RunRequest& request, const RunContext& context);

// Empty without a usable GPU; `missing` has the precise reason and the fix. Opened once (cuda_device.cpp).
class CudaDevice;
CudaDevice* cuda_device(std::vector<Message>& missing);
Outcome run_cuda(CudaDevice& device, const KernelPlan& plan, const RunRequest& request, const RunContext& context);
// Both functions for each kind of kernel, each in a source of its own.
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of)                                      \
  Outcome run_reference(const plan&, const RunRequest& request, const RunContext& context); \
  Outcome run_cuda(CudaDevice& device, const plan&, const RunRequest& request, const RunContext& context);
#include "core/kernels/kernel_kinds.def"
RunDevice describe(const CudaDevice& device);
// Compiles with NVRTC, without a GPU: for sm_90, or a newer architecture that the kernel needs. Empty without NVRTC.
std::optional<RunCompiled> compile_only(const KernelText& kernel, const RunRequest& request);

// Serves one run request.
Outcome serve(const RunRequest& request, const RunContext& context);
// Capabilities of this runner and missing parts, for ping and --check.
RunResult capabilities();

// Limit of reported wrong elements, for both devices: coordinates, with the threads and values that move them.
inline constexpr std::size_t max_wrong_examples = 8;
// The reference device: its name and kind.
RunDevice reference_device();
// The initial result of a run on the reference device or a GPU.
RunResult begun(RunDevice device);
// The check by "cpu" or "gpu"; the result is wrong if any element is.
RunVerify verified_by(std::string_view by, std::int64_t checked, std::int64_t wrong);
std::vector<WrongElement> wrong_examples(const CopyPlan& plan, const std::vector<std::int64_t>& coordinates);
// The mistake that explains all wrong elements: the elements whose values they received, or a sentence.
struct ProductOrigins {
  std::vector<std::int64_t> from;
  Message cause;
};
// Adds elements of a tensor of these extents; of `wrong` ones the others are `rest`.
void add_elements(RunVerify& verify, const std::vector<std::int64_t>& extents,
                  const std::vector<std::int64_t>& coordinates, ProductOrigins origins = {});
// The elements of a copy before and after it, as bits that distinguish them. `written`: something replaced the poison.
struct CopiedElements {
  std::function<std::uint64_t(std::int64_t)> source, destination;
  std::function<bool(std::int64_t)> written;
};
// Adds the wrong elements, ascending, with the origins of their values among `candidates`; an origin is unknown if
// several candidates of the element's tile have its value. Adds the examples, too.
void add_elements(RunVerify& verify, const CopyPlan& plan, const std::vector<std::int64_t>& wrong,
                  const std::vector<std::int64_t>& candidates, const CopiedElements& elements);
// Limit of candidates, and of wrong elements whose origins are searched.
inline constexpr std::int64_t max_origins = std::int64_t{1} << 20;
RunPrediction predictions(const CopyPlan& plan);
RunPrediction predictions(const ConvertPlan& plan);
RunPrediction predictions(const GemmPlan& plan);
RunPrediction predictions(const ReducePlan& plan);
std::vector<WrongElement> wrong_sums(const ReducePlan& plan, const std::vector<std::int64_t>& results);
// Adds the predicted counters, and the reason for missing ones.
void add_counts(RunPrediction& predicted, const CopyPrediction& prediction);

}  // namespace stridescope::gpu
