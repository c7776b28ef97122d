// Draws cards without a picture: lines, chips and numbers.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/context_menu.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float narrowest_number = 300;
constexpr float number_shape = 1.7F;  // shape of a number's card if there is room: width per height
constexpr float roomy_height = 240;   // from this height on derivations have more space
constexpr float huge_height = 440;    // from this height on the number is centered in its card
constexpr float huge_width = 640;
constexpr float number_padding = 16;
constexpr std::size_t most_columns = 4;
constexpr float number_size = 24;
constexpr float large_number_size = 32;
constexpr float roomy_number = 430;

// Derivations of the numbers of this report, by the keys of their cards.
struct Explained {
  std::uint64_t serial = 0;
  std::map<std::string, Step> steps;
  std::set<std::string> asked;
};

const Step* explained(App& app, const Card& card) {
  static Explained known;
  if (known.serial != app.session.serial()) known = {app.session.serial(), {}, {}};
  const std::string& key = card.binding.key;
  if (const auto found = known.steps.find(key); found != known.steps.end()) return &found->second;
  if (card.stale || !known.asked.insert(key).second) return nullptr;
  app.session.explain(card, [key, serial = known.serial](const Result<Step>& step) {
    if (step && known.serial == serial) known.steps[key] = *step;
  });
  return nullptr;
}

// The names of the values from which a number was made, and of those made from it.
void draw_lineage(App& app, const Card& card) {
  const auto name_of = [&](int id) -> std::string {
    for (const Card& other : app.session.cards)
      if (!other.stale && other.binding.id == id) return other.binding.name;
    return {};
  };
  std::string line;
  const auto side = [&](const char* word, const std::vector<int>& ids) {
    bool first = true;
    for (const int id : ids) {
      const std::string name = name_of(id);
      if (name.empty()) continue;
      if (first)
        append_all(line, line.empty() ? "" : "    ", page_word(word), " ", name);
      else
        append_all(line, ", ", name);
      first = false;
    }
  };
  side("number.from", card.binding.uses);
  side("number.in", card.binding.used_in);
  if (!line.empty()) plain(line, theme().accent);
}

// A large number with its name, its operands and its derivation.
void draw_number(App& app, Card& card, float width, bool roomy) {
  const Theme& t = theme();
  const door::Binding& data = card.binding;
  const ImU32 ink = card.stale ? t.muted : t.text;
  const std::string title = data.name.empty() ? data.source : data.name;
  ImGui::PushFont(fonts().bold);
  const std::string name = fitted_words(title, width);
  const ImVec2 at = ImGui::GetCursorPos();
  const float tall = ImGui::GetFontSize();
  if (ImGui::InvisibleButton("title", {std::max(px(8), text_width(name)), tall})) go_to(app, card.binding.span);
  note_item("title:" + data.key);
  tooltip(data.source.c_str());
  ImGui::SetCursorPos(at);
  plain(name, ink);
  ImGui::PopFont();
  if (!data.name.empty() && data.source != data.text) {
    ImGui::SameLine(0, px(8));
    const float left = width - text_width(name) - px(12);
    if (left > px(40)) code(fitted("= " + data.source, left), t.muted);
  }
  if (card.stale) pill("last:" + data.key, tr("last value"), t.muted, t.raised);
  ImGui::PushFont(fonts().mono(px(width > px(roomy_number) ? large_number_size : number_size)));
  const ImVec2 size = ImGui::CalcTextSize(data.text.c_str());
  if (size.x <= width) {
    plain(data.text, ink);
    ImGui::PopFont();
  } else {
    ImGui::PopFont();
    ImGui::PushFont(fonts().code);
    plain(data.text.substr(0, 400), ink, width);
    ImGui::PopFont();
  }
  note_item("printed:" + data.key);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) app.copy(data.cute, data.cute);
  const Step* step = explained(app, card);
  if (step == nullptr) return;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  if (roomy) ImGui::Dummy({1, px(4)});
  if (step->expression != step->value) {
    code(cat(step->expression, " = ", step->value), t.muted);
  }
  if (!step->statement.empty()) plain(tr(step->statement), t.muted);
  if (!step->why.empty()) plain(tr(step->why), t.muted);
  if (roomy) ImGui::Dummy({1, px(4)});
  draw_lineage(app, card);
  ImGui::PopTextWrapPos();
}

}  // namespace

// Numbers and short tuples: only name and value.
float draw_chips(App& app, const std::vector<Card*>& chips, ImVec2 at, float room) {
  if (chips.empty()) return at.y;
  const Theme& t = theme();
  float x = at.x;
  float y = at.y;
  const float height = fonts().code->FontSize + px(12);
  for (Card* card : chips) {
    const std::string& name = card->binding.name;
    const std::string shown =
        fitted(name.empty() ? card->binding.text : cat(name, " = ", card->binding.text), room - px(20));
    const float width = code_width(shown) + px(20);
    if (x > at.x && x + width > at.x + room) {
      x = at.x;
      y += height + px(6);
    }
    ImGui::SetCursorPos({x, y});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushID(card->binding.key.c_str());
    if (ImGui::InvisibleButton("chip", {width, height})) go_to(app, card->binding.span);
    ImGui::PopID();
    note_item("title:" + card->binding.key);
    tooltip(card->binding.source.c_str());
    if (ImGui::IsItemHovered()) open_context(app, card->binding.key);
    app.cards.layouts[card->binding.key] = {height, y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 opposite = {corner.x + width, corner.y + height};
    list.AddRectFilled(corner, opposite, t.panel, height / 2);
    list.AddRect(corner, opposite, is_current(app, *card) ? t.accent : t.line, height / 2);
    list.AddText(fonts().code, fonts().code->FontSize, {corner.x + px(10), corner.y + px(6)},
                 card->stale ? t.muted : t.text, shown.c_str());
    note_card(app, *card, corner, opposite);
    x += width + px(6);
  }
  return y + height + px(card_gap);
}

// Draws the other cards, one per line: a click moves a card to the stage, the sign before it opens it in place.
float draw_rows(App& app, const std::vector<Card*>& rows, ImVec2 at, float room) {
  const Theme& t = theme();
  const float height = fonts().code->FontSize + px(14);
  float y = at.y;
  for (Card* card : rows) {
    ImGui::PushID(card->binding.key.c_str());
    ImGui::SetCursorPos({at.x, y});
    if (button("expand:" + card->binding.key, "\xE2\x96\xB8", ButtonKind::quiet, tr("Show it here")))
      app.session.expand(*card, true);
    const float left = ImGui::GetItemRectSize().x + px(4);
    ImGui::SetCursorPos({at.x + left, y});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("row", {room - left, height})) go_to(app, card->binding.span);
    note_item("title:" + card->binding.key);
    if (ImGui::IsItemHovered()) open_context(app, card->binding.key);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 opposite = {corner.x + room - left, corner.y + height};
    if (ImGui::IsItemHovered() || is_current(app, *card)) list.AddRectFilled(corner, opposite, t.active, px(5));
    const std::string name =
        card->binding.name.empty() ? card->binding.source : cat(card->binding.name, " = ", card->binding.source);
    const std::string first = fitted(name, (room - left) * 0.6F);
    list.AddText(fonts().code, fonts().code->FontSize, {corner.x + px(8), corner.y + px(7)},
                 card->stale ? t.muted : t.text, first.c_str());
    const float used = code_width(first) + px(24);
    const std::string told =
        card->binding.brief.empty() ? answer_text(card->binding) : std::string(tr(card->binding.brief));
    const std::string value = told.substr(0, told.find('\n'));
    if (room - left - used > px(80)) {
      list.AddText(fonts().code, fonts().code->FontSize, {corner.x + used, corner.y + px(7)}, t.muted,
                   fitted(value, room - left - used - px(8)).c_str());
    }
    note_card(app, *card, {corner.x - left, corner.y}, opposite);
    app.cards.layouts[card->binding.key] = {height, y};
    ImGui::PopID();
    y += height + px(2);
  }
  return y;
}

float draw_numbers(App& app, ImVec2 at, float room) {
  const Theme& t = theme();
  const auto fit =
      static_cast<std::size_t>(std::max(1.0F, std::floor((room + px(card_gap)) / px(narrowest_number + card_gap))));
  // With one column, only the active one is large.
  const bool narrow = fit < 2;
  std::vector<Card*> cards;
  std::vector<Card*> chips;
  for (Card& card : app.session.cards) (card.place == app::Place::stage ? cards : chips).push_back(&card);
  if (!narrow) cards.insert(cards.end(), chips.begin(), chips.end());
  // The end of the list needs some space, and must not cause scrolling.
  const float high = ImGui::GetWindowHeight() - at.y - px(card_gap + 8);
  const auto shape = [&](std::size_t columns) -> ImVec2 {
    const std::size_t rows = (cards.size() + columns - 1) / columns;
    return {(room - flt(columns - 1) * px(card_gap)) / flt(columns), (high + px(card_gap)) / flt(rows) - px(card_gap)};
  };
  // The number of columns with which the cards fill the area in the best shape.
  std::size_t used = 1;
  const auto strange = [&](std::size_t columns) {
    const ImVec2 size = shape(columns);
    return std::abs(std::log(size.x / std::max(px(20), size.y) / number_shape));
  };
  for (std::size_t columns = 2; columns <= std::min({fit, cards.size(), most_columns}); ++columns) {
    if (strange(columns) < strange(used)) used = columns;
  }
  const auto [width, stretched] = shape(used);
  const bool roomy = !narrow && stretched >= px(roomy_height) && width >= px(roomy_number);
  const bool huge = roomy && stretched >= px(huge_height) && width >= px(huge_width);
  float y = at.y;
  for (std::size_t begin = 0; begin < cards.size(); begin += used) {
    const std::size_t end = std::min(cards.size(), begin + used);
    // A row is as high as its highest card in the last frame.
    float height = narrow ? px(84) : std::max(px(84), stretched);
    for (std::size_t i = begin; i < end; ++i)
      height = std::max(height, app.cards.layouts[cards[i]->binding.key].height);
    for (std::size_t i = begin; i < end; ++i) {
      Card& card = *cards[i];
      const float x = at.x + flt(i - begin) * (width + px(card_gap));
      ImGui::SetCursorPos({x, y});
      const ImVec2 corner = ImGui::GetCursorScreenPos();
      const ImVec2 opposite = {corner.x + width, corner.y + height};
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const bool current = is_current(app, card) || (!app.session.caret_moved() && card.place == app::Place::stage);
      list.AddRectFilled(corner, opposite, t.panel, px(8));
      list.AddRect(corner, opposite, current ? t.accent : t.line, px(8), 0, current ? px(1.5F) : 1);
      ImGui::PushID(card.binding.key.c_str());
      const float top = huge ? std::max(0.0F, height - app.cards.layouts[card.binding.key].height) / 2 : 0;
      ImGui::SetCursorPos({x + px(number_padding) * (huge ? 3 : 1), y + px(number_padding - 4) + top});
      ImGui::BeginGroup();
      draw_number(app, card, width - px(2 * number_padding) * (huge ? 3 : 1), roomy);
      ImGui::EndGroup();
      ImGui::PopID();
      app.cards.layouts[card.binding.key] = {ImGui::GetItemRectSize().y + px(2 * number_padding - 8), y};
      note_card(app, card, corner, opposite);
      if (ImGui::IsMouseHoveringRect(corner, opposite) && app.context.card != card.binding.key)
        open_context(app, card.binding.key);
    }
    y += height + px(card_gap);
  }
  return narrow ? draw_chips(app, chips, {at.x, y}, room) : y - px(card_gap);
}

}  // namespace stridescope::desktop
