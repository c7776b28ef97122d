// The plan of a conversion of registers (core/conversion/conversion.h): the way that is taken, the others with their
// costs, and how both layouts are addressed. Its text, the reference device and the run on a GPU are made from it.
//
//   extern "C" __global__ void stridescope_convert(const Element* src, Element* dst, int repeat, unsigned keep)
//
// Each block loads its tile of `tile` elements by layout A, converts, and stores it by layout B; with `repeat` it
// converts repeatedly, and with `keep` 0 the values stay unchanged while each conversion waits for the previous one.
// Other programs can take convert(a, b, t, shared) from the text, a separate device function.
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
  std::vector<Conversion> ways;  // the cheapest first, the plain one last
  std::size_t way = 0;           // that is taken
  std::int64_t tile = 0;         // elements, in the pieces of the problem
  KernelSide a, b;               // (thread, value) -> element, in whole elements
  std::string needs;

  const Conversion& taken() const { return ways[way]; }
  const Conversion& plain() const { return ways.back(); }
  std::int64_t shared_bytes() const { return taken().shared ? taken().shared->bytes(problem.bits) : 0; }
  // Read from registers and written to registers, of a block.
  std::int64_t bytes_moved() const {
    return (problem.a.values + problem.b.values) * problem.threads() * problem.bits / 8;
  }
};

// Blocks of a run that proves and times: 2048 fill any GPU; fewer of a tile that is large.
std::int64_t convert_blocks(const ConvertPlan& plan);

// The refusals of conversion_problem; unsupported: the requested way does not lead there; more shared memory than a
// block has.
Result<ConvertPlan> plan_convert(const ConvertKernel& kernel);
// The same by the plain way.
ConvertPlan plainly(const ConvertPlan& plan);

KernelText cuda_text(const ConvertPlan& plan);
// fill, poison and check, to be compiled with the kernel.
std::string check_text(const ConvertPlan& plan, bool with_element_type);
std::string standalone_text(const ConvertPlan& plan);
// The plain way as a kernel stridescope_convert_plainly in a separate namespace, after the other: the baseline of a
// run.
std::string yardstick_text(const ConvertPlan& plan);
// Predicted shared-memory counters of one launch with repeat 1.
CopyPrediction predict(const ConvertPlan& plan);
KernelWork work_of(const ConvertPlan& plan);

}  // namespace stridescope
