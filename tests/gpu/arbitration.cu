// Runs a tile of doubles through shared memory, alone and together with other users of the data banks of the L1: one
// launch for each line "LOADS STORES APART BLOCKS BYTES ROUNDS" of the standard input. arbitration.py counts them.
//   LOADS, STORES: 1 where each round also reads or writes global memory, at addresses that no round before used
//   APART: 1 where a barrier lies between stores and loads of shared memory
//   BYTES: shared memory of a block, which decides how many blocks a multiprocessor has at once
#include <cstdio>
#include <cstdlib>
constexpr int threads = 256, values = 32, others = 8;
template <bool LOADS, bool STORES, bool APART>
__global__ void tile(const double* src, double* dst, double* sink, int rounds) {
  extern __shared__ double shared[];
  volatile double* s = shared;
  const int t = threadIdx.x;
  double sum = 0;
  for (int r = 0; r < rounds; ++r) {
    const size_t at = ((size_t(r) * gridDim.x + blockIdx.x) * others) * threads + t;
    double global[others] = {};
    if constexpr (LOADS)
      for (int i = 0; i < others; ++i) global[i] = src[at + i * threads];
    for (int i = 0; i < values; ++i) s[i * threads + t] = r + i;
    if constexpr (APART) __syncthreads();
    for (int i = 0; i < values; ++i) sum += s[i * threads + (t ^ (APART ? 32 : 0))];
    for (int i = 0; i < others; ++i) sum += global[i];
    if constexpr (STORES)
      for (int i = 0; i < others; ++i) dst[at + i * threads] = sum + i;
    if constexpr (APART) __syncthreads();
  }
  sink[blockIdx.x * threads + t] = sum;
}
template <bool LOADS, bool STORES, bool APART>
void launch(const double* src, double* dst, double* sink, int blocks, int bytes, int rounds) {
  cudaFuncSetAttribute(tile<LOADS, STORES, APART>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(tile<LOADS, STORES, APART>, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
  tile<LOADS, STORES, APART><<<blocks, threads, bytes>>>(src, dst, sink, rounds);
}
using Launch = void (*)(const double*, double*, double*, int, int, int);
constexpr Launch launches[2][2][2] = {
    {{launch<false, false, false>, launch<false, false, true>}, {launch<false, true, false>, launch<false, true, true>}},
    {{launch<true, false, false>, launch<true, false, true>}, {launch<true, true, false>, launch<true, true, true>}}};
int main() {
  int loads, stores, apart, blocks, bytes, rounds;
  while (std::scanf("%d %d %d %d %d %d", &loads, &stores, &apart, &blocks, &bytes, &rounds) == 6) {
    double *src, *dst, *sink;
    const size_t used = sizeof(double) * rounds * blocks * others * threads;
    cudaMalloc(&src, used);
    cudaMalloc(&dst, used);
    cudaMalloc(&sink, sizeof(double) * blocks * threads);
    cudaMemset(src, 0, used);
    launches[loads != 0][stores != 0][apart != 0](src, dst, sink, blocks, bytes, rounds);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 1;
    cudaFree(src);
    cudaFree(dst);
    cudaFree(sink);
  }
}
