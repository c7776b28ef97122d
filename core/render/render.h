// Scenes and values as text. The page's picture is the SVG string of svg(); all other text forms of a picture are made
// here, too, so that they agree. The words of a scene are in the catalog's language.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/render/drawing.h"
#include "core/scene/scene.h"

namespace stridescope {

// A scene with labels (at most max_labelled_cells) as a self-contained SVG whose colors are CSS variables with
// fallbacks. Each cell is <g class="ss-cell" data-cell="ID">, so that a page finds the element under the pointer.
// `title` is the picture's name for screen readers; it is escaped. Without the legend. Error: too_large without labels.
Result<std::string> svg(const Scene& scene, std::string_view title, const Catalog& catalog = english_catalog());
// For a finished drawing, with its legend if it has one. Cannot fail.
std::string svg(const Drawing& drawing, std::string_view title);

// The same as a LaTeX document of one page with the size of the picture. Needs tikz and geometry; the tikzpicture alone
// can be copied into a paper. Its colors are fixed, since a theme does not apply to paper.
std::string tikz(const Drawing& drawing, std::string_view title);

// The same in characters, for a terminal: one line per row with its heads, color classes as letters `:a` if the legend
// names them, states as marks ([lit], =image=, (crossed), a point for a gap), arrows as a list below. Error: too_large
// without labels.
Result<std::string> text_picture(const Scene& scene, const Catalog& catalog = english_catalog());

// Limit of a scene's cells in JSON: about 20 bytes each, so at most about 20 MB.
inline constexpr std::int64_t max_json_cells = 1 << 20;

// The scene as JSON for programs that draw it: one object in the order of Scene with the arrays (offsets, ids, colors,
// labels, states) and all other members. Also for scenes without labels; `svg` is true if svg() would draw it. Error:
// too_large beyond max_json_cells.
Result<std::string> scene_json(const Scene& scene, const Catalog& catalog = english_catalog());

// Exactly cute::print_layout for layouts of rank 1 or 2, cute::print_tensor for tensors of rank 1 to 4; a text or an
// object unchanged, any other value as it prints, with a line break. Errors: rank_mismatch for other ranks, unsupported
// for offsets that are coordinates, too_large for too many elements.
Result<std::string> ascii(const Value& value);

}  // namespace stridescope
