// The line at the bottom: the path of the inspected cell, or a message about the last action.
#include <algorithm>
#include <cstdio>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/commands.h"
#include "desktop/panels/files.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

float draw_warnings(App& app, float top) {
  const Theme& t = theme();
  const float height = px(32);
  float y = top;
  const auto row = [&](const char* name, const std::string& text, const char* label) {
    ImGui::GetWindowDrawList()->AddRectFilled({0, y}, {ImGui::GetWindowWidth(), y + height}, t.bad_soft);
    ImGui::SetCursorPos({px(14), y + px(8)});
    const float room = ImGui::GetWindowWidth() - text_width(tr(label)) - px(60);
    plain(fitted_words(text, room), t.bad);
    note_item(name);
    tooltip(text.c_str());
    ImGui::SetCursorPos({ImGui::GetWindowWidth() - text_width(tr(label)) - px(32), y + px(4)});
    y += height;
    return button(cat(name, "/do"), label);
  };
  if (const Message why = app.trouble(); !why.empty()) {
    if (row("unkept", cat(tr("Lost when this window closes"), ": ", shown(why)), "Save a copy\xE2\x80\xA6"))
      ask_file(app, {FileWish::Kind::copy, "stridescope-copy"});
  }
  if (!app.refused_settings.empty() &&
      row("refused", cat(tr("Invalid in settings.json, and ignored"), ": ", app.refused_settings), "Close"))
    app.refused_settings.clear();
  return y - top;
}

void draw_status(App& app) {
  const Theme& t = theme();
  const Session& session = app.session;
  const float y = ImGui::GetCursorPosY();
  char right[96] = "";
  const std::string name = app.file.empty() ? std::string() : app.file.substr(app.file.find_last_of('/') + 1);
  const bool changed = !app.file.empty() && app.saved != print_document(app.document());
  if (session.snapshot) {
    std::snprintf(right, sizeof right, "%s%s%score %.1f ms", name.substr(0, 40).c_str(), changed ? " *" : "",
                  name.empty() ? "" : "   ", session.snapshot->milliseconds);
  }
  const float right_width = code_width(right) + px(16);
  ImGui::SetCursorPos({px(14), y + px(5)});
  const float room = ImGui::GetWindowWidth() - right_width - px(30);
  if (!session.notice.empty() && now_ms() < session.notice_until) {
    plain(session.notice, t.accent);
  } else if (session.inspection) {
    std::string sentence = tr(session.inspection->sentence);
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    code(fitted(sentence, room), t.text);
    if (session.pinned) {
      ImGui::SameLine(0, px(12));
      muted(tr("pinned; Esc releases it"));
    }
  } else if (session.busy() && now_ms() - session.busy_since > 100) {
    muted(tr("evaluating\xE2\x80\xA6"));
  } else {
    muted(tr("Hover a cell to see where it comes from."));
  }
  note_item("status");
  ImGui::SetCursorPos({ImGui::GetWindowWidth() - right_width, y + px(5)});
  code(right, t.faint);
}

}  // namespace stridescope::desktop
