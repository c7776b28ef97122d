// libstridescope_trace.so, injected into a CUDA program (CUDA_INJECTION64_PATH). The Compute Sanitizer API patches each
// module with a kernel to trace until the kernel was traced. The selected launches get a buffer, whose records are
// written to a folder (spool.h). The program's results do not change. libsanitizer-public.so is opened at run time; the
// necessary types are declared here. Source: Compute Sanitizer API reference, CUDA 13.0.
//
// Environment: STRIDESCOPE_TRACE_FOLDER, _API (the library's path), _KERNEL (a regular expression), _LAUNCH (index of
// the launch of each kernel), _BLOCKS ("first" and "middle", numbers and ranges "3-5", "all"), _RECORDS (per launch).
#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "gpu_runner/trace/cubin_kernels.h"
#include "gpu_runner/trace/injected.h"
#include "gpu_runner/trace/source_launch.h"
#include "gpu_runner/trace/spool.h"

// The callbacks' machine code for each architecture of the build.
asm(R"(
  .section .rodata
  .balign 16
  .hidden stridescope_callbacks
  .globl stridescope_callbacks
stridescope_callbacks:
  .incbin ")" STRIDESCOPE_CALLBACKS R"("
  .byte 0
  .previous
)");
extern "C" const char stridescope_callbacks[];

namespace stridescope::spool {
namespace {

using injected::demangled;
using injected::setting;

using Handle = struct Opaque*;

struct ModuleData {
  Handle context;
  Handle module;
  std::size_t cubin_bytes;
  const char* cubin;
};
struct MemoryData {
  std::uint64_t address;
  std::uint64_t bytes;
};
struct LaunchData {
  Handle context;
  Handle stream;
  Handle stream_handle;
  Handle module;
  Handle function;
  const char* name;
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t cluster[3];
  std::uint64_t grid_id;
  Handle launch;
  int device;
};

enum Domain : int { resource_domain = 3, synchronize_domain = 4, launch_domain = 5 };
enum ResourceEvent : int {
  module_loaded = 9,
  module_unloading = 10,
  memory_allocated = 11,
  memory_freed = 12,
  memory_allocated_async = 15,
  memory_freed_async = 16
};
enum LaunchEvent : int { launch_begin = 1, launch_end = 3 };

using Callback = void (*)(void*, int domain, int event, const void* data);

// The API's functions; each returns 0 on success.
struct Api {
  int (*sanitizerSubscribe)(Handle*, Callback, void*);
  int (*sanitizerEnableDomain)(std::uint32_t, Handle, int);
  int (*sanitizerAddPatches)(const void*, Handle);
  int (*sanitizerPatchInstructions)(int, Handle, const char*);
  int (*sanitizerPatchModule)(Handle);
  int (*sanitizerUnpatchModule)(Handle);
  int (*sanitizerSetLaunchCallbackData)(Handle, Handle, Handle, const void*);
  int (*sanitizerGetFunctionPcAndSize)(Handle, const char*, std::uint64_t*, std::uint64_t*);
  int (*sanitizerAlloc)(Handle, void**, std::size_t);
  int (*sanitizerFree)(Handle, void*);
  int (*sanitizerMemset)(void*, int, std::size_t, Handle);
  int (*sanitizerMemcpyHostToDeviceAsync)(void*, const void*, std::size_t, Handle);
  int (*sanitizerMemcpyDeviceToHost)(void*, const void*, std::size_t, Handle);
  int (*sanitizerStreamSynchronize)(Handle);
};

class Tracer {
 public:
  bool start();
  void on_event(int domain, int event, const void* data);

 private:
  bool open_api();
  void patch(const ModuleData& module);
  void forget(const ModuleData& module);
  bool is_wanted(const std::string& name) const;
  void begin(const LaunchData& launch);
  void want_unpatched(const LaunchData& launch);
  void unpatch();
  // Reports the activity to the reader of the folder; it lasts until the next call.
  void now(Activity activity, const char* kernel = nullptr);
  void end(const LaunchData& launch);
  std::FILE* file(const std::string& name) { return std::fopen((folder_ + "/" + name).c_str(), "wb"); }
  void device_facts(int device, std::string& name, std::uint32_t& architecture);

  Api api_ = {};
  injected::Log log_;
  // Guards all members from `contexts_` on. Never held during a call of the API: such a call waits for locks of the
  // driver, whose holder may wait for this mutex.
  std::mutex mutex_;
  std::string folder_;
  std::regex kernel_;
  bool all_kernels_ = false;
  std::string blocks_;
  std::uint64_t launch_ = 0;
  std::uint32_t records_ = 0;

  std::set<Handle> contexts_;  // contexts with the callbacks
  struct Module {
    std::uint32_t number = 0;
    bool patched = false;
    bool known = false;            // its kernels are known
    std::set<std::string> wanted;  // its kernels that are still to be traced
    std::set<Handle> streams;      // streams on which its kernels ran
  };
  std::map<Handle, Module> modules_;
  std::vector<std::pair<Handle, std::string>> traced_modules_;  // all is traced: to be unpatched; with a kernel
  std::map<std::uint64_t, std::uint64_t> allocations_;
  std::map<std::string, std::uint64_t> seen_;  // launches of a kernel
  std::uint32_t loaded_modules_ = 0;
  std::uint64_t launches_ = 0;
  std::uint32_t traced_ = 0;
  std::mutex now_mutex_;  // guards the file
  int now_file_ = -1;
  // Launches between their begin and their end.
  struct Open {
    Head* device = nullptr;
    std::uint64_t number = 0;
    std::uint32_t grid[3] = {};
    std::uint32_t block[3] = {};
  };
  std::map<std::uint64_t, Open> open_;
};

bool Tracer::open_api() {
  injected::Library library(setting("STRIDESCOPE_TRACE_API", "libsanitizer-public.so"), log_);
#define STRIDESCOPE_LOAD(name) library.load(api_.name, #name)
  STRIDESCOPE_LOAD(sanitizerSubscribe);
  STRIDESCOPE_LOAD(sanitizerEnableDomain);
  STRIDESCOPE_LOAD(sanitizerAddPatches);
  STRIDESCOPE_LOAD(sanitizerPatchInstructions);
  STRIDESCOPE_LOAD(sanitizerPatchModule);
  STRIDESCOPE_LOAD(sanitizerUnpatchModule);
  STRIDESCOPE_LOAD(sanitizerSetLaunchCallbackData);
  STRIDESCOPE_LOAD(sanitizerGetFunctionPcAndSize);
  STRIDESCOPE_LOAD(sanitizerAlloc);
  STRIDESCOPE_LOAD(sanitizerFree);
  STRIDESCOPE_LOAD(sanitizerMemset);
  STRIDESCOPE_LOAD(sanitizerMemcpyHostToDeviceAsync);
  STRIDESCOPE_LOAD(sanitizerMemcpyDeviceToHost);
  STRIDESCOPE_LOAD(sanitizerStreamSynchronize);
#undef STRIDESCOPE_LOAD
  return library.whole();
}

bool Tracer::start() {
  folder_ = setting("STRIDESCOPE_TRACE_FOLDER", "");
  log_.open(folder_ + "/log.text");
  if (folder_.empty() || !open_api()) return false;
  now_file_ = open((folder_ + "/now").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  try {
    const std::string kernel = setting("STRIDESCOPE_TRACE_KERNEL", "");
    all_kernels_ = kernel.empty();
    kernel_ = std::regex(kernel, std::regex::ECMAScript);
  } catch (const std::regex_error& why) {
    log_.note("no api: --kernel is not a valid regular expression: %s", why.what());
    return false;
  }
  blocks_ = setting("STRIDESCOPE_TRACE_BLOCKS", "first,middle");
  launch_ = std::strtoull(setting("STRIDESCOPE_TRACE_LAUNCH", "0").c_str(), nullptr, 10);
  records_ =
      static_cast<std::uint32_t>(std::strtoul(setting("STRIDESCOPE_TRACE_RECORDS", "262144").c_str(), nullptr, 10));
  Handle subscriber = nullptr;
  const int subscribed = api_.sanitizerSubscribe(
      &subscriber,
      [](void* self, int domain, int event, const void* data) {
        static_cast<Tracer*>(self)->on_event(domain, event, data);
      },
      this);
  if (subscribed != 0) {
    log_.note("no api: another tool has it (%d)", subscribed);
    return false;
  }
  api_.sanitizerEnableDomain(1, subscriber, resource_domain);
  api_.sanitizerEnableDomain(1, subscriber, synchronize_domain);
  api_.sanitizerEnableDomain(1, subscriber, launch_domain);
  now(running);
  log_.note("started");
  return true;
}

// The API reports the memory and the module that it allocates for this library as events, too, on the same thread and
// before its call returns. They do not belong to the program.
void Tracer::on_event(int domain, int event, const void* data) {
  thread_local bool inside = false;
  if (inside) return;
  inside = true;
  if (domain == resource_domain && event == module_loaded) {
    patch(*static_cast<const ModuleData*>(data));
  } else if (domain == resource_domain && event == module_unloading) {
    forget(*static_cast<const ModuleData*>(data));
  } else if (domain == resource_domain && (event == memory_allocated || event == memory_allocated_async)) {
    const auto& memory = *static_cast<const MemoryData*>(data);
    const std::lock_guard lock(mutex_);
    allocations_[memory.address] = memory.bytes;
  } else if (domain == resource_domain && (event == memory_freed || event == memory_freed_async)) {
    const std::lock_guard lock(mutex_);
    allocations_.erase(static_cast<const MemoryData*>(data)->address);
  } else if (domain == launch_domain && event == launch_begin) {
    begin(*static_cast<const LaunchData*>(data));
  } else if (domain == launch_domain && event == launch_end) {
    end(*static_cast<const LaunchData*>(data));
  } else if (domain == synchronize_domain) {
    unpatch();
  }
  inside = false;
}

void Tracer::now(Activity activity, const char* kernel) {
  Now now = {};
  {
    const std::lock_guard lock(mutex_);
    now.launches = launches_;
    now.traced = traced_;
  }
  now.activity = activity;
  if (kernel != nullptr) std::strncpy(now.kernel, kernel, sizeof now.kernel - 1);
  const std::lock_guard lock(now_mutex_);
  [[maybe_unused]] const ssize_t written = pwrite(now_file_, &now, sizeof now, 0);
}

void Tracer::patch(const ModuleData& module) {
  const std::vector<std::string> known =
      injected::kernels_of({module.cubin, module.cubin == nullptr ? 0 : module.cubin_bytes});
  std::set<std::string> wanted;
  for (const std::string& kernel : known) {
    if (is_wanted(kernel)) wanted.insert(kernel);
  }
  std::uint32_t number = 0;
  bool first_of_context = false;
  {
    const std::lock_guard lock(mutex_);
    number = loaded_modules_++;
    modules_[module.module] = Module{number, known.empty() || !wanted.empty(), !known.empty(), wanted, {}};
    first_of_context = contexts_.insert(module.context).second;
  }
  if (module.cubin != nullptr && module.cubin_bytes > 0) {
    if (std::FILE* out = file("module_" + std::to_string(number) + ".cubin")) {
      std::fwrite(module.cubin, 1, module.cubin_bytes, out);
      std::fclose(out);
    }
  }
  if (first_of_context) {
    if (const int failed = api_.sanitizerAddPatches(stridescope_callbacks, module.context))
      log_.note("the callbacks were not taken: %d", failed);
  }
  // Patched code runs some hundred times slower, so only modules with a kernel to trace are patched.
  if (!known.empty() && wanted.empty()) return;
  constexpr struct {
    int kind;
    const char* callback;
    const char* what;
  } callbacks[] = {
#define STRIDESCOPE_CALLBACK(kind, callback, what) {kind, #callback, what},
#include "gpu_runner/trace/callback_table.def"
#undef STRIDESCOPE_CALLBACK
  };
  now(patching, known.empty() ? nullptr : wanted.begin()->c_str());
  for (const auto& one : callbacks) {
    const int failed = api_.sanitizerPatchInstructions(one.kind, module.module, one.callback);
    if (failed != 0 && number == 0) log_.note("not recorded: %s (%d)", one.what, failed);
  }
  if (const int failed = api_.sanitizerPatchModule(module.module))
    log_.note("module %u was not patched: %d", number, failed);
  now(running);
}

// A handle may be given to the next module.
void Tracer::forget(const ModuleData& module) {
  const std::lock_guard lock(mutex_);
  modules_.erase(module.module);
  std::erase_if(traced_modules_, [&](const auto& one) { return one.first == module.module; });
}

void Tracer::begin(const LaunchData& launch) {
  const std::string name = launch.name != nullptr ? launch.name : "";
  const bool named = is_wanted(name);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = launches_++;
    if (const auto module = modules_.find(launch.module); module != modules_.end())
      module->second.streams.insert(launch.stream_handle);
    if (!named || seen_[name]++ != launch_) return;
  }
  now(waiting, launch.name);
  const std::vector<std::uint32_t> blocks =
      gpu::listed_blocks(blocks_, std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2]);
  if (blocks.empty()) return;
  Head head = {};
  head.capacity = records_;
  head.blocks = static_cast<std::uint32_t>(blocks.size());
  std::copy(blocks.begin(), blocks.end(), head.block);
  Open open;
  void* memory = nullptr;
  const std::size_t bytes = sizeof(Head) + std::size_t{records_} * sizeof(Record);
  if (const int failed = api_.sanitizerAlloc(launch.context, &memory, bytes)) {
    log_.note("launch %llu is not traced: no memory for records (%d)", static_cast<unsigned long long>(number), failed);
    return;
  }
  open.device = static_cast<Head*>(memory);
  open.number = number;
  std::copy(launch.grid, launch.grid + 3, open.grid);
  std::copy(launch.block, launch.block + 3, open.block);
  api_.sanitizerMemcpyHostToDeviceAsync(memory, &head, sizeof head, launch.stream_handle);
  api_.sanitizerStreamSynchronize(launch.stream_handle);
  if (const int failed =
          api_.sanitizerSetLaunchCallbackData(launch.launch, launch.function, launch.stream_handle, memory)) {
    log_.note("launch %llu is not traced: %d", static_cast<unsigned long long>(number), failed);
    api_.sanitizerFree(launch.context, memory);
    return;
  }
  const std::lock_guard lock(mutex_);
  open_[launch.grid_id] = open;
}

bool Tracer::is_wanted(const std::string& name) const {
  return all_kernels_ || std::regex_search(demangled(name.c_str()), kernel_) || std::regex_search(name, kernel_);
}

// When all of a module has been traced, requests that it be unpatched, so that later launches run at full speed; not if
// other streams may still execute its kernels.
void Tracer::want_unpatched(const LaunchData& launch) {
  const std::lock_guard lock(mutex_);
  const auto found = modules_.find(launch.module);
  if (found == modules_.end()) return;
  Module& module = found->second;
  const std::string name = launch.name != nullptr ? launch.name : "";
  module.wanted.erase(name);
  if (!module.patched || !module.known || !module.wanted.empty() || module.streams.size() > 1) return;
  module.patched = false;
  traced_modules_.emplace_back(launch.module, name);
}

// Called where the program synchronizes: nothing of the modules is in flight then. Not called in a launch: the driver
// may hold the lock that unpatching needs, and does in a program of JAX, so that the thread would wait for itself.
void Tracer::unpatch() {
  std::vector<std::pair<Handle, std::string>> modules;
  {
    const std::lock_guard lock(mutex_);
    modules.swap(traced_modules_);
  }
  for (const auto& [module, kernel] : modules) {
    now(restoring, kernel.c_str());
    if (const int failed = api_.sanitizerUnpatchModule(module)) log_.note("a module stays patched: %d", failed);
  }
  if (!modules.empty()) now(running);
}

void Tracer::device_facts(int device, std::string& name, std::uint32_t& architecture) {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return;
  const auto get_name = reinterpret_cast<int (*)(char*, int, int)>(dlsym(driver, "cuDeviceGetName"));
  const auto attribute = reinterpret_cast<int (*)(int*, int, int)>(dlsym(driver, "cuDeviceGetAttribute"));
  char text[256] = {};
  if (get_name != nullptr && get_name(text, sizeof text, device) == 0) name = text;
  int major = 0;
  int minor = 0;
  constexpr int major_attribute = 75;
  constexpr int minor_attribute = 76;
  if (attribute != nullptr && attribute(&major, major_attribute, device) == 0 &&
      attribute(&minor, minor_attribute, device) == 0)
    architecture = static_cast<std::uint32_t>(10 * major + minor);
}

void Tracer::end(const LaunchData& launch) {
  Open open;
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(launch.grid_id);
    if (found == open_.end()) return;
    open = found->second;
    open_.erase(found);
  }
  now(waiting, launch.name);
  api_.sanitizerStreamSynchronize(launch.stream_handle);
  want_unpatched(launch);
  now(reading, launch.name);
  SpoolHead head = {};
  int failed = api_.sanitizerMemcpyDeviceToHost(&head.head, open.device, sizeof head.head, launch.stream_handle);
  const std::uint32_t count = std::min(head.head.records, head.head.capacity);
  std::vector<Record> records(failed == 0 ? count : 0);
  if (!records.empty())
    failed = api_.sanitizerMemcpyDeviceToHost(records.data(), open.device + 1, records.size() * sizeof(Record),
                                              launch.stream_handle);
  api_.sanitizerFree(launch.context, open.device);
  if (failed != 0) {
    log_.note("launch %llu: its records could not be read (%d)", static_cast<unsigned long long>(open.number), failed);
    return;
  }
  head.number = open.number;
  api_.sanitizerGetFunctionPcAndSize(launch.module, launch.name, &head.pc, &head.code_bytes);
  std::copy(open.grid, open.grid + 3, head.grid);
  std::copy(open.block, open.block + 3, head.threads);
  std::string device = "a GPU";
  device_facts(launch.device, device, head.architecture);
  std::string name = "launch_";
  std::map<std::uint64_t, std::uint64_t> allocations;
  {
    const std::lock_guard lock(mutex_);
    const auto module = modules_.find(launch.module);
    head.module = module == modules_.end() ? UINT32_MAX : module->second.number;
    name += std::to_string(traced_++);
    allocations = allocations_;
  }
  if (std::FILE* out = file(name + ".text")) {
    std::fprintf(out, "%s\n%s\n", launch.name, device.c_str());
    for (const auto& [base, bytes] : allocations)
      std::fprintf(out, "%llu %llu\n", static_cast<unsigned long long>(base), static_cast<unsigned long long>(bytes));
    std::fclose(out);
  }
  if (std::FILE* out = file(name + ".records")) {
    std::fwrite(records.data(), sizeof(Record), records.size(), out);
    std::fclose(out);
  }
  // Written last: a reader then knows that the other files are complete.
  if (std::FILE* out = file(name + ".head")) {
    std::fwrite(&head, sizeof head, 1, out);
    std::fclose(out);
  }
  now(running);
}

}  // namespace
}  // namespace stridescope::spool

// Called by the driver when the program initialises CUDA; by each driver library that it loads, so the first call
// counts.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  // Never freed: events arrive until the very end of the program.
  static auto* const tracer = new stridescope::spool::Tracer;
  static const bool started = tracer->start();
  return started ? 1 : 0;
}
