// One function a dialog; each is called between the begin and the end of its window.
#pragma once

#include "core/data/gallery.h"
#include "desktop/panels/app.h"

namespace stridescope::desktop {

#define DIALOG(name, title, width, height, keeps) void draw_##name(App& app);
#include "desktop/panels/dialogs.def"
#undef DIALOG
// True if its typed text stays when a file is dropped.
bool keeps_typed(Dialog dialog);
// Takes the program of the gallery with the reader's integers.
void open_entry(App& app, const GalleryEntry& entry);
// It with its picture, to be pressed; true when it was.
inline constexpr float entry_width = 255;  // at least
inline constexpr float entry_height = 178;
bool draw_entry(App& app, const GalleryEntry& entry, ImVec2 size);
// A line of text; true when it changed. The first frame of a dialog gives it the keyboard.
bool search_field(App& app, const char* name, std::string& text, const char* hint, float width = -1);

}  // namespace stridescope::desktop
