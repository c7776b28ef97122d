// Runs stored inputs through the targets without libFuzzer: stridescope_fuzz_replay FOLDER... A folder has the name of
// its target. Reports the number of inputs and the slowest; an input that crashes or fails is the last one named on
// stderr.
#include <dirent.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace {

using stridescope::fuzz::Target;

const Target* target_named(std::string_view name) {
  for (const Target* t = Target::first; t != nullptr; t = t->next) {
    if (t->name == name) return t;
  }
  return nullptr;
}

// Sorted paths; empty for a folder that does not exist. Not by std::filesystem, whose functions are compiled in the
// system's library: it passes string_view in another way than code with the page's ABI.
std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> out;
  DIR* const open = opendir(folder.c_str());
  if (open == nullptr) return out;
  while (const dirent* one = readdir(open)) {
    if (one->d_name[0] != '.') out.push_back(folder + "/" + one->d_name);
  }
  closedir(open);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  stridescope::fuzz::all_checks = true;
  std::size_t replayed = 0;
  double slowest_ms = 0;
  std::string slowest;
  for (int i = 1; i < argc; ++i) {
    const std::string folder = argv[i];
    const std::string name = folder.substr(folder.rfind('/') + 1);
    const Target* target = target_named(name);
    const std::vector<std::string> files = files_of(folder);
    if (target == nullptr || files.empty()) {
      std::fprintf(stderr, target == nullptr ? "no target %s\n" : "no inputs of %s\n", name.c_str());
      return 1;
    }
    for (const auto& file : files) {
      std::ifstream stream(file, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
      // exactly sized, so that a read beyond the end is detected
      const std::vector<char> exact(bytes.begin(), bytes.end());
      std::fprintf(stderr, "%s\n", file.c_str());
      const auto start = std::chrono::steady_clock::now();
      target->run({exact.data(), exact.size()});
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
      ++replayed;
      if (took.count() > slowest_ms) {
        slowest_ms = took.count();
        slowest = file;
      }
    }
  }
  std::printf("replayed %zu inputs, the slowest %s in %.1f ms\n", replayed, slowest.c_str(), slowest_ms);
  return replayed > 0 ? 0 : 1;
}
