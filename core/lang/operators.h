// The operations of the language's operators: a + b, A o B, A(c), iterator o layout. Rows of core/functions use the
// same functions, so an operator and its function agree.
#pragma once

#include <span>
#include <string_view>

#include "core/lang/call.h"

namespace stridescope {

// The row of that name, otherwise the language's own row, which has no roles. pre: the function of an operator: add,
// sub, mul, div, mod, composition, logical_divide, logical_product, apply, make_tensor.
const Builtin& operation(std::span<const Builtin> rows, std::string_view name);

Value builtin_add(const Call& c);
Value builtin_sub(const Call& c);
Value builtin_mul(const Call& c);
Value builtin_div(const Call& c);
Value builtin_mod(const Call& c);
Value builtin_composition(const Call& c);
Value builtin_logical_divide(const Call& c);
Value builtin_logical_product(const Call& c);
// The coordinate of a call of `apply`: its second argument, or the tuple of all after the first.
IntTuple applied_coordinate(const Call& c);
// The first argument at that coordinate; its slice if the coordinate has a `_`.
Value apply_at(const Call& c, const IntTuple& coord);
// An iterator and a layout; a layout that waits for a pointer receives it.
Value tensor_of_layout(const Call& c);

}  // namespace stridescope
