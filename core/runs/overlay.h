// Pictures of what a runner measured: the page and the desktop only paint them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_result.h"
#include "core/scene/overlay.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// The measurements that a picture shows.
enum class Overlay { counters, bandwidth, timeline, cycles };
// The word and the title of each; the word is what overlay_named reads.
std::string_view name_of(Overlay overlay);
Term title_of(Overlay overlay);
std::optional<Overlay> overlay_named(std::string_view name);

// Those that the result has data for.
std::vector<Overlay> overlays(const RunResult& result);

// The predictions are the model's of the binding, when it is a kernel, else those in the result. arguments: a table of
// its trace lacks a column.
Result<Scene> overlay_scene(const Workspace& workspace, int binding, const RunResult& result, Overlay overlay);

// The picture with its legend as SVG, to stand alone.
Result<std::string> overlay_svg(const Workspace& workspace, int binding, const RunResult& result, Overlay overlay,
                                const Catalog& catalog = english_catalog());

}  // namespace stridescope
