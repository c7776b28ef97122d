// The course: the contents of a lesson, one step of it, one exercise, and the feedback on an answer. Everything is made
// from the text of the lesson, which the caller has; the caller stores position and progress on this machine.
//
// Prose is Markdown with its numbers filled in. core/data/lessons/README.md explains its links that begin with `cell:`,
// `lesson:` and `builtin:`. Ids of lessons, steps and exercises are the same in every language. Cells are 1-D
// coordinates of a value's domain. Every function below takes the text of one lesson and reads it whole; common errors:
//   syntax, too_large   the text is not a lesson (with the place), or exceeds the limits of core/lessons/lesson.h
//   unknown_name        the lesson does not have the step, or the step not the exercise
//   unsupported         no draw meets the conditions of an instance
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/lessons/exercise.h"
#include "core/lessons/lesson.h"

namespace stridescope::app {

// The contents of a lesson, for a list of lessons and for the search, without prose. The texts are in the language of
// the lesson's file; the ids are the same in every language.
struct LessonOutline : LessonHead {
  struct Exercise {
    std::string id;
    ExerciseKind kind = ExerciseKind::predict;
    // The place that teaches it, "lesson" or "lesson#step", for exercises outside a lesson (a quiz); may be empty.
    std::string from;
  };
  struct Step {
    std::string id;
    // Shown to the user, in the language of the text.
    std::string title;
    // In the order of the text.
    std::vector<Exercise> exercises;
    // Functions of the language that its program calls, or that its prose computes with or shows as code; each once.
    std::vector<std::string> calls;
  };
  std::vector<Step> steps;
};
// Parses the outline without evaluating any program.
Result<LessonOutline> lesson_outline(std::string_view text);

// A step of a lesson, both by their ids; without a step the lesson's first one.
struct LessonPlace {
  std::string lesson;
  std::string step;
  bool operator==(const LessonPlace&) const = default;
};

// The steps before and after a step: its neighbors in the lesson, and after the last step the next lesson of the
// course. After the last step of a quiz: the lesson that teaches its first unsolved exercise, or the lesson `beyond` if
// all are solved.
struct LessonWay {
  std::optional<LessonPlace> before;  // empty for the first step
  std::optional<LessonPlace> next;    // empty for the last step of all
  bool begins = false;                // `next` is the lesson that the quiz recommends; if it is empty, none is known
  // The titles of the step or lesson, with a note for a recommended one. Empty if the place is.
  Message before_title, next_title;
};
// The id of a lesson, and its title in the user's language.
struct LessonName {
  std::string id, title;
};
// `course`: the lessons in order; a text outside of it does not have a next lesson. `solved`: ids of the solved
// exercises of this lesson. Fails if the text is not a lesson or the step does not exist.
Result<LessonWay> lesson_way(std::string_view text, std::string_view step, const std::vector<LessonName>& course,
                             const std::vector<std::string>& solved);

// A step with its program, ready to be opened. It is evaluated here only for display: the caller evaluates `program` in
// `mode`, with `views` on its cards.
struct ShownStep {
  // A picture that the prose refers to.
  struct Picture {
    std::string name;  // the card's key
    // Words of a view (core/scene/view.h).
    std::string view;
    // "A: grid"; if two have the same title, with the texts of their cells or their coloring.
    Message title;
  };
  std::string id, title;
  // Markdown; the step's own program fills in every placeholder.
  std::string prose;
  std::string program;
  // The meaning of plain integers: teaching unless the lesson sets it.
  IntegerMode mode = IntegerMode::teaching;
  // Initial views of the program: one per card, the first one of each name; the first card is pinned.
  std::vector<View> views;
  std::vector<Picture> pictures;  // all that the prose refers to, in its order; a card may have several
  // Highlighted cells, and arrows between cells of two cards.
  std::vector<LessonProgram::Light> lights;
  std::vector<LessonProgram::Arrow> arrows;
  // Names of values whose derivations the step offers to play (playback.h).
  std::vector<std::string> plays;
};
// Evaluates the step's program. Fails, in addition to the errors above, if a number of the prose cannot be computed: an
// expression has an error, or should have one and has none.
Result<ShownStep> lesson_step(std::string_view text, std::string_view step, const Catalog& catalog);

// The exercise and the number of its instance.
struct ExerciseName {
  std::string step;
  std::string exercise;
  // 0: the lesson's own parameters; any other seed draws new ones, the same on every machine.
  std::uint32_t seed = 0;
};
// An instance as a question. It does not contain the answer.
struct ShownExercise {
  // A value that the question shows, even if the program's text does not have it; the drawing is standalone.
  struct Picture {
    std::string name;
    std::string svg;
  };
  ExerciseKind kind = ExerciseKind::predict;
  // Markdown with its placeholders filled in, computed by the program that has the answer in its place.
  std::string question;
  // With `?` in place of the answer, if the answer is a part of it; empty if the question does not show a program.
  std::string program;
  // The text around the field of the answer: up to the `?` and after it, or the whole program and `answer = `.
  std::string before, after;
  IntegerMode mode = IntegerMode::teaching;
  // The subject, drawn with the answer in its place: "build the layout of this picture".
  std::vector<Picture> pictures;
  // There are other instances: the next seed differs from this one.
  bool varies = false;
  // The number of hints, the mildest first; marked_answer gives them one at a time.
  std::int64_t hints = 0;
};
// Fails, in addition to the errors above, if a number of the question cannot be computed. Draws a second instance to
// decide `varies`.
Result<ShownExercise> shown_exercise(std::string_view text, const ExerciseName& name, const Catalog& catalog);
// A correct answer, for teachers; others may exist.
Result<std::string> solution_of(std::string_view text, const ExerciseName& name);

// Feedback on an answer.
struct MarkedAnswer {
  // Any answer that maps every coordinate as required is right, in any notation; the answer to a prediction must be
  // written out as a value.
  bool right = false;
  // For a wrong answer: the error, and the first coordinate where it differs; never the correct answer.
  Message why;
  std::optional<std::int64_t> at;  // the coordinate that `why` names
  // For a wrong answer that the exercise lists: the mistake that leads to it, as Markdown; otherwise empty.
  std::string mistake;
  // Markdown. For a wrong answer: the next hint; empty if the answer cannot be read, which costs no hint. For a right
  // one: the last hint, as the reason.
  std::string hint;
  // The program with the answer in its place, to be opened; empty if it needs lines that are not shown, or if the
  // answer is too long.
  std::string program;
};
// Marks an answer. An answer that cannot be read is wrong; that is not an error. `wrong`: the number of wrong answers
// before this one, which selects the hint: the first hint after the first wrong answer, the third from the third on. An
// empty answer asks for that hint.
Result<MarkedAnswer> marked_answer(std::string_view text, const ExerciseName& name, std::string_view answer,
                                   std::uint32_t wrong, const Catalog& catalog);

}  // namespace stridescope::app
