// gemm_kernel as one file that nvcc builds: runs, proves and times it.
#include "core/base/text.h"
#include "core/codegen/gemm_plan.h"

namespace stridescope {
namespace {

std::string list(const std::vector<std::int64_t>& values, std::size_t from) {
  std::string out = "{";
  for (std::size_t i = from; i < values.size(); ++i) append_all(out, i == from ? "" : ", ", values[i]);
  return out + "}";
}

std::string map_text(const GemmTma& tma, std::string_view name) {
  const TmaAtom& a = tma.atom;
  const char* type = a.element_bits == 8    ? "UINT8"
                     : a.element_bits == 16 ? "UINT16"
                     : a.element_bits == 32 ? "UINT32"
                                            : "UINT64";
  const char* swizzles[] = {"NONE", "32B", "64B", "128B", "128B_ATOM_32B"};
  return cat("  const cuuint64_t extents_", name, "[] = ", list(a.extents, 0), ", strides_", name,
             "[] = ", list(a.stride_bytes, 0), ";\n  const cuuint32_t box_", name, "[] = ", list(a.box, 0),
             ";\n  TensorMap map_", name, ";\n  if (encode((CUtensorMap*)&map_", name, ", CU_TENSOR_MAP_DATA_TYPE_",
             type, ", ", a.extents.size(), ", ", name == "a" ? "A" : "B", ", extents_", name, ", strides_", name,
             ", box_", name, ", steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_",
             swizzles[static_cast<int>(a.swizzle)],
             ", CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {\n"
             "    std::printf(\"error: cuTensorMapEncodeTiled refuses ",
             name == "a" ? "A" : "B", "\\n\");\n    return 1;\n  }\n");
}

}  // namespace

std::string standalone_text(const GemmPlan& plan) {
  const auto proof = proof_of(plan);
  if (!proof) return cat("// ", proof.error().message, '\n');
  const KernelText kernel = cuda_text(plan);
  const bool tma = plan.path == GemmPlan::Path::tma;
  std::string out = cat(
      "// Build: nvcc -std=c++17 -O3 ",
      plan.needs.ends_with('a') ? "-gencode arch=compute_90a,code=sm_90a" : "-arch=native",
      " -o gemm gemm.cu && ./gemm\n", tma ? "#include <cuda.h>\n" : "",
      "#include <cuda_runtime.h>\n\n#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n\n",
      kernel.text, check_text(*proof, false));
  const auto count = [](const TensorIndex& t) { return t.index.largest() - t.index.smallest() + 1; };
  append_all(out, R"cuda(
static void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  std::printf("error: %s: %s\n", what, cudaGetErrorString(e));
  std::exit(1);
}
#define CHECK(call) check(call, #call)

int main() {
)cuda",
             "  const int threads = ", kernel.threads, ", shared_bytes = ", kernel.shared_bytes, ";\n",
             "  const double flops = ", 2 * plan.extents[0] * plan.extents[1] * plan.extents[2], ".0;\n",
             "  const long long a_elements = ", count(proof->a), ", b_elements = ", count(proof->b),
             ", c_elements = ", count(proof->c), ";\n");
  append_all(out, R"cuda(  int device = 0, processors = 0, resident = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  if (shared_bytes > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  }
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stridescope_gemm, threads, shared_bytes));
  AElement* A = nullptr;
  BElement* B = nullptr;
  CElement* C = nullptr;
  CHECK(cudaMalloc(&A, a_elements * sizeof *A));
  CHECK(cudaMalloc(&B, b_elements * sizeof *B));
  CHECK(cudaMalloc(&C, c_elements * sizeof *C));
  stridescope_fill_a<<<1024, 256>>>(A, a_elements, 1);
  stridescope_fill_b<<<1024, 256>>>(B, b_elements, 2);
  stridescope_poison<<<1024, 256>>>((unsigned char*)C, c_elements * (long long)sizeof *C);
)cuda");
  const std::int64_t low[] = {-proof->a.index.smallest(), -proof->b.index.smallest(), -proof->c.index.smallest()};
  if (tma) {
    append_all(out, R"cuda(  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found));
  const auto encode = (decltype(&cuTensorMapEncodeTiled))entry;
  const cuuint32_t steps[] = {1, 1, 1, 1, 1};
)cuda",
               map_text(plan.tma_a, "a"), map_text(plan.tma_b, "b"), "  const unsigned blocks = std::min(", plan.tiles,
               ", processors * resident);\n  const auto run = [&] { stridescope_gemm<<<blocks, threads, "
               "shared_bytes>>>(map_a, map_b, C + ",
               low[2], "); };\n");
  } else {
    append_all(out, "  const auto run = [&] { stridescope_gemm<<<", plan.tiles, ", threads, shared_bytes>>>(A + ",
               low[0], ", B + ", low[1], ", C + ", low[2], "); };\n");
  }
  append_all(out, R"cuda(  run();
  unsigned long long* wrong = nullptr;
  CHECK(cudaMalloc(&wrong, 65 * sizeof *wrong));
  CHECK(cudaMemset(wrong, 0, 65 * sizeof *wrong));
)cuda",
             "  stridescope_check<<<4096, 256>>>(A + ", low[0], ", B + ", low[1], ", C + ", low[2], ", 1, wrong);\n");
  append_all(out, R"cuda(  unsigned long long found_wrong[2] = {};
  CHECK(cudaMemcpy(found_wrong, wrong, sizeof found_wrong, cudaMemcpyDeviceToHost));
  if (found_wrong[0] != 0) {
    std::printf("wrong: %llu elements, the first at coordinate %llu\n", found_wrong[0], found_wrong[1]);
    return 1;
  }
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < 25; ++i) {
    float ms = 0;
    CHECK(cudaEventRecord(begin));
    run();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 4) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  const double ms = times[times.size() / 2];
  std::printf("correct: every element\n%.1f TFLOP/s, %.4f ms, %d blocks a multiprocessor\n", flops / ms / 1e9, ms, resident);
}
)cuda");
  return out;
}

}  // namespace stridescope
