// One GPU: compile, verify, time, count. Every wait has a deadline, because a kernel may hang.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

#include "gpu_runner/counters.h"
#include "gpu_runner/cuda_driver.h"
#include "gpu_runner/runner.h"

namespace stridescope::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

constexpr std::size_t guard_bytes = 4096;  // on both sides of the destination

unsigned char poison(std::size_t x) { return static_cast<unsigned char>(0xA5 ^ (x & 0x5A)); }

struct Statistics {
  double median = 0;
  double least = 0;
  double most = 0;
  double spread = 0;  // half the distance of the quartiles over the median
  std::size_t runs = 0;
};

Statistics statistics(std::vector<double> times) {
  Statistics out;
  if (times.empty()) return out;
  std::sort(times.begin(), times.end());
  const auto at = [&](double q) {
    return times[static_cast<std::size_t>(q * static_cast<double>(times.size() - 1) + 0.5)];
  };
  out = {at(0.5), times.front(), times.back(), (at(0.75) - at(0.25)) / 2 / at(0.5), times.size()};
  return out;
}

}  // namespace

class CudaDevice {
 public:
  const Driver* cu = nullptr;
  const Nvrtc* rtc = nullptr;
  int index = 0;
  CuHandle context = nullptr;
  CuHandle stream = nullptr;
  std::string name;
  std::string release;
  int version = 0;  // of CUDA that the driver speaks, 13000
  int arch = 0;     // 90
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  int shared_optin = 0;

  int attribute(CuAttribute a) const {
    int out = 0;
    cu->cuDeviceGetAttribute(&out, static_cast<int>(a), index);
    return out;
  }

  // Memory kept from request to request.
  CuDevicePtr arena(std::size_t bytes) {
    if (bytes <= arena_bytes_) return arena_;
    if (arena_ != 0) cu->cuMemFree_v2(arena_);
    arena_ = 0;
    arena_bytes_ = 0;
    if (cu->cuMemAlloc_v2(&arena_, bytes) != cu_success) arena_ = 0;
    if (arena_ != 0) arena_bytes_ = bytes;
    return arena_;
  }

 private:
  CuDevicePtr arena_ = 0;
  std::size_t arena_bytes_ = 0;
};

namespace {

struct Opened {
  CudaDevice device;
  bool usable = false;
  Json missing = Json::array();

  Opened() {
    std::string why;
    device.rtc = nvrtc(why);
    if (!why.empty()) missing.push_back(why);
    device.cu = driver(why);
    if (!why.empty()) missing.push_back(why);
    if (device.cu == nullptr) return;
    const Driver& cu = *device.cu;
    if (const int e = cu.cuInit(0); e != cu_success) {
      missing.push_back("the driver does not start: " + cu.name_of(e));
      return;
    }
    int count = 0;
    cu.cuDeviceGetCount(&count);
    if (count == 0) {
      missing.push_back("there is a driver, but no GPU that it shows to this process (CUDA_VISIBLE_DEVICES?)");
      return;
    }
    int handle = 0;
    char text[256] = {};
    if (cu.cuDeviceGet(&handle, 0) != cu_success) return;
    cu.cuDeviceGetName(text, sizeof text, handle);
    device.index = handle;
    device.name = text;
    device.release = driver_release();
    cu.cuDriverGetVersion(&device.version);
    device.arch = device.attribute(CuAttribute::major) * 10 + device.attribute(CuAttribute::minor);
    device.multiprocessors = device.attribute(CuAttribute::multiprocessors);
    device.l2_bytes = static_cast<std::size_t>(device.attribute(CuAttribute::l2_bytes));
    device.shared_optin = device.attribute(CuAttribute::shared_optin);
    int e = cu.cuDevicePrimaryCtxRetain(&device.context, handle);
    if (e == cu_success) e = cu.cuCtxSetCurrent(device.context);
    if (e == cu_success) e = cu.cuStreamCreate(&device.stream, 1);  // CU_STREAM_NON_BLOCKING
    if (e != cu_success) {
      missing.push_back("the GPU cannot be used: " + cu.name_of(e));
      return;
    }
    usable = device.rtc != nullptr;
  }
};

Opened& opened() {
  static Opened open;
  return open;
}

// One request on the device.
class Run {
 public:
  Run(CudaDevice& device, const CopyPlan& plan, const RunRequest& request, const RunContext& context)
      : device_(device), cu_(*device.cu), plan_(plan), request_(request), context_(context) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    if (lost_) return;  // nothing can be freed in a lost context
    for (CuHandle e : events_) cu_.cuEventDestroy_v2(e);
    if (module_ != nullptr) cu_.cuModuleUnload(module_);
  }

  Outcome run() {
    const auto begin = Clock::now();
    result_ = {{"status", "ok"}, {"device", describe(device_)}};
    const bool done = fits() && compile_kernel() && allocate() && verify() && !cancelled() && time() && count();
    if (!done) return {std::move(failure_), lost_};
    result_["predicted"] = predictions(plan_);
    result_["total_ms"] = milliseconds_since(begin);
    return {std::move(result_), false};
  }

 private:
  bool fail(std::string_view code, const std::string& message, std::string_view hint = {}) {
    failure_ = error_result(code, message, hint);
    return false;
  }
  // A failed call. Most errors of a launch leave a context that nothing works in.
  bool check(int error, const char* what) {
    if (error == cu_success) return true;
    static constexpr int harmless[] = {1, 2, 200, 209, 218, 222, 500, 701};
    lost_ = std::find(std::begin(harmless), std::end(harmless), error) == std::end(harmless);
    return fail(error == 2 ? "memory"
                : lost_    ? "fault"
                           : "cuda",
                std::string(what) + ": " + cu_.name_of(error), lost_ ? "the runner starts anew" : "");
  }
  bool cancelled() {
    if (!context_.cancelled()) return false;
    failure_ = cancelled_result();
    return true;
  }
  // Until everything in the stream is done, or the watchdog bites.
  bool wait(const char* what) {
    const auto begin = Clock::now();
    for (int round = 0;; ++round) {
      const int e = cu_.cuStreamQuery(device_.stream);
      if (e == cu_success) return true;
      if (e != cu_not_ready) return check(e, what);
      if (milliseconds_since(begin) > context_.options.watchdog_seconds * 1000) {
        lost_ = true;
        return fail("hang",
                    std::string(what) + ": no end after " + std::to_string(context_.options.watchdog_seconds) + " s",
                    "the runner starts anew; --watchdog sets the limit");
      }
      if (round > 100) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

  bool fits() {
    if (!plan_.needs.empty() && device_.arch < std::stoi(plan_.needs.substr(2))) {
      return fail("unsupported", "the kernel needs " + plan_.needs + ", this GPU is sm" + std::to_string(device_.arch));
    }
    if (plan_.shared_bytes > device_.shared_optin) {
      return fail("too_large", "the tile takes " + std::to_string(plan_.shared_bytes) +
                                   " bytes of shared memory, a block has " + std::to_string(device_.shared_optin) +
                                   " on this GPU");
    }
    return true;
  }

  std::string source() const {
    std::string text = cuda_text(plan_).text;
    const auto at_start = [&](std::string_view statement) {
      const std::string_view mark = "  const int t = threadIdx.x;\n";
      const auto place = text.find(mark);
      if (place != std::string::npos) text.insert(place + mark.size(), statement);
    };
    if (context_.inject == "hang") at_start("  for (;;) __nanosleep(1000);\n");
    if (context_.inject == "fault") at_start("  *reinterpret_cast<volatile int*>(16 + 4 * t) = 1;\n");
    return text + check_text(plan_, false);
  }

  bool compile_kernel() {
    context_.event("compile", "compiling for sm_" + std::to_string(device_.arch));
    std::string error;
    const auto compiled = compile(*device_.rtc, source(), device_.arch, error);
    if (!compiled) return fail("compile", error);
    if (request_.text) result_["ptx"] = compiled->ptx;
    if (!check(cu_.cuModuleLoadData(&module_, compiled->cubin.data()), "loading the kernel")) return false;
    for (auto [function, name] : {std::pair{&copy_, "stridescope_copy"},
                                  {&fill_, "stridescope_fill"},
                                  {&poison_, "stridescope_poison"},
                                  {&check_, "stridescope_check"}}) {
      if (!check(cu_.cuModuleGetFunction(function, module_, name), name)) return false;
    }
    const auto shared = static_cast<int>(plan_.shared_bytes);
    if (shared > 48 * 1024 &&
        !check(cu_.cuFuncSetAttribute(copy_, static_cast<int>(CuFunctionAttribute::max_dynamic_shared), shared),
               "shared memory")) {
      return false;
    }
    const auto attribute = [&](CuFunctionAttribute a) {
      int out = 0;
      cu_.cuFuncGetAttribute(&out, static_cast<int>(a), copy_);
      return out;
    };
    int blocks = 0;
    cu_.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, copy_, static_cast<int>(plan_.threads),
                                                    static_cast<std::size_t>(plan_.shared_bytes));
    result_["resources"] = {{"blocks", plan_.tiles},
                            {"threads", plan_.threads},
                            {"registers", attribute(CuFunctionAttribute::registers)},
                            {"local_bytes", attribute(CuFunctionAttribute::local_bytes)},
                            {"shared_bytes", plan_.shared_bytes},
                            {"blocks_per_multiprocessor", blocks},
                            {"warps_per_multiprocessor", blocks * ((plan_.threads + 31) / 32)}};
    result_["compile_ms"] = compiled->milliseconds;
    result_["arch"] = compiled->arch;
    return true;
  }

  static std::size_t rounded(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

  bool allocate() {
    if (context_.inject == "memory") return check(2, "allocating (injected)");
    const auto bytes = [&](const KernelSide& s) {
      return static_cast<std::size_t>(s.highest - s.lowest + 1) * static_cast<std::size_t>(plan_.element_bytes);
    };
    src_bytes_ = bytes(plan_.src);
    dst_bytes_ = bytes(plan_.dst);
    const std::size_t pair = rounded(src_bytes_) + rounded(dst_bytes_) + 2 * guard_bytes;
    std::size_t free = 0;
    std::size_t total = 0;
    if (!check(cu_.cuMemGetInfo_v2(&free, &total), "asking for free memory")) return false;
    // So many that a run never finds its data in the L2 cache.
    const std::size_t wanted = std::min<std::size_t>(2 + 3 * device_.l2_bytes / pair, 64);
    const std::size_t room = rounded(4096);
    pairs_ = wanted;
    while (pairs_ > 1 && pairs_ * pair + room > total / 2) --pairs_;
    const CuDevicePtr base = device_.arena(pairs_ * pair + room);
    if (base == 0) {
      return fail("memory",
                  "the tensors take " + std::to_string(pair) + " bytes, the GPU has " + std::to_string(free) + " free");
    }
    wrong_ = base;
    for (std::size_t i = 0; i < pairs_; ++i) {
      const CuDevicePtr p = base + room + i * pair;
      src_.push_back(p);
      dst_.push_back(p + rounded(src_bytes_) + guard_bytes);
    }
    return true;
  }

  bool launch(CuHandle function, unsigned blocks, unsigned threads, unsigned shared, void** arguments,
              const char* what) {
    return check(cu_.cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, shared, device_.stream, arguments, nullptr),
                 what);
  }
  bool launch_simple(CuHandle function, CuDevicePtr to, long long count, unsigned seed, const char* what) {
    void* arguments[] = {&to, &count, &seed};
    return launch(function, 2048, check_threads, 0, arguments, what);
  }
  bool launch_copy(std::size_t pair) {
    CuDevicePtr from =
        src_[pair] + static_cast<CuDevicePtr>(-plan_.src.lowest) * static_cast<CuDevicePtr>(plan_.element_bytes);
    CuDevicePtr to =
        dst_[pair] + static_cast<CuDevicePtr>(-plan_.dst.lowest) * static_cast<CuDevicePtr>(plan_.element_bytes);
    void* arguments[] = {&from, &to};
    return launch(copy_, static_cast<unsigned>(plan_.tiles), static_cast<unsigned>(plan_.threads),
                  static_cast<unsigned>(plan_.shared_bytes), arguments, "launching the kernel");
  }

  bool verify() {
    context_.event("verify", "running once and checking every element");
    const auto elements = static_cast<long long>(plan_.src.highest - plan_.src.lowest + 1);
    for (std::size_t i = 0; i < pairs_; ++i) {
      if (!launch_simple(fill_, src_[i], elements, static_cast<unsigned>(i), "filling")) return false;
      const auto guarded = static_cast<long long>(rounded(dst_bytes_) + 2 * guard_bytes);
      if (i > 0) continue;
      if (!launch_simple(poison_, dst_[i] - guard_bytes, guarded, 0, "poisoning")) return false;
    }
    if (!check(cu_.cuMemsetD8Async(wrong_, 0, 4096, device_.stream), "clearing") || !wait("filling")) return false;
    if (!launch_copy(0) || !wait("the kernel")) return false;
    CuDevicePtr from =
        src_[0] + static_cast<CuDevicePtr>(-plan_.src.lowest) * static_cast<CuDevicePtr>(plan_.element_bytes);
    CuDevicePtr to =
        dst_[0] + static_cast<CuDevicePtr>(-plan_.dst.lowest) * static_cast<CuDevicePtr>(plan_.element_bytes);
    void* arguments[] = {&from, &to, &wrong_};
    if (!launch(check_, 2048, check_threads, 0, arguments, "checking") || !wait("checking")) return false;
    std::vector<unsigned long long> found(1 + max_wrong_listed);
    if (!check(cu_.cuMemcpyDtoH_v2(found.data(), wrong_, found.size() * 8), "reading the check")) return false;
    std::size_t outside = 0;
    if (!guards(outside)) return false;
    Json verify = {{"by", "gpu"}, {"checked", plan_.elements}, {"wrong", found[0]}, {"written_outside", outside}};
    if (found[0] > 0 || outside > 0) {
      std::vector<std::int64_t> coordinates;
      for (std::size_t i = 0; i < std::min<std::size_t>(found[0], max_wrong_listed); ++i) {
        coordinates.push_back(static_cast<std::int64_t>(found[1 + i]));
      }
      std::sort(coordinates.begin(), coordinates.end());
      verify["examples"] = wrong_examples(plan_, coordinates);
      result_["status"] = "wrong";
      right_ = false;
    }
    result_["verify"] = std::move(verify);
    return true;
  }

  // Bytes next to the destination that are no longer poisoned.
  bool guards(std::size_t& outside) {
    std::vector<unsigned char> edge(guard_bytes);
    for (const std::size_t offset : {std::size_t{0}, guard_bytes + rounded(dst_bytes_)}) {
      if (!check(cu_.cuMemcpyDtoH_v2(edge.data(), dst_[0] - guard_bytes + offset, edge.size()), "reading the guards"))
        return false;
      for (std::size_t i = 0; i < edge.size(); ++i) outside += edge[i] != poison(offset + i);
    }
    return true;
  }

  CuHandle event() {
    if (used_ == events_.size()) {
      CuHandle e = nullptr;
      if (cu_.cuEventCreate(&e, 0) == cu_success) events_.push_back(e);
    }
    return events_[used_++];
  }

  // Kernel and yardstick in turns on rotating buffers.
  bool rounds(std::size_t count, std::vector<double>& kernel, std::vector<double>& yardstick) {
    const std::size_t bytes = std::min(src_bytes_, dst_bytes_);
    used_ = 0;
    std::vector<CuHandle> marks;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t a = i * 2 % pairs_;
      const std::size_t b = (i * 2 + 1) % pairs_;
      marks.push_back(event());
      cu_.cuEventRecord(marks.back(), device_.stream);
      if (!launch_copy(a)) return false;
      marks.push_back(event());
      cu_.cuEventRecord(marks.back(), device_.stream);
      if (!check(cu_.cuMemcpyDtoDAsync_v2(dst_[b], src_[b], bytes, device_.stream), "cuMemcpyDtoD")) return false;
      marks.push_back(event());
      cu_.cuEventRecord(marks.back(), device_.stream);
    }
    if (!wait("timing")) return false;
    for (std::size_t i = 0; i < count; ++i) {
      float first = 0;
      float second = 0;
      cu_.cuEventElapsedTime(&first, marks[3 * i], marks[3 * i + 1]);
      cu_.cuEventElapsedTime(&second, marks[3 * i + 1], marks[3 * i + 2]);
      kernel.push_back(first);
      yardstick.push_back(second);
    }
    return true;
  }

  bool time() {
    if (!right_ || request_.seconds == 0) return true;  // no time of what is wrong
    context_.event("time", "timing");
    std::vector<double> kernel;
    std::vector<double> yardstick;
    if (!rounds(3, kernel, yardstick)) return false;  // warm-up
    const double one =
        *std::min_element(kernel.begin(), kernel.end()) + *std::min_element(yardstick.begin(), yardstick.end());
    kernel.clear();
    yardstick.clear();
    const double budget = request_.seconds * 1000;
    // In portions, so that cancelling and the end of the budget are noticed; longer sweeps stop when the noise is low.
    const auto portion = static_cast<std::size_t>(std::clamp(budget / 4 / one, 3.0, 50.0));
    const auto begin = Clock::now();
    do {
      if (cancelled()) return false;
      if (!rounds(portion, kernel, yardstick)) return false;
      const Statistics s = statistics(kernel);
      const double error = s.spread / std::sqrt(static_cast<double>(s.runs));
      if (request_.seconds > 0.1 && s.runs >= 20 && error < 0.002) break;
    } while (milliseconds_since(begin) < budget && kernel.size() < 2000);
    const Statistics k = statistics(kernel);
    const Statistics y = statistics(yardstick);
    const auto bytes = static_cast<double>(plan_.bytes_moved());
    const auto copied = 2.0 * static_cast<double>(std::min(src_bytes_, dst_bytes_));
    const auto rate = [](double b, double ms) { return b / ms / 1e6; };
    result_["time"] = {{"median_ms", k.median},
                       {"min_ms", k.least},
                       {"max_ms", k.most},
                       {"spread", k.spread},
                       {"runs", k.runs},
                       {"bytes", plan_.bytes_moved()},
                       {"gb_per_s", rate(bytes, k.median)},
                       {"buffers", pairs_}};
    result_["yardstick"] = {{"name", "cuMemcpyDtoD"},
                            {"median_ms", y.median},
                            {"spread", y.spread},
                            {"bytes", copied},
                            {"gb_per_s", rate(copied, y.median)}};
    result_["ratio"] = rate(bytes, k.median) / rate(copied, y.median);
    const Clocks now = clocks(device_.index);
    if (now.sm_mhz != 0) result_["clocks"] = {{"sm_mhz", now.sm_mhz}, {"memory_mhz", now.memory_mhz}};
    return true;
  }

  bool count() {
    if (!request_.counters || !right_) return true;
    context_.event("count", "reading hardware counters");
    std::string why;
    bool failed = false;
    auto counted = read_counters(
        device_.context, default_counters(),
        [&] {
          failed = !launch_copy(0);
          return !failed;
        },
        why);
    if (failed) return false;
    if (!wait("counting")) return false;
    if (!counted) {
      result_["counters_missing"] = why;
      return true;
    }
    Json measured = Json::object();
    for (const auto& [name, value] : *counted) measured[name] = value;
    result_["measured"] = {{"counters", std::move(measured)}};
    return true;
  }

  CudaDevice& device_;
  const Driver& cu_;
  const CopyPlan& plan_;
  const RunRequest& request_;
  const RunContext& context_;
  Json result_;
  Json failure_;
  bool lost_ = false;
  bool right_ = true;
  CuHandle module_ = nullptr;
  CuHandle copy_ = nullptr;
  CuHandle fill_ = nullptr;
  CuHandle poison_ = nullptr;
  CuHandle check_ = nullptr;
  std::vector<CuDevicePtr> src_, dst_;
  CuDevicePtr wrong_ = 0;
  std::size_t src_bytes_ = 0;
  std::size_t dst_bytes_ = 0;
  std::size_t pairs_ = 0;
  std::vector<CuHandle> events_;
  std::size_t used_ = 0;
};

}  // namespace

CudaDevice* cuda_device(Json& missing) {
  Opened& open = opened();
  missing = open.missing;
  return open.usable ? &open.device : nullptr;
}

Json describe(const CudaDevice& device) {
  int major = 0;
  int minor = 0;
  if (device.rtc != nullptr) device.rtc->nvrtcVersion(&major, &minor);
  return {{"kind", "gpu"},
          {"name", device.name},
          {"arch", "sm" + std::to_string(device.arch)},
          {"multiprocessors", device.multiprocessors},
          {"l2_bytes", device.l2_bytes},
          {"driver", device.release},
          {"cuda", std::to_string(device.version / 1000) + "." + std::to_string(device.version % 1000 / 10)},
          {"nvrtc", std::to_string(major) + "." + std::to_string(minor)}};
}

std::optional<Json> compile_only(const CopyPlan& plan, const RunRequest& request) {
  std::string why;
  const Nvrtc* rtc = nvrtc(why);
  if (rtc == nullptr) return std::nullopt;
  std::string error;
  const auto compiled = compile(*rtc, cuda_text(plan).text, 90, error);
  if (!compiled) return Json{{"error", error}};
  Json out = {
      {"arch", compiled->arch}, {"compile_ms", compiled->milliseconds}, {"cubin_bytes", compiled->cubin.size()}};
  if (request.text) out["ptx"] = compiled->ptx;
  return out;
}

Outcome run_cuda(CudaDevice& device, const CopyPlan& plan, const RunRequest& request, const RunContext& context) {
  if (context.inject == "die") std::raise(SIGKILL);
  device.cu->cuCtxSetCurrent(device.context);
  return Run(device, plan, request, context).run();
}

}  // namespace stridescope::gpu
