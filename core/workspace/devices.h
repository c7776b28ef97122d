// What is known of a GPU by the name that its driver gives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/analysis/bound.h"

namespace stridescope {

// The row of core/analysis/gpus.def; not of their slower forms (PCIe, NVL, 40 GB): null.
const Gpu* gpu_of_driver(std::string_view driver_name);

}  // namespace stridescope
