// In the place of the cards, where no line has a value: what is wrong, as the lines themselves say it.
#include <imgui.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// So many say what is wrong; the others are under their lines.
constexpr std::size_t most = 6;
constexpr float widest = 760;

std::string filled(const char* word, std::string_view name, std::size_t number) {
  return tr(page_word(word), name, std::to_string(number));
}

// A press on it goes to its place in the program.
void draw_trouble(App& app, const door::Problem& problem, std::size_t line, float width) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({corner.x + px(14), corner.y + px(8)});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - px(28));
  ImGui::PushFont(fonts().small_ui);
  muted(filled("troubles.line", "line", line));
  ImGui::PopFont();
  plain(tr(problem.message), t.text);
  if (!problem.hint.empty()) plain(tr(problem.hint), t.muted);
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y + px(16);
  const ImVec2 opposite = {corner.x + width, corner.y + height};
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, opposite, t.bad_soft, px(6));
  list.AddRectFilled(corner, {corner.x + px(3), opposite.y}, t.bad, px(1));
  list.ChannelsMerge();
  const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, opposite);
  if (over) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  // A drag over it selects its text.
  if (over && ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16) {
    app.session.text.select({problem.span.begin, problem.span.end});
    app.editor.moved_at = ImGui::GetTime();
    app.editor.reveal = app.editor.want_focus = true;
  }
  note_rect(cat("trouble/", line), corner, opposite);
  ImGui::SetCursorScreenPos({corner.x, opposite.y + px(8)});
}

}  // namespace

void draw_troubles(App& app, float room) {
  const auto& snapshot = app.session.snapshot;
  if (!app.session.cards.empty() || !snapshot || snapshot->diagnostics.empty()) return;
  const float width = std::min(room, px(widest));
  ImGui::PushFont(fonts().bold);
  plain(page_word("troubles.title"), theme().text);
  ImGui::PopFont();
  ImGui::Spacing();
  const TextMap map(snapshot->program);
  for (std::size_t i = 0; i < std::min(most, snapshot->diagnostics.size()); ++i) {
    const door::Problem& problem = snapshot->diagnostics[i];
    draw_trouble(app, problem, map.place(problem.span.begin).line, width);
  }
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  muted(page_word("troubles.note"));
  ImGui::PopTextWrapPos();
  if (button("troubles/gallery", page_word("gallery"), ButtonKind::quiet)) app.show(Dialog::gallery);
  ImGui::SameLine();
  if (button("troubles/paste", page_word("empty.paste"), ButtonKind::quiet)) app.show(Dialog::paste);
}

}  // namespace stridescope::desktop
