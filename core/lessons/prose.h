// The placeholders in a lesson's prose: the value of the expression after the step's program replaces {= expression },
// so that no number in a lesson is written by hand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/lang/evaluator.h"

namespace stridescope {

// {= e }          the value of e, printed in the program's integer mode
// {= e -> row }   for a value that prints as rows (accesses of memory, searches): the row with that name
// {! e }          the error of e, which must have one
// {> e }          the derivation of e, step by step, over several lines
// {=cute e }, {!cute e }, {=teaching e }   the same in that mode, whatever mode the program has
struct Placeholder {
  enum class Kind : std::uint8_t { value, refusal, derivation } kind = Kind::value;
  std::string expression;
  std::string row;
  std::optional<IntegerMode> mode;
  Span span = {};  // in the prose, including the braces
};

// The first word after that name in a value's text, which is the same in every language: 4 for `sectors   4   ideal 4`,
// for `held once: 4, such as ...` and for `by threads   4 blocks: ...`.
std::optional<std::string> row_of(std::string_view text, std::string_view name);

// Error: syntax, with the position in the prose, if a placeholder is empty or not closed. `{{` is a brace of the prose.
Result<std::vector<Placeholder>> placeholders_of(std::string_view prose);

// The Markdown prose with every placeholder replaced by a literal text. The error of a placeholder without a value has
// the span of the placeholder in the prose.
Result<std::string> filled_prose(std::string_view prose, std::string_view program, IntegerMode mode,
                                 const Catalog& catalog = english_catalog());

}  // namespace stridescope
