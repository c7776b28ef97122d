// The codes of wgmma's element types in the names of its atoms.
#pragma once

#include <string_view>
#include <utility>

namespace stridescope {

// "F16" for half_t; empty for other types.
constexpr std::string_view wgmma_code(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> codes[] = {
      {"half_t", "F16"},        {"bfloat16_t", "BF16"},   {"tfloat32_t", "TF32"},
      {"float_e4m3_t", "E4M3"}, {"float_e5m2_t", "E5M2"}, {"int8_t", "S8"},
      {"uint8_t", "U8"},        {"float", "F32"},         {"int", "S32"}};
  for (const auto& [name, code] : codes) {
    if (name == type) return code;
  }
  return {};
}

}  // namespace stridescope
