// Derivations of a binding, including the operations inside its expression, and their text.
#include "core/explain/explain.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/wrap.h"
#include "core/foreign/evaluate.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

constexpr std::size_t max_operands = 16;  // limit of derived operations inside one expression
constexpr int max_nested_operands = 6;
constexpr std::size_t text_width = 80;

// An operation inside an expression: its text, and the operations inside it.
struct Operand {
  std::string_view text;
  std::vector<Operand> operands;
  std::size_t at = 0;  // start of its statement in the evaluated program
};

class Operands {
 public:
  Operands(const SyntaxTree& tree, std::string_view text) : tree_(tree), text_(text) {}

  // The operations among the operands of the node.
  std::vector<Operand> of(std::uint32_t index, int depth) {
    std::vector<Operand> out;
    const SyntaxNode& node = tree_.nodes[index];
    if (node.kind == Syntax::chain && node.children.size() > 2 && !has_offset(node)) {
      // A o B o C means A o (B o C).
      const std::uint32_t first = tree_.nodes[node.children[1]].span.begin;
      add(out, {first, node.span.end}, [&](Operand& rest) {
        for (std::size_t i = 1; i < node.children.size(); ++i) collect(rest.operands, node.children[i], depth + 1);
      });
      collect(out, node.children[0], depth);
      return out;
    }
    for (const std::uint32_t child : node.children) collect(out, child, depth);
    return out;
  }

 private:
  bool has_offset(const SyntaxNode& chain) const {
    return std::any_of(chain.children.begin(), chain.children.end(), [&](std::uint32_t child) {
      const Syntax kind = tree_.nodes[child].kind;
      return kind == Syntax::mixed_bits || kind == Syntax::integer || kind == Syntax::call;
    });
  }

  void collect(std::vector<Operand>& out, std::uint32_t index, int depth) {
    const SyntaxNode& node = tree_.nodes[index];
    if (depth >= max_nested_operands) return;
    const bool call = node.kind == Syntax::call && node.has_arguments;
    const bool sum = node.op == TokenKind::plus || node.op == TokenKind::minus || node.op == TokenKind::star;
    if (call || node.kind == Syntax::chain || (node.kind == Syntax::infix && !sum)) {
      add(out, node.span, [&](Operand& operand) { operand.operands = of(index, depth + 1); });
    } else {
      for (const std::uint32_t child : node.children) collect(out, child, depth + 1);
    }
  }

  template <class Fill>
  void add(std::vector<Operand>& out, Span span, Fill&& fill) {
    if (++count_ > max_operands) return;
    Operand operand;
    operand.text = text_.substr(span.begin, span.end - span.begin);
    fill(operand);
    out.push_back(std::move(operand));
  }

  const SyntaxTree& tree_;
  std::string_view text_;
  std::size_t count_ = 0;
};

void append_program(std::string& program, std::vector<Operand>& operands) {
  for (Operand& operand : operands) {
    append_program(program, operand.operands);
    program.push_back('\n');
    operand.at = program.size();
    program.append(operand.text);
  }
}

Step explain_binding(const Value& value, const Origin& origin, IntegerMode mode) {
  return stridescope::explain({origin.function, origin.template_args, origin.args, value}, mode);
}

void add_operands(Step& step, const std::vector<Operand>& operands, const Evaluation& evaluation, IntegerMode mode) {
  for (const Operand& operand : operands) {
    const auto found = std::find_if(evaluation.bindings.begin(), evaluation.bindings.end(),
                                    [&](const Binding& b) { return b.span.begin == operand.at; });
    if (found == evaluation.bindings.end()) continue;
    Step own = explain_binding(found->value, found->origin, mode);
    add_operands(own, operand.operands, evaluation, mode);
    step.operands.push_back(std::move(own));
  }
}

// --- text ---

// Breaks an equation that is too long for a line before its "=".
void append_equation(std::string& out, const Step& step, std::size_t indent) {
  out.append(step.expression);
  if (step.expression == step.value) {
    out.push_back('\n');
    return;
  }
  if (indent + step.expression.size() + 3 + step.value.size() > text_width)
    out.append("\n").append(indent, ' ').append("= ");
  else
    out.append(" = ");
  out.append(step.value).push_back('\n');
}

// The state of the output: its language, and the rules already printed.
struct Telling {
  const Catalog& catalog;
  std::vector<Message> told = {};

  std::string words(const Message& message) const { return render(message, catalog); }
};

void append_step(std::string& out, const Step& step, const std::string& number, std::size_t indent, Telling& telling) {
  const std::string label = number.empty() ? std::string() : number + ". ";
  out.append(indent, ' ').append(label);
  const std::size_t inner = indent + label.size();
  append_equation(out, step, inner);
  const auto wrapped = [&](const Message& message) { append_wrapped(out, telling.words(message), inner, text_width); };
  if (std::find(telling.told.begin(), telling.told.end(), step.rule) == telling.told.end()) {
    telling.told.push_back(step.rule);
    wrapped(step.statement.empty() ? step.rule : say("{}: {}", step.rule, step.statement));
  }
  if (!step.why.empty()) wrapped(step.why);
  if (step.cut) wrapped(say("(too many steps to show)"));
  const std::size_t deeper = number.empty() ? 0 : indent + 2;
  int count = 0;
  for (const std::vector<Step>* part : {&step.operands, &step.steps}) {
    for (const Step& child : *part) {
      ++count;
      if (number.empty()) out.push_back('\n');
      append_step(out, child, number.empty() ? cat(count) : cat(number, '.', count), deeper, telling);
    }
  }
}

}  // namespace

Result<Step> Workspace::explain(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const auto i = static_cast<std::size_t>(binding);
  const ReportBinding& b = report_.bindings[i];
  Step step = explain_binding(b.value, origins_[i], report_.mode);
  const std::string_view text =
      std::string_view(program_).substr(b.expression.begin, b.expression.end - b.expression.begin);
  std::vector<Error> errors;
  const SyntaxTree tree = parse(text, errors);
  if (!errors.empty() || tree.statements.size() != 1) return step;
  std::vector<Operand> operands = Operands(tree, text).of(tree.statements[0].root, 0);
  if (operands.empty()) return step;
  std::string program = program_.substr(0, b.span.begin);
  append_program(program, operands);
  add_operands(step, operands, stridescope::evaluate(program, report_.mode), report_.mode);
  return step;
}

std::string explain_text(const Step& step, const Catalog& catalog) {
  std::string out;
  Telling telling = {catalog};
  append_step(out, step, {}, 0, telling);
  return out;
}

}  // namespace stridescope
