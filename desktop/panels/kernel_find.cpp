// Search in the texts of a kernel.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/model/find.h"
#include "desktop/panels/app.h"
#include "desktop/panels/editor.h"
#include "desktop/panels/kernel.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

using Places = std::vector<TextBuffer::Range>;

constexpr float field_width = 130;

// Index of the current match; the number of matches if none is current.
std::size_t gone_to(const KernelState& kernel, const Places& found) {
  const auto here =
      std::find_if(found.begin(), found.end(), [&](const TextBuffer::Range& r) { return r.begin == kernel.found_at; });
  return static_cast<std::size_t>(here - found.begin());
}

void go_on(KernelState& kernel, const Places& found, bool back) {
  if (found.empty()) return;
  // The first match of a word that was not visited yet is the next one.
  const bool there = gone_to(kernel, found) < found.size();
  kernel.found_at = found[next_found(found, kernel.found_at + (there && !back ? 1 : 0), back)].begin;
  kernel.find_go = true;
}

std::size_t line_of(const ListedLines& text, std::size_t byte) {
  const auto next = std::upper_bound(text.lines.begin(), text.lines.end(), byte);
  return next == text.lines.begin() ? 0 : static_cast<std::size_t>(next - text.lines.begin()) - 1;
}

}  // namespace

void draw_kernel_find(App& app, const ListedLines& text) {
  KernelState& kernel = app.kernel;
  FindState& find = kernel.find;
  ImGui::SetNextItemWidth(px(field_width));
  if (find.want_focus) ImGui::SetKeyboardFocusHere();
  find.want_focus = false;
  if (ImGui::InputTextWithHint("##kernel/find", tr("find"), &find.word)) kernel.found_at = 0;
  note_item("kernel/find");
  const bool here = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (find.word.empty()) return;
  const Places found = find_all(text.text, find.word);
  const std::string count = found.empty() ? std::string(tr("not found"))
                                          : found_text(found, {kernel.found_at, kernel.found_at + find.word.size()});
  const float buttons = 2 * (text_width("\xE2\x86\x91") + px(22));
  ImGui::SameLine(0, px(6));
  // In a narrow pane the buttons are below the field.
  if (ImGui::GetContentRegionAvail().x < text_width(count) + px(6) + buttons) ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  muted(count);
  note_item("kernel/found");
  ImGui::SameLine(0, px(6));
  if (button("kernel/find/before", "\xE2\x86\x91", ButtonKind::quiet, tr("Previous place"))) go_on(kernel, found, true);
  ImGui::SameLine(0, px(2));
  if (button("kernel/find/next", "\xE2\x86\x93", ButtonKind::quiet, tr("Next place"))) go_on(kernel, found, false);
  if (!here || !pressed(Key::enter)) return;
  go_on(kernel, found, ImGui::GetIO().KeyShift);
  find.want_focus = true;
}

void mark_found(const App& app, const ListedLines& text, std::size_t line, ImVec2 at, float height) {
  const KernelState& kernel = app.kernel;
  if (kernel.find.word.empty()) return;
  const std::string_view words = text.line(line);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const TextBuffer::Range& r : find_all(words, kernel.find.word)) {
    const float x0 = at.x + code_width(words.substr(0, r.begin));
    const float x1 = at.x + code_width(words.substr(0, r.end));
    list.AddRectFilled({x0 - 1, at.y}, {x1 + 1, at.y + height}, theme().selection, px(2));
    if (text.lines[line] + r.begin == kernel.found_at)
      list.AddRect({x0 - 1, at.y}, {x1 + 1, at.y + height}, theme().lit, px(2));
  }
}

void scroll_to_found(App& app, const ListedLines& text, float height) {
  KernelState& kernel = app.kernel;
  if (!kernel.find_go) return;
  kernel.find_go = false;
  const std::size_t line = line_of(text, kernel.found_at);
  ImGui::SetScrollY(std::max(0.0F, static_cast<float>(line) * height - ImGui::GetWindowHeight() / 2));
  const float x = code_width(text.line(line).substr(0, kernel.found_at - text.lines[line]));
  const float left = ImGui::GetScrollX();
  const float room = ImGui::GetWindowWidth() * 0.8F;
  if (x < left || x > left + room) ImGui::SetScrollX(std::max(0.0F, x - room / 2));
}

}  // namespace stridescope::desktop
