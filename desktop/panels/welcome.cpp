// The first minute: one sentence about the program, and its entry points. The words are the page's.
#include "desktop/panels/welcome.h"

#include <imgui.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

float draw_welcome(App& app, ImVec2 at, float room) {
  if (!app.welcome.open) return at.y;
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorPos({at.x + px(14), at.y + px(10)});
  const ImVec2 corner = {ImGui::GetCursorScreenPos().x - px(14), ImGui::GetCursorScreenPos().y - px(10)};
  ImGui::BeginGroup();
  const float left = ImGui::GetCursorPosX();
  ImGui::PushTextWrapPos(left + room - px(28));
  // Without the comment, which is in the language of the start.
  const auto code = [](std::string_view program) {
    return program.starts_with('#') ? program.substr(program.find('\n') + 1) : program;
  };
  const std::string_view text = code(app.session.text.text());
  const bool conflict = text == code(page_word("welcome.shared"));
  const bool fixed = text == code(page_word("welcome.swizzled"));
  plain(
      cat(page_word("welcome.text"), fixed || conflict ? page_word(fixed ? "welcome.fixed" : "welcome.conflict") : ""),
      t.text);
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  Flow flow(room - px(28), 6);
  const auto door = [&](const char* name, const char* word, ButtonKind kind) {
    flow.next(text_width(page_word(word)) + px(22));
    return button(name, page_word(word), kind);
  };
  if (door("welcome/fix", fixed ? "welcome.again" : "welcome.fix", ButtonKind::primary))
    app.session.text.set(page_word(fixed ? "welcome.shared" : "welcome.swizzled"));
  if (door("welcome/learn", "learn", ButtonKind::plain)) open_page(app, "#learn");
  if (door("welcome/paste", "welcome.paste", ButtonKind::plain)) show_dialog(app, Dialog::paste);
  if (door("welcome/gallery", "gallery", ButtonKind::plain)) show_dialog(app, Dialog::gallery);
  if (door("welcome/close", "welcome.close", ButtonKind::quiet)) app.welcome.open = false;
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y + px(20);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, {corner.x + room, corner.y + height}, t.panel, px(8));
  list.AddRect(corner, {corner.x + room, corner.y + height}, t.line, px(8));
  list.ChannelsMerge();
  // The user typed another program: the welcome is not needed.
  if (!text.empty() && !conflict && !fixed) app.welcome.open = false;
  return at.y + height + px(12);
}

}  // namespace stridescope::desktop
