// The load of a kernel on each pipe, from its plan; with a GPU and a measured time, also the limiting pipe. Values
// based on a data sheet are labeled as predicted.
#include "core/runs/kernel_limits.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/runs/devices.h"
#include "core/workspace/kernel.h"

namespace stridescope {
namespace {

// A time in microseconds with three digits.
std::string microseconds(double us) {
  if (us < 1) return cat(fixed(us * 1000, us < 0.01 ? 1 : 0), " ns");
  if (us >= 1000) return cat(fixed(us / 1000, us >= 100'000 ? 0 : us >= 10'000 ? 1 : 2), " ms");
  return cat(fixed(us, us >= 100 ? 0 : us >= 10 ? 1 : 2), " us");
}

const Gpu* gpu_of_architecture(std::string_view name) {
  const Architecture* wanted = find_architecture(name);
  if (wanted == nullptr) return nullptr;
  for (const Gpu& gpu : gpus()) {
    if (gpu.architecture == wanted->name) return &gpu;
  }
  return nullptr;
}

std::string percent(double part) { return cat(fixed(part * 100, part < 0.1 ? 1 : 0), "%"); }

// For a GPU that is not in the table: the measured copy is the memory's roof; the other pipes are unknown.
void add_measured_bound(const KernelWork& work, const KernelRun& run, KernelLimits& out) {
  const Message unknown = say("the table of peaks does not contain this GPU");
  if (!run.milliseconds || *run.milliseconds <= 0) {
    out.bound_line = say("not known: {}", unknown);
    return;
  }
  Message rest = unknown;
  if (run.library_tflops && *run.library_tflops > 0 && work.operations > 0) {
    const double tflops = static_cast<double>(work.operations) / (*run.milliseconds * 1e9);
    rest = say("{} of the rate of {}; {}", percent(tflops / *run.library_tflops), run.library_name, unknown);
  }
  if (!run.copy_gb_per_s || *run.copy_gb_per_s <= 0 || work.bytes <= 0) {
    out.bound_line = say("not known: {}", rest);
    return;
  }
  out.part = static_cast<double>(work.bytes) / (*run.copy_gb_per_s * 1e6) / *run.milliseconds;
  const Message share = say("{} of the measured time at the {} GB/s of {}; {}", percent(*out.part),
                            fixed(*run.copy_gb_per_s, 0), run.copy_name, rest);
  // Slightly above the rate of the driver's copy, the limit is still memory.
  if (*out.part > 1.1) {
    out.binding = say("caches");
    out.bound_line = say("caches: DRAM alone needs {}", share);
  } else if (*out.part >= least_binding_part) {
    out.binding = name_of(Bound::Pipe::dram);
    out.bound_line = say("{}, needed for {}", out.binding, share);
  } else {
    out.bound_line = say("not {}, which needs only {}", name_of(Bound::Pipe::dram), share);
  }
}

void add_bound(const KernelWork& work, const KernelRun& run, KernelLimits& out) {
  Work asked;
  asked.dram_bytes = work.bytes;
  if (run.l2_sectors && mul_overflows(*run.l2_sectors, 32, asked.l2_bytes)) asked.l2_bytes = 0;
  asked.shared_wavefronts = run.shared_wavefronts.value_or(0);
  // The table's rate is for 16-bit operands: other widths are converted.
  if (tensor_peak_tflops(*out.gpu, work.tensor_bits)) asked.tensor_operations = work.operations / 16 * work.tensor_bits;
  const auto bound = stridescope::bound(*out.gpu, asked);
  if (!bound || bound->predicted_ps <= 0) return;
  out.bound = *bound;
  const double us = static_cast<double>(bound->predicted_ps) / 1e6;
  const Term pipe = name_of(bound->binding);
  const Message peak = out.assumed ? say("{}, assumed", out.gpu->name) : say("{}, data sheet", out.gpu->name);
  if (!run.milliseconds) {
    out.binding = pipe;
    out.bound_line = say("{}, predicted: at least {} ({})", pipe, microseconds(us), peak);
    return;
  }
  out.part = us / (*run.milliseconds * 1000);
  const Message share = say("{} of the measured time at its peak ({})", percent(*out.part), peak);
  if (*out.part > 1 && bound->binding == Bound::Pipe::dram) {
    out.binding = say("caches");
    out.bound_line = say("caches: DRAM alone needs {}", share);
  } else if (*out.part >= least_binding_part) {
    out.binding = pipe;
    out.bound_line = say("{}, needed for {}", pipe, share);
  } else {
    out.binding = say("latency");
    out.bound_line = say("latency: the busiest pipe, {}, is needed for {}", pipe, share);
  }
}

void add_occupancy(const KernelWork& work, const KernelRun& run, KernelLimits& out) {
  const Architecture* architecture = find_architecture(!run.architecture.empty() ? run.architecture
                                                       : out.gpu != nullptr      ? out.gpu->architecture
                                                                                 : std::string_view());
  if (architecture == nullptr || work.threads <= 0) return;
  out.registers_known = run.registers.has_value();
  // If their number is unknown, registers are assumed not to limit.
  const auto found = occupancy(*architecture, {work.threads, run.registers.value_or(0), work.shared_bytes});
  if (!found) return;
  out.occupancy = *found;
  out.occupancy_line = say("{} of {} {warp|warps} per multiprocessor ({}), limited by {}", found->warps,
                           found->max_warps, architecture->name, name_of(found->limit));
  if (!out.registers_known) out.occupancy_line = say("{}; registers are unknown", out.occupancy_line);
}

}  // namespace

Result<KernelWork> kernel_work(const Workspace& workspace, int binding) {
  const auto plan = kernel_plan(workspace, binding);
  if (!plan) return failure(plan.error());
  const auto work = work_of(*plan);
  if (!work) return failure(ErrorCode::unsupported, say("a kernel of this kind is not timed"));
  return *work;
}

std::optional<double> tensor_peak_tflops(const Gpu& gpu, int bits) {
  if (gpu.tensor_tflops_e1 == 0 || (bits != 8 && bits != 16 && bits != 32)) return std::nullopt;
  return static_cast<double>(gpu.tensor_tflops_e1) / 10 * 16 / bits;
}

KernelLimits kernel_limits(const KernelWork& work, const KernelRun& run) {
  KernelLimits out;
  out.gpu = run.device.empty() ? nullptr : gpu_of_driver(run.device);
  if (out.gpu == nullptr && run.device.empty()) {
    out.gpu = gpu_of_architecture(run.architecture.empty() ? std::string_view("sm90") : run.architecture);
    out.assumed = true;
  }
  if (out.gpu != nullptr)
    add_bound(work, run, out);
  else if (!run.device.empty())
    add_measured_bound(work, run, out);
  add_occupancy(work, run, out);
  return out;
}

}  // namespace stridescope
