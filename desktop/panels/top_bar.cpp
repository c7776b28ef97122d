// The bar above everything: what can be opened, and the switches.
#include "core/base/text.h"
#include "core/base/utf.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// A narrower window has it among the commands, and by F1.
constexpr float room_for_reference = 1100;

// Its code where no font has the glyphs of its name.
std::string label_of(const LanguageName& language) {
  const bool wide = columns_of(language.label) > 3;
  return wide && !fonts().has_wide() ? std::string(language.code) : language.label;
}

}  // namespace

void draw_top_bar(App& app) {
  const Theme& t = theme();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(9), px(4)});
  ImGui::SetCursorPos({px(14), px(9)});
  // A narrow window has its name in the title alone.
  if (ImGui::GetWindowWidth() >= px(960)) {
    ImGui::PushFont(fonts().bold);
    ImGui::AlignTextToFramePadding();
    plain("Stridescope", t.text);
    ImGui::PopFont();
    ImGui::SameLine(0, px(14));
  }
  if (button("learn", "Learn")) app.show(Dialog::learn);
  ImGui::SameLine();
  if (ImGui::GetWindowWidth() >= px(room_for_reference)) {
    if (button("reference", "Reference", ButtonKind::plain, "F1")) app.look_up({});
    ImGui::SameLine();
  }
  if (button("gallery", "Gallery")) app.show(Dialog::gallery);
  ImGui::SameLine();
  if (button("atoms", "Atoms")) app.show(Dialog::atoms);
  ImGui::SameLine();
  if (button("paste", "Paste")) app.show(Dialog::paste);
  ImGui::SameLine();
  if (button("open", "Open\xE2\x80\xA6")) app.ask_file({});
  ImGui::SameLine();
  if (button("save", "Save")) {
    if (app.file.empty())
      app.ask_file({FileWish::Kind::save, {}, {}, {}});
    else
      app.save(app.file);
  }
  ImGui::SameLine();
  if (button("share", "Copy a link")) app.copy(make_link(app.document()), tr("a link to this program"));
  // From the right.
  const char* mode = tr("Integers");
  const float right = ImGui::GetWindowWidth() - px(12);
  // As wide as it was in the last frame; a narrow window does without the first word.
  static float width = 300;
  const float left = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + px(12);
  const float label = text_width(mode) + px(4);
  ImGui::SameLine();
  if (right - width - label > left) {
    ImGui::SetCursorPosX(right - width - label);
    ImGui::AlignTextToFramePadding();
    muted(mode);
    ImGui::SameLine(0, 0);
  }
  ImGui::SetCursorPosX(right - width);
  const float begin = ImGui::GetCursorPosX();
  if (segment("mode/teaching", "teaching", app.session.mode == IntegerMode::teaching))
    app.session.set_mode(IntegerMode::teaching);
  tooltip(tr("Every integer is static: 4 and _4 mean the same"));
  ImGui::SameLine(0, px(2));
  if (segment("mode/cute", "CuTe", app.session.mode == IntegerMode::cute)) app.session.set_mode(IntegerMode::cute);
  tooltip(tr("As in CuTe: _4 is static, 4 is dynamic"));
  ImGui::SameLine(0, px(12));
  for (const LanguageName& one : language_names()) {
    if (segment(cat("language/", one.code), label_of(one), language() == one.code)) speak(one.code);
    ImGui::SameLine(0, px(2));
  }
  ImGui::SameLine(0, px(12));
  if (button("theme", app.dark ? "\xE2\x97\x90" : "\xE2\x97\x91", ButtonKind::plain,
             tr(app.dark ? "Switch to light" : "Switch to dark")))
    app.dark = !app.dark;
  ImGui::SameLine();
  if (button("palette", "Ctrl K", ButtonKind::plain, tr("Commands"))) app.show(Dialog::palette);
  width = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x - begin;
  ImGui::PopStyleVar();
}

}  // namespace stridescope::desktop
