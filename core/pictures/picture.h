// A picture of a value on a card: the scene, and the drawing if the scene is drawn cell by cell. There are two ways to
// the screen. A picture that is *drawn* is a drawing (core/render/drawing.h) of shapes and texts, which becomes SVG or
// shapes of a window. A *painted* one is a matrix of colors (raster.h), whose visible part is requested. A picture is
// drawn if it has all its labels and either at most max_drawn_cells elements or more than a matrix: another kind than
// grid, list and threads, or arrows and captions. All others are painted.
#pragma once

#include <memory>
#include <string>

#include "core/pictures/miniature.h"
#include "core/render/drawing.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Pictures that are nothing but their cells (grids, lists, what threads hold) are painted from more elements than
// this on: as elements of a page, or as shapes of a window, they would keep a keystroke waiting.
inline constexpr std::int64_t max_drawn_cells = 1024;

namespace app {
struct Raster;
}

// A picture, or the reason why it is missing. It is a value: it stays when the program changes, and is never changed
// once a card has it.
struct CardPicture {
  // Words of the view that was asked for (chosen_view in choice.h).
  std::string choice;
  std::string title;  // "A = (4,8):(8,1)"
  // The resolved view, with `whole` set: all cells are there, also if they are too many for labels.
  View view;
  Scene scene;
  // Empty unless `drawn`. Its words are in the language that it was made in.
  Drawing drawing;
  bool drawn = false;  // else it is painted: a cell is a place of the scene's matrix
  // The reason why it is missing: unknown picture, too many cells; the scene is then empty.
  Message refused;
  app::Miniature miniature;  // for a kernel whose threads it shows
  // For a painted one the previously visible part, in pixels; null if it was never visible.
  std::shared_ptr<const app::Raster> raster;
};

// For a binding of the workspace's report, in the view that the words request. Never null: a failure is in `refused`.
// `binding` is an index of the report. Work: the scene's cells, at most max_scene_cells.
std::shared_ptr<CardPicture> make_picture(const Workspace& workspace, int binding, const std::string& choice,
                                          const Catalog& catalog = english_catalog());
// The same picture, its words in another language. A drawing is made anew, the scene is copied, the raster is left
// out.
std::shared_ptr<CardPicture> retold(const CardPicture& picture, const Catalog& catalog);
// True if both show the same, so that painted, scrolled and enlarged parts can stay. Language and raster are ignored.
// Work: all cells of the scene.
bool same_picture(const CardPicture& one, const CardPicture& other);

}  // namespace stridescope
