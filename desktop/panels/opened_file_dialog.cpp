// Draws the open file of another program: its lists, and the selected row with related rows. The core decides the
// contents of the lists and the rows that become cards; only visible rows are drawn.
#include <imgui.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float row_height = 44;
constexpr float least_place = 56;  // position of a row, at its left

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

void draw_head(App& app, const app::ShownFile& shown) {
  const Theme& t = theme();
  if (!shown.refused.empty()) {
    wrapped(tr(shown.refused), t.bad);
    return;
  }
  muted(tr(shown.title));
  const app::FileChoice& now = shown.choice;
  bool first = true;
  for (const app::FileTab& tab : shown.lists) {
    if (tab.count == 0) continue;
    if (!first) ImGui::SameLine(0, px(6));
    first = false;
    if (segment("file/list:" + tab.word, cat(tr(tab.title), "  ", tab.count), tab.word == now.list)) {
      app.dialog.search.clear();
      app.session.list_file({tab.word, {}, {}, -1});
    }
  }
  const std::string words = app.dialog.search;
  ImGui::SameLine(0, px(16));
  search_field(app, "file/search", app.dialog.search, "Search", px(200));
  app::FileChoice next = now;
  next.row = -1;
  if (app.dialog.search != words) {
    next.words = app.dialog.search;
    app.session.list_file(next);
  }
  const bool kinds = std::count_if(shown.kinds.begin(), shown.kinds.end(),
                                   [](const app::FileKind& kind) { return kind.count > 0; }) > 1;
  if (kinds) {
    if (segment("file/kind:", tr("all"), now.kind.empty())) {
      next.kind.clear();
      app.session.list_file(next);
    }
    for (const app::FileKind& kind : shown.kinds) {
      if (kind.count == 0) continue;
      // A trace can have many launches: they continue on the next line.
      const float right = ImGui::GetItemRectMax().x + text_width(cat(tr(kind.title), "  ", kind.count)) + px(30);
      if (right < ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine(0, px(6));
      if (!segment("file/kind:" + kind.word, cat(tr(kind.title), "  ", kind.count), now.kind == kind.word)) continue;
      next.kind = kind.word;
      app.session.list_file(next);
    }
    ImGui::SameLine(0, px(16));
  }
  if (shown.cards > 1 && button("file/cards", tr("All {count} as cards", "count", std::to_string(shown.cards)))) {
    app.session.bring(-1);
    app.dialog.now = Dialog::none;
  }
}

// Draws a row at the cursor.
void draw_row(const app::FileRow& row, std::string_view kind, bool on, float width, float place) {
  const Theme& t = theme();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to = {at.x + width, at.y + px(row_height)};
  if (on) list.AddRectFilled(at, to, with_alpha(t.accent, 0.15F));
  if (on) list.AddRectFilled(at, {at.x + px(3), to.y}, t.accent);
  if (!on && ImGui::IsItemHovered()) list.AddRectFilled(at, to, t.active);
  list.AddLine({at.x, to.y}, to, with_alpha(t.line, 0.6F));
  ImGui::SetCursorScreenPos({at.x + place - code_width(row.place), at.y + px(13)});
  code(row.place, grade_color(row.grade));
  const float left = at.x + place + px(14);
  const float room = width - place - px(26);
  const bool one_line = row.name.empty() && (row.text.empty() || row.sentence.empty());
  float y = at.y + px(one_line ? 13 : 4);
  if (!row.name.empty()) {
    ImGui::SetCursorScreenPos({left, y});
    code(fitted(row.name, room * 0.6F), t.text);
    std::string beside(kind);
    if (!row.text.empty() && !row.sentence.empty()) append_all(beside, beside.empty() ? "" : "   ", tr(row.sentence));
    if (!beside.empty()) {
      ImGui::SameLine(0, px(12));
      muted(fitted_words(beside, std::max(1.0F, left + room - ImGui::GetCursorScreenPos().x)));
    }
    y = at.y + px(23);
  } else if (!one_line) {
    ImGui::SetCursorScreenPos({left, at.y + px(23)});
    muted(fitted_words(tr(row.sentence), room));
  }
  ImGui::SetCursorScreenPos({left, y});
  if (row.text.empty())
    plain(fitted_words(tr(row.sentence), room), t.text);
  else
    code(fitted(row.text, room), t.muted);
}

void draw_rows(App& app, ImVec2 size) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, vec(theme().pane));
  ImGui::BeginChild("rows", size, true);
  ImGui::PopStyleColor();
  const float height = px(row_height);
  const auto from = static_cast<std::size_t>(std::max(0.0F, ImGui::GetScrollY() / height));
  const auto count = static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 2;
  const app::ShownFile& shown = shown_rows(app, from, count);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorPos();
  const app::FileChoice now = shown.choice;
  const bool kinds = shown.kinds.size() > 1 && now.kind.empty();
  float places = px(least_place);
  for (const app::FileRow& row : shown.rows) places = std::max(places, code_width(row.place) + px(12));
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
    draw_row(row, kinds && row.kind < shown.kinds.size() ? std::string_view(shown.kinds[row.kind].word) : "",
             row.index == now.row, width, places);
  }
  ImGui::SetCursorPos({corner.x, corner.y + flt(shown.total) * height});
  if (shown.total == 0) muted(tr("No row matches these words."));
  if (!shown.left_out.empty()) muted(tr(shown.left_out));
  ImGui::Dummy({1, 1});
  if (app.opened_file.follow_row) {
    ImGui::SetScrollY(std::max(0.0F, flt(now.row) - 3) * height);
    app.opened_file.follow_row = false;
  }
  ImGui::EndChild();
  // The state changes in either case.
  if (chosen >= 0) {
    app::FileChoice next = now;
    next.row = chosen;
    app.session.list_file(next);
  }
  if (brought) {
    app.session.bring(chosen >= 0 ? chosen : now.row);
    app.dialog.now = Dialog::none;
  }
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
  if (item.row.becomes_card && button("file/card", tr("Open as a card"), ButtonKind::primary)) {
    app.session.bring(item.row.index);
    app.dialog.now = Dialog::none;
  }
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
    const ImVec2 at = ImGui::GetCursorScreenPos();
    wrapped(tr(link.label), t.accent);
    const ImVec2 end = {at.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
    ImGui::SetCursorScreenPos(at);
    const bool followed = ImGui::InvisibleButton("link", {std::max(1.0F, end.x - at.x), std::max(1.0F, end.y - at.y)});
    note_item("file/link:" + std::to_string(i));
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::PopID();
    if (!followed) continue;
    app.dialog.search.clear();
    app.opened_file.follow_row = true;
    app.session.list_file({link.list, {}, {}, link.row});
    return;
  }
}

}  // namespace

void draw_opened_file(App& app) {
  if (!app.session.file || app.session.taking_file) {
    muted(tr(app.session.taking_file ? "Reading\xE2\x80\xA6" : "No file is open."));
    return;
  }
  if (app.opened_file.rows_of != app.session.file) shown_rows(app, app.opened_file.rows.from, 1);
  plain(app.session.file->file->name, theme().text);
  // A copy: drawing can request other rows.
  const app::ShownFile shown = app.opened_file.rows;
  draw_head(app, shown);
  if (shown.lists.empty() || !shown.refused.empty()) return;
  ImGui::Spacing();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = room.x * 0.58F;
  draw_rows(app, {left, room.y});
  ImGui::SameLine(0, px(16));
  ImGui::BeginChild("looked", {0, room.y});
  if (const auto looked = app.opened_file.rows.looked)
    draw_looked(app, *looked);
  else
    wrapped(tr("Choose a row to see its details."), theme().muted);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
