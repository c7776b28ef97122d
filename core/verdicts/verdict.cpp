// Entry point of verdicts: selects the check of a law. The laws themselves are in verdict_*.cpp, one file per topic;
// builtins.def assigns laws to functions.
#include "core/verdicts/verdict.h"

#include "core/verdicts/verdict_parts.h"

namespace stridescope {
namespace {

using namespace verdicts;

constexpr Verdict (*checks[])(const Operation&, const Value& result, std::int64_t most) = {
    nullptr,
#define STRIDESCOPE_LAW(name) &check_##name,
#include "core/value/laws.def"
};

struct CauseText {
  std::string_view name;
  stridescope::Term meaning;
};

constexpr CauseText causes[] = {
    {"", {}},
#define STRIDESCOPE_CAUSE(name, text) {#name, term(text)},
#include "core/verdicts/verdict_causes.def"
#undef STRIDESCOPE_CAUSE
};

}  // namespace

std::string_view name_of(Cause cause) { return causes[static_cast<std::size_t>(cause)].name; }
stridescope::Term meaning_of(Cause cause) { return causes[static_cast<std::size_t>(cause)].meaning; }

Verdict check_law(const Operation& operation, const Value& result, std::int64_t most) {
  const auto check = checks[static_cast<std::size_t>(operation.roles.law)];
  if (check == nullptr) return not_checked({{}, most}, say("{} does not have a law", operation.function));
  if (const auto r = operand(result); r && r->domain != nullptr) {
    for (const LinearMode& mode : modes_of(*r->domain)) {
      if (mode.extent < 0)
        return violated({term("extents are at least 0"), most},
                        say("the extent {} is negative, so R does not have coordinates", mode.extent),
                        Cause::negative_stride);
    }
  }
  return check(operation, result, most);
}

}  // namespace stridescope
