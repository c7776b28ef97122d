// Integers in texts of users, the page or a picture.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stridescope {

// Runs of digits; other characters and signs are ignored. A run beyond 2^53 stops there.
std::vector<std::int64_t> integers_in(std::string_view text);

}  // namespace stridescope
