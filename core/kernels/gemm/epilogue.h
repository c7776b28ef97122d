// The epilogue of a product: C = activation(alpha sum + beta C + bias). alpha, beta and bias are applied first, then
// the activation, each to one element of C. Only sums in float, or integer sums that are converted to float, have an
// epilogue (core/kernels/gemm/gemm_plan.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/value/composed_layout.h"

namespace stridescope {

enum class Activation : std::uint8_t { none, relu, gelu, silu };
// "relu"; empty for no activation. The inverse is empty for any other word, including the empty one.
std::string_view name_of(Activation activation);
std::optional<Activation> activation_named(std::string_view name);
// True for gelu and silu, which need exponentials and so cost time in a kernel. relu only has slopes 0 and 1.
bool is_curved(Activation activation);

// The defaults store the sum unchanged. alpha and beta are kept in double, and printed with 9 digits.
struct Epilogue {
  // Factor of the sum.
  double alpha = 1;
  double beta = 0;                // factor of the previous value of C
  std::optional<AnyLayout> bias;  // (M,N) -> offset, in elements of C's type; strides of 0 repeat it
  Activation activation = Activation::none;

  // False if the sum is stored unchanged.
  bool any() const { return alpha != 1 || beta != 0 || bias || activation != Activation::none; }
};

// The result for one element in double precision, as a proof computes it; `c` and `bias` are the previous value of C
// and the bias of the element. gelu is the exact one, x/2 (1 + erf(x / sqrt 2)); silu is x / (1 + exp(-x)); relu
// preserves NaN.
double finished(const Epilogue& epilogue, double sum, double c, double bias);
// The maximum change of a result with its sum: |alpha|, times 1.13 for a curved activation, whose derivatives exceed 1.
double slope(const Epilogue& epilogue);
// The allowed absolute difference of a result from `finished`, in addition to that of the sum and its rounding: 2^-22
// of the sum of the terms' magnitudes, 2^-18 with a curved activation; 0 without an epilogue. Kernels compute in float.
double finish_tolerance(const Epilogue& epilogue, double sum, double c, double bias);
// A constant in the syntax of the language and of CUDA, with at most 9 significant digits: "0.5", "1e-05".
std::string constant_text(double x);
// "alpha 0.5, beta 1, bias (512,512):(0,1), gelu": everything that is not the default; empty without an epilogue.
std::string to_text(const Epilogue& epilogue);

}  // namespace stridescope
