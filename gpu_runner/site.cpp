// Serves static files: a path is decoded once, and links and `..` are resolved; it is refused unless the result is
// below the site's folder.
#include "gpu_runner/site.h"

#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>

#include "core/base/hexadecimal.h"

namespace stridescope::gpu {
namespace {

struct Type {
  std::string_view extension;
  std::string_view type;
};
constexpr Type types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".wasm", "application/wasm"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
};

std::string_view type_of(std::string_view path) {
  for (const Type& t : types) {
    if (path.size() > t.extension.size() && path.substr(path.size() - t.extension.size()) == t.extension) return t.type;
  }
  return "application/octet-stream";
}

std::string real(const std::string& path) {
  char out[PATH_MAX];
  return realpath(path.c_str(), out) != nullptr ? std::string(out) : std::string();
}

bool is_folder(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    out.push_back(c);
  }
  return out;
}

std::string query_value(std::string_view target, std::string_view key) {
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return {};
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || pair.substr(0, equals) != key) continue;
    return percent_decoded(pair.substr(equals + 1)).value_or("");
  }
  return {};
}

std::optional<SiteFile> site_file(const std::string& root, std::string_view target) {
  if (root.empty()) return std::nullopt;
  const auto path = percent_decoded(target.substr(0, target.find_first_of("?#")));
  if (!path || path->empty() || path->front() != '/') return std::nullopt;
  std::string file = real(root + *path);
  if (!file.empty() && is_folder(file)) file = real(file + "/index.html");
  // Checked after links and `..` are resolved.
  if (file.size() <= root.size() + 1 || file.compare(0, root.size() + 1, root + '/') != 0) return std::nullopt;
  struct stat info;
  if (stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  if (info.st_size < 0 || static_cast<std::size_t>(info.st_size) > max_site_file) return std::nullopt;
  std::FILE* opened = std::fopen(file.c_str(), "rb");
  if (opened == nullptr) return std::nullopt;
  SiteFile out;
  out.bytes.resize(static_cast<std::size_t>(info.st_size));
  out.bytes.resize(std::fread(out.bytes.data(), 1, out.bytes.size(), opened));
  std::fclose(opened);
  out.type = type_of(file);
  out.immutable = file.compare(root.size(), 8, "/assets/") == 0;
  return out;
}

std::string site_root(const std::string& folder) {
  const std::string out = real(folder);
  return !out.empty() && access((out + "/index.html").c_str(), R_OK) == 0 ? out : std::string();
}

std::string find_site() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0) return {};
  std::string folder(path, static_cast<std::size_t>(n));
  folder.resize(folder.find_last_of('/'));
  for (const char* where : {"/../../web", "/../share/stridescope/web", "/web"}) {
    std::string root = site_root(folder + where);
    if (!root.empty()) return root;
  }
  return {};
}

}  // namespace stridescope::gpu
