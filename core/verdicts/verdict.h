// Verdicts: does the result of an operation satisfy the laws of the operation (the contracts of
// core/algebra/algebra.h)? CuTe's result is checked, not corrected: if CuTe violates the law, the verdict gives the
// coordinate and the correct value. Laws are tried at every coordinate of the result, up to 2^20. For larger results a
// fixed sample is tried, and symbolic conditions on strides and extents must prove the rest; otherwise the verdict is
// `not checked`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/facts/pointwise.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// Causes of violations, in the order of verdict_causes.def. A rule about the operands' strides and extents finds the
// cause, never a list of known cases; `other` if no rule explains the violation, `none` without a violation.
enum class Cause : std::uint8_t {
  none,
#define STRIDESCOPE_CAUSE(name, text) name,
#include "core/verdicts/verdict_causes.def"
#undef STRIDESCOPE_CAUSE
};

// The stable name of a cause ("carry"), and its meaning in a sentence or two. Both are empty for `none`. Static text.
std::string_view name_of(Cause cause);
Term meaning_of(Cause cause);

// `satisfied` is proved: every coordinate was tried, or conditions on strides and extents prove it. `violated`: values
// differ, or R's domain is not that of the law. `not_checked` claims nothing.
enum class LawStatus : std::uint8_t { satisfied, violated, not_checked };
inline constexpr std::string_view law_status_names[] = {"satisfied", "violated", "not_checked"};

// The verdict on one call, with everything that is needed to check it by hand: `stridescope verdict` prints it line by
// line.
//   (6,2):(1,7) o (3,2):(2,3)   violated at 5: got 7, should be 8; natural (2,1), cause carry
struct Verdict {
  LawStatus status = LawStatus::not_checked;
  // The law in mathematical notation, one line: "R(c) = A(B(c)), compatible(B, R)". Empty if the function has none.
  Term law = {};
  Message text = {};  // "satisfied", "violated at 2: got 7, should be 8", "not checked: why"
  // Only for satisfied: the basis of the proof, such as "all 24 coordinates", "sample of 65536 of 1048577 coordinates
  // plus symbolic conditions", "all 62 bits; a swizzle is linear over them". Otherwise empty.
  Message checked = {};
  Cause cause = Cause::none;  // only for violated
  // The cause with the numbers of this call: "B steps by 3 through a mode of A of extent 4". May be empty.
  Message explanation = {};
  // The first counterexample, if a coordinate shows the violation; empty otherwise, for example for a negative extent.
  // If R or the law does not have the coordinate, `got` or `should_be` is "no coordinate".
  std::optional<std::int64_t> at = {};  // 1-D
  // The same coordinate in the nesting of the domain: "(2,1)".
  std::string natural = {};
  // R's offset at that coordinate, and the offset that the law requires; coordinates if strides are basis elements.
  Message got = {};
  Message should_be = {};
};

// One call of a function of the language. The targets of the views function, template_args and args must outlive the
// call of check_law; the verdict does not refer to them.
struct Operation {
  std::string_view function;
  // The roles of the function in builtins.def, which name its law.
  BuiltinRoles roles;
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
};

// The verdict on a result by `roles.law`; not_checked without a law. Never fails: if it is undecidable here (basis
// strides under a swizzle, offsets beyond 62 bits), it is not_checked, with the reason. pre: `result` is the function's
// answer for these arguments; it is not computed again. Tries at most `most` coordinates, which is at most max_tried;
// for a larger domain the sample of pointwise.h. A result with a negative extent is violated before the law is checked,
// since it has no coordinates.
Verdict check_law(const Operation& operation, const Value& result, std::int64_t most = verdicts::max_tried);

}  // namespace stridescope
