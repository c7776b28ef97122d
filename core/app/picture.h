// A picture of a value as a card shows it: the scene, and the drawing where the scene is drawn cell by cell.
#pragma once

#include <memory>
#include <string>

#include "core/app/miniature.h"
#include "core/render/drawing.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Pictures that are nothing but their cells are painted from more elements than this on: as elements of a page, or as
// shapes of a window, they would keep a keystroke waiting.
inline constexpr std::int64_t max_drawn_cells = 1024;

namespace app {
struct Raster;
}

struct CardPicture {
  std::string choice;  // words of the view that was asked for
  std::string title;   // "A = (4,8):(8,1)"
  View view;
  Scene scene;
  Drawing drawing;                            // where the picture is drawn cell by cell
  bool drawn = false;                         // else it is painted: a cell is a place of the scene's matrix
  Message refused;                            // why there is none; the scene is empty then
  app::Miniature miniature;                   // of a kernel whose threads it shows
  std::shared_ptr<const app::Raster> raster;  // of a painted one the part that was seen before
};

// Of a binding of the workspace's report.
std::shared_ptr<CardPicture> make_picture(const Workspace& workspace, int binding, const std::string& choice,
                                          const Catalog& catalog = english_catalog());
// The same picture, its words in another language.
std::shared_ptr<CardPicture> retold(const CardPicture& picture, const Catalog& catalog);
// Whether both show the same, so that what is painted, scrolled and enlarged may stay as it is.
bool same_picture(const CardPicture& one, const CardPicture& other);

}  // namespace stridescope
