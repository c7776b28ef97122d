// A large picture as pixels: for each pixel the cell below it, by a table of the columns and one of the rows. Labels of
// the cells in sight come from the core when there is room for them.
#include "desktop/view/raster.h"

#include <algorithm>
#include <cmath>

#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

constexpr float largest_fit = 32;     // cells are drawn as large as this when all fit
constexpr float largest_cell = 72;    // and as large as this when enlarged: room for a coordinate
constexpr float labelled_width = 20;  // a cell this large may have a label
constexpr float labelled_height = 15;
constexpr float label_height = 14.6F;
constexpr float smallest_label = 9;
constexpr float gap_from = 5;  // from this size on a gap is left between cells
constexpr float ruler_width = 46;
constexpr float ruler_height = 20;
constexpr std::size_t most_labels_kept = 1 << 16;
constexpr std::size_t most_outlines = 4096;

float fitting_cell(const Scene& scene, float room, float tallest) {
  const float fit = std::min({px(largest_fit), room / flt(scene.cols), tallest / flt(scene.rows)});
  if (fit >= 1) return std::floor(fit);
  // A picture that would become a thread scrolls instead.
  if (flt(std::min(scene.rows, scene.cols)) * fit < px(48)) {
    return std::min(px(16), std::max(1.0F, std::floor(room / flt(std::min(scene.rows, scene.cols)))));
  }
  return fit;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash;
}

// For each pixel of a side the cell under it; -1 in a gap or outside.
void cells_at(std::int64_t count, float size, float pan, int pixels, std::vector<std::int64_t>& out) {
  out.resize(static_cast<std::size_t>(pixels));
  for (int i = 0; i < pixels; ++i) {
    const double at = (static_cast<double>(pan) + i + 0.5) / static_cast<double>(size);
    const auto cell = static_cast<std::int64_t>(std::floor(at));
    const bool gap =
        size >= gap_from &&
        static_cast<std::int64_t>(std::floor((static_cast<double>(pan) + i + 1.5) / static_cast<double>(size))) != cell;
    out[static_cast<std::size_t>(i)] = gap || cell < 0 || cell >= count ? -1 : cell;
  }
}

std::int64_t find_place(PictureState& state, const Scene& scene, std::int64_t cell) {
  const auto known = state.places.find(cell);
  if (known != state.places.end()) return known->second;
  // Where the picture shows all elements in order the place is near at hand.
  std::int64_t place = -1;
  if (cell >= 0 && cell < static_cast<std::int64_t>(scene.ids.size()) &&
      scene.ids[static_cast<std::size_t>(cell)] == cell) {
    place = cell;
  } else {
    const auto at = std::find(scene.ids.begin(), scene.ids.end(), cell);
    if (at != scene.ids.end()) place = at - scene.ids.begin();
  }
  if (state.places.size() > most_labels_kept) state.places.clear();
  state.places[cell] = place;
  return place;
}

// The distance of heads that have room: a power of two of cells.
std::int64_t head_step(float cell, float needed) {
  std::int64_t step = 1;
  while (flt(step) * cell < needed && step < (std::int64_t{1} << 40)) step *= 2;
  return step;
}

}  // namespace

ImVec2 raster_size(const Scene& scene, float room, float tallest) {
  const float cell = fitting_cell(scene, std::max(room - px(ruler_width), px(40)), tallest);
  return {px(ruler_width) + std::min(flt(scene.cols) * cell, room),
          px(ruler_height) + std::min(flt(scene.rows) * cell, tallest)};
}

void raster_pixels(const Scene& scene, float cell_width, float cell_height, ImVec2 pan, int width, int height,
                   const ImU32* classes, ImU32 blank, std::vector<ImU32>& out) {
  static std::vector<std::int64_t> columns;
  static std::vector<std::int64_t> rows;
  cells_at(scene.cols, cell_width, pan.x, width, columns);
  cells_at(scene.rows, cell_height, pan.y, height, rows);
  out.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
  std::size_t pixel = 0;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    if (rows[y] < 0) {
      pixel += columns.size();
      continue;
    }
    if (y > 0 && rows[y] == rows[y - 1]) {
      std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(pixel - columns.size()), columns.size(),
                  out.begin() + static_cast<std::ptrdiff_t>(pixel));
      pixel += columns.size();
      continue;
    }
    const std::int32_t* row = scene.colors.data() + rows[y] * scene.cols;
    for (const std::int64_t col : columns) {
      if (col >= 0) {
        const std::int32_t color = row[col];
        if (color >= -1)
          out[pixel] = color < 0 ? blank : classes[color < palette_size + heat_levels ? color : color % palette_size];
      }
      ++pixel;
    }
  }
}

PictureInput draw_raster(const char* id, PictureState& state, const Picture& picture, const PictureFrame& frame,
                         const AskExcerpt& ask) {
  PictureInput out;
  const Scene& scene = picture.scene;
  if (scene.rows == 0 || scene.cols == 0) return out;
  const Theme& t = theme();
  const ImVec2 rulers = {px(ruler_width), px(ruler_height)};
  const ImVec2 room = {std::max(px(40), frame.width - rulers.x), std::max(px(40), frame.height - rulers.y)};
  const float fit = fitting_cell(scene, room.x, room.y);
  const float most_cell = std::max(fit, px(largest_cell));
  const float cell = state.zoom > 0 ? std::clamp(state.zoom, std::min(fit, px(2)), most_cell) : fit;
  const ImVec2 sheet = {std::max(flt(scene.cols) * cell, 1.0F), std::max(flt(scene.rows) * cell, 1.0F)};
  // While it is enlarged the frame keeps the size that it had.
  const ImVec2 least = {std::min(flt(scene.cols) * fit, room.x), std::min(flt(scene.rows) * fit, room.y)};
  const ImVec2 area = {std::floor(frame.fill ? room.x : std::clamp(sheet.x, std::min(least.x, room.x), room.x)),
                       std::floor(frame.fill ? room.y : std::clamp(sheet.y, std::min(least.y, room.y), room.y))};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 board = {std::floor(corner.x + rulers.x), std::floor(corner.y + rulers.y)};
  ImGui::InvisibleButton(id, {rulers.x + area.x, rulers.y + area.y});
  const bool over = ImGui::IsItemHovered();
  const bool active = ImGui::IsItemActive();
  const ImGuiIO& io = ImGui::GetIO();
  out.over = over;
  if (frame.interactive) {
    if (active && ImGui::IsMouseClicked(0)) state.dragged = 0;
    if (active && ImGui::IsMouseDragging(0, 4)) {
      state.dragged += std::abs(io.MouseDelta.x) + std::abs(io.MouseDelta.y);
      state.pan.x -= io.MouseDelta.x;
      state.pan.y -= io.MouseDelta.y;
    }
    if (over && io.KeyCtrl && io.MouseWheel != 0) {
      const float next = std::clamp(cell * std::exp(io.MouseWheel * 0.25F), fit, most_cell);
      const float x = io.MousePos.x - board.x + state.pan.x;
      const float y = io.MousePos.y - board.y + state.pan.y;
      state.pan = {state.pan.x + x * (next / cell - 1), state.pan.y + y * (next / cell - 1)};
      state.zoom = next <= fit * 1.001F ? 0 : next;
    }
  }
  state.pan = {std::floor(std::clamp(state.pan.x, 0.0F, std::max(0.0F, sheet.x - area.x))),
               std::floor(std::clamp(state.pan.y, 0.0F, std::max(0.0F, sheet.y - area.y)))};
  state.origin = {board.x - state.pan.x, board.y - state.pan.y};
  state.scale = cell;

  // The pixels, where something has changed.
  const int width = static_cast<int>(std::min(area.x, sheet.x));
  const int height = static_cast<int>(std::min(area.y, sheet.y));
  std::uint64_t want = mixed(reinterpret_cast<std::uintptr_t>(&picture), t.dark ? 2 : 1);
  for (const float value : {state.pan.x, state.pan.y, cell * 1024, flt(width), flt(height)})
    want = mixed(want, static_cast<std::uint64_t>(value));
  if (want != state.painted || state.texture.empty()) {
    raster_pixels(scene, cell, cell, state.pan, width, height, t.classes.data(), t.blank, state.pixels);
    state.texture.upload(state.pixels, width, height);
    state.painted = want;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {board.x + flt(width), board.y + flt(height)};
  list.PushClipRect(corner, {board.x + area.x, board.y + area.y}, true);
  list.AddImage(state.texture.id(), board, end);

  // What is seen, and what of it has labels.
  SceneWindow seen;
  seen.row = static_cast<std::int64_t>(state.pan.y / cell);
  seen.col = static_cast<std::int64_t>(state.pan.x / cell);
  seen.rows = std::min(scene.rows - seen.row, static_cast<std::int64_t>(std::ceil(flt(height) / cell)) + 1);
  seen.cols = std::min(scene.cols - seen.col, static_cast<std::int64_t>(std::ceil(flt(width) / cell)) + 1);
  bool missing = false;
  const bool labelled = cell >= px(labelled_width) && cell >= px(labelled_height);
  SceneWindow wanted = seen;
  if (labelled) {
    wanted.cols = std::min(wanted.cols, max_labelled_cells);
    wanted.rows = std::min(wanted.rows, max_labelled_cells / std::max<std::int64_t>(wanted.cols, 1));
    list.PushClipRect(board, end, true);
    for (std::int64_t row = seen.row; row < seen.row + wanted.rows; ++row) {
      for (std::int64_t col = seen.col; col < seen.col + wanted.cols; ++col) {
        const auto found = state.labels.find(row * scene.cols + col);
        if (found == state.labels.end()) {
          missing = true;
          continue;
        }
        const std::string& label = found->second;
        if (label.empty()) continue;
        std::size_t longest = 0;
        std::size_t lines = 0;
        for (std::size_t at = 0; at <= label.size(); ++lines) {
          const std::size_t stop = std::min(label.find('\n', at), label.size());
          longest = std::max(longest, stop - at);
          at = stop + 1;
        }
        const float size =
            std::min({px(label_height), (cell - px(3)) / (0.53F * flt(longest)), (cell - px(3)) / (1.1F * flt(lines))});
        if (size < px(smallest_label)) continue;
        paint_label(list, {state.origin.x + (flt(col) + 0.5F) * cell, state.origin.y + (flt(row) + 0.5F) * cell}, size,
                    t.ink, label);
      }
    }
    list.PopClipRect();
  }
  // Heads.
  const auto heads = [&](bool down) {
    const std::int64_t first = down ? seen.row : seen.col;
    const std::int64_t count = down ? seen.rows : seen.cols;
    const std::int64_t all = down ? scene.rows : scene.cols;
    const std::int64_t step = head_step(cell, down ? px(18) : px(44));
    auto& known = down ? state.row_heads : state.col_heads;
    auto& list_of = down ? wanted.row_heads : wanted.col_heads;
    for (std::int64_t i = (first + step - 1) / step * step; i < first + count && i < all; i += step) {
      if (list_of.size() >= max_excerpt_heads) break;
      const auto found = known.find(i);
      if (found == known.end()) {
        missing = true;
        list_of.push_back(i);
        continue;
      }
      const float middle = (flt(i) + 0.5F) * cell;
      const ImVec2 at = down ? ImVec2{corner.x + rulers.x - px(6), state.origin.y + middle}
                             : ImVec2{state.origin.x + middle, corner.y + rulers.y / 2};
      if (down ? at.y < board.y : at.x < board.x) continue;
      const LabelFont font = label_font(px(12.5F));
      const float text = font.font->CalcTextSizeA(font.size, 1e9F, 0, found->second.c_str()).x;
      list.AddText(
          font.font, font.size,
          {std::floor(down ? std::max(corner.x, at.x - text) : at.x - text / 2), std::floor(at.y - font.size / 2)},
          t.muted, found->second.c_str());
    }
  };
  heads(true);
  heads(false);
  if (missing && !state.asked && ask) {
    if (!labelled) wanted.rows = wanted.cols = 0;
    if (state.labels.size() > most_labels_kept) state.labels.clear();
    state.asked = true;
    state.asking = wanted;
    ask(wanted);
  }

  // What stands out.
  if (frame.light.dimmed || frame.light.alone) list.AddRectFilled(board, end, t.veil);
  const auto outline = [&](const std::set<std::int64_t>* cells, ImU32 color, float thick) {
    if (cells == nullptr) return;
    std::size_t count = 0;
    for (const std::int64_t one : *cells) {
      if (++count > most_outlines) break;
      const std::int64_t place = find_place(state, scene, one);
      if (place < 0) continue;
      const ImVec2 middle = {state.origin.x + (flt(place % scene.cols) + 0.5F) * cell,
                             state.origin.y + (flt(place / scene.cols) + 0.5F) * cell};
      const float half = std::max(cell, px(8)) / 2;
      if (frame.light.alone) {
        const float own = std::max(cell, 1.0F) / 2;
        list.AddRectFilled({middle.x - own, middle.y - own}, {middle.x + own, middle.y + own},
                           cell_fill(scene.colors[static_cast<std::size_t>(place)], CellState::element));
      }
      list.AddRect({middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, color, 2, 0, px(thick));
    }
  };
  outline(frame.light.group, t.ink, 1);
  outline(frame.light.wrong, t.wrong, 2);
  outline(frame.light.lit, t.lit, 2);
  list.PopClipRect();

  if (over && frame.interactive) {
    const auto col = static_cast<std::int64_t>(std::floor((io.MousePos.x - state.origin.x) / cell));
    const auto row = static_cast<std::int64_t>(std::floor((io.MousePos.y - state.origin.y) / cell));
    const bool inside = io.MousePos.x >= board.x && io.MousePos.y >= board.y && col >= 0 && row >= 0 &&
                        col < scene.cols && row < scene.rows;
    if (inside) out.hovered = scene.ids[static_cast<std::size_t>(row * scene.cols + col)];
    out.clicked = ImGui::IsMouseReleased(0) && state.dragged < 4;
  }
  return out;
}

bool raster_cell_on_screen(const PictureState& state, std::int64_t cell, ImVec2& middle) {
  const Scene& scene = state.shown->scene;
  const auto at = std::find(scene.ids.begin(), scene.ids.end(), cell);
  if (at == scene.ids.end()) return false;
  const std::int64_t place = at - scene.ids.begin();
  middle = {state.origin.x + (flt(place % scene.cols) + 0.5F) * state.scale,
            state.origin.y + (flt(place / scene.cols) + 0.5F) * state.scale};
  return true;
}

void learn_excerpt(PictureState& state, const Excerpt& excerpt) {
  state.asked = false;
  if (!state.shown || state.shown->choice != excerpt.choice) return;
  const std::int64_t cols = state.shown->scene.cols;
  for (std::size_t i = 0; i < excerpt.part.labels.size() && excerpt.part.cols > 0; ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t row = excerpt.window.row + at / excerpt.part.cols;
    const std::int64_t col = excerpt.window.col + at % excerpt.part.cols;
    state.labels[row * cols + col] = excerpt.part.labels[i];
  }
  const auto learn = [](auto& known, const std::vector<std::int64_t>& asked, const std::vector<std::string>& texts) {
    // The rulers have room for the index alone, not for the coordinate of a nested mode under it.
    for (std::size_t i = 0; i < asked.size(); ++i) {
      known[asked[i]] = i < texts.size() ? texts[i].substr(0, texts[i].find('\n')) : "";
    }
  };
  learn(state.row_heads, excerpt.window.row_heads, excerpt.part.row_heads);
  learn(state.col_heads, excerpt.window.col_heads, excerpt.part.col_heads);
}

}  // namespace stridescope::desktop
