// The program around an exported copy: checks the kernel and times it against cudaMemcpy.
#define SRC_ELEMENTS 4096LL   // elements of memory; BASE is the index of offset 0
#define DST_ELEMENTS 4096LL
#define SRC_BASE 0LL
#define DST_BASE 0LL
#define BYTES_MOVED 32768.0
#define SHARED_BYTES 0
#define TILES 16u
#define THREADS 128u
#define ENGINE 1              // makes descriptors for the copy engine
#define ENGINE_LOADS 1
#define ENGINE_STORES 1
#define MAPS
#define PERSISTENT 1          // as many blocks as fit on the GPU
#define ARGUMENTS src[i] + src_base, dst[i] + dst_base
#define VERDICT
#define MEDIAN const auto median = [](auto&& once) { once(0); return 1.0f; };

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>
#define CHECK(call) static_cast<void>(call)
using Element = float;
struct TensorMap {};
TensorMap src_map_of(void*) { return {}; }
TensorMap dst_map_of(void*) { return {}; }
__global__ void stridescope_copy(const Element*, Element*) {}
__global__ void stridescope_fill(Element*, long long, unsigned) {}
__global__ void stridescope_poison(unsigned char*, long long) {}

// @text main
MAPS

int main() {
  // Two buffers of each kind at least, and more than the L2 cache together: no run finds its data there.
  const long long src_elements = SRC_ELEMENTS, dst_elements = DST_ELEMENTS;
  const long long src_base = SRC_BASE, dst_base = DST_BASE;  // below it: negative strides
  const double bytes_moved = BYTES_MOVED;  // read plus written
  const int shared_bytes = SHARED_BYTES;
  const unsigned blocks = TILES, threads = THREADS;
  const long long pair = (src_elements + dst_elements) * (long long)sizeof(Element);
  const int pairs = (int)std::min<long long>(16, 2 + (256ll << 20) / pair);
  if (shared_bytes > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_copy, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  }
  std::vector<Element*> src(pairs), dst(pairs);
  for (int i = 0; i < pairs; ++i) {
    CHECK(cudaMalloc(&src[i], src_elements * sizeof(Element)));
    CHECK(cudaMalloc(&dst[i], dst_elements * sizeof(Element)));
    stridescope_fill<<<1024, 256>>>(src[i], src_elements, i);
    stridescope_poison<<<1024, 256>>>(reinterpret_cast<unsigned char*>(dst[i]), dst_elements * (long long)sizeof(Element));
  }
#if ENGINE
  std::vector<TensorMap> src_maps(pairs), dst_maps(pairs);
  for (int i = 0; i < pairs; ++i) {
#if ENGINE_LOADS
    src_maps[i] = src_map_of(src[i]);
#endif
#if ENGINE_STORES
    dst_maps[i] = dst_map_of(dst[i]);
#endif
  }
#endif
#if PERSISTENT
  int resident = 1, processors = 1;  // as many blocks as fit on the GPU
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stridescope_copy, threads, shared_bytes));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned grid = std::min<unsigned>(blocks, resident * processors);
#else
  const unsigned grid = blocks;
#endif
  const auto run = [&](int i) { stridescope_copy<<<grid, threads, shared_bytes>>>(ARGUMENTS); };
  run(0);
  VERDICT
  MEDIAN
  const float kernel = median(run);
  const long long copied = std::min(src_elements, dst_elements) * (long long)sizeof(Element);
  const float memcpy_ms = median([&](int i) { CHECK(cudaMemcpyAsync(dst[i], src[i], copied, cudaMemcpyDeviceToDevice)); });
  const double rate = bytes_moved / kernel / 1e6, yardstick = 2.0 * copied / memcpy_ms / 1e6;
  std::printf("correct: every element\n%.1f GB/s (read plus written), %.4f ms; cudaMemcpy %.1f GB/s; ratio %.3f\n", rate, kernel,
              yardstick, rate / yardstick);
}
// @end
