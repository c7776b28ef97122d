// Draws an entry of the gallery.
#include "core/data/gallery.h"

#include "core/base/text.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

std::string_view view_of(const GalleryEntry& entry, std::string_view name) {
  for (const auto& view : entry.views) {
    if (view.name == name) return view.view;
  }
  return {};
}

}  // namespace

Result<std::string> gallery_picture(std::string_view id, std::string_view name, IntegerMode mode,
                                    const Catalog& catalog) {
  const GalleryEntry* entry = find_entry(id);
  if (entry == nullptr) {
    return failure(ErrorCode::unknown_name, say("unknown program '{}' in the gallery", id),
                   say("`stridescope gallery` lists them"));
  }
  if (name.empty() && !entry->views.empty()) name = entry->views[0].name;
  Workspace workspace;
  const Report& report = workspace.evaluate(entry->program, mode);
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    // Without a named view, the last value that has a picture.
    const bool any = name.empty() && workspace.view(static_cast<int>(i)).has_value();
    if (!any && (name.empty() || report.bindings[i].name != name)) continue;
    const auto view = workspace.view(static_cast<int>(i), view_of(*entry, name));
    if (!view) return failure(view.error());
    return workspace.emit(static_cast<int>(i), "figure", *view, catalog);
  }
  return failure(ErrorCode::unknown_name, say("{} does not have a value '{}'", cat(entry->group, '/', entry->id), name),
                 say("its program names its values"));
}

}  // namespace stridescope
