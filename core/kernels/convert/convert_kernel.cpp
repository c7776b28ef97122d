// Prints and compares the value of convert_kernel(A, B).
#include "core/kernels/convert/convert_kernel.h"

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void print_object(std::string& out, const void* object, IntegerMode mode) {
  out.append(print_kernel(*static_cast<const ConvertKernel*>(object), mode));
}

bool same_object(const void* a, const void* b) {
  return print_kernel(*static_cast<const ConvertKernel*>(a), IntegerMode::cute) ==
         print_kernel(*static_cast<const ConvertKernel*>(b), IntegerMode::cute);
}

}  // namespace

const ObjectKind ConvertKernel::object_kind = {"conversion", &print_object, &same_object};

std::string print_kernel(const ConvertKernel& kernel, IntegerMode mode) {
  return cat("convert_kernel of ", kernel.type.name, "\n  A: ", to_text(kernel.a, mode),
             "\n  B: ", to_text(kernel.b, mode),
             kernel.method.empty() ? std::string() : cat("\n  by: ", kernel.method));
}

}  // namespace stridescope
