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

#include "core/analysis/pointwise.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// Why a law is violated; the list lives in verdict_causes.def.
enum class Cause : std::uint8_t {
  none,
#define STRIDESCOPE_CAUSE(name, text) name,
#include "core/analysis/verdict_causes.def"
#undef STRIDESCOPE_CAUSE
};

// The stable name of a cause ("carry"), and its meaning in a sentence or two.
std::string_view name_of(Cause cause);
Term meaning_of(Cause cause);

// `satisfied` means proved: every coordinate was tried, or conditions on strides and extents prove it.
enum class LawStatus : std::uint8_t { satisfied, violated, not_checked };
std::string_view name_of(LawStatus status);  // "satisfied", "violated", "not_checked"

// The judgement on one call, with all that a reader needs to check it by hand.
struct Verdict {
  LawStatus status = LawStatus::not_checked;
  Term law = {};              // in the field's notation, one line: "R(c) = A(B(c)), compatible(B, R)"
  Message text = {};          // "satisfied", "violated at 2: got 7, should be 8", "not checked: why"
  Message checked = {};       // "all 24 coordinates"; empty when nothing was tried
  Cause cause = Cause::none;  // violated only
  Message explanation = {};   // the cause in the numbers of this call; may be empty
  // The first counterexample, where one coordinate is one.
  std::optional<std::int64_t> at = {};  // 1-D
  std::string natural = {};             // the same coordinate in the nesting of the domain
  Message got = {};
  Message should_be = {};
};

// One call of a function of the language.
struct Operation {
  std::string_view function;
  BuiltinRoles roles;  // the function's
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
};

// The verdict on a result by `roles.law`; not_checked where there is none. At most `most` coordinates are tried one by
// one. Never fails: what cannot be judged (basis strides under a swizzle, offsets beyond 64 bits) is not_checked, with
// why.
Verdict check_law(const Operation& operation, const Value& result, std::int64_t most = verdicts::max_tried);

}  // namespace stridescope
