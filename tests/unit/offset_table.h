// All offsets of a layout of any kind, for tests that compare every coordinate.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "core/facts/offsets.h"

namespace stridescope {

inline std::vector<std::int64_t> offsets_of(const Value& layout) {
  const auto f = offset_function(layout);
  const auto size = domain_size(layout);
  REQUIRE(f);
  REQUIRE(size);
  std::vector<std::int64_t> out(static_cast<std::size_t>(*size));
  f->fill(out.data(), *size);
  return out;
}

}  // namespace stridescope
