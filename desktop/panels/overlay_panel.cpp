// Draws overlays of a kernel's card: pictures of measurements or predictions. The legend names the kind, the device and
// the date; measured and predicted data never share a picture without a label.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/runs/overlay.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/runs.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void draw_headline(App& app, const Card& card, float width) {
  const Theme& t = theme();
  const RunRecord* run = app.runs.run_of(card.binding.text);
  Message line;
  ImU32 ink = t.muted;
  if (run != nullptr && run->outcome.status != RunOutcome::Status::error) {
    line = run_headline(run->outcome);
    ink = verdict_color(run->outcome.verdict);
  }
  // A proof by the CPU says nothing about the recorded time.
  const bool timed = run != nullptr && run->outcome.rate();
  for (const Message& recorded : card.recorded_headline) {
    if (timed || recorded.empty()) continue;
    line = recorded;
    ink = t.accent;
    break;
  }
  // The user's own stored runs take precedence over recorded ones.
  if (const ShownRun kept = shown_run(app); !timed && kept.kept && card.binding.key == app.kernel.key) {
    line = run_headline(*kept.report);
    ink = verdict_color(kept.report->verdict);
  }
  const std::string text = line.empty() ? std::string(tr("Not measured yet")) : shown(line);
  plain(text, line.empty() ? t.faint : ink, width);
  note_item("headline:" + card.binding.key);
}

void draw_overlays(App& app, Card& card, float width) {
  Session& session = app.session;
  const std::string key = card.binding.key;
  if (card.recorded_serial != session.serial()) {
    card.recorded_serial = session.serial();
    for (int i = 0; i < 2; ++i) {
      session.recorded(card, recorded_files()[static_cast<std::size_t>(i)],
                       [&app, key, i](const Result<RunResult>& found) {
                         Card* asker = app.session.card(key);
                         if (asker == nullptr) return;
                         asker->recorded[i] = found ? std::make_shared<const RunResult>(*found) : nullptr;
                         asker->recorded_headline[i] = found ? run_headline(run_report(*found)) : Message();
                       });
    }
  }
  // Only the run of this kernel value, even during another run.
  const RunRecord* run = card.binding.is_kernel() ? app.runs.run_of(card.binding.text) : nullptr;
  const bool mine = run != nullptr && run->outcome.status != RunOutcome::Status::error;
  using Source = std::shared_ptr<const RunResult>;
  std::pair<const char*, Source> sources[] = {{"this run", mine ? run->outcome.result : Source()},
                                              {"recorded, H100", card.recorded[0]},
                                              {"recorded, H200", card.recorded[1]}};
  // A proof by the CPU, which ends while the user works, does not replace what was measured.
  if (mine && !run->outcome.rate()) std::rotate(sources, sources + 1, std::end(sources));
  std::vector<app::FieldOption> offered;
  Source chosen;
  float widest = 0;
  for (const auto& [name, result] : sources) {
    if (result == nullptr) continue;
    offered.push_back({name, Message::verbatim(tr(name))});
    widest = std::max(widest, text_width(tr(name)));
    // If the chosen source has no data, another one replaces it.
    if (chosen == nullptr || card.overlay_source == name) chosen = result;
  }
  if (chosen == nullptr) return;
  const float left = ImGui::GetCursorPosX();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
  if (offered.size() > 1) {
    const float room = width - text_width(tr("numbers of")) - px(6);
    label("numbers of");
    draw_options("overlay_source:" + key, offered, card.overlay_source, std::min(widest + px(42), room));
  } else {
    ImGui::AlignTextToFramePadding();
    muted(tr(offered[0].label));
  }
  bool there = card.overlay.empty();
  if (overlays(*chosen).empty()) {
    ImGui::SameLine(0, px(10));
    muted(tr("only its time was recorded"));
  }
  for (const Overlay one : overlays(*chosen)) {
    // On the same line if it fits.
    ImGui::SameLine(0, px(2));
    const std::string title = fitted_words(tr(Message(title_of(one))), width - 2 * px(7));
    const float room = left + width - ImGui::GetCursorPosX();
    if (text_width(title) + 2 * px(7) > room) {
      ImGui::NewLine();
      ImGui::SetCursorPosX(left);
    }
    const std::string name(name_of(one));
    there = there || card.overlay == name;
    if (segment(cat("overlay:", key, "/", name), title, card.overlay == name))
      card.overlay = card.overlay == name ? "" : name;
  }
  ImGui::PopStyleVar();
  if (card.overlay.empty() || !there) return;
  const std::string of = cat(language(), "\n", card.overlay);
  if (card.overlay_of != of || card.overlay_result != chosen) {
    card.overlay_of = of;
    card.overlay_result = chosen;
    session.overlay(card, chosen, *overlay_named(card.overlay), [&app, key, of](const Result<Picture>& made) {
      Card* asker = app.session.card(key);
      if (asker == nullptr || asker->overlay_of != of) return;
      asker->overlay_picture = made ? std::make_shared<const Picture>(*made) : nullptr;
      asker->overlay_refused = made ? "" : shown(made.error().message);
    });
  }
  if (!card.overlay_refused.empty()) plain(tr(card.overlay_refused), theme().muted, width);
  if (!card.overlay_picture) return;
  PictureFrame frame;
  frame.width = width;
  frame.height = px(420);
  frame.snug = true;
  draw_picture(("overlay:" + key).c_str(), app.pictures["overlay:" + key], card.overlay_picture, frame, {});
  note_item("overlay:" + key);
  draw_scene_legend(card.overlay_picture->scene, width);
  if (card.overlay_picture->scene.note.empty()) return;
  plain(tr(card.overlay_picture->scene.note), theme().muted, width);
}

}  // namespace stridescope::desktop
