// The table of runs: a row a run, sorted by a click on a column, filtered by what is typed, beside a baseline in
// percent, with counters as columns. What stands in it the core decides (core/app/run_table.h).
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

void toggle(std::vector<std::string>& list, const std::string& word) {
  const auto found = std::find(list.begin(), list.end(), word);
  if (found != list.end())
    list.erase(found);
  else
    list.push_back(word);
}

// Which counters are columns, and what the plot is of.
void draw_columns_menu(App& app, const RunTableShown& shown) {
  if (!ImGui::BeginPopup("runs/columns")) return;
  muted(tr("Counters as columns"));
  if (shown.counters.empty()) muted(tr("Run a kernel to see its counters."));
  std::string chosen;
  for (const RunColumn& column : shown.counters) {
    const auto& pinned = app.run_view.pinned;
    const bool on = std::find(pinned.begin(), pinned.end(), column.word) != pinned.end();
    if (ImGui::MenuItem(cat(tr(column.title), "##", column.word).c_str(), nullptr, on)) chosen = column.word;
    note_item("runs/pin:" + column.word);
    tooltip(tr(column.tip));
  }
  if (!chosen.empty()) toggle(app.run_view.pinned, chosen);
  ImGui::EndPopup();
}

void draw_axis_menu(const char* name, const char* rates, const RunTableShown& shown, std::string& word) {
  if (!ImGui::BeginMenu(tr(name))) return;
  if (rates != nullptr && ImGui::MenuItem(tr(rates), nullptr, word.empty())) word.clear();
  for (const RunColumn& column : shown.axes) {
    if (ImGui::MenuItem(cat(tr(column.title), "##", column.word).c_str(), nullptr, word == column.word))
      word = column.word;
    tooltip(tr(column.tip));
  }
  ImGui::EndMenu();
}

void draw_more_menu(App& app, const RunTableShown& shown) {
  if (!ImGui::BeginPopup("runs/more")) return;
  const auto entry = [&](const char* name, const char* title, auto&& action) {
    const bool clicked = ImGui::MenuItem(tr(title));
    note_item(cat("runs/", name));
    if (clicked) action();
  };
  const auto printed = [&](RunFormat format) { return app.run_table.print(app.run_view, format, catalog()); };
  entry("copy", "Copy the table", [&] { app.copy(printed(RunFormat::text), tr("the table of runs")); });
  entry("csv", "Save as CSV\xE2\x80\xA6", [&] {
    app.ask_file({FileWish::Kind::text, "runs.csv", {}, printed(RunFormat::csv)});
  });
  entry("json", "Save as JSON\xE2\x80\xA6", [&] {
    app.ask_file({FileWish::Kind::text, "runs.json", {}, printed(RunFormat::json)});
  });
  ImGui::Separator();
  draw_axis_menu("Plot along", nullptr, shown, app.run_view.plot_x);
  draw_axis_menu("Plot up", "the rates, a plot for each unit", shown, app.run_view.plot_y);
  if (!app.run_view.baseline.empty()) {
    ImGui::Separator();
    entry("no_baseline", "No baseline", [&] { app.run_view.baseline.clear(); });
  }
  ImGui::EndPopup();
}

// Two runs whose programs are compared: a third one takes the place of the first.
void choose_pair(App& app, const std::string& id) {
  std::vector<std::string>& pair = app.run_pair;
  if (std::find(pair.begin(), pair.end(), id) == pair.end() && pair.size() == 2) pair.erase(pair.begin());
  toggle(pair, id);
}

void draw_row_menu(App& app, const RunRow& row) {
  if (!ImGui::BeginPopupContextItem("runs/row")) return;
  const KeptRun* found = app.run_table.find(row.id);
  if (found == nullptr) return ImGui::EndPopup();
  const KeptRun run = *found;
  if (ImGui::MenuItem(tr("Return to it"))) app.return_to(run);
  if (ImGui::MenuItem(tr(row.baseline ? "No baseline" : "Compare the others with it")))
    app.run_view.baseline = row.baseline ? std::string() : run.id;
  note_item(cat("runs/row/baseline"));
  const bool chosen = std::find(app.run_pair.begin(), app.run_pair.end(), run.id) != app.run_pair.end();
  if (ImGui::MenuItem(page_word("runs.program"), nullptr, chosen)) choose_pair(app, run.id);
  note_item("runs/row/program");
  if (ImGui::MenuItem(tr("Copy its program"))) app.copy(run.program, run.program);
  if (!run.recorded && ImGui::MenuItem(tr("Forget it"))) app.forget_run(run.id);
  ImGui::EndPopup();
}

void draw_cell(const RunRow& row, const RunColumn& column, const RunCell& cell) {
  const Theme& t = theme();
  const char* text = tr(cell.text);
  if (column.word == "verdict") {
    if (!row.recorded) plain(cat(verdict_sign(row.verdict), " ", text), verdict_color(row.verdict));
    return;
  }
  // What ran is as long as its line; the tooltip has all of it.
  const bool cut = column.word == "kernel";
  const std::string shown = cut ? fitted(text, ImGui::GetContentRegionAvail().x) : std::string(text);
  code(cell.text.empty() ? "\xE2\x80\x93" : shown, cell.text.empty() ? t.faint : t.text);
  if (cell.change.empty()) return;
  ImGui::SameLine(0, px(6));
  code(cell.change, t.accent);
}

void draw_head(const RunTableShown& shown) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t i = 0; i < shown.columns.size(); ++i) {
    if (!ImGui::TableSetColumnIndex(static_cast<int>(i))) continue;
    const RunColumn& column = shown.columns[i];
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableHeader(column.unit.empty() ? tr(column.title) : cat(tr(column.title), " ", column.unit).c_str());
    note_item("runs/sort:" + column.word);
    tooltip(tr(column.tip));
    ImGui::PopID();
  }
}

void take_sort(App& app, const RunTableShown& shown) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty || specs->SpecsCount == 0) return;
  specs->SpecsDirty = false;
  const auto at = static_cast<std::size_t>(specs->Specs[0].ColumnIndex);
  if (at >= shown.columns.size()) return;
  app.run_view.sort = shown.columns[at].word;
  app.run_view.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
}

void draw_rows(App& app, const RunTableShown& shown) {
  const Theme& t = theme();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.rows.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const RunRow& row = shown.rows[static_cast<std::size_t>(i)];
      ImGui::TableNextRow();
      if (row.baseline) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, with_alpha(t.warn, 0.18F));
      if (std::find(app.run_pair.begin(), app.run_pair.end(), row.id) != app.run_pair.end())
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, with_alpha(t.accent, 0.18F));
      ImGui::TableSetColumnIndex(0);
      ImGui::PushID(row.id.c_str());
      const bool clicked = ImGui::Selectable(
          "##row", false, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap);
      note_item("runs/row:" + std::to_string(row.number));
      // Its columns may reach out of sight; its beginning does not.
      const ImVec2 begin = ImGui::GetItemRectMin();
      note_rect("runs/row:" + std::to_string(row.number), begin, {begin.x + px(60), ImGui::GetItemRectMax().y});
      const bool over = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
      draw_row_menu(app, row);
      ImGui::SameLine(0, 0);
      for (std::size_t c = 0; c < shown.columns.size(); ++c) {
        if (c > 0 && !ImGui::TableSetColumnIndex(static_cast<int>(c))) continue;
        draw_cell(row, shown.columns[c], row.cells[c]);
      }
      ImGui::PopID();
      if (clicked && ImGui::GetIO().KeyCtrl)
        choose_pair(app, row.id);
      else if (over || clicked)
        draw_run_tip(app, row.id, clicked);
    }
  }
}

// Whether there are two runs whose programs are compared: what was forgotten is none of them any more.
bool has_pair(App& app) {
  std::vector<std::string>& pair = app.run_pair;
  const auto gone = [&](const std::string& id) { return app.run_table.find(id) == nullptr; };
  pair.erase(std::remove_if(pair.begin(), pair.end(), gone), pair.end());
  return pair.size() == 2;
}

// What only one of the two programs has, line by line. It is made when one of them is another.
void draw_difference(App& app, ImVec2 size) {
  std::vector<std::string>& pair = app.run_pair;
  static std::vector<std::string> made_of;
  static ProgramDifference made;
  if (made_of != pair) {
    const auto found = app.run_table.difference(pair[0], pair[1]);
    made = found ? *found : ProgramDifference();
    made_of = pair;
  }
  const Theme& t = theme();
  const float top = ImGui::GetCursorPosY();
  std::string title = page_word("runs.difference");
  for (const auto& [hole, number] : {std::pair{"{before}", made.before}, std::pair{"{after}", made.after}}) {
    if (const std::size_t at = title.find(hole); at != std::string::npos)
      title.replace(at, std::string_view(hole).size(), "#" + std::to_string(number));
  }
  ImGui::AlignTextToFramePadding();
  plain(fitted_words(title, ImGui::GetContentRegionAvail().x - px(40)), t.accent);
  note_item("runs/difference");
  ImGui::SameLine(0, px(10));
  if (segment("runs/difference/close", "\xC3\x97", false)) pair.clear();
  if (made.lines.empty()) return muted(page_word("runs.same"));
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float height = std::min(flt(made.lines.size()) * line + px(16), size.y - (ImGui::GetCursorPosY() - top));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, t.pane);
  ImGui::BeginChild("difference", {size.x, std::max(px(30), height)}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
  for (const std::string& text : made.lines) code(text, text[0] == '+' ? t.good : t.bad);
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void draw_table(App& app, ImVec2 size) {
  const RunTableShown& shown = app.shown_runs();
  const float top = ImGui::GetCursorPosY();
  const float menus = text_width(tr("Counters")) + text_width(tr("More")) + px(60);
  ImGui::SetNextItemWidth(std::clamp(size.x - menus - px(110), px(60), px(220)));
  ImGui::InputTextWithHint("##runs/filter", tr("filter"), &app.run_view.filter);
  note_item("runs/filter");
  tooltip(
      tr("Words that all stand in a run: of its program, its kernel, its device, its verdict, its day. One that "
         "begins with - must not."));
  ImGui::SameLine(0, px(6));
  if (button("runs/columns", "Counters")) ImGui::OpenPopup("runs/columns");
  draw_columns_menu(app, shown);
  ImGui::SameLine(0, px(6));
  if (button("runs/more", "More")) ImGui::OpenPopup("runs/more");
  draw_more_menu(app, shown);
  const char* summary = tr(shown.summary);
  ImGui::SameLine(0, px(10));
  if (text_width(summary) <= ImGui::GetContentRegionAvail().x) {
    ImGui::AlignTextToFramePadding();
    muted(summary);
  } else {
    ImGui::NewLine();
  }
  if (shown.of == 0) return muted(tr("Nothing has run yet."));
  const float height = std::max(px(60), size.y - (ImGui::GetCursorPosY() - top));
  std::string id = "runs";
  for (const RunColumn& column : shown.columns) append_all(id, ' ', column.word);
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                    ImGuiTableFlags_Resizable | ImGuiTableFlags_Sortable |
                                    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
  if (!ImGui::BeginTable(id.c_str(), static_cast<int>(shown.columns.size()), flags, {size.x, height})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  for (const RunColumn& column : shown.columns) {
    ImGuiTableColumnFlags how = column.numbers ? ImGuiTableColumnFlags_PreferSortDescending : 0;
    if (column.word == shown.view.sort) how |= ImGuiTableColumnFlags_DefaultSort;
    ImGui::TableSetupColumn(column.word.c_str(), how | ImGuiTableColumnFlags_WidthFixed,
                            column.word == "kernel" ? px(220) : 0);
  }
  take_sort(app, shown);
  draw_head(shown);
  draw_rows(app, shown);
  ImGui::EndTable();
}

}  // namespace

void draw_run_table(App& app, ImVec2 size) {
  if (!has_pair(app)) return draw_table(app, size);
  const bool beside = size.x >= px(560);
  if (!beside) {
    const float top = ImGui::GetCursorPosY();
    draw_difference(app, {size.x, size.y * 0.45F});
    return draw_table(app, {size.x, size.y - (ImGui::GetCursorPosY() - top)});
  }
  const float left = std::round(size.x * 0.52F);
  ImGui::BeginChild("runs/left", {left, size.y}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  draw_table(app, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("runs/right", {0, size.y}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  draw_difference(app, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
