// Walking the cards by keyboard: Ctrl M starts, arrow keys move between cards, Alt and an arrow key moves the current
// card.
#include <algorithm>

#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/platform/keys.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

void scroll_by(float length) {
  ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + length, 0.0F, ImGui::GetScrollMaxY()));
}

// Keys in order of appearance: the stage, its operands, numbers, cards, lines of the list.
std::vector<std::string> keys_in_view(const App& app) {
  static constexpr app::Place places[] = {app::Place::stage,  app::Place::operand, app::Place::chip,
                                          app::Place::number, app::Place::small,   app::Place::row};
  std::vector<std::string> out;
  for (const app::Place place : places) {
    for (const bool pinned : {true, false}) {
      for (const Card& card : app.session.cards) {
        if (card.place == place && app.session.choice_of(card).pin == pinned) out.push_back(card.binding.key);
      }
    }
  }
  return out;
}

}  // namespace

void go_to(App& app, Span place) {
  app.session.text.select({place.begin, place.end});
  app.editor.moved_at = ImGui::GetTime();
  app.editor.reveal = true;
  app.editor.want_focus = true;
}

void note_card(App& app, const Card& card, ImVec2 min, ImVec2 max) {
  note_frame("card:" + card.binding.key, min, max);
  app.cards.walk.places.push_back({card.binding.key, min, max});
}

void choose_cards(App& app) {
  const std::vector<std::string> keys = keys_in_view(app);
  if (keys.empty()) return;
  // The inspected card, or else the first one next to the stage.
  const bool looked = app.session.card(app.session.target_key) != nullptr;
  app.cards.walk.key = looked ? app.session.target_key : keys[std::min<std::size_t>(1, keys.size() - 1)];
  app.cards.walk.reveal = true;
  app.editor.focused = false;
  ImGui::SetWindowFocus(nullptr);
  app.session.say(tr("Arrow keys move through the cards, Alt + arrow moves this card, Enter shows it on the stage"));
}

bool walk_cards(App& app) {
  CardWalk& walk = app.cards.walk;
  if (walk.key.empty()) return false;
  const Card* card = app.session.card(walk.key);
  if (card == nullptr || app.editor.focused || ImGui::GetIO().WantTextInput || ImGui::IsMouseClicked(0)) {
    walk.key.clear();
    return false;
  }
  const int by = pressed(Key::down) || pressed(Key::right) ? 1 : pressed(Key::up) || pressed(Key::left) ? -1 : 0;
  if (pressed(Key::enter, false)) {
    // Without the focus: the same key would change the program.
    app.session.text.place(card->binding.span.begin, false);
    app.editor.moved_at = ImGui::GetTime();
    app.editor.reveal = true;
    walk.reveal = true;
  } else if (by != 0 && ImGui::GetIO().KeyAlt) {
    app.session.arrange(*card, by);
    walk.reveal = true;
  } else if (by != 0) {
    const std::vector<std::string> keys = keys_in_view(app);
    const auto at = std::find(keys.begin(), keys.end(), walk.key);
    if (by > 0 ? at + 1 != keys.end() : at != keys.begin()) walk.key = *(at + by);
    walk.reveal = true;
  }
  return true;
}

void draw_walked_card(App& app) {
  CardWalk& walk = app.cards.walk;
  if (walk.key.empty()) return;
  const auto found =
      std::find_if(walk.places.begin(), walk.places.end(), [&](const CardWalk::Place& p) { return p.key == walk.key; });
  if (found == walk.places.end()) {
    if (walk.reveal) ImGui::SetScrollY(app.cards.layouts[walk.key].y);
    return;
  }
  const ImVec2 min = {found->min.x - px(3), found->min.y - px(3)};
  const ImVec2 max = {found->max.x + px(3), found->max.y + px(3)};
  ImGui::GetWindowDrawList()->AddRect(min, max, theme().accent, px(9), 0, px(2));
  note_rect("chosen", min, max);
  if (!walk.reveal) return;
  const float top = ImGui::GetWindowPos().y + px(8);
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() - px(8);
  if (min.y < top)
    scroll_by(min.y - top);
  else if (max.y > bottom)
    scroll_by(std::min(max.y - bottom, min.y - top));
  walk.reveal = !app.session.idle();
}

}  // namespace stridescope::desktop
