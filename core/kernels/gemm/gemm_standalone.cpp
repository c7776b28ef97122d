// Writes gemm_kernel as one file for nvcc that runs, checks and times it.
#include "core/base/text.h"
#include "core/kernels/copy/tensor_map.h"
#include "core/kernels/gemm/gemm_fetch.h"
#include "core/kernels/gemm/gemm_plan.h"
#include "core/kernels/plan_tools.h"
#include "core/kernels/proof_text.h"

namespace stridescope {
std::string standalone_text(const GemmPlan& plan) {
  const auto proof = proof_of(plan);
  if (!proof) return cat("// ", english(proof.error().message), '\n');
  const KernelText kernel = cuda_text(plan);
  const bool engine = plan.path == GemmPlan::Path::tma;
  const auto count = [](const TensorIndex& t) { return t.index.largest() - t.index.smallest() + 1; };
  const auto bytes = [&](const TensorIndex& t, const DataType& type) {
    return (count(t) * value_format(type)->bits + 7) / 8;
  };
  // Index of offset 0 in the array: in elements, or in bytes if several elements share one.
  const auto begin = [](std::string_view array, const TensorIndex& t, const DataType& type) {
    return cat(array, " + ", -t.index.smallest() / elements_in_byte(value_format(type)->bits));
  };
  const std::string a = begin("A", proof->a, proof->type_a);
  const std::string b = begin("B", proof->b, proof->type_b);
  const std::string c = begin("C", proof->c, proof->type_c);
  const bool biased = plan.bias.has_value();
  const bool kept = plan.reads_c();
  std::string arguments = engine ? cat("map_a, map_b, ", plan.boxed ? "map_c" : c) : cat(a, ", ", b, ", ", c);
  if (kept && plan.boxed && fetch_of(plan).stages == 0) append_all(arguments, ", ", c);
  const std::string bias = biased ? begin("bias", proof->bias, proof->type_c) : std::string();
  if (biased) append_all(arguments, ", ", bias);
  if (kernel.work_bytes > 0) append_all(arguments, ", parts");
  MarkedText maps;
  if (engine) {
    maps = tensor_map_text(tensor_map_of(plan.tma_a.atom), "a");
    append(maps, tensor_map_text(tensor_map_of(plan.tma_b.atom), "b"));
    if (plan.boxed) append(maps, tensor_map_text(tensor_map_of(plan.boxed->atom), "c"));
  }
  MarkedText out = standalone_begin("gemm", plan.math.needs, engine);
  append_all(out.text, kernel.text, check_text(*proof, false));
  append(out, standalone_check());
  append(out, filled(templates::host_gemm, "main",
                     {{"MAPS", std::move(maps)},
                      {"THREADS", kernel.threads},
                      {"SHARED_BYTES", kernel.shared_bytes},
                      {"FLOPS", cat(2 * plan.extents[0] * plan.extents[1] * plan.extents[2], ".0")},
                      {"A_ELEMENTS", count(proof->a)},
                      {"B_ELEMENTS", count(proof->b)},
                      {"C_ELEMENTS", count(proof->c)},
                      {"A_MEMORY", bytes(proof->a, proof->type_a)},
                      {"B_MEMORY", bytes(proof->b, proof->type_b)},
                      {"BLOCKS", kernel.blocks},
                      {"ENGINE", engine},
                      {"STREAM", kernel.work_bytes > 0},
                      {"WORK_BYTES", kernel.work_bytes},
                      {"BOXED", plan.boxed.has_value()},
                      {"CLUSTER", kernel.cluster},
                      {"CLUSTERED", kernel.cluster > 1},
                      {"LARGE", kernel.cluster > max_cluster_blocks},
                      {"C_BEGIN", c},
                      {"ARGUMENTS", arguments},
                      {"KEPT", kept},
                      {"BIASED", biased},
                      {"BIAS_ELEMENTS", biased ? count(proof->bias) : 0},
                      {"VERDICT", standalone_verdict(
                                      cat("stridescope_check<<<4096, 256>>>(", a, ", ", b, ", ", c, ", 1, wrong);"))},
                      {"OCCUPANCY", standalone_occupancy("gemm")},
                      {"MATRICES", standalone_matrices()},
                      {"MEDIAN", standalone_median("1")}}));
  return std::move(out.text);
}

}  // namespace stridescope
