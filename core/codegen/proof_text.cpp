#include "core/codegen/proof_text.h"

#include "core/base/text.h"
#include "core/codegen/kernel.h"

namespace stridescope {

const std::string_view element_code_text =
    R"cuda(// What element x of an input is made of: mixed, so that neighbours differ in every bit.
__device__ unsigned long long element_code(unsigned long long x, unsigned seed) {
  unsigned long long k = x + 0x9E3779B97F4A7C15ull * (seed + 1ull);
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ull;
  k = (k ^ (k >> 27)) * 0x94D049BB133111EBull;
  return k ^ (k >> 31);
}
)cuda";

const std::string_view poison_text =
    R"cuda(extern "C" __global__ void stridescope_poison(unsigned char* to, long long count) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) to[x] = 0xA5 ^ (x & 0x5A);
}
)cuda";

std::string offset_text(const TensorIndex& tensor, std::string_view name, std::string_view index) {
  std::string out = cat("__device__ long long ", name, "_offset(", index, " c) {\n  long long x = 0;\n");
  const std::string_view suffix = index.starts_with("unsigned") ? "u" : "LL";
  const auto& all = tensor.index.digits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    append_all(out, "  x += (long long)(c / ", all[i].divisor, suffix);
    if (i + 1 < all.size()) append_all(out, " % ", all[i].extent, suffix);
    append_all(out, ") * (", all[i].stride, "LL);\n");
  }
  for (const KernelSwizzle& s : tensor.swizzles) {
    append_all(out, "  x += ", s.offset, "LL;\n  x ^= (x & ", s.swizzle.yyy(), "LL) ",
               s.swizzle.shift >= 0 ? ">> " : "<< ", s.swizzle.shift >= 0 ? s.swizzle.shift : -s.swizzle.shift, ";\n");
  }
  return out + "  return x;\n}\n";
}

std::string element_read_text(int bits, std::string_view array, std::string_view x) {
  if (bits >= 8) return cat(array, '[', x, ']');
  int shift = 0;
  while (bits << shift < 8) ++shift;
  // Offsets below 0 too: the shift rounds down.
  return cat(array, '[', x, " >> ", shift, "] >> (", x, " & ", (1 << shift) - 1, ") * ", bits, " & ", (1 << bits) - 1);
}

std::string standalone_begin(std::string_view name, std::string_view needs, bool driver) {
  return cat("// Build: nvcc -std=c++17 -O3 ",
             needs.ends_with('a') ? "-gencode arch=compute_90a,code=sm_90a" : "-arch=native", " -o ", name, ' ', name,
             ".cu && ./", name, '\n', driver ? "#include <cuda.h>\n" : "",
             "#include <cuda_runtime.h>\n\n#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n",
             driver ? "#include <cstring>\n" : "", "#include <vector>\n\n");
}

const std::string_view standalone_check = R"cuda(
static void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  std::printf("error: %s: %s\n", what, cudaGetErrorString(e));
  std::exit(1);
}
#define CHECK(call) check(call, #call)
)cuda";

std::string standalone_verdict(std::string_view launch) {
  return cat("  unsigned long long* wrong = nullptr;\n  CHECK(cudaMalloc(&wrong, ", 1 + max_wrong_listed,
             " * sizeof *wrong));\n  CHECK(cudaMemset(wrong, 0, ", 1 + max_wrong_listed, " * sizeof *wrong));\n  ",
             launch, R"cuda(
  unsigned long long told[2] = {};
  CHECK(cudaMemcpy(told, wrong, sizeof told, cudaMemcpyDeviceToHost));
  if (told[0] != 0) {
    std::printf("wrong: %llu elements, the first at coordinate %llu\n", told[0], told[1]);
    return 1;
  }
)cuda");
}

std::string standalone_median(std::string_view turns) {
  return cat(R"cuda(  const auto median = [&](auto&& once) {
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> ms;
    for (int i = 0; i < 25; ++i) {
      CHECK(cudaEventRecord(begin));
      once(i % )cuda",
             turns, R"cuda();
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float t = 0;
      CHECK(cudaEventElapsedTime(&t, begin, end));
      if (i >= 4) ms.push_back(t);
    }
    std::sort(ms.begin(), ms.end());
    return ms[ms.size() / 2];
  };
)cuda");
}

}  // namespace stridescope
