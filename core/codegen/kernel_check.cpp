// The kernels that prove a copy, and the file that nvcc builds.
#include "core/base/text.h"
#include "core/codegen/kernel_writer.h"
#include "core/codegen/proof_text.h"

namespace stridescope {
namespace {

std::string same(int bytes) {
  if (bytes <= 4) return "a == b";
  return bytes == 8 ? "a.x == b.x && a.y == b.y" : "a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w";
}

// NAME_map_of(base): the tensor's descriptor, made by the driver.
std::string map_function(std::string_view name, const TmaTransfer& transfer) {
  const auto list = [](const auto& values) {
    std::string out;
    for (const auto& v : values) append_all(out, out.empty() ? "" : ", ", v);
    return out;
  };
  const TmaAtom& atom = transfer.atom;
  const char* swizzle = atom.swizzle == SwizzleMode::b128  ? "128B"
                        : atom.swizzle == SwizzleMode::b64 ? "64B"
                        : atom.swizzle == SwizzleMode::b32 ? "32B"
                                                           : "NONE";
  std::vector<std::int64_t> strides = atom.stride_bytes;
  strides.push_back(0);  // one more than is read: an array has an element
  return cat("static TensorMap ", name, "_map_of(Element* base) {\n",
             "  void* encode = nullptr;\n  cudaDriverEntryPointQueryResult found;\n",
             "  CHECK(cudaGetDriverEntryPointByVersion(\"cuTensorMapEncodeTiled\", &encode, 12000, cudaEnableDefault, "
             "&found));\n",
             "  const cuuint64_t extents[] = {", list(atom.extents), "};\n  const cuuint64_t strides[] = {",
             list(strides), "};  // bytes, of the dimensions after the first\n  const cuuint32_t box[] = {",
             list(atom.box), "};\n  const cuuint32_t steps[] = {", list(std::vector<int>(atom.modes.size(), 1)),
             "};\n  CUtensorMap map;\n",
             "  const CUresult e = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(\n      &map, "
             "CU_TENSOR_MAP_DATA_TYPE_UINT",
             atom.element_bits, ", ", atom.modes.size(),
             ", base, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,\n      CU_TENSOR_MAP_SWIZZLE_",
             swizzle, ", ", tma_l2_promotion.name, ", CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n",
             "  if (e != CUDA_SUCCESS) {\n    std::printf(\"error: cuTensorMapEncodeTiled: %d\\n\", (int)e);\n    "
             "std::exit(1);\n  }\n",
             "  TensorMap out;\n  std::memcpy(&out, &map, sizeof out);\n  return out;\n}\n");
}

}  // namespace

std::uint64_t element_code(std::uint64_t x, std::uint32_t seed) {
  std::uint64_t k = x + 0x9E3779B97F4A7C15ULL * (seed + 1ULL);
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ULL;
  k = (k ^ (k >> 27)) * 0x94D049BB133111EBULL;
  return k ^ (k >> 31);
}

std::string check_text(const CopyPlan& plan, bool with_element_type) {
  // The plan exists, so both layouts can be addressed.
  const auto src = tensor_index(plan.kernel.src);
  const auto dst = tensor_index(plan.kernel.dst);
  const int bytes = plan.unit_bytes();
  const Holes common = {{"PACKED", plan.unit_elements() > 1}};
  MarkedText offsets = offset_text(src ? *src : TensorIndex{}, "src", "long long");
  append(offsets, offset_text(dst ? *dst : TensorIndex{}, "dst", "long long"));
  MarkedText out = filled(templates::copy_proof, "proof",
                          {{"TYPED", with_element_type},
                           {"TYPE", access_type(bytes)},
                           {"OFFSETS", std::move(offsets)},
                           {"CODE", element_code_text()},
                           {"PAIR", bytes == 8},
                           {"QUAD", bytes == 16},
                           {"READ", element_read_text(plan.element_bits, "p", "x")},
                           {"SAME", same(bytes)}},
                          common);
  append(out, poison_text());
  append(out, filled(templates::copy_proof, "check",
                     {{"ELEMENTS", cat(plan.elements, "LL")}, {"LISTED", max_wrong_listed}}, common));
  return std::move(out.text);
}

std::string standalone_text(const CopyPlan& plan) {
  const bool engine = plan.tma_load || plan.tma_store;
  std::string out =
      cat(standalone_begin("copy", {}, engine), cuda_text(plan).text, '\n', check_text(plan, false), standalone_check);
  if (plan.tma_load) out.append(map_function("src", *plan.tma_load));
  if (plan.tma_store) out.append(map_function("dst", *plan.tma_store));
  out.append(R"cuda(
int main() {
  // Two buffers of each kind at least, and more than the L2 cache together: no run finds its data there.
)cuda");
  // Where several elements share a byte, an Element is that byte.
  const std::int64_t each = plan.unit_elements();
  const std::int64_t src_elements = (plan.src.highest - plan.src.lowest + each) / each;
  const std::int64_t dst_elements = (plan.dst.highest - plan.dst.lowest + each) / each;
  append_all(out, "  const long long src_elements = ", src_elements, "LL, dst_elements = ", dst_elements, "LL;\n",
             "  const long long src_base = ", -plan.src.lowest / each, "LL, dst_base = ", -plan.dst.lowest / each,
             "LL;  // below it: negative strides\n", "  const double bytes_moved = ", plan.bytes_moved(),
             ".0;  // read plus written\n", "  const int shared_bytes = ", plan.shared_bytes, ";\n",
             "  const unsigned blocks = ", plan.tiles, "u, threads = ", plan.threads, "u;\n");
  append_all(out, R"cuda(  const long long pair = (src_elements + dst_elements) * (long long)sizeof(Element);
  const int pairs = (int)std::min<long long>(16, 2 + (256ll << 20) / pair);
  if (shared_bytes > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_copy, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  }
  std::vector<Element*> src(pairs), dst(pairs);
  for (int i = 0; i < pairs; ++i) {
    CHECK(cudaMalloc(&src[i], src_elements * sizeof(Element)));
    CHECK(cudaMalloc(&dst[i], dst_elements * sizeof(Element)));
    stridescope_fill<<<1024, 256>>>(src[i], src_elements, i);
    stridescope_poison<<<1024, 256>>>(reinterpret_cast<unsigned char*>(dst[i]), dst_elements * (long long)sizeof(Element));
  }
)cuda");
  std::string maps;
  if (plan.tma_load) maps += ", src_maps[i]";
  if (plan.tma_store) maps += ", dst_maps[i]";
  if (engine) {
    out.append("  std::vector<TensorMap> src_maps(pairs), dst_maps(pairs);\n  for (int i = 0; i < pairs; ++i) {\n");
    if (plan.tma_load) out.append("    src_maps[i] = src_map_of(src[i]);\n");
    if (plan.tma_store) out.append("    dst_maps[i] = dst_map_of(dst[i]);\n");
    out.append("  }\n");
  }
  if (plan.persistent) {
    out.append(
        "  int resident = 1, processors = 1;  // as many blocks as fit on the GPU\n"
        "  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stridescope_copy, threads, shared_bytes));\n"
        "  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));\n"
        "  const unsigned grid = std::min<unsigned>(blocks, resident * processors);\n");
  } else {
    out.append("  const unsigned grid = blocks;\n");
  }
  append_all(
      out,
      "  const auto run = [&](int i) { stridescope_copy<<<grid, threads, shared_bytes>>>(src[i] + src_base, dst[i] + "
      "dst_base",
      maps, "); };\n", "  run(0);\n",
      standalone_verdict("stridescope_check<<<1024, 256>>>(src[0] + src_base, dst[0] + dst_base, wrong);"),
      standalone_median("pairs"), R"cuda(  const float kernel = median(run);
  const long long copied = std::min(src_elements, dst_elements) * (long long)sizeof(Element);
  const float memcpy_ms = median([&](int i) { CHECK(cudaMemcpyAsync(dst[i], src[i], copied, cudaMemcpyDeviceToDevice)); });
  const double rate = bytes_moved / kernel / 1e6, yardstick = 2.0 * copied / memcpy_ms / 1e6;
  std::printf("correct: every element\n%.1f GB/s (read plus written), %.4f ms; cudaMemcpy %.1f GB/s; ratio %.3f\n", rate, kernel,
              yardstick, rate / yardstick);
}
)cuda");
  return out;
}

}  // namespace stridescope
