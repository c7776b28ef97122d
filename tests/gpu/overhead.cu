// Measures the cost of tracing: a product of matrices, launched LAUNCHES times; the time of each launch, and of the
// whole program. Usage: overhead N LAUNCHES (trace.py runs it with and without tracing)
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
constexpr int T = 16;
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float s[T][T], t[T][T];
  const int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    s[threadIdx.y][threadIdx.x] = a[i * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + j];
    __syncthreads();
    for (int q = 0; q < T; ++q) sum += s[threadIdx.y][q] * t[q][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
int main(int argc, char** argv) {
  const auto begin = std::chrono::steady_clock::now();
  const int n = std::atoi(argv[1]), launches = std::atoi(argv[2]);
  float *a, *b, *c;
  const size_t bytes = sizeof(float) * n * n;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  std::vector<float> one(size_t(n) * n, 1.0f);
  cudaMemcpy(a, one.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, one.data(), bytes, cudaMemcpyHostToDevice);
  cudaEvent_t from, to;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  for (int i = 0; i < launches; ++i) {
    const auto wall = std::chrono::steady_clock::now();
    cudaEventRecord(from);
    product<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, c, n);
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    float ms = 0;
    cudaEventElapsedTime(&ms, from, to);
    std::printf("launch %d %.3f ms, wall %.3f ms\n", i, ms,
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall).count());
  }
  cudaMemcpy(one.data(), c, bytes, cudaMemcpyDeviceToHost);
  std::printf("c[0] %g, all %.3f s\n", one[0],
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}
