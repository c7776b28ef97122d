// Plays a tree of steps: an operation with several steps is stated first, then its steps, then its value.
#include "core/pictures/playback.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"

namespace stridescope::app {
namespace {

constexpr std::size_t max_shown_operands = 2;

struct Played {
  const Step* step;
  bool asks;
  std::vector<const Step*> inside;  // the operations that contain this step, the innermost last
};

void play(std::vector<Played>& out, const Step& step, const std::vector<const Step*>& inside) {
  for (const Step& operand : step.operands) play(out, operand, inside);
  std::vector<const Step*> within = inside;
  within.push_back(&step);
  if (step.steps.size() > 1 || (inside.empty() && !step.steps.empty())) out.push_back({&step, true, inside});
  for (const Step& part : step.steps) play(out, part, within);
  out.push_back({&step, false, inside});
}

// The picture of a value that best shows its origin (merged, repeated or selected cells); otherwise its first one.
const OfferedView* telling(const std::vector<OfferedView>& offered) {
  for (const Picture wanted : {Picture::modes, Picture::product, Picture::codomain, Picture::parent}) {
    const auto found =
        std::find_if(offered.begin(), offered.end(), [&](const OfferedView& one) { return one.picture == wanted; });
    // The codomain shows repetitions if it is colored by them.
    if (found == offered.end() || (wanted == Picture::codomain && found->colors.front() != ColorBy::tile)) continue;
    return &*found;
  }
  return offered.empty() ? nullptr : &offered.front();
}

// Draws the value of a single expression; false if it has no picture. Plays are short, so each picture evaluates its
// own program.
bool show(const std::string& expression, IntegerMode mode, const Catalog& catalog, PlayedStep& out) {
  Workspace alone;
  const Report& report = alone.evaluate(expression, mode);
  if (!report.diagnostics.empty() || report.bindings.size() != 1) return false;
  std::string svg = telling_picture(alone, 0, catalog);
  if (svg.empty()) return false;
  out.pictures.push_back({expression, std::move(svg)});
  return true;
}

// The operands of an expression, as it writes them.
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

void show_pictures(const Played& played, IntegerMode mode, const Catalog& catalog, PlayedStep& out) {
  if (played.asks) {
    if (!played.step->exact) return;
    std::size_t shown = 0;
    for (const std::string& operand : operands_of(played.step->expression)) {
      if (shown < max_shown_operands && show(operand, mode, catalog, out)) ++shown;
    }
    return;
  }
  // A number has no picture: it shows the one of the value that it is computed for.
  std::vector<const Step*> around = played.inside;
  around.push_back(played.step);
  for (auto step = around.rbegin(); step != around.rend(); ++step) {
    if ((*step)->exact && show((*step)->expression, mode, catalog, out)) return;
  }
}

}  // namespace

std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog) {
  const auto offered = workspace.views(binding);
  const OfferedView* shown = offered ? telling(*offered) : nullptr;
  if (shown == nullptr) return {};
  const auto view =
      workspace.view(binding, cat("kind=", name_of(shown->picture), " color=", name_of(shown->colors.front())));
  if (!view) return {};
  const auto scene = workspace.scene(binding, *view);
  if (!scene || scene->rows * scene->cols > max_played_cells) return {};
  return workspace.emit(binding, "svg", *view, catalog).value_or("");
}

Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at, const Catalog& catalog) {
  const auto derivation = workspace.explain(binding);
  if (!derivation) return failure(derivation.error());
  std::vector<Played> scenes;
  play(scenes, *derivation, {});
  if (at < 0 || at >= static_cast<std::int64_t>(scenes.size()))
    return failure(ErrorCode::index_range, say("the derivation does not have step {}", at));
  const Played& played = scenes[static_cast<std::size_t>(at)];
  const Step& step = *played.step;
  PlayedStep out;
  out.count = static_cast<std::int64_t>(scenes.size());
  out.depth = static_cast<std::int64_t>(played.inside.size());
  out.asks = played.asks;
  out.expression = step.expression;
  if (!played.asks) out.value = step.value;
  out.rule = step.rule;
  out.statement = step.statement;
  if (!played.asks) out.why = step.why;
  show_pictures(played, workspace.report().mode, catalog, out);
  return out;
}

}  // namespace stridescope::app
