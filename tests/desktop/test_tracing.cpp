// Programs that are traced beside the window, by a tracer that gives traces which are kept: what it prints, its end,
// and a file at each save of which it is traced again.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "desktop/model/tracing.h"
#include "tests/environment.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;

struct Place {
  std::string path = (fs::temp_directory_path() / "stridescope-tracing-XXXXXX").string();
  Place() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Place() { fs::remove_all(path); }
};

struct Traced {
  Place place;
  Tracing tracing{[] {}};
  std::vector<std::string> opened;
  TraceSettings what;

  Traced() {
    tracing.use({environment("SOURCE") + "/tests/desktop/fake_tracer.sh"});
    tracing.opened = [this](const std::string& file, bool again) { opened.push_back((again ? "again " : "") + file); };
    what.folder = place.path;
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(place.path + "/" + name) << text; }
  std::string file() const { return place.path + "/kernel.trace"; }
  template <class Good>
  bool until(Good good) {
    for (int i = 0; i < 4000; ++i) {
      tracing.watch(what);
      tracing.update();
      if (good()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  bool said(const std::string& text) const {
    for (const std::string& line : tracing.said) {
      if (line.find(text) != std::string::npos) return true;
    }
    return false;
  }
};

TEST_CASE("tracing: the program runs in its folder, what it prints is shown, and its trace is opened") {
  Traced t;
  t.what.command = "copy 'transpose.trace'";
  t.what.kernel = "a b";
  t.what.launch = 2;
  t.what.blocks = "all";
  t.tracing.trace(t.what, "zh");
  REQUIRE(t.until([&] { return !t.tracing.running; }));
  CHECK(t.opened == std::vector<std::string>{t.file()});
  CHECK(t.tracing.trouble.empty());
  CHECK(t.said("in " + fs::canonical(t.place.path).string() + ", zh: copy transpose.trace"));
  CHECK(t.said("--kernel a b"));
  CHECK(t.said("--launch 2"));
  CHECK(t.said("--blocks all"));
  CHECK(fs::file_size(t.file()) > 100);
}

TEST_CASE("tracing: where no trace is made the file stays as it was, and what was said tells why") {
  Traced t;
  t.write("kernel.trace", "before");
  t.what.command = "fails";
  t.tracing.trace(t.what, "en");
  REQUIRE(t.until([&] { return !t.tracing.running; }));
  CHECK(english(t.tracing.trouble).find("no trace was made: the tracer ended with exit 1") == 0);
  CHECK(t.said("libsanitizer-public.so is not there"));
  CHECK(t.opened.empty());
  CHECK(fs::file_size(t.file()) == 6);
  CHECK(std::distance(fs::directory_iterator(t.place.path), fs::directory_iterator()) == 1);
  for (const auto& [command, folder, why] :
       {std::tuple("", t.place.path, "no program"), {"x", "/nowhere", "no folder"}}) {
    t.what.command = command;
    t.what.folder = folder;
    t.tracing.trace(t.what, "en");
    REQUIRE(t.until([&] { return !t.tracing.running; }));
    CHECK(english(t.tracing.trouble).find(why) != std::string::npos);
  }
  t.what = {};
  t.what.command = "x";
  t.tracing.use({"/nowhere/stridescope"});
  t.tracing.trace(t.what, "en");
  REQUIRE(t.until([&] { return !t.tracing.running; }));
  CHECK(english(t.tracing.trouble).find("no trace was made") == 0);
}

TEST_CASE("tracing: cancelled, nothing that it started lives on") {
  Traced t;
  t.what.command = "waits";
  t.tracing.trace(t.what, "en");
  REQUIRE(t.until([&] { return t.said("child "); }));
  const pid_t child = std::atoi(t.tracing.said.back().substr(6).c_str());
  REQUIRE(child > 1);
  CHECK(kill(child, 0) == 0);
  t.tracing.cancel();
  CHECK_FALSE(t.tracing.running);
  CHECK(t.until([&] {
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    std::string number, name, state;
    return !(status >> number >> name >> state) || state == "Z";
  }));
  CHECK(t.opened.empty());
}

TEST_CASE("tracing: each save of the watched file traces again, a save while it runs too") {
  Traced t;
  t.write("watched", "transpose.trace\n");
  t.what.command = "like watched";
  t.what.watched = "watched";
  t.what.again = true;
  t.write("watched", "transpose.trace\n\ntranspose.trace\n");
  t.tracing.watch(t.what);
  t.tracing.trace(t.what, "en");
  REQUIRE(t.until([&] { return t.opened.size() == 1; }));
  t.write("watched", "triton_transpose.trace\n");
  REQUIRE(t.until([&] { return t.opened.size() == 2; }));
  CHECK(t.opened[1] == "again " + t.file());
  CHECK(fs::file_size(t.file()) == fs::file_size(environment("SOURCE") + "/tests/traces/triton_transpose.trace"));
  // Nothing is traced where nothing was saved, or nobody asked for it.
  const auto later = std::chrono::steady_clock::now() + std::chrono::milliseconds(900);
  CHECK(t.until([&] { return std::chrono::steady_clock::now() > later; }));
  CHECK(t.opened.size() == 2);
  t.what.again = false;
  t.write("watched", "torch.trace\n");
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(900);
  CHECK(t.until([&] { return std::chrono::steady_clock::now() > end; }));
  CHECK(t.opened.size() == 2);
}

TEST_CASE("tracing: of a source its own file is watched, and the settings are kept") {
  TraceSettings what;
  what.folder = "/a";
  what.command = "kernel.cu --grid 1 --block 32";
  CHECK(watched_file(what) == "/a/kernel.cu");
  what.watched = "b.cuh";
  CHECK(watched_file(what) == "/a/b.cuh");
  what.watched.clear();
  what.command = "./kernel";
  CHECK(watched_file(what).empty());
  Settings settings;
  settings.trace = {"./a 'b c'", "/d", "e.*", 3, "all", "f.trace", true, "g.cu"};
  const Settings read = read_settings(print_settings(settings));
  CHECK(print_settings(read) == print_settings(settings));
  CHECK(read.trace.command == "./a 'b c'");
  CHECK(read.trace.launch == 3);
  CHECK(read.trace.again);
}

}  // namespace
}  // namespace stridescope::desktop
