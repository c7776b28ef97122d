// The epilogue of a product, computed in double precision, and as text.
#include "core/kernels/gemm/epilogue.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

std::string constant_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

namespace {

constexpr std::string_view names[] = {"", "relu", "gelu", "silu"};  // in the order of Activation

}  // namespace

std::string_view name_of(Activation activation) { return names[static_cast<std::size_t>(activation)]; }

std::optional<Activation> activation_named(std::string_view name) {
  const auto* found = std::find(std::begin(names) + 1, std::end(names), name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Activation>(found - std::begin(names));
}

double finished(const Epilogue& e, double sum, double c, double bias) {
  const double x = e.alpha * sum + e.beta * c + bias;
  switch (e.activation) {
    case Activation::none:
      break;
    case Activation::relu:
      return x > 0 ? x : std::isnan(x) ? x : 0;
    case Activation::gelu:
      return 0.5 * x * (1 + std::erf(x * std::sqrt(0.5)));
    case Activation::silu:
      return x / (1 + std::exp(-x));
  }
  return x;
}

bool is_curved(Activation activation) { return activation == Activation::gelu || activation == Activation::silu; }

double slope(const Epilogue& e) {
  // For gelu 1.13, for silu 1.10.
  return std::fabs(e.alpha) * (is_curved(e.activation) ? 1.13 : 1);
}

double finish_tolerance(const Epilogue& e, double sum, double c, double bias) {
  if (!e.any()) return 0;
  const double terms = std::fabs(e.alpha * sum) + std::fabs(e.beta * c) + std::fabs(bias);
  // Kernels round to float after each operation; the activation functions have errors in some of their last bits.
  return std::ldexp(terms, is_curved(e.activation) ? -18 : -22);
}

std::string to_text(const Epilogue& e) {
  std::string out;
  const auto add = [&](std::string one) { append_all(out, out.empty() ? "" : ", ", one); };
  if (e.alpha != 1) add(cat("alpha ", constant_text(e.alpha)));
  if (e.beta != 0) add(cat("beta ", constant_text(e.beta)));
  if (e.bias) add(cat("bias ", to_text(*e.bias, IntegerMode::cute)));
  if (e.activation != Activation::none) add(std::string(name_of(e.activation)));
  return out;
}

}  // namespace stridescope
