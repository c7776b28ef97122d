// The yardstick of products of matrices: cuBLASLt, opened at run time. Prototypes are our own.
// Source: cuBLAS 13.0, cublasLt.h.
#pragma once

#include <cstdint>
#include <string>

#include "gpu_runner/cuda_driver.h"

namespace stridescope::gpu {

// D (m,n) = A (m,k) B^T (n,k), and what becomes of a sum, as far as the library has it; strides in elements, one of the
// two of each matrix is 1.
struct LtProblem {
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t a_m = 0, a_k = 0, b_n = 0, b_k = 0, d_m = 0, d_n = 0;
  std::string type_a, type_b, type_d;  // CUTLASS's names
  double alpha = 1, beta = 0;
  bool bias = false;          // one number a row or a column of D, of D's type
  bool bias_along_m = false;  // a row
  int activation = 0;         // cublasLtEpilogue_t without a bias: 2 relu, 32 gelu
};

class LtGemm {
 public:
  LtGemm() = default;
  LtGemm(const LtGemm&) = delete;
  LtGemm& operator=(const LtGemm&) = delete;
  ~LtGemm();

  // False with the reason in `why`: no library, a type or a layout that it has not.
  bool prepare(const LtProblem& problem, Message& why);
  static constexpr std::size_t workspace_bytes = 32 << 20;
  bool run(CuDevicePtr a, CuDevicePtr b, CuDevicePtr d, CuDevicePtr bias, CuDevicePtr workspace, CuHandle stream,
           Message& why);

 private:
  void* operation_ = nullptr;
  void* layouts_[3] = {};  // of A, B, D as the library has them
  bool swapped_ = false;   // D row by row is D^T column by column
  int scale_type_ = 0;
  double alpha_ = 1, beta_ = 0;
  bool bias_ = false;
  std::uint64_t algorithm_[8] = {};
};

}  // namespace stridescope::gpu
