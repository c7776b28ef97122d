// The exercises of a lesson and their solutions, asked of the application on a worker.
#include "desktop/model/exercise_sheet.h"

#include <utility>

namespace stridescope::desktop {

void ExerciseSheet::open(std::string_view lesson) {
  lesson_ = lesson;
  entries_.clear();
  ++turn_;
  ask();
}

void ExerciseSheet::speak(const Catalog& catalog) {
  if (catalog_ == &catalog) return;
  catalog_ = &catalog;
  ++turn_;
  const std::vector<Entry> before = std::exchange(entries_, {});
  ask();
  for (const Entry& entry : before) {
    if (!entry.solution.empty()) solve({entry.step, entry.id, 0});
  }
}

void ExerciseSheet::ask() {
  const Course::Listed* one = course_.listed(lesson_);
  if (one == nullptr) return;
  for (const app::LessonOutline::Step& step : one->outline.steps) {
    for (const app::LessonOutline::Exercise& exercise : step.exercises) {
      worker_.post(0,
                   [this, turn = turn_, text = one->file->text(course_.chinese()), catalog = catalog_,
                    name = app::ExerciseName{step.id, exercise.id, 0}]() -> Worker::Done {
                     auto asked = app::shown_exercise(text, name, *catalog);
                     if (!asked) return {};
                     Entry entry = {name.step, name.exercise, std::move(*asked), {}, {}, {}};
                     if (auto pictures = app::exercise_pictures(text, name, *catalog))
                       entry.pictures = std::move(*pictures);
                     entry.prose = read_prose(entry.asked.question);
                     return [this, turn, entry = std::move(entry)]() mutable {
                       if (turn == turn_) entries_.push_back(std::move(entry));
                     };
                   });
    }
  }
}

void ExerciseSheet::solve(const app::ExerciseName& name) {
  const Course::Listed* one = course_.listed(lesson_);
  if (one == nullptr) return;
  // After those that are asked for: the entry is there by then.
  worker_.post(0, [this, turn = turn_, name, text = one->file->text(course_.chinese())]() -> Worker::Done {
    auto solution = app::solution_of(text, name);
    if (!solution) return {};
    return [this, turn, name, solution = std::move(*solution)] {
      if (turn != turn_) return;
      for (Entry& entry : entries_) {
        if (entry.step == name.step && entry.id == name.exercise) entry.solution = solution;
      }
    };
  });
}

}  // namespace stridescope::desktop
