// Pictures of what a runner measured: the page and the desktop only paint them. A result is the JSON of a RunResult
// (gpu_runner/protocol.h), as the runner sent it or as recorded_result() made it of a file of core/data.
//
// What is read of a result:
//   "device": {"name": ...}, "date": "2026-11-21T...", "recorded": true
//   "predicted": {"counters": {NAME: COUNT}}, "measured": {"counters": {NAME: COUNT}}
//   "trace": {"timer_ns": N,
//             "tiles": {"of": N, "grid": [...], "order": [...],
//                       "columns": ["tile","sm","start_ns","end_ns","bytes"], "rows": [[...], ...]},
//             "accesses": {"tile": N, "sides": [TEXT, ...],
//                          "columns": ["side","warp","access","start","cycles"], "rows": [[...], ...]}}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scene/overlay.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// What pictures of measurements show.
enum class Overlay { counters, bandwidth, timeline, cycles };
// The word and the title of each; the word is what overlay_named reads.
std::string_view name_of(Overlay overlay);
Term title_of(Overlay overlay);
std::optional<Overlay> overlay_named(std::string_view name);

// Those that the result has data for.
std::vector<Overlay> overlays(std::string_view result);

// The predictions are the model's of the binding, when it is a kernel, else those in the result. arguments: the result
// is no JSON object; unsupported: it has no such data.
Result<Scene> overlay_scene(const Workspace& workspace, int binding, std::string_view result, Overlay overlay);

// The picture with its legend as SVG, to stand alone.
Result<std::string> overlay_svg(const Workspace& workspace, int binding, std::string_view result, Overlay overlay,
                                const Catalog& catalog = english_catalog());

// What a file of measurements (core/data/measured_*.json, products_*.json) holds of the binding's kernel, as a result
// with "recorded": true. unknown_name when it was not measured. A kernel is found by its value, not by its text.
Result<std::string> recorded_result(const Workspace& workspace, int binding, std::string_view measurements);

}  // namespace stridescope
