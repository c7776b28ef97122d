// How a call is mended whose arguments are of the wrong kind: by a function around them that makes another kind of
// value of them, make_layout((4,8)) where a layout is wanted. What is offered was tried: with it the call has a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/budget.h"
#include "core/lang/call.h"

namespace stridescope {

struct ArgumentMend {
  const Builtin* function;             // that is written around each of the arguments; never null
  std::vector<std::size_t> arguments;  // by number, ascending; never empty
};

// Whether a call with these arguments has a value; false, too, where the budget does not reach.
bool has_value(std::span<const Builtin> rows, const Builtin& called, std::span<const std::int64_t> template_args,
               std::span<const Value> args, Budget& budget);

// The first of `rows` whose role is to convert with which the call has a value, around one argument or around
// all that it takes; nothing where there is none, or where the trials take more than the budget has.
// pre: the call fails with these arguments, and their number is one that `called` takes.
std::optional<ArgumentMend> mend_arguments(std::span<const Builtin> rows, const Builtin& called,
                                           std::span<const std::int64_t> template_args, std::span<const Value> args,
                                           Budget& budget);

}  // namespace stridescope
