// What a product does with a sum before it stores it: C = activation(alpha sum + beta C + bias).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/value/composed_layout.h"

namespace stridescope {

enum class Activation : std::uint8_t { none, relu, gelu, silu };
// "relu"; empty of none.
std::string_view name_of(Activation activation);
std::optional<Activation> activation_named(std::string_view name);
// Whether it bends, by exponentials: relu has the slopes 0 and 1 alone.
bool is_curved(Activation activation);

struct Epilogue {
  double alpha = 1;
  double beta = 0;                // of what C holds before
  std::optional<AnyLayout> bias;  // (M,N) -> offset, of elements of C's type; strides of 0 repeat it
  Activation activation = Activation::none;

  bool any() const { return alpha != 1 || beta != 0 || bias || activation != Activation::none; }
};

// In double precision, as a proof computes it.
double finished(const Epilogue& epilogue, double sum, double c, double bias);
// How much a result moves at most with its sum.
double slope(const Epilogue& epilogue);
// How far a result may be from that, beyond what the sum and its rounding may: `before` the activation.
double finish_tolerance(const Epilogue& epilogue, double sum, double c, double bias);
// A constant as the language and CUDA write it: "0.5", "1e-05".
std::string constant_text(double x);
// "alpha 0.5, beta 1, bias (512,512):(0,1), gelu"
std::string to_text(const Epilogue& epilogue);

}  // namespace stridescope
