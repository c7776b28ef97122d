// Scenes and values as text. The page's picture is the SVG string of svg().
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/render/drawing.h"
#include "core/scene/scene.h"

namespace stridescope {

// Words of a scene are written in the catalog's language.
// A scene with labels (at most max_labelled_cells) as a self-contained SVG whose colours are CSS variables with
// fallbacks. Each cell is <g class="ss-cell" data-cell="ID">.
Result<std::string> svg(const Scene& scene, std::string_view title, const Catalog& catalog = english_catalog());
// Of a drawing that was painted already.
std::string svg(const Drawing& drawing, std::string_view title);

// The same as a LaTeX document of one page as large as the picture. Needs tikz and geometry; the tikzpicture alone can
// be copied into a paper.
std::string tikz(const Drawing& drawing, std::string_view title);

// The same in characters, for a terminal. too_large without labels.
Result<std::string> text_picture(const Scene& scene, const Catalog& catalog = english_catalog());

// Cells of a scene as JSON: some 20 bytes each.
inline constexpr std::int64_t max_json_cells = 1 << 20;

// The scene as JSON: the arrays and everything around them. too_large beyond max_json_cells.
Result<std::string> scene_json(const Scene& scene, const Catalog& catalog = english_catalog());

// Exactly cute::print_layout for layouts of rank 1 or 2, cute::print_tensor for tensors of rank 1 to 4.
Result<std::string> ascii(const Value& value);

}  // namespace stridescope
