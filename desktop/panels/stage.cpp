// Cards side by side in the whole window.
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/context_menu.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void draw_stage(App& app, ImVec2 size) {
  const Theme& t = theme();
  begin_pane("stage", size, t.bg, {12, 12}, ImGuiWindowFlags_NoScrollbar);
  std::vector<Card*> shown;
  for (const std::string& key : app.cards.stage) {
    if (Card* card = app.session.card(key)) shown.push_back(card);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(9), px(3)});
  if (button("stage/close", "Back to the cards", ButtonKind::plain) || shown.empty()) app.cards.stage.clear();
  ImGui::SameLine();
  muted(tr("Ctrl + wheel zooms, drag moves, + \xE2\x88\x92 0 too"));
  ImGui::PopStyleVar();
  const float top = ImGui::GetCursorPosY() + px(4);
  const float room = ImGui::GetContentRegionAvail().x;
  const float width =
      (room - px(12) * flt(shown.empty() ? 0 : shown.size() - 1)) / flt(std::max<std::size_t>(1, shown.size()));
  float x = px(12);
  for (Card* card : shown) {
    ImGui::PushID(card->binding.key.c_str());
    ImGui::SetCursorPos({x, top});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float height = size.y - top - px(12);
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + height}, t.panel, px(8));
    ImGui::GetWindowDrawList()->AddRect(corner, {corner.x + width, corner.y + height}, t.line, px(8));
    ImGui::SetCursorPos({x + px(14), top + px(10)});
    ImGui::BeginGroup();
    const float inner = width - px(28);
    bold(card->binding.name.empty() ? fitted(card->binding.source, inner / 2) : card->binding.name,
         card->stale ? t.muted : t.text);
    ImGui::SameLine(0, px(10));
    if (card->stale) {
      pill("last:" + card->binding.key, tr("last value"), t.muted, t.raised);
      ImGui::SameLine(0, px(10));
    }
    code(fitted(card->binding.text, std::max(px(60), inner - text_width(card->binding.name) - px(60))), t.muted);
    draw_view_switch(app, *card, inner);
    const float left = height - (ImGui::GetCursorPosY() - top) - px(88);
    draw_card_picture(app, *card, inner, left, true);
    draw_zoom(app, *card, true, inner);
    draw_legend(app, *card, inner);
    ImGui::EndGroup();
    if (ImGui::IsMouseHoveringRect(corner, {corner.x + width, corner.y + height}) &&
        app.context.card != card->binding.key)
      open_context(app, card->binding.key);
    x += width + px(12);
    ImGui::PopID();
  }
  end_pane();
}

}  // namespace stridescope::desktop
