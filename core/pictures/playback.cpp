// Plays a tree of steps: an operation with several steps is stated first, then its steps, then its value.
#include "core/pictures/playback.h"

#include <algorithm>
#include <functional>
#include <memory>

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

// The words of that picture; empty if it has no small one.
std::string telling_view(const Workspace& workspace, int binding) {
  const auto offered = workspace.views(binding);
  const OfferedView* shown = offered ? telling(*offered) : nullptr;
  if (shown == nullptr) return {};
  std::string words = cat("kind=", name_of(shown->picture), " color=", name_of(shown->colors.front()));
  const auto view = workspace.view(binding, words);
  if (!view) return {};
  const auto scene = workspace.scene(binding, *view);
  return scene && scene->rows * scene->cols <= max_played_cells ? words : std::string();
}

// Draws the only value of a workspace in a view; true if it did.
using Draw = std::function<bool(const std::string& expression, const Workspace& alone, const std::string& view)>;

// Draws the value of a single expression; false if it has no picture. Plays are short, so each picture evaluates its
// own program.
bool show(const std::string& expression, IntegerMode mode, const Draw& draw) {
  Workspace alone;
  const Report& report = alone.evaluate(expression, mode);
  if (!report.diagnostics.empty() || report.bindings.size() != 1) return false;
  const std::string view = telling_view(alone, 0);
  return !view.empty() && draw(expression, alone, view);
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

void show_pictures(const Played& played, IntegerMode mode, const Draw& draw) {
  if (played.asks) {
    if (!played.step->exact) return;
    std::size_t shown = 0;
    for (const std::string& operand : operands_of(played.step->expression)) {
      if (shown < max_shown_operands && show(operand, mode, draw)) ++shown;
    }
    return;
  }
  // A number has no picture: it shows the one of the value that it is computed for.
  std::vector<const Step*> around = played.inside;
  around.push_back(played.step);
  for (auto step = around.rbegin(); step != around.rend(); ++step) {
    if ((*step)->exact && show((*step)->expression, mode, draw)) return;
  }
}

std::string svg_of(const Workspace& workspace, int binding, const std::string& words, const Catalog& catalog) {
  const auto view = workspace.view(binding, words);
  return view ? workspace.emit(binding, "svg", *view, catalog).value_or("") : std::string();
}

// The scenes of a derivation; they point into it.
struct Play {
  Step derivation;
  std::vector<Played> scenes;
};

Result<std::unique_ptr<Play>> play_of(const Workspace& workspace, int binding, std::int64_t at) {
  auto derivation = workspace.explain(binding);
  if (!derivation) return failure(std::move(derivation.error()));
  auto out = std::make_unique<Play>(Play{std::move(*derivation), {}});
  play(out->scenes, out->derivation, {});
  if (at < 0 || at >= static_cast<std::int64_t>(out->scenes.size()))
    return failure(ErrorCode::index_range, say("the derivation does not have step {}", at));
  return out;
}

}  // namespace

std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog) {
  const std::string words = telling_view(workspace, binding);
  return words.empty() ? words : svg_of(workspace, binding, words, catalog);
}

Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at, const Catalog& catalog) {
  const auto all = play_of(workspace, binding, at);
  if (!all) return failure(all.error());
  const Played& played = (*all)->scenes[static_cast<std::size_t>(at)];
  const Step& step = *played.step;
  PlayedStep out;
  out.count = static_cast<std::int64_t>((*all)->scenes.size());
  out.depth = static_cast<std::int64_t>(played.inside.size());
  out.asks = played.asks;
  out.expression = step.expression;
  if (!played.asks) out.value = step.value;
  out.rule = step.rule;
  out.statement = step.statement;
  if (!played.asks) out.why = step.why;
  const auto draw = [&](const std::string& expression, const Workspace& alone, const std::string& view) {
    std::string svg = svg_of(alone, 0, view, catalog);
    if (svg.empty()) return false;
    out.pictures.push_back({expression, std::move(svg)});
    return true;
  };
  show_pictures(played, workspace.report().mode, draw);
  return out;
}

Result<std::vector<NamedPicture>> played_pictures(const Workspace& workspace, int binding, std::int64_t at,
                                                  const Catalog& catalog) {
  const auto all = play_of(workspace, binding, at);
  if (!all) return failure(all.error());
  std::vector<NamedPicture> out;
  const auto draw = [&](const std::string& expression, const Workspace& alone, const std::string& view) {
    auto picture = make_picture(alone, 0, view, catalog);
    if (!picture->refused.empty()) return false;
    out.push_back({expression, std::move(picture)});
    return true;
  };
  show_pictures((*all)->scenes[static_cast<std::size_t>(at)], workspace.report().mode, draw);
  return out;
}

}  // namespace stridescope::app
