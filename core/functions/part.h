// A part of a tensor that a thread or a block owns, with a warning of what lies outside of the tensor.
#pragma once

#include "core/functions/outside.h"

namespace stridescope {

// part(arith, tensor) makes the part; applied to the tensor's coordinates, it makes the coordinates of the part.
template <class Part>
Value part_of(const Call& c, const Tensor& whole, Part&& part) {
  if (c.arith.failed()) return static_int(0);
  Tensor out = part(c.arith, whole);
  if (!warns_of_part(c, whole)) return out;
  Arith arith;
  const Tensor coordinates = part(arith, coordinates_of(arith, whole));
  if (arith.ok()) warn_part(c, whole, coordinates);
  return out;
}

}  // namespace stridescope
