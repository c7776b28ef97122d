// The texts of the last frame in drawing order, and two positions in the texts of one pane: the start of the selection,
// and the pointer.
#include "desktop/view/selection.h"

#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "core/base/utf.h"
#include "desktop/view/lines.h"
#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

struct Text {
  std::string text;
  ImVec2 at;
  ImFont* font = nullptr;
  float wrap_width = 0;
  ImRect seen;  // its visible part
  const ImGuiWindow* window = nullptr;
  ImDrawList* list = nullptr;
};

// A byte of the text with that index among those of its window.
struct Place {
  std::size_t text = 0;
  std::size_t byte = 0;
  bool before(const Place& other) const { return text != other.text ? text < other.text : byte < other.byte; }
};

struct Selection {
  ImGuiID window = 0;
  Place from;
  Place to;
  std::string first;  // the text at the start: if it changes, the selection ends
  bool dragging = false;
};

struct State {
  std::vector<Text> texts;
  std::optional<Selection> selection;
  std::string copied;
  std::string under;
};

State& state() {
  static State instance;
  return instance;
}

float width_of(const Text& t, std::size_t from, std::size_t to) {
  return t.font->CalcTextSizeA(t.font->FontSize, FLT_MAX, 0, t.text.data() + from, t.text.data() + to).x;
}

// The nearest position between two letters.
std::size_t byte_at(const Text& t, ImVec2 point) {
  const auto lines = wrapped_lines(t.text, t.font, 1, t.wrap_width);
  const float row = (point.y - t.at.y) / t.font->FontSize;
  if (row < 0) return 0;
  const auto line = static_cast<std::size_t>(row);
  if (line >= lines.size()) return t.text.size();
  float x = t.at.x;
  for (std::size_t i = lines[line].first; i < lines[line].second;) {
    const std::size_t next = i + std::max<std::size_t>(1, utf8_sequence(t.text, i));
    const float width = width_of(t, i, std::min(next, lines[line].second));
    if (point.x < x + width / 2) return i;
    x += width;
    i = next;
  }
  return lines[line].second;
}

std::vector<const Text*> texts_of(ImGuiID window) {
  std::vector<const Text*> out;
  for (const Text& t : state().texts) {
    if (t.window->ID == window) out.push_back(&t);
  }
  return out;
}

// The text under the pointer, or, while dragging, the nearest one.
std::size_t nearest(const std::vector<const Text*>& texts, ImVec2 point) {
  std::size_t out = 0;
  float best = FLT_MAX;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const ImRect& r = texts[i]->seen;
    const float dx = std::max({r.Min.x - point.x, 0.0F, point.x - r.Max.x});
    const float dy = std::max({r.Min.y - point.y, 0.0F, point.y - r.Max.y});
    const float far = dx + 16 * dy;  // prefers text in the same line
    if (far >= best) continue;
    best = far;
    out = i;
  }
  return out;
}

void paint(const Text& t, std::size_t from, std::size_t to) {
  t.list->PushClipRect(t.seen.Min, t.seen.Max, false);
  float y = t.at.y;
  for (const auto& [begin, end] : wrapped_lines(t.text, t.font, 1, t.wrap_width)) {
    const std::size_t a = std::clamp(from, begin, end);
    const std::size_t b = std::clamp(to, begin, end);
    if (a < b) {
      const float x = t.at.x + width_of(t, begin, a);
      t.list->AddRectFilled({x, y}, {x + width_of(t, a, b), y + t.font->FontSize}, with_alpha(theme().accent, 0.28F));
    }
    y += t.font->FontSize;
  }
  t.list->PopClipRect();
}

// Collects the selected part of each text, in order, with a line break between texts of different lines.
void copy_selection(const Selection& selection, const std::vector<const Text*>& texts) {
  const bool forwards = selection.from.before(selection.to);
  const Place& begin = forwards ? selection.from : selection.to;
  const Place& end = forwards ? selection.to : selection.from;
  std::string& out = state().copied;
  out.clear();
  for (std::size_t i = begin.text; i <= end.text && i < texts.size(); ++i) {
    const Text& t = *texts[i];
    const std::size_t a = i == begin.text ? std::min(begin.byte, t.text.size()) : 0;
    const std::size_t b = i == end.text ? std::min(end.byte, t.text.size()) : t.text.size();
    if (a >= b) continue;
    if (i > begin.text && !out.empty()) {
      const Text& before = *texts[i - 1];
      out += t.at.y > before.at.y + before.font->FontSize / 2 ? '\n' : ' ';
    }
    out += t.text.substr(a, b - a);
    paint(t, a, b);
  }
}

std::pair<std::size_t, std::size_t> word_at(const std::string& text, std::size_t byte) {
  const auto inside = [&](std::size_t i) { return std::string_view(" \n,;").find(text[i]) == std::string_view::npos; };
  std::size_t begin = std::min(byte, text.size());
  std::size_t end = begin;
  while (begin > 0 && inside(begin - 1)) --begin;
  while (end < text.size() && inside(end)) ++end;
  return {begin, end};
}

}  // namespace

void begin_texts() { state().texts.clear(); }

void note_text(std::string_view text, ImVec2 at, ImVec2 size, ImFont* font, float wrap_width) {
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (window->SkipItems || text.empty()) return;
  ImRect seen = {at, {at.x + size.x, at.y + size.y}};
  // In a table, each column clips its contents.
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  seen.ClipWith(g.CurrentTable != nullptr ? g.CurrentTable->InnerClipRect : window->ClipRect);
  if (seen.Min.x >= seen.Max.x || seen.Min.y >= seen.Max.y) return;
  state().texts.push_back({std::string(text), at, font, wrap_width, seen, window, window->DrawList});
}

void end_texts() {
  State& s = state();
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImVec2 mouse = g.IO.MousePos;
  // The last text at that place, which was drawn over the others.
  const Text* under = nullptr;
  for (const Text& t : s.texts) {
    if (t.window == g.HoveredWindow && t.seen.Contains(mouse)) under = &t;
  }
  const bool free = g.HoveredIdPreviousFrame == 0 && g.HoveredId == 0 && g.ActiveId == 0;
  s.under = under == nullptr ? std::string() : under->text;
  if (under != nullptr && free) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  if (ImGui::IsMouseClicked(0)) {
    s.selection.reset();
    if (under != nullptr && free) {
      const auto texts = texts_of(under->window->ID);
      const auto number = static_cast<std::size_t>(std::find(texts.begin(), texts.end(), under) - texts.begin());
      const std::size_t byte = byte_at(*under, mouse);
      Place from = {number, byte};
      Place to = from;
      if (ImGui::IsMouseDoubleClicked(0)) std::tie(from.byte, to.byte) = word_at(under->text, byte);
      s.selection = Selection{under->window->ID, from, to, under->text, !ImGui::IsMouseDoubleClicked(0)};
    }
  }
  s.copied.clear();
  if (!s.selection) return;
  Selection& selection = *s.selection;
  const auto texts = texts_of(selection.window);
  if (selection.from.text >= texts.size() || texts[selection.from.text]->text != selection.first)
    return s.selection.reset();
  if (selection.dragging && g.IO.MouseDown[0]) {
    const std::size_t at = nearest(texts, mouse);
    selection.to = {at, byte_at(*texts[at], mouse)};
  } else {
    selection.dragging = false;
  }
  copy_selection(selection, texts);
}

std::string selected_text() { return state().copied; }
std::string text_under_pointer() { return state().under; }

}  // namespace stridescope::desktop
