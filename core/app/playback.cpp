// A tree of steps as a play: an operation that takes several steps is asked first, then come its steps, then its value.
#include "core/app/playback.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lang/ast.h"

namespace stridescope::app {
namespace {

constexpr std::size_t max_shown_operands = 2;

struct Played {
  const Step* step;
  bool asks;
  std::vector<const Step*> inside;  // the steps that it is a part of, the innermost last
};

void play(std::vector<Played>& out, const Step& step, const std::vector<const Step*>& inside) {
  for (const Step& operand : step.operands) play(out, operand, inside);
  std::vector<const Step*> within = inside;
  within.push_back(&step);
  if (step.steps.size() > 1 || (inside.empty() && !step.steps.empty())) out.push_back({&step, true, inside});
  for (const Step& part : step.steps) play(out, part, within);
  out.push_back({&step, false, inside});
}

// Which of a value's pictures shows how it was made: what is merged, repeated or picked; else its first one.
const OfferedView* telling(const std::vector<OfferedView>& offered) {
  for (const Picture wanted : {Picture::modes, Picture::product, Picture::codomain, Picture::parent}) {
    const auto found =
        std::find_if(offered.begin(), offered.end(), [&](const OfferedView& one) { return one.picture == wanted; });
    // The codomain shows repetitions where it is coloured by them.
    if (found == offered.end() || (wanted == Picture::codomain && found->colors.front() != ColorBy::tile)) continue;
    return &*found;
  }
  return offered.empty() ? nullptr : &offered.front();
}

// Plays are short: a picture is made of an expression alone.
class Pictures {
 public:
  Pictures(IntegerMode mode, const Catalog& catalog) : mode_(mode), catalog_(catalog) {}

  // False: the expression has no picture that could be shown.
  bool add(std::vector<PlayedStep::Picture>& out, const std::string& expression) {
    Workspace workspace;
    const Report& report = workspace.evaluate(expression, mode_);
    if (!report.diagnostics.empty() || report.bindings.size() != 1) return false;
    std::string svg = telling_picture(workspace, 0, catalog_);
    if (svg.empty()) return false;
    out.push_back({expression, std::move(svg)});
    return true;
  }

 private:
  IntegerMode mode_;
  const Catalog& catalog_;
};

// The operands of an expression, as they are written in it.
std::vector<std::string> operands_of(const std::string& expression) {
  std::vector<Error> errors;
  const SyntaxTree tree = parse(expression, errors);
  std::vector<std::string> out;
  if (!errors.empty() || tree.statements.size() != 1) return out;
  for (const std::uint32_t child : tree.nodes[tree.statements[0].root].children) {
    const Span span = tree.nodes[child].span;
    out.push_back(expression.substr(span.begin, span.end - span.begin));
  }
  return out;
}

std::vector<PlayedStep::Picture> pictures_of(const Played& played, Pictures pictures) {
  std::vector<PlayedStep::Picture> out;
  if (played.asks) {
    if (!played.step->exact) return out;
    for (const std::string& operand : operands_of(played.step->expression)) {
      if (out.size() < max_shown_operands) pictures.add(out, operand);
    }
    return out;
  }
  // A number has no picture of its own: it is seen in that of what it is computed for.
  std::vector<const Step*> around = played.inside;
  around.push_back(played.step);
  for (auto step = around.rbegin(); step != around.rend(); ++step) {
    if ((*step)->exact && pictures.add(out, (*step)->expression)) return out;
  }
  return out;
}

}  // namespace

std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog) {
  const auto offered = workspace.views(binding);
  const OfferedView* shown = offered ? telling(*offered) : nullptr;
  if (shown == nullptr) return {};
  const auto words = cat("kind=", name_of(shown->picture), " color=", name_of(shown->colors.front()));
  const auto view = workspace.view(binding, words);
  if (!view) return {};
  const auto scene = workspace.scene(binding, *view);
  if (!scene || scene->rows * scene->cols > max_played_cells) return {};
  return workspace.emit(binding, "svg", *view, catalog).value_or("");
}

Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at, const Catalog& catalog) {
  auto derivation = workspace.explain(binding);
  if (!derivation) return failure(std::move(derivation.error()));
  std::vector<Played> all;
  play(all, *derivation, {});
  const auto count = static_cast<std::int64_t>(all.size());
  if (at < 0 || at >= count) return failure(ErrorCode::index_range, say("the derivation has no step {}", at));
  const Played& played = all[static_cast<std::size_t>(at)];
  const Step& step = *played.step;
  PlayedStep out;
  out.count = count;
  out.depth = static_cast<std::int64_t>(played.inside.size());
  out.asks = played.asks;
  out.expression = step.expression;
  if (!played.asks) out.value = step.value;
  out.rule = step.rule;
  out.statement = step.statement;
  if (!played.asks) out.why = step.why;
  out.pictures = pictures_of(played, Pictures(workspace.report().mode, catalog));
  return out;
}

}  // namespace stridescope::app
