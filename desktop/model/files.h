// Files, and the data that outlives the window: settings, recent files, and the program as last typed. Every write is
// complete or has no effect.
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
inline constexpr std::size_t max_foreign_bytes = 1 << 26;  // bytes of a foreign file

// Opens a regular file, made with 0600; -1 with errno otherwise: EISDIR for a folder, ENXIO for a pipe or a device, on
// which reading would wait.
int open_regular(const std::string& path, int flags);
// Error for one of more than `most` bytes.
Result<std::string> read_file(const std::string& path, std::size_t most = max_file_bytes);
// The text of a foreign file for an action: its contents; for a trace, base64 with decompressed sections.
Result<std::string> taken_text(std::string content);
// Writes all bytes from the file's position on; false, with errno, on failure.
bool write_all(int file, std::string_view bytes);
// Writes a neighbor, flushes it to the disk, then renames it; a device or a pipe is written in place.
Result<void> write_file(const std::string& path, std::string_view content);

// A document as a file: a first line `#: VIEWS` like in a link, if it has views; then the program.
struct Document {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  Choices choices;
};
std::string print_document(const Document& document);
Document read_document(std::string_view text);
// Opens a link to the page, either the whole link or its fragment. An error if it is not a link.
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
  std::string language;  // language code; empty: English
  bool cute_integers = false;
  bool live = true;
  bool dock_open = false;
  bool details = true;  // cards show the checks and numbers of their values
  DockLayout dock;
  float editor_width = 430;
  float dock_height = 250;  // below the cards
  float dock_width = 620;   // next to them
  float scale = 0;
  WindowPlace place;   // place of the window; width 0: never opened
  int page_port = 0;   // last port of the page's server (page_server.h)
  float zoom = 1;      // text scale, in addition to the screen's scale
  std::string runner;  // command of the runner
  std::string file;    // the open file
  std::string folder;  // folder of the last opened or saved file
  std::vector<std::string> recent;
};
std::string print_settings(const Settings& settings);
// Missing or invalid members keep their defaults. `refused`: each member that is not taken as it is, with its value.
Settings read_settings(std::string_view text, std::string* refused = nullptr);
void note_recent(Settings& settings, const std::string& path);

// The folder of states: `home`, or the user's folder for states.
std::string state_folder(const std::string& home);

}  // namespace stridescope::desktop
