// A driver and compiler without a GPU: device memory is host memory, `poison` is implemented, and every other kernel
// executes a function that the test provides.
#pragma once

#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <string>

#include "gpu_runner/cuda_device.h"

namespace stridescope::gpu {

struct FakeGpu {
  std::function<void(const std::string& kernel, void** arguments)> launched;
  int events = 1 << 20;  // number of events that can be created
  std::string order;     // log of calls: k a kernel, c a device copy, e an event
  Driver cu = {};
  Nvrtc rtc = {};
  CudaDevice device;

  FakeGpu();
  FakeGpu(const FakeGpu&) = delete;
  FakeGpu& operator=(const FakeGpu&) = delete;
  ~FakeGpu() { now() = nullptr; }

  static FakeGpu*& now() {
    static FakeGpu* gpu = nullptr;
    return gpu;
  }
};

inline FakeGpu::FakeGpu() {
  now() = this;
  static std::set<std::string> names;
  cu.cuGetErrorName = [](int, const char**) { return 1; };
  cu.cuGetErrorString = [](int, const char**) { return 1; };
  cu.cuDeviceGetAttribute = [](int* out, int, int) { return *out = 0, cu_success; };
  cu.cuCtxSetCurrent = [](CuHandle) { return cu_success; };
  cu.cuModuleLoadData = [](CuHandle*, const void*) { return cu_success; };
  cu.cuModuleUnload = [](CuHandle) { return cu_success; };
  cu.cuModuleGetFunction = [](CuHandle* out, CuHandle, const char* name) {
    *out = reinterpret_cast<CuHandle>(const_cast<std::string*>(&*names.insert(name).first));
    return cu_success;
  };
  cu.cuFuncGetAttribute = [](int* out, int, CuHandle) { return *out = 0, cu_success; };
  cu.cuFuncSetAttribute = [](CuHandle, int, int) { return cu_success; };
  cu.cuOccupancyMaxActiveBlocksPerMultiprocessor = [](int* out, CuHandle, int, std::size_t) {
    return *out = 1, cu_success;
  };
  cu.cuLaunchKernel = [](CuHandle function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                         CuHandle, void** arguments, void**) {
    const std::string& name = *reinterpret_cast<const std::string*>(function);
    now()->order += 'k';
    if (name == "stridescope_poison") {
      auto* to = static_cast<unsigned char*>(as_pointer(*static_cast<CuDevicePtr*>(arguments[0])));
      const auto count = static_cast<std::size_t>(*static_cast<long long*>(arguments[1]));
      for (std::size_t x = 0; x < count; ++x) to[x] = poison(x);
    } else if (now()->launched) {
      now()->launched(name, arguments);
    }
    return cu_success;
  };
  cu.cuMemAlloc_v2 = [](CuDevicePtr* out, std::size_t bytes) {
    *out = reinterpret_cast<CuDevicePtr>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
    return *out == 0 ? 2 : cu_success;
  };
  cu.cuMemFree_v2 = [](CuDevicePtr p) { return std::free(as_pointer(p)), cu_success; };
  cu.cuMemGetInfo_v2 = [](std::size_t* free, std::size_t* total) { return *free = *total = 1 << 28, cu_success; };
  cu.cuMemcpyDtoH_v2 = [](void* to, CuDevicePtr from, std::size_t bytes) {
    return std::memcpy(to, as_pointer(from), bytes), cu_success;
  };
  cu.cuMemcpyDtoDAsync_v2 = [](CuDevicePtr to, CuDevicePtr from, std::size_t bytes, CuHandle) {
    now()->order += 'c';
    return std::memcpy(as_pointer(to), as_pointer(from), bytes), cu_success;
  };
  cu.cuMemsetD8Async = [](CuDevicePtr to, unsigned char value, std::size_t bytes, CuHandle) {
    return std::memset(as_pointer(to), value, bytes), cu_success;
  };
  cu.cuStreamQuery = [](CuHandle) { return cu_success; };
  cu.cuEventCreate = [](CuHandle* out, unsigned) {
    *out = reinterpret_cast<CuHandle>(now());
    return now()->events-- > 0 ? cu_success : 2;
  };
  cu.cuEventDestroy_v2 = [](CuHandle) { return cu_success; };
  cu.cuEventRecord = [](CuHandle, CuHandle) { return now()->order += 'e', cu_success; };
  cu.cuEventElapsedTime = [](float* out, CuHandle, CuHandle) { return *out = 1, cu_success; };
  rtc.nvrtcVersion = [](int* major, int* minor) { return *major = 13, *minor = 0, 0; };
  rtc.nvrtcGetErrorString = [](int) { return "an error"; };
  rtc.nvrtcCreateProgram = [](void**, const char*, const char*, int, const char* const*, const char* const*) {
    return 0;
  };
  rtc.nvrtcDestroyProgram = [](void**) { return 0; };
  rtc.nvrtcCompileProgram = [](void*, int, const char* const*) { return 0; };
  rtc.nvrtcGetProgramLogSize = [](void*, std::size_t* out) { return *out = 0, 0; };
  rtc.nvrtcGetProgramLog = [](void*, char*) { return 0; };
  rtc.nvrtcGetCUBINSize = [](void*, std::size_t* out) { return *out = 1, 0; };
  rtc.nvrtcGetCUBIN = [](void*, char* out) { return *out = 'x', 0; };
  rtc.nvrtcGetPTXSize = [](void*, std::size_t* out) { return *out = 0, 0; };
  rtc.nvrtcGetPTX = [](void*, char*) { return 0; };
  rtc.nvrtcGetNumSupportedArchs = [](int* out) { return *out = 1, 0; };
  rtc.nvrtcGetSupportedArchs = [](int* out) { return *out = 90, 0; };
  device.cu = &cu;
  device.rtc = &rtc;
  device.name = "a stand-in";
  device.arch = 90;
  device.multiprocessors = 4;
  device.shared_optin = 227 * 1024;
}

}  // namespace stridescope::gpu
