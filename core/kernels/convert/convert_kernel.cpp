// Prints and compares the value of convert_kernel(A, B).
#include "core/kernels/convert/convert_kernel.h"

#include "core/base/text.h"
#include "core/tiled/printed_kind.h"

namespace stridescope {

const ObjectKind ConvertKernel::object_kind = printed_kind<ConvertKernel, &print_kernel>("conversion");

std::string print_kernel(const ConvertKernel& kernel, IntegerMode mode) {
  return cat("convert_kernel of ", kernel.type.name, "\n  A: ", to_text(kernel.a, mode),
             "\n  B: ", to_text(kernel.b, mode),
             kernel.method.empty() ? std::string() : cat("\n  by: ", kernel.method));
}

}  // namespace stridescope
