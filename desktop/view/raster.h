// Pictures of up to millions of cells: each pixel takes the colour class of the cell that it falls on; labels and heads
// of what is seen are asked for when there is room for them.
#pragma once

#include "desktop/view/picture_view.h"

namespace stridescope::desktop {

// With its rulers.
ImVec2 raster_size(const Scene& scene, float room, float tallest);
PictureInput draw_raster(const char* id, PictureState& state, const Picture& picture, const PictureFrame& frame,
                         const AskExcerpt& ask);
bool raster_cell_on_screen(const PictureState& state, std::int64_t cell, ImVec2& middle);

// The pixels of a part of the sheet; exposed for tests. A pixel between cells, or where there is none, is 0.
void raster_pixels(const Scene& scene, float cell_width, float cell_height, ImVec2 pan, int width, int height,
                   const ImU32* classes, ImU32 blank, std::vector<ImU32>& out);

}  // namespace stridescope::desktop
