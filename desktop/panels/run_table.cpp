// The table of runs: one row per run, sorted by a click on a column, filtered by typed text, compared with a baseline
// in percent, with counters as columns. The core decides its contents (core/runs/run_table.h).
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/files.h"
#include "desktop/panels/runs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float narrowest_kernel = 110;  // minimum width of its column
constexpr float wide_kernel = 250;
constexpr float narrowest_column = 36;
constexpr float widest_device = 190;  // its column; the tooltip of a row has the full text

void toggle(std::vector<std::string>& list, const std::string& word) {
  const auto found = std::find(list.begin(), list.end(), word);
  if (found != list.end())
    list.erase(found);
  else
    list.push_back(word);
}

// Menu of the counters as columns.
void draw_columns_menu(App& app, const RunTableShown& shown) {
  if (!ImGui::BeginPopup("runs/columns")) return;
  muted(tr("Counters as columns"));
  if (shown.counters.empty()) muted(tr("Run a kernel to see its counters."));
  std::string chosen;
  for (const RunColumn& column : shown.counters) {
    const auto& pinned = app.run_panel.view.pinned;
    const bool on = std::find(pinned.begin(), pinned.end(), column.word) != pinned.end();
    if (entry("runs/pin:" + column.word, tr(column.title), nullptr, on)) chosen = column.word;
    tooltip(tr(column.tip));
  }
  if (!chosen.empty()) toggle(app.run_panel.view.pinned, chosen);
  ImGui::EndPopup();
}

void draw_more_menu(App& app) {
  if (!ImGui::BeginPopup("runs/more")) return;
  const auto printed = [&](RunFormat format) { return app.run_table.print(app.run_panel.view, format, catalog()); };
  const auto save = [&](const char* name, RunFormat format) {
    ask_file(app, {FileWish::Kind::text, name, {}, printed(format)});
  };
  if (entry("runs/copy", "Copy the table")) app.copy(printed(RunFormat::text), tr("the table of runs"));
  if (entry("runs/csv", "Save as CSV\xE2\x80\xA6")) save("runs.csv", RunFormat::csv);
  if (entry("runs/json", "Save as JSON\xE2\x80\xA6")) save("runs.json", RunFormat::json);
  if (!app.run_panel.view.baseline.empty()) {
    ImGui::Separator();
    if (entry("runs/no_baseline", "No baseline")) app.run_panel.view.baseline.clear();
  }
  ImGui::EndPopup();
}

// Selects two runs to compare their programs: a third one replaces the first.
void choose_pair(App& app, const std::string& id) {
  std::vector<std::string>& pair = app.run_panel.pair;
  if (std::find(pair.begin(), pair.end(), id) == pair.end() && pair.size() == 2) pair.erase(pair.begin());
  toggle(pair, id);
}

void draw_row_menu(App& app, const RunRow& row) {
  if (!ImGui::BeginPopupContextItem("runs/row")) return;
  const KeptRun* found = app.run_table.find(row.id);
  if (found == nullptr) return ImGui::EndPopup();
  const KeptRun run = *found;
  if (ImGui::MenuItem(tr("Return to it"))) return_to(app, run);
  if (entry("runs/row/baseline", row.baseline ? "No baseline" : "Use as baseline"))
    app.run_panel.view.baseline = row.baseline ? std::string() : run.id;
  const bool chosen =
      std::find(app.run_panel.pair.begin(), app.run_panel.pair.end(), run.id) != app.run_panel.pair.end();
  if (entry("runs/row/program", page_word("runs.program"), nullptr, chosen)) choose_pair(app, run.id);
  if (ImGui::MenuItem(tr("Copy its program"))) app.copy(run.program, run.program);
  if (!run.recorded && ImGui::MenuItem(tr("Remove it"))) forget_run(app, run.id);
  ImGui::EndPopup();
}

// The title of a column with its unit, in two lines if it has a break.
std::string head_of(const RunColumn& column) {
  const std::string title = tr(column.title);
  const std::string all = column.unit.empty() ? title : cat(title, " ", column.unit);
  std::size_t best = std::string::npos;
  float narrowest = text_width(all);
  for (std::size_t at = all.find(' '); at != std::string::npos; at = all.find(' ', at + 1)) {
    const float wide =
        std::max(text_width(std::string_view(all).substr(0, at)), text_width(std::string_view(all).substr(at + 1)));
    if (wide >= narrowest) continue;
    narrowest = wide;
    best = at;
  }
  return best == std::string::npos ? all : cat(all.substr(0, best), "\n", all.substr(best + 1));
}

bool has_two_lines(const RunTableShown& shown) {
  return std::any_of(shown.columns.begin(), shown.columns.end(),
                     [](const RunColumn& column) { return head_of(column).find('\n') != std::string::npos; });
}

// Minimum widths of the columns without cut text; only the kernel's column is cut if necessary.
struct Widths {
  std::vector<float> columns;
  float all = 0;      // with the gaps
  float padding = 0;  // padding of one column
};

Widths widths_of(const RunTableShown& shown) {
  Widths made;
  made.padding = 2 * ImGui::GetStyle().CellPadding.x + 1;
  const float arrow = px(14);
  const bool two = has_two_lines(shown);
  for (std::size_t c = 0; c < shown.columns.size(); ++c) {
    const RunColumn& column = shown.columns[c];
    // The arrow of the sorted column is on the first line, which a short title leaves free if there are two.
    const std::string head = head_of(column);
    const std::size_t end = head.find('\n');
    float wide = ImGui::CalcTextSize(head.c_str()).x;
    if (end != std::string::npos || !two)
      wide = std::max(wide, text_width(std::string_view(head).substr(0, end)) + arrow);
    for (const RunRow& row : shown.rows) {
      const RunCell& cell = row.cells[c];
      const char* text = tr(cell.text);
      if (column.word == "kernel") {
        wide = std::max(wide, std::min(code_width(text), px(wide_kernel)));
        continue;
      }
      const float change = cell.change.empty() ? 0 : px(6) + code_width(cell.change);
      const float sign = text_width("\xE2\x9C\x93 ");
      wide = std::max(wide, column.word == "verdict" ? sign + text_width(text) : code_width(text) + change);
    }
    if (column.word == "kernel") wide = std::max(wide, px(narrowest_kernel));
    if (column.word == "device") wide = std::min(wide, px(widest_device));
    wide = std::max(std::ceil(wide), px(narrowest_column));
    made.columns.push_back(wide);
    made.all += wide + made.padding;
  }
  return made;
}

const Widths& widths_of(App& app, const RunTableShown& shown) {
  using Of = std::tuple<std::optional<std::pair<std::uint64_t, RunView>>, std::string_view, float>;
  static Cached<Of, Widths> made;
  return made.of({app.run_panel.table.from(), language(), ImGui::GetFontSize()}, [&] { return widths_of(shown); });
}

// Columns to the right of the visible part.
std::size_t beyond(const Widths& widths, float seen) {
  float at = 0;
  std::size_t out = 0;
  for (const float wide : widths.columns) {
    at += wide + widths.padding;
    out += at > seen + px(4) ? 1 : 0;
  }
  return out;
}

// Horizontal scroll position of the table, from frame to frame.
struct Sideways {
  float at = 0, most = 0;
  float wanted = -1;
};
Sideways sideways;

// A text about the hidden columns, and how to reach them.
std::string sideways_text(const Widths& widths, float width) {
  if (widths.all <= width || sideways.most <= 0) return {};
  const std::size_t more = beyond(widths, sideways.at + width);
  return more == 0 ? std::string("\xE2\x86\x90")
                   : cat(tr("{count} more", "count", std::to_string(more)), " \xE2\x86\x92");
}

void draw_cell(const RunRow& row, const RunColumn& column, const RunCell& cell) {
  const Theme& t = theme();
  const char* text = tr(cell.text);
  if (column.word == "verdict") {
    if (!row.recorded) plain(cat(verdict_sign(row.verdict), " ", text), verdict_color(row.verdict));
    return;
  }
  // Cuts the kernel and the device to one line; the tooltip has the full text.
  const bool cut = column.word == "kernel" || column.word == "device";
  const std::string shown = cut ? fitted(text, ImGui::GetContentRegionAvail().x) : std::string(text);
  code(cell.text.empty() ? "\xE2\x80\x93" : shown, cell.text.empty() ? t.faint : t.text);
  if (cell.change.empty()) return;
  ImGui::SameLine(0, px(6));
  code(cell.change, cell.sense == ChangeSense::better ? t.good : cell.sense == ChangeSense::worse ? t.bad : t.muted);
}

void draw_head(const RunTableShown& shown) {
  const float line = ImGui::GetTextLineHeight();
  const bool two = has_two_lines(shown);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers, (two ? 2 : 1) * line + 2 * ImGui::GetStyle().CellPadding.y);
  for (std::size_t i = 0; i < shown.columns.size(); ++i) {
    if (!ImGui::TableSetColumnIndex(static_cast<int>(i))) continue;
    const RunColumn& column = shown.columns[i];
    ImGui::PushID(static_cast<int>(i));
    // TableHeader's own label would be a single line, and cut off.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::TableHeader("##head");
    note_item("runs/sort:" + column.word);
    tooltip(tr(column.tip));
    const std::string words = head_of(column);
    const bool single = two && words.find('\n') == std::string::npos;
    ImGui::GetWindowDrawList()->AddText({at.x, at.y + (single ? line : 0)}, theme().text, words.c_str());
    ImGui::PopID();
  }
}

void apply_sort(App& app, const RunTableShown& shown) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty || specs->SpecsCount == 0) return;
  specs->SpecsDirty = false;
  const auto at = static_cast<std::size_t>(specs->Specs[0].ColumnIndex);
  if (at >= shown.columns.size()) return;
  app.run_panel.view.sort = shown.columns[at].word;
  app.run_panel.view.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
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
      if (std::find(app.run_panel.pair.begin(), app.run_panel.pair.end(), row.id) != app.run_panel.pair.end())
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, with_alpha(t.accent, 0.18F));
      ImGui::TableSetColumnIndex(0);
      ImGui::PushID(row.id.c_str());
      const bool clicked = ImGui::Selectable(
          "##row", false, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap);
      note_item("runs/row:" + std::to_string(row.number));
      // For tests: the beginning of the row, since its columns may be scrolled out of sight.
      const ImVec2 begin = ImGui::GetItemRectMin();
      note_rect("runs/row:" + std::to_string(row.number), begin, {begin.x + px(24), ImGui::GetItemRectMax().y});
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

// True if both runs of the pair exist: removed runs leave the pair.
bool has_pair(App& app) {
  std::vector<std::string>& pair = app.run_panel.pair;
  const auto gone = [&](const std::string& id) { return app.run_table.find(id) == nullptr; };
  pair.erase(std::remove_if(pair.begin(), pair.end(), gone), pair.end());
  return pair.size() == 2;
}

// Lines that only one of the two programs has. Computed again when one of them changes.
void draw_difference(App& app, ImVec2 size) {
  std::vector<std::string>& pair = app.run_panel.pair;
  static Cached<std::vector<std::string>, ProgramDifference> kept;
  const ProgramDifference& made = kept.of(pair, [&] {
    const auto found = app.run_table.difference(pair[0], pair[1]);
    return found ? *found : ProgramDifference();
  });
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
  const RunTableShown& shown = shown_runs(app);
  const float top = ImGui::GetCursorPosY();
  const Widths& widths = widths_of(app, shown);
  // The rows, with the two header lines and the tools above, may need a scroll bar at the right.
  const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  const bool long_one = flt(shown.rows.size() + 5) * line > size.y;
  const float inner = size.x - (long_one ? ImGui::GetStyle().ScrollbarSize : 0);
  const std::string more = shown.of == 0 ? std::string() : sideways_text(widths, inner);
  const float menus =
      text_width(tr("Counters")) + text_width(tr("More")) + px(60) + (more.empty() ? 0 : text_width(more) + px(30));
  ImGui::SetNextItemWidth(std::clamp(size.x - menus - px(110), px(60), px(220)));
  ImGui::InputTextWithHint("##runs/filter", tr("filter"), &app.run_panel.view.filter);
  note_item("runs/filter");
  tooltip(
      tr("Words that must all occur in a run: in its program, kernel, device, verdict or date. A word that begins with "
         "- must not occur."));
  ImGui::SameLine(0, px(6));
  if (button("runs/columns", "Counters")) ImGui::OpenPopup("runs/columns");
  draw_columns_menu(app, shown);
  ImGui::SameLine(0, px(6));
  if (button("runs/more", "More")) ImGui::OpenPopup("runs/more");
  draw_more_menu(app);
  if (!more.empty()) {
    ImGui::SameLine(0, px(6));
    const bool end = sideways.at >= sideways.most;
    if (button("runs/sideways", more, ButtonKind::quiet, tr("Hidden columns; the table scrolls sideways")))
      sideways.wanted = end ? 0 : sideways.most;
  }
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
  // If all columns fit, the kernel's column gets the remaining room; otherwise they scroll.
  const bool fits = widths.all <= inner;
  std::string id = fits ? "runs" : "runs sideways";
  for (std::size_t c = 0; c < shown.columns.size(); ++c)
    append_all(id, ' ', shown.columns[c].word, ' ', static_cast<int>(widths.columns[c]));
  constexpr ImGuiTableFlags always = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable |
                                     ImGuiTableFlags_Sortable | ImGuiTableFlags_NoSavedSettings |
                                     ImGuiTableFlags_NoBordersInBody;
  const ImGuiTableFlags flags =
      always | (fits ? ImGuiTableFlags_SizingStretchProp : ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (!ImGui::BeginTable(id.c_str(), static_cast<int>(shown.columns.size()), flags, {size.x, height})) return;
  ImGui::TableSetupScrollFreeze(fits ? 0 : 1, 1);
  for (std::size_t c = 0; c < shown.columns.size(); ++c) {
    const RunColumn& column = shown.columns[c];
    const bool sorted = column.word == shown.view.sort;
    ImGuiTableColumnFlags how =
        (sorted ? shown.view.descending : column.numbers) ? ImGuiTableColumnFlags_PreferSortDescending : 0;
    if (sorted) how |= ImGuiTableColumnFlags_DefaultSort;
    const bool stretched = fits && column.word == "kernel";
    ImGui::TableSetupColumn(column.word.c_str(),
                            how | (stretched ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed),
                            stretched ? 1 : widths.columns[c]);
  }
  apply_sort(app, shown);
  draw_head(shown);
  draw_rows(app, shown);
  if (sideways.wanted >= 0) ImGui::SetScrollX(std::exchange(sideways.wanted, -1.0F));
  sideways.at = ImGui::GetScrollX();
  sideways.most = ImGui::GetScrollMaxX();
  if (fits) sideways = {};
  ImGui::EndTable();
  if (fits || sideways.at >= sideways.most) return;
  // Content beyond the edge fades out.
  const Theme& t = theme();
  const ImVec2 end = {corner.x + inner, corner.y + height - ImGui::GetStyle().ScrollbarSize};
  const ImVec2 begin = {end.x - px(36), corner.y};
  const ImU32 none = with_alpha(t.panel, 0);
  ImGui::GetWindowDrawList()->AddRectFilledMultiColor(begin, end, none, t.panel, t.panel, none);
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
