// Finds PTX by the hash of its CUDA, FNV-1a of 64 bits.
#include "core/debugger/kept_ptx.h"

#include "core/base/hexadecimal.h"
#include "core/data/embedded.h"

namespace stridescope::debugger {

std::string_view kept_ptx(std::string_view cuda) {
  std::uint64_t bits = 0xcbf29ce484222325U;
  for (const char c : cuda) bits = (bits ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  const std::string hash = hex_digits(bits, 16);
  for (const EmbeddedPtx& one : embedded_ptx) {
    if (one.hash == hash) return one.text;
  }
  return {};
}

}  // namespace stridescope::debugger
