// The relation of two layouts: how B is made of A, in words and as a field. The relations are tried from the strongest
// to the weakest; the first that holds is the result.
//
//   A (4,8):(8,1)     B (8,4):(1,8)      transposed: B(i,j) = A(j,i)
//   A (4,8):(1,4)     B 32:1             the same function, modes merged
//   A (8,4):(4,1)     B (8,4):(32,8)     all strides multiplied by 8
//   A (8,4):(4,1)     B (8,(4,2)):(4,(1,64))   repeated along mode 1
//
#pragma once

#include <cstdint>

#include "core/base/inline_vector.h"
#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// The numbers of each kind are those of Relation::numbers.
enum class RelationKind : std::uint8_t {
  same,        // the same shape and strides, static or not
  modes,       // the same function of the 1-D coordinate, written with other modes
  transposed,  // two modes: B(i,j) = A(j,i)
  permuted,    // mode k of B is mode numbers[k] of A
  factor,      // B * numbers[1] = A * numbers[0], in lowest terms
  moved,       // B = A + numbers[0]
  repeated,    // B is A numbers[0] times along mode numbers[1], numbers[2] apart
  cut,         // B is A cut to its first numbers[k] along mode k
  recast,      // B is A in elements of 1/numbers[0] of the width
  swizzled,    // the same layout under other swizzles
  swapped,     // of mode numbers[0], numbers[3] coordinates from numbers[1] and from numbers[2] on are exchanged
  ordered,     // both are compact, with strides that ascend in other orders
  strides,     // some strides differ: of one shape those of the nodes numbers[k], else of digits that both have
  inverse,     // B(A(i)) = i
  offsets,     // the same set of offsets in another order
  extents,     // the same strides, other extents
  none,        // no relation of these, or it is not decided
};

struct Relation {
  RelationKind kind = RelationKind::none;
  bool reversed = false;  // repeated, cut, recast: A and B exchanged
  InlineVector<std::int64_t, 8> numbers = {};
  Message words = {};  // with "A" and "B"; empty for same and none
};

// Finds the relation of two layouts, composed layouts or tensors; of tensors the addresses do not matter. Never fails.
// Strides decide most relations at any size; the others walk at most max_related offsets of each.
Relation relate(const Value& a, const Value& b);

// Limit of the offsets that are compared one by one.
inline constexpr std::int64_t max_related = 1 << 17;

}  // namespace stridescope
