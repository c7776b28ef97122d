// Writes layouts as device functions, digit by digit. Each digit is marked with its mode; page and window highlight the
// marks.
#include "core/kernels/kernel_writer.h"

#include <algorithm>
#include <cstdlib>

#include "core/value/print.h"

namespace stridescope {

namespace {

// Text that belongs to a mode.
void mark(MarkedText& out, std::string_view text, std::string mode) {
  out.modes.push_back({out.text.size(), out.text.size() + text.size(), std::move(mode)});
  out.text += text;
}

std::string owned(std::string_view owner) { return owner.empty() ? std::string() : cat(owner, ": "); }

}  // namespace

MarkedText index_text(std::string_view name, std::string_view what, const KernelIndex& index, bool wide,
                      std::string_view owner) {
  MarkedText sum;
  for (std::size_t k = 0; k < index.digits.size(); ++k) {
    const KernelDigit& d = index.digits[k];
    if (d.stride == 0) continue;
    if (!sum.text.empty()) sum.text += " + ";
    std::string text = d.divisor > 1 ? cat("i / ", d.divisor) : std::string("i");
    if (k + 1 < index.digits.size()) append_all(text, " % ", d.extent);
    if (d.stride < 0) {
      append_all(text, " * (", d.stride, wide ? "LL)" : ")");
    } else if (d.stride != 1 || wide) {
      append_all(text, " * ", d.stride, wide ? "LL" : "");
    }
    mark(sum, text, cat(owned(owner), what, ", mode ", d.mode, ", extent ", d.extent, ", stride ", d.stride));
  }
  if (sum.text.empty()) sum.text = "0";
  return filled(templates::index, "index",
                {{"NAME", name},
                 {"WHAT", what},
                 {"LAYOUT", index.layout},
                 {"TYPE", wide ? "long long" : "int"},
                 {"SUM", std::move(sum)}});
}

MarkedText swizzle_text(std::string_view name, const std::vector<KernelSwizzle>& swizzles, std::string_view type,
                        std::string_view owner) {
  if (swizzles.empty()) return {};
  MarkedText steps;
  for (const KernelSwizzle& s : swizzles) {
    if (s.offset != 0) append_all(steps.text, steps.text.empty() ? "" : " ", "x += ", s.offset, ";");
    if (s.swizzle.bits == 0) continue;
    if (!steps.text.empty()) steps.text += ' ';
    mark(steps,
         cat("x ^= (x & ", s.swizzle.yyy(), ") ", s.swizzle.shift >= 0 ? ">> " : "<< ", std::abs(s.swizzle.shift), ";"),
         cat(owned(owner), to_text(s.swizzle)));
  }
  return filled(templates::index, "swizzle", {{"NAME", name}, {"TYPE", type}, {"STEPS", std::move(steps)}});
}

std::string_view access_type(std::int64_t bytes) {
  return bytes == 1   ? "unsigned char"
         : bytes == 2 ? "unsigned short"
         : bytes == 4 ? "unsigned int"
         : bytes == 8 ? "uint2"
                      : "uint4";
}

std::string_view access_suffix(std::int64_t bytes) {
  return bytes == 16 ? "v4.u32" : bytes == 8 ? "v2.u32" : bytes == 4 ? "u32" : bytes == 2 ? "u16" : "u8";
}

std::string extents_text(const std::vector<std::int64_t>& extents) {
  std::string out = "(";
  for (std::size_t i = 0; i < extents.size(); ++i) append_all(out, i == 0 ? "" : ",", extents[i]);
  return out + ")";
}

bool is_zero(const KernelIndex& index) {
  return std::all_of(index.digits.begin(), index.digits.end(), [](const KernelDigit& d) { return d.stride == 0; });
}

}  // namespace stridescope
