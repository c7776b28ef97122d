// The model of the desktop: the session with its worker, files, settings, links, runs with a real
// child, kernel texts. Without a window.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/forms/problem_size.h"
#include "core/runs/kept_run.h"
#include "core/runs/measurements.h"
#include "desktop/model/files.h"
#include "desktop/model/machine_run.h"
#include "desktop/model/runs.h"
#include "desktop/model/session.h"
#include "tests/desktop/settle.h"
#include "tests/environment.h"

namespace stridescope::desktop {
namespace {

std::string folder() {
  static const std::string path = [] {
    std::string name = (std::filesystem::temp_directory_path() / "stridescope-desktop-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    return name;
  }();
  return path;
}

}  // namespace

TEST_CASE("session: a program becomes cards with pictures; a wrong line keeps its old card, dimmed") {
  Session session({});
  session.open("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n", IntegerMode::teaching, {});
  settle(session);
  REQUIRE(session.cards.size() == 3);
  CHECK(session.cards[2].binding.text == "((2,2),3):((24,2),8)");
  REQUIRE(session.cards[2].picture);
  CHECK(session.cards[2].picture->drawn);
  CHECK(session.cards[2].picture->scene.rows == 4);
  CHECK(session.cards[2].binding.line == 3);
  session.text.replace({4, 15}, "(6,2):(8,2");
  settle(session);
  REQUIRE(session.card("A") != nullptr);
  CHECK(session.card("A")->stale);
  CHECK_FALSE(session.card("B")->stale);
  CHECK(!session.snapshot->diagnostics.empty());
  session.text.undo();
  settle(session);
  CHECK_FALSE(session.card("A")->stale);
}

TEST_CASE("session: two cards that are taken one after the other are compared by a line of the program") {
  Session session({});
  session.open("A = (6,2):(8,2)\nB = (4,3):(3,1)\n", IntegerMode::teaching, {});
  settle(session);
  session.compare(*session.card("A"));
  settle(session);
  CHECK(session.card("A")->taken);
  CHECK(session.text.text().find("compare") == std::string::npos);
  session.compare(*session.card("B"));
  settle(session);
  CHECK_FALSE(session.card("A")->taken);
  CHECK_FALSE(session.card("B")->taken);
  CHECK(session.text.text().find("compare(A, B)") != std::string::npos);
  REQUIRE(session.cards.size() == 3);
  CHECK(session.cards[2].place == app::Place::stage);
}

TEST_CASE("session: another program has no last values of the one before") {
  Session session({});
  session.open("A = 4:1\nB = 5:1\n", IntegerMode::teaching, {});
  settle(session);
  session.open("A = (4:1\nC = 1\n", IntegerMode::teaching, {});
  settle(session);
  CHECK(session.card("A") == nullptr);
  CHECK(session.card("B") == nullptr);
  CHECK(session.card("C") != nullptr);
  // Even if the previous evaluation ends after the new program was opened, whether it was running or new.
  for (int wait = 0; wait < 8; ++wait) {
    session.open("A = 7:1\nB = 5:1\n", IntegerMode::teaching, {});
    session.update();
    std::this_thread::sleep_for(std::chrono::microseconds(wait * 200));
    session.open("A = (4:1\nC = 1\n", IntegerMode::teaching, {});
    settle(session);
    CHECK(session.card("A") == nullptr);
  }
  // An edit of the same program keeps them.
  session.text.set("A = (4:1\nC = (1\n");
  settle(session);
  REQUIRE(session.card("C") != nullptr);
  CHECK(session.card("C")->stale);
}

TEST_CASE("session: a program that is held is text alone, until it is edited or evaluated") {
  Session session({});
  int evaluations = 0;
  session.before_evaluation = [&] { ++evaluations; };
  session.open("A = 4:1\n", IntegerMode::teaching, {});
  settle(session);
  const int before = evaluations;
  session.open("B = 5:1\n", IntegerMode::teaching, {}, true);
  settle(session);
  CHECK(session.held());
  CHECK(session.cards.empty());
  CHECK_FALSE(session.snapshot);
  CHECK(evaluations == before);
  // A switch of the integer mode does not evaluate it either.
  session.set_mode(IntegerMode::cute);
  settle(session);
  CHECK(session.held());
  CHECK(session.cards.empty());
  session.evaluate_held();
  settle(session);
  CHECK_FALSE(session.held());
  CHECK(session.card("B") != nullptr);
  // A pending run does not count as the held one.
  session.text.set("C = 6:1\n");
  session.update();
  session.open("D = 7:1\n", IntegerMode::cute, {}, true);
  settle(session);
  CHECK(session.cards.empty());
  session.text.insert("E = 1\n");
  settle(session);
  CHECK_FALSE(session.held());
  CHECK(session.card("D") != nullptr);
}

TEST_CASE("session: the newest edit wins, and no answer about an older program is shown") {
  Session session({});
  for (int i = 2; i < 60; ++i) {
    session.text.set("A = (1024,1024):(1,1024)\nB = " + std::to_string(i) + ":1\n");
    session.update();
  }
  settle(session);
  CHECK(session.card("B")->binding.text == "59:1");
  CHECK(session.snapshot->program == session.text.text());
}

TEST_CASE("session: looking at a cell lights what it comes from; a pin follows the value through edits") {
  Session session({});
  session.open("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n", IntegerMode::teaching, {});
  settle(session);
  session.hover(*session.card("R"), 6);
  settle(session);
  REQUIRE(session.inspection);
  CHECK(english(session.inspection->sentence).find("A(") != std::string::npos);
  CHECK(session.inspection->lit.size() == 3);
  session.leave();
  CHECK_FALSE(session.inspection);
  session.toggle(*session.card("R"), 6);
  settle(session);
  CHECK(session.pinned);
  session.leave();
  CHECK(session.inspection);
  session.text.append("C = 4:1");
  settle(session);
  REQUIRE(session.inspection);
  CHECK(session.inspection->cell == 6);
  session.toggle(*session.card("R"), 6);
  CHECK_FALSE(session.inspection);
}

TEST_CASE("session: views, verdicts, derivations, analyses and excerpts are asked for and arrive") {
  Session session({});
  session.open("A = (1024,1024):(1024,1)\nR = composition(8:2, 4:1)\n", IntegerMode::teaching, {});
  settle(session);
  Card* big = session.card("A");
  REQUIRE(big->picture);
  CHECK_FALSE(big->picture->drawn);
  CHECK(big->picture->scene.colors.size() == 1024 * 1024);
  std::string label;
  session.excerpt(*big, {3, 2, 5, 2, {3}, {5}},
                  [&](const Result<Excerpt>& e) { label = e ? e->part.labels[0] : "none"; });
  settle(session);
  CHECK(label == std::to_string(3 * 1024 + 5));
  Card* r = session.card("R");
  session.set_element_type("half_t");
  for (const app::SectionKind kind :
       {app::SectionKind::verdict, app::SectionKind::derivation, app::SectionKind::analysis})
    session.unfold(*r, kind, true);
  session.choose(*r, "kind=memory");
  settle(session);
  r = session.card("R");
  const auto* verdicts = r->answer<std::vector<app::VerdictLine>>(app::SectionKind::verdict);
  REQUIRE(verdicts != nullptr);
  CHECK(verdicts->front().status == LawStatus::satisfied);
  CHECK(r->answer<Step>(app::SectionKind::derivation) != nullptr);
  CHECK(!r->answer<Analysis>(app::SectionKind::analysis)->sections.empty());
  CHECK(name_of(r->picture->view.picture) == "memory");
}

TEST_CASE("session: sketches and atoms leave the program alone; fresh names are fresh") {
  Session session({});
  session.open("mma = 1\nmma2 = 2\n", IntegerMode::teaching, {});
  settle(session);
  CHECK(session.fresh_name("mma") == "mma3");
  CHECK(session.fresh_name("mm") == "mm");
  std::string printed;
  session.sketch(1, "SM80_16x8x16_F32F16F16F32_TN", "kind=threads", [&](const Sketch& s) {
    printed = s.picture && s.picture->drawn ? s.report.bindings.back().kind : "no picture";
  });
  settle(session);
  CHECK(printed.find("MMA") != std::string::npos);
  CHECK(session.snapshot->program == "mma = 1\nmma2 = 2\n");
}

TEST_CASE("choices are words that survive, and keys of cards outlive edits") {
  ViewChoice choice = {"grid", "coord", "mode", {0, 3}, true};
  CHECK(read_choice(print_choice(choice)) == choice);
  CHECK(read_choice("nonsense kind= slice=a,-7,99999999999999999999999").kind.empty());
}

TEST_CASE("documents and links keep program, mode and views") {
  Document document = {"A = 4:1\n", IntegerMode::cute, {}};
  document.choices["A"] = {"memory", "", "index", {}, true};
  document.choices["#0"] = {"grid", "", "", {}, false};
  const Document file = read_document(print_document(document));
  CHECK(file.program == document.program);
  CHECK(file.mode == document.mode);
  CHECK(file.choices == document.choices);
  const auto made = make_link(document);
  REQUIRE(made);
  const std::string& link = *made;
  CHECK(looks_like_link("http://127.0.0.1:8080/" + link));
  const auto opened = open_link("http://127.0.0.1:8080/" + link + "\n");
  REQUIRE(opened);
  CHECK(opened->program == document.program);
  CHECK(opened->mode == document.mode);
  CHECK(opened->choices == document.choices);
  CHECK_FALSE(open_link("#z=!!!"));
  CHECK_FALSE(looks_like_link("# a comment: #z=4"));
  document.program = std::string(700'000, 'x');
  CHECK_FALSE(make_link(document));
}

TEST_CASE("a file is written whole or not at all") {
  const std::string path = folder() + "/deep/er/program.stride";
  REQUIRE(write_file(path, "A = 1\n"));
  CHECK(*read_file(path) == "A = 1\n");
  CHECK_FALSE(write_file(folder(), "x"));
  CHECK_FALSE(write_file("/proc/none/x", "x"));
  CHECK_FALSE(read_file(folder() + "/none"));
  CHECK_FALSE(read_file(folder()));
  for (const auto& entry : std::filesystem::directory_iterator(folder() + "/deep/er")) CHECK(entry.path() == path);
}

TEST_CASE("settings survive, and nonsense in their file is passed over") {
  Settings s;
  s.dark = true;
  s.editor_width = 512;
  s.runner = "ssh host stridescope-runner";
  for (int i = 0; i < 30; ++i) note_recent(s, "/tmp/" + std::to_string(i % 20));
  CHECK(s.recent.size() == max_recent);
  CHECK(s.recent[0] == "/tmp/9");
  const Settings back = read_settings(print_settings(s));
  CHECK(back.dark);
  CHECK(back.editor_width == 512);
  CHECK(back.runner == s.runner);
  CHECK(back.recent == s.recent);
  const Settings none =
      read_settings("{\"dark\": 7, \"editor_width\": -1e300, \"recent\": [1, {}], \"width\": \"wide\"}");
  CHECK_FALSE(none.dark);
  CHECK(none.editor_width >= 240);
  CHECK(none.recent.empty());
  CHECK(read_settings("").place.width == 0);
  // A window of no size was never open; a zoom stays readable.
  CHECK(read_settings(R"x({"width": 900, "height": 10})x").place.width == 0);
  CHECK(read_settings(R"x({"zoom": 1e9})x").zoom == most_zoom);
}

TEST_CASE("settings of any content are read; no field ends the program") {
  const Settings none = read_settings(
      R"x({"dark": "yes", "editor_width": 1e400, "dock_height": "x", "scale": [], "width": 18446744073709551615,
           "height": 1.5, "runner": 7, "file": null, "recent": {"a": 1}, "folder": ["b"], "dock": -9e99})x");
  CHECK(none.place.width == 0);
  CHECK(none.place.height == 0);
  CHECK(none.recent.empty());
  CHECK(none.runner.empty());
  const char* odd[] = {"7", "\"x\"", "null", "[]", "{}", "-1", "1e300", "18446744073709551615", "true", "[[[]]]"};
  for (const char* value : odd) {
    for (const char* key : {"dark", "dock", "editor_width", "scale", "width", "runner", "file", "recent"})
      (void)read_settings("{\"" + std::string(key) + "\": " + value + "}");
  }
}

TEST_CASE("settings: a member that is not taken as it is, is named with its value") {
  const auto refused = [](const std::string& text) {
    std::string out;
    (void)read_settings(text, &out);
    return out;
  };
  CHECK(refused(print_settings({})).empty());
  Settings usual;
  usual.scale = 1.25F;
  usual.editor_width = 333.333F;
  usual.place = {-10, 20, 900, 700, true};
  usual.language = "zh";
  CHECK(refused(print_settings(usual)).empty());
  CHECK(refused(R"x({"scale": 0.01, "dark": true, "zoom": "wide"})x") == "scale = 0.01, zoom = \"wide\"");
  CHECK(refused(R"x({"language": "tlh", "x": -2147483648, "width": 900, "height": 700})x").find("x = -2147483648") !=
        std::string::npos);
  CHECK(refused("{") == "\"{\"");
  CHECK(refused("[1]") == "\"[1]\"");
  CHECK(refused("") == "\"\"");
  CHECK(refused(R"x({"x": -1e300})x") == "x = -1e300");
  CHECK(refused("{\"runner\": [\"" + std::string(20'000, 'x') + "\"]}").size() < 80);
  CHECK(read_settings(R"x({"scale": 0.01})x").scale == 0);
  CHECK(read_settings(R"x({"scale": 9})x").scale == most_scale);
}

TEST_CASE("files: a pipe or a device is neither waited for nor replaced") {
  const std::string pipe = folder() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(english(read_file(pipe).error().message) == pipe + " is not a regular file");
  CHECK_FALSE(write_file(pipe, "x"));
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(english(read_file("/dev/null").error().message) == "/dev/null is not a regular file");
  CHECK(english(read_file("/").error().message) == "/ is a folder");
  CHECK_FALSE(write_file("/dev/full", "x"));
  CHECK(std::filesystem::is_character_file("/dev/full"));
  CHECK(write_file("/dev/null", "x"));
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("text is drawn by desktop/view/ui.cpp alone, which breaks long lines") {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(environment("SOURCE") + "/desktop")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".cpp") || path.ends_with("/view/ui.cpp")) continue;
    CAPTURE(path);
    CHECK(read_file(path)->find("ImGui::Text") == std::string::npos);
  }
}

TEST_CASE("worker: a job that does not end is left, and those that wait are done") {
  std::atomic<bool> go_on = true;  // so that the test's own process comes to rest
  Worker worker({}, true);
  std::vector<int> done;
  const auto post = [&](int slot, bool endless) {
    worker.post(slot, [&, slot, endless]() -> Worker::Done {
      while (endless && go_on) continue;
      return [&done, slot] { done.push_back(slot); };
    });
  };
  const auto until = [&](auto good) {
    bool is = good();
    for (int i = 0; i < 20'000 && !is; ++i, is = good()) {
      (void)worker.drain();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(is);
  };
  CHECK_FALSE(worker.leave_after(0).has_value());
  post(3, true);
  post(4, false);
  std::optional<int> left;
  bool before = false;
  until([&] { return (left = worker.leave_after(0.2, [&] { before = true; })).has_value(); });
  CHECK(*left == 3);
  CHECK(before);
  until([&] { return worker.idle(); });
  CHECK(done == std::vector<int>{4});
  CHECK(Worker::left_any());
  // Waiting is not computing.
  worker.post(5, [&]() -> Worker::Done {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return [&done] { done.push_back(5); };
  });
  until([&] { return worker.leave_after(0.2).has_value() || done.size() == 2; });
  CHECK(done.back() == 5);
  {
    // A worker that ends does not wait for ever.
    Worker ending({}, true);
    ending.post(0, [&]() -> Worker::Done {
      while (go_on) continue;
      return {};
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  go_on = false;
}

TEST_CASE("session: an evaluation that does not end is left, and the program is held") {
  std::atomic<bool> go_on = true;
  Session session({});
  session.most_seconds = 0.2;
  session.open("A = 4:1", IntegerMode::cute, {});
  settle(session);
  REQUIRE(session.cards.size() == 1);
  const auto endless = [&go_on] {
    while (go_on) continue;
  };
  session.within_evaluation = endless;
  session.text.set("B = 5:1");
  settle(session);
  CHECK(session.held());
  CHECK(session.cards.empty());
  CHECK_FALSE(session.busy());
  CHECK_FALSE(session.stopped.empty());
  CHECK(session.text.text() == "B = 5:1");
  session.within_evaluation = {};
  session.evaluate_held();
  settle(session);
  REQUIRE(session.cards.size() == 1);
  CHECK(session.cards[0].binding.text == "5:1");
  CHECK(session.stopped.empty());
  // Typed while it is under way: the newer program is evaluated.
  session.within_evaluation = endless;
  session.text.set("C = 6:1");
  session.update();
  session.within_evaluation = {};
  session.text.set("D = 7:1");
  session.update();
  settle(session);
  CHECK_FALSE(session.held());
  REQUIRE(session.cards.size() == 1);
  CHECK(session.cards[0].binding.text == "7:1");
  go_on = false;
}

TEST_CASE("JSON from outside is read by core/base alone") {
  std::size_t files = 0;
  for (const char* folder : {"/core", "/desktop", "/gpu_runner", "/wasm"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(environment("SOURCE") + folder)) {
      const std::string path = entry.path().string();
      if (!path.ends_with(".cpp") && !path.ends_with(".h")) continue;
      ++files;
      std::ifstream file(path);
      const std::string text((std::istreambuf_iterator<char>(file)), {});
      CAPTURE(path);
      // The library may throw, or end the program if it cannot throw.
      CHECK(text.find("nlohmann") == std::string::npos);
    }
  }
  CHECK(files > 500);
}

TEST_CASE("kernel statements: options and sizes are edited where they stand") {
  const std::string k = "K = copy_kernel((64,64):(64,1), S, (_64,_16):(_16,_1), tile=(32,32), dtype=\"float\")";
  const std::string program = "S = (64,64):(64,1) # (64,64)=\n" + k + " # copy_kernel(";
  const auto begin = static_cast<std::uint32_t>(program.find("K ="));
  const auto end = static_cast<std::uint32_t>(program.find(" # copy_kernel"));
  const SizeOffer offer = offer_sizes(program, {begin, end}, {{"S", {0, 18}, "(64,64):(64,1)"}});
  REQUIRE_FALSE(offer.choices.empty());
  CHECK(offer.choices[0].program.find("S = (256,256):(256,1) # (64,64)=\nK = copy_kernel((256,256):(256,1), S, ") == 0);
  CHECK(offer.choices[0].program.ends_with(" # copy_kernel("));
}

TEST_CASE("session: overlays of a run and of what was recorded say which of both they are") {
  std::ifstream file(environment("SOURCE") + "/core/data/measured_h100.json");
  const std::string measurements((std::istreambuf_iterator<char>(file)), {});
  const auto measured = read_measurements(measurements);
  REQUIRE(measured.has_value());
  const auto known = recorded_runs(*measured);
  REQUIRE(!known.empty());
  Session session({});
  session.open("K = " + known[0].program + "\n", IntegerMode::cute, {});
  settle(session);
  std::shared_ptr<const RunResult> result;
  session.recorded(*session.card("K"), {"{}", measurements}, [&](const Result<RunResult>& found) {
    if (found) result = std::make_shared<const RunResult>(*found);
  });
  settle(session);
  REQUIRE(result != nullptr);
  std::string legend;
  session.overlay(*session.card("K"), result, Overlay::counters, [&](const Result<Picture>& made) {
    if (!made) return;
    legend = english(made->scene.title) + english(made->scene.note);
    for (const Scene::LegendEntry& entry : made->scene.legend) legend += "|" + english(entry.label);
  });
  settle(session);
  CHECK(legend.find("predicted") != std::string::npos);
}

TEST_CASE("session: a value without a picture has a sentence that says why") {
  Session session({});
  session.open("A = (0,8):(8,1)\nB = 4:1\nn = size(B)\n", IntegerMode::teaching, {});
  settle(session);
  CHECK(session.card("A")->binding.no_picture == "an extent is 0: no element to draw");
  CHECK(session.card("A")->binding.views.empty());
  CHECK(session.card("B")->binding.no_picture.empty());
  CHECK(session.card("n")->binding.no_picture.empty());
}

TEST_CASE("session: a question is about the program that is shown, not about what has been typed since") {
  Session session({});
  session.open("TV = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\n", IntegerMode::cute, {});
  settle(session);
  session.text.set("TV = ");
  app::QuestionForm form;
  app::Answers answers;
  session.question("coverage", {}, [&](app::QuestionForm of, app::Answers made) {
    form = std::move(of);
    answers = std::move(made);
  });
  // Its form is made before the evaluation of the typed text begins.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  settle(session);
  CHECK(form.question == "coverage");
  REQUIRE(answers.answers.size() == 1);
  CHECK(answers.answers[0].problem.empty());
  CHECK_FALSE(answers.answers[0].text.empty());
}

TEST_CASE("machine: PTX is known by its directives, and Python with members of their names is not PTX") {
  CHECK(debugger::looks_like_ptx("// a comment\n.version 8.4\n  .target sm_90a\n.func f()\n{\n}\n"));
  CHECK_FALSE(debugger::looks_like_ptx("import torch\nprint(torch.version.cuda)\nkernel = compile(args.target)\n"));
  CHECK_FALSE(debugger::looks_like_ptx(".version 8.4\n"));
}

TEST_CASE("machine: an answer is about its PTX and its launch") {
  Worker worker([] {});
  const auto drain = [&](const MachineRun& run) {
    for (int i = 0; i < 5000 && run.waiting > 0; ++i) {
      worker.drain();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(run.waiting == 0);
  };
  const std::string ptx = ".version 8.4\n.target sm_90\n.address_size 64\n.entry k()\n{\nret;\n}\n";
  const auto run = MachineRun::open(worker, "k.ptx", ptx);
  drain(*run);
  run->search_orders(worker);
  run->form.block = {64, 1, 1};
  drain(*run);
  CHECK(run->orders() == nullptr);
  run->search_orders(worker);
  drain(*run);
  REQUIRE(run->orders() != nullptr);
  run->form.order = "0*1";
  CHECK(run->orders() != nullptr);
  // The run does not begin: the findings stay, and the state.
  run->form.checks = false;
  run->begin(worker);
  drain(*run);
  REQUIRE(run->state);
  CHECK_FALSE(run->state->checked);
  run->form.order = "9*1";
  run->begin(worker);
  drain(*run);
  CHECK_FALSE(run->problem.empty());
  CHECK(run->state);
  // Answers about the previous PTX reach the run that asked for them.
  run->begin(worker);
  const auto next = MachineRun::open(worker, "next.ptx", ptx);
  drain(*next);
  CHECK_FALSE(next->state);
}

}  // namespace stridescope::desktop
