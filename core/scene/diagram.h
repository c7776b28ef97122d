// Internal to core/scene: diagrams of morphisms, refinements, composites and spans, and of the morphism that encodes a
// tractable layout. Ids of cells of a morphism: the entries of its domain, then those of its codomain, from 0. Ids for
// a layout: the 1-D coordinates that are 1 in one mode.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

// Picture::diagram and Picture::composite, if the value has them.
std::vector<OfferedView> diagram_views(const PicturedValue& subject);
// unsupported: no diagram; too_large: more than 128 entries.
Result<Scene> diagram_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
