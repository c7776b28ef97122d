#include "core/codegen/proof_text.h"

#include "core/base/text.h"
#include "core/codegen/kernel.h"

namespace stridescope {

MarkedText element_code_text() { return filled(templates::proof, "element_code", {}); }
MarkedText poison_text() { return filled(templates::proof, "poison", {}); }

MarkedText offset_text(const TensorIndex& tensor, std::string_view name, std::string_view index) {
  const std::string_view suffix = index.starts_with("unsigned") ? "u" : "LL";
  const auto& all = tensor.index.digits;
  std::vector<Holes> digits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string quotient = cat("c / ", all[i].divisor, suffix);
    if (i + 1 < all.size()) append_all(quotient, " % ", all[i].extent, suffix);
    digits.push_back({{"QUOTIENT", quotient}, {"STRIDE", cat(all[i].stride, "LL")}});
  }
  std::vector<Holes> swizzles;
  for (const KernelSwizzle& s : tensor.swizzles) {
    const int shift = s.swizzle.shift;
    swizzles.push_back({{"OFFSET", cat(s.offset, "LL")},
                        {"BITS", cat(s.swizzle.yyy(), "LL")},
                        {"SHIFT", cat(shift >= 0 ? ">> " : "<< ", shift >= 0 ? shift : -shift)}});
  }
  return filled(templates::proof, "offset",
                {{"NAME", name}, {"INDEX", index}, {"DIGIT", std::move(digits)}, {"SWIZZLE", std::move(swizzles)}});
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
