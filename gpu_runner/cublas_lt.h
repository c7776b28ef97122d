// The baseline of matrix products: cuBLASLt, opened at run time. Prototypes are declared here.
// Source: cuBLAS 13.0, cublasLt.h.
#pragma once

#include <cstdint>
#include <string>

#include "gpu_runner/cuda_driver.h"

namespace stridescope::gpu {

// D (m,n) = A (m,k) B^T (n,k), and the part of the epilogue that the library supports. Strides are in elements; one of
// the two strides of each matrix is 1.
struct LtProblem {
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t a_m = 0, a_k = 0, b_n = 0, b_k = 0, d_m = 0, d_n = 0;
  std::string type_a, type_b, type_d;  // type names of CUTLASS
  double alpha = 1, beta = 0;
  bool bias = false;          // one number per row or column of D, of D's type
  bool bias_along_m = false;  // per row
  int activation = 0;         // cublasLtEpilogue_t without a bias: 2 relu, 32 gelu
};

class LtGemm {
 public:
  LtGemm() = default;
  LtGemm(const LtGemm&) = delete;
  LtGemm& operator=(const LtGemm&) = delete;
  ~LtGemm();

  // False, with the reason in `why`: no library, or an unsupported type or layout.
  bool prepare(const LtProblem& problem, Message& why);
  static constexpr std::size_t workspace_bytes = 32 << 20;
  bool run(CuDevicePtr a, CuDevicePtr b, CuDevicePtr d, CuDevicePtr bias, CuDevicePtr workspace, CuHandle stream,
           Message& why);

 private:
  void* operation_ = nullptr;
  void* layouts_[3] = {};  // layouts of A, B, D in the library's order
  bool swapped_ = false;   // a row-major D is a column-major D^T
  int scale_type_ = 0;
  double alpha_ = 1, beta_ = 0;
  bool bias_ = false;
  std::uint64_t algorithm_[8] = {};
};

}  // namespace stridescope::gpu
