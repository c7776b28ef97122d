// Inside core/scene: diagrams of morphisms, refinements, composites and spans, and of the morphism that encodes a
// tractable layout. Cells of a morphism are named by the entries of its domain, then those of its codomain, from 0;
// those of a layout by the 1-D coordinates that are 1 in one mode.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

// Picture::diagram and Picture::composite, where the value has them.
std::vector<OfferedView> diagram_views(const PicturedValue& subject);
// unsupported without a diagram, too_large for more than 128 entries.
Result<Scene> diagram_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
