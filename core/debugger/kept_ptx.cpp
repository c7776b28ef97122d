// Finds PTX by the hash of its CUDA.
#include "core/debugger/kept_ptx.h"

#include "core/base/sha256.h"
#include "core/data/embedded.h"

namespace stridescope::debugger {

std::string_view kept_ptx(std::string_view cuda) {
  const std::string hash = sha256(cuda);
  for (const EmbeddedPtx& one : embedded_ptx) {
    if (one.hash == hash) return one.text;
  }
  return {};
}

}  // namespace stridescope::debugger
