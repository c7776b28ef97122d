// Runs stridescope_adversarial from a sweep: natively, and in WebAssembly where that build exists.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/text.h"

namespace stridescope {

// The program and the driver that restarts it after a crash; changed, they have to run again.
inline constexpr const char* driver = "tests/adversarial/run.mjs";
inline constexpr const char* programs = "tests/adversarial/";
inline constexpr const char* in_node = "build/wasm/bin/stridescope_adversarial.cjs";

// True for a run that counts in tests/sweeps.json. The daily sweep of unchanged sources that have passed completely
// tries less.
inline bool is_whole() {
  const char* const sweep = std::getenv("STRIDESCOPE_SWEEP");
  return sweep != nullptr && std::string_view(sweep) == "whole";
}

// A run tries one program of this many in each sample.
inline int share() { return is_whole() ? 1 : 4; }

// A family of programs, with further words of a command line, and one program of how many is tried.
struct Sample {
  std::string family;
  int every = 1;
};

// The end of a program.
struct Ended {
  bool clean = false;
  std::string output;  // its end
};

// Runs a shell command, 10 minutes on the clock at most. The program itself bounds the time and memory of each act.
inline Ended run_limited(const std::string& command) {
  Ended out;
  std::FILE* const from = popen(cat("ulimit -c 0; timeout 600 ", command, " 2>&1").c_str(), "r");
  if (from == nullptr) return out;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, from)) {
    out.output.append(buffer, got);
    if (out.output.size() > 100'000) out.output.erase(0, out.output.size() - 4096);
  }
  const int status = pclose(from);
  out.clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (out.output.size() > 2000) out.output.erase(0, out.output.size() - 2000);
  return out;
}

inline std::string next_to_this(std::string_view name) {
  std::error_code none;
  return (std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / name).string();
}

// Checks that the driver ends clean for each sample.
inline void check_samples(const std::vector<Sample>& samples, const std::string& program) {
  REQUIRE(std::filesystem::exists(programs));
  for (const Sample& sample : samples) {
    const int every = sample.every * share();
    const Ended ended =
        run_limited(cat("node ", driver, " --every ", every, " --family ", sample.family, ' ', program));
    CAPTURE(sample.family);
    CAPTURE(ended.output);
    CHECK(ended.clean);
    CHECK(ended.output.find(": 0 crashes, 0 beyond ") != std::string::npos);
  }
}

// The same checks in WebAssembly.
inline void check_samples_in_node(const std::vector<Sample>& samples) {
  if (std::filesystem::exists(in_node)) return check_samples(samples, cat("--seconds 6 node ", in_node));
  // Only the sweep of the day may be without it: `./dev sweep` builds it.
  CHECK_MESSAGE(!is_whole(), in_node << " is missing: ./dev sweep extents");
  MESSAGE(in_node << " is missing, so nothing is tried in WebAssembly: ./dev build");
}

}  // namespace stridescope
