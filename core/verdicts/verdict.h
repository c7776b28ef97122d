// Verdicts: does the result of an operation keep the operation's laws (the contracts of core/algebra/algebra.h)? CuTe's
// result is judged, not corrected: where CuTe breaks its law, the verdict says where, and what the right value is.
// The laws are tried at every coordinate of the result up to 2^20 of them. Of more, a fixed sample is tried, and
// symbolic conditions on strides and extents have to prove the rest; if they do not, the verdict is `not checked`.
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

// Causes of violations; verdict_causes.def lists them. A cause is found by a rule about the operands' strides and
// extents, never by a list of known cases; `other` if no rule explains the violation, `none` without a violation. The
// order is that of the file.
enum class Cause : std::uint8_t {
  none,
#define STRIDESCOPE_CAUSE(name, text) name,
#include "core/verdicts/verdict_causes.def"
#undef STRIDESCOPE_CAUSE
};

// The stable name of a cause ("carry"), and its meaning in a sentence or two. Both are empty of `none`. Static text.
std::string_view name_of(Cause cause);
Term meaning_of(Cause cause);

// `satisfied` means proved: every coordinate was tried, or conditions on strides and extents prove it. `violated`
// means that the values differ, or that R's domain is another than the law's. `not_checked` claims nothing.
enum class LawStatus : std::uint8_t { satisfied, violated, not_checked };
inline constexpr std::string_view law_status_names[] = {"satisfied", "violated", "not_checked"};

// The judgement on one call, with all that a reader needs to check it by hand: `stridescope verdict` prints it line
// by line.
//   (6,2):(1,7) o (3,2):(2,3)   violated at 5: got 7, should be 8; natural (2,1), cause carry
struct Verdict {
  LawStatus status = LawStatus::not_checked;
  // The law in the field's notation, one line: "R(c) = A(B(c)), compatible(B, R)". Empty if the function has none.
  Term law = {};
  Message text = {};  // "satisfied", "violated at 2: got 7, should be 8", "not checked: why"
  // satisfied only: what that rests on, such as "all 24 coordinates", "sample of 65536 of 1048577 coordinates plus
  // symbolic conditions", "all 62 bits; a swizzle is linear over them". Empty otherwise.
  Message checked = {};
  Cause cause = Cause::none;  // violated only
  // The cause in the numbers of this call: "B steps by 3 through a mode of A of extent 4". May be empty.
  Message explanation = {};
  // The first counterexample, where one coordinate is one; nothing where the violation shows at none, such as a
  // negative extent. Where R or the law has no such coordinate, `got` or `should_be` is "no coordinate".
  std::optional<std::int64_t> at = {};  // 1-D
  // The same coordinate in the nesting of the domain: "(2,1)".
  std::string natural = {};
  // R's offset there and the one that the law asks for; coordinates where strides are basis elements.
  Message got = {};
  Message should_be = {};
};

// One call of a function of the language. Views: function, template_args and args must outlive the call of check_law;
// the verdict keeps none of them.
struct Operation {
  std::string_view function;
  // Those of the function in builtins.def: they name its law.
  BuiltinRoles roles;
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
};

// The verdict on a result by `roles.law`; not_checked without a law. Never fails: what cannot be judged (basis strides
// under a swizzle, offsets beyond 62 bits) is not_checked, with the reason. pre: `result` is the function's answer for
// these arguments; it is judged as given, not computed again. At most `most` coordinates are tried one by one, itself
// at most max_tried; for a larger domain the sample of pointwise.h. A result with a negative extent is violated before
// the law is checked, since it has no coordinates.
Verdict check_law(const Operation& operation, const Value& result, std::int64_t most = verdicts::max_tried);

}  // namespace stridescope
