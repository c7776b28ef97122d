// Hardware counters of one launch, under Nsight Compute's names, by CUPTI's Range Profiler (opened at run time).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace stridescope::gpu {

struct CuOpaque;

// Limit of counters that one run reads in addition to the predicted ones.
inline constexpr std::size_t max_counters = 16;
// The counters of a live run.
const std::vector<std::string>& default_counters();
// The requested counters: group names (memory, l2, instructions, occupancy, tensor, tma) are expanded, at most
// max_metrics. Without a request: the default ones.
std::vector<std::string> counters_of(const std::vector<std::string>& asked);

// Runs `launch` once for each pass that the counters need. Counters that this GPU does not have are omitted and listed
// in `unknown`. Empty, with the reason in `why` (no CUPTI, no permission), if counters cannot be read.
std::optional<std::map<std::string, double>> read_counters(CuOpaque* context, const std::vector<std::string>& counters,
                                                           const std::function<bool()>& launch, Message& why,
                                                           std::vector<std::string>* unknown = nullptr);

}  // namespace stridescope::gpu
