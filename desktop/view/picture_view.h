// One picture in a frame: drawn cell by cell while it is small, else painted pixel by pixel with the labels of what is
// seen; panned by dragging, zoomed with Ctrl and the wheel.
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

// State from frame to frame.
struct PictureState {
  float zoom = 0;  // pixels a unit (drawn) or a cell (painted); 0: as large as fits
  ImVec2 pan = {0, 0};
  float dragged = 0;
  std::int64_t held = -1;  // the cell of the dragged arrow
  std::shared_ptr<const Picture> shown;

  // Painted pictures:
  Texture texture;
  std::uint64_t painted = 0;  // what the texture shows
  app::Viewport viewport;
  std::vector<double> sizes;  // that a cell may have
  SceneWindow window;         // the part with known texts
  SceneExcerpt written;
  std::unordered_map<std::int64_t, std::int64_t> places;  // cell -> place
  bool asked = false;
  // The last frame's, for scripts and keys.
  ImVec2 origin;
  float scale = 1;
  ImVec2 seen_min;  // what is in sight of it on the screen
  ImVec2 seen_max;
};

struct PictureFrame {
  float width = 0;     // room
  float height = 0;    // at most so high
  bool fill = false;   // take all the room, also when small
  bool small = false;  // seen whole, also where its labels cannot be read then
  bool snug = false;   // as large as the room allows, seen whole, and no more room than it needs
  Lighting light;
  bool interactive = true;
  bool arrows = false;  // can be dragged from one cell to another
};

struct PictureInput {
  std::int64_t hovered = -1;  // cell
  bool clicked = false;
  bool over = false;  // the pointer is over the picture's frame
  // A dragged arrow: its cell, and the cell under the pointer, -1 outside all of them.
  std::int64_t held = -1;
  std::int64_t target = -1;
  bool dropped = false;  // it was let go there
};

// The size that the picture would like to have.
ImVec2 natural_size(const Picture& picture, float room);
// Its size in a frame of that room, until the user zooms.
ImVec2 framed_size(const Picture& picture, const PictureFrame& frame);

using AskExcerpt = std::function<void(const SceneWindow&)>;

PictureInput draw_picture(const char* id, PictureState& state, const std::shared_ptr<const Picture>& picture,
                          const PictureFrame& frame, const AskExcerpt& ask);
// To be looked at alone: seen whole, as large as the room allows.
void draw_still(const std::string& id, PictureState& state, const std::shared_ptr<const Picture>& picture, ImVec2 room);
void learn_excerpt(PictureState& state, const Excerpt& excerpt);
// The middle of a cell on the screen; false when it is not seen.
bool cell_on_screen(const PictureState& state, std::int64_t cell, ImVec2& middle);
// Moves the picture, which has that much room, so that the cell is seen; cells too small to be made out are enlarged.
void reveal_cell(PictureState& state, std::int64_t cell, ImVec2 room);
// The drawn cells that are wholly in view, in pixels of the window: for tests of their colors.
struct CellInSight {
  std::int64_t id = 0;
  ImVec2 from, to;
};
std::vector<CellInSight> cells_in_sight(const PictureState& state);
// Neighbouring cell in the picture, for the arrow keys; the cell itself at the edge.
std::int64_t neighbour(const Picture& picture, std::int64_t cell, int columns, int rows);
// direction: 1 larger, -1 smaller, 0 all of it.
void zoom_picture(PictureState& state, int direction);

}  // namespace stridescope::desktop
