// Shows one picture in a panel: small ones as drawings, large ones as rasters, with the same panning, zooming and
// keyboard.
#include "desktop/view/picture_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "desktop/view/fonts.h"
#include "desktop/view/raster.h"
#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

constexpr float smallest_zoom = 0.1F;
constexpr float largest_zoom = 6;
constexpr float largest_snug = 2;
constexpr float least_made_out = 12;  // minimum size of a painted cell to be recognizable, in pixels
constexpr float revealed_cell = 24;
constexpr float readable_zoom = 0.5F;  // a drawing is not scaled below this to fit

}  // namespace

ImVec2 natural_size(const Picture& picture, float room) {
  if (picture.drawn) return {px(flt(picture.drawing.width)), px(flt(picture.drawing.height))};
  return raster_size(picture.scene, room, px(440));
}

namespace {

// Pixels per unit that fit a drawing into a frame.
float fitted_zoom(const Drawing& drawing, const PictureFrame& frame) {
  const float unit = ui_scale();
  const auto fitted = [&](ImVec2 margin) {
    const float fit = std::min((frame.width - margin.x) / flt(drawing.width),
                               frame.fill || frame.snug || frame.small ? (frame.height - margin.y) / flt(drawing.height)
                                                                       : std::numeric_limits<float>::max());
    return frame.fill    ? std::clamp(fit, smallest_zoom, 2.2F * unit)
           : frame.small ? std::clamp(fit, smallest_zoom * unit, unit)
           : frame.snug  ? std::clamp(fit, smallest_zoom * unit, largest_snug * unit)
                         : std::clamp(fit, readable_zoom * unit, unit);
  };
  const float zoom = fitted({});
  return fitted(head_margin(drawing, zoom));
}

}  // namespace

ImVec2 framed_size(const Picture& picture, const PictureFrame& frame) {
  if (!picture.drawn) return raster_size(picture.scene, frame.width, frame.height);
  const float zoom = fitted_zoom(picture.drawing, frame);
  const ImVec2 margin = head_margin(picture.drawing, zoom);
  return {flt(picture.drawing.width) * zoom + margin.x, flt(picture.drawing.height) * zoom + margin.y};
}

PictureInput draw_picture(const char* id, PictureState& state, const std::shared_ptr<const Picture>& picture,
                          const PictureFrame& frame, const AskExcerpt& ask) {
  PictureInput out;
  if (!picture) return out;
  if (state.shown != picture) {
    const bool alike = state.shown && state.shown->drawn == picture->drawn &&
                       state.shown->scene.rows == picture->scene.rows && state.shown->scene.cols == picture->scene.cols;
    if (!alike) {
      state.zoom = 0;
      state.pan = {0, 0};
      state.viewport = {};
    }
    state.shown = picture;
    state.window = {};
    state.written = {};
    state.places.clear();
    state.asked = false;
    state.painted = 0;
  }
  if (!picture->drawn) return draw_raster(id, state, *picture, frame, ask);

  const Drawing& drawing = picture->drawing;
  const float width = flt(drawing.width);
  const float height = flt(drawing.height);
  if (width <= 0 || height <= 0) return out;
  const float unit = ui_scale();
  const float fit = fitted_zoom(drawing, frame);
  const float zoom = state.zoom > 0 ? state.zoom : fit;
  const ImVec2 margin = head_margin(drawing, zoom);
  const ImVec2 sheet = {width * zoom + margin.x, height * zoom + margin.y};
  const ImVec2 room = {
      frame.fill ? frame.width : std::min(frame.width, state.zoom > 0 ? std::max(sheet.x, width * fit) : sheet.x),
      frame.fill
          ? frame.height
          : std::min(frame.height, state.zoom > 0 ? std::max(height * fit, std::min(sheet.y, frame.height)) : sheet.y)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id, {std::max(room.x, 1.0F), std::max(room.y, 1.0F)});
  const bool over = ImGui::IsItemHovered();
  const bool active = ImGui::IsItemActive();
  const ImGuiIO& io = ImGui::GetIO();
  out.over = over;
  const ImVec2 most = {std::max(0.0F, sheet.x - room.x), std::max(0.0F, sheet.y - room.y)};
  if (frame.interactive) {
    if (active && ImGui::IsMouseClicked(0)) state.dragged = 0;
    if (active && ImGui::IsMouseDragging(0, 4)) {
      state.dragged += std::abs(io.MouseDelta.x) + std::abs(io.MouseDelta.y);
      state.pan.x -= io.MouseDelta.x;
      state.pan.y -= io.MouseDelta.y;
    }
    if (over && io.KeyCtrl && io.MouseWheel != 0) {
      const float next = std::clamp(zoom * std::exp(io.MouseWheel * 0.2F), smallest_zoom, largest_zoom * unit);
      const float x = io.MousePos.x - corner.x + state.pan.x;
      const float y = io.MousePos.y - corner.y + state.pan.y;
      state.pan = {state.pan.x + x * (next / zoom - 1), state.pan.y + y * (next / zoom - 1)};
      state.zoom = next;
    }
  }
  state.pan = {std::clamp(state.pan.x, 0.0F, most.x), std::clamp(state.pan.y, 0.0F, most.y)};
  DrawingFrame drawn;
  drawn.zoom = zoom;
  drawn.margin = margin;
  drawn.origin = {corner.x - state.pan.x + margin.x, corner.y - state.pan.y + margin.y};
  if (frame.fill) {
    drawn.origin.x += std::max(0.0F, (room.x - sheet.x) / 2);
    drawn.origin.y += std::max(0.0F, (room.y - sheet.y) / 2);
  }
  drawn.origin = {std::floor(drawn.origin.x), std::floor(drawn.origin.y)};
  drawn.clip_min = corner;
  drawn.clip_max = {corner.x + room.x, corner.y + room.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(drawn.clip_min, drawn.clip_max, true);
  paint_drawing(list, drawing, drawn, frame.light);
  state.origin = drawn.origin;
  state.scale = zoom;
  state.seen_min = list.GetClipRectMin();
  state.seen_max = list.GetClipRectMax();
  list.PopClipRect();
  if (over && frame.interactive) {
    out.hovered = drawn_cell_at(drawing, drawn, io.MousePos);
    out.clicked = ImGui::IsMouseReleased(0) && state.dragged < 4;
    if (most.x > 0 || most.y > 0) ImGui::SetMouseCursor(active ? ImGuiMouseCursor_ResizeAll : ImGuiMouseCursor_Arrow);
  }
  return out;
}

bool cell_on_screen(const PictureState& state, std::int64_t cell, ImVec2& middle) {
  if (!state.shown) return false;
  if (!state.shown->drawn) return raster_cell_on_screen(state, cell, middle);
  for (const Drawing::Cell& one : state.shown->drawing.cells) {
    if (one.id != cell) continue;
    middle = {state.origin.x + (flt(one.at.x) + flt(one.width) / 2) * state.scale,
              state.origin.y + (flt(one.at.y) + flt(one.height) / 2) * state.scale};
    return true;
  }
  return false;
}

void reveal_cell(PictureState& state, std::int64_t cell, ImVec2 room) {
  ImVec2 middle;
  if (state.scale <= 0 || !cell_on_screen(state, cell, middle)) return;
  const ImVec2 at = {(middle.x - state.origin.x) / state.scale, (middle.y - state.origin.y) / state.scale};
  float scale = state.scale;
  if (!state.shown->drawn && scale < px(least_made_out)) {
    const auto larger =
        std::lower_bound(state.sizes.begin(), state.sizes.end(), static_cast<double>(px(revealed_cell)));
    if (larger != state.sizes.end()) state.zoom = scale = flt(*larger);
  }
  state.pan = {std::max(0.0F, at.x * scale - room.x / 2), std::max(0.0F, at.y * scale - room.y / 2)};
}

std::int64_t neighbour(const Picture& picture, std::int64_t cell, int columns, int rows) {
  const Scene& scene = picture.scene;
  const auto at = std::find(scene.ids.begin(), scene.ids.end(), cell);
  if (at == scene.ids.end() || scene.cols == 0) return cell;
  const std::int64_t place = at - scene.ids.begin();
  std::int64_t row = place / scene.cols;
  std::int64_t col = place % scene.cols;
  // Skips gaps, to the next cell that is an element.
  while (true) {
    row += rows;
    col += columns;
    if (row < 0 || row >= scene.rows || col < 0 || col >= scene.cols) return cell;
    const std::int64_t id = scene.ids[static_cast<std::size_t>(row * scene.cols + col)];
    if (id >= 0) return id;
  }
}

void zoom_picture(PictureState& state, int direction) {
  if (direction == 0) {
    state.zoom = 0;
    state.pan = {0, 0};
    return;
  }
  const float now = state.zoom > 0 ? state.zoom : state.scale;
  if (state.shown && !state.shown->drawn) {
    const auto larger = std::upper_bound(state.sizes.begin(), state.sizes.end(), now);
    const auto smaller = std::lower_bound(state.sizes.begin(), state.sizes.end(), now);
    const auto next = direction > 0 ? larger : smaller - (smaller != state.sizes.begin() ? 1 : 0);
    state.zoom = next == state.sizes.begin() ? 0 : next != state.sizes.end() ? flt(*next) : now;
    return;
  }
  state.zoom = std::clamp(direction > 0 ? now * 1.5F : now / 1.5F, smallest_zoom, px(64));
}

}  // namespace stridescope::desktop
