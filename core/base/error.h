// Errors are values: a code, the violated condition with its numbers, the position, and a fix. They are returned as a
// Result (core/base/result.h) or as the single fault of an Arith (core/value/arith.h), and displayed with the line of
// the program at the span.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// Every kind of failure that the core reports. error_codes.def lists them with their meanings; formats depend on their
// names, not on their order.
//
//   what was written      syntax, unknown_name, reserved_name, failed_name, arguments
//   forms that must fit   rank_mismatch, profile_mismatch, index_range
//   numbers that must     shape_divisibility, stride_divisibility, divisibility, dynamic_stride, dynamic_value,
//                         not_injective, not_adjacent, bad_swizzle, basis, division_by_zero, overflow
//   caps                  too_deep, too_large
//   the rest              unsupported, internal
enum class ErrorCode : std::uint8_t {
#define STRIDESCOPE_ERROR(name, text) name,
#include "core/base/error_codes.def"
#undef STRIDESCOPE_ERROR
};

// The stable, machine-readable name of a code, for example "shape_divisibility". JSON contains it, and programs and
// translations depend on it: the text of a message can change, a name never does. A view of static memory.
std::string_view code_name(ErrorCode code);

// A half-open range of bytes in the program text, which is UTF-8. The page counts in UTF-16: code at that boundary
// converts (core/base/utf.h). An empty span means that the place is unknown, or that something is missing there.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool empty() const { return begin == end; }
  bool operator==(const Span&) const = default;
};

// post: the message names the violated condition with the numbers of this call, in plain English. So `stride 100 does
// not fit mode 0 of the left layout (extent 3)` with the hint `composition needs 100 % 3 == 0 or 100 < 3`, and not
// `invalid stride`.
struct Error {
  // `internal` is a fault of Stridescope itself; no program should cause it.
  ErrorCode code = ErrorCode::internal;
  // The violated condition with its numbers; one line, without a full stop.
  Message message;
  // The fix as an imperative, or the rule that must hold; may be empty.
  Message hint;
  // Set by the evaluator: a function of the algebra knows its operands, not their positions.
  Span span = {};
  // Replacement text for `span` that fixes the error, offered as a button; may be empty.
  std::string replacement;
};

}  // namespace stridescope
