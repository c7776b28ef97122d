#include "desktop/panels/app.h"

#include <algorithm>
#include <cmath>

#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

const char* const first_program =
    "# B walks over the elements of A\n"
    "A = (6,2):(8,2)\n"
    "B = (4,3):(3,1)\n"
    "R = composition(A, B)\n";

App::App(std::function<void()> wake) : session(std::move(wake)) {}
App::~App() = default;

void App::copy(std::string_view text, std::string_view what) {
  ImGui::SetClipboardText(std::string(text).c_str());
  session.say(std::string(tr("Copied")) + ": " + std::string(what.substr(0, 80)));
}

void App::open_program(const std::string& program, IntegerMode mode, const Choices& choices) {
  session.open(program, mode, choices);
  stage.clear();
  editor.reveal = true;
}

namespace {

// Drags the border between two panes.
void splitter(const char* id, ImVec2 corner, ImVec2 size, bool upright, float& length, float sign, float low, float high) {
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton(id, size);
  note_item(id);
  const bool on = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (on) ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  if (ImGui::IsItemActive()) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    length += sign * (upright ? moved.x : moved.y) / ui_scale();
  }
  length = std::clamp(length, low, std::max(low, high));
  const ImVec2 middle = {corner.x + (upright ? size.x / 2 : 0), corner.y + (upright ? 0 : size.y / 2)};
  ImGui::GetWindowDrawList()->AddLine(middle, {upright ? middle.x : corner.x + size.x, upright ? corner.y + size.y : middle.y},
                                      on ? theme().accent : theme().line);
}

void shortcuts(App& app) {
  Session& session = app.session;
  if (chord(Key::k, true)) app.show(app.dialog == Dialog::palette ? Dialog::none : Dialog::palette);
  if (pressed(Key::escape, false)) {
    if (app.dialog != Dialog::none) app.dialog = Dialog::none;
    else if (session.pinned) session.let_go();
    else if (!app.stage.empty()) app.stage.clear();
  }
  if (app.dialog != Dialog::none) return;
  if (chord(Key::f, false, true, true)) session.format();
  if (app.editor.focused || ImGui::GetIO().WantTextInput) return;
  // In a picture: the cell that was looked at last.
  Card* card = session.card(session.target_key);
  if (card == nullptr || !card->data.picture) return;
  const auto walk = [&](int columns, int rows) { session.walk(*card, neighbour(*card->data.picture, session.target_cell, columns, rows)); };
  if (pressed(Key::left)) walk(-1, 0);
  if (pressed(Key::right)) walk(1, 0);
  if (pressed(Key::up)) walk(0, -1);
  if (pressed(Key::down)) walk(0, 1);
  if (pressed(Key::enter, false) || pressed(Key::space, false)) session.toggle(*card, session.target_cell);
  PictureState& state = app.pictures[(app.stage.empty() ? "card:" : "stage:") + session.target_key];
  if (pressed(Key::equal)) zoom_picture(state, 1);
  if (pressed(Key::minus)) zoom_picture(state, -1);
  if (pressed(Key::d0)) zoom_picture(state, 0);
}

}  // namespace

void App::frame() {
  const Theme& t = theme();
  probe().rects.clear();
  shortcuts(*this);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(display);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##main", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(3);
  const float bar = px(44);
  const float status = px(28);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_top_bar(*this);
  list.AddLine({0, bar}, {display.x, bar}, t.line);
  // A thin bar while an evaluation takes longer than a moment.
  if (session.busy() && now_ms() - session.busy_since > 100) {
    const float phase = flt(std::fmod(ImGui::GetTime(), 1.2) / 1.2);
    list.AddRectFilled({display.x * (phase - 0.25F), bar - px(2)}, {display.x * phase, bar}, t.accent);
  }
  const float height = display.y - bar - status;
  const float side = std::clamp(px(editor_width), px(240), display.x * 0.6F);
  ImGui::SetCursorPos({0, bar + 1});
  draw_editor(*this, {side, height - 1});
  ImGui::SetCursorPos({side + px(1), bar + 1});
  if (stage.empty()) draw_cards(*this, {display.x - side - px(1), height - 1});
  else draw_stage(*this, {display.x - side - px(1), height - 1});
  splitter("split/editor", {side - px(3), bar}, {px(7), height}, true, editor_width, 1, 240, display.x * 0.6F / ui_scale());
  list.AddRectFilled({0, display.y - status}, display, t.panel);
  list.AddLine({0, display.y - status}, {display.x, display.y - status}, t.line);
  ImGui::SetCursorPos({0, display.y - status});
  draw_status(*this);
  draw_dialogs(*this);
  ImGui::End();
}

}  // namespace stridescope::desktop
