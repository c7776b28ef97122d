// gemm_kernel as one file that nvcc builds: runs, proves and times it.
#include "core/base/text.h"
#include "core/codegen/gemm_plan.h"
#include "core/codegen/plan_tools.h"
#include "core/codegen/proof_text.h"

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
             swizzles[static_cast<int>(a.swizzle)], ", ", tma_l2_promotion.name,
             ", CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {\n"
             "    std::printf(\"error: cuTensorMapEncodeTiled refuses ",
             name == "a" ? "A" : "B", "\\n\");\n    return 1;\n  }\n");
}

}  // namespace

std::string standalone_text(const GemmPlan& plan) {
  const auto proof = proof_of(plan);
  if (!proof) return cat("// ", proof.error().message, '\n');
  const KernelText kernel = cuda_text(plan);
  const bool tma = plan.path == GemmPlan::Path::tma;
  std::string out = cat(standalone_begin("gemm", plan.needs, tma), kernel.text, check_text(*proof, false),
                        standalone_check, "\nint main() {\n");
  const auto count = [](const TensorIndex& t) { return t.index.largest() - t.index.smallest() + 1; };
  const auto bytes = [&](const TensorIndex& t, const DataType& type) {
    return (count(t) * value_format(type)->bits + 7) / 8;
  };
  // Where offset 0 is, in what the text calls an element: a byte where several share one.
  const auto base = [](const TensorIndex& t, const DataType& type) {
    return -t.index.smallest() / elements_in_byte(value_format(type)->bits);
  };
  append_all(out, "  const int threads = ", kernel.threads, ", shared_bytes = ", kernel.shared_bytes, ";\n",
             "  const double flops = ", 2 * plan.extents[0] * plan.extents[1] * plan.extents[2], ".0;\n",
             "  const long long a_elements = ", count(proof->a), ", b_elements = ", count(proof->b),
             ", c_elements = ", count(proof->c), ";\n  const long long a_bytes = ", bytes(proof->a, proof->type_a),
             ", b_bytes = ", bytes(proof->b, proof->type_b), ";\n");
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
  CHECK(cudaMalloc(&A, a_bytes));
  CHECK(cudaMalloc(&B, b_bytes));
  CHECK(cudaMalloc(&C, c_elements * sizeof *C));
  stridescope_fill_a<<<1024, 256>>>(A, a_elements, 1);
  stridescope_fill_b<<<1024, 256>>>(B, b_elements, 2);
  stridescope_poison<<<1024, 256>>>((unsigned char*)C, c_elements * (long long)sizeof *C);
)cuda");
  const std::int64_t low[] = {base(proof->a, proof->type_a), base(proof->b, proof->type_b),
                              base(proof->c, proof->type_c)};
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
  const std::string prove =
      cat("stridescope_check<<<4096, 256>>>(A + ", low[0], ", B + ", low[1], ", C + ", low[2], ", 1, wrong);");
  append_all(out, "  run();\n", standalone_verdict(prove), standalone_median("1"),
             R"cuda(  const double ms = median([&](int) { run(); });
  std::printf("correct: every element\n%.1f TFLOP/s, %.4f ms, %d blocks a multiprocessor\n", flops / ms / 1e9, ms, resident);
}
)cuda");
  return out;
}

}  // namespace stridescope
