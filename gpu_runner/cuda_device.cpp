// The GPU, opened once, and the parts that requests of all kinds share. Waits have deadlines, since a kernel may hang.
#include "gpu_runner/cuda_device.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

#include "core/base/base64.h"
#include "core/kernels/kernel_limits.h"
#include "gpu_runner/counters.h"
#include "gpu_runner/cubin.h"
#include "gpu_runner/disassembler.h"

namespace stridescope::gpu {

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Statistics statistics(std::vector<double> times) {
  Statistics out;
  if (times.empty()) return out;
  std::sort(times.begin(), times.end());
  const auto at = [&](double q) {
    return times[static_cast<std::size_t>(std::lround(q * static_cast<double>(times.size() - 1)))];
  };
  out = {at(0.5), times.front(), times.back(), (at(0.75) - at(0.25)) / 2 / at(0.5), times.size()};
  return out;
}

RunTime time_of(const Statistics& s) {
  RunTime out;
  out.median_ms = s.median;
  out.min_ms = s.least;
  out.max_ms = s.most;
  out.spread = s.spread;
  out.runs = s.runs;
  return out;
}

RunYardstick yardstick_of(std::string_view name, const Statistics& s) {
  RunYardstick out;
  out.name = name;
  out.median_ms = s.median;
  out.spread = s.spread;
  return out;
}

namespace {

// After a fault of another process the GPU is blocked while its driver recovers. A context that was opened meanwhile
// may stay unusable; a new one works soon after.
constexpr double recovery_seconds = 2;

// Executes a small operation on the device: returns 0, or the error. Fails in a context that was lost in a reset.
int sign_of_life(const CudaDevice& device, const std::function<bool()>& cancelled) {
  constexpr int timed_out = 702;  // CUDA_ERROR_LAUNCH_TIMEOUT
  const Driver& cu = *device.cu;
  int e = device.sign == 0 ? cu_success : cu.cuMemsetD8Async(device.sign, 0, 16, device.stream);
  if (e != cu_success) return e;
  const auto begin = Clock::now();
  for (int round = 0; (e = cu.cuStreamQuery(device.stream)) == cu_not_ready; ++round) {
    if (milliseconds_since(begin) > recovery_seconds * 1000) return timed_out;
    if (cancelled && cancelled()) return cu_success;
    if (round > 100) std::this_thread::sleep_for(std::chrono::microseconds(round > 5000 ? 1000 : 20));
  }
  return e;
}

struct Opened {
  CudaDevice device;
  bool usable = false;
  std::vector<Message> missing;

  Opened() {
    Message why;
    device.rtc = nvrtc(why);
    if (!why.empty()) missing.push_back(why);
    device.cu = driver(why);
    if (!why.empty()) missing.push_back(why);
    if (device.cu == nullptr) return;
    const Driver& cu = *device.cu;
    if (const int e = cu.cuInit(0); e != cu_success) {
      missing.push_back(say("the driver does not start: {}", cu.name_of(e)));
      return;
    }
    int count = 0;
    cu.cuDeviceGetCount(&count);
    if (count == 0) {
      missing.push_back(say("there is a driver, but it shows no GPU to this process (CUDA_VISIBLE_DEVICES?)"));
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
    if (e == cu_success && cu.cuMemAlloc_v2(&device.sign, 256) != cu_success) device.sign = 0;
    if (e == cu_success) e = sign_of_life(device, {});
    if (e != cu_success) {
      missing.push_back(say("the GPU cannot be used: {}", cu.name_of(e)));
      return;
    }
    usable = device.rtc != nullptr;
  }
};

Opened& opened() {
  static Opened open;
  return open;
}

// Line numbers are recorded only if the text or code is requested.
bool with_lines(const RunRequest& request) { return request.text || request.cubin || request.sass; }

// The machine code as base64 and as text, as requested. Searches for nvdisasm each time, since it may have been
// installed meanwhile.
void add_machine_code(RunTexts& out, const std::string& cubin, std::string_view entry, const RunRequest& request) {
  if (request.cubin) out.cubin = encode_base64(cubin, Base64::standard);
  if (request.cubin || request.sass) out.entry = entry;
  if (!request.sass) return;
  Disassembly made = disassemble(cubin, entry, find_nvdisasm());
  out.sass = std::move(made.sass);
  out.sass_missing = std::move(made.why);
}

}  // namespace

void CudaRun::wait_for_turn() {
  if (context_.options.turns.empty() || turn_ >= 0) return;
  turn_ = open(context_.options.turns.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (turn_ >= 0) flock(turn_, LOCK_EX);
}

CudaRun::CudaRun(CudaDevice& device, const RunRequest& request, const RunContext& context)
    : device_(device), cu_(*device.cu), request_(request), context_(context), result_(begun(describe(device))) {}

CudaRun::~CudaRun() {
  if (turn_ >= 0) close(turn_);
  if (lost_) return;  // a lost context cannot free anything
  for (CuHandle e : events_) cu_.cuEventDestroy_v2(e);
  if (module_ != nullptr) cu_.cuModuleUnload(module_);
}

Outcome CudaRun::outcome(bool done) {
  if (!done) return {std::move(*failure_), lost_};
  result_.total_ms = milliseconds_since(begin_);
  return {std::move(result_), false};
}

bool CudaRun::fail(std::string_view code, const Message& message, const Message& hint) {
  failure_ = error_result(code, message, hint);
  return false;
}

bool CudaRun::check(int error, const char* what) {
  if (error == cu_success) return true;
  static constexpr int harmless[] = {1, 2, 200, 209, 218, 222, 500, 701};
  lost_ = std::find(std::begin(harmless), std::end(harmless), error) == std::end(harmless);
  return fail(error == 2 ? "memory"
              : lost_    ? "fault"
                         : "cuda",
              say("{}: {}", what, cu_.name_of(error)), lost_ ? say("the runner restarts") : Message());
}

bool CudaRun::cancelled() {
  if (!context_.cancelled()) return false;
  failure_ = cancelled_result();
  return true;
}

bool CudaRun::wait(const char* what) {
  const auto begin = Clock::now();
  for (int round = 0;; ++round) {
    const int e = cu_.cuStreamQuery(device_.stream);
    if (e == cu_success) return true;
    if (e != cu_not_ready) return check(e, what);
    if (milliseconds_since(begin) > context_.options.watchdog_seconds * 1000) {
      lost_ = true;
      return fail("hang",
                  say("{}: not finished after {} s", what,
                      Message::verbatim(std::to_string(context_.options.watchdog_seconds))),
                  say("the runner restarts; --watchdog sets the limit"));
    }
    if (round > 100) std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

bool CudaRun::fits(const std::string& needs, std::int64_t shared_bytes) {
  const auto why = lacking(needs, shared_bytes, device_.arch, device_.shared_optin);
  return !why || fail(code_name(why->code), why->message);
}

bool CudaRun::read_counts(const CopyPrediction& predicted, const std::function<bool()>& launch) {
  if (!request_.counters || !right_) return true;
  context_.event("count", "reading hardware counters");
  std::vector<std::string> wanted = counters_of(request_.metrics);
  if (request_.metrics.empty()) {
    wanted = {"dram__bytes_read.sum", "dram__bytes_write.sum", "gpu__time_duration.sum"};
    const auto add = [&](const std::string& name) {
      if (wanted.size() < max_counters && std::find(wanted.begin(), wanted.end(), name) == wanted.end())
        wanted.push_back(name);
    };
    for (const PredictedCount& c : predicted.counts) add(std::string(c.counter));
    for (const std::string& name : default_counters()) add(name);
  }
  Message why;
  std::vector<std::string> unknown;
  bool failed = false;
  auto counted = read_counters(
      device_.context, wanted,
      [&] {
        failed = !launch();
        return !failed;
      },
      why, &unknown);
  if (failed || !wait("counting")) return false;
  if (!counted) {
    result_.counters_missing = why;
    return true;
  }
  RunMeasured& measured = result_.measured.emplace();
  for (const auto& [name, value] : *counted) measured.counters.emplace_back(name, value);
  result_.counters_unknown = std::move(unknown);
  return true;
}

bool CudaRun::check_elements(Compared what, std::vector<unsigned long long>& found) {
  void* arguments[] = {&what.src_zero, &what.dst_zero, &what.wrong};
  found.assign(1 + max_wrong_listed, 0);
  return launch(what.checker, 2048, check_threads, 0, arguments, "checking") && wait("checking") &&
         check(cu_.cuMemcpyDtoH_v2(found.data(), what.wrong, found.size() * 8), "reading the check");
}

bool CudaRun::written_outside(CuDevicePtr dst, std::size_t dst_bytes, std::size_t& outside) {
  const std::size_t behind = guard_bytes + dst_bytes;
  std::vector<unsigned char> edge;
  outside = 0;
  for (const auto& [from, to] : {std::pair(std::size_t{0}, guard_bytes), std::pair(behind, guarded_bytes(dst_bytes))}) {
    edge.resize(to - from);
    if (!check(cu_.cuMemcpyDtoH_v2(edge.data(), dst - guard_bytes + from, edge.size()), "reading the guards"))
      return false;
    for (std::size_t i = 0; i < edge.size(); ++i) outside += edge[i] != poison(from + i);
  }
  return true;
}

bool CudaRun::compare(Compared what, const Examples& examples) {
  std::vector<unsigned long long> found;
  std::size_t outside = 0;
  if (!check_elements(what, found) || !written_outside(what.dst, what.dst_bytes, outside)) return false;
  RunVerify verify = verified_by("gpu", what.checked, static_cast<std::int64_t>(found[0]));
  verify.written_outside = outside;
  if (found[0] > 0 || outside > 0) {
    std::vector<std::int64_t> first;
    for (std::size_t i = 0; i < std::min<std::size_t>(found[0], max_wrong_listed); ++i)
      first.push_back(static_cast<std::int64_t>(found[1 + i]));
    std::sort(first.begin(), first.end());
    verify.examples = examples(first);
    result_.status = RunStatus::wrong;
    right_ = false;
  }
  result_.verify = std::move(verify);
  return true;
}

bool CudaRun::times_of(const Launch& launch, std::size_t untimed, std::size_t count, std::vector<double>& times) {
  mark_none();
  std::vector<CuHandle> marks;
  for (std::size_t i = 0; i < untimed; ++i) {
    if (!launch(i)) return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!mark(marks) || !launch(untimed + i)) return false;
  }
  if (!mark(marks) || !wait("timing")) return false;
  for (std::size_t i = 0; i < count; ++i) times.push_back(between(marks[i], marks[i + 1]));
  return true;
}

bool CudaRun::time_beside(const Launch& launch, const Launch& copy, std::int64_t bytes, double copied,
                          std::size_t buffers) {
  context_.event("time", "timing");
  std::vector<double> kernel;
  std::vector<double> copies;
  // Writes of one kind are written back to memory while the next kind runs. So each launch is timed only after launches
  // of its own kind, as many as there are buffers.
  const auto portion_of = [&](std::size_t count) {
    return times_of(launch, buffers, count, kernel) && times_of(copy, buffers, count, copies);
  };
  if (!portion_of(3)) return false;  // warm-up
  const double one = *std::min_element(kernel.begin(), kernel.end()) + *std::min_element(copies.begin(), copies.end());
  kernel.clear();
  copies.clear();
  const double budget = request_.seconds * 1000;
  // Portions allow cancelling and the check of the budget. Longer sweeps stop when the noise is low.
  const auto portion = static_cast<std::size_t>(std::clamp(budget / 4 / one, 3.0, 50.0));
  const auto begin = Clock::now();
  auto told = begin;
  do {
    if (cancelled()) return false;
    if (milliseconds_since(told) > 500) {
      told = Clock::now();
      context_.event("time", "timing, " + std::to_string(kernel.size()) + " runs");
    }
    if (!portion_of(portion)) return false;
    const Statistics s = statistics(kernel);
    const double error = s.spread / std::sqrt(static_cast<double>(s.runs));
    if (request_.seconds > 0.1 && s.runs >= 20 && error < 0.002) break;
  } while (milliseconds_since(begin) < budget && kernel.size() < 2000);
  const Statistics k = statistics(kernel);
  const Statistics y = statistics(copies);
  const double rate = static_cast<double>(bytes) / k.median / 1e6;
  const double beside = copied / y.median / 1e6;
  RunTime& time = result_.time.emplace(time_of(k));
  time.bytes = bytes;
  time.gb_per_s = rate;
  time.buffers = buffers;
  RunYardstick& yardstick = result_.yardstick.emplace(yardstick_of("cuMemcpyDtoD", y));
  yardstick.bytes = copied;
  yardstick.gb_per_s = beside;
  result_.ratio = rate / beside;
  add_clocks();
  return true;
}

void CudaRun::add_clocks() {
  const Clocks now = clocks(device_.index);
  if (now.sm_mhz == 0) return;
  result_.clocks = RunClocks{static_cast<std::uint64_t>(now.sm_mhz), static_cast<std::uint64_t>(now.memory_mhz)};
}

bool CudaRun::function(CuHandle& out, const char* name) {
  return check(cu_.cuModuleGetFunction(&out, module_, name), name);
}

bool CudaRun::find_checkers() {
  return function(fill_, "stridescope_fill") && function(poison_, "stridescope_poison") &&
         function(check_, "stridescope_check");
}

bool CudaRun::allow_shared(CuHandle kernel, std::int64_t bytes) {
  return bytes <= 48 * 1024 ||
         check(cu_.cuFuncSetAttribute(kernel, static_cast<int>(CuFunctionAttribute::max_dynamic_shared),
                                      static_cast<int>(bytes)),
               "shared memory");
}

bool CudaRun::write_all(CuHandle function, CuDevicePtr to, long long count, unsigned seed, const char* what) {
  void* arguments[] = {&to, &count, &seed};
  return launch(function, 2048, check_threads, 0, arguments, what);
}

bool CudaRun::read_clock(CuHandle timer, CuDevicePtr buffer) {
  unsigned long long step = 0;
  void* arguments[] = {&buffer};
  if (!launch(timer, 1, 1, 0, arguments, "the clock") || !wait("the clock") ||
      !check(cu_.cuMemcpyDtoH_v2(&step, buffer, sizeof step), "reading the clock")) {
    return false;
  }
  result_.trace.emplace().timer_ns = step;
  return true;
}

bool CudaRun::load(const std::string& text, const char* name, CuHandle& kernel, std::int64_t blocks,
                   std::int64_t threads, std::int64_t shared_bytes, bool feature) {
  context_.event("compile", "compiling for sm_" + std::to_string(device_.arch) + (feature ? "a" : ""));
  std::string error;
  const auto compiled = compile(*device_.rtc, text, device_.arch, feature, with_lines(request_), error);
  if (!compiled) return fail("compile", Message::verbatim(error));
  wait_for_turn();
  if (request_.text) result_.texts.ptx = compiled->ptx;
  add_machine_code(result_.texts, compiled->cubin, name, request_);
  if (!check(cu_.cuModuleLoadData(&module_, compiled->cubin.data()), "loading the kernel")) return false;
  if (!function(kernel, name)) return false;
  if (!allow_shared(kernel, shared_bytes)) return false;
  const auto attribute = [&](CuFunctionAttribute a) {
    int out = 0;
    cu_.cuFuncGetAttribute(&out, static_cast<int>(a), kernel);
    return static_cast<std::uint64_t>(out);
  };
  cu_.cuOccupancyMaxActiveBlocksPerMultiprocessor(&resident_, kernel, static_cast<int>(threads),
                                                  static_cast<std::size_t>(shared_bytes));
  const std::int64_t warps = resident_ * ((threads + 31) / 32);
  RunResources& resources = result_.resources.emplace();
  resources.blocks = static_cast<std::uint64_t>(blocks);
  resources.threads = static_cast<std::uint64_t>(threads);
  resources.registers = attribute(CuFunctionAttribute::registers);
  resources.local_bytes = attribute(CuFunctionAttribute::local_bytes);
  resources.shared_bytes = static_cast<std::uint64_t>(shared_bytes);
  resources.blocks_per_multiprocessor = static_cast<std::uint64_t>(resident_);
  resources.warps_per_multiprocessor = static_cast<std::uint64_t>(warps);
  const int most = device_.attribute(CuAttribute::threads_per_multiprocessor) / 32;
  if (most > 0) resources.occupancy = static_cast<double>(warps) / static_cast<double>(most);
  result_.compile_ms = compiled->milliseconds;
  result_.arch = compiled->arch;
  return true;
}

bool CudaRun::launch(CuHandle function, unsigned blocks, unsigned threads, unsigned shared, void** arguments,
                     const char* what) {
  return check(cu_.cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, shared, device_.stream, arguments, nullptr),
               what);
}

bool CudaRun::mark(std::vector<CuHandle>& marks) {
  if (used_ == events_.size()) {
    CuHandle e = nullptr;
    if (!check(cu_.cuEventCreate(&e, 0), "making an event")) return false;
    events_.push_back(e);
  }
  marks.push_back(events_[used_++]);
  return check(cu_.cuEventRecord(marks.back(), device_.stream), "taking the time");
}

double CudaRun::between(CuHandle begin, CuHandle end) const {
  float out = 0;
  cu_.cuEventElapsedTime(&out, begin, end);
  return out;
}

CudaDevice* cuda_device(std::vector<Message>& missing) {
  Opened& open = opened();
  missing = open.missing;
  return open.usable ? &open.device : nullptr;
}

RunDevice describe(const CudaDevice& device) {
  int major = 0;
  int minor = 0;
  if (device.rtc != nullptr) device.rtc->nvrtcVersion(&major, &minor);
  RunDevice out;
  out.kind = "gpu";
  out.name = device.name;
  out.arch = "sm" + std::to_string(device.arch);
  out.multiprocessors = static_cast<std::uint64_t>(device.multiprocessors);
  out.l2_bytes = device.l2_bytes;
  out.driver = device.release;
  out.cuda = std::to_string(device.version / 1000) + "." + std::to_string(device.version % 1000 / 10);
  out.nvrtc = std::to_string(major) + "." + std::to_string(minor);
  return out;
}

std::optional<RunCompiled> compile_only(const KernelText& kernel, const RunRequest& request) {
  Message why;
  const Nvrtc* rtc = nvrtc(why);
  if (rtc == nullptr) return std::nullopt;
  RunCompiled out;
  // Compiles for the architecture that the kernel needs; otherwise for a current one.
  const int needed = kernel.needs.empty() ? 0 : std::atoi(kernel.needs.c_str() + 2);
  const auto compiled =
      compile(*rtc, kernel.text, std::max(needed, 90), kernel.needs.ends_with('a'), with_lines(request), out.error);
  if (!compiled) return out;
  out.error.clear();
  out.arch = compiled->arch;
  out.compile_ms = compiled->milliseconds;
  out.cubin_bytes = compiled->cubin.size();
  if (const auto registers = cubin_registers(compiled->cubin, kernel.name))
    out.registers = static_cast<std::uint64_t>(*registers);
  if (const auto accesses = cubin_accesses(compiled->cubin, kernel.name)) {
    const auto count = [](auto n) { return static_cast<std::uint64_t>(n); };
    out.accesses = RunAccesses{count(accesses->global_loads), count(accesses->global_stores),
                               count(accesses->shared_loads), count(accesses->shared_stores)};
  }
  if (request.text) out.texts.ptx = compiled->ptx;
  add_machine_code(out.texts, compiled->cubin, kernel.name, request);
  return out;
}

Outcome run_cuda(CudaDevice& device, const KernelPlan& plan, const RunRequest& request, const RunContext& context) {
  device.cu->cuCtxSetCurrent(device.context);
  if (const int e = sign_of_life(device, context.cancelled); e != cu_success) {
    RunResult lost =
        error_result("device_lost", say("the GPU was lost before the kernel started: {}", device.cu->name_of(e)),
                     say("the runner restarts"));
    // The request may be repeated in another process.
    lost.unbegun = true;
    return {std::move(lost), true};
  }
  if (context.cancelled()) return {cancelled_result(), false};
  return plan.visit([&](const auto& one) { return run_cuda(device, one, request, context); });
}

}  // namespace stridescope::gpu
