// Assumes example values for the unbound parameters of a pasted function: one each, according to its use, reported as
// an assumption that an earlier line can change.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/paste/evaluation.h"
#include "core/functions/builtin.h"

namespace stridescope {
namespace {

constexpr std::size_t max_assumed = 16;
constexpr std::string_view extent_example = "64";  // example for the extents of an index function
constexpr std::string_view mode_example = "256";   // example for a mode of a shape: larger than its divisors
constexpr BracketRule in_code = {.quotes = Quotes::of_line, .longest = 1 << 16};

// `Descriptor desc;`, `Params const& params`: a name before another word is a type, without an example.
bool is_type(std::string_view program, Span name) {
  const std::size_t behind = program.find_first_not_of(" \t\r\n", name.end);
  return behind != std::string_view::npos && behind > name.end && is_word(program[behind]);
}

// The default integer of a Python parameter, block_M=128 or block_M: int = 128; empty without one.
std::string_view default_of(std::string_view program, std::string_view name) {
  constexpr std::size_t longest = 9;
  const auto blanks = [&](std::size_t at) { return std::min(program.find_first_not_of(" \t", at), program.size()); };
  for (std::size_t at = program.find(name); at != std::string_view::npos; at = program.find(name, at + name.size())) {
    std::size_t next = word_end(program, at);
    if ((at > 0 && is_word(program[at - 1])) || next != at + name.size()) continue;
    next = blanks(next);
    if (program.substr(next, 1) == ":") next = blanks(word_end(program, blanks(next + 1)));
    if (program.substr(next, 1) != "=" || program.substr(next, 2) == "==") continue;
    next = blanks(next + 1);
    const std::string_view value = program.substr(next, word_end(program, next) - next);
    if (!value.empty() && value.size() <= longest && std::all_of(value.begin(), value.end(), is_digit)) return value;
  }
  return {};
}

}  // namespace

// Statements that bind names can precede it, nothing follows it; a function without a result is a kernel.
bool ForeignEvaluation::is_bare_function() {
  if (bare_function_) return *bare_function_;
  bare_function_ = false;
  const std::size_t open = evaluator_->program().find('{');
  if (open == std::string_view::npos || evaluator_->program().find("return") == std::string_view::npos) return false;
  const std::string_view header = evaluator_->program().substr(0, open);
  if (header.rfind(')') == std::string_view::npos || header.find("void ") != std::string_view::npos) return false;
  const std::size_t end = past_bracket(evaluator_->program(), open, in_code);
  bare_function_ = end != std::string_view::npos &&
                   evaluator_->program().find_first_not_of(" \t\r\n;", end) == std::string_view::npos;
  return *bare_function_;
}

std::string ForeignEvaluation::example_for(const SyntaxNode& n) {
  if (is_extent(n)) {
    const std::string_view given = default_of(evaluator_->program(), n.text);
    return std::string(given.empty() ? extent_example : given);
  }
  // The other side of its comparison: the first of two cases.
  if (evaluator_->call() != nullptr && evaluator_->call()->text == "equal" &&
      evaluator_->call()->children.size() == 2) {
    const SyntaxNode& first = evaluator_->node(evaluator_->call()->children[0]);
    const SyntaxNode& other = &first == &n ? evaluator_->node(evaluator_->call()->children[1]) : first;
    const bool constant =
        other.text == "true" || other.text == "false" || other.text.find("::") != std::string_view::npos;
    if (other.kind != Syntax::name || is_bound(other.text) || constant)
      return std::string(evaluator_->program().substr(other.span.begin, other.span.end - other.span.begin));
  }
  const auto is_of_modes = [](std::string_view function) {
    const Builtin* found = find_builtin(function);
    return found != nullptr && takes_mode(*found);
  };
  // As many modes as the code uses.
  std::int64_t modes = 0;
  for (const SyntaxNode& one : tree_.nodes) {
    if (one.kind != Syntax::call || one.template_args.size() != 1 || one.children.size() != 1 || !is_of_modes(one.text))
      continue;
    const SyntaxNode& of = evaluator_->node(one.children[0]);
    if (of.kind == Syntax::name && of.text == n.text) modes = std::max(modes, one.template_args[0] + 1);
  }
  for (const Statement& statement : tree_.statements) {
    const SyntaxNode& root = evaluator_->node(statement.root);
    if (root.kind == Syntax::name && root.text == n.text)
      modes = std::max(modes, static_cast<std::int64_t>(statement.names.size()));
  }
  if (modes > 0 && modes <= 8) {
    std::string out = "(";
    for (std::int64_t i = 0; i < modes; ++i) append_all(out, i > 0 ? "," : "", mode_example);
    return out + (modes == 1 ? ",)" : ")");
  }
  return std::string(evaluator_->example_of(n));
}

ForeignProgram::Maybe ForeignEvaluation::example(ProgramEvaluator& /*evaluator*/, const SyntaxNode& n) {
  if (const auto known = assumed_.find(n.text); known != assumed_.end()) return known->second;
  if (has_failed(n.text)) return std::nullopt;  // its own statement reports the error, so it needs no example
  if (n.kind != Syntax::name || assumed_.size() >= max_assumed) return std::nullopt;
  if (!is_extent(n) && (is_type(evaluator_->program(), n.name_span) || !is_bare_function())) return std::nullopt;
  const std::string example = example_for(n);
  if (example.empty() || example.size() > 256) return std::nullopt;
  Evaluation made = evaluate(example, evaluator_->mode(), evaluator_->budget());
  if (!made.errors.empty() || made.bindings.empty()) return std::nullopt;
  // Before the function, in which a line of ours is not valid.
  const Span place = is_extent(n) ? Span{n.name_span.begin, n.name_span.begin} : Span{};
  return assume(n.text, n.text, place, example, std::move(made.bindings.back().value));
}

Value ForeignEvaluation::assume(std::string_view name, std::string_view shown, Span place, std::string_view example,
                                Value value) {
  if (!assumed_.emplace(std::string(name), value).second) return value;
  ProgramError told = {{ErrorCode::unknown_name, say("{} is not given: {} is used as an example", shown, example),
                        say("to override it, write {} = {}, or another value, on an earlier line", name, example),
                        place, cat(name, " = ", example, "\n")}};
  if (value.integer() != nullptr) {
    told.hole = name;
    told.example = example;
  }
  evaluator_->out().assumed.push_back(std::move(told));
  return value;
}

}  // namespace stridescope
