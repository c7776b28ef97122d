// Writes the kernels that check a matrix product, and the file for nvcc of mma_kernel.
#include <cstdlib>

#include "core/base/text.h"
#include "core/kernels/mma/mma_kernel_text.h"
#include "core/kernels/mma/mma_writer.h"
#include "core/kernels/plan_tools.h"
#include "core/kernels/proof_text.h"

namespace stridescope {
namespace {

std::string number_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

MarkedText element_text(const DataType& type, std::string_view name, std::string_view element) {
  const ValueFormat f = value_format(type).value_or(ValueFormat{});
  MarkedText out = value_text(f, cat(name, "_number"));
  append(out, filled(templates::mma_proof, "element",
                     {{"NAME", name}, {"ELEMENT", element}, {"READ", element_read_text(f.bits, "p", "x")}}));
  return out;
}

// Maximum number of products in a 32-bit sum: each adds up to two products of digits, at most 128 * 127 each.
constexpr std::int64_t max_digit_products = std::int64_t{1} << 16;

// The factor that makes the inputs (mma_values.cpp) integers below 16384; 0: they have more digits.
std::int64_t digit_scale(const DataType& type) {
  const auto f = value_format(type);
  if (!f) return 0;
  if (f->exponent == 0) return f->bits <= 8 ? 64 : 0;
  return f->mantissa <= 10 ? 8192 : 0;  // from 1/8 to below 2, with 10 fraction bits
}

// True if elements k to k + 3 of a row (k a multiple of 4) are contiguous, and aligned to 4 elements relative to the
// first one in memory. The layout is (rows, K) -> offset, in whole bytes.
bool in_fours(const TensorIndex& of, std::int64_t rows, std::int64_t k, int bits) {
  if (k % 4 != 0 || bits < 8 || !of.swizzles.empty() || of.index.smallest() % 4 != 0) return false;
  bool found = false;
  for (const KernelDigit& d : of.index.digits) {
    const bool along = d.divisor == rows && d.stride == 1 && d.extent % 4 == 0;
    if (!along && d.stride % 4 != 0) return false;
    found = found || along;
  }
  return found;
}

// Holes of an operand in the proof by digits: `rows` of its matrix, along M or N, form a tile.
Holes operand(std::string_view name, std::string_view matrix, std::int64_t rows, std::string_view mode, bool along,
              bool in_four, std::int64_t scale) {
  return {{"NAME", name},
          {"ELEMENT", cat(matrix, "Element")},
          {"MATRIX", matrix},
          {"ROWS", rows},
          {"FIRST", cat(mode, '0')},
          {"SIZE_ROWS", cat("size_", mode)},
          {"WORDS", rows * 8 / 256},
          {"ALONG", along},
          {"FOUR", in_four},
          {"SCALE", scale}};
}

MarkedText fill_text(const DataType& type, std::string_view name, std::string_view element) {
  const auto format = value_format(type);
  const int bits = format ? format->bits : 8;
  return filled(
      templates::mma_proof, "fill",
      {{"NAME", name}, {"ELEMENT", element}, {"PACKED", bits < 8}, {"BITS", bits}, {"EACH", elements_in_byte(bits)}});
}

}  // namespace

std::string check_text(const MmaProof& proof, bool with_element_types) {
  const auto [m, n, k] = proof.extents;
  const bool wide =
      m * k >= (std::int64_t{1} << 31) || n * k >= (std::int64_t{1} << 31) || m * n >= (std::int64_t{1} << 31);
  const auto type_of = [](const DataType& type) {
    return element_type(value_format(type) ? value_format(type)->bits : 8);
  };
  const std::string_view index = wide ? "unsigned long long" : "unsigned";
  MarkedText offsets = offset_text(proof.a, "a", index);
  append(offsets, offset_text(proof.b, "b", index));
  append(offsets, offset_text(proof.c, "c", index));
  const Epilogue& e = proof.epilogue;
  if (e.bias) append(offsets, offset_text(proof.bias, "bias", index));
  MarkedText values = element_text(proof.type_a, "a", "AElement");
  append(values, element_text(proof.type_b, "b", "BElement"));
  append(values, element_text(proof.type_c, "c", "CElement"));
  append(values, fill_text(proof.type_a, "a", "AElement"));
  append(values, fill_text(proof.type_b, "b", "BElement"));
  if (e.beta != 0 || e.bias) append(values, fill_text(proof.type_c, "c", "CElement"));
  MarkedText finish;
  if (e.any()) {
    finish = filled(templates::mma_proof, "finish",
                    {{"KEPT", e.beta != 0},
                     {"BIASED", e.bias.has_value()},
                     {"RELU", e.activation == Activation::relu},
                     {"GELU", e.activation == Activation::gelu},
                     {"SILU", e.activation == Activation::silu},
                     {"ALPHA", number_text(e.alpha)},
                     {"BETA", number_text(e.beta)},
                     {"OF_FINISH", number_text(finish_tolerance(e, 0, 0, 1))},
                     {"C_LOWEST", proof.c.index.smallest()},
                     {"BIAS_LOWEST", e.bias ? proof.bias.index.smallest() : 0},
                     {"C_SEED", seed_c},
                     {"BIAS_SEED", seed_bias}});
  }
  // True if neighbors along K are closer in memory than neighbors along M or N.
  const auto along_k = [k = k](const TensorIndex& of, std::int64_t rows) {
    return rows > 1 && k > 1 && std::abs(of.at(rows) - of.at(0)) < std::abs(of.at(1) - of.at(0));
  };
  const bool along_a = along_k(proof.a, m);
  const bool along_b = along_k(proof.b, n);
  const bool tensor = proof.tensor && !proof.exclusive_or;
  const std::int64_t a_scale = digit_scale(proof.type_a);
  const std::int64_t b_scale = digit_scale(proof.type_b);
  const bool digits = tensor && a_scale > 0 && b_scale > 0 && k <= max_digit_products;
  MarkedText out = filled(templates::mma_proof, "head",
                          {{"TYPED", with_element_types},
                           {"A_TYPE", type_of(proof.type_a)},
                           {"B_TYPE", type_of(proof.type_b)},
                           {"C_TYPE", type_of(proof.type_c)},
                           {"OFFSETS", std::move(offsets)},
                           {"CODE", element_code_text()},
                           {"VALUES", std::move(values)}});
  MarkedText judge = filled(templates::mma_proof, "judge",
                            {{"FINISHED", e.any()},
                             {"SUM", digits ? "sum" : "sum[i][j]"},
                             {"SIZES", digits ? "size" : "terms[i][j]"},
                             {"OF_TERMS", number_text(proof.tolerance.of_terms * slope(e))},
                             {"OF_SUM", number_text(proof.tolerance.of_sum)},
                             {"SATURATED", proof.tolerance.saturates()},
                             {"LEAST", cat(number_text(proof.tolerance.least), ".0")},
                             {"MOST", cat(number_text(proof.tolerance.most), ".0")},
                             {"ABSOLUTE", number_text(proof.tolerance.absolute)},
                             {"LISTED", max_wrong_listed}});
  append(out, filled(templates::mma_proof, "sizes",
                     {{"SIZE_M", m},
                      {"SIZE_N", n},
                      {"SIZE_K", k},
                      {"SLOT", proof.slot_elements},
                      {"INDEX", index},
                      {"POISON", poison_text()},
                      {"FINISH", std::move(finish)}}));
  if (digits) {
    const auto bits = [](const DataType& type) { return value_format(type)->bits; };
    append(out, filled(templates::mma_proof_digits, "check",
                       {{"OPERAND",
                         {operand("a", "A", 128, "m", along_a, in_fours(proof.a, m, k, bits(proof.type_a)), a_scale),
                          operand("b", "B", 64, "n", along_b, in_fours(proof.b, n, k, bits(proof.type_b)), b_scale)}},
                        {"UNIT", number_text(1.0 / static_cast<double>(a_scale * b_scale))}},
                       {{"JUDGE", std::move(judge)}}));
    return std::move(out.text);
  }
  const auto place = [](bool along, int rows, bool x) {
    return along ? cat("i ", x ? "% " : "/ ", 16) : cat("i ", x ? "/ " : "% ", rows);
  };
  const int rows = tensor ? 128 : 64;
  append(out, filled(templates::mma_proof, "check",
                     {{"TERM", proof.exclusive_or ? "a[i] + b[j] - 2 * a[i] * b[j]" : "a[i] * b[j]"},
                      {"TERM_SIZE", proof.exclusive_or ? "p[i] + q[j] - 2 * p[i] * q[j]" : "p[i] * q[j]"},
                      {"TENSOR", tensor},
                      {"ROWS", rows},
                      {"PARTS", tensor ? 8 : 4},
                      {"A_EACH", rows / 16},
                      {"A_AT", along_a ? "x + 20 * y" : "y + 132 * x"},
                      {"B_AT", along_b ? "x + 20 * y" : "y + 68 * x"},
                      {"A_X", place(along_a, rows, true)},
                      {"A_Y", place(along_a, rows, false)},
                      {"B_X", place(along_b, 64, true)},
                      {"B_Y", place(along_b, 64, false)}},
                     {{"JUDGE", std::move(judge)}}));
  return std::move(out.text);
}

std::string standalone_text(const MmaPlan& plan) {
  const auto proof = proof_of(plan);
  if (!proof) return cat("// ", english(proof.error().message), '\n');
  const KernelText kernel = cuda_text(plan);
  const auto bytes = [](std::int64_t elements, const DataType& type) {
    return (elements * value_format(type)->bits + 7) / 8;
  };
  const auto [m, n, k] = plan.extents;
  MarkedText out = standalone_begin("mma", plan.needs, false);
  append_all(out.text, kernel.text, check_text(*proof, false));
  append(out, standalone_check());
  append(out, filled(templates::host_mma, "main",
                     {{"THREADS", kernel.threads},
                      {"SHARED_BYTES", kernel.shared_bytes},
                      {"FLOPS", cat(plan.flops(), ".0")},
                      {"A_BYTES", bytes(m * k, proof->type_a)},
                      {"B_BYTES", bytes(n * k, proof->type_b)},
                      {"VERDICT", standalone_verdict("stridescope_check<<<1024, 256>>>(A, B, C, blocks, wrong);")},
                      {"OCCUPANCY", standalone_occupancy("mma")},
                      {"MATRICES", standalone_matrices()},
                      {"MEDIAN", standalone_median("1")}}));
  return std::move(out.text);
}

}  // namespace stridescope
