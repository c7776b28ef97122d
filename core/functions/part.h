// A part of a tensor that a thread or a block owns, with a warning of what lies outside of the tensor.
#pragma once

#include "core/lang/outside.h"

namespace stridescope {

// part(arith, tensor) makes the part; of the tensor's coordinates it makes those of the part.
template <class Part>
Value part_of(const Call& c, const Tensor& whole, Part&& part) {
  if (c.arith.failed()) return static_int(0);
  Tensor out = part(c.arith, whole);
  if (c.arith.failed() || c.warnings == nullptr || !c.warnings->empty()) return out;
  Arith arith;
  const Layout identity = make_identity_layout(arith, domain_layout(whole.layout).shape);
  const Tensor coordinates = part(arith, make_coord_tensor(arith, identity));
  if (arith.ok()) warn_part(c, whole, coordinates);
  return out;
}

}  // namespace stridescope
