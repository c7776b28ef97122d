// The plan of a conversion of registers (core/conversion/conversion.h): the chosen method, the alternatives with their
// costs, and the addresses of both layouts. Text, reference device and GPU run are made from it.
//
//   extern "C" __global__ void stridescope_convert(const Element* src, Element* dst, int repeat, unsigned keep)
//
// Each block loads its tile of `tile` elements by layout A, converts, and stores by layout B. With `repeat` it converts
// repeatedly. With `keep` 0 the values stay unchanged while each conversion waits for the previous one. The text has
// convert(a, b, t, shared) as a separate device function for use in other programs.
#pragma once

#include <string>

#include "core/conversion/conversion.h"
#include "core/kernels/convert/convert_kernel.h"
#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/kernel.h"
#include "core/kernels/kernel_work.h"

namespace stridescope {

struct ConvertPlan {
  ConvertKernel kernel;  // integers static
  ConversionProblem problem;
  std::vector<Conversion> ways;  // cheapest first, the plain one last
  std::size_t way = 0;           // index of the chosen one
  std::int64_t tile = 0;         // number of elements, in pieces (ConversionProblem::pieces)
  KernelSide a, b;               // (thread, value) -> element, in whole elements
  std::string needs;

  const Conversion& taken() const { return ways[way]; }
  const Conversion& plain() const { return ways.back(); }
  std::int64_t shared_bytes() const { return taken().shared ? taken().shared->bytes(problem.bits) : 0; }
  // Bytes that a block reads into registers and writes from registers.
  std::int64_t bytes_moved() const {
    return (problem.a.values + problem.b.values) * problem.threads() * problem.bits / 8;
  }
};

// Blocks of a run that verifies and times: 2048, which fill any GPU; fewer for a large tile.
std::int64_t convert_blocks(const ConvertPlan& plan);

// The errors of conversion_problem; unsupported: the requested method does not convert A to B; too_large: more shared
// memory than a block has.
Result<ConvertPlan> plan_convert(const ConvertKernel& kernel);
// The same conversion with the plain method.
ConvertPlan plainly(const ConvertPlan& plan);

KernelText cuda_text(const ConvertPlan& plan);
// fill, poison and check, to be compiled with the kernel.
std::string check_text(const ConvertPlan& plan, bool with_element_type);
std::string standalone_text(const ConvertPlan& plan);
// The plain method as a kernel stridescope_convert_plainly in a separate namespace, to append to the other text: the
// baseline of a run.
std::string yardstick_text(const ConvertPlan& plan);
// Predicted shared-memory counters of one launch with repeat 1.
CopyPrediction predict(const ConvertPlan& plan);
KernelWork work_of(const ConvertPlan& plan);

}  // namespace stridescope
