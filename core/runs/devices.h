// The facts of a GPU by its driver's name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/hardware/bound.h"

namespace stridescope {

// The row of core/hardware/gpus.def with this full name; case, blanks, dashes and a leading "NVIDIA" are ignored. Null
// for every other GPU, including variants (Laptop GPU, Ti, PCIe, NVL, a MIG slice).
const Gpu* gpu_of_driver(std::string_view driver_name);

// The row with this short name, "H100", or this driver's name; null if none matches.
const Gpu* gpu_named(std::string_view name);

// True if two names refer to the same product: equal texts, or names of the same row, of the table or of a driver.
bool is_same_product(std::string_view a, std::string_view b);

}  // namespace stridescope
