// A temporary folder for the output of a traced program; removed when the trace is made.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace stridescope::gpu {

struct SpoolFolder {
  std::string path;  // empty: creating it failed
  SpoolFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "stridescope-trace-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path = name;
  }
  SpoolFolder(const SpoolFolder&) = delete;
  SpoolFolder& operator=(const SpoolFolder&) = delete;
  ~SpoolFolder() {
    std::error_code none;
    if (!path.empty()) std::filesystem::remove_all(path, none);
  }
};

}  // namespace stridescope::gpu
