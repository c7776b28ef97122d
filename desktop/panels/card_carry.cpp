// Cards are put in another order: one is taken by its name or its line of the list, and let go of beside another, or on
// the stage; near an edge the others scroll. Or the keyboard walks the cards and moves the one that it has come to.
#include <algorithm>

#include "desktop/panels/app.h"
#include "desktop/platform/keys.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float farthest_click = 6;  // what was moved farther is no click
constexpr float scroll_edge = 44;    // nearer to an edge, a card that is carried scrolls the others
constexpr float scroll_speed = 900;  // a second, at the edge itself

// Whether it would stand behind the card under the pointer.
bool behind(const Carry::Placed& over, ImVec2 mouse) {
  const bool below = over.place == app::Place::row || over.place == app::Place::operand;
  return below ? mouse.y > (over.min.y + over.max.y) / 2 : mouse.x > (over.min.x + over.max.x) / 2;
}

void draw_place(const Carry::Placed& over, bool after) {
  const ImU32 ink = theme().accent;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (over.place == app::Place::stage) return list.AddRect(over.min, over.max, ink, px(8), 0, px(3));
  if (over.place == app::Place::row || over.place == app::Place::operand) {
    const float y = after ? over.max.y + px(1) : over.min.y - px(1);
    return list.AddLine({over.min.x, y}, {over.max.x, y}, ink, px(3));
  }
  const float x = after ? over.max.x + px(3) : over.min.x - px(3);
  list.AddLine({x, over.min.y}, {x, over.max.y}, ink, px(3));
}

void scroll_by(float length) {
  ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + length, 0.0F, ImGui::GetScrollMaxY()));
}

// So far into the edge, as a part of it: below 0 into the upper one.
float into_edge(ImVec2 mouse) {
  const float top = ImGui::GetWindowPos().y + px(scroll_edge) - mouse.y;
  const float bottom = mouse.y - ImGui::GetWindowPos().y - ImGui::GetWindowHeight() + px(scroll_edge);
  return std::clamp(top > 0 ? -top : std::max(bottom, 0.0F), -px(scroll_edge), px(scroll_edge)) / px(scroll_edge);
}

// As they stand: the stage, what it was made from, numbers, cards, lines of the list.
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

// The one that the keyboard has come to, framed, and in sight.
void draw_chosen(App& app) {
  Carry& carry = app.carry;
  if (carry.chosen.empty()) return;
  const auto found = std::find_if(carry.places.begin(), carry.places.end(),
                                  [&](const Carry::Placed& p) { return p.key == carry.chosen; });
  if (found == carry.places.end()) {
    if (carry.reveal) ImGui::SetScrollY(app.layouts[carry.chosen].y);
    return;
  }
  const ImVec2 min = {found->min.x - px(3), found->min.y - px(3)};
  const ImVec2 max = {found->max.x + px(3), found->max.y + px(3)};
  ImGui::GetWindowDrawList()->AddRect(min, max, theme().accent, px(9), 0, px(2));
  note_rect("chosen", min, max);
  if (!carry.reveal) return;
  const float top = ImGui::GetWindowPos().y + px(8);
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() - px(8);
  if (min.y < top)
    scroll_by(min.y - top);
  else if (max.y > bottom)
    scroll_by(std::min(max.y - bottom, min.y - top));
  carry.reveal = !app.session.idle();
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
  app.carry.places.push_back({card.binding.key, card.place, min, max});
}

bool take_card(App& app, const Card& card) {
  if (!app.carry.refused && ImGui::IsItemActive() && ImGui::IsMouseDragging(0, px(farthest_click)))
    app.carry.key = card.binding.key;
  return app.carry.key.empty();
}

void choose_cards(App& app) {
  const std::vector<std::string> keys = keys_in_view(app);
  if (keys.empty()) return;
  // The one that is looked at, else the first beside the stage.
  const bool looked = app.session.card(app.session.target_key) != nullptr;
  app.carry.chosen = looked ? app.session.target_key : keys[std::min<std::size_t>(1, keys.size() - 1)];
  app.carry.reveal = true;
  app.editor.focused = false;
  ImGui::SetWindowFocus(nullptr);
  app.session.say(tr("Arrows walk the cards, Alt and an arrow moves this one, Enter brings it to the stage"));
}

bool walk_cards(App& app) {
  Carry& carry = app.carry;
  if (carry.chosen.empty()) return false;
  const Card* card = app.session.card(carry.chosen);
  if (card == nullptr || app.editor.focused || ImGui::GetIO().WantTextInput || ImGui::IsMouseClicked(0)) {
    carry.chosen.clear();
    return false;
  }
  const int by = pressed(Key::down) || pressed(Key::right) ? 1 : pressed(Key::up) || pressed(Key::left) ? -1 : 0;
  if (pressed(Key::enter, false)) {
    // Without the focus: the same key would go into the program.
    app.session.text.place(card->binding.span.begin, false);
    app.editor.moved_at = ImGui::GetTime();
    app.editor.reveal = true;
    carry.reveal = true;
  } else if (by != 0 && ImGui::GetIO().KeyAlt) {
    app.session.arrange(*card, by);
    carry.reveal = true;
  } else if (by != 0) {
    const std::vector<std::string> keys = keys_in_view(app);
    const auto at = std::find(keys.begin(), keys.end(), carry.chosen);
    if (by > 0 ? at + 1 != keys.end() : at != keys.begin()) carry.chosen = *(at + by);
    carry.reveal = true;
  }
  return true;
}

void draw_carried(App& app) {
  draw_chosen(app);
  Carry& carry = app.carry;
  carry.refused = carry.refused && ImGui::IsMouseDown(0);
  if (carry.key.empty()) return;
  const Card* card = app.session.card(carry.key);
  const bool dropped = !ImGui::IsMouseDown(0);
  if (card == nullptr || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
    carry.key.clear();
    carry.refused = true;
    return;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (const float part = into_edge(mouse); part != 0 && !dropped)
    scroll_by(part * px(scroll_speed) * std::min(ImGui::GetIO().DeltaTime, 0.05F));
  const auto group = [&](const Card& one) { return app::group_of(one.place, app.session.choice_of(one).pin); };
  const auto over = std::find_if(carry.places.begin(), carry.places.end(), [&](const Carry::Placed& p) {
    const Card* on = p.key == carry.key ? nullptr : app.session.card(p.key);
    return on != nullptr && app::lands(group(*card), group(*on)) && mouse.x >= p.min.x && mouse.x < p.max.x &&
           mouse.y >= p.min.y && mouse.y < p.max.y;
  });
  if (over == carry.places.end()) {
    if (dropped) carry.key.clear();
  } else {
    const bool after = behind(*over, mouse);
    draw_place(*over, after);
    if (dropped && over->place == app::Place::stage)
      go_to(app, card->binding.span);
    else if (dropped)
      app.session.arrange(*card, over->key, after);
    if (dropped) carry.key.clear();
  }
  if (dropped) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  ImGui::BeginTooltip();
  code(fitted(card->binding.name.empty() ? card->binding.source : card->binding.name, px(300)), theme().text);
  ImGui::EndTooltip();
}

}  // namespace stridescope::desktop
