// A temporary folder, which is removed with its files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace stridescope::gpu {

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
