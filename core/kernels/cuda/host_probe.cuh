// The programs around exported probes.
#define MAPS
#define ENGINE 0              // by a descriptor of the copy engine
#define ROOM 66               // words that the messages take
#define SHARED_BYTES 0
#define BLOCKS 1
#define THREADS 32
#define CHECKS 512            // values that are compared
#define TABLE_BYTES 512
#define TABLE_WORDS 128
#define ROW 128               // bytes of a row of all banks
#define TWO_ROWS 256

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#define CHECK(call) static_cast<void>(call)
__global__ void stridescope_probe(unsigned long long*) {}
__global__ void stridescope_phases_8(const unsigned*, unsigned, unsigned*) {}
__global__ void stridescope_phases_16(const unsigned*, unsigned, unsigned*) {}

// @text main
MAPS

int main() {
  unsigned long long* wrong = nullptr;
  unsigned long long found[5] = {};
  CHECK(cudaMalloc(&wrong, 4096));
  CHECK(cudaMemset(wrong, 0, 4096));
  CHECK(cudaFuncSetAttribute(stridescope_probe, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
#if ENGINE
  stridescope_probe<<<BLOCKS, THREADS, SHARED_BYTES>>>(wrong, probe_map_of(wrong + ROOM));
#else
  stridescope_probe<<<BLOCKS, THREADS, SHARED_BYTES>>>(wrong);
#endif
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(found, wrong, sizeof found, cudaMemcpyDeviceToHost));
  if (found[0] == 0) {
    std::printf("confirmed: CHECKS values\n");
    return 0;
  }
  std::printf("contradicted: %llu values; the first in thread %llu, value %llu: %llu, the table says %llu\n", found[0],
              found[2] & 0xFFFFFFFF, found[2] >> 32, found[3], found[4]);
  return 1;
}
// @end

// @text phases_head
// Only counters tell wavefronts. `stridescope run` counts all pairs of lanes; this launches one:
//   nvcc -std=c++17 -O3 -arch=native -o phases phases.cu && ncu --metrics $COUNTERS ./phases 8|16 I J
//   COUNTERS=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
// Three launches: lanes I and J alone; in a crowd, their words apart; in a crowd, both in the same banks. They share
// a wavefront alone when the first takes one, in a crowd when the third takes one more than the second.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// @end

namespace phases {
// @text phases_main

int main(int argc, char** argv) {
  const int bytes = argc == 4 ? std::atoi(argv[1]) : 0, i = argc == 4 ? std::atoi(argv[2]) : 0;
  const int j = argc == 4 ? std::atoi(argv[3]) : 0;
  if ((bytes != 8 && bytes != 16) || i < 0 || j < 0 || i > 31 || j > 31 || i == j) {
    std::printf("usage: phases 8|16 I J, two lanes of 0 to 31\n");
    return 2;
  }
  unsigned *table = nullptr, *sums = nullptr;
  cudaMalloc(&table, TABLE_BYTES);
  cudaMalloc(&sums, 128);
  for (int pattern = 0; pattern < 3; ++pattern) {
    unsigned lanes[TABLE_WORDS];
    for (int k = 0; k < TABLE_WORDS; ++k) lanes[k] = k < 32 && pattern > 0 ? 2u * bytes : ~0u;
    lanes[i] = ROW;
    lanes[j] = TWO_ROWS + (pattern == 2 ? 0 : bytes);
    cudaMemcpy(table, lanes, sizeof lanes, cudaMemcpyHostToDevice);
    if (bytes == 8) {
      stridescope_phases_8<<<1, 32>>>(table, 0, sums);
    } else {
      stridescope_phases_16<<<1, 32>>>(table, 0, sums);
    }
  }
  const cudaError_t refused = cudaGetLastError();
  const cudaError_t e = refused == cudaSuccess ? cudaDeviceSynchronize() : refused;
  std::printf("%s\n", e == cudaSuccess ? "launched" : cudaGetErrorString(e));
  return e == cudaSuccess ? 0 : 1;
}
// @end
}  // namespace phases
