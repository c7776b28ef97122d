// Finds calls among the tokens: a line with an error has no syntax tree, or only a part of one.
#include "core/app/troubles.h"

namespace stridescope::app {

std::vector<door::Problem> causes(std::vector<door::Problem> problems) {
  std::vector<door::Problem> out = problems;
  std::erase_if(out, is_consequent);
  return out.empty() ? problems : out;
}

std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog) {
  // If the place is the name of a call, it ends at the bracket of the call.
  for (const std::size_t caret : {std::size_t{place.begin}, std::size_t{place.end}, std::size_t{place.end} + 1}) {
    if (caret > program.size() || (caret > place.end && program[place.end] != '(' && program[place.end] != '<')) break;
    if (auto call = typed_call(program, caret, {}, catalog)) return call;
  }
  return std::nullopt;
}

}  // namespace stridescope::app
