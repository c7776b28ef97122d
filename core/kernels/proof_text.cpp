// Writes text that all proofs share: the code of an element, poison, a tensor's offset by its own layout, and the frame
// of the file for nvcc.
#include "core/kernels/proof_text.h"

#include "core/base/text.h"
#include "core/kernels/kernel.h"

namespace stridescope {

MarkedText element_code_text() { return filled(templates::proof, "element_code", {}); }
MarkedText poison_text() { return filled(templates::proof, "poison", {}); }

MarkedText offset_text(const TensorIndex& tensor, std::string_view name, std::string_view index) {
  const std::string_view suffix = index.starts_with("unsigned") ? "u" : "LL";
  const auto& all = tensor.index.digits;
  std::vector<Holes> digits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string quotient = cat("c / ", all[i].divisor, suffix);
    if (i + 1 < all.size()) append_all(quotient, " % ", all[i].extent, suffix);
    digits.push_back({{"QUOTIENT", quotient}, {"STRIDE", cat(all[i].stride, "LL")}});
  }
  std::vector<Holes> swizzles;
  for (const KernelSwizzle& s : tensor.swizzles) {
    const int shift = s.swizzle.shift;
    swizzles.push_back({{"OFFSET", cat(s.offset, "LL")},
                        {"BITS", cat(s.swizzle.yyy(), "LL")},
                        {"SHIFT", cat(shift >= 0 ? ">> " : "<< ", shift >= 0 ? shift : -shift)}});
  }
  return filled(templates::proof, "offset",
                {{"NAME", name}, {"INDEX", index}, {"DIGIT", std::move(digits)}, {"SWIZZLE", std::move(swizzles)}});
}

std::string element_read_text(int bits, std::string_view array, std::string_view x) {
  if (bits >= 8) return cat(array, '[', x, ']');
  int shift = 0;
  while (bits << shift < 8) ++shift;
  // Correct for negative offsets, too: the shift rounds down.
  return cat(array, '[', x, " >> ", shift, "] >> (", x, " & ", (1 << shift) - 1, ") * ", bits, " & ", (1 << bits) - 1);
}

MarkedText standalone_begin(std::string_view name, std::string_view needs, bool driver) {
  return filled(templates::host, "begin",
                {{"NAME", name},
                 {"ARCHITECTURE", needs.ends_with('a') ? "-gencode arch=compute_90a,code=sm_90a" : "-arch=native"},
                 {"DRIVER", driver}});
}

MarkedText standalone_check() { return filled(templates::host, "check", {}); }

MarkedText standalone_occupancy(std::string_view name) {
  return filled(templates::host, "occupancy", {{"NAME", name}});
}

MarkedText standalone_matrices() { return filled(templates::host, "matrices", {}); }

MarkedText standalone_verdict(std::string_view launch) {
  return filled(templates::host, "verdict", {{"LAUNCH", launch}, {"LISTED", 1 + max_wrong_listed}});
}

MarkedText standalone_median(std::string_view turns) { return filled(templates::host, "median", {{"TURNS", turns}}); }

}  // namespace stridescope
