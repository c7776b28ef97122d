// Buttons, switches, lists and lines of text in the style of the window. Each notes its name and position when it is
// drawn, so that scripts and tests can find it.
#include "desktop/view/ui.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "desktop/model/chinese_lines.h"
#include "desktop/view/fonts.h"
#include "desktop/view/lines.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

Observer* observer = nullptr;

void note_rect(std::string_view name, ImVec2 min, ImVec2 max) {
  if (observer != nullptr) observer->place(name, min, max);
}

void note_window(std::string_view name) {
  const ImVec2 at = ImGui::GetWindowPos();
  note_rect(name, at, {at.x + ImGui::GetWindowWidth(), at.y + ImGui::GetWindowHeight()});
}

void note_frame(std::string_view name, ImVec2 min, ImVec2 max) {
  if (observer != nullptr) observer->widget(name, min, max);
}

void note_item(std::string_view name) { note_frame(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()); }

static bool typing_now = false;

bool typing() { return typing_now; }

void follow_typing() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.InputQueueCharacters.Size > 0) typing_now = true;
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || ImGui::IsAnyMouseDown()) typing_now = false;
}

void tooltip(const char* text) {
  if (text == nullptr || text[0] == 0 || typing() || !ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushFont(fonts().ui);  // whatever font the item uses
  ImGui::PushTextWrapPos(px(360));
  ImGui::TextUnformatted(text, text + strnlen(text, most_wrapped));
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
}

void begin_filling(const char* name) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                   ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(3);
}

void begin_pane(const char* name, ImVec2 size, ImU32 fill, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, fill);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(padding.x), px(padding.y)});
  ImGui::BeginChild(name, size, false, flags | ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoNav);
}

void end_pane() {
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

bool button(std::string_view name, std::string_view label, ButtonKind kind, const char* tip) {
  const Theme& t = theme();
  const ImU32 fill = kind == ButtonKind::primary ? t.accent
                     : kind == ButtonKind::on    ? t.selection
                     : kind == ButtonKind::quiet ? with_alpha(t.panel, 0)
                                                 : t.raised;
  ImGui::PushStyleColor(ImGuiCol_Button, fill);
  if (kind == ButtonKind::primary) {
    ImGui::PushStyleColor(ImGuiCol_Text, t.on_accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, with_alpha(t.accent, 0.85F));
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, kind == ButtonKind::quiet ? t.muted : t.text);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, t.active);
  }
  const std::string shown = std::string(tr(label)) + "###" + std::string(name);
  const bool clicked = ImGui::Button(shown.c_str());
  ImGui::PopStyleColor(3);
  note_item(name);
  tooltip(tip);
  return clicked;
}

float segment_width(std::string_view label) { return ImGui::CalcTextSize(tr(label)).x + px(14); }

bool name_segment(std::string_view name, const std::string& shown, bool on) {
  const Theme& t = theme();
  const ImVec2 size = {ImGui::CalcTextSize(shown.c_str()).x + px(14), ImGui::GetFontSize() + px(8)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(std::string(name).c_str(), size);
  const bool over = ImGui::IsItemHovered();
  note_item(name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (on || over) list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, on ? t.active : t.raised, px(5));
  list.AddText({std::floor(corner.x + px(7)), std::floor(corner.y + px(4))}, on ? t.accent : t.muted, shown.c_str());
  return clicked;
}

bool segment(std::string_view name, std::string_view label, bool on) { return name_segment(name, tr(label), on); }

void label(std::string_view word) {
  ImGui::AlignTextToFramePadding();
  muted(tr(word));
  ImGui::SameLine(0, px(6));
}

bool entry(std::string_view name, std::string_view title, const char* keys, bool on, bool enabled) {
  const bool clicked = ImGui::MenuItem(cat(tr(title), "###", name).c_str(), keys, on, enabled);
  note_item(name);
  return clicked;
}

bool checkbox(std::string_view name, const char* label, bool& on) {
  const bool changed = ImGui::Checkbox((std::string(tr(label)) + "###" + std::string(name)).c_str(), &on);
  note_item(name);
  return changed;
}

std::vector<std::pair<std::size_t, std::size_t>> wrapped_lines(std::string_view text, const ImFont* font, float scale,
                                                               float width) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* at = begin;
  while (at < end) {
    const char* stop = std::find(at, end, '\n');
    if (width > 0) {
      const char* wrapped = font->CalcWordWrapPositionA(scale, at, stop, width);
      if (wrapped == at) ++wrapped;  // no letter fits
      stop = std::min(wrapped, stop);
    }
    out.emplace_back(at - begin, stop - begin);
    at = stop;
    // Blanks and one line break after it are not drawn.
    while (at < end && width > 0 && (*at == ' ' || *at == '\t')) ++at;
    if (at < end && *at == '\n') ++at;
  }
  if (out.empty()) out.emplace_back(0, 0);
  return out;
}

std::string in_lines(std::string_view text, float width) {
  const ImFont* font = ImGui::GetFont();
  const float scale = ImGui::GetFontSize() / font->FontSize;
  std::string out = chinese_lines(
      text, width, [&](std::uint32_t c) { return scale * font->GetCharAdvance(static_cast<ImWchar>(c)); });
  if (out.size() <= most_wrapped) return out;
  std::string broken;
  for (const auto& [begin, end] : wrapped_lines(out, font, scale, width))
    append_all(broken, std::string_view(out).substr(begin, end - begin), "\n");
  broken.pop_back();
  return broken;
}

namespace {

// A text at the cursor, as ImGui breaks it here; the user can select it.
void put_text(std::string_view text) {
  const float wrap = ImGui::GetCurrentWindow()->DC.TextWrapPos;
  float width = wrap >= 0 ? ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), wrap) : 0;
  std::string lines;
  if (width > 0 && text_width(text) > width) text = lines = in_lines(text, width);
  const bool broken = text.size() > most_wrapped;
  if (broken) {
    width = 0;
    ImGui::PushTextWrapPos(-1);
  }
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  if (broken) ImGui::PopTextWrapPos();
  note_text(text, ImGui::GetItemRectMin(), ImGui::GetItemRectSize(), ImGui::GetFont(), width);
}

}  // namespace

void plain(std::string_view text, ImU32 color, float most) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  if (most > 0) ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + most);
  put_text(text);
  if (most > 0) ImGui::PopTextWrapPos();
  if (observer != nullptr) observer->text(text);
  ImGui::PopStyleColor();
}

void muted(std::string_view text) { plain(text, theme().muted); }

void wrapped(std::string_view text, ImU32 color) {
  ImGui::PushTextWrapPos(0);
  plain(text, color);
  ImGui::PopTextWrapPos();
}

void code(std::string_view text, ImU32 color) {
  ImGui::PushFont(fonts().code);
  plain(text, color);
  ImGui::PopFont();
}

bool wrapped_link(std::string_view name, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  wrapped(text, theme().accent);
  const ImVec2 end = {at.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
  ImGui::SetCursorScreenPos(at);
  const bool clicked =
      ImGui::InvisibleButton(std::string(name).c_str(), {std::max(1.0F, end.x - at.x), std::max(1.0F, end.y - at.y)});
  note_item(name);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return clicked;
}

void wrapped_code(std::string_view text, ImU32 color) {
  ImGui::PushFont(fonts().code);
  wrapped(text, color);
  ImGui::PopFont();
}

void bold(std::string_view text, ImU32 color) {
  ImGui::PushFont(fonts().bold);
  plain(text, color);
  ImGui::PopFont();
}

void small(std::string_view text) {
  ImGui::PushFont(fonts().small_ui);
  muted(text);
  ImGui::PopFont();
}

bool pill(std::string_view name, std::string_view text, ImU32 color, ImU32 fill, float most) {
  const float wrap = most > 0 && text_width(text) + px(18) > most ? most - px(18) : 0;
  const ImVec2 words = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrap > 0 ? wrap : -1);
  const ImVec2 size = {words.x + px(18), words.y + px(7)};
  const float round = (ImGui::GetFontSize() + px(7)) / 2;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(std::string(name).c_str(), size);
  note_item(name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {corner.x + size.x, corner.y + size.y};
  list.AddRectFilled(corner, end, fill, round);
  list.AddRect(corner, end, with_alpha(color, ImGui::IsItemHovered() ? 0.9F : 0.45F), round);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {std::floor(corner.x + px(9)), std::floor(corner.y + px(3.5F))},
               color, text.data(), text.data() + text.size(), wrap);
  return clicked;
}

void Flow::next(float width, float gap) {
  const float before = px(std::max(gap, gap_));
  if (!first_ && used_ + before + width <= width_) {
    ImGui::SameLine(0, before);
    used_ += before + width;
  } else {
    ImGui::SetCursorPosX(left_);
    used_ = width;
  }
  first_ = false;
}

void Flow::pair(std::string_view name, std::string_view value) {
  const float names = text_width(name) + px(5);
  std::string shown(value);
  const float most = std::max(px(60), width_ - names);
  if (code_width(shown) > most) shown = fitted(value, most);
  next(names + code_width(shown));
  ImGui::BeginGroup();
  muted(name);
  ImGui::SameLine(0, px(5));
  code(shown, theme().text);
  ImGui::EndGroup();
  if (shown.size() != value.size()) tooltip(std::string(value).c_str());
}

// An empty text may have no address, which ImGui would confuse with the end of another text.
float text_width(std::string_view text) {
  return text.empty() ? 0 : ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

float code_width(std::string_view text) {
  if (text.empty()) return 0;
  ImFont* font = fonts().code;
  return font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.data(), text.data() + text.size()).x;
}

std::string fitted(std::string_view text, float width) {
  if (code_width(text) <= width) return std::string(text);
  const float letter = std::max(1.0F, code_width("0"));
  const auto most = static_cast<std::size_t>(std::max(1.0F, width / letter - 1));
  const std::size_t keep = character_begin(text, std::min(most, text.size()));
  return std::string(text.substr(0, keep)) + "\xE2\x80\xA6";
}

std::string fitted_words(std::string_view text, float width) {
  if (text_width(text) <= width) return std::string(text);
  constexpr std::string_view more = "\xE2\x80\xA6";
  const float room = width - text_width(more);
  std::size_t keep = 0;
  // Measures each letter once; this is fast enough, since a cut text is short.
  for (float used = 0; keep < text.size();) {
    const std::size_t next = character_end(text, keep + 1);
    used += text_width(text.substr(keep, next - keep));
    if (used > room) break;
    keep = next;
  }
  return cat(text.substr(0, keep), more);
}

}  // namespace stridescope::desktop
