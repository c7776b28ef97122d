// The kernel value that converts registers from one thread-value layout to another (copy kernels:
// core/kernels/copy/copy_kernel.h):
//
//   convert_kernel(A, B)                  before: element (thread, value) of A in the registers; after: that of B
//   convert_kernel(A, B, dtype="half_t")  elements of that type; float if not given
//   convert_kernel(A, B, method="shared") uses that method instead of the cheapest
//
// The value is not checked yet: plan_convert (core/kernels) reports why it cannot run.
#pragma once

#include <string>

#include "core/tiled/atom.h"

namespace stridescope {

struct ConvertKernel {
  AnyLayout a;  // (thread, value) -> element
  AnyLayout b;
  DataType type;
  std::string method;  // "nothing", "registers", "shuffles", "shared", "plain"; empty: the cheapest

  static const ObjectKind object_kind;
};

std::string print_kernel(const ConvertKernel& kernel, IntegerMode mode);

}  // namespace stridescope
