// The course as a surface shows it: what a lesson holds, one step of it, one exercise, and what is said of an answer.
// Everything is made anew from the lesson's text, which the surface has; where the reader is and what is solved is the
// surface's to keep, on this machine.
//
// Prose is Markdown whose numbers are in their places. Links of it that begin with `cell:`, `lesson:` and `builtin:`
// are as core/data/lessons/README.md says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/app/playback.h"
#include "core/lessons/exercise.h"
#include "core/lessons/lesson.h"

namespace stridescope::app {

struct LessonOutline {
  struct Exercise {
    std::string id;
    ExerciseKind kind = ExerciseKind::predict;
    std::string from;  // "lesson" or "lesson#step" that teaches it, where it stands in none; may be empty
  };
  struct Step {
    std::string id;
    std::string title;
    std::vector<Exercise> exercises;
    std::vector<std::string> calls;  // functions of the language that its program calls or its prose speaks of
  };
  std::string id, title, about;
  std::int64_t minutes = 0;
  std::vector<std::string> needs;    // ids of lessons
  std::vector<std::string> teaches;  // names of functions
  std::string beyond;                // of a quiz: where to begin who answers all of it; else empty
  std::vector<Step> steps;
};
Result<LessonOutline> lesson_outline(std::string_view text);

// A step of a lesson, both by their ids; without a step the lesson's first.
struct LessonPlace {
  std::string lesson;
  std::string step;
  bool operator==(const LessonPlace&) const = default;
};

// Where a reader goes from a step: to its neighbours in the lesson, and from the last one to the next lesson of the
// course. From the last step of a quiz to the lesson that teaches its first exercise that is not solved, or, with all
// solved, to the one that lies beyond it.
struct LessonWay {
  std::optional<LessonPlace> before;  // none: it is the first step
  std::optional<LessonPlace> next;    // none: it is the last one of all
  bool begins = false;                // `next` is where the quiz says to begin
};
// `course`: ids of the lessons in their order; a text that is none of them has no lesson behind it. `solved`: ids of
// the exercises of this lesson that are solved. The error of a text that is no lesson, or of a step that is not there.
Result<LessonWay> lesson_way(std::string_view text, std::string_view step, const std::vector<std::string>& course,
                             const std::vector<std::string>& solved);

// A step with its program, to open as it stands.
struct ShownStep {
  struct Picture {
    std::string name;  // the card's key
    std::string view;
    Message title;
  };
  std::string id, title;
  std::string prose;
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::vector<View> views;        // one a card; the card that stands first is pinned
  std::vector<Picture> pictures;  // all that the prose speaks of, in its order; a card may have several
  std::vector<LessonProgram::Light> lights;
  std::vector<LessonProgram::Arrow> arrows;
  std::vector<std::string> plays;  // values whose derivations it offers to play
};
// The error of a text that is no lesson, of a step that is not there, or of prose whose numbers cannot be had.
Result<ShownStep> lesson_step(std::string_view text, std::string_view step, const Catalog& catalog);

// Which instance of which exercise.
struct ExerciseName {
  std::string step;
  std::string exercise;
  std::uint32_t seed = 0;  // 0: the lesson's own
};
struct ShownExercise {
  struct Picture {
    std::string name;
    std::string svg;
  };
  ExerciseKind kind = ExerciseKind::predict;
  std::string question;
  std::string program;  // with `?` where the answer belongs, if it belongs into it; may be empty
  IntegerMode mode = IntegerMode::teaching;
  std::vector<Picture> pictures;
  bool varies = false;  // there are other instances
  std::int64_t hints = 0;
};
Result<ShownExercise> shown_exercise(std::string_view text, const ExerciseName& name, const Catalog& catalog);
// Its pictures, for a surface that paints them itself. The errors of shown_exercise.
Result<std::vector<NamedPicture>> exercise_pictures(std::string_view text, const ExerciseName& name,
                                                    const Catalog& catalog);
// A right answer, for those who teach; there may be others.
Result<std::string> solution_of(std::string_view text, const ExerciseName& name);

struct MarkedAnswer {
  bool right = false;
  Message why;                     // of a wrong one: what, and the first coordinate where it differs
  std::optional<std::int64_t> at;  // that coordinate
  std::string hint;                // of a wrong one; may be empty
  std::string program;             // with the answer in its place; empty where it needs lines that are not shown
};
// `wrong`: how many wrong answers there were before this one, which decides how much the hint says.
Result<MarkedAnswer> marked_answer(std::string_view text, const ExerciseName& name, std::string_view answer,
                                   std::uint32_t wrong, const Catalog& catalog);

}  // namespace stridescope::app
