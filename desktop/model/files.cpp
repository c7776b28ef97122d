// Documents, settings and links as text, and writing a file whole or not at all: to a neighbour, synced, then renamed.
#include "desktop/model/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/base64.h"
#include "core/base/characters.h"
#include "core/base/json_fields.h"
#include "core/base/state_folder.h"
#include "core/base/text.h"
#include "core/trace/ncu.h"
#include "core/trace/trace.h"
#include "core/workspace/link.h"

namespace stridescope::desktop {

Result<std::string> read_file(const std::string& path, std::size_t most) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return failure(ErrorCode::arguments, say("{} is a folder", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) return failure(ErrorCode::arguments, say("cannot read {}: {}", path, std::strerror(errno)));
  std::string out;
  char buffer[65536];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    out.append(buffer, static_cast<std::size_t>(file.gcount()));
    if (out.size() > most) return failure(ErrorCode::too_large, say("{} is larger than {} bytes", path, most));
  }
  return out;
}

Result<std::string> taken_text(std::string content) {
  if (is_ncu_file(content)) return encode_base64(content, Base64::standard);
  if (!content.starts_with(trace_begin)) return content;
  const auto unpacked = unpacked_trace(content);
  if (!unpacked) return failure(unpacked.error());
  return encode_base64(*unpacked, Base64::standard);
}

Result<void> write_file(const std::string& path, std::string_view content) {
  const auto failed = [&](const char* what) {
    return failure(ErrorCode::arguments, say("cannot {} {}: {}", what, path, std::strerror(errno)));
  };
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  // Another window may write the same file.
  const std::string beside = cat(path, ".", getpid(), ".new");
  const int fd = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return failed("write");
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t wrote = write(fd, content.data() + done, content.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      close(fd);
      unlink(beside.c_str());
      return failed("write");
    }
    done += static_cast<std::size_t>(wrote);
  }
  if (fsync(fd) != 0 && errno != EINVAL) {
    close(fd);
    unlink(beside.c_str());
    return failed("write");
  }
  close(fd);
  if (rename(beside.c_str(), path.c_str()) != 0) {
    unlink(beside.c_str());
    return failed("replace");
  }
  return {};
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
    std::string_view head = take_line(text).substr(3);
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

std::string make_link(const Document& document) {
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

nlohmann::ordered_json print_place(const WindowPlace& place) {
  return {
      {"x", place.x}, {"y", place.y}, {"width", place.width}, {"height", place.height}, {"maximized", place.maximized}};
}

// Nowhere where it is none, or smaller than a window can be.
WindowPlace read_place(const nlohmann::json& json) {
  WindowPlace out;
  const auto count = [&](const char* key, int& to, int low, int high) {
    if (const auto value = fields::integer(json, key))
      to = static_cast<int>(std::clamp<std::int64_t>(*value, low, high));
  };
  count("x", out.x, -32768, 32767);
  count("y", out.y, -32768, 32767);
  count("width", out.width, 0, 8192);
  count("height", out.height, 0, 8192);
  if (out.width < 320 || out.height < 240) out.width = out.height = 0;
  out.maximized = fields::flag(json, "maximized").value_or(false);
  return out;
}

}  // namespace

std::string print_settings(const Settings& s) {
  nlohmann::ordered_json json = {{"dark", s.dark},
                                 {"language", s.language},
                                 {"cute_integers", s.cute_integers},
                                 {"live", s.live},
                                 {"dock_open", s.dock_open},
                                 {"dock", s.dock},
                                 {"editor_width", s.editor_width},
                                 {"dock_height", s.dock_height},
                                 {"lesson_part", s.lesson_part},
                                 {"dock_width", s.dock_width},
                                 {"scale", s.scale},
                                 {"dock_window", print_place(s.dock_place)},
                                 {"hinted", s.hinted},
                                 {"zoom", s.zoom},
                                 {"runner", s.runner},
                                 {"file", s.file},
                                 {"folder", s.folder},
                                 {"recent", s.recent},
                                 {"tabs", s.tabs},
                                 {"trace",
                                  {{"command", s.trace.command},
                                   {"folder", s.trace.folder},
                                   {"kernel", s.trace.kernel},
                                   {"launch", s.trace.launch},
                                   {"blocks", s.trace.blocks},
                                   {"file", s.trace.file},
                                   {"again", s.trace.again},
                                   {"watched", s.trace.watched}}}};
  json.update(print_place(s.place));
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Settings read_settings(std::string_view text) {
  Settings out;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return out;
  const auto flag = [&](const char* key, bool& to) { to = fields::flag(json, key).value_or(to); };
  const auto length = [&](const char* key, float& to, float low, float high) {
    // Clamped as a double: a float holds less.
    if (const auto value = fields::number(json, key); value && *value == *value)
      to = static_cast<float>(std::clamp(*value, static_cast<double>(low), static_cast<double>(high)));
  };
  const auto text_of = [&](const char* key, std::string& to) { to = fields::text(json, key).value_or(to); };
  flag("dark", out.dark);
  flag("cute_integers", out.cute_integers);
  flag("live", out.live);
  flag("dock_open", out.dock_open);
  text_of("dock", out.dock);
  length("editor_width", out.editor_width, 240, 4000);
  length("dock_height", out.dock_height, 80, 4000);
  length("lesson_part", out.lesson_part, 0.2F, 0.9F);
  length("dock_width", out.dock_width, 240, 8000);
  length("scale", out.scale, 0, 4);
  out.place = read_place(json);
  out.dock_place = read_place(fields::part(json, "dock_window"));
  flag("hinted", out.hinted);
  length("zoom", out.zoom, least_zoom, most_zoom);
  text_of("language", out.language);
  text_of("runner", out.runner);
  text_of("file", out.file);
  text_of("folder", out.folder);
  const auto texts = [&](const char* key, std::vector<std::string>& to, std::size_t most) {
    for (const auto& entry : fields::list(json, key)) {
      const auto one = fields::text(entry);
      if (one && to.size() < most) to.push_back(*one);
    }
  };
  texts("recent", out.recent, max_recent);
  texts("tabs", out.tabs, max_tabs);
  const nlohmann::json& trace = fields::part(json, "trace");
  for (const auto& [key, to] : {std::pair("command", &out.trace.command), std::pair("folder", &out.trace.folder),
                                std::pair("kernel", &out.trace.kernel), std::pair("blocks", &out.trace.blocks),
                                std::pair("file", &out.trace.file), std::pair("watched", &out.trace.watched)})
    *to = fields::text(trace, key).value_or(*to);
  out.trace.launch = std::max<std::int64_t>(0, fields::integer(trace, "launch").value_or(0));
  out.trace.again = fields::flag(trace, "again").value_or(false);
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
