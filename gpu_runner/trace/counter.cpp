// libstridescope_count.so, injected into a CUDA program (CUDA_INJECTION64_PATH). It lists the program's launches, or
// counts one of them instruction by instruction with CUPTI's SASS metrics, and writes a file with the columns of Nsight
// Compute's source page (core/trace/ncu.h reads it). The program's results do not change. libcupti is opened at run
// time; the necessary types are declared here. Source: CUPTI 13.0, cupti_sass_metrics.h.
//
// CUPTI counts the first function that is launched after the metrics were enabled, even one of the driver's own
// (memset), and nothing if they are enabled within that launch. So each run counts one launch: metrics are enabled at
// the end of the last runtime or driver call before it. The list gives the number of that call.
//
// Environment: STRIDESCOPE_COUNT_FILE (output), _CUPTI (the library's path), _INDEX (index of the launch to count, from
// 0) and _CALLS (number of the program's calls before it). Without the last two, launches are listed, one per line:
// "index calls grid block name".
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "gpu_runner/trace/injected.h"

namespace stridescope::count {
namespace {

using injected::demangled;
using injected::setting;

using Handle = struct Opaque*;

struct CallbackData {
  int site;  // 0: at the start of a call, 1: at its end
  const char* function;
  const void* parameters;
  void* result;
  const char* symbol;
  Handle context;
};
struct Extents {
  std::uint32_t grid[3];
  std::uint32_t block[3];
};
struct LaunchParameters {  // parameters of cuLaunchKernel and its variants
  Handle function;
  Extents extents;
};
struct LaunchExParameters {
  const Extents* config;
  Handle function;
};

struct Initialize {
  std::size_t size = 16;
  void* hidden = nullptr;
};
struct ChipName {
  std::size_t size = 32;
  void* hidden = nullptr;
  std::size_t device = 0;
  const char* name = nullptr;
};
struct Properties {
  std::size_t size = 56;
  void* hidden = nullptr;
  const char* chip = nullptr;
  const char* metric = nullptr;
  std::uint64_t id = 0;
  const char* name = nullptr;
  const char* description = nullptr;
};
struct Config {
  std::uint64_t metric = 0;
  std::uint8_t granularity = 0;  // counts of the whole GPU
};
struct SetConfig {
  std::size_t size = 36;
  void* hidden = nullptr;
  std::size_t count = 0;
  Config* configs = nullptr;
  std::uint32_t device = 0;
};
struct Enable {
  std::size_t size = 25;
  void* hidden = nullptr;
  Handle context = nullptr;
  std::uint8_t lazy = 1;
};
struct Disable {
  std::size_t size = 32;
  void* hidden = nullptr;
  Handle context = nullptr;
  std::size_t dropped = 0;
};
struct DataProperties {
  std::size_t size = 40;
  void* hidden = nullptr;
  Handle context = nullptr;
  std::size_t records = 0;
  std::size_t instances = 0;
};
struct InstanceValue {
  std::uint64_t metric = 0;
  std::uint64_t value = 0;
};
struct Data {
  std::size_t size = 40;
  void* hidden = nullptr;
  std::uint32_t cubin = 0;
  std::uint32_t function = 0;
  const char* name = nullptr;
  std::uint32_t pc = 0;
  InstanceValue* values = nullptr;
};
struct Flush {
  std::size_t size = 40;
  void* hidden = nullptr;
  Handle context = nullptr;
  std::size_t records = 0;
  std::size_t instances = 0;
  Data* data = nullptr;
};

enum Domain : int { driver_calls = 1, runtime_calls = 2 };

using Callback = void (*)(void*, int domain, std::uint32_t id, const void* data);

// CUPTI's functions; each returns 0 on success.
struct Api {
  int (*cuptiSubscribe)(Handle*, Callback, void*);
  int (*cuptiEnableDomain)(std::uint32_t, Handle, int);
  int (*cuptiProfilerInitialize)(Initialize*);
  int (*cuptiDeviceGetChipName)(ChipName*);
  int (*cuptiSassMetricsGetProperties)(Properties*);
  int (*cuptiSassMetricsSetConfig)(SetConfig*);
  int (*cuptiSassMetricsEnable)(Enable*);
  int (*cuptiSassMetricsGetDataProperties)(DataProperties*);
  int (*cuptiSassMetricsFlushData)(Flush*);
  int (*cuptiSassMetricsDisable)(Disable*);
};

// A metric, and its column of the source page.
constexpr struct {
  const char* metric;
  const char* column;
} metrics[] = {
    {"smsp__sass_inst_executed", "Instructions Executed"},
    {"smsp__sass_thread_inst_executed_pred_on", "Predicated-On Thread Instructions Executed"},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared", "L1 Wavefronts Shared"},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal", "L1 Wavefronts Shared Ideal"},
    {"smsp__sass_sectors_mem_global", "L2 Theoretical Sectors Global"},
    {"smsp__sass_sectors_mem_global_ideal", "L2 Theoretical Sectors Global Ideal"},
    {"smsp__sass_l1tex_tags_mem_global", "L1 Tag Requests Global"},
};
constexpr std::size_t metric_count = sizeof metrics / sizeof *metrics;
constexpr std::size_t shared_metric = 2;
constexpr std::size_t global_metric = 4;

class Counter {
 public:
  bool start();
  void on_call(int domain, const CallbackData& call);

 private:
  bool open_api();
  bool enable(Handle context);
  void finish(Handle context);
  void write(const std::vector<Data>& data, std::size_t instances) const;
  bool done(int result, const char* what) {
    if (result != 0) log_.note("%s: %d", what, result);
    return result == 0;
  }
  void synchronize() {
    if (synchronize_ != nullptr) synchronize_();
  }

  Api api_ = {};
  injected::Log log_;
  int (*synchronize_)() = nullptr;
  int (*device_of_context_)(int*) = nullptr;
  std::mutex mutex_;
  std::string file_;
  long long index_ = -1;  // index of the launch to count
  long long launches_ = 0;
  long long wanted_calls_ = -1;  // number of calls before that launch
  long long calls_ = 0;          // completed calls, without nested ones
  bool enabled_ = false;
  bool launched_ = false;  // the launch to count; its counts are read at the next call
  bool finished_ = false;
  std::string name_;
  Extents extents_ = {};
  std::uint64_t ids_[metric_count] = {};
};

bool Counter::open_api() {
  injected::Library library(setting("STRIDESCOPE_COUNT_CUPTI", "libcupti.so"), log_);
#define STRIDESCOPE_LOAD(name) library.load(api_.name, #name)
  STRIDESCOPE_LOAD(cuptiSubscribe);
  STRIDESCOPE_LOAD(cuptiEnableDomain);
  STRIDESCOPE_LOAD(cuptiProfilerInitialize);
  STRIDESCOPE_LOAD(cuptiDeviceGetChipName);
  STRIDESCOPE_LOAD(cuptiSassMetricsGetProperties);
  STRIDESCOPE_LOAD(cuptiSassMetricsSetConfig);
  STRIDESCOPE_LOAD(cuptiSassMetricsEnable);
  STRIDESCOPE_LOAD(cuptiSassMetricsGetDataProperties);
  STRIDESCOPE_LOAD(cuptiSassMetricsFlushData);
  STRIDESCOPE_LOAD(cuptiSassMetricsDisable);
#undef STRIDESCOPE_LOAD
  if (void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
    synchronize_ = reinterpret_cast<int (*)()>(dlsym(driver, "cuCtxSynchronize"));
    device_of_context_ = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuCtxGetDevice"));
  }
  return library.whole();
}

bool Counter::start() {
  file_ = setting("STRIDESCOPE_COUNT_FILE", "");
  log_.open(file_ + ".log");
  if (file_.empty() || !open_api()) return false;
  const std::string index = setting("STRIDESCOPE_COUNT_INDEX", "");
  if (!index.empty()) index_ = std::strtoll(index.c_str(), nullptr, 10);
  wanted_calls_ = std::strtoll(setting("STRIDESCOPE_COUNT_CALLS", "-1").c_str(), nullptr, 10);
  Handle subscriber = nullptr;
  const auto on_call = [](void* self, int domain, std::uint32_t, const void* data) {
    if (domain == driver_calls || domain == runtime_calls)
      static_cast<Counter*>(self)->on_call(domain, *static_cast<const CallbackData*>(data));
  };
  return done(api_.cuptiSubscribe(&subscriber, on_call, this), "no api: another tool has it") &&
         done(api_.cuptiEnableDomain(1, subscriber, driver_calls), "no api: no calls are reported") &&
         done(api_.cuptiEnableDomain(1, subscriber, runtime_calls), "no api: no calls are reported");
}

// Set during calls that CUPTI and this library make: they are reported as events on the same thread, too.
thread_local bool inside = false;
// Nesting depth of runtime calls on the thread.
thread_local int depth = 0;

void Counter::on_call(int domain, const CallbackData& call) {
  if (inside || call.function == nullptr) return;
  inside = true;
  const std::lock_guard lock(mutex_);
  if (domain == runtime_calls) depth += call.site == 0 ? 1 : -1;
  const bool launch = domain == driver_calls && call.site == 1 && std::strncmp(call.function, "cuLaunch", 8) == 0 &&
                      std::strstr(call.function, "Kernel") != nullptr;
  if (launch) {
    const long long number = launches_++;
    const std::string name = call.symbol != nullptr ? call.symbol : "";
    const Extents extents = std::strstr(call.function, "KernelEx") != nullptr
                                ? *static_cast<const LaunchExParameters*>(call.parameters)->config
                                : static_cast<const LaunchParameters*>(call.parameters)->extents;
    if (index_ < 0) {
      if (std::FILE* out = std::fopen(file_.c_str(), "ab")) {
        const auto& e = extents;
        std::fprintf(out, "%lld %lld %u,%u,%u %u,%u,%u %s\n", number, calls_, e.grid[0], e.grid[1], e.grid[2],
                     e.block[0], e.block[1], e.block[2], name.c_str());
        std::fclose(out);
      }
    } else if (number == index_) {
      launched_ = true;
      name_ = name;
      extents_ = extents;
    }
  }
  if (call.site == 1 && depth == 0) ++calls_;
  if (index_ >= 0 && call.site == 1 && depth == 0 && call.context != nullptr && !finished_) {
    if (launched_) {
      synchronize();
      finish(call.context);
    } else if (calls_ == wanted_calls_ && launches_ == index_) {
      synchronize();
      enabled_ = enable(call.context);
      finished_ = !enabled_;
      log_.note("enabled at the end of %s: %d", call.function, enabled_);
    }
  }
  inside = false;
}

bool Counter::enable(Handle context) {
  int device = 0;
  if (device_of_context_ != nullptr) device_of_context_(&device);
  Initialize initialize;
  ChipName chip;
  chip.device = static_cast<std::size_t>(device);
  if (!done(api_.cuptiProfilerInitialize(&initialize), "starting the profiler") ||
      !done(api_.cuptiDeviceGetChipName(&chip), "the chip's name"))
    return false;
  std::vector<Config> configs;
  for (std::size_t i = 0; i < metric_count; ++i) {
    Properties properties;
    properties.chip = chip.name;
    properties.metric = metrics[i].metric;
    if (!done(api_.cuptiSassMetricsGetProperties(&properties), metrics[i].metric)) continue;
    ids_[i] = properties.id;
    Config& config = configs.emplace_back();
    config.metric = properties.id;
  }
  SetConfig set;
  set.count = configs.size();
  set.configs = configs.data();
  set.device = static_cast<std::uint32_t>(device);
  Enable on;
  on.context = context;
  return done(api_.cuptiSassMetricsSetConfig(&set), "choosing the metrics") &&
         done(api_.cuptiSassMetricsEnable(&on), "enabling the metrics");
}

void Counter::finish(Handle context) {
  finished_ = true;
  if (!enabled_) return;
  DataProperties properties;
  properties.context = context;
  if (!done(api_.cuptiSassMetricsGetDataProperties(&properties), "how much was counted")) return;
  log_.note("%zu records, %zu values each", properties.records, properties.instances);
  std::vector<Data> data(properties.records);
  std::vector<InstanceValue> values(properties.records * properties.instances);
  for (std::size_t i = 0; i < data.size(); ++i) data[i].values = values.data() + i * properties.instances;
  Flush flush;
  flush.context = context;
  flush.records = properties.records;
  flush.instances = properties.instances;
  flush.data = data.data();
  const bool flushed = data.empty() || done(api_.cuptiSassMetricsFlushData(&flush), "reading the counts");
  Disable off;
  off.context = context;
  done(api_.cuptiSassMetricsDisable(&off), "disabling the metrics");
  if (flushed) write(data, properties.instances);
}

void Counter::write(const std::vector<Data>& data, std::size_t instances) const {
  // An instruction has one record for each metric that counts it.
  struct Row {
    std::uint64_t sums[metric_count] = {};
    bool has[metric_count] = {};
  };
  std::map<std::uint32_t, Row> rows;
  rows[0];  // the kernel's start, even if its first instruction is not counted
  for (const Data& one : data) {
    if (one.name != nullptr && name_ != one.name) continue;  // a function that it calls
    Row& row = rows[one.pc];
    for (std::size_t k = 0; k < instances; ++k) {
      for (std::size_t i = 0; i < metric_count; ++i) {
        if (ids_[i] == 0 || one.values[k].metric != ids_[i]) continue;
        row.sums[i] += one.values[k].value;
        row.has[i] = true;
      }
    }
  }
  std::FILE* out = std::fopen(file_.c_str(), "wb");
  if (out == nullptr) return;
  const auto& e = extents_;
  std::fprintf(out, "\"Kernel Name\",\"%s\",\"Grid Size\",\"(%u, %u, %u)\",\"Block Size\",\"(%u, %u, %u)\"\n",
               demangled(name_.c_str()).c_str(), e.grid[0], e.grid[1], e.grid[2], e.block[0], e.block[1], e.block[2]);
  std::fputs("\"Address\",\"Source\",\"Address Space\"", out);
  for (const auto& one : metrics) std::fprintf(out, ",\"%s\"", one.column);
  std::fputc('\n', out);
  for (const auto& [pc, row] : rows) {
    const bool shared = row.has[shared_metric];
    const bool global = row.has[global_metric];
    std::fprintf(out, "\"0x%x\",\"\",\"%s\"", pc,
                 shared && global ? "Shared, Global"
                 : shared         ? "Shared"
                 : global         ? "Global"
                                  : "-");
    for (std::size_t i = 0; i < metric_count; ++i) {
      if (row.has[i])
        std::fprintf(out, ",\"%llu\"", static_cast<unsigned long long>(row.sums[i]));
      else
        std::fputs(",\"-\"", out);
    }
    std::fputc('\n', out);
  }
  std::fclose(out);
}

}  // namespace
}  // namespace stridescope::count

// Called by the driver when the program initializes CUDA.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  static auto* const counter = new stridescope::count::Counter;
  return counter->start() ? 1 : 0;
}
