// Drafts: each process has its own, a dead one's is found, and what was under evaluation when it died comes back as
// such.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "desktop/model/drafts.h"

namespace stridescope::desktop {
namespace {

struct Home {
  std::string path;
  Home() {
    path = (std::filesystem::temp_directory_path() / "stridescope-drafts-XXXXXX").string();
    REQUIRE(mkdtemp(path.data()) != nullptr);
  }
  ~Home() { std::filesystem::remove_all(path); }
};

Document program(const char* text) { return {text, IntegerMode::teaching, {}}; }

void write(const Drafts& drafts, const char* text, const char* file = "") {
  REQUIRE(write_file(drafts.path(), print_draft(file, program(text))));
}

// In a process of its own, which is killed before anything is put in order.
void in_a_process_that_dies(const Home& home, const std::function<void(Drafts&)>& act) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Drafts drafts(home.path);
    act(drafts);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

}  // namespace

TEST_CASE("drafts: text, file, views and mode are kept") {
  Document document = {"A = 4:1\n#draft \"x\"\n", IntegerMode::cute, {}};
  document.choices["A"] = {"memory", "", "", {}, true};
  const Draft read = read_draft(print_draft("/a \"b\"\n/c.stride", document));
  CHECK(read.file == "/a \"b\"\n/c.stride");
  CHECK(read.document.program == document.program);
  CHECK(read.document.mode == IntegerMode::cute);
  CHECK(read.document.choices == document.choices);
  // One of before, or one that was written by hand.
  CHECK(read_draft("B = 1\n").document.program == "B = 1\n");
  CHECK(read_draft("#draft 7\nB = 1\n").document.program == "B = 1\n");
  CHECK(read_draft("").document.program.empty());
}

TEST_CASE("drafts: a process's own is nobody else's while it lives, and is left when it ends") {
  const Home home;
  Drafts mine(home.path);
  mine.begin();
  write(mine, "A = 1\n");
  {
    Drafts other(home.path);
    CHECK(other.left().empty());
    other.begin();
    CHECK(other.path() != mine.path());
    write(other, "B = 2\n");
    CHECK(mine.left().empty());
  }
  const auto left = mine.left();
  REQUIRE(left.size() == 1);
  CHECK(left[0].document.program == "B = 2\n");
  CHECK_FALSE(left[0].unproven);
  // Two take it: one has it.
  Drafts first(home.path);
  Drafts second(home.path);
  CHECK(first.take(left[0].name));
  CHECK_FALSE(second.take(left[0].name));
  CHECK(second.left().empty());
  // What is held is not discarded by another one.
  second.discard(left[0].name);
  CHECK(std::filesystem::exists(first.path()));
}

TEST_CASE("drafts: what was under evaluation when the process died is unproven, at each later start") {
  const Home home;
  in_a_process_that_dies(home, [](Drafts& drafts) {
    drafts.begin();
    (void)write_file(drafts.path(), print_draft("/tmp/f.stride", program("A = 1\n")));
    drafts.about_to_evaluate(program("A = 12\n"));  // typed within the last half second
  });
  for (int start = 0; start < 3; ++start) {
    in_a_process_that_dies(home, [](Drafts& drafts) {
      const auto left = drafts.left();
      if (left.size() != 1) _exit(1);
      const auto draft = drafts.take(left[0].name);
      const bool good = draft && draft->unproven && draft->document.program == "A = 12\n" &&
                        draft->file == "/tmp/f.stride" && drafts.evaluating();
      if (!good) _exit(2);
      (void)write_file(drafts.path(), print_draft(draft->file, draft->document));
    });
  }
  // Held and closed, it is as unproven as before.
  {
    Drafts drafts(home.path);
    REQUIRE(drafts.take(drafts.left()[0].name));
    drafts.held = true;
  }
  {
    Drafts drafts(home.path);
    REQUIRE(drafts.left().size() == 1);
    CHECK(drafts.left()[0].unproven);
    // Evaluated without harm, it is proven.
    REQUIRE(drafts.take(drafts.left()[0].name));
    drafts.about_to_evaluate(program("A = 12\n"));
    drafts.proven();
  }
  Drafts drafts(home.path);
  REQUIRE(drafts.left().size() == 1);
  CHECK_FALSE(drafts.left()[0].unproven);
}

TEST_CASE("drafts: what was typed after the evaluation began is not lost either") {
  const Home home;
  in_a_process_that_dies(home, [](Drafts& drafts) {
    drafts.begin();
    drafts.about_to_evaluate(program("A = 1\n"));
    usleep(20'000);
    (void)write_file(drafts.path(), print_draft("", program("A = 1\nB = 2\n")));
  });
  const auto left = Drafts(home.path).left();
  REQUIRE(left.size() == 1);
  CHECK(left[0].unproven);
  CHECK(left[0].document.program == "A = 1\nB = 2\n");
}

TEST_CASE("drafts: which are worth to be kept, the one of before, and a folder that cannot be written") {
  const Home home;
  REQUIRE(write_file(home.path + "/autosave.stride", "#: cute\nold = 1\n"));
  REQUIRE(write_file(home.path + "/f.stride", "A = 1\n"));
  const Drafts drafts(home.path);
  REQUIRE(drafts.left().size() == 1);
  CHECK(drafts.left()[0].document.program == "old = 1\n");
  CHECK(drafts.left()[0].document.mode == IntegerMode::cute);
  drafts.discard(drafts.left()[0].name);
  CHECK(drafts.left().empty());
  const auto worth = [&](const char* text, const std::string& file) {
    Draft draft;
    draft.file = file;
    draft.document = program(text);
    return worth_keeping(draft, "first\n");
  };
  CHECK_FALSE(worth(" \n", ""));
  CHECK_FALSE(worth("first\n", ""));
  CHECK(worth("other\n", ""));
  CHECK_FALSE(worth("A = 1\n", home.path + "/f.stride"));
  CHECK(worth("A = 2\n", home.path + "/f.stride"));
  CHECK(worth("A = 2\n", home.path + "/gone.stride"));
  for (const char* nowhere : {"", "/proc/none"}) {
    Drafts none(nowhere);
    none.begin();
    none.about_to_evaluate(program("A\n"));
    none.proven();
    CHECK(none.left().empty());
    CHECK(none.path().empty());
    CHECK_FALSE(none.take("1"));
  }
}

}  // namespace stridescope::desktop
