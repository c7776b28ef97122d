// The panes of memory in the machine's dialog: shared memory by its tiles, and a buffer before and now.
#include "desktop/panels/machine_memory.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/base/text.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

using debugger::CellGrid;
using debugger::MachineState;

constexpr int threads_of_warp = 32;

class MemoryPanes {
 public:
  MemoryPanes(App& app, MachineRun& run) : app_(app), run_(run) {}

  void shared_memory(const MachineState& state) {
    const debugger::SharedPane& shared_pane = state.shared;
    ImGui::AlignTextToFramePadding();
    bold(page_word("machine.shared"), theme().text);
    ImGui::SameLine();
    choose_tile(shared_pane);
    if (!shared_pane.layout.empty()) {
      ImGui::SameLine();
      code(fitted(shared_pane.layout, ImGui::GetContentRegionAvail().x), theme().muted);
    }
    const CellGrid& grid = shared_pane.grid;
    const Drawn found =
        cells(grid, AccessSpace::shared, shared_pane.cell_bytes, false, {run_.look.shared_row, run_.look.shared_column},
              [&](std::size_t cell) {
                return grid.threads[cell] < 0 ? theme().raised : class_fill(grid.threads[cell] / threads_of_warp % 12);
              });
    sliders(grid, found, run_.look.shared_row, run_.look.shared_column, "machine/shared_row", "machine/shared_column");
    if (found.cell < 0) return muted(page_word("machine.sharedHint"));
    const auto cell = static_cast<std::size_t>(found.cell);
    const std::int32_t thread = grid.threads[cell];
    const auto number = [](std::int64_t of) { return std::to_string(of); };
    const std::string place = page_word("machine.sharedCell", {{"row", number(found.row)},
                                                               {"column", number(found.column)},
                                                               {"address", number(grid.addresses[cell])},
                                                               {"bank", number(grid.addresses[cell] / 4 % 32)}});
    if (thread < 0) {
      muted(cat(place, ": ", page_word("machine.unwritten")));
    } else {
      const std::string writer = page_word("machine.writer", {{"thread", shared_pane.coordinates_of(thread)},
                                                              {"warp", number(thread / threads_of_warp)},
                                                              {"line", number(grid.lines[cell])}});
      muted(cat(place, ": ", grid.values[cell], ", ", writer));
    }
    if (grid.lives[cell] < 0) return;
    ImGui::BeginTooltip();
    for (const Message& sentence : shared_pane.lives[static_cast<std::size_t>(grid.lives[cell])].about)
      plain(shown(sentence), theme().text);
    ImGui::EndTooltip();
  }

  void buffer(const MachineState& state) {
    const debugger::BufferPane& pane_of_buffer = state.buffer;
    ImGui::AlignTextToFramePadding();
    bold(page_word("machine.buffer"), theme().text);
    for (const debugger::BufferChoice& choice : pane_of_buffer.choices) {
      ImGui::SameLine();
      if (segment(cat("machine/parameter:", choice.parameter), std::to_string(choice.parameter),
                  choice.parameter == pane_of_buffer.parameter)) {
        run_.look.buffer = choice.parameter;
        run_.look.buffer_row = run_.look.buffer_column = 0;
        run_.send_look(app_.session.side());
      }
    }
    ImGui::SameLine();
    for (const bool before : {true, false}) {
      if (segment(before ? "machine/before" : "machine/now", page_word(before ? "machine.before" : "machine.now"),
                  run_.look.before == before)) {
        run_.look.before = before;
        run_.send_look(app_.session.side());
      }
      ImGui::SameLine();
    }
    muted(cat(pane_of_buffer.type, ' ', pane_of_buffer.layout));
    const CellGrid& grid = pane_of_buffer.grid;
    const Drawn found = cells(
        grid, AccessSpace::global, pane_of_buffer.cell_bytes, true, {run_.look.buffer_row, run_.look.buffer_column},
        [&](std::size_t cell) { return (grid.marks[cell] & 4) != 0 ? theme().good_soft : theme().raised; });
    sliders(grid, found, run_.look.buffer_row, run_.look.buffer_column, "machine/buffer_row", "machine/buffer_column");
    if (found.cell < 0) return muted(page_word("machine.cellHint"));
    const auto cell = static_cast<std::size_t>(found.cell);
    if (grid.addresses[cell] < 0) return muted(page_word("machine.noMemory"));
    char address[24];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(grid.addresses[cell]));
    muted(cat(
        page_word("machine.bufferCell",
                  {{"row", std::to_string(found.row)}, {"column", std::to_string(found.column)}, {"address", address}}),
        ": ", grid.values[cell]));
  }

 private:
  // A grid in its pane, with as many rows and columns as it has room for. `fill` gives the color of a cell; `wanted` is
  // the first row and column that the user has asked for. legible: cells are as wide as their values, even if the pane
  // has fewer columns then.
  struct Drawn {
    int cell = -1;  // under the pointer, in the grid
    int rows = 0;
    int columns = 0;
    std::int64_t row = 0, column = 0;  // row of the cell
  };
  struct Corner {
    std::int64_t row;
    std::int64_t column;
  };
  template <class F>
  Drawn cells(const CellGrid& grid, AccessSpace space, std::int64_t bytes, bool legible, Corner wanted, F&& fill) {
    const Theme& t = theme();
    const auto all_columns = static_cast<int>(std::max<std::int64_t>(grid.shown_columns, 1));
    const auto all_rows = static_cast<int>(grid.shown_rows);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float head = px(30);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushFont(fonts().small_ui);
    const float letter = ImGui::CalcTextSize("0").x;
    // Either all values are written, or none.
    std::size_t longest = 1;
    for (const std::string& value : grid.values) longest = std::max(longest, value.size());
    const float value_width = letter * flt(longest) + px(legible ? 6 : 1);
    const float narrow = legible && value_width <= px(70) ? value_width : px(9);
    const int columns = std::clamp(static_cast<int>((room.x - head) / narrow), 1, all_columns);
    const int beyond =
        static_cast<int>(std::clamp<std::int64_t>(wanted.column - grid.first_column, 0, all_columns - columns));
    const float width = std::min((room.x - head) / flt(columns), px(70));
    const float top = ImGui::GetFontSize() + px(2);
    // Below the cells are two sliders and a line.
    const float tall = room.y - px(96) - top;
    const int rows = std::clamp(static_cast<int>(tall / px(11)), std::min(1, all_rows), all_rows);
    const int below = static_cast<int>(std::clamp<std::int64_t>(wanted.row - grid.first_row, 0, all_rows - rows));
    const float height = std::clamp(tall / flt(std::max(rows, 1)), px(11), px(22));
    const ImVec2 whole = ImGui::GetCursorScreenPos();
    const ImVec2 at = {whole.x, whole.y + top};
    const bool clicked = ImGui::InvisibleButton("cells", {head + width * flt(columns), top + height * flt(rows)});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int column = static_cast<int>((mouse.x - at.x - head) / width);
    const int row = mouse.y < at.y ? -1 : static_cast<int>((mouse.y - at.y) / height);
    const bool over = ImGui::IsItemHovered() && mouse.x > at.x + head && column < columns && row >= 0 && row < rows;
    const bool lettered = value_width <= width && height > px(10);
    const int every_column = static_cast<int>(px(26) / width) + 1;
    for (int i = 0; i < columns; i += every_column) {
      const std::string title = std::to_string(grid.first_column + beyond + i);
      list.AddText({at.x + head + (flt(i) + 0.5F) * width - letter * flt(title.size()) / 2, whole.y}, t.faint,
                   title.c_str());
    }
    const int every = height < ImGui::GetFontSize() ? 2 : 1;
    for (int i = 0; i < rows; i += every) {
      const std::string label_of_row = std::to_string(grid.first_row + below + i);
      list.AddText({at.x + head - px(4) - letter * flt(label_of_row.size()), at.y + flt(i) * height}, t.faint,
                   label_of_row.c_str());
    }
    const auto index = [&](int of_row, int of_column) { return (below + of_row) * all_columns + beyond + of_column; };
    for (int i = 0; i < rows * columns; ++i) {
      const auto cell = static_cast<std::size_t>(index(i / columns, i % columns));
      if (grid.addresses[cell] < 0) continue;
      const ImVec2 min = {at.x + head + flt(i % columns) * width, at.y + flt(i / columns) * height};
      const ImVec2 max = {min.x + width - 1, min.y + height - 1};
      list.AddRectFilled(min, max, fill(cell));
      const std::string& value = grid.values[cell];
      if (!value.empty() && lettered)
        list.AddText({(min.x + max.x - letter * flt(value.size())) / 2, (min.y + max.y) / 2 - ImGui::GetFontSize() / 2},
                     t.text, value.c_str());
      if ((grid.marks[cell] & 3) != 0) list.AddRect(min, max, (grid.marks[cell] & 2) != 0 ? t.lit : t.accent, 0, 0, 2);
      for (const debugger::WatchedBytes& one : run_.breakpoints.watched) {
        if (one.space == space && one.address == grid.addresses[cell])
          list.AddCircleFilled({min.x + px(4), min.y + px(4)}, px(3), t.bad);
      }
    }
    ImGui::PopFont();
    const int found = over ? index(row, column) : -1;
    if (clicked && found >= 0 && grid.addresses[static_cast<std::size_t>(found)] >= 0) {
      auto& watched = run_.breakpoints.watched;
      const std::int64_t address = grid.addresses[static_cast<std::size_t>(found)];
      const auto known = std::find_if(watched.begin(), watched.end(), [&](const debugger::WatchedBytes& one) {
        return one.space == space && one.address == address;
      });
      if (known == watched.end())
        watched.push_back({space, address, bytes});
      else
        watched.erase(known);
      run_.send_breakpoints(app_.session.side());
    }
    return {found, rows, columns, grid.first_row + below + row, grid.first_column + beyond + column};
  }

  // A slider for rows or columns that the pane does not have.
  void slider(std::string_view word, const char* name, std::int64_t count, std::int64_t shown_count, std::int64_t now,
              std::int64_t& to) {
    if (count <= shown_count) return;
    int first = static_cast<int>(now);
    ImGui::SetNextItemWidth(-1);
    const std::string told = page_word(word, {{"first", std::to_string(now)},
                                              {"last", std::to_string(now + shown_count - 1)},
                                              {"rows", std::to_string(count)},
                                              {"columns", std::to_string(count)}});
    if (ImGui::SliderInt((std::string("##") + name).c_str(), &first, 0, static_cast<int>(count - shown_count),
                         told.c_str())) {
      to = first;
      run_.send_look(app_.session.side());
    }
    note_item(name);
  }
  void sliders(const CellGrid& grid, const Drawn& drawn, std::int64_t& row, std::int64_t& column, const char* row_name,
               const char* column_name) {
    const auto first = [](std::int64_t wanted, std::int64_t from, std::int64_t shown_count, int drawn_count) {
      return std::clamp<std::int64_t>(wanted, from, from + shown_count - drawn_count);
    };
    slider("machine.rows", row_name, grid.rows, drawn.rows, first(row, grid.first_row, grid.shown_rows, drawn.rows),
           row);
    slider("machine.columns", column_name, grid.columns, drawn.columns,
           first(column, grid.first_column, grid.shown_columns, drawn.columns), column);
  }

  void choose_tile(const debugger::SharedPane& pane_of_tiles) {
    const auto now = std::find_if(pane_of_tiles.choices.begin(), pane_of_tiles.choices.end(),
                                  [&](const debugger::TileChoice& one) { return one.tile == pane_of_tiles.tile; });
    ImGui::SetNextItemWidth(px(200));
    const bool open =
        ImGui::BeginCombo("##machine/tiles", now == pane_of_tiles.choices.end() ? "" : shown(now->title).c_str(),
                          ImGuiComboFlags_HeightLarge);
    if (!open) return note_item("machine/tiles");
    for (const debugger::TileChoice& choice : pane_of_tiles.choices) {
      if (ImGui::Selectable(shown(choice.title).c_str(), choice.tile == pane_of_tiles.tile)) {
        run_.look.tile = choice.tile;
        run_.look.shared_row = run_.look.shared_column = 0;
        run_.send_look(app_.session.side());
      }
      note_item(cat("machine/tile:", choice.tile));
    }
    ImGui::EndCombo();
  }

  App& app_;
  MachineRun& run_;
};

}  // namespace

void machine_shared(App& app, MachineRun& run) { MemoryPanes(app, run).shared_memory(*run.state); }
void machine_buffer(App& app, MachineRun& run) { MemoryPanes(app, run).buffer(*run.state); }

}  // namespace stridescope::desktop
