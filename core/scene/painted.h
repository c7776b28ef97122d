// A scene that has its heads among its cells, as it is painted: a raster of colours has no room for them.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

// Its labels are its texts, and what is no element has no colour. pre: scene.texts is empty.
Scene painted(Scene scene);

}  // namespace stridescope
