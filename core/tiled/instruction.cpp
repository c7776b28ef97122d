// How an architecture is called.
#include "core/tiled/instruction.h"

#include "core/base/text.h"

namespace stridescope {

std::string architecture_name(int arch) { return arch == 0 ? std::string("any") : cat("sm", arch); }

}  // namespace stridescope
