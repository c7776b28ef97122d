// Foreign text: the paste readers take any text, and a value that they found reads as what it prints.
#include "core/foreign/paste/paste.h"

#include "tests/fuzz/programs.h"

namespace stridescope::fuzz {
namespace {

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
  for (const Binding& b : evaluate(text, IntegerMode::cute, budget).bindings) {
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
