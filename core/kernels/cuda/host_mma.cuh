// The program around an exported mma_kernel: checks every tile and times many repetitions on a full GPU.
#define THREADS 128
#define SHARED_BYTES 0
#define FLOPS 131072.0        // operations of a block per repetition
#define A_BYTES 8192
#define B_BYTES 8192
#define OCCUPANCY const int processors = 132, resident = 2;
#define MATRICES                \
  AElement* A = nullptr;        \
  BElement* B = nullptr;        \
  CElement* C = nullptr;
#define VERDICT
#define MEDIAN const auto median = [](auto&& once) { once(0); return 1.0f; };

#include <cuda_runtime.h>

#include <cstdio>
#define CHECK(call) static_cast<void>(call)
using AElement = unsigned short;
using BElement = unsigned short;
using CElement = float;
constexpr long long proof_m = 64, proof_n = 64, proof_k = 16, slot_elements = 4096;
__global__ void stridescope_mma(const AElement*, const BElement*, CElement*, int) {}
__global__ void stridescope_fill_a(void*, long long, unsigned) {}
__global__ void stridescope_fill_b(void*, long long, unsigned) {}
__global__ void stridescope_poison(unsigned char*, long long) {}

// @text main

int main() {
  const int threads = THREADS, shared_bytes = SHARED_BYTES;
  const double flops = FLOPS;  // of a block, once
  const long long a_bytes = A_BYTES, b_bytes = B_BYTES;
  OCCUPANCY
  const unsigned blocks = processors * resident;
  MATRICES
  CHECK(cudaMalloc(&C, blocks * slot_elements * sizeof *C));
  stridescope_fill_a<<<64, 256>>>(A, proof_m * proof_k, 1);
  stridescope_fill_b<<<64, 256>>>(B, proof_n * proof_k, 2);
  stridescope_poison<<<64, 256>>>((unsigned char*)C, blocks * slot_elements * (long long)sizeof *C);
  stridescope_mma<<<blocks, threads, shared_bytes>>>(A, B, C, 1);
  VERDICT
  MEDIAN
  const int repeat = 20000;
  const double ms = median([&](int) { stridescope_mma<<<blocks, threads, shared_bytes>>>(A, B, C, repeat); });
  std::printf("correct: every element of %u tiles\n%.1f TFLOP/s, %d blocks a multiprocessor\n", blocks,
              flops * blocks * repeat / ms / 1e9, resident);
}
// @end
