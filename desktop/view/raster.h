// Pictures of up to millions of cells, as rasters of the core (core/pictures/raster.h); labels and heads of the visible
// part are requested if they have room.
#pragma once

#include "desktop/view/picture_view.h"

namespace stridescope::desktop {

// The size, including its rulers.
ImVec2 raster_size(const Scene& scene, float room, float tallest);
PictureInput draw_raster(const char* id, PictureState& state, const Picture& picture, const PictureFrame& frame,
                         const AskExcerpt& ask);
bool raster_cell_on_screen(const PictureState& state, std::int64_t cell, ImVec2& middle);

}  // namespace stridescope::desktop
