// What is known of a GPU by the name that its driver gives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/analysis/bound.h"

namespace stridescope {

// The row of core/analysis/gpus.def that has this name, whole; letter case, blanks, dashes and a leading "NVIDIA" do
// not matter. Null for every other GPU: of a variant (Laptop GPU, Ti, PCIe, NVL, a MIG slice) nothing is known.
const Gpu* gpu_of_driver(std::string_view driver_name);

}  // namespace stridescope
