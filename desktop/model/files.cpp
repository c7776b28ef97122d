// Reads and writes documents, settings and links. A file is written completely or not at all: to a temporary file next
// to it, synced, then renamed.
#include "desktop/model/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "core/app/languages.h"
#include "core/base/archive_json.h"
#include "core/base/base64.h"
#include "core/base/characters.h"
#include "core/base/state_folder.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/trace/ncu.h"
#include "core/trace/trace.h"
#include "core/workspace/link.h"

namespace stridescope::desktop {

int open_regular(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
  struct stat found = {};
  if (file < 0 || (fstat(file, &found) == 0 && S_ISREG(found.st_mode))) return file;
  close(file);
  errno = S_ISDIR(found.st_mode) ? EISDIR : ENXIO;
  return -1;
}

Result<std::string> read_file(const std::string& path, std::size_t most) {
  const int file = open_regular(path, O_RDONLY);
  if (file < 0)
    return failure(ErrorCode::arguments, errno == EISDIR  ? say("{} is a folder", path)
                                         : errno == ENXIO ? say("{} is not a regular file", path)
                                                          : say("cannot read {}: {}", path, std::strerror(errno)));
  std::string out;
  char buffer[65536];
  ssize_t took = 0;
  while (out.size() <= most && ((took = read(file, buffer, sizeof buffer)) > 0 || (took < 0 && errno == EINTR)))
    out.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(took, 0)));
  const int error = took < 0 ? errno : 0;
  close(file);
  if (error != 0) return failure(ErrorCode::arguments, say("cannot read {}: {}", path, std::strerror(error)));
  if (out.size() > most) return failure(ErrorCode::too_large, say("{} is larger than {} bytes", path, most));
  return out;
}

Result<std::string> taken_text(std::string content) {
  if (is_ncu_file(content)) return encode_base64(content, Base64::standard);
  if (!content.starts_with(trace_begin)) return content;
  const auto unpacked = unpacked_trace(content);
  if (!unpacked) return failure(unpacked.error());
  return encode_base64(*unpacked, Base64::standard);
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

Result<void> write_file(const std::string& path, std::string_view content) {
  const auto failed = [&](const char* what) {
    return failure(ErrorCode::arguments, say("cannot {} {}: {}", what, path, std::strerror(errno)));
  };
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  // A rename would put a file in the place of the device.
  const auto type = std::filesystem::status(path, error).type();
  const bool in_place = type == std::filesystem::file_type::character || type == std::filesystem::file_type::fifo;
  // Another window may write the same file.
  const std::string beside = in_place ? path : cat(path, ".", getpid(), ".new");
  const int flags = in_place ? O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  const int fd = open(beside.c_str(), flags, 0644);
  if (fd < 0) return failed("write");
  const bool written = write_all(fd, content) && (fsync(fd) == 0 || errno == EINVAL);
  const Result<void> done = written ? Result<void>() : failed("write");
  close(fd);
  if (in_place) return done;
  const bool replaced = written && rename(beside.c_str(), path.c_str()) == 0;
  if (replaced) return {};
  const Result<void> why = written ? failed("replace") : done;
  unlink(beside.c_str());
  return why;
}

std::string print_document(const Document& document) {
  std::string out;
  std::string head = document.mode == IntegerMode::cute ? "cute" : "teaching";
  for (const auto& [key, choice] : document.choices) {
    const std::string view = print_choice(choice);
    if (!view.empty()) append_all(head, "; ", key, " ", view);
  }
  if (head != "teaching") append_all(out, "#: ", head, "\n");
  return out + document.program;
}

Document read_document(std::string_view text) {
  Document out;
  if (text.substr(0, 3) == "#: ") {
    std::string_view head = cut_line(text).substr(3);
    bool first = true;
    while (!head.empty()) {
      const std::size_t stop = std::min(head.find("; "), head.size());
      const std::string_view word = head.substr(0, stop);
      head.remove_prefix(std::min(stop + 2, head.size()));
      if (first) out.mode = word == "cute" ? IntegerMode::cute : IntegerMode::teaching;
      const std::size_t blank = word.find(' ');
      if (!first && blank != std::string_view::npos)
        out.choices[std::string(word.substr(0, blank))] = read_choice(word.substr(blank + 1));
      first = false;
    }
  }
  out.program = std::string(text);
  return out;
}

bool looks_like_link(std::string_view text) {
  const std::size_t hash = text.find('#');
  if (hash == std::string_view::npos || text.find('\n') != std::string_view::npos) return false;
  const std::string_view key = text.substr(hash, 3);
  return (key == "#z=" || key == "#t=" || key == "#c=") && text.find(' ') == std::string_view::npos;
}

Result<Document> open_link(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  const auto link = decode_link(text);
  if (!link) return failure(link.error());
  Document out;
  out.program = link->program;
  out.mode = link->mode;
  for (const auto& [key, view] : link->views) out.choices[key] = read_choice(view);
  return out;
}

Result<std::string> make_link(const Document& document) {
  Link link;
  link.program = document.program;
  link.mode = document.mode;
  for (const auto& [key, choice] : document.choices) {
    const std::string view = print_choice(choice);
    if (!view.empty()) link.views.emplace_back(key, view);
  }
  return encode_link(link);
}

namespace {

// The beginning of a text that is quoted.
std::string fitted_bytes(std::string_view text) {
  constexpr std::size_t most = 40;
  return text.size() <= most ? std::string(text) : cat(text.substr(0, character_begin(text, most)), "\xE2\x80\xA6");
}

// A length that is clamped to what a window allows.
void length(Archive& a, std::string_view name, float& value, double least, double most, About about) {
  auto wide = static_cast<double>(value);
  a.choice(name, wide, about);
  value = static_cast<float>(std::clamp(wide, least, most));
}

void place_members(Archive& a, WindowPlace& r) {
  a.choice("x", r.x, "From the left of the screens.");
  a.choice("y", r.y, "From their top.");
  a.choice("width", r.width, "0: it was never open.");
  a.choice("height", r.height, "With it.");
  a.choice("maximized", r.maximized, "Then the place is that of before.");
  // Ignores a place without coordinates, or smaller than a window can be.
  const auto near = [](int at) { return at >= -32768 && at <= 32768; };
  const bool there = near(r.x) && near(r.y) && r.width >= 320 && r.width <= 8192 && r.height >= 240 && r.height <= 8192;
  if (!there) r = {0, 0, 0, 0, r.maximized};
}

}  // namespace

void members(Archive& a, Settings& r) {
  if (!a.record("Settings", "What outlives the window.")) return;
  a.choice("dark", r.dark, "The theme.");
  a.choice("language", r.language, "Its code.");
  if (language_of(r.language) == nullptr) r.language.clear();
  a.choice("cute_integers", r.cute_integers, "How integers are read.");
  a.choice("live", r.live, "Each edit runs.");
  a.choice("dock_open", r.dock_open, "The dock is seen.");
  a.choice("details", r.details, "Checks and numbers of values are seen.");
  const std::string dock = print_dock(r.dock);
  std::string told = dock;
  a.choice("dock", told, "Its side and its tab, as print_dock has them.");
  if (told != dock) r.dock = read_dock(told);
  length(a, "editor_width", r.editor_width, 240, 4000, "Of the program.");
  length(a, "dock_height", r.dock_height, 80, 4000, "Below the cards.");
  length(a, "dock_width", r.dock_width, 240, 8000, "Beside the cards.");
  length(a, "scale", r.scale, 0, most_scale, "Of the screen; 0: as it says.");
  if (r.scale < least_scale) r.scale = 0;
  length(a, "zoom", r.zoom, static_cast<double>(least_zoom), static_cast<double>(most_zoom), "Of all text.");
  a.choice("page_port", r.page_port, "Of the page when it was served last; 0: it was not.");
  if (r.page_port < 0 || r.page_port > 65535) r.page_port = 0;
  a.choice("runner", r.runner, "Its command.");
  a.choice("file", r.file, "That was open.");
  a.choice("folder", r.folder, "Where one was opened or saved last.");
  a.choice("recent", r.recent, "Files, the newest first.");
  place_members(a, r.place);
}

std::string print_settings(const Settings& settings) { return to_json(settings) + "\n"; }

Settings read_settings(std::string_view text, std::string* refused) {
  Settings out;
  const auto json = JsonValue::parse(text);
  // An invalid member does not affect the others.
  if (json) ReadArchive(*json).visit(out);
  std::erase(out.recent, std::string());
  if (out.recent.size() > max_recent) out.recent.resize(max_recent);
  if (refused == nullptr) return out;
  if (!json || !json->is_object()) *refused = cat("\"", fitted_bytes(text), "\"");
  const auto taken = JsonValue::parse(print_settings(out));
  for (const auto& [name, value] : json ? json->members() : std::vector<std::pair<std::string, JsonValue>>()) {
    const JsonValue& now = (*taken)[name];
    std::string was;
    std::string is;
    append_json(was, value, true);
    append_json(is, now, true);
    const bool numbers = value.is_number() && now.is_number();
    if (numbers ? std::abs(value.number() - now.number()) < 1e-3 : was == is) continue;
    append_all(*refused, refused->empty() ? "" : ", ", fitted_bytes(name), " = ", fitted_bytes(was));
  }
  return out;
}

void note_recent(Settings& settings, const std::string& path) {
  auto& recent = settings.recent;
  recent.erase(std::remove(recent.begin(), recent.end(), path), recent.end());
  recent.insert(recent.begin(), path);
  if (recent.size() > max_recent) recent.resize(max_recent);
}

std::string state_folder(const std::string& home) { return home.empty() ? stridescope::state_folder() : home; }

}  // namespace stridescope::desktop
