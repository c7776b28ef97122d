// Fixes a call with arguments of the wrong kind by a function around them that converts them, for example
// make_layout((4,8)) for a layout. The fix was tried: with it the call has a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/budget.h"
#include "core/lang/call.h"

namespace stridescope {

struct ArgumentFix {
  const Builtin* function;             // the function to write around each of the arguments; never null
  std::vector<std::size_t> arguments;  // by number, ascending; never empty
};

// True if a call with these arguments has a value; also false if the budget is too small.
bool has_value(std::span<const Builtin> rows, const Builtin& called, std::span<const std::int64_t> template_args,
               std::span<const Value> args, Budget& budget);

// The first converting function of `rows` with which the call has a value, around one argument or around all
// convertible ones; empty if none exists or if the trials exceed the budget. pre: the call fails with these arguments,
// and `called` accepts their number.
std::optional<ArgumentFix> fix_arguments(std::span<const Builtin> rows, const Builtin& called,
                                         std::span<const std::int64_t> template_args, std::span<const Value> args,
                                         Budget& budget);

}  // namespace stridescope
