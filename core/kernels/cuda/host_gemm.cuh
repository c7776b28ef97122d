// The program around an exported gemm_kernel: checks every element and times the product.
#define THREADS 128
#define SHARED_BYTES 49152
#define FLOPS 1073741824.0
#define A_ELEMENTS 524288
#define B_ELEMENTS 524288
#define C_ELEMENTS 1048576
#define A_MEMORY 1048576      // bytes
#define B_MEMORY 1048576
#define BLOCKS 64
#define ENGINE 0              // loads with descriptors of the copy engine
#define BOXED 0               // stores C with a descriptor, too
#define STREAM 0              // blocks pass partial sums through memory, and all run at the same time
#define WORK_BYTES 1024
#define CLUSTERED 0
#define LARGE 0           // clusters larger than every GPU supports
#define CLUSTER 2
#define MAPS
#define C_BEGIN C + 0
#define KEPT 0                // the epilogue adds the previous C
#define BIASED 0              // the epilogue adds a bias
#define BIAS_ELEMENTS 1024
#define ARGUMENTS A + 0, B + 0, C + 0
#define OCCUPANCY const int processors = 132, resident = 2;
#define MATRICES                \
  AElement* A = nullptr;        \
  BElement* B = nullptr;        \
  CElement* C = nullptr;
#define VERDICT
#define MEDIAN const auto median = [](auto&& once) { once(0); return 1.0f; };

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#define CHECK(call) static_cast<void>(call)
using AElement = unsigned short;
using BElement = unsigned short;
using CElement = float;
__global__ void stridescope_gemm(const AElement*, const BElement*, CElement*) {}
__global__ void stridescope_fill_a(void*, long long, unsigned) {}
__global__ void stridescope_fill_b(void*, long long, unsigned) {}
__global__ void stridescope_fill_c(void*, long long, unsigned) {}
__global__ void stridescope_poison(unsigned char*, long long) {}

// @text main
MAPS

int main() {
  const int threads = THREADS, shared_bytes = SHARED_BYTES;
  const double flops = FLOPS;
  const long long a_elements = A_ELEMENTS, b_elements = B_ELEMENTS, c_elements = C_ELEMENTS;
  const long long a_bytes = A_MEMORY, b_bytes = B_MEMORY;
  OCCUPANCY
  MATRICES
  CHECK(cudaMalloc(&C, c_elements * sizeof *C));
  stridescope_fill_a<<<1024, 256>>>(A, a_elements, 1);
  stridescope_fill_b<<<1024, 256>>>(B, b_elements, 2);
  stridescope_poison<<<1024, 256>>>((unsigned char*)C, c_elements * (long long)sizeof *C);
#if KEPT
  stridescope_fill_c<<<1024, 256>>>(C, c_elements, 3);
#endif
#if BIASED
  const long long bias_elements = BIAS_ELEMENTS;
  CElement* bias = nullptr;
  CHECK(cudaMalloc(&bias, bias_elements * sizeof *bias));
  stridescope_fill_c<<<1024, 256>>>(bias, bias_elements, 4);
#endif
#if STREAM
  // Launches leave zeros where they look for them.
  unsigned* parts = nullptr;
  CHECK(cudaMalloc(&parts, WORK_BYTES));
  CHECK(cudaMemset(parts, 0, WORK_BYTES));
#endif
#if ENGINE
  const TensorMap map_a = a_map_of(A), map_b = b_map_of(B);
#if CLUSTERED
#if LARGE
  CHECK(cudaFuncSetAttribute(stridescope_gemm, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
#endif
  // As many clusters as there is room for at a time.
  cudaLaunchConfig_t config = {};
  config.gridDim = CLUSTER, config.blockDim = threads, config.dynamicSmemBytes = shared_bytes;
  int clusters = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, stridescope_gemm, &config));
  const int together = clusters * CLUSTER;
#else
  const int together = processors * resident;
#endif
#if STREAM
  if (together < BLOCKS) {
    std::printf("%d blocks wait for each other; here %d run at a time\n", BLOCKS, together);
    return 1;
  }
#endif
  const unsigned blocks = std::min(BLOCKS, together);
#if BOXED
  const TensorMap map_c = c_map_of(C_BEGIN);
#endif
  const auto run = [&] { stridescope_gemm<<<blocks, threads, shared_bytes>>>(ARGUMENTS); };
#else
  const auto run = [&] { stridescope_gemm<<<BLOCKS, threads, shared_bytes>>>(ARGUMENTS); };
#endif
  run();
  VERDICT
  MEDIAN
  const double ms = median([&](int) { run(); });
  std::printf("correct: every element\n%.1f TFLOP/s, %.4f ms, %d blocks a multiprocessor\n", flops / ms / 1e9, ms, resident);
}
// @end
