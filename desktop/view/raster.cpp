// Draws a large picture as a texture: the core gives its pixels and the positions of its texts. This file copies the
// pixels and draws the texts; the mouse pans and zooms.
#include "desktop/view/raster.h"

#include <algorithm>
#include <cmath>

#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

// Height of a line of text in font sizes, the same as in the core.
constexpr float label_height = 1.2F;
constexpr std::size_t most_places_kept = 1 << 16;
constexpr std::size_t most_outlines = 4096;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash;
}

bool same_window(const SceneWindow& a, const SceneWindow& b) {
  return a.row == b.row && a.rows == b.rows && a.col == b.col && a.cols == b.cols && a.row_heads == b.row_heads &&
         a.col_heads == b.col_heads;
}

std::int64_t find_place(PictureState& state, const Scene& scene, std::int64_t cell) {
  const auto known = state.places.find(cell);
  if (known != state.places.end()) return known->second;
  // If the picture shows all elements in order, the position is known directly.
  std::int64_t place = -1;
  if (cell >= 0 && cell < static_cast<std::int64_t>(scene.ids.size()) &&
      scene.ids[static_cast<std::size_t>(cell)] == cell) {
    place = cell;
  } else {
    const auto at = std::find(scene.ids.begin(), scene.ids.end(), cell);
    if (at != scene.ids.end()) place = at - scene.ids.begin();
  }
  if (state.places.size() > most_places_kept) state.places.clear();
  state.places[cell] = place;
  return place;
}

}  // namespace

ImVec2 raster_size(const Scene& scene, float room, float tallest) {
  const app::RasterSize size =
      app::raster_size(scene, {.width = room, .height = tallest, .fitted = true, .unit = ui_scale()});
  return {flt(size.width), flt(size.height)};
}

PictureInput draw_raster(const char* id, PictureState& state, const Picture& picture, const PictureFrame& frame,
                         const AskExcerpt& ask) {
  PictureInput out;
  const Scene& scene = picture.scene;
  if (scene.rows == 0 || scene.cols == 0) return out;
  const Theme& t = theme();
  app::Viewport& view = state.viewport;
  view.width = frame.width;
  view.height = frame.height;
  view.fitted = true;
  view.unit = ui_scale();
  view.cell = state.zoom;
  view.col = view.row = 0;
  view.at_x = -static_cast<double>(state.pan.x);
  view.at_y = -static_cast<double>(state.pan.y);
  app::RasterPart part = app::raster_part(scene, view);
  const ImVec2 rulers = {flt(part.left), flt(part.top)};
  const auto seen = [&] { return ImVec2{flt(part.width), flt(part.height)}; };
  const ImVec2 area = frame.fill ? ImVec2{std::max(seen().x, std::floor(frame.width - rulers.x)),
                                          std::max(seen().y, std::floor(frame.height - rulers.y))}
                                 : seen();
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
      view.at_x += static_cast<double>(io.MouseDelta.x);
      view.at_y += static_cast<double>(io.MouseDelta.y);
    }
    if (over && io.KeyCtrl && io.MouseWheel != 0) {
      view.at_x = static_cast<double>(io.MousePos.x - board.x);
      view.at_y = static_cast<double>(io.MousePos.y - board.y);
      view.col = (static_cast<double>(state.pan.x) + view.at_x) / part.cell;
      view.row = (static_cast<double>(state.pan.y) + view.at_y) / part.cell;
      view.cell = part.cell * std::exp(static_cast<double>(io.MouseWheel) * 0.25);
      state.zoom = view.cell <= part.sizes.front() ? 0 : flt(view.cell);
    }
    part = app::raster_part(scene, view);
  }
  const float cell = flt(part.cell);
  state.pan = {flt(part.x), flt(part.y)};
  state.origin = {board.x - state.pan.x, board.y - state.pan.y};
  state.scale = cell;
  state.sizes = part.sizes;

  // Updates the pixels if something has changed.
  std::uint64_t want = mixed(reinterpret_cast<std::uintptr_t>(&picture), t.dark ? 2 : 1);
  for (const std::int64_t value : {part.x, part.y, part.width, part.height, std::int64_t(part.cell * 1024)})
    want = mixed(want, static_cast<std::uint64_t>(value));
  if (want != state.painted || state.texture.empty()) {
    state.texture.upload(app::raster_pixels(scene, part, t.dark), static_cast<int>(part.width),
                         static_cast<int>(part.height));
    state.painted = want;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {board.x + seen().x, board.y + seen().y};
  const float reach = std::max(board.x + area.x, corner.x + frame.width);  // right end of the heads
  list.PushClipRect(corner, {reach, board.y + area.y}, true);
  list.AddImage(state.texture.id(), board, end);

  // Draws the texts of the visible part if they are known; otherwise requests them.
  list.PushClipRect(board, end, true);
  const std::vector<app::RasterText> labels = app::raster_labels(part, state.window, state.written, view.unit);
  const auto write = [&](const app::RasterText& label) {
    paint_label(list, {state.origin.x + flt(label.x), state.origin.y + flt(label.y)}, flt(label.size) * label_height,
                t.ink, label.text);
  };
  for (const app::RasterText& label : labels) write(label);
  list.PopClipRect();
  const auto heads = [&](bool down) {
    const std::vector<std::int64_t>& places = down ? state.window.row_heads : state.window.col_heads;
    const std::vector<std::string>& texts = down ? state.written.row_heads : state.written.col_heads;
    const double length = down ? app::row_head_length(view.row_heads) : app::col_head_length(view.col_heads);
    // If a sheet is narrower than its heads, they are centered on it and exceed both sides.
    const bool narrow = !down && static_cast<double>(part.width) < length * view.unit;
    for (const app::RasterHead& head : app::raster_heads(part.cell, places, texts, length, view.unit)) {
      const ImVec2 at =
          down ? ImVec2{corner.x + rulers.x - px(6), state.origin.y + flt(head.middle)}
               : ImVec2{narrow ? board.x + seen().x / 2 : state.origin.x + flt(head.middle), corner.y + rulers.y / 2};
      const auto from = static_cast<double>(down ? part.y : part.x);
      const auto length_seen = static_cast<double>(down ? part.height : part.width);
      if (!narrow && !app::head_seen(head, length, from, length_seen, view.unit)) continue;
      const LabelFont font = label_font(px(12.5F));
      const ImVec2 size = font.font->CalcTextSizeA(font.size, 1e9F, 0, head.text.c_str());
      list.AddText(
          font.font, font.size,
          {std::floor(down ? std::max(corner.x, at.x - size.x) : at.x - size.x / 2), std::floor(at.y - size.y / 2)},
          t.muted, head.text.c_str());
    }
  };
  heads(true);
  heads(false);
  if (!same_window(part.window, state.window) && !state.asked && ask) {
    state.asked = true;
    ask(part.window);
  }

  // Highlights.
  if (frame.light.dimmed || frame.light.alone) list.AddRectFilled(board, end, t.veil);
  std::set<std::int64_t> bright;  // places of cells that the veil does not cover
  const auto outline = [&](const std::set<std::int64_t>* cells, ImU32 color, float thick) {
    if (cells == nullptr) return;
    // Frames of many small cells would cover each other and the colors below.
    constexpr std::size_t few = 8;
    const bool filled = cells->size() > few && cell < px(8);
    std::size_t count = 0;
    for (const std::int64_t one : *cells) {
      if (++count > most_outlines) break;
      const std::int64_t place = find_place(state, scene, one);
      if (place < 0) continue;
      const ImVec2 middle = {state.origin.x + (flt(place % scene.cols) + 0.5F) * cell,
                             state.origin.y + (flt(place / scene.cols) + 0.5F) * cell};
      const float half = std::max(cell, filled ? 1.0F : px(8)) / 2;
      if (frame.light.alone) {
        const float own = std::max(cell, 1.0F) / 2;
        list.AddRectFilled({middle.x - own, middle.y - own}, {middle.x + own, middle.y + own},
                           cell_fill(scene.colors[static_cast<std::size_t>(place)], CellState::element));
        bright.insert(place);
      }
      const ImVec2 low = {middle.x - half, middle.y - half};
      const ImVec2 high = {middle.x + half, middle.y + half};
      if (filled)
        list.AddRectFilled(low, high, with_alpha(color, 0.45F));
      else
        list.AddRect(low, high, color, 2, 0, px(thick));
    }
  };
  outline(frame.light.group, t.ink, 1);
  outline(frame.light.wrong, t.wrong, 2);
  outline(frame.light.lit, t.lit, 2);
  for (const app::RasterText& label : labels) {
    const auto row = static_cast<std::int64_t>(label.y / part.cell);
    if (bright.contains(row * scene.cols + static_cast<std::int64_t>(label.x / part.cell))) write(label);
  }
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
  state.window = excerpt.window;
  state.written = excerpt.part;
  state.viewport.row_heads = app::head_room(state.viewport.row_heads, excerpt.part.row_heads);
  state.viewport.col_heads = app::head_room(state.viewport.col_heads, excerpt.part.col_heads);
}

}  // namespace stridescope::desktop
