// The text of multiplying kernels, and of the kernels that check them.
//
//   extern "C" __global__ void stridescope_mma(const AElement* A, const BElement* B, CElement* C, int repeat)
//   extern "C" __global__ void stridescope_gemm(const AElement* A, const BElement* B, CElement* C)
//   extern "C" __global__ void stridescope_gemm(TensorMap map_a, TensorMap map_b, CElement* C)       with TMA
//
//   extern "C" __global__ void stridescope_fill_a(void* to, long long count, unsigned seed)   and _b; count of elements
//   extern "C" __global__ void stridescope_check(A, B, C, unsigned slots, unsigned long long* wrong)
//
// A block of mma_kernel writes its tile as slot blockIdx.x of C. The checker sums the products of each element of C in
// double precision, addresses A, B and C by their own layouts, and reports like that of a copy (kernel.h). If the
// kernel needs sm90, tensor cores multiply the doubles.
#pragma once

#include "core/kernels/kernel.h"
#include "core/kernels/mma/mma_plan.h"
#include "core/kernels/mma/mma_values.h"

namespace stridescope {

// Inputs are filled from seeds, so the CPU's reference computes the same numbers.
inline constexpr std::uint32_t seed_c = 3;     // initial value of C for a kernel whose epilogue adds it
inline constexpr std::uint32_t seed_bias = 4;  // values of the bias
// Threads per block of the checker, which checks 64 x 64 elements of C at a time, or 128 x 64 with tensor cores.
inline constexpr int proof_threads = 256;

// The reference for a result, independent of registers and tiles: A, B and C by their own layouts.
struct MmaProof {
  std::array<std::int64_t, 3> extents = {};  // M, N, K
  TensorIndex a, b, c;
  DataType type_a, type_b, type_accumulator, type_c;
  bool tensor = false;        // the device has tensor cores for doubles: sm90
  bool exclusive_or = false;  // 1-bit elements: sums count differing bits, not bits that are both 1
  MmaTolerance tolerance;
  // Elements from one slot of mma_kernel's C to the next; 0 for a product, which writes each tile once.
  std::int64_t slot_elements = 0;
  Epilogue epilogue;  // the bias is addressed by its own layout
  TensorIndex bias;
};

KernelText cuda_text(const MmaPlan& plan);
// unsupported: types without a value_format. Operands and result of mma_kernel are column-major.
Result<MmaProof> proof_of(const MmaPlan& plan);
// fill and check, compiled with the kernel or alone; declares the element types on request.
std::string check_text(const MmaProof& proof, bool with_element_types);
// One file for nvcc that runs, checks and times the kernel. Without a proof the text is a single comment.
std::string standalone_text(const MmaPlan& plan);

}  // namespace stridescope
