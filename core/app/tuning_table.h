// The kernels of a program, each tuned, as one table: what each takes as it is given, and its quickest candidate.
#pragma once

#include <string>
#include <vector>

#include "core/tune/tuning.h"

namespace stridescope {

struct TunedProblem {
  std::string name;  // of the kernel in its program, or what stands for it
  std::optional<Tuning> tuning;
  Message problem;  // why there is none
};

// "measured: 93.50 us, 720.1 TFLOP/s by wgmma 128x256x64, 4 stages; 180.1 us as it is": times are measured ones
// where the quickest kernel has one, else predicted. Empty where nothing has a time.
Message told(const Tuning& tuning);
// A line a kernel, behind its name: told, or why there is nothing to tell.
std::string to_text(const std::vector<TunedProblem>& problems, const Catalog& catalog);

}  // namespace stridescope
