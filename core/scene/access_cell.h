// The ids of cells in the pictures of an access of memory: which request, and which of its lanes, words or sectors.
#pragma once

#include <cstdint>

namespace stridescope {

// Three kinds of cells share one number: request, then kind, then index. law: of(id(n), n) gives the cell back.
struct AccessCell {
  enum class Kind : std::uint8_t {
    word,    // index: wavefront * 32 + bank
    lane,    // index: lane
    sector,  // index: place in the order of addresses
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
