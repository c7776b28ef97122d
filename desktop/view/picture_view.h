// One picture in a frame: drawn cell by cell if it is small, otherwise painted pixel by pixel with the labels of the
// visible part. Dragging pans, Ctrl and the wheel zoom.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/pictures/raster.h"
#include "desktop/model/session.h"
#include "desktop/view/painter.h"
#include "desktop/view/texture.h"

namespace stridescope::desktop {

// State that is kept between frames.
struct PictureState {
  float zoom = 0;  // pixels per unit (drawn) or per cell (painted); 0: as large as fits
  ImVec2 pan = {0, 0};
  float dragged = 0;
  std::shared_ptr<const Picture> shown;

  // Painted pictures:
  Texture texture;
  std::uint64_t painted = 0;  // key of the texture's contents
  app::Viewport viewport;
  std::vector<double> sizes;  // the possible sizes of a cell
  SceneWindow window;         // the part with known texts
  SceneExcerpt written;
  std::unordered_map<std::int64_t, std::int64_t> places;  // cell -> place
  bool asked = false;
  // The last frame's, for scripts and keys.
  ImVec2 origin;
  float scale = 1;
  ImVec2 seen_min;  // its visible part on the screen
  ImVec2 seen_max;
};

struct PictureFrame {
  float width = 0;     // available width
  float height = 0;    // maximum height
  bool fill = false;   // uses all of the space, even if it is small
  bool small = false;  // wholly visible, even if its labels are then unreadable
  bool snug = false;   // wholly visible, as large as the space allows, without extra space
  Lighting light;
  bool interactive = true;
};

struct PictureInput {
  std::int64_t hovered = -1;  // cell
  bool clicked = false;
  bool over = false;  // the pointer is over the picture's frame
};

// The preferred size of the picture.
ImVec2 natural_size(const Picture& picture, float room);
// Its size in such a frame, until the user zooms.
ImVec2 framed_size(const Picture& picture, const PictureFrame& frame);

using AskExcerpt = std::function<void(const SceneWindow&)>;

PictureInput draw_picture(const char* id, PictureState& state, const std::shared_ptr<const Picture>& picture,
                          const PictureFrame& frame, const AskExcerpt& ask);
void learn_excerpt(PictureState& state, const Excerpt& excerpt);
// The center of a cell on the screen; false if it is not visible.
bool cell_on_screen(const PictureState& state, std::int64_t cell, ImVec2& middle);
// Moves the picture within its space until the cell is visible; zooms in if its cells are too small to recognize.
void reveal_cell(PictureState& state, std::int64_t cell, ImVec2 room);
// The neighboring cell in the picture, for the arrow keys; at the edge, the cell itself.
std::int64_t neighbour(const Picture& picture, std::int64_t cell, int columns, int rows);
// direction: 1 larger, -1 smaller, 0 the whole picture.
void zoom_picture(PictureState& state, int direction);

}  // namespace stridescope::desktop
