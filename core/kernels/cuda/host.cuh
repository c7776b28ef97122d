// The program around a kernel that is exported as one file: the build command, the checks, the measurement. A kernel
// that does nothing is the placeholder here.
#define NAME copy
#define ARCHITECTURE -arch=native
#define DRIVER 1              // includes the driver's header for tensor descriptors
#define LISTED 65             // words that a check writes
#define TURNS pairs
#define LAUNCH stridescope_check<<<1, 1>>>(wrong);

#define IMAGE 0               // for an image: corners, channels and pixels instead of a box
#define ENCODE cuTensorMapEncodeTiled
#define ELEMENT_TYPE CU_TENSOR_MAP_DATA_TYPE_UINT32
#define RANK 2
#define EXTENTS 64, 64
#define STRIDES 256, 0
#define BOX 16, 16
#define STEPS 1, 1
#define CORNER 0
#define CHANNELS 32
#define PIXELS 8
#define SPAN CU_TENSOR_MAP_SWIZZLE_128B
#define PROMOTION CU_TENSOR_MAP_L2_PROMOTION_L2_256B

// @text begin
// Build: nvcc -std=c++17 -O3 ARCHITECTURE -o NAME NAME.cu && ./NAME
#if DRIVER
#include <cuda.h>
#endif
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#if DRIVER
#include <cstring>
#endif
#include <vector>

// @end

__global__ void stridescope_check(unsigned long long*) {}
__global__ void stridescope_NAME() {}
using AElement = unsigned short;
using BElement = unsigned short;
using CElement = float;
struct __align__(64) TensorMap {
  unsigned long long words[16];
};

// @text check

static void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  std::printf("error: %s: %s\n", what, cudaGetErrorString(e));
  std::exit(1);
}
#define CHECK(call) check(call, #call)
// @end

// The descriptor of a tensor for the copy engine; the one place that says what is asked of the driver.
// @text tensor_map
static TensorMap NAME_map_of(void* base) {
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("ENCODE", &encode, 12000, cudaEnableDefault, &found));
  const cuuint64_t extents[] = {EXTENTS};
  const cuuint64_t strides[] = {STRIDES};  // bytes, of the dimensions after the first
#if IMAGE
  const int corner[] = {CORNER};
#else
  const cuuint32_t box[] = {BOX};
#endif
  const cuuint32_t steps[] = {STEPS};
  CUtensorMap map;
  const CUresult e = reinterpret_cast<decltype(&ENCODE)>(encode)(
#if IMAGE
      &map, ELEMENT_TYPE, RANK, base, extents, strides, corner, corner, CHANNELS, PIXELS, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
#else
      &map, ELEMENT_TYPE, RANK, base, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
#endif
      SPAN, PROMOTION, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (e != CUDA_SUCCESS) {
    std::printf("error: ENCODE: %d\n", (int)e);
    std::exit(1);
  }
  TensorMap out;
  std::memcpy(&out, &map, sizeof out);
  return out;
}
// @end

int main() {
  const int pairs = 2, threads = 128, shared_bytes = 49152;
  const long long a_bytes = 8192, b_bytes = 8192;
  // @text occupancy
  int device = 0, processors = 0, resident = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  if (shared_bytes > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_NAME, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  }
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stridescope_NAME, threads, shared_bytes));
  // @end

  // @text matrices
  AElement* A = nullptr;
  BElement* B = nullptr;
  CElement* C = nullptr;
  CHECK(cudaMalloc(&A, a_bytes));
  CHECK(cudaMalloc(&B, b_bytes));
  // @end

  // @text verdict
  CHECK(cudaGetLastError());  // of the launch
  unsigned long long* wrong = nullptr;
  CHECK(cudaMalloc(&wrong, LISTED * sizeof *wrong));
  CHECK(cudaMemset(wrong, 0, LISTED * sizeof *wrong));
  LAUNCH
  unsigned long long told[2] = {};
  CHECK(cudaMemcpy(told, wrong, sizeof told, cudaMemcpyDeviceToHost));
  if (told[0] != 0) {
    std::printf("wrong: %llu elements, the first at coordinate %llu\n", told[0], told[1]);
    return 1;
  }
  // @end

  // @text median
  const auto median = [&](auto&& once) {
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> ms;
    for (int i = 0; i < 25; ++i) {
      CHECK(cudaEventRecord(begin));
      once(i % TURNS);
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      CHECK(cudaGetLastError());
      float t = 0;
      CHECK(cudaEventElapsedTime(&t, begin, end));
      if (i >= 4) ms.push_back(t);
    }
    std::sort(ms.begin(), ms.end());
    return ms[ms.size() / 2];
  };
  // @end
  median([](int) {});
}
