// The open file of another program in a pane next to the program: its lists, and the selected row with related rows.
// The core decides the contents of the lists and the rows that become cards; only visible rows are drawn.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/programs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float row_height = 44;
constexpr float least_place = 56;         // position of a row, at its left
constexpr float most_lines_of_kinds = 2;  // in a menu if they take more
constexpr float room_for_both = 900;      // for rows and details next to each other

ImU32 grade_color(app::FileGrade grade) {
  const Theme& t = theme();
  switch (grade) {
    case app::FileGrade::error:
      return t.bad;
    case app::FileGrade::warning:
      return t.warn;
    case app::FileGrade::note:
      return t.accent;
    case app::FileGrade::plain:
      break;
  }
  return t.muted;
}

// The rows from `from` on, requested again when the view changes.
const app::ShownFile& shown_rows(App& app, std::size_t from, std::size_t count) {
  OpenedFileState& state = app.opened_file;
  const bool there = state.rows_of == app.session.file && state.rows_in == language() && state.rows.from <= from &&
                     from + count <= std::max(state.rows.from + state.rows.rows.size(), std::size_t{1});
  const bool ended = state.rows.from + state.rows.rows.size() >= state.rows.total && state.rows.from <= from;
  if (there || (ended && state.rows_of == app.session.file && state.rows_in == language())) return state.rows;
  state.rows_of = app.session.file;
  state.rows_in = language();
  const std::size_t before = count;
  state.rows = app::shown_file(*state.rows_of, {from - std::min(from, before), 3 * count}, catalog());
  return state.rows;
}

// Opens all rows as cards of a separate program.
void open_all(App& app) {
  const std::string lines = app::brought_lines(*app.session.file, -1, {}, catalog());
  if (!lines.empty()) open_beside(app, lines, app.session.mode, {});
}

void bring(App& app, std::int64_t row) {
  app.session.bring(row);
  // The card is behind the pane.
  if (app.opened_file.covers) app.opened_file.open = false;
}

// True for a kind that has rows.
bool seen(const app::FileKind& kind) { return kind.count > 0; }

// Draws segments for a few kinds, a list for many, and nothing for one.
void draw_kinds(App& app, const app::ShownFile& shown) {
  if (std::count_if(shown.kinds.begin(), shown.kinds.end(), seen) < 2) return;
  app::FileChoice next = shown.choice;
  next.row = -1;
  const float room = ImGui::GetContentRegionAvail().x;
  std::vector<app::FieldOption> options = {{{}, Message::verbatim(tr("all"))}};
  float wide = segment_width("all");
  bool known = false;
  for (const app::FileKind& kind : shown.kinds) {
    if (!seen(kind)) continue;
    const std::string title = cat(tr(kind.title), " \xC2\xB7 ", kind.count);
    options.push_back({kind.word, Message::verbatim(title)});
    wide += px(6) + segment_width(title);
    known = known || kind.word == next.kind;
  }
  if (!known) next.kind.clear();
  bool changed = false;
  if (wide > most_lines_of_kinds * room) {
    changed = draw_options("file/kind", options, next.kind, std::min(px(360), room));
  } else {
    Flow flow(room, 6);
    const std::string now = next.kind;
    for (const app::FieldOption& one : options) {
      const std::string title = fitted_words(tr(one.label), room - px(20));
      flow.next(segment_width(title));
      if (!segment("file/kind:" + one.value, title, one.value == now)) continue;
      next.kind = one.value;
      changed = true;
    }
  }
  if (changed) app.session.list_file(next);
}

// The commands that make PTX of a CUDA source.
void from_cuda(const std::string& name) {
  if (!name.ends_with(".cu") && !name.ends_with(".cuh")) return;
  wrapped(page_word("machine.fromCuda", {{"name", name}}), theme().muted);
  wrapped_code(page_word("machine.ptxCommands", {{"name", name}}), theme().text);
}

void draw_head(App& app, const app::ShownFile& shown) {
  const Theme& t = theme();
  wrapped(tr(shown.refused.empty() ? shown.title : shown.refused), shown.refused.empty() ? t.muted : t.bad);
  from_cuda(shown.name);
  if (!shown.refused.empty()) return;
  const app::FileChoice& now = shown.choice;
  Flow lists(ImGui::GetContentRegionAvail().x, 6);
  for (const app::FileTab& tab : shown.lists) {
    if (tab.count == 0) continue;
    const std::string title = cat(tr(tab.title), "  ", tab.count);
    lists.next(segment_width(title));
    if (segment("file/list:" + tab.word, title, tab.word == now.list)) {
      app.opened_file.words.clear();
      app.session.list_file({tab.word, now.kind, {}, -1, now.by_excess});
    }
  }
  draw_kinds(app, shown);
  app::FileChoice next = now;
  next.row = -1;
  Flow tools(ImGui::GetContentRegionAvail().x, 10);
  tools.next(px(180));
  ImGui::SetNextItemWidth(px(180));
  if (ImGui::InputTextWithHint("##file/search", tr("Search"), &app.opened_file.words)) {
    next.words = app.opened_file.words;
    app.session.list_file(next);
  }
  note_item("file/search");
  if (shown.sortable) {
    const char* title = tr("largest excess first");
    tools.next(text_width(title) + ImGui::GetFrameHeight() + px(8));
    bool by_excess = now.by_excess;
    if (checkbox("file/excess", title, by_excess)) {
      next.by_excess = by_excess;
      app.session.list_file(next);
    }
  }
  if (shown.cards < 2) return;
  const std::string all = tr("All {count} as cards", "count", std::to_string(shown.cards));
  tools.next(text_width(all) + px(22));
  if (button("file/cards", all, ButtonKind::plain, tr("In a program of their own"))) open_all(app);
}

// Draws a row at the cursor: its name and costs in the first line, its layout in the second one. Numbers are never cut:
// the name and the launch give way to them.
void draw_row(const app::FileRow& row, std::string_view kind, bool on, float width, float place, float height) {
  const Theme& t = theme();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to = {at.x + width, at.y + height};
  if (on) list.AddRectFilled(at, to, with_alpha(t.accent, 0.15F));
  if (on) list.AddRectFilled(at, {at.x + px(3), to.y}, t.accent);
  if (!on && ImGui::IsItemHovered()) list.AddRectFilled(at, to, t.active);
  list.AddLine({at.x, to.y}, to, with_alpha(t.line, 0.6F));
  ImGui::SetCursorScreenPos({at.x + place - code_width(row.place), at.y + px(13)});
  code(row.place, grade_color(row.grade));
  const float left = at.x + place + px(14);
  const float room = width - place - px(26);
  const float upper = at.y + px(4);
  const float lower = at.y + px(23);
  const std::string sentence = tr(row.sentence);
  if (row.name.empty() && row.text.empty()) {
    // A sentence takes both lines.
    ImGui::SetCursorScreenPos({left, text_width(sentence) <= room ? at.y + px(13) : upper});
    list.PushClipRect(at, to, true);
    plain(sentence, t.text, room);
    list.PopClipRect();
    return;
  }
  // The launch is next to the second line, where it fits; next to words, it is next to the name.
  const std::string& name = row.name.empty() ? row.text : row.name;
  const bool worded = row.name.empty() || row.text.empty();
  const float cost = worded ? 0 : std::min(text_width(sentence), room - px(60));
  ImGui::SetCursorScreenPos({left, upper});
  code(fitted(name, room - cost - px(14)), t.text);
  ImGui::SetCursorScreenPos({left + room - cost, upper});
  if (!worded) muted(fitted_words(sentence, cost));
  const float rest = room - code_width(worded ? name : row.text) - px(20);
  ImGui::SetCursorScreenPos({left, lower});
  if (worded)
    plain(sentence, t.muted, room);
  else
    code(fitted(row.text, room), t.muted);
  if (kind.empty() || rest < px(80)) return;
  const std::string of = fitted_words(kind, rest);
  ImGui::SetCursorScreenPos({left + room - text_width(of), worded ? upper : lower});
  plain(of, t.faint);
}

// Keeps the lines of the longest sentence of the list's rows so far: rows seldom move.
void keep_lines(OpenedFileState& state, const app::ShownFile& shown, float width, float place) {
  const std::string of = shown.choice.list + ' ' + std::to_string(static_cast<int>(width)) + std::string(language());
  if (std::exchange(state.lines_of, of) != of) state.lines = 1;
  for (const app::FileRow& row : shown.rows) {
    if (!row.text.empty() || row.name.empty()) continue;
    const float high = ImGui::CalcTextSize(tr(row.sentence), nullptr, false, width - place - px(26)).y;
    state.lines = std::max(state.lines, static_cast<int>(high / ImGui::GetTextLineHeight() + 0.5F));
  }
}

void draw_rows(App& app, ImVec2 size) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, vec(theme().pane));
  ImGui::BeginChild("rows", size, true);
  ImGui::PopStyleColor();
  const float height = px(row_height) + ImGui::GetTextLineHeight() * flt(app.opened_file.lines - 1);
  const auto from = static_cast<std::size_t>(std::max(0.0F, ImGui::GetScrollY() / height));
  const auto count = static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 2;
  const app::ShownFile& shown = shown_rows(app, from, count);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorPos();
  const app::FileChoice now = shown.choice;
  float places = 0;
  for (const app::FileRow& row : shown.rows)
    if (!row.place.empty()) places = std::max({places, px(least_place), code_width(row.place) + px(12)});
  keep_lines(app.opened_file, shown, width, places);
  std::int64_t chosen = -2;
  bool brought = false;
  for (std::size_t i = 0; i < shown.rows.size(); ++i) {
    const std::size_t place = shown.from + i;
    if (place + 1 < from || place > from + count) continue;
    const app::FileRow& row = shown.rows[i];
    const std::string name = "file/row:" + std::to_string(row.index);
    ImGui::SetCursorPos({corner.x, corner.y + flt(place) * height});
    if (ImGui::InvisibleButton(name.c_str(), {width, height})) chosen = row.index;
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) && row.becomes_card) brought = true;
    note_item(name);
    ImGui::SetCursorPos({corner.x, corner.y + flt(place) * height});
    draw_row(row, tr(row.shown_kind), row.index == now.row, width, places, height);
  }
  ImGui::SetCursorPos({corner.x, corner.y + flt(shown.total) * height});
  if (shown.total == 0) muted(tr("No row matches these words."));
  if (!shown.left_out.empty()) muted(tr(shown.left_out));
  ImGui::Dummy({1, 1});
  if (app.opened_file.follow_row) {
    ImGui::SetScrollY(std::max(0.0F, flt(shown.at.value_or(0)) - 3) * height);
    app.opened_file.follow_row = false;
  }
  ImGui::EndChild();
  // The state changes in either case.
  if (chosen >= 0) {
    app::FileChoice next = now;
    next.row = chosen;
    app.session.list_file(next);
  }
  if (brought) bring(app, chosen >= 0 ? chosen : now.row);
}

// The shared memory of a block around the row, if it has a picture.
void draw_moment(App& app, float width) {
  OpenedFileState& state = app.opened_file;
  if (state.picture_of != app.session.file || state.picture_in != language()) {
    state.picture_of = app.session.file;
    state.picture_in = language();
    state.picture = nullptr;
    app.session.file_picture([&state, of = state.picture_of](const Result<Picture>& made) {
      if (state.picture_of == of && made) state.picture = std::make_shared<const Picture>(*made);
    });
  }
  if (!state.picture) return;
  PictureFrame frame;
  frame.width = width;
  frame.height = px(380);
  frame.snug = true;
  draw_picture("file/picture", app.pictures["file/picture"], state.picture, frame, {});
  note_item("file/picture");
  draw_scene_legend(state.picture->scene, width);
  wrapped(tr(state.picture->scene.note), theme().muted);
}

void draw_looked(App& app, const app::FileItem& item) {
  const Theme& t = theme();
  if (!item.row.name.empty()) {
    wrapped_code(item.row.name, t.accent);
  }
  if (item.row.becomes_card && button("file/card", tr("Open as a card"), ButtonKind::primary))
    bring(app, item.row.index);
  if (item.row.text.empty() && !item.row.sentence.empty()) wrapped(tr(item.row.sentence), t.text);
  if (item.moment) draw_moment(app, ImGui::GetContentRegionAvail().x);
  if (!item.code.empty()) wrapped_code(item.code.substr(0, 4000), t.muted);
  if (!item.program.empty()) wrapped_code(item.program.substr(0, 4000), t.text);
  for (const Message& sentence : item.sentences) wrapped(tr(sentence), t.text);
  if (item.links.empty()) return;
  ImGui::Spacing();
  muted(tr("Related rows"));
  for (std::size_t i = 0; i < item.links.size(); ++i) {
    const app::FileLink& link = item.links[i];
    ImGui::PushID(static_cast<int>(i));
    const bool followed = wrapped_link(cat("file/link:", i), tr(link.label));
    ImGui::PopID();
    if (!followed) continue;
    app.opened_file.words.clear();
    app.opened_file.follow_row = true;
    app.session.list_file({link.list, {}, {}, link.row, app.session.file->choice.by_excess});
    return;
  }
}

}  // namespace

void draw_file_panel(App& app, ImVec2 size) {
  OpenedFileState& state = app.opened_file;
  begin_pane("file", size, theme().panel, {12, 8}, ImGuiWindowFlags_NoScrollbar);
  note_window("file");
  const float right = ImGui::GetContentRegionMax().x - px(26);
  const bool reading = app.session.taking_file || !app.session.file;
  bold(reading ? tr("Reading\xE2\x80\xA6") : fitted_words(app.session.file->file->name, right - px(20)), theme().text);
  ImGui::SameLine();
  ImGui::SetCursorPosX(right);
  if (segment("file/close", "\xC3\x97", false)) state.open = false;
  if (!reading) {
    if (state.rows_of != app.session.file) shown_rows(app, state.rows.from, 1);
    // A copy: drawing can request other rows.
    const app::ShownFile shown = state.rows;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
    draw_head(app, shown);
    ImGui::PopStyleVar();
    if (!shown.lists.empty() && shown.refused.empty()) {
      ImGui::Spacing();
      const ImVec2 room = ImGui::GetContentRegionAvail();
      const bool both = room.x >= px(room_for_both);
      draw_rows(app, {both ? room.x * 0.56F : room.x, both ? room.y : std::floor(room.y * 0.5F)});
      if (both) ImGui::SameLine(0, px(16));
      ImGui::BeginChild("looked", {0, 0});
      if (const auto looked = state.rows.looked) draw_looked(app, *looked);
      ImGui::EndChild();
    }
  }
  end_pane();
}

}  // namespace stridescope::desktop
