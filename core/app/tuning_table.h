// The tuned kernels of a program as one table: for each the time of the given kernel, and the fastest candidate.
#pragma once

#include <string>
#include <vector>

#include "core/tune/tuning.h"

namespace stridescope {

struct TunedProblem {
  std::string name;  // of the kernel in its program, or a placeholder
  std::optional<Tuning> tuning;
  Message problem;  // the reason if missing
};

// "measured: 93.50 us, 720.1 TFLOP/s by wgmma 128x256x64, 4 stages; 180.1 us unchanged". The times are measured ones if
// the fastest kernel is measured, otherwise predicted. Empty without a time.
Message told(const Tuning& tuning);
// One line per kernel, after its name: the result, or the reason why it is missing.
std::string to_text(const std::vector<TunedProblem>& problems, const Catalog& catalog);

}  // namespace stridescope
