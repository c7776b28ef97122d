// The course: the contents of a lesson, one step of it, one exercise, and the feedback on an answer. Everything is made
// anew from the lesson's text, which the caller has; the caller stores position and progress, on this machine.
//
// Prose is Markdown with its numbers filled in. Its links that begin with `cell:`, `lesson:` and `builtin:` are
// explained in core/data/lessons/README.md. Ids of lessons, steps and exercises are the same in every language. Cells
// are 1-D coordinates of a value's domain. Every function below takes the text of one lesson, reads it whole and
// answers by value; common errors:
//   syntax, too_large   the text is no lesson, with the place in it, or beyond the caps of core/lessons/lesson.h
//   unknown_name        it has no step, or the step no exercise, of that id
//   unsupported         an instance whose conditions no draw meets
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/lessons/exercise.h"
#include "core/lessons/lesson.h"
#include "core/pictures/playback.h"

namespace stridescope::app {

// The contents of a lesson, for a list of lessons and for the search, without prose. The texts are in the user's
// language, as in the lesson's file; the ids are not.
struct LessonOutline {
  struct Exercise {
    std::string id;
    ExerciseKind kind = ExerciseKind::predict;
    // "lesson" or "lesson#step" that teaches it, for exercises outside a lesson (a quiz); may be empty.
    std::string from;
  };
  struct Step {
    std::string id;
    // For people, in the language of the text.
    std::string title;
    // In the order of the text.
    std::vector<Exercise> exercises;
    // Functions of the language that its program calls, or that its prose computes with or has as code; each once.
    std::vector<std::string> calls;
  };
  std::string id, title, about;
  // Reading time given by its author.
  std::int64_t minutes = 0;
  std::vector<std::string> needs;  // ids of lessons
  // Names of functions of the language; on morphisms their short names. The reference finds its lessons by them.
  std::vector<std::string> teaches;
  std::string beyond;  // for a quiz: the start if all answers are right; otherwise empty
  std::vector<Step> steps;
};
// Nothing is evaluated for it.
Result<LessonOutline> lesson_outline(std::string_view text);

// A step of a lesson, both by their ids; without a step the lesson's first.
struct LessonPlace {
  std::string lesson;
  std::string step;
  bool operator==(const LessonPlace&) const = default;
};

// The ways from a step: to its neighbors in the lesson, and from the last one to the next lesson of the course. From
// the last step of a quiz to the lesson that teaches its first unsolved exercise, or, with all solved, to the one after
// it.
struct LessonWay {
  std::optional<LessonPlace> before;  // none: it is the first step
  std::optional<LessonPlace> next;    // none: it is the last one of all
  bool begins = false;                // `next` is the start that the quiz recommends; none: unknown
  // The title of the way: the step's or the lesson's, with a note if it is the start. Empty without a way.
  Message before_title, next_title;
};
// A lesson by its id, and what it is called in the reader's language.
struct LessonName {
  std::string id, title;
};
// `course`: the lessons in their order; a text outside of it has no next lesson. `solved`: ids of the solved exercises
// of this lesson. The error of a text that is not a lesson, or of a step that does not exist.
Result<LessonWay> lesson_way(std::string_view text, std::string_view step, const std::vector<LessonName>& course,
                             const std::vector<std::string>& solved);

// A step with its program, ready to be opened. It is evaluated for display only: the caller evaluates `program` in
// `mode`, with `views` on its cards.
struct ShownStep {
  // A picture that the prose speaks of.
  struct Picture {
    std::string name;  // the card's key
    // Words of a view (core/scene/view.h).
    std::string view;
    // "A: grid"; if two have the same title, with the texts of their cells or their coloring.
    Message title;
  };
  std::string id, title;
  // Markdown, every placeholder filled in by the step's own program.
  std::string prose;
  std::string program;
  // The meaning of its integers: teaching unless the lesson sets it.
  IntegerMode mode = IntegerMode::teaching;
  // Initial views of the program: one per card, of a name with several pictures the first; the first card is pinned.
  std::vector<View> views;
  std::vector<Picture> pictures;  // all that the prose speaks of, in its order; a card may have several
  // Cells that are lit, and arrows between cells of two cards.
  std::vector<LessonProgram::Light> lights;
  std::vector<LessonProgram::Arrow> arrows;
  // Names of values whose derivations it offers to play (playback.h).
  std::vector<std::string> plays;
};
// Evaluates the step's program. In addition to the errors above that of prose whose numbers cannot be computed: an
// expression that is refused, or one that should be and is not.
Result<ShownStep> lesson_step(std::string_view text, std::string_view step, const Catalog& catalog);

// The exercise and the number of its instance.
struct ExerciseName {
  std::string step;
  std::string exercise;
  // 0: the lesson's own; any other draws its parameters anew. The same seed is the same instance on every machine.
  std::uint32_t seed = 0;
};
// An instance in the form of a question. It does not contain the answer.
struct ShownExercise {
  // A value shown in the question, also one that is not in the program's text; its drawing is standalone.
  struct Picture {
    std::string name;
    std::string svg;
  };
  ExerciseKind kind = ExerciseKind::predict;
  // Markdown, placeholders filled in, seen by the program with the answer in its hole.
  std::string question;
  // With `?` where the answer belongs, if it belongs into it; empty where nothing is shown.
  std::string program;
  // The same around the field of the answer: up to the `?` and behind it, or all of it and `answer = `.
  std::string before, after;
  IntegerMode mode = IntegerMode::teaching;
  // The subject, drawn with the answer in its place: "build the layout of this picture".
  std::vector<Picture> pictures;
  // There are other instances: the next seed differs from this one.
  bool varies = false;
  // The number of hints, the mildest first; marked_answer gives them one by one.
  std::int64_t hints = 0;
};
// In addition to the errors above that of a question whose numbers cannot be computed. Draws a second instance, to find
// out whether it varies.
Result<ShownExercise> shown_exercise(std::string_view text, const ExerciseName& name, const Catalog& catalog);
// A right answer, for teachers; there may be others.
Result<std::string> solution_of(std::string_view text, const ExerciseName& name);

// Feedback on an answer.
struct MarkedAnswer {
  // Any answer that maps every coordinate as asked is right, however it is written; a value that was to be predicted
  // has to be written out.
  bool right = false;
  // For a wrong one: the fault, and the first coordinate where it differs; never the answer itself.
  Message why;
  std::optional<std::int64_t> at;  // that coordinate
  // For a wrong one: Markdown, which may be empty.
  std::string hint;
  // With the answer in its place, to be opened; empty where it needs lines that are not shown, or the answer is too
  // long.
  std::string program;
};
// An answer that cannot be read is wrong, and no error. `wrong`: how many wrong answers there were before this one,
// which decides how much the hint says: of three hints the first after the first wrong answer, the third from then
// on.
Result<MarkedAnswer> marked_answer(std::string_view text, const ExerciseName& name, std::string_view answer,
                                   std::uint32_t wrong, const Catalog& catalog);

}  // namespace stridescope::app
