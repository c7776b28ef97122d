// The text of kernels that multiply, and of those that prove them.
//
//   extern "C" __global__ void stridescope_mma(const AElement* A, const BElement* B, CElement* C, int repeat)
//   extern "C" __global__ void stridescope_gemm(const AElement* A, const BElement* B, CElement* C)
//   extern "C" __global__ void stridescope_gemm(TensorMap map_a, TensorMap map_b, CElement* C)       with TMA
//
//   extern "C" __global__ void stridescope_fill_a(void* to, long long count, unsigned seed)   and _b; count of elements
//   extern "C" __global__ void stridescope_check(A, B, C, unsigned slots, unsigned long long* wrong)
//
// A block of mma_kernel writes its tile as slot blockIdx.x of C. The checker adds the products of each element of C in
// double precision, addresses A, B and C by their own layouts, and reports as that of a copy does (kernel.h). Where the
// kernel needs sm90, it is tensor cores that multiply the doubles.
#pragma once

#include "core/kernels/kernel.h"
#include "core/kernels/mma/mma_plan.h"
#include "core/kernels/mma/mma_values.h"

namespace stridescope {

// Inputs are filled by seeds, so that a reference on the CPU has the same numbers without copying any.
inline constexpr std::uint32_t seed_c = 3;     // initial value of C for a kernel whose epilogue adds it
inline constexpr std::uint32_t seed_bias = 4;  // and of its bias
// Per block of the checker, which proves 64 x 64 elements of C at a time, 128 x 64 if tensor cores multiply.
inline constexpr int proof_threads = 256;

// The reference of a result. It knows neither registers nor tiles: A, B and C by their own layouts.
struct MmaProof {
  std::array<std::int64_t, 3> extents = {};  // M, N, K
  TensorIndex a, b, c;
  DataType type_a, type_b, type_accumulator, type_c;
  bool tensor = false;        // the device has tensor cores that multiply doubles: sm90
  bool exclusive_or = false;  // 1-bit: bits that differ are counted, not bits that are both 1
  MmaTolerance tolerance;
  // Elements from one tile of C to the next, of mma_kernel's slots; 0 of a product, which writes each tile once.
  std::int64_t slot_elements = 0;
  Epilogue epilogue;  // and the bias by its own layout
  TensorIndex bias;
};

KernelText cuda_text(const MmaPlan& plan);
// unsupported when the types are none that the proof knows (value_format). The operands and the result of mma_kernel
// lie column by column.
Result<MmaProof> proof_of(const MmaPlan& plan);
// fill and check, to be compiled with the kernel or alone; the element types are declared where that is asked for.
std::string check_text(const MmaProof& proof, bool with_element_types);
// One file that nvcc builds: runs, checks and times the kernel. A missing proof makes it one comment.
std::string standalone_text(const MmaPlan& plan);

}  // namespace stridescope
