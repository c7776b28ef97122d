// The course in the window's model: lessons, steps, exercises and progress, without a window.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "desktop/model/course.h"
#include "desktop/model/exercise_sheet.h"

namespace stridescope::desktop {
namespace {

struct Desk {
  Worker worker{[] {}};
  Course course{worker};
  std::vector<std::string> opened;
  Desk() {
    course.opened = [this](const app::ShownStep& step) { opened.push_back(step.id); };
  }
  void settle() {
    for (int i = 0; i < 20000 && !worker.idle(); ++i) {
      worker.drain();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  OpenExercise& question(std::string_view id) {
    for (OpenExercise& one : course.exercises())
      if (one.listed.id == id) return one;
    FAIL("no exercise " << id);
    std::abort();
  }
  void answer(std::string_view id, const char* text) {
    question(id).answer = text;
    course.check(question(id));
    settle();
  }
};

}  // namespace

TEST_CASE("course: every lesson of the program is read, in both languages") {
  Desk desk;
  Course& course = desk.course;
  REQUIRE(course.lessons().size() == lesson_files().size());
  CHECK(course.numbered() >= 18);
  CHECK(course.number_of("leading-dimension") == 1);
  CHECK(course.number_of("final") == 0);
  CHECK(course.listed("nonsense") == nullptr);
  const std::string english = course.listed("complement")->outline.title;
  course.speak(true, english_catalog());
  REQUIRE(course.lessons().size() == lesson_files().size());
  CHECK(course.listed("complement")->outline.title != english);
}

TEST_CASE("course: a step is opened once, walked on from, and stays in another language") {
  Desk desk;
  Course& course = desk.course;
  course.open("composition");
  CHECK(course.step() == nullptr);
  desk.settle();
  REQUIRE(course.step() != nullptr);
  CHECK(course.step()->id == "pick");
  CHECK(course.step()->arrows.size() == 2);
  CHECK(desk.opened == std::vector<std::string>{"pick"});
  CHECK_FALSE(course.way().before);
  CHECK(course.way().next == LessonPlace{"composition", "reshape"});
  CHECK_FALSE(course.prose().empty());
  const std::string title = course.step()->title;
  course.speak(true, english_catalog());
  desk.settle();
  CHECK(course.step()->title != title);
  CHECK(desk.opened.size() == 1);
  course.open("composition", "refused");
  desk.settle();
  CHECK(course.way().next == LessonPlace{"tilers", {}});
  CHECK(course.way().before == LessonPlace{"composition", "two-examples"});
  // What was asked for before the reader went elsewhere comes no more.
  course.open("composition", "pick");
  course.open("coalesce", "rules");
  desk.settle();
  CHECK(course.step()->id == "rules");
  CHECK(desk.opened.back() == "rules");
  course.open("coalesce", "pick");
  desk.settle();
  CHECK(course.step() == nullptr);
  CHECK_FALSE(course.trouble.empty());
  course.close();
  CHECK_FALSE(course.is_open());
}

TEST_CASE("course: an answer is marked, hints go deeper, what is solved is kept") {
  Desk desk;
  Course& course = desk.course;
  course.open("hierarchy", "properties");
  desk.settle();
  REQUIRE(desk.question("depth-of").asked);
  std::vector<std::string> hints;
  for (int i = 0; i < 3; ++i) {
    desk.answer("depth-of", "7");
    REQUIRE(desk.question("depth-of").said);
    CHECK_FALSE(desk.question("depth-of").said->right);
    hints.push_back(desk.question("depth-of").said->hint);
  }
  CHECK(hints[0] != hints[1]);
  CHECK(hints[1] != hints[2]);
  CHECK_FALSE(course.is_solved("hierarchy", "depth-of"));
  desk.answer("depth-of", " 3 ");
  CHECK(desk.question("depth-of").said->right);
  CHECK(course.is_solved("hierarchy", "depth-of"));
  CHECK(course.solved_of("hierarchy") == 1);
  const std::string kept = course.print_progress();
  Desk later;
  later.course.read_progress(kept);
  CHECK(later.course.is_solved("hierarchy", "depth-of"));
  CHECK(later.course.last() == LessonPlace{"hierarchy", "properties"});
  for (const char* damaged : {"", "[]", "{\"solved\": 3, \"last\": []}", "{\"last\": {\"lesson\": 3}}", "{"}) {
    Desk other;
    other.course.read_progress(damaged);
    CHECK(other.course.solved_of("hierarchy") == 0);
    CHECK_FALSE(other.course.last());
  }
}

TEST_CASE("course: what was answered is there again, of the instance that it was about") {
  Desk desk;
  Course& course = desk.course;
  course.open("hierarchy", "vectors");
  desk.settle();
  course.another(desk.question("even-odd"));
  desk.settle();
  desk.answer("even-odd", "7:1");
  const std::uint32_t seed = desk.question("even-odd").name.seed;
  course.open("hierarchy", "walk");
  course.open("hierarchy", "vectors");
  desk.settle();
  CHECK(desk.question("even-odd").answer == "7:1");
  CHECK(desk.question("even-odd").name.seed == seed);
  CHECK(desk.question("even-odd").wrong == 0);
  Desk later;
  later.course.read_progress(course.print_progress());
  later.course.open("hierarchy", "vectors");
  CHECK(later.question("even-odd").answer == "7:1");
  CHECK(later.question("even-odd").name.seed == seed);
  for (const char* damaged :
       {R"({"answers": 3})", R"({"answers": {"hierarchy/even-odd": {"seed": -1, "text": "4"}}})",
        R"({"answers": {"hierarchy/even-odd": {"seed": 1}}})", R"({"answers": {"hierarchy/even-odd": []}})"}) {
    Desk other;
    other.course.read_progress(damaged);
    other.course.open("hierarchy", "vectors");
    CHECK(other.question("even-odd").answer.empty());
  }
}

TEST_CASE("course: comments of a program are told in the language, where the reader has it as it was") {
  for (const bool untouched : {true, false}) {
    Desk desk;
    desk.course.untouched = [&](const std::string&) { return untouched; };
    desk.course.open("composition");
    desk.settle();
    const std::string english = desk.course.step()->program;
    desk.course.speak(true, english_catalog());
    desk.settle();
    CHECK(desk.course.step()->program != english);
    CHECK(desk.opened.size() == (untouched ? 2 : 1));
  }
}

TEST_CASE("exercise sheet: those of a lesson in order, a solution where it is wanted, in another language the same") {
  Desk desk;
  ExerciseSheet sheet(desk.worker, desk.course);
  sheet.open("hierarchy");
  CHECK(sheet.entries().empty());
  desk.settle();
  REQUIRE(sheet.entries().size() == 5);
  CHECK(sheet.entries()[0].id == "block-offset");
  CHECK(sheet.entries()[2].id == "even-odd");
  CHECK(sheet.entries()[2].pictures.size() == 1);
  CHECK_FALSE(sheet.entries()[0].prose.empty());
  CHECK(sheet.entries()[2].solution.empty());
  sheet.solve({sheet.entries()[2].step, sheet.entries()[2].id, 0});
  desk.settle();
  CHECK(sheet.entries()[2].solution == "(4,2):(2,1)");
  const Catalog other;
  const std::string english = sheet.entries()[0].asked.question;
  desk.course.speak(true, other);
  sheet.speak(other);
  desk.settle();
  REQUIRE(sheet.entries().size() == 5);
  CHECK(sheet.entries()[0].asked.question != english);
  CHECK(sheet.entries()[2].solution == "(4,2):(2,1)");
  CHECK(sheet.entries()[0].solution.empty());
  sheet.open("nonsense");
  sheet.solve({"matrix", "block-offset", 0});
  desk.settle();
  CHECK(sheet.entries().empty());
}

TEST_CASE("course: a fresh instance begins anew, and a picture is drawn for whoever builds from one") {
  Desk desk;
  Course& course = desk.course;
  course.open("hierarchy", "vectors");
  desk.settle();
  CHECK(desk.question("even-odd").pictures.size() == 1);
  desk.answer("even-odd", "8:1");
  CHECK(desk.question("even-odd").wrong == 1);
  course.another(desk.question("even-odd"));
  CHECK(desk.question("even-odd").answer.empty());
  desk.settle();
  const OpenExercise& fresh = desk.question("even-odd");
  CHECK(fresh.name.seed != 0);
  CHECK(fresh.wrong == 0);
  CHECK_FALSE(fresh.said);
  // The same seed is the same instance everywhere: its own answer is right.
  const auto solution = app::solution_of(course.listed("hierarchy")->file->english, fresh.name);
  REQUIRE(solution);
  desk.answer("even-odd", solution->c_str());
  CHECK(desk.question("even-odd").said->right);
}

TEST_CASE("course: the quiz leads to where one begins") {
  Desk desk;
  Course& course = desk.course;
  course.open("placement");
  desk.settle();
  const std::string last = course.listed("placement")->outline.steps.back().id;
  course.open("placement", last);
  desk.settle();
  CHECK(course.way().next == LessonPlace{"leading-dimension", {}});
}

}  // namespace stridescope::desktop
