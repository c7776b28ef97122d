// What is known of a GPU by the name that its driver gives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope {

// The data sheet's peak bandwidth of its memory in 10^9 bytes a second, for the GPUs of core/analysis/gpus.def; not of
// their slower forms (PCIe, NVL, 40 GB). A prediction, nothing measured.
std::optional<std::int64_t> dram_peak_gb_per_s(std::string_view driver_name);

}  // namespace stridescope
