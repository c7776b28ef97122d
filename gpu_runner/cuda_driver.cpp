// Opens libcuda, NVRTC and NVML and fills their tables of functions. A missing symbol yields an error message, not a
// crash. A text is compiled for the newest architecture that NVRTC supports, up to that of the GPU.
#include "gpu_runner/cuda_driver.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <initializer_list>

#include "core/base/message.h"

namespace stridescope::gpu {
namespace {

class Library {
 public:
  explicit Library(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (handle_ == nullptr) handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    // Toolkit folders that the loader does not search.
    for (const char* root :
         std::initializer_list<const char*>{std::getenv("CUDA_HOME"), std::getenv("CUDA_PATH"), "/usr/local/cuda"}) {
      for (const char* name : names) {
        if (handle_ != nullptr || root == nullptr) continue;
        for (const char* folder : {"/lib64/", "/lib/", "/targets/x86_64-linux/lib/"}) {
          if (handle_ == nullptr) handle_ = dlopen((std::string(root) + folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
        }
      }
    }
  }
  bool open() const { return handle_ != nullptr; }
  // Finds a function; remembers the first missing one.
  template <class F>
  void find(F& function, const char* name) {
    function = handle_ != nullptr ? reinterpret_cast<F>(dlsym(handle_, name)) : nullptr;
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  const std::string& missing() const { return missing_; }

 private:
  void* handle_ = nullptr;
  std::string missing_;
};

#define FIND(table, name) library.find((table).name, #name)

struct OpenDriver {
  Driver table = {};
  Message why;

  OpenDriver() {
    Library library({"libcuda.so.1", "libcuda.so"});
    if (!library.open()) {
      why = say("the NVIDIA driver (libcuda.so.1) was not found: install it, or run on a machine with a GPU");
      return;
    }
    FIND(table, cuInit), FIND(table, cuDriverGetVersion), FIND(table, cuGetErrorName), FIND(table, cuGetErrorString);
    FIND(table, cuDeviceGetCount), FIND(table, cuDeviceGet), FIND(table, cuDeviceGetName);
    FIND(table, cuDeviceGetAttribute), FIND(table, cuDevicePrimaryCtxRetain), FIND(table, cuCtxSetCurrent);
    FIND(table, cuModuleLoadData), FIND(table, cuModuleUnload), FIND(table, cuModuleGetFunction);
    FIND(table, cuFuncGetAttribute), FIND(table, cuFuncSetAttribute);
    FIND(table, cuOccupancyMaxActiveBlocksPerMultiprocessor), FIND(table, cuLaunchKernel);
    FIND(table, cuMemAlloc_v2), FIND(table, cuMemFree_v2), FIND(table, cuMemGetInfo_v2);
    FIND(table, cuMemcpyHtoD_v2), FIND(table, cuMemcpyDtoH_v2), FIND(table, cuMemcpyDtoDAsync_v2);
    FIND(table, cuMemsetD8Async), FIND(table, cuStreamCreate), FIND(table, cuStreamQuery), FIND(table, cuEventCreate);
    FIND(table, cuEventDestroy_v2), FIND(table, cuEventRecord), FIND(table, cuEventElapsedTime);
    // The users of these functions report their absence.
    Library newer({"libcuda.so.1", "libcuda.so"});
    newer.find(table.cuOccupancyMaxActiveClusters, "cuOccupancyMaxActiveClusters");
    newer.find(table.cuTensorMapEncodeTiled, "cuTensorMapEncodeTiled");
    newer.find(table.cuTensorMapEncodeIm2col, "cuTensorMapEncodeIm2col");
    newer.find(table.cuModuleGetGlobal_v2, "cuModuleGetGlobal_v2");
    newer.find(table.cuLinkCreate_v2, "cuLinkCreate_v2");
    newer.find(table.cuLinkAddData_v2, "cuLinkAddData_v2");
    newer.find(table.cuLinkComplete, "cuLinkComplete");
    newer.find(table.cuLinkDestroy, "cuLinkDestroy");
    if (!library.missing().empty())
      why = say("the NVIDIA driver is too old: it lacks {}; update it", library.missing());
  }
};

struct OpenNvrtc {
  Nvrtc table = {};
  Message why;

  OpenNvrtc() {
    Library library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"});
    if (!library.open()) {
      why = say("NVRTC (libnvrtc.so) was not found: install the CUDA toolkit, or name its folder in CUDA_HOME");
      return;
    }
    FIND(table, nvrtcVersion), FIND(table, nvrtcGetErrorString), FIND(table, nvrtcCreateProgram);
    FIND(table, nvrtcDestroyProgram), FIND(table, nvrtcCompileProgram), FIND(table, nvrtcGetProgramLogSize);
    FIND(table, nvrtcGetProgramLog), FIND(table, nvrtcGetCUBINSize), FIND(table, nvrtcGetCUBIN);
    FIND(table, nvrtcGetPTXSize), FIND(table, nvrtcGetPTX), FIND(table, nvrtcGetNumSupportedArchs);
    FIND(table, nvrtcGetSupportedArchs), FIND(table, nvrtcAddNameExpression), FIND(table, nvrtcGetLoweredName);
    if (!library.missing().empty())
      why = say("NVRTC is too old: it lacks {}; CUDA 11.2 or newer is required", library.missing());
  }
};

struct Nvml {
  int (*nvmlInit_v2)() = nullptr;
  int (*nvmlDeviceGetHandleByIndex_v2)(unsigned, void**) = nullptr;
  int (*nvmlDeviceGetClockInfo)(void*, int, unsigned*) = nullptr;
  int (*nvmlSystemGetDriverVersion)(char*, unsigned) = nullptr;
  bool ready = false;

  Nvml() {
    Library library({"libnvidia-ml.so.1", "libnvidia-ml.so"});
    FIND(*this, nvmlInit_v2), FIND(*this, nvmlDeviceGetHandleByIndex_v2);
    FIND(*this, nvmlDeviceGetClockInfo), FIND(*this, nvmlSystemGetDriverVersion);
    ready = nvmlInit_v2 != nullptr && nvmlDeviceGetHandleByIndex_v2 != nullptr && nvmlDeviceGetClockInfo != nullptr &&
            nvmlSystemGetDriverVersion != nullptr && nvmlInit_v2() == 0;
  }
};

const Nvml& nvml() {
  static const Nvml table;
  return table;
}

#undef FIND

}  // namespace

std::string Driver::name_of(int error) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (cuGetErrorName(error, &name) != cu_success || name == nullptr) return "error " + std::to_string(error);
  if (cuGetErrorString(error, &text) != cu_success || text == nullptr) return name;
  return std::string(name) + ": " + text;
}

const Driver* driver(Message& why) {
  static const OpenDriver open;
  why = open.why;
  return why.empty() ? &open.table : nullptr;
}

const Nvrtc* nvrtc(Message& why) {
  static const OpenNvrtc open;
  why = open.why;
  return why.empty() ? &open.table : nullptr;
}

std::optional<Compiled> compile(const Nvrtc& nvrtc, const std::string& text, int arch, bool feature, bool lines,
                                std::string& error) {
  const auto begin = std::chrono::steady_clock::now();
  int count = 0;
  nvrtc.nvrtcGetNumSupportedArchs(&count);
  std::vector<int> archs(static_cast<std::size_t>(std::max(count, 0)));
  if (!archs.empty()) nvrtc.nvrtcGetSupportedArchs(archs.data());
  int chosen = 0;
  for (const int a : archs) {
    if (a <= arch) chosen = std::max(chosen, a);
  }
  if (chosen == 0) {
    error = "this NVRTC compiles for no architecture up to sm_" + std::to_string(arch);
    return std::nullopt;
  }
  Compiled out;
  out.arch = "sm_" + std::to_string(chosen) + (feature ? "a" : "");
  void* program = nullptr;
  if (const int e = nvrtc.nvrtcCreateProgram(&program, text.c_str(), "stridescope.cu", 0, nullptr, nullptr); e != 0) {
    error = nvrtc.nvrtcGetErrorString(e);
    return std::nullopt;
  }
  const std::string target = "--gpu-architecture=" + out.arch;
  // Line information does not change the code.
  const char* options[] = {target.c_str(), "--std=c++17", "--generate-line-info"};
  const int failed = nvrtc.nvrtcCompileProgram(program, lines ? 3 : 2, options);
  const auto read = [&](auto size_of, auto get, std::string& to) {
    std::size_t size = 0;
    if (size_of(program, &size) != 0 || size == 0) return;
    to.resize(size);
    get(program, to.data());
  };
  read(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, out.log);
  while (!out.log.empty() && (out.log.back() == '\0' || out.log.back() == '\n')) out.log.pop_back();
  if (failed == 0) {
    read(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN, out.cubin);
    read(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX, out.ptx);
    while (!out.ptx.empty() && out.ptx.back() == '\0') out.ptx.pop_back();
  }
  nvrtc.nvrtcDestroyProgram(&program);
  if (failed != 0 || out.cubin.empty()) {
    error = out.log.empty() ? std::string(nvrtc.nvrtcGetErrorString(failed)) : out.log;
    return std::nullopt;
  }
  out.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

Clocks clocks(int device) {
  Clocks out;
  void* handle = nullptr;
  if (!nvml().ready || nvml().nvmlDeviceGetHandleByIndex_v2(static_cast<unsigned>(device), &handle) != 0) return out;
  nvml().nvmlDeviceGetClockInfo(handle, 1, &out.sm_mhz);
  nvml().nvmlDeviceGetClockInfo(handle, 2, &out.memory_mhz);
  return out;
}

std::string driver_release() {
  char text[96] = {};
  if (!nvml().ready || nvml().nvmlSystemGetDriverVersion(text, sizeof text) != 0) return {};
  return text;
}

}  // namespace stridescope::gpu
