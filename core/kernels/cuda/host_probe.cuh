// The programs around exported probes.
#define MAPS
#define ENGINE 0              // uses a descriptor of the copy engine
#define ROOM 66               // words of the messages
#define SHARED_BYTES 0
#define BLOCKS 1
#define THREADS 32
#define CHECKS 512            // number of compared values

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#define CHECK(call) static_cast<void>(call)
__global__ void stridescope_probe(unsigned long long*) {}

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
