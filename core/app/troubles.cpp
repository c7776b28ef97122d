// Found among the tokens: a line in error has no tree, or half of one.
#include "core/app/troubles.h"

namespace stridescope::app {

std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog) {
  // For a call's own name the place ends at its bracket.
  for (const std::size_t caret : {std::size_t{place.begin}, std::size_t{place.end}, std::size_t{place.end} + 1}) {
    if (caret > program.size() || (caret > place.end && program[place.end] != '(' && program[place.end] != '<')) break;
    if (auto call = typed_call(program, caret, {}, catalog)) return call;
  }
  return std::nullopt;
}

}  // namespace stridescope::app
