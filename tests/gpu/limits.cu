// Measures the limit of any product by mma.sync: the number of instructions of a product of N x N x N, by warps with 64
// x 64 of C each, alternating with cuBLASLt's product of the same random numbers. A line of JSON for each loop.
//
//   registers   only mma.sync; its operands stay in registers
//   zeros       the same on zeros, which take less power
//   ldmatrix    its operands by ldmatrix from shared memory that is never written, as a warp needs them for 64 x 64
//               of C
//
// Usage: limits N SECONDS   (limits.py builds it, with -DBFLOAT for bfloat16_t)
#include <cublasLt.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef BFLOAT
#define TYPE "bf16"
constexpr cudaDataType_t element = CUDA_R_16BF;
constexpr int mantissa = 7, first_exponent = 124;
#else
#define TYPE "f16"
constexpr cudaDataType_t element = CUDA_R_16F;
constexpr int mantissa = 10, first_exponent = 12;
#endif

constexpr int warps = 8, atoms_m = 4, atoms_n = 8, steps = 4;  // per warp: atoms, and k-steps of 16 in one iteration
constexpr int words = 48 * 1024 / 4;                           // of shared memory: A of 128 x 64 and B of 256 x 64

static void check(int error, const char* what) {
  if (error == 0) return;
  std::printf("error %d: %s\n", error, what);
  std::exit(1);
}
#define CHECK(call) check(static_cast<int>(call), #call)

// Fills matrices like the runner: a sign, and a magnitude from 1/8 to below 2.
__global__ void fill(unsigned short* to, long long count, unsigned seed) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long x = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; x < count; x += step) {
    unsigned long long k = x + 0x9E3779B97F4A7C15ull * (seed + 1ull);
    k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ull;
    k = (k ^ (k >> 27)) * 0x94D049BB133111EBull;
    k ^= k >> 31;
    to[x] = static_cast<unsigned short>(k >> 63 << 15 | ((k & 3) + first_exponent) << mantissa |
                                        (k >> 8 & ((1ull << mantissa) - 1)));
  }
}

__device__ __forceinline__ void multiply_one(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." TYPE "." TYPE
               ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// The eight loads of one k-step: rows of 128 bytes in chunks of 16 bytes, swizzled so that no bank is used twice.
__device__ __forceinline__ void load(unsigned* x, unsigned shared, int k) {
  const int t = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned a = shared + warp % 2 * 8192 + t % 16 * 128 + ((t / 16 % 2 * 16) ^ (t % 8 * 16) ^ (k * 32));
  const unsigned b =
      shared + 16384 + warp / 2 * 8192 + (t % 8 + t / 16 * 8) * 128 + ((t / 8 % 2 * 16) ^ (t % 8 * 16) ^ (k * 32));
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    unsigned* to = x + 4 * i;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"((i < 4 ? a : b) + i % 4 * 2048));
  }
}

template <bool FED>
__global__ void __launch_bounds__(32 * warps, 1) loop(const uint4* from, float* to, int repeat) {
  __shared__ __align__(1024) uint4 bytes[words / 4];
#pragma unroll
  for (int i = 0; i < words / 4; i += 32 * warps) bytes[i + threadIdx.x] = from[i + threadIdx.x];
  __syncthreads();
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(bytes));
  unsigned x[2][32];
  float c[4 * atoms_m * atoms_n] = {};
  load(x[0], shared, 0);
  load(x[1], shared, 1);
#pragma unroll 1
  for (int r = 0; r < repeat; ++r) {
#pragma unroll
    for (int k = 0; k < steps; ++k) {
      const unsigned* a = x[k % 2];
      if (FED) load(x[1 - k % 2], shared, (k + 1) % steps);
#pragma unroll
      for (int m = 0; m < atoms_m; ++m) {
#pragma unroll
        for (int i = 0; i < atoms_n; ++i) {
          const int n = m % 2 == 0 ? i : atoms_n - 1 - i;
          multiply_one(c + 4 * (m + atoms_m * n), a + 4 * m, a + 16 + 2 * n);
        }
      }
    }
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 4 * atoms_m * atoms_n; ++i) sum += c[i];
  to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The clocks of each multiprocessor: cycles and nanoseconds.
__global__ void stamp(unsigned long long* to) {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  to[2 * sm] = clock64(), to[2 * sm + 1] = ns;
}

static double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x.empty() ? 0 : x[x.size() / 2];
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const long long n = std::atoll(argv[1]), elements = n * n;
  const double seconds = std::atof(argv[2]);
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const int sms = device.multiProcessorCount, room = 200 * 1024;  // so that each multiprocessor has one stamp
  unsigned short *a, *b, *c, *zeros;
  float* sums;
  void* workspace;
  const size_t workspace_bytes = 32 << 20;
  CHECK(cudaMalloc(&a, 2 * elements));
  CHECK(cudaMalloc(&b, 2 * elements));
  CHECK(cudaMalloc(&c, 2 * elements));
  CHECK(cudaMalloc(&zeros, 4 * words));
  CHECK(cudaMalloc(&sums, 4 * sms * 32 * warps));
  CHECK(cudaMalloc(&workspace, workspace_bytes));
  CHECK(cudaMemset(zeros, 0, 4 * words));
  fill<<<2048, 256>>>(a, elements, 1);
  fill<<<2048, 256>>>(b, elements, 2);
  CHECK(cudaFuncSetAttribute(stamp, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
  // A change to a kernel with another division of a multiprocessor's memory takes time.
  for (const auto kernel : {loop<false>, loop<true>})
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100));

  // C = A B^T, all row-major: the library computes C^T = B A^T, column-major.
  cublasLtHandle_t lt;
  cublasLtMatmulDesc_t operation;
  cublasLtMatrixLayout_t layout;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t found;
  const cublasOperation_t transposed = CUBLAS_OP_T;
  int count = 0;
  CHECK(cublasLtCreate(&lt));
  CHECK(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  CHECK(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed));
  CHECK(cublasLtMatrixLayoutCreate(&layout, element, n, n, n));
  CHECK(cublasLtMatmulPreferenceCreate(&preference));
  CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_bytes,
                                             sizeof workspace_bytes));
  CHECK(cublasLtMatmulAlgoGetHeuristic(lt, operation, layout, layout, layout, layout, preference, 1, &found, &count));
  const float one = 1, zero = 0;
  const auto vendor = [&] {
    CHECK(cublasLtMatmul(lt, operation, &one, b, layout, a, layout, &zero, c, layout, c, layout, &found.algo, workspace,
                         workspace_bytes, nullptr));
  };

  // As many instructions as the product has.
  const long long a_turn = steps * atoms_m * atoms_n * static_cast<long long>(warps) * sms;
  const int repeat = static_cast<int>((n * n * n / 2048 + a_turn - 1) / a_turn);
  const double instructions = static_cast<double>(a_turn) * repeat, flops = 4096 * instructions;
  const size_t rounds = 32;
  std::vector<cudaEvent_t> events(4 * rounds);
  for (cudaEvent_t& e : events) CHECK(cudaEventCreate(&e));
  unsigned long long* stamps;
  std::vector<unsigned long long> clocks(2 * sms * (2 * rounds + 1));
  CHECK(cudaMalloc(&stamps, 8 * clocks.size()));
  for (const char* name : {"registers", "zeros", "ldmatrix"}) {
    std::vector<double> ours, theirs, cycles, mhz, their_mhz;
    double left = seconds * 1000;
    for (bool warm = false; left > 0; warm = true) {
      const auto mark = [&](size_t i) { stamp<<<sms, 1, room>>>(stamps + 2 * sms * i); };
      mark(0);
      for (size_t r = 0; r < rounds; ++r) {
        CHECK(cudaEventRecord(events[4 * r]));
        const auto* from = reinterpret_cast<const uint4*>(name[0] == 'z' ? zeros : a);
        if (name[0] == 'l') {
          loop<true><<<sms, 32 * warps>>>(from, sums, repeat);
        } else {
          loop<false><<<sms, 32 * warps>>>(from, sums, repeat);
        }
        CHECK(cudaEventRecord(events[4 * r + 1]));
        mark(2 * r + 1);
        CHECK(cudaEventRecord(events[4 * r + 2]));
        vendor();
        CHECK(cudaEventRecord(events[4 * r + 3]));
        mark(2 * r + 2);
      }
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaMemcpy(clocks.data(), stamps, 8 * clocks.size(), cudaMemcpyDeviceToHost));
      for (size_t r = 0; r < rounds; ++r) {
        float our_ms, their_ms;
        CHECK(cudaEventElapsedTime(&our_ms, events[4 * r], events[4 * r + 1]));
        CHECK(cudaEventElapsedTime(&their_ms, events[4 * r + 2], events[4 * r + 3]));
        left -= our_ms + their_ms;
        if (!warm) continue;
        const auto rate = [&](size_t i) {  // cycles per microsecond between two stamps
          std::vector<double> of;
          for (int sm = 0; sm < sms; ++sm) {
            const auto difference = [&](int what) {
              return static_cast<double>(clocks[2 * (sms * (i + 1) + sm) + what] - clocks[2 * (sms * i + sm) + what]);
            };
            of.push_back(difference(0) / difference(1) * 1000);
          }
          return median(of);
        };
        ours.push_back(our_ms), theirs.push_back(their_ms);
        mhz.push_back(rate(2 * r)), their_mhz.push_back(rate(2 * r + 1));
        cycles.push_back(our_ms * mhz.back() * 1000 * 4 * sms / instructions);
      }
    }
    const double rate = flops / median(ours) / 1e9, their_rate = 2.0 * n * n * n / median(theirs) / 1e9;
    std::printf(
        "{\"size\": %lld, \"multiprocessors\": %d, \"loop\": \"%s\", \"ms\": %.4f, \"tflop_per_s\": %.1f, "
        "\"cublaslt_tflop_per_s\": %.1f, "
        "\"ratio\": %.4f, \"cycles\": %.3f, \"mhz\": %.0f, \"cublaslt_mhz\": %.0f, \"runs\": %zu}\n",
        n, sms, name, median(ours), rate, their_rate, rate / their_rate, median(cycles), median(mhz), median(their_mhz),
        ours.size());
  }
  return 0;
}
