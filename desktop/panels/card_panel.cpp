// Draws the cards: one per value, operands side by side if they fit; the card of the caret's line is marked.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/context_menu.h"
#include "desktop/panels/welcome.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float card_padding = 14;
constexpr float narrowest_card = 330;
constexpr float end_of_list = 4;  // the end of the list needs some space, and must not cause scrolling
constexpr float tallest_picture = 460;
constexpr float tallest_operand = 220;
constexpr float room_for_operands = 760;  // in narrower panes the operands are below the stage
constexpr float stale_veil = 0.55F;
constexpr float least_picture = 170;  // on the stage, in a low pane
constexpr float below_picture = 62;   // the tools and one line below it stay visible, too
constexpr float shared_room = 0.54F;  // a picture is limited to this part of the pane if the rest of its card then fits
// Lines of a value that prints several lines: 4 in a pane of 615 px, another one for each 30 px.
constexpr float pane_without_lines = 495;
constexpr float pane_per_line = 30;
constexpr int least_lines = 2;
constexpr int few_lines = 4;  // next to the stage
constexpr int most_lines = 12;
constexpr int more_lines = 3;  // if the value is then whole, and the pane not low
constexpr float low_pane = 450;
constexpr float beside_lines = 100;      // room for the button
constexpr float narrowest_beside = 190;  // width of a picture next to its legend, and of the text below it
// A legend moves next to its picture if the picture keeps at least this part of its width, and stays there above the
// second limit.
constexpr float legend_moves = 0.94F;
constexpr float legend_stays = 0.88F;

// The preferred width of a card.
float wanted_width(const Card& card, float room) {
  float width = px(narrowest_card);
  if (card.picture && card.picture->refused.empty()) {
    width = std::max(width, natural_size(*card.picture, room - px(2 * card_padding)).x + side_legend(*card.picture) +
                                px(2 * card_padding));
  }
  width = std::max(width, std::min(code_width(card.binding.text), px(520)) + px(2 * card_padding + 20));
  return std::min(width, room);
}

const char* lines_word(const CardLayout& layout) {
  return page_word(layout.all_lines ? "card.fewerLines" : "card.allLines");
}

// Short lines side by side, as many as the width has room for.
std::string packed(std::string_view text, float width) {
  std::string out;
  for (float used = 0; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1)) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const float beside = used + code_width("    ") + code_width(line);
    const bool begins = used == 0 || beside > width;
    append_all(out, out.empty() ? "" : begins ? "\n" : "    ", line);
    used = begins ? code_width(line) : beside;
  }
  return out;
}

void draw_header(App& app, Card& card, float width) {
  const Theme& t = theme();
  const door::Binding& data = card.binding;
  const float start = ImGui::GetCursorPosX();
  const std::string key = data.key;
  // The tools are at the right end.
  const auto tool = [](const char* sign) { return text_width(sign) + px(12); };
  const float tools = tool("\xE2\x97\x87") + tool("\xE2\x8B\xAF") + px(2) +
                      (data.views.empty() ? 0 : tool("\xE2\x87\xB1") + px(2)) +
                      (card.expanded ? tool("\xE2\x96\xBE") + px(2) : 0);
  ImGui::BeginGroup();
  ImGui::PushFont(fonts().bold);
  // Marks a value of an older program.
  const char* last = card.stale ? tr("last value") : "";
  const float tag = card.stale ? text_width(last) + px(24) : 0;
  const ImU32 ink = card.stale ? t.muted : t.text;
  const std::string name = fitted_words(data.name.empty() ? data.source : data.name, width - tools - tag - px(10));
  const ImVec2 title = ImGui::GetCursorPos();
  const bool clicked = ImGui::InvisibleButton("title", {std::max(px(8), text_width(name)), ImGui::GetFontSize()});
  note_item("title:" + key);
  tooltip(tr("Go to its line. Shift + click: compare it with the next card clicked this way"));
  if (clicked) {
    if (ImGui::GetIO().KeyShift)
      app.session.compare(card);
    else
      go_to(app, card.binding.span);
  }
  ImGui::SetCursorPos(title);
  plain(name, ink);
  ImGui::PopFont();
  if (card.taken) {
    ImGui::SameLine(0, px(8));
    pill("taken:" + key, tr("compare with \xE2\x80\xA6"), t.accent, t.raised);
  }
  if (card.stale) {
    ImGui::SameLine(0, px(8));
    pill("last:" + key, last, t.muted, t.raised);
  }
  const auto dense = [](std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
  };
  if (!data.name.empty() && dense(data.source) != dense(data.text)) {
    ImGui::SameLine(0, px(8));
    const float left = width - tools - (ImGui::GetCursorPosX() - start) - px(20);
    if (left > px(60)) {
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(1.5F));
      code(fitted("= " + data.source, left), t.muted);
      if (code_width("= " + data.source) > left) tooltip(data.source.c_str());
    }
  }
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::SetCursorPosX(start + width - tools);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(2), px(4)});
  if (card.expanded) {
    if (button("collapse:" + key, "\xE2\x96\xBE", ButtonKind::quiet, tr("Back to the list")))
      app.session.expand(card, false);
    ImGui::SameLine();
  }
  const bool pinned = app.session.choice_of(card).pin;
  if (button("pin:" + key, pinned ? "\xE2\x97\x86" : "\xE2\x97\x87", pinned ? ButtonKind::on : ButtonKind::quiet,
             tr(pinned ? "Unpin this card" : "Pin this card to the top"))) {
    app.session.pin(card, !pinned);
  }
  ImGui::SameLine();
  if (!data.views.empty()) {
    if (button("enlarge:" + key, "\xE2\x87\xB1", ButtonKind::quiet, tr("Enlarge"))) app.cards.stage = {key};
    ImGui::SameLine();
  }
  draw_copy_menu(app, card);
  ImGui::PopStyleVar(2);
  ImGui::SetCursorPosX(start);
  // The printed form: a click copies it.
  ImGui::PushFont(fonts().code);
  const bool lines = !data.rows.empty() || data.text.find('\n') != std::string::npos;
  float of_button = 0;
  const float corner = ImGui::GetCursorScreenPos().x;
  if (lines) {
    // The text of a kernel is long: its picture keeps its space, and the text scrolls.
    std::vector<AnalysisRow> rows = data.rows;
    if (!app.settings.details) std::erase_if(rows, [](const AnalysisRow& row) { return row.detail; });
    std::string text = answer_text(data.text, rows, data.brief).substr(0, 4000);
    const auto height = [&] { return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y; };
    const float pane = ImGui::GetWindowHeight();
    const auto room = static_cast<int>((pane - px(pane_without_lines)) / px(pane_per_line));
    // The stacked pictures next to the stage should be visible.
    const bool small_card = card.place == app::Place::operand && !card.expanded;
    const int shown = std::clamp(room, least_lines, small_card ? few_lines : most_lines);
    const float most = flt(shown) * ImGui::GetFontSize();
    CardLayout& layout = app.cards.layouts[key];
    bool folds = height() > most;
    if (folds && !layout.all_lines) {
      text = packed(text, width - px(beside_lines));
      folds = height() > most + flt(small_card || pane < px(low_pane) ? 0 : more_lines) * ImGui::GetFontSize();
    }
    const bool scrolls = folds && !layout.all_lines;
    if (folds && card.place != app::Place::operand) {
      ImGui::PushFont(fonts().ui);
      of_button = text_width(lines_word(layout)) + px(18);
      ImGui::PopFont();
    }
    if (scrolls) {
      ImGui::PushStyleColor(ImGuiCol_ChildBg, with_alpha(t.panel, 0));
      ImGui::BeginChild("printed", {width - of_button, most}, false, ImGuiWindowFlags_NoNav);
    } else {
      ImGui::BeginGroup();
    }
    ImGui::PushTextWrapPos(scrolls ? 0 : start + width - of_button);
    plain(text, ink);
    ImGui::PopTextWrapPos();
    if (scrolls) {
      ImGui::EndChild();
      ImGui::PopStyleColor();
    } else {
      ImGui::EndGroup();
    }
  } else {
    plain(data.text.size() > 600 ? fitted_words(data.text, width) : data.text, ink, width);
  }
  ImGui::PopFont();
  note_item("printed:" + key);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) app.copy(data.cute, data.cute);
  if (of_button == 0) return;
  CardLayout& layout = app.cards.layouts[key];
  // The button is next to the lines and takes no height.
  const ImVec2 next = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({corner + width - of_button + px(8), ImGui::GetItemRectMin().y});
  if (button("lines:" + key, lines_word(layout), ButtonKind::quiet)) layout.all_lines = !layout.all_lines;
  ImGui::SetCursorScreenPos(next);
}

void draw_properties(const Card& card, float width) {
  if (card.binding.properties.empty()) return;
  Flow flow(width, 12);
  for (const Property& p : card.binding.properties) {
    if (!p.printed) flow.pair(tr(p.name), tr(p.value));
  }
}

// Height limits of the picture: visible as a whole and, if it is still large enough then, with everything below it.
struct PictureRoom {
  float all = 0;    // with this height the whole card is visible, if its legend takes no height
  float least = 0;  // lower limit, even if a part of the card is then hidden
};

PictureRoom picture_room(const CardLayout& last, float high) {
  if (last.picture <= 0) return {high - px(256), px(least_picture)};
  return {
      high - px(card_gap + end_of_list) - last.above - last.under - last.after,
      std::max(px(least_picture), std::min(high - last.above - px(card_padding + below_picture), high * shared_room))};
}

PictureFrame frame_of(const Card& card, float width, float height) {
  PictureFrame out;
  out.width = width;
  out.height = height;
  out.snug = card.place == app::Place::stage;
  out.small = card.place == app::Place::operand && !card.expanded;
  return out;
}

// A legend takes no height next to its picture, and no width below it: it goes where the picture is larger.
bool legend_beside(const Card& card, bool before, float width, const PictureRoom& room, float below) {
  const Picture& picture = *card.picture;
  const float left = width - side_legend(*card.picture) - px(12);
  if (picture.scene.legend.empty() || left < px(narrowest_beside)) return false;
  // Below the picture it would be hidden.
  if (room.all - below < px(least_picture)) return true;
  const auto wide = [&](float width_left, float height) {
    return framed_size(picture, frame_of(card, width_left, std::max(px(least_picture), height))).x;
  };
  const float beside = wide(left, room.all);
  const float alone = wide(width, room.all - below);
  // If both places are about equal, the legend keeps its place.
  return beside >= alone * (before ? legend_stays : legend_moves);
}

void draw_body(App& app, Card& card, float width, const PictureRoom& high, bool whole) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  draw_header(app, card, width);
  const ImVec2 below = ImGui::GetCursorScreenPos();
  draw_verdicts(app, card, width);
  if (whole && app.settings.details) draw_properties(card, width);
  if (!card.binding.views.empty()) {
    if (whole && card.binding.is_kernel()) draw_headline(app, card, width);
    if (whole) draw_view_switch(app, card, width);
    CardLayout& layout = app.cards.layouts[card.binding.key];
    const float below_it = whole ? legend_height(card, width) : 0;
    const bool beside = whole && card.picture && legend_beside(card, layout.legend_beside, width, high, below_it);
    const float room = beside ? width - side_legend(*card.picture) - px(12) : width;
    layout.legend_beside = beside;
    ImGui::BeginGroup();
    layout.above = ImGui::GetCursorScreenPos().y - corner.y;
    draw_card_picture(app, card, room, std::max(high.least, beside ? high.all : high.all - below_it), false);
    if (card.place == app::Place::stage) draw_zoom(app, card, false, room);
    ImGui::EndGroup();
    layout.under = ImGui::GetItemRectSize().y - layout.picture;
    if (beside) {
      ImGui::SameLine(0, px(12));
      ImGui::BeginGroup();
      draw_legend(app, card, side_legend(*card.picture));
      ImGui::EndGroup();
    } else if (whole) {
      draw_legend(app, card, width);
    }
  } else if (!card.binding.no_picture.empty()) {
    wrapped(tr(card.binding.no_picture), theme().muted);
  }
  const float rest = ImGui::GetCursorScreenPos().y;
  if (whole && card.binding.is_kernel() && !card.stale) draw_overlays(app, card, width);
  draw_card_details(app, card, width);
  app.cards.layouts[card.binding.key].after = ImGui::GetCursorScreenPos().y - rest;
  if (!card.stale) return;
  // Everything that belongs to an older value is grey.
  const Theme& t = theme();
  ImGui::GetWindowDrawList()->AddRectFilled(below, {below.x + width, ImGui::GetCursorScreenPos().y},
                                            with_alpha(t.panel, stale_veil));
}

// Replaces the cards: the reason why they are missing, and the remedy.
void draw_held(App& app, float room) {
  bold(tr("This program is not evaluated."), theme().text);
  plain(tr("Its last evaluation did not finish: it was stopped, or its window closed. Edit it, or press Evaluate."),
        theme().muted, room);
  ImGui::Spacing();
  if (button("held/evaluate", "Evaluate it (F5)", ButtonKind::primary)) app.session.evaluate_held();
}

// Draws a card in its panel with at least the given height; returns its height.
float draw_card(App& app, Card& card, ImVec2 at, float width, float least, const PictureRoom& tallest, bool whole) {
  const Theme& t = theme();
  CardLayout& layout = app.cards.layouts[card.binding.key];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(card.binding.key.c_str());
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorPos({at.x + px(card_padding), at.y + px(card_padding - 2)});
  const ImVec2 corner = {ImGui::GetCursorScreenPos().x - px(card_padding),
                         ImGui::GetCursorScreenPos().y - px(card_padding - 2)};
  ImGui::BeginGroup();
  draw_body(app, card, width - px(2 * card_padding), tallest, whole);
  ImGui::EndGroup();
  layout.height = ImGui::GetItemRectSize().y + px(2 * card_padding - 2);
  const ImVec2 opposite = {corner.x + width, corner.y + std::max(least, layout.height)};
  note_card(app, card, corner, opposite);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, opposite, t.panel, px(8));
  const bool current = is_current(app, card);
  list.AddRect(corner, opposite, current ? t.accent : t.line, px(8), 0, current ? px(1.5F) : 1);
  list.ChannelsMerge();
  ImGui::PopID();
  if (ImGui::IsMouseHoveringRect(corner, opposite) && app.context.card != card.binding.key)
    open_context(app, card.binding.key);
  return layout.height;
}

// Draws the card of the caret's line as large as possible, with its operands next to it or below.
float draw_staged(App& app, Card& staged, const std::vector<Card*>& operands, ImVec2 at, float room, float high) {
  app.cards.layouts[staged.binding.key].y = at.y;
  const bool beside = !operands.empty() && room >= px(room_for_operands);
  const float side = beside ? std::clamp(room * 0.32F, px(270), px(560)) : 0;
  const float width = beside ? room - side - px(card_gap) : room;
  const PictureRoom tallest = picture_room(app.cards.layouts[staged.binding.key], high - px(2 * card_padding - 2));
  float bottom = at.y + draw_card(app, staged, at, width, 0, tallest, true);
  float y = beside ? at.y : bottom + px(card_gap);
  for (Card* card : operands) {
    const float x = beside ? at.x + width + px(card_gap) : at.x;
    app.cards.layouts[card->binding.key].y = y - at.y;
    y +=
        draw_card(app, *card, {x, y}, beside ? side : room, 0, {px(tallest_operand), 0}, card->expanded) + px(card_gap);
    bottom = std::max(bottom, y - px(card_gap));
  }
  return bottom + px(card_gap);
}

}  // namespace

bool is_current(const App& app, const Card& card) {
  const std::size_t caret = app.session.text.caret();
  return app.session.caret_moved() && !card.stale && caret >= card.binding.span.begin && caret <= card.binding.span.end;
}

void draw_card_picture(App& app, Card& card, float width, float height, bool fill) {
  const Theme& t = theme();
  Session& session = app.session;
  const std::string& key = card.binding.key;
  if (!card.picture) {
    muted(tr("drawing\xE2\x80\xA6"));
    return;
  }
  const std::shared_ptr<const Picture> picture = card.picture;
  if (!picture->refused.empty()) {
    wrapped(tr(picture->refused), t.muted);
    return;
  }
  PictureState& state = app.pictures[(fill ? "stage:" : "card:") + key];
  PictureFrame frame = frame_of(card, width, height);
  frame.fill = fill;
  // Cards outside the stage dim an older value.
  frame.light.dimmed = card.stale ? fill : card.pending;
  if (session.inspection && !card.stale) {
    const auto lit = session.inspection->lit.find(card.binding.id);
    if (lit != session.inspection->lit.end()) frame.light.lit = &lit->second;
    if (session.inspection->binding == card.binding.id) frame.light.group = &session.inspection->group;
    frame.light.alone = session.pinned && (frame.light.lit != nullptr || frame.light.group != nullptr);
  }
  if (card.binding.is_kernel() && key == app.kernel.key && !card.stale) {
    if (!app.kernel.wrong_cells.empty()) frame.light.wrong = &app.kernel.wrong_cells;
    if (!app.kernel.mode_cells.empty()) frame.light.lit = &app.kernel.mode_cells;
  }
  const PictureInput input =
      draw_picture(("picture:" + key).c_str(), state, picture, frame, [&](const SceneWindow& window) {
        const std::string name = (fill ? "stage:" : "card:") + key;
        session.excerpt(card, window, [&app, name](const Result<Excerpt>& found) {
          PictureState& mine = app.pictures[name];
          if (found)
            learn_excerpt(mine, *found);
          else
            mine.asked = false;
        });
      });
  note_item((fill ? "stage:" : "picture:") + key);
  if (!fill) app.cards.layouts[key].picture = ImGui::GetItemRectSize().y;
  if (app.cards.reveal_cell && session.target_key == key && app.cards.stage.empty() != fill) {
    app.cards.reveal_cell = false;
    reveal_cell(state, session.target_cell, ImGui::GetItemRectSize());
  }
  if (session.target_key == key && session.target_cell >= 0) {
    ImVec2 middle;
    if (cell_on_screen(state, session.target_cell, middle)) note_rect("target", middle, middle);
  }
  if (input.over) open_context(app, key, input.hovered);
  if (input.over && !card.stale) {
    if (input.hovered >= 0) {
      session.hover(card, input.hovered);
      if (input.clicked) session.toggle(card, input.hovered);
    } else if (!session.pinned && session.target_key == key) {
      session.leave();
    }
  }
  if (!picture->scene.note.empty()) {
    ImGui::PushFont(fonts().small_ui);
    plain(tr(picture->scene.note), t.muted, width);
    ImGui::PopFont();
  }
}

void draw_cards(App& app, ImVec2 size) {
  const Theme& t = theme();
  Session& session = app.session;
  begin_pane("cards", size, t.bg, {card_gap, card_gap});
  // The space of the scroll bar is always reserved: otherwise it would shrink the pictures, disappear and return.
  const float room = size.x - px(2 * card_gap) - ImGui::GetStyle().ScrollbarSize;
  app.cards.walk.places.clear();
  if (session.held()) draw_held(app, room);
  const bool partly = session.snapshot && !session.snapshot->left_out.empty();
  if (partly) {
    wrapped(tr(session.snapshot->left_out), t.muted);
    note_item("left_out");
  }
  if (session.cards.empty() && session.snapshot && session.snapshot->diagnostics.empty() && !partly) {
    bold(tr("Nothing here yet."), theme().text);
    plain(tr("Each line of a program is a value. Start from one of these:"), t.muted, room);
    for (const app::Start& start : app::starts()) {
      if (button(cat("start:", start.name), start.name)) session.text.set(std::string(start.program));
      ImGui::SameLine();
    }
    ImGui::NewLine();
  }
  draw_troubles(app, room);
  // Pinned cards come first.
  std::vector<Card*> order;
  std::vector<Card*> operands;
  std::vector<Card*> chips;
  std::vector<Card*> rows;
  std::size_t numbers = 0;
  Card* staged = nullptr;
  for (Card& card : session.cards) {
    if (card.place == app::Place::stage) {
      staged = &card;
      continue;
    }
    if (card.place == app::Place::number) {
      ++numbers;
      continue;
    }
    // Opens a card that a script or a command asks to see.
    if (card.place == app::Place::row && app.cards.scroll_to == card.binding.key) session.expand(card, true);
    (card.place == app::Place::operand ? operands
     : card.place == app::Place::chip  ? chips
     : card.place == app::Place::row   ? rows
                                       : order)
        .push_back(&card);
  }
  std::stable_partition(order.begin(), order.end(), [&](const Card* c) { return session.choice_of(*c).pin; });

  const ImVec2 base = ImGui::GetCursorPos();
  const float scroll = ImGui::GetScrollY();
  float y = draw_welcome(app, base, room);
  // Numbers alone use the whole area: each with its derivation.
  if (staged != nullptr && staged->binding.number && numbers + 1 == session.cards.size()) {
    y = draw_numbers(app, {base.x, y}, room);
  } else {
    if (staged != nullptr) y = draw_staged(app, *staged, operands, {base.x, y}, room, size.y - y);
    y = draw_chips(app, chips, {base.x, y}, room);
  }
  for (std::size_t at = 0; at < order.size();) {
    // A row: as many as fit.
    std::vector<float> widths;
    float used = 0;
    std::size_t end = at;
    while (end < order.size()) {
      const float width = wanted_width(*order[end], room);
      const float more = width + (end > at ? px(card_gap) : 0);
      if (end > at && used + more > room) break;
      used += more;
      widths.push_back(width);
      ++end;
      if (end - at == 3) break;
    }
    const float spare = (room - used) / flt(end - at);
    float height = 0;
    for (std::size_t i = at; i < end; ++i) height = std::max(height, app.cards.layouts[order[i]->binding.key].height);
    if (height <= 0) height = px(220);
    const bool seen = y + height > scroll - px(200) && y < scroll + size.y + px(200);
    float x = base.x;
    for (std::size_t i = at; i < end; ++i) {
      Card& card = *order[i];
      const float width = widths[i - at] + spare;
      CardLayout& layout = app.cards.layouts[card.binding.key];
      layout.y = y - base.y;
      if (seen || layout.height <= 0) {
        (void)draw_card(app, card, {x, y}, width, height, {px(tallest_picture), px(tallest_picture)}, true);
      }
      x += width + px(card_gap);
    }
    y += height + px(card_gap);
    at = end;
  }
  y = draw_rows(app, rows, {base.x, y}, room);
  draw_walked_card(app);
  ImGui::SetCursorPos({base.x, y});
  ImGui::Dummy({1, 1});
  if (session.snapshot && session.snapshot->omitted.bindings > 0)
    muted(shown(say("{} more {value is|values are} not shown", session.snapshot->omitted.bindings)));
  if (!app.cards.scroll_to.empty()) {
    const auto found = app.cards.layouts.find(app.cards.scroll_to);
    const Card* wanted = session.card(app.cards.scroll_to);
    const bool opening = wanted != nullptr && wanted->place == app::Place::row;
    if (!opening && found != app.cards.layouts.end() && found->second.height > 0) {
      ImGui::SetScrollY(found->second.y);
      app.cards.scroll_to.clear();
    }
  }
  note_window("cards");
  if (ImGui::IsWindowHovered() && !ImGui::IsAnyItemHovered()) session.leave();
  end_pane();
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem | ImGuiHoveredFlags_RectOnly) &&
      app.cards.stage.empty())
    session.leave();
}

}  // namespace stridescope::desktop
