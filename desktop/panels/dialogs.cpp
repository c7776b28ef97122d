// Dialogs over the window: one at a time, closed by Esc, by a click beside it, or by what was chosen.
#include "desktop/panels/dialogs.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

bool search_field(App& app, const char* name, std::string& text, const char* hint, float width) {
  if (app.opened != app.dialog) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::InputTextWithHint((std::string("##") + name).c_str(), tr(hint), &text);
  note_item(name);
  return changed;
}

void draw_dialogs(App& app) {
  if (app.dialog == Dialog::none) {
    if (app.opened != Dialog::none) app.editor.want_focus = true;
    app.opened = Dialog::none;
    return;
  }
  if (app.opened != app.dialog) {
    app.form.search.clear();
    app.form.chosen = 0;
    app.form.trouble.clear();
  }
  struct Kind {
    Dialog dialog;
    const char* title;
    float width, height;
    void (*draw)(App&);
  };
  static constexpr Kind kinds[] = {{Dialog::gallery, "Gallery", 860, 560, draw_gallery},
                                   {Dialog::atoms, "Atoms and tilings", 980, 620, draw_atoms},
                                   {Dialog::paste, "Paste what CuTe printed, or C++", 720, 560, draw_paste},
                                   {Dialog::palette, "Commands", 620, 440, draw_palette},
                                   {Dialog::shortcuts, "Keyboard shortcuts", 560, 520, draw_shortcuts},
                                   {Dialog::files, "Files", 600, 420, draw_files},
                                   {Dialog::drafts, "Unsaved programs", 640, 420, draw_drafts},
                                   {Dialog::opened_file, "What is in the open file", 1080, 640, draw_opened_file},
                                   {Dialog::learn, "Learn", 760, 620, draw_learn},
                                   {Dialog::exercises, "All exercises", 820, 680, draw_exercises},
                                   {Dialog::trace, "Trace a program", 820, 600, draw_trace},
                                   {Dialog::reference, "Reference", 1040, 680, draw_reference},
                                   {Dialog::seek, "Go to a cell", 460, 190, draw_seek}};
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const Dialog shown = app.dialog;
  for (const Kind& kind : kinds) {
    if (kind.dialog != shown) continue;
    ImGui::GetForegroundDrawList();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(display);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_ModalWindowDimBg));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##veil", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    const bool beside = ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0);
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    const ImVec2 size = {std::min(px(kind.width), display.x - px(30)), std::min(px(kind.height), display.y - px(30))};
    ImGui::SetNextWindowPos({(display.x - size.x) / 2, std::max(px(15), (display.y - size.y) * 0.36F)});
    ImGui::SetNextWindowSize(size);
    if (app.opened != shown) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(18), px(14)});
    bool open = true;
    ImGui::Begin((std::string(tr(kind.title)) + "###dialog").c_str(), &open,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings);
    note_rect("dialog", ImGui::GetWindowPos(), {ImGui::GetWindowPos().x + size.x, ImGui::GetWindowPos().y + size.y});
    kind.draw(app);
    ImGui::End();
    ImGui::PopStyleVar();
    if ((!open || (beside && app.opened == shown)) && app.dialog == shown) app.dialog = Dialog::none;
  }
  app.opened = shown == app.dialog ? shown : app.opened;
}

}  // namespace stridescope::desktop
