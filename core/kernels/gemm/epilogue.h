// The epilogue of a product: C = activation(alpha sum + beta C + bias). alpha, beta and bias are applied first, then
// the activation; sums, constants and results are of one element of C. Only sums that are floats, or integers that
// become floats, have an epilogue: core/kernels/gemm/gemm_plan.h lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/value/composed_layout.h"

namespace stridescope {

enum class Activation : std::uint8_t { none, relu, gelu, silu };
// "relu"; empty of none. Back: nothing for any other word, the empty one included.
std::string_view name_of(Activation activation);
std::optional<Activation> activation_named(std::string_view name);
// True if it is curved, by exponentials, as gelu and silu: relu has only the slopes 0 and 1. Curved activations cost
// time in a kernel.
bool is_curved(Activation activation);

// The defaults store the sum as it is. alpha and beta are kept in double, and printed with 9 digits.
struct Epilogue {
  // factor of the sum
  double alpha = 1;
  double beta = 0;                // of what C holds before
  std::optional<AnyLayout> bias;  // (M,N) -> offset, of elements of C's type; strides of 0 repeat it
  Activation activation = Activation::none;

  // True if it changes anything: without one the sum is stored unchanged.
  bool any() const { return alpha != 1 || beta != 0 || bias || activation != Activation::none; }
};

// The result for one element, in double precision, as a proof computes it; `c` and `bias` are what C held and the
// bias at its place. gelu is the exact one, x/2 (1 + erf(x / sqrt 2)), silu is x / (1 + exp(-x)); relu keeps a NaN.
double finished(const Epilogue& epilogue, double sum, double c, double bias);
// The maximum change of a result with its sum: |alpha|, times 1.13 for a curved activation, whose derivatives exceed 1.
double slope(const Epilogue& epilogue);
// The allowed difference of a result from `finished` beyond that of the sum and its rounding, absolute: 2^-22 of the
// sum of the magnitudes of the terms, 2^-18 with a curved activation; 0 without an epilogue. Kernels compute in float.
double finish_tolerance(const Epilogue& epilogue, double sum, double c, double bias);
// A constant as the language and CUDA write it, of at most 9 significant digits: "0.5", "1e-05".
std::string constant_text(double x);
// "alpha 0.5, beta 1, bias (512,512):(0,1), gelu", what is not the default alone; empty without an epilogue.
std::string to_text(const Epilogue& epilogue);

}  // namespace stridescope
