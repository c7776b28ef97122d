// Plays the derivation of a value in its card: step after step, each with the core's pictures.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/player.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Duration of a step: enough to read an equation and look at a picture.
constexpr double pause_ms = 2600;
constexpr float tallest = 230;

// Requests the current step, unless it is available or requested.
void ask_step(App& app, const Card& card) {
  PlayerState& player = app.player;
  const PlayerState::Of wanted = {app.session.serial(), player.at, language()};
  if (player.of == wanted || player.request == wanted || card.stale) return;
  player.request = wanted;
  app.session.played(card, player.at, [&app, wanted, key = card.binding.key](const Result<Session::Played>& made) {
    PlayerState& mine = app.player;
    if (mine.key != key || mine.request != wanted) return;
    if (made) {
      mine.of = wanted;
      mine.shown = *made;
      mine.shown_at = now_ms();
    } else {
      // The value now has fewer steps.
      mine.at = 0;
    }
  });
}

void draw_keys(App& app, std::int64_t last, float width) {
  PlayerState& player = app.player;
  const auto go = [&](std::int64_t to) {
    player.running = false;
    player.at = std::clamp<std::int64_t>(to, 0, last);
  };
  if (button("player/first", "\xE2\x97\x80\xE2\x97\x80", ButtonKind::plain, tr("First"))) go(0);
  ImGui::SameLine(0, px(4));
  if (button("player/back", "\xE2\x97\x80", ButtonKind::plain, tr("Previous"))) go(player.at - 1);
  ImGui::SameLine(0, px(4));
  if (button("player/play", player.running ? "\xE2\x96\xA0" : "\xE2\x96\xB6", ButtonKind::primary,
             tr(player.running ? "Pause" : "Play"))) {
    // At its end it starts again.
    if (!player.running && player.at >= last) player.at = 0;
    player.running = !player.running;
    player.shown_at = now_ms();
  }
  ImGui::SameLine(0, px(4));
  if (button("player/next", "\xE2\x96\xB6\xE2\x96\xB6", ButtonKind::plain, tr("Next"))) go(player.at + 1);
  ImGui::SameLine(0, px(10));
  const std::string where = cat(player.at + 1, " / ", last + 1);
  int at = static_cast<int>(player.at);
  ImGui::SetNextItemWidth(std::clamp(width - ImGui::GetCursorPosX() - text_width(where), px(60), px(260)));
  if (ImGui::SliderInt("##player/at", &at, 0, static_cast<int>(last), "")) go(at);
  note_item("player/at");
  ImGui::SameLine(0, px(8));
  muted(where);
}

void draw_sentence(App& app, const Session::Played& shown, float width) {
  const Theme& t = theme();
  const app::PlayedStep& step = shown.step;
  wrapped_code(cat(step.expression, " = ", step.asks ? "?" : step.value), step.asks ? t.accent : t.text);
  std::string rule = tr(step.rule);
  if (!step.statement.empty()) append_all(rule, ": ", tr(step.statement));
  wrapped(rule, t.muted);
  if (!step.why.empty()) wrapped(tr(step.why), t.text);
  for (const app::NamedPicture& one : shown.pictures) {
    code(fitted(one.name, width), t.muted);
    draw_still("player/picture/" + one.name, app.player.pictures[one.name], one.picture, {width, px(tallest)});
    note_item("player/picture/" + one.name);
  }
}

}  // namespace

void play_derivation(App& app, const std::string& key) {
  app.player = {};
  app.player.key = key;
  app.player.running = !key.empty();
  if (Card* card = app.session.card(key)) {
    if (!card->unfolded.contains(app::SectionKind::derivation))
      app.session.unfold(*card, app::SectionKind::derivation, true);
    app.cards.scroll_to = key;
  }
}

void draw_player(App& app, Card& card, float width) {
  PlayerState& player = app.player;
  ask_step(app, card);
  if (!player.shown) {
    muted("\xE2\x80\xA6");
    return;
  }
  const std::int64_t last = player.shown->step.count - 1;
  const bool there = player.of.at == player.at;
  if (player.running && there && player.at >= last) player.running = false;
  if (player.running && there && now_ms() - player.shown_at > pause_ms) ++player.at;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(2)});
  draw_keys(app, last, width);
  ImGui::PopStyleVar();
  draw_sentence(app, *player.shown, width);
}

}  // namespace stridescope::desktop
