// Entries of the gallery as programs, texts and pictures, for the command line.
#include "core/data/gallery.h"

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

std::string full_id(const GalleryEntry& entry) { return cat(entry.group, '/', entry.id); }

// By GROUP/ID, or the first one of that id.
const GalleryEntry* find_entry(std::string_view id) {
  for (const GalleryEntry& entry : gallery()) {
    if (entry.id == id || full_id(entry) == id) return &entry;
  }
  return nullptr;
}

Error unknown_entry(std::string_view id) {
  return {ErrorCode::unknown_name,
          say("there is no program '{}' in the gallery", id),
          say("`stridescope gallery` lists them"),
          {},
          {}};
}

std::string_view view_of(const GalleryEntry& entry, std::string_view name) {
  for (const auto& view : entry.views) {
    if (view.name == name) return view.view;
  }
  return {};
}

}  // namespace

std::string gallery_text() {
  std::size_t width = 0;
  for (const GalleryEntry& entry : gallery()) width = std::max(width, columns_of(full_id(entry)));
  std::string out;
  for (const GalleryEntry& entry : gallery()) {
    append_all(out, left_aligned(full_id(entry), width + 2), entry.title, '\n');
  }
  return out;
}

Result<std::string> gallery_program(std::string_view id) {
  const GalleryEntry* entry = find_entry(id);
  if (entry == nullptr) return failure(unknown_entry(id));
  return std::string(entry->program);
}

Result<std::string> gallery_entry_text(std::string_view id, IntegerMode mode) {
  const GalleryEntry* entry = find_entry(id);
  if (entry == nullptr) return failure(unknown_entry(id));
  Workspace workspace;
  const Report& report = workspace.evaluate(entry->program, mode);
  std::string out = cat(full_id(*entry), ": ", entry->title, '\n', entry->about, "\n\n", entry->program, '\n');
  for (const ReportBinding& b : report.bindings) {
    append_all(out, b.name.empty() ? "" : b.name + " = ", b.text);
    if (!out.ends_with('\n')) out.push_back('\n');
  }
  for (const Diagnostic& d : report.diagnostics) out.append(format_diagnostic(workspace.program(), d));
  return out;
}

Result<std::string> gallery_picture(std::string_view id, std::string_view name, IntegerMode mode,
                                    const Catalog& catalog) {
  const GalleryEntry* entry = find_entry(id);
  if (entry == nullptr) return failure(unknown_entry(id));
  if (name.empty() && !entry->views.empty()) name = entry->views[0].name;
  Workspace workspace;
  const Report& report = workspace.evaluate(entry->program, mode);
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    if (report.bindings[i].name != name) continue;
    const auto view = workspace.view(static_cast<int>(i), view_of(*entry, name));
    if (!view) return failure(view.error());
    return workspace.emit(static_cast<int>(i), "figure", *view, catalog);
  }
  return failure(ErrorCode::unknown_name, say("{} has no value '{}'", full_id(*entry), name),
                 say("its program names its values"));
}

}  // namespace stridescope
