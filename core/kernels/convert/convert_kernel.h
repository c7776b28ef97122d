// The kernel that moves registers from one thread-value layout to another, as a value of the language
// (core/kernels/copy/copy_kernel.h has those that copy):
//
//   convert_kernel(A, B)                  what the threads hold as (thread, value) -> element of A they hold as B then
//   convert_kernel(A, B, dtype="half_t")  elements of that type; float if not given
//   convert_kernel(A, B, method="shared") by that way, not the cheapest
//
// Such a value cannot run yet: plan_convert (core/kernels) reports the obstacles.
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
