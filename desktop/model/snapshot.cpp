#include "desktop/model/snapshot.h"

#include <algorithm>
#include <chrono>

#include "core/base/utf.h"
#include "core/workspace/kernel.h"
#include "core/workspace/no_picture.h"

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
    out->refused = view.error().message;
    return out;
  }
  out->view = *view;
  // All cells, also where they are too many for labels: what is seen is asked for.
  out->view.whole = true;
  auto scene = workspace.scene(binding, out->view);
  if (!scene) {
    out->refused = scene.error().message + (scene.error().hint.empty() ? "" : ": " + scene.error().hint);
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
  const Report& report = workspace.evaluate(program, mode);
  out->milliseconds = now_ms() - start;
  const std::vector<std::string> keys = card_keys(report.bindings);
  const TextMap map(workspace.program());
  const std::size_t count = std::min(report.bindings.size(), max_cards);
  out->omitted_cards = report.bindings.size() - count;
  for (std::size_t i = 0; i < count; ++i) {
    const ReportBinding& b = report.bindings[i];
    const int binding = static_cast<int>(i);
    CardData card;
    card.binding = binding;
    card.key = keys[i];
    card.name = b.name;
    card.span = b.span;
    card.last_line = map.place(b.span.end).line;
    card.source = b.source;
    card.kind = kind_name(b.value);
    card.text = b.text;
    card.cute = to_text(b.value);
    card.uses = b.uses;
    if (const auto properties = workspace.properties(binding)) {
      for (const Property& p : *properties) card.properties.emplace_back(std::string(p.name), p.value);
    }
    if (const auto views = workspace.views(binding)) {
      for (const OfferedView& v : *views) {
        OfferedWords words;
        words.kind = name_of(v.picture);
        words.title = v.title;
        for (const Label label : v.labels) words.labels.emplace_back(name_of(label));
        for (const ColorBy color : v.colors) words.colors.emplace_back(name_of(color));
        card.views.push_back(std::move(words));
      }
    }
    if (card.views.empty()) card.no_picture = no_picture(workspace, binding);
    card.kernel = is_kernel(b.value);
    out->cards.push_back(std::move(card));
  }
  const double pictures = now_ms();
  for (CardData& card : out->cards) {
    if (card.views.empty() || now_ms() - pictures > picture_budget) continue;
    const auto chosen = choices.find(card.key);
    card.picture = make_picture(workspace, card.binding, chosen == choices.end() ? ViewChoice() : chosen->second);
  }
  const std::size_t shown = std::min(report.diagnostics.size(), max_shown_diagnostics);
  out->left_out = report.left_out;
  out->diagnostics.assign(report.diagnostics.begin(), report.diagnostics.begin() + static_cast<std::ptrdiff_t>(shown));
  return out;
}

}  // namespace stridescope::desktop
