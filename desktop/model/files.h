// Files, and what outlives the window: settings, recent files, and the program as it was last typed. Every write is
// whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/pictures/choice.h"
#include "desktop/model/dock.h"
#include "desktop/model/window_place.h"

namespace stridescope::desktop {

inline constexpr std::size_t max_recent = 12;
inline constexpr std::size_t max_tabs = 40;
inline constexpr std::size_t max_file_bytes = 1 << 20;
inline constexpr std::size_t max_foreign_bytes = 1 << 26;  // of what others wrote

// Opens a regular file, made with 0600; else -1 with errno: a folder is EISDIR, a pipe or a device, which would be
// waited for, ENXIO.
int open_regular(const std::string& path, int flags);
// Error for one of more than `most` bytes.
Result<std::string> read_file(const std::string& path, std::size_t most = max_file_bytes);
// Text that an action takes of a file of others: its text; for a trace, its base64 with its sections unpacked.
Result<std::string> taken_text(std::string content);
// Writes all of it from the file's position on; false, with errno, on failure.
bool write_all(int file, std::string_view bytes);
// Writes a neighbor, flushes it to the disk, then renames it; a device or a pipe is written in place.
Result<void> write_file(const std::string& path, std::string_view content);

// A document as a file: a first line `#: VIEWS` as in a link, if it has views, then the program.
struct Document {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  Choices choices;
};
std::string print_document(const Document& document);
Document read_document(std::string_view text);
// Opens a link of the explorer, whole or its fragment. Error if it is not a link.
Result<Document> open_link(std::string_view text);
// Error if the document is too long for a link.
Result<std::string> make_link(const Document& document);
bool looks_like_link(std::string_view text);

inline constexpr float least_scale = 0.5F;
inline constexpr float most_scale = 4;
inline constexpr float least_zoom = 0.7F;
inline constexpr float most_zoom = 2;

struct Settings {
  bool dark = false;
  std::string language;  // its code, or empty: English
  bool cute_integers = false;
  bool live = true;
  bool dock_open = false;
  DockLayout dock;
  float editor_width = 430;
  float dock_height = 250;  // below the cards
  float dock_width = 620;   // next to them
  float scale = 0;
  WindowPlace place;    // of the window; a width of 0: it was never open
  int page_port = 0;    // of the page's server when it ran last (page_server.h)
  bool hinted = false;  // the reader knows that cells are linked
  float zoom = 1;       // of all text, on top of the screen's scale
  std::string runner;   // command
  std::string file;     // that was open
  std::string folder;   // where a file was opened or saved last
  std::vector<std::string> recent;
};
std::string print_settings(const Settings& settings);
// Missing or invalid members keep their defaults. `refused`: each member that is not taken as it is, with its value.
Settings read_settings(std::string_view text, std::string* refused = nullptr);
void note_recent(Settings& settings, const std::string& path);

// Folder of the states: `home`, or the user's folder for states.
std::string state_folder(const std::string& home);

}  // namespace stridescope::desktop
