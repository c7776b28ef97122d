// Integers out of text that people, the page or a picture wrote.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stridescope {

// Runs of digits, whatever is between them; signs are ignored. A run beyond 2^53 is cut there.
std::vector<std::int64_t> integers_in(std::string_view text);

}  // namespace stridescope
