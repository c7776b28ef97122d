// One cp.async of 16 bytes a lane, which bypasses L1, with given addresses: lines "MASK GLOBAL... SHARED..." of the
// standard input (32 and 32 numbers, in units of 16 bytes), a launch each. bypass.py counts their sectors.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Addresses {
  uint32_t global[32];
  uint32_t shared[32];
};

__global__ void probe(const __grid_constant__ Addresses at, uint32_t mask, const char* from, uint4* out) {
  extern __shared__ __align__(1024) char s[];
  const uint32_t lane = threadIdx.x;
  if (mask >> lane & 1) {
    const uint32_t to = static_cast<uint32_t>(__cvta_generic_to_shared(s)) + 16 * at.shared[lane];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from + 16 * at.global[lane]) : "memory");
  }
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncwarp();
  out[lane] = reinterpret_cast<const uint4*>(s)[at.shared[lane]];
}

int main() {
  char* from;
  uint4* out;
  cudaMalloc(&from, 1 << 20);
  cudaMemset(from, 1, 1 << 20);
  cudaMalloc(&out, 512);
  static char line[8192];
  while (std::fgets(line, sizeof line, stdin)) {
    char* p = line;
    const uint32_t mask = std::strtoul(p, &p, 16);
    Addresses at;
    for (uint32_t& one : at.global) one = std::strtoul(p, &p, 10);
    for (uint32_t& one : at.shared) one = std::strtoul(p, &p, 10);
    probe<<<1, 32, 32768>>>(at, mask, from, out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
}
