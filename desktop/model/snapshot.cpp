// Evaluates a program on the worker and copies out all that cards show of it at once; pictures are made here too, so
// that a frame only paints.
#include "desktop/model/snapshot.h"

#include <algorithm>
#include <chrono>

namespace stridescope::desktop {

double now_ms() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

std::shared_ptr<const Picture> make_picture(const Workspace& workspace, int binding, const ViewChoice& choice) {
  auto out = std::make_shared<Picture>();
  out->choice = print_choice(choice);
  auto view = workspace.view(binding, out->choice);
  if (!view) {
    out->refused = english(view.error().message);
    return out;
  }
  out->view = *view;
  // All cells, also where they are too many for labels: what is seen is asked for.
  out->view.whole = true;
  auto scene = workspace.scene(binding, out->view);
  if (!scene) {
    out->refused =
        english(scene.error().message) + (scene.error().hint.empty() ? "" : ": " + english(scene.error().hint));
    return out;
  }
  out->scene = std::move(*scene);
  const bool plain =
      out->scene.picture == stridescope::Picture::grid || out->scene.picture == stridescope::Picture::strip;
  if (out->scene.rows * out->scene.cols <= max_drawn_cells || !plain) {
    if (auto drawing = paint(out->scene)) {
      out->drawing = std::move(*drawing);
      out->drawn = true;
    }
  }
  return out;
}

std::shared_ptr<Snapshot> take_snapshot(Workspace& workspace, const std::string& program, IntegerMode mode,
                                        const Choices& choices, double picture_budget) {
  auto out = std::make_shared<Snapshot>();
  out->program = program;
  out->mode = mode;
  const double start = now_ms();
  workspace.evaluate(program, mode);
  out->milliseconds = now_ms() - start;
  door::Report report = door::report_of(workspace, max_cards);
  for (door::Binding& binding : report.bindings) out->cards.push_back({std::move(binding), nullptr});
  out->diagnostics = std::move(report.diagnostics);
  out->left_out = std::move(report.left_out);
  out->omitted = report.omitted;
  const double pictures = now_ms();
  for (CardData& card : out->cards) {
    if (card.views.empty() || now_ms() - pictures > picture_budget) continue;
    const auto chosen = choices.find(card.key);
    card.picture = make_picture(workspace, card.id, chosen == choices.end() ? ViewChoice() : chosen->second);
  }
  return out;
}

}  // namespace stridescope::desktop
