// The facts of a GPU by its driver name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/hardware/bound.h"

namespace stridescope {

// The row of core/hardware/gpus.def that has this name, whole; letter case, blanks, dashes and a leading "NVIDIA" do
// not matter. Null for every other GPU: of a variant (Laptop GPU, Ti, PCIe, NVL, a MIG slice) nothing is known.
const Gpu* gpu_of_driver(std::string_view driver_name);

// The row of this short name, "H100", or of this driver's name. Null if there is neither.
const Gpu* gpu_named(std::string_view name);

// True if two names are of one product: the same text, or names of one row, of the table or of a driver.
bool is_same_product(std::string_view a, std::string_view b);

}  // namespace stridescope
