// Runs a reduction on the GPU: compile, check, time against a copy of the same bytes, count.
#include <algorithm>

#include "gpu_runner/cuda_device.h"

namespace stridescope::gpu {
namespace {

class ReduceRun : CudaRun {
 public:
  ReduceRun(CudaDevice& device, const ReducePlan& plan, const RunRequest& request, const RunContext& context)
      : CudaRun(device, request, context), plan_(plan) {}

  Outcome run() {
    result_.predicted = predictions(plan_);
    return outcome(fits(plan_.load.needs, plan_.shared_bytes) && compile_kernel() && allocate() && verify() &&
                   !cancelled() && time() && read_counts({}, [&] { return launch_kernel(0); }));
  }

 private:
  bool compile_kernel() {
    const KernelText kernel = cuda_text(plan_);
    return load(faults::in_kernel(kernel.text) + check_text(plan_), "stridescope_reduce", reduce_, kernel.blocks,
                kernel.threads, kernel.shared_bytes, false) &&
           find_checkers();
  }

  bool allocate() {
    elements_ = plan_.load.src.highest - plan_.load.src.lowest + 1;
    src_bytes_ = static_cast<std::size_t>(elements_ * plan_.load.unit_bytes());
    dst_bytes_ = static_cast<std::size_t>(plan_.highest - plan_.lowest + 1) * 4;
    const std::size_t parts = rounded(static_cast<std::size_t>(plan_.parts_bytes()));
    const std::size_t arrived = rounded(static_cast<std::size_t>(plan_.arrived_bytes()));
    // Bytes of the source, the baseline's copy, and the sums.
    const std::size_t pair = 2 * rounded(src_bytes_) + guarded_bytes(dst_bytes_);
    std::size_t free = 0;
    std::size_t total = 0;
    if (!check(cu_.cuMemGetInfo_v2(&free, &total), "asking for free memory")) return false;
    // Enough pairs that no run finds its data in the L2 cache.
    const std::size_t room = rounded(4096) + parts + arrived;
    pairs_ = std::min<std::size_t>(2 + 3 * device_.l2_bytes / rounded(src_bytes_), 64);
    while (pairs_ > 1 && pairs_ * pair + room > total / 2) --pairs_;
    const CuDevicePtr base = device_.arena(pairs_ * pair + room);
    if (base == 0) return fail("memory", say("the tensors take {} {byte|bytes}, but the GPU has {} free", pair, free));
    wrong_ = base;
    parts_ = base + rounded(4096);
    arrived_ = parts_ + parts;
    for (std::size_t i = 0; i < pairs_; ++i) {
      const CuDevicePtr p = base + room + i * pair;
      src_.push_back(p);
      copied_.push_back(p + rounded(src_bytes_));
      dst_.push_back(p + 2 * rounded(src_bytes_) + guard_bytes);
    }
    return arrived == 0 || check(cu_.cuMemsetD8Async(arrived_, 0, arrived, device_.stream), "clearing");
  }

  CuDevicePtr src_zero(std::size_t i) const {
    return src_[i] + static_cast<CuDevicePtr>(-plan_.load.src.lowest * plan_.load.unit_bytes());
  }
  CuDevicePtr dst_zero(std::size_t i) const { return dst_[i] + static_cast<CuDevicePtr>(-plan_.lowest * 4); }

  bool launch_kernel(std::size_t pair) {
    CuDevicePtr from = src_zero(pair);
    CuDevicePtr to = dst_zero(pair);
    void* arguments[] = {&from, &to, &parts_, &arrived_};
    return launch(reduce_, static_cast<unsigned>(plan_.blocks()), static_cast<unsigned>(plan_.threads),
                  static_cast<unsigned>(plan_.shared_bytes), arguments, "launching the kernel");
  }

  bool verify() {
    context_.event("verify", "running once and checking every sum");
    for (std::size_t i = 0; i < pairs_; ++i) {
      if (!write_all(fill_, src_[i], elements_, static_cast<unsigned>(i), "filling")) return false;
    }
    const auto guarded = static_cast<long long>(guarded_bytes(dst_bytes_));
    if (!write_all(poison_, dst_[0] - guard_bytes, guarded, 0, "poisoning") ||
        !check(cu_.cuMemsetD8Async(wrong_, 0, 4096, device_.stream), "clearing") || !wait("filling") ||
        !launch_kernel(0) || !wait("the kernel")) {
      return false;
    }
    return compare({check_, src_zero(0), dst_zero(0), wrong_, dst_[0], dst_bytes_, plan_.results},
                   [&](const std::vector<std::int64_t>& wrong) { return wrong_sums(plan_, wrong); });
  }

  bool time() {
    if (!right_ || request_.seconds == 0) return true;  // wrong results are not timed
    // Buffers rotate.
    const auto launch = [&](std::size_t i) { return launch_kernel(i % pairs_); };
    const auto beside = [&](std::size_t i) {
      return check(cu_.cuMemcpyDtoDAsync_v2(copied_[i % pairs_], src_[i % pairs_], src_bytes_, device_.stream),
                   "cuMemcpyDtoD");
    };
    return time_beside(launch, beside, plan_.bytes_moved(), 2.0 * static_cast<double>(src_bytes_), pairs_);
  }

  const ReducePlan& plan_;
  CuHandle reduce_ = nullptr;
  std::vector<CuDevicePtr> src_, copied_, dst_;
  CuDevicePtr wrong_ = 0, parts_ = 0, arrived_ = 0;
  long long elements_ = 0;
  std::size_t src_bytes_ = 0;
  std::size_t dst_bytes_ = 0;
  std::size_t pairs_ = 0;
};

}  // namespace

Outcome run_cuda(CudaDevice& device, const ReducePlan& plan, const RunRequest& request, const RunContext& context) {
  return ReduceRun(device, plan, request, context).run();
}

}  // namespace stridescope::gpu
