// Cards are put in another order with the mouse: one is taken by its name or its line of the list, and let go of beside
// another, or on the stage.
#include <algorithm>

#include "desktop/panels/app.h"
#include "desktop/platform/keys.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"

namespace stridescope::desktop {
namespace {

constexpr float farthest_click = 6;  // what was moved farther is no click

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

}  // namespace

void go_to_line(App& app, const Card& card) {
  app.session.text.select({card.data.span.begin, card.data.span.end});
  app.editor.moved_at = ImGui::GetTime();
  app.editor.reveal = true;
  app.editor.want_focus = true;
}

void note_card(App& app, const Card& card, ImVec2 min, ImVec2 max) {
  note_frame("card:" + card.data.key, min, max);
  app.carry.places.push_back({card.data.key, card.place, min, max});
}

bool take_card(App& app, const Card& card) {
  if (!app.carry.refused && ImGui::IsItemActive() && ImGui::IsMouseDragging(0, px(farthest_click)))
    app.carry.key = card.data.key;
  return app.carry.key.empty();
}

void draw_carried(App& app) {
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
  const auto over = std::find_if(carry.places.begin(), carry.places.end(), [&](const Carry::Placed& p) {
    return p.key != carry.key && mouse.x >= p.min.x && mouse.x < p.max.x && mouse.y >= p.min.y && mouse.y < p.max.y;
  });
  if (over == carry.places.end()) {
    if (dropped) carry.key.clear();
  } else {
    const bool after = behind(*over, mouse);
    draw_place(*over, after);
    if (dropped && over->place == app::Place::stage) {
      go_to_line(app, *card);
    } else if (dropped) {
      const auto& cards = app.session.cards;
      auto at = std::find_if(cards.begin(), cards.end(), [&](const Card& one) { return one.data.key == over->key; });
      if (after && at != cards.end()) ++at;
      app.session.arrange(*card, at == cards.end() ? std::string() : at->data.key);
    }
    if (dropped) carry.key.clear();
  }
  if (dropped) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  ImGui::BeginTooltip();
  code(fitted(card->data.name.empty() ? card->data.source : card->data.name, px(300)), theme().text);
  ImGui::EndTooltip();
}

}  // namespace stridescope::desktop
