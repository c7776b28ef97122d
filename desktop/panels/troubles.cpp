// Replaces the cards if no line has a value: the errors of the lines, and the signatures of their calls.
#include "core/app/troubles.h"

#include <imgui.h>

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Number of errors shown here; the others are below their lines.
constexpr std::size_t most = 6;
constexpr float widest = 760;

std::string filled(const char* word, std::string_view name, std::size_t number) {
  return page_word(word, {{name, std::to_string(number)}});
}

// Draws the signature of the call that failed, with its faulty argument lit.
void draw_signature(const app::TypedCall& call, float width) {
  const Theme& t = theme();
  if (code_width(cat(call.before, call.argument, call.after)) > width) {
    code(cat(call.before, call.argument, call.after), t.muted);
    return;
  }
  code(call.before, t.muted);
  ImGui::SameLine(0, 0);
  code(call.argument, t.accent);
  ImGui::SameLine(0, 0);
  code(call.after, t.muted);
}

struct Trouble {
  door::Problem problem;
  std::optional<app::TypedCall> call;
};
const std::vector<Trouble>& troubles_of(const App& app) {
  static Cached<std::pair<std::uint64_t, std::string_view>, std::vector<Trouble>> made;
  return made.of({app.session.serial(), language()}, [&] {
    std::vector<Trouble> out;
    const auto& snapshot = app.session.snapshot;
    for (door::Problem& one : app::causes(snapshot->diagnostics)) {
      auto call = out.size() < most ? app::call_at(snapshot->program, one.span, catalog()) : std::nullopt;
      out.push_back({std::move(one), std::move(call)});
    }
    return out;
  });
}

// A click on it goes to its position in the program.
void draw_trouble(App& app, const door::Problem& problem, const std::optional<app::TypedCall>& call, std::size_t line,
                  float width) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({corner.x + px(14), corner.y + px(8)});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - px(28));
  small(filled("troubles.line", "line", line));
  bold(tr(problem.message), t.text);
  if (!problem.hint.empty() && !app::is_hint_in_fix(problem)) plain(tr(problem.hint), t.muted);
  if (call) draw_signature(*call, width - px(28));
  ImGui::PopTextWrapPos();
  bool on_button = false;
  Flow flow(width - px(28), 8);
  const std::vector<std::string> fixes = problem.fixes();
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    const std::string label = fitted_words(fix_text(fixes[i], problem.span), width - px(60));
    flow.next(text_width(label) + px(20));
    ImGui::PushID(static_cast<int>(i));
    if (button(i == 0 ? cat("trouble/", line, "/mend") : cat("trouble/", line, "/mend/", i), label)) {
      app.session.replace(problem.span, fixes[i]);
      app.editor.want_focus = true;  // undo then acts on the program
    }
    ImGui::PopID();
    on_button = on_button || ImGui::IsItemHovered();
  }
  if (call) {
    flow.next(text_width(page_word("reference")) + px(20));
    if (button(cat("trouble/", line, "/reference"), page_word("reference"), ButtonKind::quiet))
      open_page(app, cat("#reference=", call->function));
    on_button = on_button || ImGui::IsItemHovered();
  }
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y + px(16);
  const ImVec2 opposite = {corner.x + width, corner.y + height};
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, opposite, t.bad_soft, px(6));
  list.AddRectFilled(corner, {corner.x + px(3), opposite.y}, t.bad, px(1));
  list.ChannelsMerge();
  const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, opposite);
  if (over) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  // Dragging over it selects its text.
  if (over && !on_button && ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16)
    go_to(app, problem.span);
  note_rect(cat("trouble/", line), corner, opposite);
  ImGui::SetCursorScreenPos({corner.x, opposite.y + px(8)});
}

// Draws starter programs if the window has room below both, as many as are visible without scrolling.
void draw_starts(App& app, float left, float room) {
  const float gap = px(12);
  const float top = ImGui::GetCursorPosY() + px(28);
  const float height = ImGui::GetWindowHeight() - top - px(16);
  const auto rows = static_cast<std::size_t>(std::max(0.0F, (height + gap) / (px(entry_height) + gap)));
  if (rows == 0) return;
  const auto columns = std::max<std::size_t>(1, static_cast<std::size_t>((room + gap) / (px(entry_width) + gap)));
  const float width = (room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  ImGui::SetCursorPos({left, top - px(22)});
  ImGui::PushFont(fonts().bold);
  plain(tr("Or begin with one of these"), theme().text);
  ImGui::PopFont();
  const std::vector<GalleryEntry>& entries = gallery();
  for (std::size_t i = 0; i < std::min(rows * columns, entries.size()); ++i) {
    ImGui::SetCursorPos({left + static_cast<float>(i % columns) * (width + gap),
                         top + static_cast<float>(i / columns) * (px(entry_height) + gap)});
    if (draw_entry(app, entries[i], {width, px(entry_height)})) return open_entry(app, entries[i]);
  }
}

}  // namespace

std::string fix_text(std::string_view fix, Span span) {
  const std::string_view text = trimmed(fix);
  if (text.empty()) return page_word("mend.remove");
  return tr(page_word(span.empty() ? "mend.insert" : "mend"), "text", text);
}

void draw_troubles(App& app, float room) {
  const auto& snapshot = app.session.snapshot;
  if (!app.session.cards.empty() || !snapshot || snapshot->diagnostics.empty()) return;
  const ImVec2 corner = ImGui::GetCursorPos();
  const float width = std::min(px(widest), room);
  bold(page_word("troubles.title"), theme().text);
  ImGui::Spacing();
  const TextMap map(snapshot->program);
  const std::vector<Trouble>& troubles = troubles_of(app);
  for (std::size_t i = 0; i < std::min(most, troubles.size()); ++i) {
    const auto& [problem, call] = troubles[i];
    ImGui::PushID(static_cast<int>(i));
    draw_trouble(app, problem, call, map.place(problem.span.begin).line, width);
    ImGui::PopID();
  }
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  if (troubles.size() > most) muted(filled("troubles.more", "count", troubles.size() - most));
  muted(page_word("troubles.note"));
  ImGui::PopTextWrapPos();
  if (button("troubles/gallery", page_word("gallery"), ButtonKind::quiet)) show_dialog(app, Dialog::gallery);
  ImGui::SameLine();
  if (button("troubles/paste", page_word("empty.paste"), ButtonKind::quiet)) show_dialog(app, Dialog::paste);
  draw_starts(app, corner.x, room);
}

}  // namespace stridescope::desktop
