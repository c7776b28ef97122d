// Programs to trace: kernels with known accesses, one after the other, with a sum of what each wrote, so that a traced
// run can be compared with an untraced one.
//   nvcc -O3 -lineinfo -arch=sm_90 traced.cu -o traced
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int n = 256;

// Rows in, columns out of a 32x32 tile: the shared load is a 32-way conflict on purpose.
__global__ void transpose_conflict(const float* a, float* b) {
  __shared__ float s[32][32];
  for (int j = threadIdx.y; j < 32; j += 8) s[j][threadIdx.x] = a[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) b[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = s[threadIdx.x][j];
}
__global__ void transpose_padded(const float* a, float* b) {
  __shared__ float s[32][33];
  for (int j = threadIdx.y; j < 32; j += 8) s[j][threadIdx.x] = a[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) b[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = s[threadIdx.x][j];
}
__global__ void transpose_swizzled(const float* a, float* b) {
  __shared__ float s[32][32];
  for (int j = threadIdx.y; j < 32; j += 8)
    s[j][threadIdx.x ^ j] = a[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    b[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = s[threadIdx.x][j ^ threadIdx.x];
}
// Columns of global memory: one sector per lane.
__global__ void strided(const float* a, float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[(i % n) * n + i / n];
}
// A product of m x m matrices, with m not a multiple of the tile: masks at the edges.
__global__ void product(const float* a, const float* b, float* c, int m) {
  __shared__ float sa[16][16], sb[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < m; k += 16) {
    sa[threadIdx.y][threadIdx.x] = row < m && k + threadIdx.x < m ? a[row * m + k + threadIdx.x] : 0.f;
    sb[threadIdx.y][threadIdx.x] = column < m && k + threadIdx.y < m ? b[(k + threadIdx.y) * m + column] : 0.f;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < m) c[row * m + column] = sum;
}
// A tree in shared memory: each step has fewer threads.
__global__ void reduction(const float* a, float* b) {
  __shared__ float s[256];
  s[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x];
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}
// A loop over a tile with rows of 48 elements at a stride of 52: the index continues from threads to repetitions.
__global__ void running(const float* a, float* b) {
  __shared__ float s[32 * 52];
  for (int i = threadIdx.x; i < 32 * 48; i += 128) s[i / 48 * 52 + i % 48] = a[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 32 * 48; i += 128) b[i] = s[i / 48 * 52 + i % 48] + 1.f;
}
// The data determines the addresses: not a layout.
__global__ void histogram(const float* a, unsigned* b) {
  __shared__ unsigned s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[static_cast<unsigned>(a[blockIdx.x * 256 + threadIdx.x] * 7919.f) % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&b[threadIdx.x], s[threadIdx.x]);
}
// Rows of 128 bytes by cp.async with Sw<3,4,3>, read by ldmatrix.
__global__ void matrices(const half* a, half* b) {
  __shared__ __align__(1024) half s[64 * 64];
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  const auto swizzled = [](unsigned x) { return x ^ (x >> 3 & 0x70); };
  for (unsigned i = threadIdx.x; i < 512; i += 128)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(base + swizzled(16 * i)), "l"(a + 8 * i));
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  for (unsigned k = 0; k < 4; ++k) {
    unsigned r[4];
    const unsigned at = (16 * warp + lane % 16) * 128 + k * 32 + lane / 16 * 16;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(base + swizzled(at)));
    reinterpret_cast<uint4*>(b)[(k * 4 + warp) * 32 + lane] = make_uint4(r[0], r[1], r[2], r[3]);
  }
}
// One thread requests a row from the copy engine; all threads wait for it.
__global__ void bulk(const float* a, float* b) {
  __shared__ __align__(128) float s[1024];
  __shared__ uint64_t arrived;
  const unsigned barrier = static_cast<unsigned>(__cvta_generic_to_shared(&arrived));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 4096;" ::"r"(barrier));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(s))),
                 "l"(a + 1024 * blockIdx.x), "r"(barrier)
                 : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n.reg .pred p;\nagain: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n@!p bra again;\n}" ::"r"(barrier)
      : "memory");
  for (int i = threadIdx.x; i < 1024; i += 256) b[1024 * blockIdx.x + i] = 2.f * s[i];
}
// A hazard on purpose: a read of another warp's write without a barrier, and a read of a word that is never written.
__global__ void hazard(const float* a, float* b) {
  __shared__ float s[257];
  s[threadIdx.x] = a[threadIdx.x];
  b[threadIdx.x] = s[255 - threadIdx.x] * 0.f + (threadIdx.x == 0 ? s[256] * 0.f : 0.f);
}

template <class Launch>
void show(const char* name, float* out, std::size_t bytes, const Launch& launch) {
  cudaMemset(out, 0, bytes);
  launch();
  if (const cudaError_t failed = cudaDeviceSynchronize(); failed != cudaSuccess)
    std::printf("%s: %s\n", name, cudaGetErrorString(failed));
  std::vector<uint32_t> words(bytes / 4);
  cudaMemcpy(words.data(), out, bytes, cudaMemcpyDeviceToHost);
  uint64_t sum = 0;
  for (const uint32_t word : words) sum = sum * 31 + word;
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(sum));
}

int main() {
  constexpr std::size_t bytes = std::size_t{4} * n * n;
  std::vector<float> values(n * n);
  for (int i = 0; i < n * n; ++i) values[i] = static_cast<float>(i * 2654435761u % 1000) / 997.f;
  float *a, *b;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMemcpy(a, values.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 grid(n / 32, n / 32), block(32, 8);
  show("transpose_conflict", b, bytes, [&] { transpose_conflict<<<grid, block>>>(a, b); });
  show("transpose_padded", b, bytes, [&] { transpose_padded<<<grid, block>>>(a, b); });
  show("transpose_swizzled", b, bytes, [&] { transpose_swizzled<<<grid, block>>>(a, b); });
  show("strided", b, bytes, [&] { strided<<<n * n / 256, 256>>>(a, b); });
  show("product", b, bytes, [&] { product<<<dim3(7, 7), dim3(16, 16)>>>(a, a + 20000, b, 100); });
  show("reduction", b, bytes, [&] { reduction<<<n * n / 256, 256>>>(a, b); });
  show("running", b, bytes, [&] { running<<<1, 128>>>(a, b); });
  show("histogram", b, bytes, [&] { histogram<<<n * n / 256, 256>>>(a, reinterpret_cast<unsigned*>(b)); });
  show("matrices", b, bytes, [&] { matrices<<<1, 128>>>(reinterpret_cast<half*>(a), reinterpret_cast<half*>(b)); });
  show("bulk", b, bytes, [&] { bulk<<<4, 256>>>(a, b); });
  show("hazard", b, bytes, [&] { hazard<<<1, 256>>>(a, b); });
}
