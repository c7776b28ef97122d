// The stored runs of all windows: appended, removed, and unreadable files.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/text.h"
#include "core/runs/run_table.h"
#include "desktop/model/files.h"
#include "desktop/model/run_file.h"
#include "tests/desktop/full_disk.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;

struct RunFolder {
  std::string path = (fs::temp_directory_path() / cat("stridescope-runs-", getpid())).string();
  RunFolder() { fs::remove_all(path); }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder() { fs::remove_all(path); }
};

std::string line_of(const std::string& id) {
  KeptRun run;
  run.id = id;
  run.program = "K = 1";
  return kept_line(run) + "\n";
}

std::string content(const std::string& path) {
  const auto text = read_file(path, 8 * max_kept_bytes);
  return text ? *text : "none";
}

}  // namespace

TEST_CASE("run file: what one window appends, the next one reads; one is forgotten") {
  const RunFolder folder;
  CHECK(load_runs(folder.path).lines.empty());
  REQUIRE(append_runs(folder.path, line_of("a") + line_of("b")));
  REQUIRE(append_runs(folder.path, line_of("c")));
  LoadedRuns loaded = load_runs(folder.path);
  CHECK(loaded.why.empty());
  CHECK(loaded.lines == line_of("a") + line_of("b") + line_of("c"));
  REQUIRE(forget_run(folder.path, "b"));
  CHECK(load_runs(folder.path).lines == line_of("a") + line_of("c"));
}

TEST_CASE("run file: one that cannot be read whole is refused with a sentence, and nothing of it is lost") {
  const RunFolder folder;
  const std::string hostile[] = {"garbage\n" + line_of("a"), line_of("a") + "{\"kept_run\":\"99\"}\n",
                                 line_of("a") + std::string(1, '\0') + "\xff\n",
                                 std::string(4 * max_kept_bytes + 1, 'x')};
  int count = 0;
  for (const std::string& text : hostile) {
    ++count;
    REQUIRE(write_file(folder.path + "/runs.jsonl", text));
    const LoadedRuns loaded = load_runs(folder.path);
    const std::string aside = cat(folder.path, "/runs-unread-", count, ".jsonl");
    CHECK(english(loaded.why).find(aside) != std::string::npos);
    CHECK(content(aside) == text);
    CHECK(loaded.lines == (text.find("\"id\":\"a\"") != std::string::npos ? line_of("a") : ""));
    // The next time no message appears, and new runs are stored.
    REQUIRE(append_runs(folder.path, line_of("n")));
    CHECK(load_runs(folder.path).why.empty());
    CHECK(load_runs(folder.path).lines == loaded.lines + line_of("n"));
  }
}

TEST_CASE("run file: a run that was kept twice is there once, as it was last") {
  const RunFolder folder;
  KeptRun run;
  run.id = "a";
  run.program = "K = 1";
  const std::string first = kept_line(run) + "\n";
  run.gb_per_s = 2;
  const std::string second = kept_line(run) + "\n";
  REQUIRE(append_runs(folder.path, first + line_of("b") + second));
  CHECK(load_runs(folder.path).lines == second + line_of("b"));
  CHECK(content(folder.path + "/runs.jsonl") == second + line_of("b"));
}

TEST_CASE("run file: a pipe in its place, or in its lock's, is not waited for") {
  const RunFolder folder;
  fs::create_directories(folder.path);
  REQUIRE(mkfifo((folder.path + "/runs.lock").c_str(), 0600) == 0);
  REQUIRE(mkfifo((folder.path + "/runs.jsonl").c_str(), 0600) == 0);
  CHECK_FALSE(append_runs(folder.path, line_of("a")));
  CHECK(english(load_runs(folder.path).why).find("is not a regular file") != std::string::npos);
  CHECK(append_runs(folder.path, line_of("a")));
  CHECK(load_runs(folder.path).lines == line_of("a"));
}

TEST_CASE("run file: a full disk leaves no part of a line") {
  const RunFolder folder;
  REQUIRE(append_runs(folder.path, line_of("a")));
  {
    const FullDisk full(line_of("a").size() + 20);
    CHECK_FALSE(append_runs(folder.path, line_of("b")));
  }
  CHECK(load_runs(folder.path).lines == line_of("a"));
  CHECK(append_runs(folder.path, line_of("b")));
  CHECK(load_runs(folder.path).lines == line_of("a") + line_of("b"));
}

}  // namespace stridescope::desktop
