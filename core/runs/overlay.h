// Pictures of a runner's measurements; page and window only paint them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_result.h"
#include "core/scene/overlay.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// The kinds of measurements in pictures.
enum class Overlay { counters, bandwidth, timeline, cycles };
// The word and the title of each kind; overlay_named reads the word.
std::string_view name_of(Overlay overlay);
Term title_of(Overlay overlay);
std::optional<Overlay> overlay_named(std::string_view name);

// The kinds for which the result has data.
std::vector<Overlay> overlays(const RunResult& result);

// Predictions are those of the model for the binding, if it is a kernel; otherwise those in the result. arguments: a
// table of the trace lacks a column.
Result<Scene> overlay_scene(const Workspace& workspace, int binding, const RunResult& result, Overlay overlay);

// The picture with its legend as a standalone SVG.
Result<std::string> overlay_svg(const Workspace& workspace, int binding, const RunResult& result, Overlay overlay,
                                const Catalog& catalog = english_catalog());

// Cells of the wrong elements in the picture of a kernel's threads (element_cells); empty for another value.
std::vector<std::int64_t> wrong_cells(const Workspace& workspace, int binding, const WrongElements& wrong);

}  // namespace stridescope
