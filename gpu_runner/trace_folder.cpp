// Serves only listed names. site_file resolves links and `..`.
#include "gpu_runner/trace_folder.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/runs/run_result.h"
#include "gpu_runner/site.h"

namespace stridescope::gpu {
namespace {

constexpr std::string_view ending = ".trace";
constexpr std::string_view prefix = "/traces";

bool is_trace(std::string_view name) { return name.size() > ending.size() && name.ends_with(ending); }

bool is_plain_file(const std::string& path, struct stat& info) {
  return lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

// True if trace_bytes gives the file: a request names it in UTF-8, and an answer holds max_site_file bytes.
bool is_served(const std::string& folder, std::string_view name, const struct stat& info) {
  return is_utf8(name) && info.st_size >= 0 && static_cast<std::size_t>(info.st_size) <= max_site_file &&
         access(cat(folder, "/", name).c_str(), R_OK) == 0;
}

}  // namespace

std::string trace_folder(const std::string& folder) {
  char out[PATH_MAX];
  struct stat info;
  if (realpath(folder.c_str(), out) == nullptr || stat(out, &info) != 0 || !S_ISDIR(info.st_mode) ||
      access(out, R_OK | X_OK) != 0)
    return {};
  return out;
}

std::string trace_list(const std::string& folder) {
  struct File {
    std::string name;
    std::int64_t bytes;
    std::time_t modified;
  };
  std::vector<File> files;
  std::int64_t left_out = 0;
  if (DIR* open = opendir(folder.c_str())) {
    while (const dirent* entry = readdir(open)) {
      struct stat info;
      const std::string_view name = entry->d_name;
      if (!is_trace(name) || !is_plain_file(cat(folder, "/", name), info)) continue;
      if (is_served(folder, name, info))
        files.push_back({entry->d_name, info.st_size, info.st_mtime});
      else
        ++left_out;
    }
    closedir(open);
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) {
    return a.modified != b.modified ? a.modified > b.modified : a.name < b.name;
  });
  if (files.size() > max_listed_traces) {
    left_out += static_cast<std::int64_t>(files.size() - max_listed_traces);
    files.resize(max_listed_traces);
  }
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.objects("traces", files, [&](const File& file) {
    json.field("name", file.name);
    json.field("bytes", file.bytes);
    json.field("modified", in_utc(file.modified));
  });
  if (left_out > 0) json.field("left_out", left_out);
  json.close_object();
  return out + "\n";
}

std::optional<std::string> trace_bytes(const std::string& folder, std::string_view target) {
  target = target.substr(prefix.size(), target.find_first_of("?#") - prefix.size());
  const auto name = percent_decoded(target);
  if (!name || name->find('/', 1) != std::string::npos || !is_trace(*name)) return std::nullopt;
  auto file = site_file(folder, target);
  return file ? std::optional(std::move(file->bytes)) : std::nullopt;
}

}  // namespace stridescope::gpu
