// Source: CUPTI 13.0, cupti_profiler_host.h, cupti_range_profiler.h, cupti_target.h. Prototypes and structs are
// declared here, so that the build needs no toolkit. Every struct begins with its size, from which CUPTI derives its
// version.
#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu_runner/counters.h"
#include "gpu_runner/protocol.h"

namespace stridescope::gpu {
namespace {

using Object = struct CuptiOpaque*;

struct ChipName {
  std::size_t size = sizeof(ChipName);
  void* reserved = nullptr;
  std::size_t device = 0;
  const char* name = nullptr;
};
struct ProfilerInitialize {
  std::size_t size = sizeof(ProfilerInitialize);
  void* reserved = nullptr;
};
struct Availability {
  std::size_t size = sizeof(Availability);
  void* reserved = nullptr;
  void* context = nullptr;
  std::size_t image_size = 0;
  std::uint8_t* image = nullptr;
};
struct HostInitialize {
  std::size_t size = sizeof(HostInitialize);
  void* reserved = nullptr;
  int type = 0;  // range profiler
  const char* chip = nullptr;
  const std::uint8_t* availability = nullptr;
  Object host = nullptr;
};
struct HostObject {
  std::size_t size = sizeof(HostObject);
  void* reserved = nullptr;
  Object host = nullptr;
};
struct AddMetrics {
  std::size_t size = sizeof(AddMetrics);
  void* reserved = nullptr;
  Object host = nullptr;
  const char** names = nullptr;
  std::size_t count = 0;
};
struct ImageSize {
  std::size_t size = sizeof(ImageSize);
  void* reserved = nullptr;
  Object host = nullptr;
  std::size_t bytes = 0;
};
struct Image {
  std::size_t size = sizeof(Image);
  void* reserved = nullptr;
  Object host = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr;
};
struct Evaluate {
  std::size_t size = sizeof(Evaluate);
  void* reserved = nullptr;
  Object host = nullptr;
  const std::uint8_t* data = nullptr;
  std::size_t bytes = 0;
  std::size_t range = 0;
  const char** names = nullptr;
  std::size_t count = 0;
  double* values = nullptr;
};
struct Enable {
  std::size_t size = sizeof(Enable);
  void* reserved = nullptr;
  void* context = nullptr;
  Object profiler = nullptr;
};
struct ProfilerObject {
  std::size_t size = sizeof(ProfilerObject);
  void* reserved = nullptr;
  Object profiler = nullptr;
};
struct DataSize {
  std::size_t size = sizeof(DataSize);
  void* reserved = nullptr;
  Object profiler = nullptr;
  const char** names = nullptr;
  std::size_t count = 0;
  std::size_t ranges = 1;
  std::uint32_t nodes = 1;
  std::size_t bytes = 0;
};
struct DataInitialize {
  std::size_t size = sizeof(DataInitialize);
  void* reserved = nullptr;
  Object profiler = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* data = nullptr;
};
struct SetConfig {
  std::size_t size = offsetof(SetConfig, target_level) + sizeof(std::uint16_t);
  void* reserved = nullptr;
  Object profiler = nullptr;
  std::size_t config_bytes = 0;
  const std::uint8_t* config = nullptr;
  std::size_t data_bytes = 0;
  std::uint8_t* data = nullptr;
  int range = 1;   // automatic ranges: one per kernel
  int replay = 2;  // CUPTI replays the kernel
  std::size_t ranges_per_pass = 1;
  std::uint16_t levels = 1;
  std::uint16_t least_level = 1;
  std::size_t pass = 0;
  std::uint16_t target_level = 0;
};
struct Stop {
  std::size_t size = offsetof(Stop, all_submitted) + 1;
  void* reserved = nullptr;
  Object profiler = nullptr;
  std::size_t pass = 0;
  std::size_t level = 0;
  std::uint8_t all_submitted = 0;
};
struct Decode {
  std::size_t size = sizeof(Decode);
  void* reserved = nullptr;
  Object profiler = nullptr;
  std::size_t dropped = 0;
};

class Cupti {
 public:
  Message why;

  Cupti() {
    void* library = nullptr;
    for (const char* name : {"libcupti.so.13", "libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
                             "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so", "/usr/local/cuda/lib/libcupti.so"}) {
      if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library == nullptr) {
      why = say("CUPTI (libcupti.so) was not found: install the CUDA toolkit, or put its folder in LD_LIBRARY_PATH");
      return;
    }
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (function == nullptr && why.empty())
        why = say("CUPTI is too old: it lacks {}; 12.6 or newer is required", name);
    };
    find(chip_name, "cuptiDeviceGetChipName");
    find(initialize, "cuptiProfilerInitialize");
    find(availability, "cuptiProfilerGetCounterAvailability");
    find(host_initialize, "cuptiProfilerHostInitialize");
    find(host_deinitialize, "cuptiProfilerHostDeinitialize");
    find(add_metrics, "cuptiProfilerHostConfigAddMetrics");
    find(image_size, "cuptiProfilerHostGetConfigImageSize");
    find(image, "cuptiProfilerHostGetConfigImage");
    find(evaluate, "cuptiProfilerHostEvaluateToGpuValues");
    find(enable, "cuptiRangeProfilerEnable");
    find(disable, "cuptiRangeProfilerDisable");
    find(data_size, "cuptiRangeProfilerGetCounterDataSize");
    find(data_initialize, "cuptiRangeProfilerCounterDataImageInitialize");
    find(set_config, "cuptiRangeProfilerSetConfig");
    find(start, "cuptiRangeProfilerStart");
    find(stop, "cuptiRangeProfilerStop");
    find(decode, "cuptiRangeProfilerDecodeData");
    find(result_string, "cuptiGetResultString");
  }

  int (*chip_name)(ChipName*) = nullptr;
  int (*initialize)(ProfilerInitialize*) = nullptr;
  int (*availability)(Availability*) = nullptr;
  int (*host_initialize)(HostInitialize*) = nullptr;
  int (*host_deinitialize)(HostObject*) = nullptr;
  int (*add_metrics)(AddMetrics*) = nullptr;
  int (*image_size)(ImageSize*) = nullptr;
  int (*image)(Image*) = nullptr;
  int (*evaluate)(Evaluate*) = nullptr;
  int (*enable)(Enable*) = nullptr;
  int (*disable)(ProfilerObject*) = nullptr;
  int (*data_size)(DataSize*) = nullptr;
  int (*data_initialize)(DataInitialize*) = nullptr;
  int (*set_config)(SetConfig*) = nullptr;
  int (*start)(ProfilerObject*) = nullptr;
  int (*stop)(Stop*) = nullptr;
  int (*decode)(Decode*) = nullptr;
  int (*result_string)(int, const char**) = nullptr;
};

const Cupti& cupti() {
  static const Cupti library;
  return library;
}

// The objects for one set of counters; kept between requests, since creating them takes most of the time.
struct Session {
  std::vector<std::string> asked;
  std::vector<std::string> counters;  // requested counters that this GPU has
  std::vector<std::string> unknown;   // the others
  std::vector<const char*> names;
  std::vector<std::uint8_t> config;
  std::vector<std::uint8_t> data;
  Object host = nullptr;
  Object profiler = nullptr;
  void* context = nullptr;
};

// Frees the library's objects, however many were created.
void end(Session& s) {
  if (s.profiler != nullptr) {
    ProfilerObject object;
    object.profiler = s.profiler;
    cupti().disable(&object);
  }
  if (s.host != nullptr) {
    HostObject host;
    host.host = s.host;
    cupti().host_deinitialize(&host);
  }
  s = {};
}

class Reader {
 public:
  explicit Reader(Message& why) : why_(why) {}

  bool prepare(Session& s, CuOpaque* context, const std::vector<std::string>& counters) {
    if (s.profiler != nullptr && s.asked == counters && s.context == context) return true;
    const Cupti& c = cupti();
    end(s);
    s.asked = counters;
    s.context = context;
    ProfilerInitialize begin;
    if (!ok(c.initialize(&begin), "starting the profiler")) return false;
    ChipName chip;
    if (!ok(c.chip_name(&chip), "asking for the chip")) return false;
    Availability available;
    available.context = context;
    if (!ok(c.availability(&available), "asking for counters")) return false;
    std::vector<std::uint8_t> there(available.image_size);
    available.image = there.data();
    if (!ok(c.availability(&available), "asking for counters")) return false;
    HostInitialize host;
    host.chip = chip.name;
    host.availability = there.data();
    if (!ok(c.host_initialize(&host), "the profiler's host side")) return false;
    s.host = host.host;
    int refused = 0;
    for (const std::string& name : s.asked) {
      const char* one = name.c_str();
      AddMetrics add;
      add.host = s.host;
      add.names = &one;
      add.count = 1;
      const int e = c.add_metrics(&add);
      (e == 0 ? s.counters : s.unknown).push_back(name);
      if (e != 0) refused = e;
    }
    if (s.counters.empty()) {
      std::string names;
      for (const std::string& name : s.unknown) names += (names.empty() ? "" : " ") + name;
      why_ = say("this GPU does not have any of these counters: {}", names);
      return refused == 0;
    }
    for (const std::string& name : s.counters) s.names.push_back(name.c_str());
    ImageSize size;
    size.host = s.host;
    if (!ok(c.image_size(&size), "the configuration")) return false;
    s.config.resize(size.bytes);
    Image image;
    image.host = s.host;
    image.bytes = s.config.size();
    image.image = s.config.data();
    if (!ok(c.image(&image), "the configuration")) return false;
    Enable enable;
    enable.context = context;
    if (!ok(c.enable(&enable), "enabling the profiler")) return false;
    s.profiler = enable.profiler;
    DataSize data;
    data.profiler = s.profiler;
    data.names = s.names.data();
    data.count = s.names.size();
    if (!ok(c.data_size(&data), "the counters' data")) return false;
    s.data.resize(data.bytes);
    return true;
  }

  std::optional<std::map<std::string, double>> read(Session& s, const std::function<bool()>& launch) {
    const Cupti& c = cupti();
    DataInitialize clear;
    clear.profiler = s.profiler;
    clear.bytes = s.data.size();
    clear.data = s.data.data();
    if (!ok(c.data_initialize(&clear), "the counters' data")) return std::nullopt;
    SetConfig config;
    config.profiler = s.profiler;
    config.config_bytes = s.config.size();
    config.config = s.config.data();
    config.data_bytes = s.data.size();
    config.data = s.data.data();
    if (!ok(c.set_config(&config), "setting the counters")) return std::nullopt;
    ProfilerObject object;
    object.profiler = s.profiler;
    if (!ok(c.start(&object), "starting to count")) return std::nullopt;
    const bool launched = launch();
    Stop stop;
    stop.profiler = s.profiler;
    const int stopped = c.stop(&stop);
    if (!launched || !ok(stopped, "counting")) return std::nullopt;
    Decode decode;
    decode.profiler = s.profiler;
    if (!ok(c.decode(&decode), "reading the counters")) return std::nullopt;
    std::vector<double> values(s.names.size());
    Evaluate evaluate;
    evaluate.host = s.host;
    evaluate.data = s.data.data();
    evaluate.bytes = s.data.size();
    evaluate.names = s.names.data();
    evaluate.count = s.names.size();
    evaluate.values = values.data();
    if (!ok(c.evaluate(&evaluate), "evaluating the counters")) return std::nullopt;
    std::map<std::string, double> out;
    for (std::size_t i = 0; i < values.size(); ++i) out[s.counters[i]] = values[i];
    return out;
  }

 private:
  bool ok(int error, const char* what) {
    if (error == 0) return true;
    const char* text = nullptr;
    if (cupti().result_string(error, &text) != 0 || text == nullptr) text = "unknown error";
    why_ = say("{}: {}", what, text);
    // CUPTI_ERROR_INSUFFICIENT_PRIVILEGES and the variant for virtual GPUs.
    if (error == 35 || error == 40) {
      why_ = say(
          "{}; an administrator must allow it: the module option NVreg_RestrictProfilingToAdminUsers=0, or run as root",
          why_);
    }
    return false;
  }

  Message& why_;
};

}  // namespace

const std::vector<std::string>& default_counters() {
  static const std::vector<std::string> names = {
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
      "smsp__inst_executed_op_shared_ld_pred_on_any.sum",
      "smsp__inst_executed_op_shared_st_pred_on_any.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
      // The bounds for counters that include more than the model: core/kernels/copy/copy_predict.h.
      "l1tex__data_bank_conflicts_type_arbitration.sum",
      "smsp__inst_executed_op_shared_ld.sum",
      "smsp__inst_executed_op_shared_st.sum",
      "dram__bytes_read.sum",
      "dram__bytes_write.sum",
      "gpu__time_duration.sum",
  };
  return names;
}

std::vector<std::string> counters_of(const std::vector<std::string>& asked) {
  // Source: Nsight Compute's metric names for sm90. A metric that a GPU does not have is reported.
  static const std::map<std::string, std::vector<std::string>> groups = {
      {"memory", default_counters()},
      {"l2",
       {"lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum", "lts__t_sectors_lookup_hit.sum",
        "lts__t_sectors_lookup_miss.sum", "lts__t_bytes.sum", "lts__t_sector_hit_rate.pct"}},
      {"instructions",
       {"smsp__inst_executed.sum", "smsp__inst_issued.sum", "smsp__inst_executed_pipe_lsu.sum",
        "smsp__inst_executed_pipe_alu.sum", "smsp__inst_executed_op_shared_ld.sum",
        "smsp__inst_executed_op_shared_st.sum", "smsp__inst_executed_op_ldsm.sum",
        "smsp__inst_executed.avg.per_cycle_active"}},
      {"occupancy",
       {"sm__warps_active.avg.pct_of_peak_sustained_active", "sm__warps_active.avg.per_cycle_active",
        "sm__cycles_active.avg", "smsp__issue_active.avg.pct_of_peak_sustained_active"}},
      {"tensor",
       {"sm__inst_executed_pipe_tensor.sum", "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
        "sm__inst_executed_pipe_tensor_op_hmma.sum", "sm__inst_executed_pipe_tensor_op_gmma.sum",
        "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_active"}},
      {"tma",
       {"smsp__inst_executed_pipe_uniform.sum", "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum",
        "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum", "l1tex__m_xbar2l1tex_read_bytes.sum",
        "l1tex__m_l1tex2xbar_write_bytes.sum"}},
  };
  std::vector<std::string> out;
  for (const std::string& name : asked) {
    const auto group = groups.find(name);
    const std::vector<std::string> members = group != groups.end() ? group->second : std::vector<std::string>{name};
    for (const std::string& m : members) {
      if (out.size() < max_metrics && std::find(out.begin(), out.end(), m) == out.end()) out.push_back(m);
    }
  }
  return out.empty() ? default_counters() : out;
}

std::optional<std::map<std::string, double>> read_counters(CuOpaque* context, const std::vector<std::string>& counters,
                                                           const std::function<bool()>& launch, Message& why,
                                                           std::vector<std::string>* unknown) {
  if (!cupti().why.empty()) {
    why = cupti().why;
    return std::nullopt;
  }
  static Session session;
  Reader reader(why);
  if (!reader.prepare(session, context, counters)) {
    end(session);
    return std::nullopt;
  }
  if (unknown != nullptr) *unknown = session.unknown;
  return reader.read(session, launch);
}

}  // namespace stridescope::gpu
