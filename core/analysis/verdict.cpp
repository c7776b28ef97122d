// Which function has which law: the one table that a verdict starts from. The laws themselves are in verdict_*.cpp, a
// file a topic.
#include "core/analysis/verdict.h"

#include "core/analysis/verdict_parts.h"

namespace stridescope {
namespace {

using namespace verdicts;

struct Law {
  std::string_view function;
  Verdict (*check)(const Operation&, const Value& result, std::int64_t most);
};

constexpr Law laws[] = {
    {"blocked_product", &check_ranked_product},
    {"coalesce", &check_coalesce},
    {"complement", &check_complement},
    {"composition", &check_composition},
    {"downcast", &check_downcast},
    {"filter", &check_filter},
    {"flat_divide", &check_divide},
    {"flat_product", &check_product},
    {"left_inverse", &check_left_inverse},
    {"logical_divide", &check_divide},
    {"logical_product", &check_product},
    {"max_common_layout", &check_max_common_layout},
    {"max_common_vector", &check_max_common_vector},
    {"nullspace", &check_nullspace},
    {"raked_product", &check_ranked_product},
    {"recast", &check_recast},
    {"right_inverse", &check_right_inverse},
    {"tile_to_shape", &check_tile_to_shape},
    {"tiled_divide", &check_divide},
    {"tiled_product", &check_product},
    {"upcast", &check_upcast},
    {"with_shape", &check_with_shape},
    {"zipped_divide", &check_divide},
    {"zipped_product", &check_product},
};

const Law* find_law(std::string_view function) {
  for (const Law& law : laws) {
    if (law.function == function) return &law;
  }
  return nullptr;
}

struct CauseText {
  std::string_view name;
  stridescope::Term meaning;
};

constexpr CauseText causes[] = {
    {"", {}},
#define STRIDESCOPE_CAUSE(name, text) {#name, term(text)},
#include "core/analysis/verdict_causes.def"
#undef STRIDESCOPE_CAUSE
};

}  // namespace

std::string_view name_of(Cause cause) { return causes[static_cast<std::size_t>(cause)].name; }
stridescope::Term meaning_of(Cause cause) { return causes[static_cast<std::size_t>(cause)].meaning; }

std::string_view name_of(LawStatus status) {
  constexpr std::string_view names[] = {"satisfied", "violated", "not_checked"};
  return names[static_cast<std::size_t>(status)];
}

bool has_law(std::string_view function) { return find_law(function) != nullptr; }

Verdict check_law(const Operation& operation, const Value& result, std::int64_t most) {
  const Law* law = find_law(operation.function);
  if (law == nullptr) return not_checked({{}, most}, say("{} has no law", operation.function));
  if (const auto r = operand(result); r && r->domain != nullptr) {
    for (const LinearMode& mode : modes_of(*r->domain)) {
      if (mode.extent < 0)
        return violated({term("extents are at least 0"), most},
                        say("the extent {} is negative, so R has no coordinate to name", mode.extent),
                        Cause::negative_stride);
    }
  }
  return law->check(operation, result, most);
}

}  // namespace stridescope
