// Find and replace in the program, above it; find in the text of a kernel. Ctrl F, Ctrl H, Enter for the next match,
// Shift and Enter for the previous one, Esc to close.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "desktop/model/find.h"
#include "desktop/panels/app.h"
#include "desktop/panels/editor.h"
#include "desktop/platform/keys.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

void go_on(App& app, const std::vector<TextBuffer::Range>& found, bool back) {
  if (found.empty()) return;
  TextBuffer& text = app.session.text;
  const TextBuffer::Range selected = text.selection();
  const std::size_t from = back ? selected.begin : text.has_selection() ? selected.end : selected.begin;
  text.select(found[next_found(found, from, back)]);
  app.editor.reveal = true;
}

}  // namespace

void look_for(App& app, bool replacing) {
  FindState& find = app.find;
  find.open = true;
  find.replacing = find.replacing || replacing;
  find.want_focus = true;
  const std::string_view chosen = app.session.text.selected();
  if (!chosen.empty() && chosen.find('\n') == std::string_view::npos) find.word = chosen;
}

float find_bar_height(const App& app) {
  if (!app.find.open) return 0;
  return px(app.find.replacing ? 76 : 40);
}

void draw_find_bar(App& app, float width) {
  FindState& find = app.find;
  TextBuffer& text = app.session.text;
  begin_pane("find", {width, find_bar_height(app)}, theme().panel, {8, 7}, ImGuiWindowFlags_NoScrollbar);
  const std::vector<TextBuffer::Range> found = find_all(text.text(), find.word);
  const std::string count = find.word.empty() ? std::string()
                            : found.empty()   ? std::string(tr("not found"))
                                              : found_text(found, text.selection());
  const float buttons = 3 * (text_width("\xE2\x86\x91") + px(20));
  const float field = std::max(px(60), width - px(24) - buttons - text_width("000 / 000") - px(20));
  ImGui::SetNextItemWidth(field);
  if (find.want_focus) ImGui::SetKeyboardFocusHere();
  find.want_focus = false;
  ImGui::InputTextWithHint("##find/word", tr("find"), &find.word);
  note_item("find/word");
  const bool in_word = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  bool close = in_word && pressed(Key::escape);
  if (in_word && find.replacing && pressed(Key::tab, false)) find.want_with = true;
  if (in_word && pressed(Key::enter)) {
    go_on(app, found, ImGui::GetIO().KeyShift);
    find.want_focus = true;
  }
  ImGui::SameLine(0, px(8));
  ImGui::AlignTextToFramePadding();
  plain(count, found.empty() ? theme().bad : theme().muted);
  note_item("find/count");
  ImGui::SameLine(width - px(8) - buttons);
  if (button("find/before", "\xE2\x86\x91", ButtonKind::quiet, tr("Previous place"))) go_on(app, found, true);
  ImGui::SameLine(0, px(2));
  if (button("find/next", "\xE2\x86\x93", ButtonKind::quiet, tr("Next place"))) go_on(app, found, false);
  ImGui::SameLine(0, px(2));
  close = button("find/close", "\xC3\x97", ButtonKind::quiet, tr("Close")) || close;
  if (find.replacing) {
    const float all = text_width(tr("Replace")) + text_width(tr("All")) + px(44);
    ImGui::SetNextItemWidth(std::max(px(60), width - px(24) - all));
    if (std::exchange(find.want_with, false)) ImGui::SetKeyboardFocusHere();
    ImGui::InputTextWithHint("##find/with", tr("replace with"), &find.with);
    note_item("find/with");
    const bool in_with = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
    if (in_with && pressed(Key::tab, false)) find.want_focus = true;
    close = (in_with && pressed(Key::escape)) || close;
    ImGui::SameLine(0, px(8));
    const bool clicked = button("find/replace", "Replace");
    const bool one = clicked || (in_with && pressed(Key::enter));
    ImGui::SameLine(0, px(4));
    const bool every = button("find/all", "All", ButtonKind::plain, tr("Replace all (one step of undo)"));
    // Undo then acts on the program.
    if (clicked || every) app.editor.want_focus = true;
    if (every && !found.empty()) {
      text.set(replaced(text.text(), found, find.with));
    } else if (one && !found.empty()) {
      const TextBuffer::Range selected = text.selection();
      const bool here = std::any_of(found.begin(), found.end(), [&](const TextBuffer::Range& r) {
        return r.begin == selected.begin && r.end == selected.end;
      });
      if (here) text.replace(selected, find.with);
      go_on(app, here ? find_all(text.text(), find.word) : found, false);
    }
  }
  end_pane();
  if (!close) return;
  find.open = find.replacing = false;
  app.editor.want_focus = true;
}

}  // namespace stridescope::desktop
