#include "core/codegen/kernel_writer.h"

#include <algorithm>
#include <cstdlib>

#include "core/value/print.h"

namespace stridescope {

void KernelWriter::digit(std::string_view text, std::string mode) {
  out_.modes.push_back({out_.text.size(), out_.text.size() + text.size(), std::move(mode)});
  out_.text.append(text);
}

void KernelWriter::map(std::string_view name, std::string_view what, const KernelIndex& index, bool wide) {
  line("// ", what, ": ", index.layout);
  add("__device__ constexpr ", wide ? "long long" : "int", ' ', name, "(int i) { return ");
  bool first = true;
  for (std::size_t k = 0; k < index.digits.size(); ++k) {
    const KernelDigit& d = index.digits[k];
    if (d.stride == 0) continue;
    if (!first) add(" + ");
    first = false;
    std::string text = d.divisor > 1 ? cat("i / ", d.divisor) : std::string("i");
    if (k + 1 < index.digits.size()) append_all(text, " % ", d.extent);
    if (d.stride < 0) {
      append_all(text, " * (", d.stride, wide ? "LL)" : ")");
    } else if (d.stride != 1 || wide) {
      append_all(text, " * ", d.stride, wide ? "LL" : "");
    }
    digit(text, cat(what, ", mode ", d.mode, ", extent ", d.extent, ", stride ", d.stride));
  }
  line(first ? "0; }" : "; }");
}

void KernelWriter::swizzle(std::string_view name, const std::vector<KernelSwizzle>& swizzles) {
  if (swizzles.empty()) return;
  add("__device__ constexpr int ", name, "(int x) {");
  for (const KernelSwizzle& s : swizzles) {
    if (s.offset != 0) add(" x += ", s.offset, ";");
    if (s.swizzle.bits == 0) continue;
    add(" ");
    digit(
        cat("x ^= (x & ", s.swizzle.yyy(), ") ", s.swizzle.shift >= 0 ? ">> " : "<< ", std::abs(s.swizzle.shift), ";"),
        to_text(s.swizzle));
  }
  line(" return x; }");
}

std::string_view access_type(std::int64_t bytes) {
  return bytes == 1   ? "unsigned char"
         : bytes == 2 ? "unsigned short"
         : bytes == 4 ? "unsigned int"
         : bytes == 8 ? "uint2"
                      : "uint4";
}

bool is_zero(const KernelIndex& index) {
  return std::all_of(index.digits.begin(), index.digits.end(), [](const KernelDigit& d) { return d.stride == 0; });
}

std::string call(std::string_view name, const KernelIndex& index, std::string_view argument) {
  return is_zero(index) ? std::string("0") : cat(name, '(', argument, ')');
}

}  // namespace stridescope
