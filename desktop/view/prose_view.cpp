// Words are measured and placed one after the other; a line breaks at blanks, and between Chinese characters.
#include "desktop/view/prose_view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desktop/model/character.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"

namespace stridescope::desktop {
namespace {

constexpr float line_spacing = 1.42F;  // of the height of a letter
constexpr float indent = 18;
constexpr float gap = 8;  // between blocks

// A piece that no line breaks in, with the blank before it.
struct Word {
  std::string_view text;
  const ProseSpan* span;
  bool blank = false;     // there is one before it
  bool may_begin = true;  // a line may begin with it
  bool forced = false;    // a line does
  float x = 0, y = 0, width = 0;
};

// Beside ASCII letters a line breaks at blanks alone.
bool closing(const Character& letter) { return letter.length > 1 && closes(letter.code); }
bool opening(const Character& letter) { return letter.length > 1 && opens(letter.code); }

ImFont* font_of(const ProseSpan& span, bool strong) {
  return span.code ? fonts().code : span.strong || span.emphasis || strong ? fonts().bold : fonts().ui;
}

// Bold words are as high as the others of their line.
float size_of(ImFont* font) { return font == fonts().bold ? fonts().ui->FontSize : font->FontSize; }

float measured(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(size_of(font), 1e9F, 0, text.data(), text.data() + text.size()).x;
}

std::vector<Word> words_of(const ProseText& text) {
  std::vector<Word> out;
  bool blank = false;
  bool sticks = false;  // the next piece belongs to the last one
  bool forced = false;
  for (const ProseSpan& span : text) {
    std::string_view rest = span.text;
    while (!rest.empty()) {
      if (rest.front() == ' ' || rest.front() == '\n') {
        forced = rest.front() == '\n';
        blank = true;
        rest.remove_prefix(1);
        continue;
      }
      const Character letter = character_at(rest, 0);
      std::size_t size = letter.length;
      if (!is_wide(letter.code)) {
        while (size < rest.size() && rest[size] != ' ' && rest[size] != '\n') {
          const Character next = character_at(rest, size);
          if (is_wide(next.code) || opening(next)) break;
          size += next.length;
        }
      }
      // Beside a blank or a character that is written without one.
      const bool after_wide = !out.empty() && is_wide(character_at(out.back().text, 0).code);
      const bool may = (blank || is_wide(letter.code) || after_wide) && !closing(letter) && !sticks;
      // Without a blank it goes with the last word: `(4,8)` and the comma after it.
      out.push_back({rest.substr(0, size), &span, blank && !out.empty(), may, forced});
      sticks = opening(letter);
      blank = forced = false;
      rest.remove_prefix(size);
    }
  }
  return out;
}

// Gives each word its place; the height of all.
float place(std::vector<Word>& words, float width, bool strong) {
  const float line = std::floor(fonts().ui->FontSize * line_spacing);
  float x = 0;
  float y = 0;
  const float blank = measured(fonts().ui, " ");
  for (std::size_t i = 0; i < words.size();) {
    // With what may not begin a line behind it.
    std::size_t end = i + 1;
    while (end < words.size() && !words[end].may_begin && !words[end].forced) ++end;
    float size = 0;
    for (std::size_t k = i; k < end; ++k) {
      words[k].width = measured(font_of(*words[k].span, strong), words[k].text);
      size += words[k].width + (k > i && words[k].blank ? blank : 0);
    }
    const float before = words[i].blank && x > 0 ? blank : 0;
    if (words[i].forced || (x > 0 && x + before + size > width)) {
      x = 0;
      y += line;
    } else {
      x += before;
    }
    for (std::size_t k = i; k < end; ++k) {
      if (k > i && words[k].blank) x += blank;
      // What is wider than the panel goes on in the next line.
      if (k > i && x > 0 && x + words[k].width > width && size > width) {
        x = 0;
        y += line;
      }
      words[k].x = x;
      words[k].y = y;
      x += words[k].width;
    }
    i = end;
  }
  return words.empty() ? 0 : y + line;
}

class Painter {
 public:
  Painter(std::string_view name, const ProseLook& look) : name_(name), look_(look) {}
  ProseInput input;

  // At the cursor; the height that it takes.
  float draw(const ProseText& text, ImVec2 at, float width, bool strong = false, bool quiet = false) {
    std::vector<Word> words = words_of(text);
    const float height = place(words, width, strong);
    const Theme& t = theme();
    const float line = std::floor(fonts().ui->FontSize * line_spacing);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < words.size();) {
      // A run of one span on one line.
      std::size_t end = i + 1;
      while (end < words.size() && words[end].span == words[i].span && words[end].y == words[i].y) ++end;
      const ProseSpan& span = *words[i].span;
      const ImVec2 low = {at.x + words[i].x, at.y + words[i].y};
      const ImVec2 high = {at.x + words[end - 1].x + words[end - 1].width, low.y + line};
      ImU32 ink = quiet ? t.muted : t.text;
      if (!span.link.empty()) ink = link(span.link, low, high);
      if (span.code && span.link.empty())
        list.AddRectFilled({low.x - px(2), low.y + px(1)}, {high.x + px(2), high.y - px(2)}, t.raised, px(3));
      ImFont* font = font_of(span, strong);
      for (; i < end; ++i) {
        const ImVec2 place = {std::floor(at.x + words[i].x), std::floor(low.y + (line - size_of(font)) / 2 - px(1))};
        list.AddText(font, size_of(font), place, ink, words[i].text.data(),
                     words[i].text.data() + words[i].text.size());
      }
    }
    return height;
  }

 private:
  ImU32 link(const std::string& target, ImVec2 low, ImVec2 high) {
    const Theme& t = theme();
    ImGui::SetCursorScreenPos(low);
    ImGui::PushID(number_++);
    const bool clicked = ImGui::InvisibleButton("link", {std::max(1.0F, high.x - low.x), high.y - low.y});
    ImGui::PopID();
    // The first place of one that is there twice.
    const std::string noted = name_ + "/" + target;
    if (probe().rects.count(noted) == 0) note_item(noted);
    const bool over = ImGui::IsItemHovered();
    if (over) {
      input.hovered = target;
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (look_.tip) {
        if (const std::string tip = look_.tip(target); !tip.empty()) tooltip(tip.c_str());
      }
    }
    if (clicked) input.clicked = target;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool lit = look_.lit && look_.lit(target);
    if (over || lit) list.AddRectFilled({low.x - px(2), low.y}, {high.x + px(2), high.y - px(1)}, t.selection, px(3));
    const float y = high.y - px(3);
    list.AddLine({low.x, y}, {high.x, y}, t.accent);
    return over || lit ? t.text : t.accent;
  }

  std::string name_;
  const ProseLook& look_;
  int number_ = 0;
};

float table(Painter& painter, const ProseBlock& block, ImVec2 at, float width) {
  const Theme& t = theme();
  std::size_t columns = 0;
  for (const auto& row : block.rows) columns = std::max(columns, row.size());
  if (columns == 0) return 0;
  // As wide as what is in it; where that is too much, less of each.
  std::vector<float> widths(columns, px(20));
  for (const auto& row : block.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::vector<Word> words = words_of(row[c]);
      (void)place(words, 1e9F, &row == &block.rows.front());
      if (!words.empty()) widths[c] = std::max(widths[c], words.back().x + words.back().width + px(2));
    }
  }
  const float between = px(14);
  float all = between * flt(columns - 1);
  for (const float one : widths) all += one;
  if (all > width) {
    const float part = std::max(0.1F, (width - between * flt(columns - 1)) / (all - between * flt(columns - 1)));
    for (float& one : widths) one *= part;
  }
  float y = at.y;
  for (const auto& row : block.rows) {
    float x = at.x;
    float height = 0;
    const bool head = &row == &block.rows.front();
    for (std::size_t c = 0; c < row.size(); ++c) {
      height = std::max(height, painter.draw(row[c], {x, y}, widths[c], head));
      x += widths[c] + between;
    }
    y += height + px(2);
    if (head) {
      ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + std::min(width, all), y}, t.line);
      y += px(2);
    }
  }
  return y - at.y;
}

float code_lines(const ProseBlock& block, ImVec2 at, float width) {
  const Theme& t = theme();
  if (block.text.empty()) return 0;
  ImFont* font = fonts().code;
  const std::string_view text = block.text.front().text;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9F, width - px(16), text.data(), text.data() + text.size());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + size.y + px(12)}, t.raised, px(5));
  list.AddText(font, font->FontSize, {at.x + px(8), at.y + px(6)}, t.text, text.data(), text.data() + text.size(),
               width - px(16));
  return size.y + px(12);
}

}  // namespace

ProseInput draw_prose(std::string_view name, const std::vector<ProseBlock>& blocks, float width,
                      const ProseLook& look) {
  const Theme& t = theme();
  Painter painter(name, look);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  float y = corner.y;
  ImGui::PushID(std::string(name).c_str());
  for (const ProseBlock& block : blocks) {
    if (&block != &blocks.front()) y += px(gap);
    const float inner = px(indent) * flt(block.depth) + (block.quoted ? px(12) : 0);
    const ImVec2 at = {corner.x + inner, y};
    const float room = std::max(px(60), width - inner);
    if (!block.sign.empty())
      painter.draw(ProseText{ProseSpan{block.sign}}, {at.x - px(indent) + px(2), y}, px(indent), false, true);
    const float begin = y;
    using Kind = ProseBlock::Kind;
    switch (block.kind) {
      case Kind::table:
        y += table(painter, block, at, room);
        break;
      case Kind::code:
        y += code_lines(block, at, room);
        break;
      case Kind::rule:
        ImGui::GetWindowDrawList()->AddLine({at.x, y + px(4)}, {at.x + room, y + px(4)}, t.line);
        y += px(8);
        break;
      case Kind::paragraph:
      case Kind::heading:
        y += painter.draw(block.text, at, room, block.kind == Kind::heading, block.quoted);
        break;
    }
    if (block.quoted)
      ImGui::GetWindowDrawList()->AddLine({corner.x + px(3), begin}, {corner.x + px(3), y}, t.line, px(3));
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({width, std::max(1.0F, y - corner.y)});
  note_item(name);
  return painter.input;
}

}  // namespace stridescope::desktop
