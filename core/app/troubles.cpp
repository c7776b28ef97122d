// Finds calls among the tokens: a line with an error has no syntax tree, or only a part of one.
#include "core/app/troubles.h"

namespace stridescope::app {

std::vector<door::Problem> causes(std::vector<door::Problem> problems) {
  std::vector<door::Problem> out = problems;
  std::erase_if(out, is_consequent);
  return out.empty() ? problems : out;
}

std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog) {
  // The name of a call ends at its bracket. An open call of an earlier line absorbs the error, but is not its cause.
  for (const std::size_t caret : {std::size_t{place.begin}, std::size_t{place.end}, std::size_t{place.end} + 1}) {
    if (caret > program.size() || (caret > place.end && program[place.end] != '(' && program[place.end] != '<')) break;
    auto call = typed_call(program, caret, {}, catalog);
    if (call && (call->closed || program.find('\n', call->span.begin) >= place.begin)) return call;
  }
  return std::nullopt;
}

}  // namespace stridescope::app
