// The kernels that prove a copy, and the file that nvcc builds.
#include "core/base/text.h"
#include "core/codegen/kernel.h"

namespace stridescope {
namespace {

std::string digits(const TensorIndex& tensor) {
  std::string out = "  long long x = 0;\n";
  const auto& all = tensor.index.digits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    append_all(out, "  x += (c / ", all[i].divisor, "LL)");
    if (i + 1 < all.size()) append_all(out, " % ", all[i].extent, "LL");
    append_all(out, " * (", all[i].stride, "LL);\n");
  }
  for (const KernelSwizzle& s : tensor.swizzles) {
    append_all(out, "  x += ", s.offset, "LL;\n  x ^= (x & ", s.swizzle.yyy(), "LL) ",
               s.swizzle.shift >= 0 ? ">> " : "<< ", s.swizzle.shift >= 0 ? s.swizzle.shift : -s.swizzle.shift, ";\n");
  }
  return out + "  return x;\n";
}

const char* element_type(int bytes) {
  return bytes == 1   ? "unsigned char"
         : bytes == 2 ? "unsigned short"
         : bytes == 4 ? "unsigned int"
         : bytes == 8 ? "uint2"
                      : "uint4";
}

std::string same(int bytes) {
  if (bytes <= 4) return "a == b";
  return bytes == 8 ? "a.x == b.x && a.y == b.y" : "a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w";
}

std::string coded(int bytes) {
  if (bytes <= 4) return "return (Element)element_code(x, seed);";
  const char* two = "const unsigned long long k = element_code(x, seed);";
  return bytes == 8
             ? cat(two, " return make_uint2((unsigned)k, (unsigned)(k >> 32));")
             : cat(two, " return make_uint4((unsigned)k, (unsigned)(k >> 32), ~(unsigned)k, (unsigned)(k >> 16));");
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
             swizzle, ", CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n",
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
  std::string out = "// The proof: both tensors by their own layouts.\n";
  if (with_element_type) append_all(out, "using Element = ", element_type(plan.element_bytes), ";\n");
  append_all(out, "__device__ long long src_offset(long long c) {\n", src ? digits(*src) : std::string(), "}\n");
  append_all(out, "__device__ long long dst_offset(long long c) {\n", dst ? digits(*dst) : std::string(), "}\n");
  append_all(out, R"cuda(// What element x of the source is filled with: mixed, so that neighbours differ in every bit.
__device__ unsigned long long element_code(unsigned long long x, unsigned seed) {
  unsigned long long k = x + 0x9E3779B97F4A7C15ull * (seed + 1ull);
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ull;
  k = (k ^ (k >> 27)) * 0x94D049BB133111EBull;
  return k ^ (k >> 31);
}
__device__ Element coded(unsigned long long x, unsigned seed) { )cuda",
             coded(plan.element_bytes), R"cuda( }
__device__ bool same(Element a, Element b) { return )cuda",
             same(plan.element_bytes), R"cuda(; }
extern "C" __global__ void stridescope_fill(Element* to, long long count, unsigned seed) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) to[x] = coded(x, seed);
}
extern "C" __global__ void stridescope_poison(unsigned char* to, long long count) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) to[x] = 0xA5 ^ (x & 0x5A);
}
extern "C" __global__ void stridescope_check(const Element* src, const Element* dst, unsigned long long* wrong) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long c = (long long)blockIdx.x * blockDim.x + threadIdx.x; c < )cuda",
             plan.elements, R"cuda(LL; c += step) {
    if (same(src[src_offset(c)], dst[dst_offset(c)])) continue;
    const unsigned long long k = atomicAdd(wrong, 1ull);
    if (k < )cuda",
             max_wrong_listed, R"cuda() wrong[1 + k] = c;
  }
}
)cuda");
  return out;
}

std::string standalone_text(const CopyPlan& plan) {
  std::string out = "// Build: nvcc -std=c++17 -O3 -arch=native -o copy copy.cu && ./copy\n";
  const bool engine = plan.tma_load || plan.tma_store;
  append_all(out, engine ? "#include <cuda.h>\n" : "",
             "#include <cuda_runtime.h>\n\n#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n",
             engine ? "#include <cstring>\n" : "", "#include <vector>\n\n", cuda_text(plan).text, '\n',
             check_text(plan, false));
  append_all(out, R"cuda(
static void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  std::printf("error: %s: %s\n", what, cudaGetErrorString(e));
  std::exit(1);
}
#define CHECK(call) check(call, #call)
)cuda");
  if (plan.tma_load) out.append(map_function("src", *plan.tma_load));
  if (plan.tma_store) out.append(map_function("dst", *plan.tma_store));
  out.append(R"cuda(
int main() {
  // Two buffers of each kind at least, and more than the L2 cache together: no run finds its data there.
)cuda");
  const std::int64_t src_elements = plan.src.highest - plan.src.lowest + 1;
  const std::int64_t dst_elements = plan.dst.highest - plan.dst.lowest + 1;
  append_all(out, "  const long long src_elements = ", src_elements, "LL, dst_elements = ", dst_elements, "LL;\n",
             "  const long long src_base = ", -plan.src.lowest, "LL, dst_base = ", -plan.dst.lowest,
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
      maps, "); };\n", R"cuda(  run(0);
  unsigned long long* wrong = nullptr;
  CHECK(cudaMalloc(&wrong, 65 * sizeof(unsigned long long)));
  CHECK(cudaMemset(wrong, 0, 65 * sizeof(unsigned long long)));
  stridescope_check<<<1024, 256>>>(src[0] + src_base, dst[0] + dst_base, wrong);
  unsigned long long found[2] = {};
  CHECK(cudaMemcpy(found, wrong, sizeof found, cudaMemcpyDeviceToHost));
  if (found[0] != 0) {
    std::printf("wrong: %llu elements, the first at coordinate %llu\n", found[0], found[1]);
    return 1;
  }
  const auto median = [&](auto&& once) {
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> ms;
    for (int i = 0; i < 25; ++i) {
      CHECK(cudaEventRecord(begin));
      once(i % pairs);
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float t = 0;
      CHECK(cudaEventElapsedTime(&t, begin, end));
      if (i >= 4) ms.push_back(t);
    }
    std::sort(ms.begin(), ms.end());
    return ms[ms.size() / 2];
  };
  const float kernel = median(run);
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
