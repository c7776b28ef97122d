// The course beside the program: the lessons and the glossary, which step of which is open, its exercises and what was
// answered, and what is solved. What a step shows and whether an answer is right is the application's
// (core/app/course.h), asked on a worker; where the reader is and what is solved is kept here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/course.h"
#include "desktop/model/prose.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

// A lesson's text in both languages. Those of core/data/lessons, by the names of their files; the program holds them
// (desktop/CMakeLists.txt).
struct LessonFile {
  std::string_view name, english, chinese;
  std::string_view text(bool in_chinese) const { return in_chinese ? chinese : english; }
  // The quiz before the lessons and the questions after them have no number.
  bool numbered() const { return !name.empty() && name.front() >= '0' && name.front() <= '9'; }
};
std::span<const LessonFile> lesson_files();
std::string_view glossary_file();  // core/data/glossary.json

using app::LessonPlace;

struct OpenExercise {
  app::LessonOutline::Exercise listed;
  app::ExerciseName name;                   // which instance
  std::optional<app::ShownExercise> asked;  // until it is there nothing is shown
  std::vector<app::NamedPicture> pictures;
  std::vector<ProseBlock> prose;
  std::string answer;  // what is typed
  std::optional<app::MarkedAnswer> said;
  std::vector<ProseBlock> hint;
  std::uint32_t wrong = 0;  // answers so far
  bool waits = false;       // for what is said
};

class Course {
 public:
  // Results come when `worker` is drained. It must outlive the course, which must outlive its jobs' results.
  explicit Course(Worker& worker) : worker_(worker) {}

  // --- The lessons, in their order
  struct Listed {
    const LessonFile* file = nullptr;
    app::LessonOutline outline;
  };
  const std::vector<Listed>& lessons();  // read when they are first wanted
  const Listed* listed(std::string_view id);
  // "Lesson 3 of 19": its number from 1, 0 where it has none.
  std::size_t number_of(std::string_view id);
  std::size_t numbered();

  // --- The step that is open
  void open(std::string_view lesson, std::string_view step = {});
  void close();
  bool is_open() const { return place_.has_value(); }
  const std::optional<LessonPlace>& place() const { return place_; }
  // Null until it is there.
  const app::ShownStep* step() const { return step_ ? &*step_ : nullptr; }
  const std::vector<ProseBlock>& prose() const { return prose_; }
  std::vector<OpenExercise>& exercises() { return exercises_; }
  std::string trouble;  // why there is none
  // Where to go from here.
  const app::LessonWay& way();
  // Called with a step when its program is to be opened: not again where only the language has changed, unless the
  // reader has the program as the step had it, `untouched`, and its comments are told in the other one.
  std::function<void(const app::ShownStep&)> opened;
  std::function<bool(const std::string& program)> untouched;
  // In another language the same place and the same instances.
  void speak(bool chinese, const Catalog& catalog);
  bool chinese() const { return chinese_; }

  // --- Exercises
  void check(OpenExercise& exercise);
  void another(OpenExercise& exercise);

  // --- Progress
  bool is_solved(std::string_view lesson, std::string_view exercise) const;
  std::size_t solved_of(std::string_view lesson) const;
  const std::optional<LessonPlace>& last() const { return last_; }
  // As a file; what is no such file is no progress.
  std::string print_progress() const;
  void read_progress(std::string_view text);

 private:
  void ask_step(bool again);
  void ask_exercise(std::size_t at);
  // Runs on the worker; what it returns is given to `take` unless the reader is elsewhere by then.
  template <class Ask, class Take>
  void ask(Ask job, Take take);

  Worker& worker_;
  bool chinese_ = false;
  const Catalog* catalog_ = &english_catalog();
  std::vector<Listed> listed_;
  std::optional<LessonPlace> place_;
  std::optional<app::LessonWay> way_;  // from there; none: to be asked for
  std::uint64_t turn_ = 0;             // of the place and the language: answers to older ones are dropped
  std::optional<app::ShownStep> step_;
  std::vector<ProseBlock> prose_;
  std::vector<OpenExercise> exercises_;
  std::vector<std::string> solved_;  // LESSON/EXERCISE
  // The last answer to each, and to which instance.
  struct Answer {
    std::uint32_t seed = 0;
    std::string text;
  };
  std::map<std::string, Answer, std::less<>> answers_;
  std::optional<LessonPlace> last_;
  std::minstd_rand lot_{std::random_device{}()};
};

}  // namespace stridescope::desktop
