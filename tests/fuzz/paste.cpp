// Foreign text: the paste readers accept any text; a value that they find reads as its printed form.
#include "core/foreign/paste/paste.h"

#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "tests/fuzz/programs.h"

namespace stridescope::fuzz {
namespace {

// True if no word of the text vanishes.
bool covers(std::string_view text, const Evaluation& evaluation) {
  std::vector<bool> covered(text.size());
  const auto add = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text.size()); ++i) covered[i] = true;
  };
  for (const Binding& b : evaluation.bindings) add(b.span.begin, b.span.end);
  for (const Remainder& one : evaluation.remainders) add(one.span.begin, one.span.end);
  for (const Error& error : evaluation.errors) {
    const std::size_t begin = error.span.begin == 0 ? 0 : text.rfind('\n', error.span.begin - 1) + 1;
    add(begin, std::min(text.find('\n', error.span.end), text.size()));
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_word(text[i]) && !covered[i]) return false;
  }
  return true;
}

void run(std::string_view text) {
  std::vector<Error> errors;
  const SyntaxTree tree = parse(text, errors);
  for (const Statement& statement : tree.statements) {
    require(statement.root < tree.nodes.size(), "a statement has a tree", text);
    require(statement.span.begin <= statement.span.end && statement.span.end <= text.size(), "a span lies in the text",
            text);
  }
  for (const Error& error : errors) {
    require(error.span.begin <= error.span.end && error.span.end <= text.size(), "an error lies in the text", text,
            english(error.message));
  }
  tally.taken += errors.empty() && !tree.statements.empty() ? 1 : 0;
  if (!chosen(text, 4)) return;
  Budget budget = budget_of(text).program;
  const Evaluation evaluation = evaluate(text, IntegerMode::cute, budget);
  require(covers(text, evaluation), "each word lies in a binding, a remainder or a line of an error", text);
  for (const Binding& b : evaluation.bindings) {
    if ((!b.value.is<Layout>() && !b.value.is<IntTuple>()) || !has_text_form(b.value)) continue;
    const std::string printed = to_text(b.value);
    const Evaluation again = evaluate(printed, IntegerMode::cute);
    require(again.bindings.size() == 1 && to_text(again.bindings[0].value) == printed, "a pasted value reads as itself",
            text, printed);
  }
}

const Target target("paste", Input::foreign, run);

}  // namespace
}  // namespace stridescope::fuzz
