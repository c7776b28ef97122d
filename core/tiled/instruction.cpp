// Converts an architecture number to its name.
#include "core/tiled/instruction.h"

#include "core/base/text.h"

namespace stridescope {

std::string architecture_name(int arch) {
  if (arch == 0) return "any";
  if (arch < 1000) return cat("sm", arch);
  // Other vendors: 1003 "cdna3", 1104 "rdna4", 1201 "xe", 1307 "apple7": the hundreds are the family, the rest the
  // generation.
  const std::string_view family = arch < 1100 ? "cdna" : arch < 1200 ? "rdna" : arch < 1300 ? "xe" : "apple";
  return family == "xe" ? std::string(family) : cat(family, arch % 100);
}

}  // namespace stridescope
