// Draws the texts of the kernel, from core/runs/kernel_listing.h: CUDA with the mode after each index expression, PTX
// and SASS with the number of each instruction. Shows one text or all side by side, linked by line.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/app/highlight.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/files.h"
#include "desktop/panels/kernel.h"
#include "desktop/view/fonts.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/token_color.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

enum Shown { cuda, ptx, sass, all };

void draw_tokens(ImDrawList& list, ImVec2 at, std::string_view line, const std::vector<app::Token>& tokens) {
  ImFont* font = fonts().code;
  for (const app::Token& token : tokens) {
    const float x = font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + token.begin).x;
    list.AddText(font, font->FontSize, {at.x + x, at.y}, color_of(token.kind), line.data() + token.begin,
                 line.data() + token.end);
  }
}

void scroll_to_line(std::size_t line, float height) {
  ImGui::SetScrollY(std::max(0.0F, flt(line) * height - ImGui::GetWindowHeight() / 2));
}

// --- The texts are linked by the lines of the CUDA text.

void light_line(const App& app, std::int64_t source, ImVec2 at, float height) {
  const KernelState& state = app.kernel;
  if (source == 0 || source != (state.lit_line > 0 ? state.lit_line : state.kept_line)) return;
  const float width = std::max(ImGui::GetWindowWidth(), ImGui::GetScrollMaxX() + ImGui::GetWindowWidth());
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(theme().lit, 0.16F));
}

// The pointer is on a line compiled from that one; a click keeps it, and scrolls to it in the other texts.
void point_at(App& app, std::int64_t source, const ListedLines& text) {
  app.kernel.next_line = source;
  if (!ImGui::IsMouseClicked(0)) return;
  app.kernel.kept_line = app.kernel.go_line = source;
  app.kernel.go_from = &text;
}

// Mode expression under the pointer.
const KernelText::Mode* mode_under(const KernelText& kernel, std::size_t number, float x) {
  const std::string_view line = kernel.line(number);
  for (std::size_t c = 0; c < line.size(); ++c) {
    if (x >= code_width(line.substr(0, c)) && x < code_width(line.substr(0, c + 1)))
      return kernel.mode_at(kernel.lines[number] + c);
  }
  return nullptr;
}

// Mode expressions are underlined; all expressions of a mode light up together.
void draw_modes(const KernelText& kernel, std::size_t number, ImVec2 at, float height,
                const KernelText::Mode* hovered) {
  const Theme& t = theme();
  const std::string_view line = kernel.line(number);
  const std::size_t begin = kernel.lines[number];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const KernelText::Mode& m : kernel.modes) {
    if (m.begin < begin || m.begin >= begin + std::max<std::size_t>(1, line.size())) continue;
    const float x0 = at.x + code_width(line.substr(0, m.begin - begin));
    const float x1 = at.x + code_width(line.substr(0, m.end - begin));
    const bool same = hovered != nullptr && m.mode == hovered->mode;
    if (same) list.AddRectFilled({x0 - 1, at.y}, {x1 + 1, at.y + height}, t.selection, px(3));
    list.AddLine({x0, at.y + height - px(2)}, {x1, at.y + height - px(2)}, same ? t.lit : t.line);
    note_rect("mode:" + m.mode, {x0, at.y}, {x1, at.y + height});
  }
}

// The number of a line of the CUDA text, and whether other lines are compiled from it.
void draw_number(const ListedLines& text, std::size_t number, ImVec2 at, float gutter, float height) {
  const Theme& t = theme();
  const std::string shown = std::to_string(number + 1);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(fonts().code, fonts().code->FontSize, {at.x + gutter - px(12) - code_width(shown), at.y}, t.faint,
               shown.c_str());
  if (text.source(number) > 0)
    list.AddRectFilled({at.x + gutter - px(7), at.y + px(2)}, {at.x + gutter - px(5), at.y + height - px(2)}, t.accent);
}

// Draws the visible lines. `kernel`: the same text with its modes; null for a copy, for PTX and for SASS.
void draw_lines(App& app, const ListedLines& text, const KernelText* kernel, bool of_cuda) {
  constexpr std::size_t most_bytes = 400;
  KernelState& state = app.kernel;
  const float height = fonts().code->FontSize * 1.35F;
  const float gutter = of_cuda ? code_width(std::to_string(text.lines.size())) + px(16) : 0;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto first = static_cast<std::size_t>(std::max(0.0F, ImGui::GetScrollY() / height - 1));
  const auto end = std::min(text.lines.size(), first + static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 3);
  const auto under = static_cast<std::int64_t>(std::floor((mouse.y - origin.y) / height));
  const bool over = ImGui::IsWindowHovered() && under >= 0 && under < static_cast<std::int64_t>(text.lines.size());
  const KernelText::Mode* hovered =
      over && kernel != nullptr ? mode_under(*kernel, static_cast<std::size_t>(under), mouse.x - origin.x - gutter)
                                : nullptr;
  for (std::size_t i = first; i < end; ++i) {
    const std::string_view line = text.line(i).substr(0, most_bytes);
    const ImVec2 at = {origin.x + gutter, origin.y + flt(i) * height};
    light_line(app, text.source(i), {origin.x, at.y}, height);
    if (of_cuda) draw_number(text, i, {origin.x, at.y}, gutter, height);
    if (kernel != nullptr) draw_modes(*kernel, i, at, height, hovered);
    mark_found(app, text, i, at, height);
    draw_tokens(list, at, line, of_cuda ? app::highlight_cuda(line) : app::highlight_ptx(line));
    note_text(line, at, {code_width(line), height}, fonts().code, 0);
  }
  if (of_cuda) state.hovered_mode = hovered != nullptr ? hovered->mode : "";
  if (of_cuda || state.language != all) scroll_to_found(app, text, height);
  if (over) point_at(app, text.source(static_cast<std::size_t>(under)), text);
  if (state.go_line > 0 && state.go_from != &text) {
    if (const auto line = text.from(state.go_line)) scroll_to_line(*line, height);
  }
  const float widest = code_width(text.line(text.longest).substr(0, most_bytes));
  ImGui::Dummy({gutter + widest, flt(text.lines.size()) * height});
}

void draw_mix(std::string_view assembly) {
  const Theme& t = theme();
  const auto mix = instruction_mix(assembly);
  int all = 0;
  for (const auto& one : mix) all += one.count;
  muted(cat(tr("instructions"), ": ", all));
  for (std::size_t i = 0; i < std::min<std::size_t>(mix.size(), 40); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float bar = px(60) * flt(mix[i].count) / flt(std::max(1, mix[0].count));
    ImGui::GetWindowDrawList()->AddRectFilled({at.x + px(34), at.y + px(4)}, {at.x + px(34) + bar, at.y + px(12)},
                                              t.accent, px(2));
    code(std::to_string(mix[i].count), t.text);
    ImGui::SameLine(px(106));
    code(mix[i].name, t.text);
  }
}

constexpr const char* names[] = {"CUDA", "PTX", "SASS"};
constexpr float room_for_all = 900;  // side by side
constexpr float height_for_all = 560;
constexpr float summary_room = 330;
constexpr float least_summary_room = 100;

// Null if it lacks the text.
const ListedLines* text_of(const KernelState& state, int language) {
  const KernelTexts& texts = state.texts;
  const std::optional<ListedLines>& assembly = language == ptx ? texts.ptx : texts.sass;
  return language == cuda ? &texts.cuda : assembly ? &*assembly : nullptr;
}

void draw_missing(const App& app) {
  const Message& missing = app.kernel.texts.missing;
  wrapped(missing.empty() ? "\xE2\x80\xA6" : shown(missing), theme().muted);
  note_item("kernel/missing");
}

void draw_origin(const App& app) {
  const std::string origin = shown(app.kernel.texts.origin);
  if (origin.empty()) return;
  // On one line with the reason for missing texts, if both fit.
  const float used = text_width(shown(app.kernel.texts.missing)) + px(16);
  if (!app.kernel.texts.missing.empty() && used + text_width(origin) <= ImGui::GetContentRegionAvail().x)
    ImGui::SameLine(0, px(16));
  muted(fitted_words(origin, ImGui::GetContentRegionAvail().x));
  note_item("kernel/origin");
}

void draw_text(App& app, const char* name, int language, float width) {
  const ListedLines* text = text_of(app.kernel, language);
  ImGui::BeginChild(name, {width, 0}, false, ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
  note_window(name);
  const KernelText& kernel = app.kernel.texts.cuda;
  draw_lines(app, *text, text == &kernel ? &kernel : nullptr, language == cuda);
  ImGui::EndChild();
}

// In a narrow and high pane.
bool below_each_other(ImVec2 room) { return room.x < px(room_for_all) && room.y >= px(height_for_all); }

// Draws the available ones side by side; each scrolls alone.
void draw_side_by_side(App& app) {
  const KernelTexts& texts = app.kernel.texts;
  std::vector<int> there;
  for (const int language : {cuda, ptx, sass}) {
    if (text_of(app.kernel, language) != nullptr) there.push_back(language);
  }
  if (!texts.missing.empty()) draw_missing(app);
  draw_origin(app);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = px(12);
  const bool stacked = below_each_other(room);
  const auto share = [&](float all) { return std::floor((all - gap * flt(there.size() - 1)) / flt(there.size())); };
  const ImVec2 each = {stacked ? room.x : share(room.x), stacked ? share(room.y) : room.y};
  const ImVec2 corner = ImGui::GetCursorPos();
  for (std::size_t i = 0; i < there.size(); ++i) {
    const int language = there[i];
    const ListedLines& text = *text_of(app.kernel, language);
    ImGui::SetCursorPos(
        {corner.x + (stacked ? 0 : flt(i) * (each.x + gap)), corner.y + (stacked ? flt(i) * (each.y + gap) : 0)});
    ImGui::BeginChild(names[language], each, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
    muted(names[language]);
    if (language != cuda && text.sources.empty()) {
      ImGui::SameLine(0, px(8));
      muted(fitted_words(page_word("listing.unlinked"), ImGui::GetContentRegionAvail().x));
    }
    draw_text(app,
              language == cuda  ? "kernel/text"
              : language == ptx ? "kernel/ptx_text"
                                : "kernel/sass_text",
              language, 0);
    ImGui::EndChild();
  }
}

// Draws the machine code alone, with the count of each instruction.
void draw_assembly(App& app, const RunRecord* run, const ListedLines& text) {
  draw_origin(app);
  if (app.kernel.texts.origin.empty() && run != nullptr) muted(cat(tr("of run"), " #", run->number));
  const float side = px(270);
  const float width = ImGui::GetContentRegionAvail().x - side - px(10);
  draw_text(app, app.kernel.language == ptx ? "kernel/ptx_text" : "kernel/sass_text", app.kernel.language, width);
  ImGui::SameLine(0, px(10));
  ImGui::BeginChild("kernel/mix", {side, 0});
  draw_mix(text.text);
  ImGui::EndChild();
}

// Result of the line under the pointer; otherwise a description of the kernel.
std::string kernel_summary(const KernelState& state, int language) {
  if (!state.hovered_mode.empty()) return "\xE2\x86\x92 " + state.hovered_mode;
  const ListedLink* link = state.texts.link(state.lit_line > 0 ? state.lit_line : state.kept_line);
  if (link != nullptr) return shown(link->told);
  if (language == all && !state.texts.links.empty()) return page_word("listing.point");
  return shown(state.texts.launch);
}

void draw_tools(App& app, const ListedLines* text) {
  KernelState& state = app.kernel;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  static constexpr const char* segments[] = {"kernel/cuda", "kernel/ptx", "kernel/sass"};
  const int shown = state.language;
  for (const int language : {cuda, ptx, sass}) {
    if (segment(segments[language], names[language], shown == language)) state.language = language;
    ImGui::SameLine(0, 2);
  }
  if (segment("kernel/all", "Side by side", shown == all)) state.language = all;
  tooltip(tr("CUDA, PTX and SASS, linked by line: click a line to scroll the others to it"));
  if (text != nullptr) {
    ImGui::SameLine(0, px(10));
    if (button("kernel/copy", "Copy")) app.copy(text->text, state.texts.cuda.name);
    ImGui::SameLine();
    if (button("kernel/save", "Save\xE2\x80\xA6")) {
      const Card* card = kernel_card(app);
      const std::string name = card == nullptr || card->binding.name.empty() ? "kernel" : card->binding.name;
      const char* type = shown == ptx ? ".ptx" : shown == sass ? ".sass" : ".cu";
      ask_file(app, {FileWish::Kind::text, name + type, {}, text->text});
    }
    ImGui::SameLine(0, px(10));
    draw_kernel_find(app, *text);
  }
  // In a narrow pane it has its own line if the height suffices.
  ImGui::SameLine(0, px(12));
  const ImVec2 left = ImGui::GetContentRegionAvail();
  if (left.x < px(summary_room) && left.y >= px(height_for_all)) ImGui::NewLine();
  const bool of_line = !state.hovered_mode.empty() || state.lit_line > 0;
  const bool room = ImGui::GetContentRegionAvail().x >= px(least_summary_room);
  if (room || of_line)
    plain(fitted_words(kernel_summary(state, shown), ImGui::GetContentRegionAvail().x),
          of_line ? theme().lit : theme().muted);
  else
    ImGui::NewLine();
  note_item(state.hovered_mode.empty() ? "kernel/told" : "hovered_mode");
  ImGui::PopStyleVar();
}

}  // namespace

void draw_kernel(App& app) {
  KernelState& state = app.kernel;
  if (kernel_card(app) == nullptr) {
    draw_no_kernel();
    return;
  }
  // Machine code must belong to this kernel value; the code of another kernel is not shown.
  want_listing(app);
  if (state.texts.cuda.text.empty()) {
    wrapped(state.refusal.empty() ? "\xE2\x80\xA6" : state.refusal, theme().bad);
    return;
  }
  if (const ImVec2 room = ImGui::GetContentRegionAvail(); state.language < 0)
    state.language = room.x >= px(room_for_all) || below_each_other(room) ? all : cuda;
  // Uses the pointer's position of the last frame, independent of the drawing order.
  state.lit_line = std::exchange(state.next_line, 0);
  const std::int64_t gone_to = state.go_line;
  const ListedLines* text = state.language == all ? text_of(state, cuda) : text_of(state, state.language);
  draw_tools(app, text);
  text = text_of(state, state.language);
  if (state.language == all)
    draw_side_by_side(app);
  else if (text == nullptr)
    draw_missing(app);
  else if (state.language == cuda)
    draw_text(app, "kernel/text", cuda, 0);
  else
    draw_assembly(app, kernel_run(app), *text);
  if (gone_to > 0) state.go_line = 0;
}

}  // namespace stridescope::desktop
