// Results and measurements from texts, parsed like the door does.
#pragma once

#include <string_view>
#include <vector>

#include "core/runs/kernel_listing.h"
#include "core/runs/measurements.h"
#include "core/runs/overlay.h"

namespace stridescope {

inline std::vector<Overlay> overlays(std::string_view result) {
  const auto read = read_run_result(result);
  return read ? overlays(*read) : std::vector<Overlay>();
}

inline Result<Scene> overlay_scene(const Workspace& workspace, int binding, std::string_view result, Overlay overlay) {
  const auto read = read_run_result(result);
  if (!read) return failure(read.error());
  return overlay_scene(workspace, binding, *read, overlay);
}

inline Result<KernelListing> kernel_listing(const Workspace& workspace, int binding, std::string_view result) {
  if (result.empty()) return kernel_listing(workspace, binding, nullptr);
  const auto read = read_run_result(result);
  if (!read) return failure(read.error());
  return kernel_listing(workspace, binding, &*read);
}

inline Result<RunResult> recorded_result(const Workspace& workspace, int binding, std::string_view measurements) {
  const auto read = read_measurements(measurements);
  if (!read) return failure(read.error());
  return recorded_result(workspace, binding, *read);
}

}  // namespace stridescope
