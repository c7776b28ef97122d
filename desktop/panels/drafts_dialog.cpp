// Programs that windows left behind without saving them: each is opened or discarded.
#include <algorithm>
#include <ctime>

#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr std::size_t most_listed = 100;
constexpr int most_lines = 3;

std::string time_of(const Draft& draft) {
  const auto seconds = static_cast<std::time_t>(draft.changed / 1'000'000'000);
  std::tm parts = {};
  if (localtime_r(&seconds, &parts) == nullptr) return {};
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return text;
}

// Its first lines, without those that are empty.
void draw_lines(const std::string& program, float width) {
  std::size_t at = 0;
  for (int shown = 0; shown < most_lines && at < program.size();) {
    const std::size_t end = std::min(program.find('\n', at), program.size());
    const std::string line = program.substr(at, std::min<std::size_t>(end - at, 400));
    at = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    code(fitted(line, width), theme().text);
    ++shown;
  }
}

}  // namespace

void draw_drafts(App& app) {
  const Theme& t = theme();
  int& chosen = app.form.chosen;
  const std::size_t count = std::min(app.unsaved.size(), most_listed);
  if (count == 0) {
    muted(tr("There is no unsaved program of another window."));
    return;
  }
  wrapped(tr("They were open in windows that are gone, or in tabs that were closed. What is opened gets a tab."),
          t.muted);
  muted(tr("Enter opens, Delete discards."));
  const int last = static_cast<int>(count) - 1;
  if (pressed(Key::down)) ++chosen;
  if (pressed(Key::up)) --chosen;
  chosen = std::clamp(chosen, 0, last);
  std::string opened;
  std::string discarded;
  ImGui::BeginChild("unsaved", {0, 0});
  for (std::size_t i = 0; i < count; ++i) {
    const Draft& draft = app.unsaved[i];
    const bool here = static_cast<int>(i) == chosen;
    ImGui::PushID(draft.name.c_str());
    ImGui::Spacing();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos({corner.x + px(10), corner.y + px(6)});
    ImGui::BeginGroup();
    const float width = ImGui::GetContentRegionAvail().x - px(180);
    std::string title = time_of(draft);
    if (!draft.file.empty()) append_all(title, "   ", draft.file);
    plain(fitted_words(title, width), t.accent);
    if (draft.unproven) plain(tr("Its window ended while it evaluated it."), t.warn);
    draw_lines(draft.document.program, width);
    ImGui::EndGroup();
    const float height = ImGui::GetItemRectSize().y + px(12);
    const float right = corner.x + ImGui::GetWindowContentRegionMax().x;
    const float buttons = text_width(tr("Open")) + text_width(tr("Discard")) + px(54);
    ImGui::SetCursorScreenPos({right - buttons, corner.y + px(6)});
    const std::string number = std::to_string(i);
    if (button("unsaved/open:" + number, "Open", here ? ButtonKind::primary : ButtonKind::plain)) opened = draft.name;
    ImGui::SameLine();
    if (button("unsaved/discard:" + number, "Discard")) discarded = draft.name;
    list.ChannelsSetCurrent(0);
    if (here) list.AddRectFilled(corner, {right, corner.y + height}, t.active, px(6));
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos({corner.x, corner.y + height});
    ImGui::Dummy({1, 1});
    ImGui::PopID();
  }
  ImGui::EndChild();
  const std::string& name = app.unsaved[static_cast<std::size_t>(chosen)].name;
  if (pressed(Key::enter, false)) opened = name;
  if (pressed(Key::erase, false)) discarded = name;
  // The list changes with either.
  if (!opened.empty()) {
    app.open_draft(opened);
    app.dialog = Dialog::none;
  } else if (!discarded.empty()) {
    app.discard_draft(discarded);
  }
}

}  // namespace stridescope::desktop
