// Tests of journals: a window's state survives any death of its process, and a living window's journal is not given to
// another.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "desktop/model/journal.h"
#include "tests/desktop/full_disk.h"

namespace stridescope::desktop {
namespace {

struct Home {
  std::string path;
  Home() {
    path = (std::filesystem::temp_directory_path() / "stridescope-journal-XXXXXX").string();
    REQUIRE(mkdtemp(path.data()) != nullptr);
  }
  ~Home() { std::filesystem::remove_all(path); }
  std::size_t journals() const {
    const std::filesystem::directory_iterator all(path + "/windows");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
};

KeptWindow window(const char* text, bool evaluating = false) { return {{{"", text, false, false}}, 0, evaluating}; }

// Runs in a separate process, which is killed without any cleanup.
void in_a_process_that_dies(const Home& home, const std::function<void(Journal&)>& act) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Journal journal(home.path);
    act(journal);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

}  // namespace

TEST_CASE("journal: all that a window has is kept, and the last of it counts") {
  const Home home;
  KeptWindow all;
  all.programs = {{"/a \"b\"\n/c.stride", "#: cute; A memory\nA = 4:1\n#draft \"x\"\n", false, false},
                  {"", "B = 1\n", true, false},
                  {"", "", false, true}};
  all.shown = 1;
  in_a_process_that_dies(home, [&](Journal& journal) {
    journal.write(window("A = 1\n"));
    journal.write(all);
  });
  Journal next(home.path);
  const auto left = next.adopt();
  REQUIRE(left.size() == 1);
  CHECK(left[0] == all);
}

TEST_CASE("journal: a living window's is nobody else's; a dead one's stays until another has written its own") {
  const Home home;
  Journal mine(home.path);
  mine.write(window("A = 1\n"));
  in_a_process_that_dies(home, [](Journal& journal) {
    if (!journal.adopt().empty()) _exit(1);
    journal.write(window("B = 2\n"));
  });
  // Killed before it has written the programs that it took over.
  in_a_process_that_dies(home, [](Journal& journal) {
    if (journal.adopt().size() != 1) _exit(1);
  });
  const auto left = mine.adopt();
  REQUIRE(left.size() == 1);
  CHECK(left[0].programs[0].document == "B = 2\n");
  CHECK(Journal(home.path).adopt().empty());  // another process is taking it over
  mine.write(window("A = 1\nB = 2\n"));
  CHECK(home.journals() == 1);
}

TEST_CASE("journal: the newest window comes first; one that was closed is left, too") {
  const Home home;
  in_a_process_that_dies(home, [](Journal& journal) { journal.write(window("A = 1\n")); });
  usleep(20'000);
  { Journal(home.path).write(window("B = 2\n")); }
  const auto left = Journal(home.path).adopt();
  REQUIRE(left.size() == 2);
  CHECK(left[0].programs[0].document == "B = 2\n");
  CHECK(left[1].programs[0].document == "A = 1\n");
}

TEST_CASE("journal: a program that was under evaluation when the process died is held, at each later start") {
  const Home home;
  in_a_process_that_dies(home, [](Journal& journal) { journal.write(window("A = 12\n", true)); });
  for (int start = 0; start < 3; ++start) {
    in_a_process_that_dies(home, [](Journal& journal) {
      const auto left = journal.adopt();
      if (left.size() != 1 || !left[0].programs[0].held || left[0].programs[0].document != "A = 12\n") _exit(1);
      journal.write({left[0].programs, 0, false});
    });
  }
  // A window that ends normally leaves no damage.
  { Journal(home.path).write(window("B = 1\n", true)); }
  const auto left = Journal(home.path).adopt();
  REQUIRE(left.size() == 2);
  CHECK_FALSE(left[0].programs[0].held);
  CHECK(left[1].programs[0].held);
}

TEST_CASE("journal: half a line is none, and a journal does not grow for ever") {
  const Home home;
  std::string path;
  in_a_process_that_dies(home, [](Journal& journal) { journal.write(window("A = 1\n")); });
  for (const auto& file : std::filesystem::directory_iterator(home.path + "/windows")) path = file.path().string();
  const std::string whole = *read_file(path);
  for (const char* torn : {"{", "{\"programs\":[{\"docu", "null\n", "{\"programs\":7}\n", "\n\n"}) {
    REQUIRE(write_file(path, whole + torn));
    const auto left = Journal(home.path).adopt();
    REQUIRE(left.size() == 1);
    CHECK(left[0] == window("A = 1\n"));
  }
  REQUIRE(write_file(path, "no journal"));
  Journal mine(home.path);
  CHECK(mine.adopt().empty());
  std::string large(300'000, 'x');
  for (int i = 0; i < 20; ++i) {
    large[0] = static_cast<char>('a' + i);
    mine.write(window(large.c_str()));
  }
  CHECK(home.journals() == 1);
  for (const auto& file : std::filesystem::directory_iterator(home.path + "/windows"))
    CHECK(file.file_size() < 2'000'000);
}

TEST_CASE("journal: programs of earlier versions, and a folder that cannot be written") {
  const Home home;
  REQUIRE(write_file(home.path + "/autosave.stride", "#: cute\nold = 1\n"));
  REQUIRE(write_file(home.path + "/drafts/7.stride", "#draft \"/f.stride\"\nA = 1\n"));
  Journal journal(home.path);
  auto left = journal.adopt();
  REQUIRE(left.size() == 2);
  if (left[0].programs[0].file.empty()) std::swap(left[0], left[1]);
  CHECK(left[0].programs[0] == KeptProgram{"/f.stride", "A = 1\n", false, false});
  CHECK(left[1].programs[0] == KeptProgram{"", "#: cute\nold = 1\n", false, false});
  for (const char* nowhere : {"", "/proc/none"}) {
    Journal none(nowhere);
    none.write(window("A\n"));
    CHECK(none.adopt().empty());
  }
}

TEST_CASE("journal: which programs somebody would miss") {
  const Home home;
  REQUIRE(write_file(home.path + "/f.stride", "A = 1\n"));
  const auto worth = [](const std::string& text, const std::string& file) {
    return worth_keeping({file, text, false, false}, "first\n");
  };
  CHECK_FALSE(worth(" \n", ""));
  CHECK_FALSE(worth("first\n", ""));
  CHECK(worth("other\n", ""));
  CHECK_FALSE(worth("A = 1\n", home.path + "/f.stride"));
  CHECK(worth("A = 2\n", home.path + "/f.stride"));
  CHECK(worth("A = 2\n", home.path + "/gone.stride"));
}

TEST_CASE("journal: what cannot be written is reported, and written when it can be") {
  const Home home;
  {
    // A file in place of its folder.
    REQUIRE(write_file(home.path + "/windows", "x"));
    Journal journal(home.path);
    CHECK(journal.adopt().empty());
    journal.write(window("A = 1"));
    CHECK_FALSE(journal.trouble.empty());
    std::filesystem::remove(home.path + "/windows");
    journal.write(window("A = 1"));
    CHECK(journal.trouble.empty());
  }
  Journal journal(home.path);
  CHECK(journal.adopt() == std::vector<KeptWindow>{window("A = 1")});
  {
    const FullDisk full(200);
    journal.write(window("B = 1"));
    CHECK(journal.trouble.empty());
    journal.write(window(std::string(500, 'B').c_str()));
    CHECK_FALSE(journal.trouble.empty());
  }
  journal.write(window("C = 1"));
  CHECK(journal.trouble.empty());
  REQUIRE(home.journals() == 1);
  const auto text = read_file(std::filesystem::directory_iterator(home.path + "/windows")->path().string());
  REQUIRE(text);
  CHECK(*text == Journal::print(window("B = 1")) + Journal::print(window("C = 1")));
}

TEST_CASE("journal: a pipe in the place of one is not waited for") {
  const Home home;
  for (const char* name : {"/windows", "/drafts"}) std::filesystem::create_directories(home.path + name);
  for (const char* name : {"/windows/7.journal", "/drafts/a.stride", "/autosave.stride"})
    REQUIRE(mkfifo((home.path + name).c_str(), 0600) == 0);
  Journal journal(home.path);
  CHECK(journal.adopt().empty());
  CHECK(std::filesystem::is_fifo(home.path + "/windows/7.journal"));
}

}  // namespace stridescope::desktop
