// The program around an exported conversion: checks it, and times it against a plain round trip through shared memory.
#define THREADS 128
#define SHARED_BYTES 4096
#define PLAIN_BYTES 4096
#define BLOCKS 2048
#define TILE 1024
#define BYTES_MOVED 4096.0
#define PLAIN
#define VERDICT
#define MEDIAN const auto median = [](auto&& once) { once(0); return 1.0f; };

#include <cuda_runtime.h>

#include <cstdio>
#define CHECK(call) static_cast<void>(call)
using Element = float;
__global__ void stridescope_convert(const Element*, Element*, int, unsigned) {}
__global__ void stridescope_fill(Element*, long long, unsigned) {}
__global__ void stridescope_poison(unsigned char*, long long) {}
namespace plain {
__global__ void stridescope_convert_plainly(const Element*, Element*, int, unsigned) {}
}

// @text main
// The same conversion as one would write it first: element by element through shared memory, in their order.
PLAIN

int main() {
  const long long elements = BLOCKS * (long long)TILE;
  if (SHARED_BYTES > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_convert, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
  }
  if (PLAIN_BYTES > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(plain::stridescope_convert_plainly, cudaFuncAttributeMaxDynamicSharedMemorySize, PLAIN_BYTES));
  }
  Element *src = nullptr, *dst = nullptr;
  CHECK(cudaMalloc(&src, elements * sizeof(Element)));
  CHECK(cudaMalloc(&dst, elements * sizeof(Element)));
  stridescope_fill<<<1024, 256>>>(src, elements, 1);
  stridescope_poison<<<1024, 256>>>(reinterpret_cast<unsigned char*>(dst), elements * (long long)sizeof(Element));
  stridescope_convert<<<BLOCKS, THREADS, SHARED_BYTES>>>(src, dst, 1, 0);
  VERDICT
  MEDIAN
  // The difference of two lengths is that of conversions alone.
  const int less = 200, more = 2200;
  const auto time = [&](auto&& run) { return (median([&](int) { run(more); }) - median([&](int) { run(less); })) / (more - less); };
  const double planned = time([&](int repeat) { stridescope_convert<<<BLOCKS, THREADS, SHARED_BYTES>>>(src, dst, repeat, 0); });
  const double plainly = time([&](int repeat) { plain::stridescope_convert_plainly<<<BLOCKS, THREADS, PLAIN_BYTES>>>(src, dst, repeat, 0); });
  std::printf("correct: every element\n%.3f us for BLOCKS blocks, %.1f GB/s from registers to registers; a plain round trip through shared memory %.3f us; %.2f times as fast\n",
              planned * 1e3, BYTES_MOVED * BLOCKS / planned / 1e6, plainly * 1e3, plainly / planned);
}
// @end
