// Two extents of 0, 1, -1, +-2^31 or +-2^62 in the example of each function and in each program of the gallery: a
// process an example, so that a crash is found with its program, natively and in WebAssembly. One at a time they are a
// part of `./dev test` (tests/adversarial). Samples of generated programs, larger than those of `./dev test`.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/functions/builtin.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// The program and the driver that restarts it behind a crash; changed, they have to run again.
constexpr const char* driver = "tests/adversarial/run.mjs";
constexpr const char* programs = "tests/adversarial/";
constexpr const char* in_node = "build/wasm/bin/stridescope_adversarial.cjs";

struct Ended {
  bool clean = false;
  std::string output;  // its end
};

// Runs a shell command, 10 minutes on the clock at most. The program itself bounds the time and memory of each act.
Ended run_limited(const std::string& command) {
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

std::string next_to_this(std::string_view name) {
  std::error_code none;
  return (std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / name).string();
}

}  // namespace

TEST_CASE("long: two extents in every example, a process an example") {
  const std::string program = next_to_this("stridescope_adversarial");
  REQUIRE_MESSAGE(std::filesystem::exists(program), program << " is missing: ./dev build");
  std::vector<std::string> names;
  for (const Builtin& builtin : builtins()) names.emplace_back(builtin.name);
  for (const GalleryEntry& entry : gallery()) names.push_back(cat(entry.group, '/', entry.id));
  for (const std::string& name : names) {
    const Ended ended = run_limited(cat("'", program, "' --family pairs --example '", name, "'"));
    CAPTURE(name);
    CAPTURE(ended.output);
    CHECK(ended.clean);
    CHECK(ended.output.ends_with("]}}\n"));  // the figures of all programs
  }
}

TEST_CASE("long: an extent in every program of the gallery") {
  const Ended ended = run_limited(cat("'", next_to_this("stridescope_adversarial"), "' --family gallery"));
  CAPTURE(ended.output);
  CHECK(ended.clean);
  CHECK(ended.output.ends_with("]}}\n"));
}

TEST_CASE("long: samples of generated programs") {
  for (const char* sample : {"grammar --every 30", "functions --every 60", "repeated --every 300"}) {
    const Ended ended =
        run_limited(cat("node ", driver, " --family ", sample, " '", next_to_this("stridescope_adversarial"), "'"));
    CAPTURE(sample);
    CAPTURE(ended.output);
    CHECK(ended.clean);
    CHECK(ended.output.find(": 0 crashes, 0 beyond ") != std::string::npos);
  }
}

TEST_CASE("long: extents and samples of generated programs, in WebAssembly") {
  REQUIRE(std::filesystem::exists(programs));
  if (!std::filesystem::exists(in_node)) {
    // Only the sweep of the day may be without it: `./dev sweep` builds it.
    const char* const sweep = std::getenv("STRIDESCOPE_SWEEP");
    CHECK_MESSAGE((sweep == nullptr || std::string_view(sweep) != "whole"),
                  in_node << " is missing: ./dev sweep extents");
    MESSAGE(in_node << " is missing, so nothing is tried in WebAssembly: ./dev build");
    return;
  }
  for (const char* sample : {"extents --brief 1", "gallery --brief 1", "pairs --brief 1", "grammar --every 120",
                             "functions --every 600", "repeated --every 2000"}) {
    const Ended ended = run_limited(cat("node ", driver, " --family ", sample, " --seconds 6 node ", in_node));
    CAPTURE(sample);
    CAPTURE(ended.output);
    CHECK(ended.clean);
    CHECK(ended.output.find(": 0 crashes, 0 beyond ") != std::string::npos);
  }
}

}  // namespace stridescope
