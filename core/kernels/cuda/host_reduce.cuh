// The program around an exported reduction: checks the kernel and times it against cudaMemcpy.
#define SRC_ELEMENTS 4096LL   // elements of memory; BASE is the index of offset 0
#define DST_ELEMENTS 4096LL
#define SRC_BASE 0LL
#define DST_BASE 0LL
#define BYTES_MOVED 32768.0
#define SHARED_BYTES 0
#define BLOCKS 16u
#define THREADS 128u
#define SPLIT 1               // allocates memory for the partial sums of blocks
#define PARTS 64LL
#define TILES 16LL
#define ARGUMENTS src[i] + src_base, dst[i] + dst_base
#define VERDICT
#define MEDIAN const auto median = [](auto&& once) { once(0); return 1.0f; };

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>
#define CHECK(call) static_cast<void>(call)
using Element = float;
using Sum = float;
__global__ void stridescope_reduce(const Element*, Sum*) {}
__global__ void stridescope_fill(Element*, long long, unsigned) {}
__global__ void stridescope_poison(unsigned char*, long long) {}

// @text main

int main() {
  // Two buffers of each kind at least, and more than the L2 cache together: no run finds its data there.
  const long long src_elements = SRC_ELEMENTS, dst_elements = DST_ELEMENTS;
  const long long src_base = SRC_BASE, dst_base = DST_BASE;  // below it: negative strides
  const double bytes_moved = BYTES_MOVED;  // read plus written
  const int shared_bytes = SHARED_BYTES;
  const unsigned blocks = BLOCKS, threads = THREADS;
  const long long pair = src_elements * (long long)sizeof(Element) + dst_elements * (long long)sizeof(Sum);
  const int pairs = (int)std::min<long long>(16, 2 + (256ll << 20) / pair);
  if (shared_bytes > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_reduce, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  }
  std::vector<Element*> src(pairs);
  std::vector<Sum*> dst(pairs);
  for (int i = 0; i < pairs; ++i) {
    CHECK(cudaMalloc(&src[i], src_elements * sizeof(Element)));
    CHECK(cudaMalloc(&dst[i], dst_elements * sizeof(Sum)));
    stridescope_fill<<<1024, 256>>>(src[i], src_elements, i);
    stridescope_poison<<<1024, 256>>>(reinterpret_cast<unsigned char*>(dst[i]), dst_elements * (long long)sizeof(Sum));
  }
#if SPLIT
  Sum* parts;
  unsigned* arrived;
  CHECK(cudaMalloc(&parts, PARTS * sizeof(Sum)));
  CHECK(cudaMalloc(&arrived, TILES * sizeof(unsigned)));
  CHECK(cudaMemset(arrived, 0, TILES * sizeof(unsigned)));
#endif
  const auto run = [&](int i) { stridescope_reduce<<<blocks, threads, shared_bytes>>>(ARGUMENTS); };
  run(0);
  VERDICT
  MEDIAN
  const float kernel = median(run);
  const long long copied = src_elements * (long long)sizeof(Element);
  const float memcpy_ms = median([&](int i) { CHECK(cudaMemcpyAsync(src[(i + 1) % pairs], src[i], copied, cudaMemcpyDeviceToDevice)); });
  const double rate = bytes_moved / kernel / 1e6, yardstick = 2.0 * copied / memcpy_ms / 1e6;
  std::printf("correct: every sum\n%.1f GB/s (read plus written), %.4f ms; cudaMemcpy %.1f GB/s; ratio %.3f\n", rate, kernel,
              yardstick, rate / yardstick);
}
// @end
