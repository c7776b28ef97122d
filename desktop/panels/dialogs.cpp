// Dialogs over the window: one at a time, closed by Esc, by a click outside, or by a choice.
#include "desktop/panels/dialogs.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <utility>

#include "desktop/panels/app.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

namespace {

struct Kind {
  std::string_view name;
  const char* title = "";
  float width = 0, height = 0;
  bool keeps = false;
  void (*draw)(App&) = nullptr;
};
// In the order of Dialog.
constexpr Kind kinds[] = {
    {"none"},
#define DIALOG(name, title, width, height, keeps) {#name, title, width, height, keeps, draw_##name},
#include "desktop/panels/dialogs.def"
#undef DIALOG
};
const Kind& kind_of(Dialog dialog) { return kinds[static_cast<std::size_t>(dialog)]; }

}  // namespace

std::string_view name_of(Dialog dialog) { return kind_of(dialog).name; }
bool keeps_typed(Dialog dialog) { return kind_of(dialog).keeps; }

void show_dialog(App& app, Dialog which) { app.dialog.now = which; }

void focus_first(App& app) {
  if (std::exchange(app.dialog.wants_focus, false)) ImGui::SetKeyboardFocusHere();
}

bool search_field(App& app, const char* name, std::string& text, const char* hint, float width) {
  focus_first(app);
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::InputTextWithHint((std::string("##") + name).c_str(), tr(hint), &text);
  note_item(name);
  return changed;
}

void draw_dialogs(App& app) {
  if (app.dialog.now == Dialog::none) {
    if (app.dialog.before != Dialog::none) app.editor.want_focus = true;
    app.dialog.before = Dialog::none;
    return;
  }
  if (app.dialog.before != app.dialog.now) {
    app.dialog.search.clear();
    app.dialog.row = 0;
    app.dialog.wants_focus = true;
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const Dialog shown = app.dialog.now;
  const Kind& kind = kind_of(shown);
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
  if (app.dialog.before != shown) ImGui::SetNextWindowFocus();
  // The title begins where the contents do.
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(18), px(14)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(18), ImGui::GetStyle().FramePadding.y});
  bool open = true;
  ImGui::Begin((std::string(tr(kind.title)) + "###dialog").c_str(), &open,
               ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  note_window("dialog");
  kind.draw(app);
  ImGui::End();
  ImGui::PopStyleVar();
  if ((!open || (beside && app.dialog.before == shown)) && app.dialog.now == shown) app.dialog.now = Dialog::none;
  app.dialog.before = shown == app.dialog.now ? shown : app.dialog.before;
}

}  // namespace stridescope::desktop
