// Runs a conversion of registers on the GPU: checked once, then timed as many conversions in a row, alternating with a
// plain round trip through shared memory. A time is the difference of two lengths, so that load and store of the tile
// cancel out.
#include <algorithm>

#include "gpu_runner/cuda_device.h"

namespace stridescope::gpu {
namespace {

class ConvertRun : CudaRun {
 public:
  ConvertRun(CudaDevice& device, const ConvertPlan& plan, const RunRequest& request, const RunContext& context)
      : CudaRun(device, request, context), plan_(plan), plain_(plainly(plan)) {}

  Outcome run() {
    result_.predicted = predictions(plan_);
    return outcome(fits(plan_.needs, std::max(plan_.shared_bytes(), plain_.shared_bytes())) && compile_kernels() &&
                   allocate() && verify() && !cancelled() && time() &&
                   read_counts(predict(plan_), [&] { return launch_convert(convert_, plan_, 1); }));
  }

 private:
  bool compile_kernels() {
    const KernelText kernel = cuda_text(plan_);
    blocks_ = static_cast<unsigned>(kernel.blocks);
    if (!load(faults::in_kernel(kernel.text) + check_text(plan_, false) + yardstick_text(plan_), kernel.name.c_str(),
              convert_, kernel.blocks, kernel.threads, kernel.shared_bytes, false)) {
      return false;
    }
    return find_checkers() && function(plainly_, "stridescope_convert_plainly") &&
           allow_shared(plainly_, plain_.shared_bytes());
  }

  bool allocate() {
    elements_ = static_cast<long long>(plan_.tile) * blocks_;
    bytes_ = static_cast<std::size_t>(elements_ * plan_.problem.bits / 8);
    const std::size_t room = rounded(4096);
    const CuDevicePtr base = device_.arena(room + rounded(bytes_) + guarded_bytes(bytes_));
    if (base == 0) return fail("memory", say("the GPU is out of memory"));
    wrong_ = base;
    src_ = base + room;
    dst_ = src_ + rounded(bytes_) + guard_bytes;
    return true;
  }

  bool launch_convert(CuHandle kernel, const ConvertPlan& plan, int repeat) {
    unsigned keep = 0;
    void* arguments[] = {&src_, &dst_, &repeat, &keep};
    return launch(kernel, blocks_, static_cast<unsigned>(plan.problem.threads()),
                  static_cast<unsigned>(plan.shared_bytes()), arguments, "launching the kernel");
  }

  // Converts all of src into dst; the memory in and around dst is poisoned before.
  bool converted(CuHandle kernel, const ConvertPlan& plan) {
    CuDevicePtr guarded = dst_ - guard_bytes;
    auto count = static_cast<long long>(guarded_bytes(bytes_));
    void* spoil[] = {&guarded, &count};
    return launch(poison_, 1024, check_threads, 0, spoil, "poisoning") &&
           check(cu_.cuMemsetD8Async(wrong_, 0, 4096, device_.stream), "clearing") && wait("filling") &&
           launch_convert(kernel, plan, 1) && wait("the kernel");
  }

  bool verify() {
    context_.event("verify", "running once and checking every element");
    unsigned seed = 1;
    void* fill[] = {&src_, &elements_, &seed};
    const Compared all = {check_, src_, dst_, wrong_, dst_, bytes_, elements_ / plan_.problem.pieces};
    if (!launch(fill_, 1024, check_threads, 0, fill, "filling") || !converted(convert_, plan_) ||
        !compare(all, [&](const std::vector<std::int64_t>& wrong) { return first_of(wrong); })) {
      return false;
    }
    if (!right_) return true;
    // Checks the baseline, too.
    std::vector<unsigned long long> found;
    return converted(plainly_, plain_) && check_elements(all, found) &&
           (found[0] == 0 || fail("internal", say("the plain round trip is wrong")));
  }

  std::vector<WrongElement> first_of(const std::vector<std::int64_t>& wrong) const {
    if (wrong.empty()) return {};
    const std::int64_t tile = plan_.tile;
    return {{"(" + std::to_string(wrong[0] % tile) + ")", "(" + std::to_string(wrong[0] / tile) + ")", {}, {}}};
  }

  static constexpr int less = 64;

  // Times `more_ - less` conversions in all blocks, alternating kernel and baseline.
  bool rounds(std::size_t count, std::vector<double>& kernel, std::vector<double>& plain) {
    mark_none();
    std::vector<CuHandle> marks;
    for (std::size_t i = 0; i < count; ++i) {
      for (const bool yardstick : {false, true}) {
        for (const int repeat : {less, more_}) {
          if (!mark(marks) || !launch_convert(yardstick ? plainly_ : convert_, yardstick ? plain_ : plan_, repeat) ||
              !mark(marks)) {
            return false;
          }
        }
      }
    }
    if (!wait("timing")) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const auto took = [&](std::size_t k) { return between(marks[8 * i + 2 * k], marks[8 * i + 2 * k + 1]); };
      kernel.push_back(took(1) - took(0));
      plain.push_back(took(3) - took(2));
    }
    return true;
  }

  bool time() {
    if (!right_ || request_.seconds == 0) return true;  // wrong results are not timed
    context_.event("time", "timing");
    std::vector<double> kernel;
    std::vector<double> plain;
    more_ = 2 * less;
    if (!rounds(3, kernel, plain)) return false;  // warm-up
    const double one = std::max(*std::min_element(plain.begin(), plain.end()) / less, 1e-6);
    more_ = less + static_cast<int>(std::clamp(2.0 / one, 64.0, 1e6));  // about 2 ms of the baseline
    kernel.clear();
    plain.clear();
    const auto begin = Clock::now();
    do {
      if (cancelled()) return false;
      if (!rounds(10, kernel, plain)) return false;
    } while (milliseconds_since(begin) < request_.seconds * 1000 && kernel.size() < 500);
    const int conversions = more_ - less;
    for (auto* times : {&kernel, &plain}) {
      for (double& ms : *times) ms /= conversions;
    }
    const Statistics k = statistics(kernel);
    const Statistics y = statistics(plain);
    const double bytes = static_cast<double>(plan_.bytes_moved()) * blocks_;
    const auto rate = [&](double ms) { return ms > 0 ? bytes / ms / 1e6 : 0; };
    RunTime& time = result_.time.emplace(time_of(k));
    time.bytes = bytes;
    time.repeat = static_cast<std::uint64_t>(conversions);
    time.gb_per_s = rate(k.median);
    RunYardstick& yardstick = result_.yardstick.emplace(yardstick_of("a plain round trip", y));
    yardstick.bytes = bytes;
    yardstick.gb_per_s = rate(y.median);
    // An empty conversion takes no time.
    if (k.median > 0) result_.ratio = y.median / k.median;
    add_clocks();
    return true;
  }

  const ConvertPlan& plan_;
  const ConvertPlan plain_;
  unsigned blocks_ = 0;
  long long elements_ = 0;
  std::size_t bytes_ = 0;
  int more_ = 0;
  CuHandle convert_ = nullptr;
  CuHandle plainly_ = nullptr;
  CuDevicePtr wrong_ = 0;
  CuDevicePtr src_ = 0;
  CuDevicePtr dst_ = 0;
};

}  // namespace

Outcome run_cuda(CudaDevice& device, const ConvertPlan& plan, const RunRequest& request, const RunContext& context) {
  return ConvertRun(device, plan, request, context).run();
}

}  // namespace stridescope::gpu
