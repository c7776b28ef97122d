// Ids of cells in pictures of a memory access: the request, and the lane, word or sector.
#pragma once

#include <cstdint>

namespace stridescope {

// Request, kind and index are combined into one number. law: of(id(n), n) returns the same cell.
struct AccessCell {
  enum class Kind : std::uint8_t {
    word,    // index: wavefront * 32 + bank
    lane,    // index: lane
    sector,  // index: position in order of addresses
  };
  std::int64_t warp = 0;
  std::int64_t instruction = 0;
  Kind kind = Kind::word;
  std::int64_t index = 0;  // below 4096

  std::int64_t id(std::int64_t instructions) const {
    return ((warp * instructions + instruction) * 4 + static_cast<std::int64_t>(kind)) * 4096 + index;
  }
  // Requires id >= 0 and instructions > 0.
  static AccessCell of(std::int64_t id, std::int64_t instructions) {
    const std::int64_t request = id / 4096 / 4;
    return {request / instructions, request % instructions, static_cast<Kind>(id / 4096 % 4), id % 4096};
  }
};

}  // namespace stridescope
