#include "core/codegen/kernel_writer.h"

#include <algorithm>
#include <cstdlib>

#include "core/value/print.h"

namespace stridescope {

const std::string_view trace_clock =
    R"cuda(// For the traced kernels only. Of tile b: its multiprocessor, begin, end and cycles.
__device__ __forceinline__ unsigned long long nanoseconds() {
  unsigned long long out;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(out)::"memory");
  return out;
}
__device__ __forceinline__ unsigned tick() {
  unsigned out;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(out)::"memory");
  return out;
}
__device__ __forceinline__ void trace_begin(unsigned long long* trace, unsigned b) {
  if (threadIdx.x != 0) return;
  unsigned processor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
  trace[4ull * b] = processor;
  trace[4ull * b + 3] = tick();
  trace[4ull * b + 1] = nanoseconds();
}
__device__ __forceinline__ void trace_end(unsigned long long* trace, unsigned b) {
  if (threadIdx.x != 0) return;
  trace[4ull * b + 2] = nanoseconds();
  trace[4ull * b + 3] = tick() - static_cast<unsigned>(trace[4ull * b + 3]);
}
)cuda";

const std::string_view trace_timer = R"cuda(// The smallest step of the clock.
extern "C" __global__ void stridescope_timer(unsigned long long* out) {
  unsigned long long least = ~0ull;
  for (int i = 0; i < 200; ++i) {
    const unsigned long long begin = nanoseconds();
    unsigned long long end = begin;
    for (int k = 0; k < 10000 && end == begin; ++k) end = nanoseconds();
    if (end > begin && end - begin < least) least = end - begin;
  }
  *out = least;
}
)cuda";

void KernelWriter::digit(std::string_view text, std::string mode) {
  out_.modes.push_back({out_.text.size(), out_.text.size() + text.size(), std::move(mode)});
  out_.text.append(text);
}

void KernelWriter::map(std::string_view name, std::string_view what, const KernelIndex& index, bool wide,
                       std::string_view owner) {
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
    digit(text,
          cat(owner, owner.empty() ? "" : ": ", what, ", mode ", d.mode, ", extent ", d.extent, ", stride ", d.stride));
  }
  line(first ? "0; }" : "; }");
}

void KernelWriter::swizzle(std::string_view name, const std::vector<KernelSwizzle>& swizzles, std::string_view type,
                           std::string_view owner) {
  if (swizzles.empty()) return;
  add("__device__ constexpr ", type, ' ', name, "(", type, " x) {");
  for (const KernelSwizzle& s : swizzles) {
    if (s.offset != 0) add(" x += ", s.offset, ";");
    if (s.swizzle.bits == 0) continue;
    add(" ");
    digit(
        cat("x ^= (x & ", s.swizzle.yyy(), ") ", s.swizzle.shift >= 0 ? ">> " : "<< ", std::abs(s.swizzle.shift), ";"),
        cat(owner, owner.empty() ? "" : ": ", to_text(s.swizzle)));
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
