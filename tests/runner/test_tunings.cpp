// The file of measured candidates, as the command line and the window read it.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gpu_runner/tuning_run.h"

namespace stridescope::gpu {
namespace {

// A temporary folder for the state of this user.
class State {
 public:
  State() {
    folder_ = (std::filesystem::temp_directory_path() / "stridescope-tunings-XXXXXX").string();
    REQUIRE(mkdtemp(folder_.data()) != nullptr);
    if (const char* before = std::getenv("XDG_STATE_HOME")) before_ = before;
    setenv("XDG_STATE_HOME", folder_.c_str(), 1);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    before_.empty() ? unsetenv("XDG_STATE_HOME") : setenv("XDG_STATE_HOME", before_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  std::string path() const { return folder_ + "/stridescope/tuned.jsonl"; }
  void write(const std::string& text) const {
    std::filesystem::create_directories(folder_ + "/stridescope");
    std::ofstream(folder_ + "/stridescope/tuned.jsonl", std::ios::binary) << text;
  }

 private:
  std::string folder_, before_;
};

}  // namespace

TEST_CASE("of a long file of measured candidates the last whole lines are read") {
  const State state;
  CHECK(read_tunings().empty());
  state.write("one\ntwo\n");
  CHECK(read_tunings() == "one\ntwo\n");
  CHECK(keep_tuning("three"));
  CHECK(read_tunings() == "one\ntwo\nthree\n");
  // A line that fits exactly is read completely, after any other line.
  const std::string lines = std::string(max_tuned_bytes - 5, 'x') + "\nlast";
  state.write(lines);
  CHECK(read_tunings() == lines);
  state.write("before\nthem\n" + lines);
  CHECK(read_tunings() == lines);
  // The end of a line alone is not a line.
  state.write("first" + lines + "\n");
  CHECK(read_tunings() == "last\n");
  state.write(std::string(max_tuned_bytes + 1, 'x'));
  CHECK(read_tunings().empty());
}

TEST_CASE("a measured candidate that the disk does not take is reported") {
  const State state;
  state.write("one\n");
  const std::string path = state.path();
  std::filesystem::remove(path);
  std::filesystem::create_symlink("/dev/full", path);
  const auto full = keep_tuning("two");
  REQUIRE_FALSE(full);
  CHECK(english(full.error().message) == "cannot write " + path + ": No space left on device");
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  const auto folder = keep_tuning("two");
  REQUIRE_FALSE(folder);
  CHECK(english(folder.error().message).find("Is a directory") != std::string::npos);
  // A limit on the size of files takes a part of a line: the part is taken back.
  std::filesystem::remove(path);
  state.write("one\n");
  struct rlimit unlimited = {};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &unlimited) == 0);
  struct rlimit small = unlimited;
  small.rlim_cur = 8;
  auto* const before = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const auto part = keep_tuning("a line that is longer than the limit");
  setrlimit(RLIMIT_FSIZE, &unlimited);
  std::signal(SIGXFSZ, before);
  CHECK_FALSE(part);
  CHECK(read_tunings() == "one\n");
}

}  // namespace stridescope::gpu
