// The CUDA driver, NVRTC and NVML as typed tables of functions, opened at run time, so that a program starts without
// them. Prototypes are declared here, so that the build needs no toolkit.
// Source: CUDA Driver API 13.0, NVRTC 13.0, NVML API reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace stridescope::gpu {

using CuDevicePtr = unsigned long long;
// For functions that take a device address as a pointer.
inline void* as_pointer(CuDevicePtr p) { return reinterpret_cast<void*>(p); }  // NOLINT(performance-no-int-to-ptr)
using CuHandle = struct CuOpaque*;  // context, module, function, stream, event

inline constexpr int cu_success = 0;
inline constexpr int cu_not_ready = 600;

// CUdevice_attribute
enum class CuAttribute : int {
  clock_khz = 13,
  multiprocessors = 16,
  memory_clock_khz = 36,
  l2_bytes = 38,
  threads_per_multiprocessor = 39,
  major = 75,
  minor = 76,
  shared_optin = 97,
};
// CUfunction_attribute
enum class CuFunctionAttribute : int {
  shared_bytes = 1,
  local_bytes = 3,
  registers = 4,
  max_dynamic_shared = 8,
  non_portable_cluster = 14,
};

// CUlaunchConfig
struct CuLaunch {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  CuHandle stream = nullptr;
  void* attributes = nullptr;
  unsigned attribute_count = 0;
};

struct Driver {
  int (*cuInit)(unsigned);
  int (*cuDriverGetVersion)(int*);
  int (*cuGetErrorName)(int, const char**);
  int (*cuGetErrorString)(int, const char**);
  int (*cuDeviceGetCount)(int*);
  int (*cuDeviceGet)(int*, int);
  int (*cuDeviceGetName)(char*, int, int);
  int (*cuDeviceGetAttribute)(int*, int, int);
  int (*cuDevicePrimaryCtxRetain)(CuHandle*, int);
  int (*cuCtxSetCurrent)(CuHandle);
  int (*cuModuleLoadData)(CuHandle*, const void*);
  int (*cuModuleUnload)(CuHandle);
  int (*cuModuleGetFunction)(CuHandle*, CuHandle, const char*);
  int (*cuFuncGetAttribute)(int*, int, CuHandle);
  int (*cuFuncSetAttribute)(CuHandle, int, int);
  int (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int*, CuHandle, int, std::size_t);
  int (*cuLaunchKernel)(CuHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CuHandle,
                        void**, void**);
  // The number of clusters that can run at the same time. Null in drivers older than CUDA 11.8.
  int (*cuOccupancyMaxActiveClusters)(int*, CuHandle, const CuLaunch*);
  int (*cuMemAlloc_v2)(CuDevicePtr*, std::size_t);
  int (*cuMemFree_v2)(CuDevicePtr);
  int (*cuMemGetInfo_v2)(std::size_t*, std::size_t*);
  int (*cuMemcpyHtoD_v2)(CuDevicePtr, const void*, std::size_t);
  int (*cuMemcpyDtoH_v2)(void*, CuDevicePtr, std::size_t);
  int (*cuMemcpyDtoDAsync_v2)(CuDevicePtr, CuDevicePtr, std::size_t, CuHandle);
  int (*cuMemsetD8Async)(CuDevicePtr, unsigned char, std::size_t, CuHandle);
  int (*cuStreamCreate)(CuHandle*, unsigned);
  int (*cuStreamQuery)(CuHandle);
  int (*cuEventCreate)(CuHandle*, unsigned);
  int (*cuEventDestroy_v2)(CuHandle);
  int (*cuEventRecord)(CuHandle, CuHandle);
  int (*cuEventElapsedTime)(float*, CuHandle, CuHandle);
  // Arguments: map, data type, rank, address, extents, strides, box, element strides, interleave, swizzle, L2
  // promotion, fill. Null in drivers older than CUDA 12.
  int (*cuTensorMapEncodeTiled)(void*, int, unsigned, void*, const std::uint64_t*, const std::uint64_t*,
                                const std::uint32_t*, const std::uint32_t*, int, int, int, int);
  // The same for an image: two corners, channels and pixels instead of the box.
  int (*cuTensorMapEncodeIm2col)(void*, int, unsigned, void*, const std::uint64_t*, const std::uint64_t*, const int*,
                                 const int*, unsigned, unsigned, const std::uint32_t*, int, int, int, int);

  // The address of a module's variable, and linking of PTX without options. Null if missing; the callers report that.
  int (*cuModuleGetGlobal_v2)(CuDevicePtr*, std::size_t*, CuHandle, const char*);
  int (*cuLinkCreate_v2)(unsigned, int*, void**, CuHandle*);
  int (*cuLinkAddData_v2)(CuHandle, int, void*, std::size_t, const char*, unsigned, int*, void**);
  int (*cuLinkComplete)(CuHandle, void**, std::size_t*);
  int (*cuLinkDestroy)(CuHandle);

  std::string name_of(int error) const;  // "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
};

struct Nvrtc {
  int (*nvrtcVersion)(int*, int*);
  const char* (*nvrtcGetErrorString)(int);
  int (*nvrtcCreateProgram)(void**, const char*, const char*, int, const char* const*, const char* const*);
  int (*nvrtcDestroyProgram)(void**);
  int (*nvrtcCompileProgram)(void*, int, const char* const*);
  int (*nvrtcGetProgramLogSize)(void*, std::size_t*);
  int (*nvrtcGetProgramLog)(void*, char*);
  int (*nvrtcGetCUBINSize)(void*, std::size_t*);
  int (*nvrtcGetCUBIN)(void*, char*);
  int (*nvrtcGetPTXSize)(void*, std::size_t*);
  int (*nvrtcGetPTX)(void*, char*);
  int (*nvrtcAddNameExpression)(void*, const char*);
  int (*nvrtcGetLoweredName)(void*, const char*, const char**);
  int (*nvrtcGetNumSupportedArchs)(int*);
  int (*nvrtcGetSupportedArchs)(int*);
};

// Null, with the reason and the fix in `why`, if the driver is missing. Opened once.
const Driver* driver(Message& why);
const Nvrtc* nvrtc(Message& why);

struct Compiled {
  std::string cubin;
  std::string ptx;
  std::string log;
  std::string arch;  // "sm_90"
  double milliseconds = 0;
};
// Compiles for the newest architecture that NVRTC supports, at most `arch`. `feature`: for sm_90a, whose instructions
// no other architecture has. `lines`: the code records the lines of the text. The error is the compiler's log.
std::optional<Compiled> compile(const Nvrtc& nvrtc, const std::string& text, int arch, bool feature, bool lines,
                                std::string& error);

// MHz now, from NVML; 0 if unknown.
struct Clocks {
  unsigned sm_mhz = 0;
  unsigned memory_mhz = 0;
};
Clocks clocks(int device);
// The version of the driver, "580.159.04"; empty if unknown.
std::string driver_release();

}  // namespace stridescope::gpu
