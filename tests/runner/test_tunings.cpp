// The file of measured candidates, as the command line and the window read it.
#include <doctest/doctest.h>

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
  keep_tuning("three");
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

}  // namespace stridescope::gpu
