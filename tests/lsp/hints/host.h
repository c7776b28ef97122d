// CUDA sources as programs of the CPU, for print.py: one thread of one block, whose launches are calls. Instructions
// that a CPU lacks do nothing, so that the layouts are those of the source and the data are not.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

#define __launch_bounds__(...)
#undef __shared__
#define __shared__
alignas(1024) char shared_memory[1 << 20];
static const uint3 threadIdx{0, 0, 0}, blockIdx{0, 0, 0};
static const dim3 blockDim(1, 1, 1), gridDim(1, 1, 1);
inline void __syncthreads() {}
inline void __syncwarp(...) {}
template <class... T>
inline int __dp4a(T...) {
  return 0;
}
template <class... T>
inline unsigned __byte_perm(T...) {
  return 0;
}
template <class A, class B, class C>
inline A __hfma2(A a, B, C) {
  return a;
}
#define __shfl_sync(mask, value, ...) (value)
#define __shfl_xor_sync __shfl_sync
#define __shfl_up_sync __shfl_sync
#define __shfl_down_sync __shfl_sync
inline int __any_sync(...) { return 0; }
inline int __all_sync(...) { return 0; }
inline unsigned __ballot_sync(...) { return 0; }
template <class T>
inline T __ldg(T const* p) {
  return *p;
}
template <class T, class U>
inline T atomicAdd(T* p, U) {
  return *p;
}
inline float __fdividef(float a, float b) { return a / b; }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __viaddmin_s32(int a, int b, int c) { return a + b < c ? a + b : c; }
inline int __viaddmax_s32(int a, int b, int c) { return a + b > c ? a + b : c; }

#include <cutlass/fast_math.h>

#include <cute/tensor.hpp>

namespace thrust {
template <class T>
struct host_vector : std::vector<T> {
  using std::vector<T>::vector;
};
template <class T>
struct device_vector : std::vector<T> {
  using std::vector<T>::vector;
  device_vector(host_vector<T> const& other) : std::vector<T>(other.begin(), other.end()) {}
  operator host_vector<T>() const {
    host_vector<T> out;
    out.assign(this->begin(), this->end());
    return out;
  }
};
template <class T>
T* raw_pointer_cast(T* p) {
  return p;
}
}  // namespace thrust
struct GPU_Clock {
  void start() {}
  float seconds() { return 1; }
};
inline cudaError_t host_properties(cudaDeviceProp* to) {
  std::memset(to, 0, sizeof *to);
  to->major = 9;
  return cudaSuccess;
}
#define CUTE_CHECK_LAST()
#define CUTE_CHECK_ERROR(call)
#define cudaGetDeviceProperties(to, device) host_properties(to)
#define cudaDeviceSynchronize() cudaSuccess
#define cudaGetDevice(to) cudaSuccess
#define cudaGetErrorString(error) ""
#define cudaFuncSetAttribute(...) cudaSuccess
namespace cute {
inline void device_init(int) {}
}  // namespace cute
namespace cutlass {
struct ClusterLaunchParams {
  dim3 grid, block, cluster;
  int bytes;
};
}  // namespace cutlass
namespace flash {
using cute::round_up;
template <class A, class B>
constexpr auto round_down(A a, B b) {
  return a / b * b;
}
}  // namespace flash
