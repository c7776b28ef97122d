// Kernels of the gallery whose PTX is kept, with the shapes of their launches.
#pragma once

#include <string>

#include "core/base/json_value.h"
#include "core/data/gallery.h"
#include "core/debugger/kept_ptx.h"
#include "core/debugger/launch_form.h"
#include "core/workspace/kernel.h"
#include "doctest/doctest.h"

namespace stridescope {

struct GalleryKernel {
  std::string_view ptx;  // empty: the program has no kernel, or its PTX is not kept
  debugger::LaunchShape shape;
};

inline GalleryKernel gallery_kernel(const GalleryEntry& entry) {
  GalleryKernel out;
  Workspace workspace;
  const Report& report = workspace.evaluate(entry.program, IntegerMode::cute);
  const auto binding = kernel_binding(workspace, "");
  if (!binding) return out;
  const auto text = kernel_text(report.bindings[static_cast<std::size_t>(*binding)].value, "cuda_json");
  if (!text) return out;
  const auto kernel = JsonValue::parse(*text);
  REQUIRE(kernel);
  out.ptx = debugger::kept_ptx((*kernel)["text"].string());
  out.shape = {{(*kernel)["blocks"].integer()}, {(*kernel)["threads"].integer()}, (*kernel)["shared_bytes"].integer()};
  for (const JsonValue& one : (*kernel)["maps"].items())
    out.shape.maps.push_back({one["type"].string(), one["layout"].string(), one["map"].string()});
  for (const JsonValue& one : (*kernel)["tensors"].items()) out.shape.tensors.push_back(one.string());
  for (const JsonValue& one : (*kernel)["tiles"].items()) out.shape.tiles.push_back(one.string());
  return out;
}

}  // namespace stridescope
