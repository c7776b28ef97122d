// The generated code of the kernel: CUDA with the mode behind each index expression, PTX and SASS where the run has
// them, with the instructions counted.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "desktop/model/find.h"
#include "desktop/model/highlight.h"
#include "desktop/panels/app.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/token_color.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

void draw_tokens(ImDrawList& list, ImVec2 at, std::string_view line, const std::vector<Token>& tokens) {
  ImFont* font = fonts().code;
  for (const Token& token : tokens) {
    const float x = font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + token.begin).x;
    list.AddText(font, font->FontSize, {at.x + x, at.y}, color_of(token.kind), line.data() + token.begin,
                 line.data() + token.end);
  }
}

// Lines with the word that is looked for are marked; the one that was gone to is brought into sight.
void mark_line(App& app, std::string_view line, std::size_t number, ImVec2 at, float height) {
  DockState& dock = app.dock;
  if (dock.find.empty()) return;
  ImFont* font = fonts().code;
  for (const TextBuffer::Range& r : find_all(line, dock.find)) {
    const float x0 = at.x + font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + r.begin).x;
    const float x1 = at.x + font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + r.end).x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({x0 - 1, at.y}, {x1 + 1, at.y + height}, theme().selection, px(2));
    if (number == dock.find_line) list.AddRect({x0 - 1, at.y}, {x1 + 1, at.y + height}, theme().lit, px(2));
  }
}

// The field, and how many lines have the word; Enter goes to the next of them.
void draw_find(App& app, std::string_view text) {
  DockState& dock = app.dock;
  ImGui::SetNextItemWidth(px(130));
  if (ImGui::InputTextWithHint("##kernel/find", tr("find"), &dock.find)) dock.find_line = 0;
  note_item("kernel/find");
  const bool here = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (dock.find.empty()) return;
  std::vector<std::size_t> lines;
  std::size_t line = 0;
  std::size_t begin = 0;
  for (const TextBuffer::Range& r : find_all(text, dock.find)) {
    line += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                                text.begin() + static_cast<std::ptrdiff_t>(r.begin), '\n'));
    begin = r.begin;
    if (lines.empty() || lines.back() != line) lines.push_back(line);
  }
  ImGui::SameLine(0, px(6));
  muted(lines.empty() ? std::string(tr("not found")) : cat(lines.size(), " ", tr("lines")));
  note_item("kernel/found");
  if (!here || !pressed(Key::enter) || lines.empty()) return;
  const bool back = ImGui::GetIO().KeyShift;
  auto next = std::upper_bound(lines.begin(), lines.end(), dock.find_line);
  if (back) {
    const auto now = std::lower_bound(lines.begin(), lines.end(), dock.find_line);
    next = now == lines.begin() ? lines.end() - 1 : now - 1;
  } else if (next == lines.end()) {
    next = lines.begin();
  }
  dock.find_line = *next;
  dock.find_go = true;
  ImGui::SetKeyboardFocusHere(-1);
}

void scroll_to_line(std::size_t line, float height) {
  ImGui::SetScrollY(std::max(0.0F, flt(line) * height - ImGui::GetWindowHeight() / 2));
}

void scroll_to_found(App& app, float height) {
  if (!app.dock.find_go) return;
  app.dock.find_go = false;
  scroll_to_line(app.dock.find_line, height);
}

// --- The three texts are linked by the lines of the CUDA text.

// What comes from the line under the pointer.
void light_line(const App& app, int source, ImVec2 at, float height) {
  if (source == 0 || source != app.dock.lit_line) return;
  const float width = std::max(ImGui::GetWindowWidth(), ImGui::GetScrollMaxX() + ImGui::GetWindowWidth());
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(theme().lit, 0.16F));
}

// The pointer is on a line that comes from that one; a click brings it into sight in the other texts.
void point_at(App& app, int source, const void* text) {
  app.dock.next_line = source;
  if (source == 0 || !ImGui::IsMouseClicked(0)) return;
  app.dock.go_line = source;
  app.dock.go_from = text;
}

bool goes_to_line(const DockState& dock, const void* text) { return dock.go_line > 0 && dock.go_from != text; }

const DockState::Listed& listed(DockState::Listed& to, const std::string& raw) {
  if (to.raw == raw) return to;
  to.raw = raw;
  to.listing = app::read_listing(to.raw);
  to.text.clear();
  for (const app::ListedLine& line : to.listing.lines) append_all(to.text, line.text, "\n");
  return to;
}

void draw_cuda(App& app) {
  const Theme& t = theme();
  DockState& dock = app.dock;
  const KernelText& kernel = dock.text;
  ImFont* font = fonts().code;
  const float height = font->FontSize * 1.35F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool over = ImGui::IsWindowHovered();
  const KernelText::Mode* hovered = nullptr;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const auto line_under = static_cast<std::int64_t>((mouse.y - origin.y) / height);
  if (over && line_under >= 0 && line_under < static_cast<std::int64_t>(kernel.lines.size())) {
    const auto i = static_cast<std::size_t>(line_under);
    const std::string_view line = kernel.line(i);
    for (std::size_t c = 0; c < line.size(); ++c) {
      const float x0 = origin.x + font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + c).x;
      const float x1 = origin.x + font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + c + 1).x;
      if (mouse.x >= x0 && mouse.x < x1) hovered = kernel.mode_at(kernel.lines[i] + c);
    }
  }
  float widest = 0;
  const float top = ImGui::GetScrollY() - height;
  const float bottom = ImGui::GetScrollY() + ImGui::GetWindowHeight();
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
    const std::string_view line = kernel.line(i);
    const float y = flt(i) * height;
    const float width = font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + line.size()).x;
    widest = std::max(widest, width);
    if (y < top || y > bottom) continue;
    const ImVec2 at = {origin.x, origin.y + y};
    // What stands for a mode is underlined; the same mode lights up everywhere.
    for (const KernelText::Mode& m : kernel.modes) {
      if (m.begin < kernel.lines[i] || m.begin >= kernel.lines[i] + std::max<std::size_t>(1, line.size())) continue;
      const std::size_t from = m.begin - kernel.lines[i];
      const std::size_t to = std::min(m.end - kernel.lines[i], line.size());
      const float x0 = at.x + font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + from).x;
      const float x1 = at.x + font->CalcTextSizeA(font->FontSize, 1e9F, 0, line.data(), line.data() + to).x;
      const bool same = (hovered != nullptr && m.mode == hovered->mode);
      if (same) list.AddRectFilled({x0 - 1, at.y}, {x1 + 1, at.y + height}, t.selection, px(3));
      list.AddLine({x0, at.y + height - px(2)}, {x1, at.y + height - px(2)}, same ? t.lit : t.line);
      note_rect("mode:" + m.mode, {x0, at.y}, {x1, at.y + height});
    }
    light_line(app, static_cast<int>(i) + 1, at, height);
    mark_line(app, line, i, at, height);
    draw_tokens(list, at, line, highlight_cuda(line));
    note_text(line, at, {width, height}, font, 0);
  }
  scroll_to_found(app, height);
  const bool on_line = over && line_under >= 0 && line_under < static_cast<std::int64_t>(kernel.lines.size());
  if (on_line) point_at(app, static_cast<int>(line_under) + 1, &kernel);
  if (goes_to_line(dock, &kernel)) scroll_to_line(static_cast<std::size_t>(dock.go_line) - 1, height);
  ImGui::Dummy({widest, flt(kernel.lines.size()) * height});
  dock.hovered_mode = hovered != nullptr ? hovered->mode : "";
}

void draw_assembly(App& app, const DockState::Listed& shown) {
  constexpr std::size_t longest = 400;
  DockState& dock = app.dock;
  const float height = fonts().code->FontSize * 1.3F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const auto& lines = shown.listing.lines;
  const auto first = static_cast<std::size_t>(std::max(0.0F, ImGui::GetScrollY() / height));
  const auto seen = static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 2;
  const auto under = static_cast<std::int64_t>((ImGui::GetIO().MousePos.y - origin.y) / height);
  float widest = px(200);
  for (std::size_t i = first; i < std::min(lines.size(), first + seen); ++i) {
    const std::string_view line = lines[i].text.substr(0, longest);
    const ImVec2 at = {origin.x, origin.y + flt(i) * height};
    light_line(app, lines[i].source, at, height);
    mark_line(app, line, i, at, height);
    draw_tokens(list, at, line, highlight_ptx(line));
    const float width = code_width(line);
    note_text(line, at, {width, height}, fonts().code, 0);
    widest = std::max(widest, width);
    if (ImGui::IsWindowHovered() && under == static_cast<std::int64_t>(i)) point_at(app, lines[i].source, &shown);
  }
  scroll_to_found(app, height);
  if (goes_to_line(dock, &shown)) {
    if (const app::ListedLine* line = shown.listing.from(dock.go_line))
      scroll_to_line(static_cast<std::size_t>(line - lines.data()), height);
  }
  ImGui::Dummy({widest, flt(lines.size()) * height});
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

enum Shown { cuda, ptx, sass, all };

// Why there is none of it yet.
std::string missing_text(const App& app, const RunRecord* run, int language) {
  if (run == nullptr)
    return tr(app.runs.running ? "\xE2\x80\xA6"
              : app.runs.last  ? "This kernel has not run yet; the last run was of another one."
                               : "Nothing has run yet.");
  if (language == ptx) return tr("No PTX: the runner found no NVRTC.");
  return run->outcome.sass_missing.empty() ? "\xE2\x80\xA6" : shown(run->outcome.sass_missing);
}

void draw_missing(const App& app, const RunRecord* run, int language) {
  wrapped(missing_text(app, run, language), theme().muted);
  note_item("kernel/missing");
}

// The three texts beside each other; each scrolls by itself.
void draw_side_by_side(App& app, const RunRecord* run) {
  DockState& dock = app.dock;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = px(12);
  const float each = std::floor((room.x - 2 * gap) / 3);
  static constexpr const char* titles[] = {"CUDA", "PTX", "SASS"};
  const ImVec2 corner = ImGui::GetCursorPos();
  for (int i = 0; i < 3; ++i) {
    ImGui::SetCursorPos({corner.x + flt(i) * (each + gap), corner.y});
    ImGui::BeginChild(titles[i], {each, room.y}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
    const std::string& raw = i == 0           ? dock.text.text
                             : run == nullptr ? dock.text_refused
                             : i == 1         ? run->outcome.ptx
                                              : run->outcome.sass;
    const bool there = i == 0 || (run != nullptr && !raw.empty());
    muted(titles[i]);
    if (i > 0 && there && !listed(dock.listed[i - 1], raw).listing.linked) {
      ImGui::SameLine(0, px(8));
      ImGui::PushFont(fonts().small_ui);
      muted(tr("which lines it comes from is not told"));
      ImGui::PopFont();
    }
    if (!there) {
      draw_missing(app, run, i);
    } else {
      ImGui::BeginChild("text", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
      note_rect(cat("kernel/text", i), ImGui::GetWindowPos(),
                {ImGui::GetWindowPos().x + each, ImGui::GetWindowPos().y + ImGui::GetWindowHeight()});
      if (i == 0)
        draw_cuda(app);
      else
        draw_assembly(app, listed(dock.listed[i - 1], raw));
      ImGui::EndChild();
    }
    ImGui::EndChild();
    if (i < 2) ImGui::SameLine(0, gap);
  }
}

}  // namespace

void draw_kernel(App& app) {
  const Theme& t = theme();
  DockState& dock = app.dock;
  if (app.kernel_card() == nullptr) {
    muted(tr("No kernel value in the program: it runs what copy_kernel(\xE2\x80\xA6) makes."));
    return;
  }
  if (dock.text.text.empty()) {
    wrapped(dock.text_refused.empty() ? "\xE2\x80\xA6" : dock.text_refused, t.bad);
    return;
  }
  // Machine code is of this kernel value, or is not shown: what another one was compiled to says nothing of it.
  const RunRecord* run = app.kernel_run();
  static const std::string none;
  const std::string& ptx_text = run != nullptr ? run->outcome.ptx : none;
  const std::string& sass_text = run != nullptr ? run->outcome.sass : none;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  // The pointer was somewhere in the last frame, whichever text was drawn first.
  dock.lit_line = std::exchange(dock.next_line, 0);
  const int gone_to = dock.go_line;
  if (segment("kernel/cuda", "CUDA", dock.language == cuda)) dock.language = cuda;
  ImGui::SameLine(0, 2);
  if (segment("kernel/ptx", "PTX", dock.language == ptx)) dock.language = ptx;
  ImGui::SameLine(0, 2);
  if (segment("kernel/sass", "SASS", dock.language == sass)) dock.language = sass;
  ImGui::SameLine(0, 2);
  if (segment("kernel/all", "Side by side", dock.language == all)) dock.language = all;
  tooltip(tr("CUDA, PTX and SASS, linked by line: a click brings a line into sight in the others"));
  ImGui::SameLine(0, px(10));
  const std::string* shown = dock.language == ptx ? &ptx_text : dock.language == sass ? &sass_text : &dock.text.text;
  if (button("kernel/copy", "Copy")) app.copy(*shown, dock.text.name);
  ImGui::SameLine();
  if (button("kernel/save", "Save\xE2\x80\xA6")) {
    Card* card = app.kernel_card();
    const std::string name = card == nullptr || card->data.name.empty() ? "kernel" : card->data.name;
    const char* type = dock.language == ptx ? ".ptx" : dock.language == sass ? ".sass" : ".cu";
    app.ask_file({FileWish::Kind::text, name + type, {}, *shown});
  }
  ImGui::SameLine(0, px(10));
  const int assembly = dock.language == ptx ? 0 : dock.language == sass ? 1 : -1;
  if (dock.language != all)
    draw_find(app, assembly < 0 ? *shown : listed(dock.listed[assembly], *shown).text);
  else
    ImGui::NewLine();
  ImGui::SameLine(0, px(12));
  const std::string facts =
      cat(dock.text.blocks, " ", tr("blocks of"), " ", dock.text.threads, " ", tr("threads"),
          dock.text.shared_bytes > 0 ? cat(", ", dock.text.shared_bytes, " ", tr("bytes shared")) : std::string(),
          dock.text.needs.empty() ? std::string() : ", " + dock.text.needs);
  if (text_width(facts) <= ImGui::GetContentRegionAvail().x)
    muted(facts);
  else
    ImGui::NewLine();
  if (!dock.hovered_mode.empty() && (dock.language == cuda || dock.language == all)) {
    ImGui::SameLine(0, px(14));
    plain("\xE2\x86\x92 " + dock.hovered_mode, t.lit);
    note_item("hovered_mode");
  }
  ImGui::PopStyleVar();
  if (run != nullptr && dock.language >= sass) app.runs.want_sass(*run);
  if (dock.language == all) {
    draw_side_by_side(app, run);
    if (gone_to > 0) dock.go_line = 0;
    return;
  }
  dock.go_line = 0;
  if (dock.language == cuda) {
    ImGui::BeginChild("kernel/text", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
    note_rect("kernel/text", ImGui::GetWindowPos(),
              {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), ImGui::GetWindowPos().y + ImGui::GetWindowHeight()});
    draw_cuda(app);
    ImGui::EndChild();
    return;
  }
  if (shown->empty()) return draw_missing(app, run, dock.language);
  muted(cat(tr("of run"), " #", run->number));
  const float side = px(270);
  ImGui::BeginChild("kernel/assembly", {ImGui::GetContentRegionAvail().x - side - px(10), 0}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
  draw_assembly(app, listed(dock.listed[assembly], *shown));
  ImGui::EndChild();
  ImGui::SameLine(0, px(10));
  ImGui::BeginChild("kernel/mix", {side, 0});
  draw_mix(*shown);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
