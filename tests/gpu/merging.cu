// One load from shared memory by a warp, of given lanes and addresses: lines "BYTES PREDICATED MASK THREADS ADDRESS..."
// of the standard input, a launch each. merging.py counts them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
template <int B, bool PRED>
__global__ void probe(const uint32_t* at, uint32_t mask, uint32_t* out) {
  extern __shared__ uint32_t s[];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = i;
  __syncthreads();
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(s)) + at[threadIdx.x];
  uint32_t x = 0, y = 0, z = 0, w = 0;
  const uint32_t on = mask >> threadIdx.x & 1;
  if constexpr (PRED) {
    if constexpr (B == 16)
      asm volatile("{.reg .pred p; setp.ne.u32 p, %5, 0; @p ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];}"
                   : "+r"(x), "+r"(y), "+r"(z), "+r"(w)
                   : "r"(base), "r"(on));
    else
      asm volatile("{.reg .pred p; setp.ne.u32 p, %3, 0; @p ld.shared.v2.u32 {%0,%1}, [%2];}"
                   : "+r"(x), "+r"(y)
                   : "r"(base), "r"(on));
  } else if (on) {
    if constexpr (B == 16)
      asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(base));
    else
      asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(x), "=r"(y) : "r"(base));
    for (int i = 0; i < 3; ++i) x = x * 1664525u + y;  // a branch, no predicate
    __nanosleep(x & 1);
  }
  out[threadIdx.x] = x + y + z + w;
}
int main() {
  uint32_t *at, *out;
  cudaMalloc(&at, 128);
  cudaMalloc(&out, 128);
  char line[4096];
  while (std::fgets(line, sizeof line, stdin)) {
    char* p = line;
    const int b = std::strtol(p, &p, 10), pred = std::strtol(p, &p, 10);
    const uint32_t mask = std::strtoul(p, &p, 16);
    const int threads = std::strtol(p, &p, 10);
    uint32_t a[32];
    for (uint32_t& one : a) one = std::strtoul(p, &p, 10);
    cudaMemcpy(at, a, 128, cudaMemcpyHostToDevice);
    if (b == 16) {
      if (pred)
        probe<16, true><<<1, threads, 16384>>>(at, mask, out);
      else
        probe<16, false><<<1, threads, 16384>>>(at, mask, out);
    } else {
      if (pred)
        probe<8, true><<<1, threads, 16384>>>(at, mask, out);
      else
        probe<8, false><<<1, threads, 16384>>>(at, mask, out);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
}
