// The kernels that prove a product of matrices, and the file that nvcc builds for mma_kernel.
#include "core/base/text.h"
#include "core/codegen/mma_kernel_text.h"
#include "core/codegen/mma_writer.h"
#include "core/codegen/proof_text.h"

namespace stridescope {
namespace {

std::string number_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string element_text(const DataType& type, std::string_view name, std::string_view element) {
  const auto format = value_format(type);
  const ValueFormat f = format ? *format : ValueFormat{};
  std::string out = value_text(f, cat(name, "_number"));
  append_all(out, "__device__ double ", name, "_element(const ", element, "* p, long long x) {\n");
  append_all(out, "  return ", name, "_number(", element_read_text(f.bits, "p", "x"), ");\n}\n");
  return out;
}

std::string fill_text(const DataType& type, std::string_view name, std::string_view element) {
  const auto format = value_format(type);
  const int bits = format ? format->bits : 8;
  std::string out = cat("extern \"C\" __global__ void stridescope_fill_", name,
                        "(void* to, long long count, unsigned seed) {\n  const long long step = (long long)gridDim.x * "
                        "blockDim.x;\n");
  const char* loop = "  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) ";
  if (bits >= 8) {
    append_all(out, loop, "((", element, "*)to)[x] = (", element, ')', name, "_number_code(x, seed);\n}\n");
  } else {  // whole bytes of them
    append_all(out, "  count = (count * ", bits, " + 7) / 8;\n", loop,
               "{\n    unsigned byte = 0;\n    for (int i = 0; i < ", 8 / bits, "; ++i) byte |= (unsigned)", name,
               "_number_code(x * ", 8 / bits, " + i, seed) << i * ", bits,
               ";\n    ((unsigned char*)to)[x] = (unsigned char)byte;\n  }\n}\n");
  }
  return out;
}

}  // namespace

std::string check_text(const MmaProof& proof, bool with_element_types) {
  const auto [m, n, k] = proof.extents;
  const bool wide =
      m * k >= (std::int64_t{1} << 31) || n * k >= (std::int64_t{1} << 31) || m * n >= (std::int64_t{1} << 31);
  const auto type_of = [](const DataType& type) {
    return element_type(value_format(type) ? value_format(type)->bits : 8);
  };
  std::string out = "\n// The proof: all three matrices by their own layouts, sums in double precision.\n";
  if (with_element_types) {
    append_all(out, "using AElement = ", type_of(proof.type_a), ";\nusing BElement = ", type_of(proof.type_b),
               ";\nusing CElement = ", type_of(proof.type_c), ";\n");
  }
  const std::string_view index = wide ? "unsigned long long" : "unsigned";
  append_all(out, offset_text(proof.a, "a", index), offset_text(proof.b, "b", index), offset_text(proof.c, "c", index),
             element_code_text);
  append_all(out, element_text(proof.type_a, "a", "AElement"), element_text(proof.type_b, "b", "BElement"),
             element_text(proof.type_c, "c", "CElement"), fill_text(proof.type_a, "a", "AElement"),
             fill_text(proof.type_b, "b", "BElement"));
  append_all(out, "constexpr long long proof_m = ", m, ", proof_n = ", n, ", proof_k = ", k,
             ", slot_elements = ", proof.slot_elements, ";\nusing ProofIndex = ", index, ";\n", poison_text);
  append_all(out, R"cuda(extern "C" __global__ void __launch_bounds__(256)
stridescope_check(const AElement* A, const BElement* B, const CElement* C, unsigned slots, unsigned long long* wrong) {
  __shared__ double as[16][64 + 1], bs[16][64 + 1];
  const int t = threadIdx.x, tm = t % 16, tn = t / 16;
  const long long tiles_m = (proof_m + 63) / 64, tiles = tiles_m * ((proof_n + 63) / 64);
  for (long long job = blockIdx.x; job < tiles * slots; job += gridDim.x) {
    const long long m0 = job % tiles % tiles_m * 64, n0 = job % tiles / tiles_m * 64;
    const CElement* slot = C + job / tiles * slot_elements;
    double sum[4][4] = {}, terms[4][4] = {};
    for (long long k0 = 0; k0 < proof_k; k0 += 16) {
      __syncthreads();
      for (int i = t; i < 16 * 64; i += 256) {
        const long long k = k0 + i / 64, m = m0 + i % 64, n = n0 + i % 64;
        as[i / 64][i % 64] = k < proof_k && m < proof_m ? a_element(A, a_offset((ProofIndex)(m + proof_m * k))) : 0;
        bs[i / 64][i % 64] = k < proof_k && n < proof_n ? b_element(B, b_offset((ProofIndex)(n + proof_n * k))) : 0;
      }
      __syncthreads();
      for (int k = 0; k < 16; ++k) {
        double a[4], b[4];
        for (int i = 0; i < 4; ++i) a[i] = as[k][tm + 16 * i], b[i] = bs[k][tn + 16 * i];
        for (int i = 0; i < 4; ++i) {
          for (int j = 0; j < 4; ++j) {
            const double term = )cuda",
             proof.exclusive_or ? "a[i] + b[j] - 2 * a[i] * b[j]" : "a[i] * b[j]", R"cuda(;
            sum[i][j] += term;
            terms[i][j] += fabs(term);
          }
        }
      }
    }
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const long long m = m0 + tm + 16 * i, n = n0 + tn + 16 * j;
        if (m >= proof_m || n >= proof_n) continue;
        const double got = c_element(slot, c_offset((ProofIndex)(m + proof_m * n)));
        // Not-a-number is never within.
        if (fabs(got - sum[i][j]) <= )cuda",
             number_text(proof.tolerance.of_terms), " * terms[i][j] + ", number_text(proof.tolerance.of_sum),
             R"cuda( * fabs(sum[i][j])) continue;
        const unsigned long long k = atomicAdd(wrong, 1ull);
        if (k < )cuda",
             max_wrong_listed, R"cuda() wrong[1 + k] = m + proof_m * n;
      }
    }
  }
}
)cuda");
  return out;
}

std::string standalone_text(const MmaPlan& plan) {
  const auto proof = proof_of(plan);
  if (!proof) return cat("// ", proof.error().message, '\n');
  const KernelText kernel = cuda_text(plan);
  std::string out =
      cat(standalone_begin("mma", plan.needs, false), kernel.text, check_text(*proof, false), standalone_check);
  const auto bytes = [](std::int64_t elements, const DataType& type) {
    return (elements * value_format(type)->bits + 7) / 8;
  };
  const auto [m, n, k] = plan.extents;
  append_all(out, "\nint main() {\n  const int threads = ", kernel.threads, ", shared_bytes = ", kernel.shared_bytes,
             ";\n  const double flops = ", plan.flops(),
             ".0;  // of a block, once\n  const long long a_bytes = ", bytes(m * k, proof->type_a),
             ", b_bytes = ", bytes(n * k, proof->type_b), ";\n");
  append_all(out, R"cuda(  int device = 0, processors = 0, resident = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  if (shared_bytes > 48 * 1024) {
    CHECK(cudaFuncSetAttribute(stridescope_mma, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  }
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stridescope_mma, threads, shared_bytes));
  const unsigned blocks = processors * resident;
  AElement* A = nullptr;
  BElement* B = nullptr;
  CElement* C = nullptr;
  CHECK(cudaMalloc(&A, a_bytes));
  CHECK(cudaMalloc(&B, b_bytes));
  CHECK(cudaMalloc(&C, blocks * slot_elements * sizeof *C));
  stridescope_fill_a<<<64, 256>>>(A, proof_m * proof_k, 1);
  stridescope_fill_b<<<64, 256>>>(B, proof_n * proof_k, 2);
  stridescope_poison<<<64, 256>>>((unsigned char*)C, blocks * slot_elements * (long long)sizeof *C);
  stridescope_mma<<<blocks, threads, shared_bytes>>>(A, B, C, 1);
)cuda",
             standalone_verdict("stridescope_check<<<1024, 256>>>(A, B, C, blocks, wrong);"), standalone_median("1"),
             R"cuda(  const int repeat = 20000;
  const double ms = median([&](int) { stridescope_mma<<<blocks, threads, shared_bytes>>>(A, B, C, repeat); });
  std::printf("correct: every element of %u tiles\n%.1f TFLOP/s, %d blocks a multiprocessor\n", blocks,
              flops * blocks * repeat / ms / 1e9, resident);
}
)cuda");
  return out;
}

}  // namespace stridescope
