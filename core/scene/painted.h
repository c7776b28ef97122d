// A painted scene with its heads among its cells: a raster of colors has no other room for them.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

// Its labels are its texts, and cells that are not elements have no color. pre: scene.texts is empty.
Scene painted(Scene scene);

}  // namespace stridescope
