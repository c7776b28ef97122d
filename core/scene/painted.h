// Converts a scene's heads into cells, for scenes that are painted as a raster of colors.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

// Labels become texts, and cells without an element lose their color. pre: scene.texts is empty.
Scene painted(Scene scene);

}  // namespace stridescope
