// A picture of a value on a card: the scene, and the drawing if the scene is drawn cell by cell. A *drawn* picture is a
// drawing (core/render/drawing.h) of shapes and texts, which becomes SVG or shapes of a window. A *painted* picture is
// a matrix of colors (raster.h), whose visible part is requested. A picture is drawn if it has all its labels and
// either at most max_drawn_cells elements or more than a matrix: another kind than grid, list and threads, or arrows
// and captions. All others are painted.
#pragma once

#include <memory>
#include <string>

#include "core/pictures/miniature.h"
#include "core/render/drawing.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Pictures that consist only of cells (grids, lists, values of threads) are painted if they have more elements than
// this: as elements of a page, or as shapes of a window, they would delay the response to a key.
inline constexpr std::int64_t max_drawn_cells = 1024;

namespace app {
struct Raster;
}

// A picture, or the reason why it is missing. A value type: it stays valid when the program changes, and never changes
// once a card has it.
struct CardPicture {
  // Words of the requested view (chosen_view in choice.h).
  std::string choice;
  std::string title;  // "A = (4,8):(8,1)"
  // The resolved view, with `whole` set: it has all cells, even if they are too many for labels.
  View view;
  Scene scene;
  // Empty unless `drawn`. Its words are in the language of its creation.
  Drawing drawing;
  bool drawn = false;  // otherwise painted: a cell is an entry of the scene's matrix
  // The reason why it is missing: unknown picture, too many cells; then the scene is empty.
  Message refused;
  app::Miniature miniature;  // for a kernel whose threads it shows
  // For a painted picture: the previously visible part, in pixels; null if it was never visible.
  std::shared_ptr<const app::Raster> raster;
};

// Makes the picture of a binding, an index of the workspace's report, in the view of the words. Never null: `refused`
// reports a failure. Work: the scene's cells, at most max_scene_cells.
std::shared_ptr<CardPicture> make_picture(const Workspace& workspace, int binding, const std::string& choice,
                                          const Catalog& catalog = english_catalog());
// The same picture with words in another language: a new drawing, a copy of the scene, and no raster.
std::shared_ptr<CardPicture> retold(const CardPicture& picture, const Catalog& catalog);
// True if both look the same, so that painted, scrolled and enlarged parts can stay. Language and raster are ignored.
// Work: all cells of the scene.
bool same_picture(const CardPicture& one, const CardPicture& other);

}  // namespace stridescope
