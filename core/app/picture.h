// A picture of a value as a card shows it: the scene, and the drawing where the scene is drawn cell by cell.
// There are two ways to the screen. A picture that is *drawn* is a drawing (core/render/drawing.h) of shapes and
// texts, which becomes SVG or shapes of a window. One that is *painted* is a matrix of colours (raster.h), of which a
// surface asks for the part in sight. Drawn is what has all its labels and either at most max_drawn_cells elements or
// more than a matrix to it: another kind than grid, list and threads, or arrows and captions. All else is painted.
#pragma once

#include <memory>
#include <string>

#include "core/app/miniature.h"
#include "core/render/drawing.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Pictures that are nothing but their cells (grids, lists, what threads hold) are painted from more elements than
// this on: as elements of a page, or as shapes of a window, they would keep a keystroke waiting.
inline constexpr std::int64_t max_drawn_cells = 1024;

namespace app {
struct Raster;
}

// A picture, or why there is none. It is a value: it stays when the program is another, and is never changed once a
// card has it.
struct CardPicture {
  // Words of the view that was asked for (chosen_view in choice.h).
  std::string choice;
  std::string title;  // "A = (4,8):(8,1)"
  // What it came to, with `whole` set: all cells are there, also where they are too many for labels.
  View view;
  Scene scene;
  // Empty unless `drawn`. Its words are in the language that it was made in.
  Drawing drawing;
  bool drawn = false;  // else it is painted: a cell is a place of the scene's matrix
  // Why there is none: no such picture, too many cells; the scene is empty then.
  Message refused;
  app::Miniature miniature;  // of a kernel whose threads it shows
  // Of a painted one the part that was seen before, in pixels; null where nobody has seen it.
  std::shared_ptr<const app::Raster> raster;
};

// Of a binding of the workspace's report, in the view that the words ask for. Never null: what fails is in `refused`.
// `binding` is an index that the report has. Work: the scene's cells, at most max_scene_cells.
std::shared_ptr<CardPicture> make_picture(const Workspace& workspace, int binding, const std::string& choice,
                                          const Catalog& catalog = english_catalog());
// The same picture, its words in another language. A drawing is made anew, the scene is copied, the raster is left
// out.
std::shared_ptr<CardPicture> retold(const CardPicture& picture, const Catalog& catalog);
// Whether both show the same, so that what is painted, scrolled and enlarged may stay as it is. Language and raster
// do not count. Work: all cells of the scene.
bool same_picture(const CardPicture& one, const CardPicture& other);

}  // namespace stridescope
