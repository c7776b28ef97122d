// A temporary folder, which is removed with its files, and the content of a file.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace stridescope::gpu {

// Empty if the file cannot be read.
inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct TemporaryFolder {
  std::string path;  // empty: creating it failed
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "stridescope-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path = name;
  }
  // The path of a new file with this text; empty: it cannot be written.
  std::string write(const char* name, std::string_view text) const {
    const std::string file = path + "/" + name;
    if (path.empty()) return {};
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return out ? file : std::string();
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code none;
    if (!path.empty()) std::filesystem::remove_all(path, none);
  }
};

}  // namespace stridescope::gpu
