// What a pasted function is shown with where nothing binds its parameters: an example for each, as it is used, told as
// an assumption that a line before changes.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/lang/program_evaluator.h"

namespace stridescope {
namespace {

constexpr std::size_t max_assumed = 16;
constexpr std::string_view extent_example = "64";  // of an index function
constexpr std::string_view mode_example = "256";   // of a shape: more than what it is divided by
constexpr BracketRule in_code = {.quotes = Quotes::of_line, .longest = 1 << 16};

// `Descriptor desc;`, `Params const& params`: a name that another word follows is a type's, of which there is no
// example.
bool is_type(std::string_view program, Span name) {
  const std::size_t behind = program.find_first_not_of(" \t\r\n", name.end);
  return behind != std::string_view::npos && behind > name.end && is_word(program[behind]);
}

// Functions whose template arguments are modes of their argument: size<I...>(t).
bool takes_mode(std::string_view function) {
  const Builtin* found = find_builtin(function);
  return found != nullptr && documentation_of(*found).signature.substr(found->name.size()).starts_with("<I");
}

}  // namespace

// Statements that bind names may stand before it, nothing behind it; one that returns nothing is a kernel.
bool ProgramEvaluator::is_bare_function() {
  if (bare_function_) return *bare_function_;
  bare_function_ = false;
  const std::size_t open = program_.find('{');
  if (open == std::string_view::npos || program_.find("return") == std::string_view::npos) return false;
  const std::string_view header = program_.substr(0, open);
  if (header.rfind(')') == std::string_view::npos || header.find("void ") != std::string_view::npos) return false;
  const std::size_t end = past_bracket(program_, open, in_code);
  bare_function_ =
      end != std::string_view::npos && program_.find_first_not_of(" \t\r\n;", end) == std::string_view::npos;
  return *bare_function_;
}

std::string ProgramEvaluator::example_for(const SyntaxNode& n) {
  if (is_extent(n)) return std::string(extent_example);
  // What it is compared with: of two cases the first.
  if (call_ != nullptr && call_->text == "equal" && call_->children.size() == 2) {
    const SyntaxNode& first = node(call_->children[0]);
    const SyntaxNode& other = &first == &n ? node(call_->children[1]) : first;
    const bool constant =
        other.text == "true" || other.text == "false" || other.text.find("::") != std::string_view::npos;
    if (other.kind != Syntax::name || names_.contains(other.text) || constant)
      return std::string(program_.substr(other.span.begin, other.span.end - other.span.begin));
  }
  // As many modes as are asked for.
  std::int64_t modes = 0;
  for (const SyntaxNode& one : tree_.nodes) {
    if (one.kind != Syntax::call || one.template_args.size() != 1 || one.children.size() != 1 || !takes_mode(one.text))
      continue;
    const SyntaxNode& of = node(one.children[0]);
    if (of.kind == Syntax::name && of.text == n.text) modes = std::max(modes, one.template_args[0] + 1);
  }
  for (const Statement& statement : tree_.statements) {
    const SyntaxNode& root = node(statement.root);
    if (root.kind == Syntax::name && root.text == n.text)
      modes = std::max(modes, static_cast<std::int64_t>(statement.names.size()));
  }
  if (modes > 0 && modes <= 8) {
    std::string out = "(";
    for (std::int64_t i = 0; i < modes; ++i) append_all(out, i > 0 ? "," : "", mode_example);
    return out + (modes == 1 ? ",)" : ")");
  }
  return std::string(example_of(n));
}

ProgramEvaluator::Maybe ProgramEvaluator::assumed(const SyntaxNode& n) {
  if (const auto known = assumed_.find(n.text); known != assumed_.end()) return known->second;
  if (failed_.contains(n.text)) return std::nullopt;  // its own statement tells what it is, and has none
  if (n.kind != Syntax::name || assumed_.size() >= max_assumed) return std::nullopt;
  if (!is_extent(n) && (is_type(program_, n.name_span) || !is_bare_function())) return std::nullopt;
  const std::string example = example_for(n);
  if (example.empty() || example.size() > 256) return std::nullopt;
  Evaluation made = evaluate(example, mode_, budget_);
  if (!made.errors.empty() || made.bindings.empty()) return std::nullopt;
  Value value = std::move(made.bindings.back().value);
  assumed_.emplace(std::string(n.text), value);
  ProgramError told = {{ErrorCode::unknown_name,
                        say("{} is not told: {} is taken as an example", n.text, example),
                        say("{} = {} on a line before, or another value, says otherwise", n.text, example),
                        {},
                        cat(n.text, " = ", example, "\n")}};
  // Before the function, in which a line of ours is none.
  if (is_extent(n)) told.span = {n.name_span.begin, n.name_span.begin};
  if (value.integer() != nullptr) {
    told.hole = n.text;
    told.example = example;
  }
  out_.assumed.push_back(std::move(told));
  return value;
}

}  // namespace stridescope
