// A lesson as it is read from its text (core/data/lessons/README.md has the form): steps of prose, each with one
// program and the pictures that its sentences speak of, and exercises. The prose stays Markdown; only what the core
// has to know is taken out of it: the front matter, where steps begin, the fenced programs, and the placeholders.
// Page, window and command line show the same Lesson. A text says nothing of what its programs give: numbers in the
// prose are placeholders, `{= size(A) }`, which core/lessons/prose.h fills from the step's program, so that no lesson
// can be wrong about one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/lang/evaluator.h"

namespace stridescope {

// Caps of one lesson: a text beyond them is refused as too_large. Bytes of the whole text, steps, exercises of one
// step.
inline constexpr std::size_t max_lesson_bytes = 1 << 18;
inline constexpr std::size_t max_lesson_steps = 64;
inline constexpr std::size_t max_step_exercises = 32;

// The presentation of a program. Names are those of bindings; cells are 1-D coordinates of the binding's domain.
// Reading does not check that these bindings and cells exist.
struct LessonProgram {
  // The picture of a value's card: `view="A:kind=grid label=offset"`.
  struct View {
    std::string name;
    // As parse_view reads it (core/scene/view.h).
    std::string view;
  };
  // Cells of a value that are lit from the start: `light=A:3,5`. At least one.
  struct Light {
    std::string name;
    std::vector<std::int64_t> cells;
  };
  // An arrow from a cell of one card to a cell of another: `arrow=R:1>A:3`.
  struct Arrow {
    std::string from;
    std::int64_t from_cell = 0;
    std::string to;
    std::int64_t to_cell = 0;
  };
  // A program of the language, evaluated alone: a step does not know the steps before it.
  std::string text;
  // Every integer is static in teaching mode, which a lesson is in unless its fence says `ints=cute`.
  IntegerMode mode = IntegerMode::teaching;
  // In the order in which the cards are to be seen.
  std::vector<View> views;
  // In the order of the text.
  std::vector<Light> lights;
  std::vector<Arrow> arrows;
  // Values whose derivations can be played, step by step.
  std::vector<std::string> plays;
  // The first card; empty: the last binding's.
  std::string front;
};

// The kind of an exercise, one of exercise_kinds.def: predict a value, fill a hole, build a layout, find a coordinate,
// choose a swizzle, repair a program. Only `predict` is checked differently (check_answer).
enum class ExerciseKind : std::uint8_t {
#define EXERCISE_KIND(name) name,
#include "core/lessons/exercise_kinds.def"
#undef EXERCISE_KIND
};
// In the order of ExerciseKind. They are words of the lesson's text.
inline constexpr std::string_view exercise_kind_names[] = {
#define EXERCISE_KIND(name) #name,
#include "core/lessons/exercise_kinds.def"
#undef EXERCISE_KIND
};

// A number that differs from instance to instance: `vary: m = 4 in 2..6`. An exercise has at most 16.
struct ExerciseParameter {
  std::string name;
  // In the lesson's own instance, which is what seed 0 gives.
  std::int64_t value = 0;
  // The possible values of an instance; never empty, and value is one of them.
  std::vector<std::int64_t> choices;
};

// A question with a hole, written `?` in its program; without one the answer is a value of its own. Before the
// parameters are put in their places (instance_of) the texts hold `$name` and `$(expression)`.
struct Exercise {
  // The condition on the program with the answer in the hole; the answer alone is also called `answer`. same: `left`
  // and `right` are equal, layouts as functions and other values as printed; holds: `left` is true; calm: `left` is an
  // access of shared memory without bank conflicts, no wavefront more than the ideal.
  struct Check {
    enum class Kind : std::uint8_t { same, holds, calm } kind = Kind::same;
    // Expressions of the language, which see the whole program.
    std::string left;
    // For same; otherwise empty.
    std::string right;
    // For same: this row of a value that prints as rows, the first word after that name, is compared as text.
    std::string left_row = {};
    // Likewise.
    std::string right_row = {};
  };
  // Unique in its lesson; the same in every language.
  std::string id;
  ExerciseKind kind = ExerciseKind::predict;
  IntegerMode mode = IntegerMode::teaching;
  // The question: Markdown with placeholders, which see the solved program.
  std::string ask;
  // Shown, a statement a line; every `?` in it is the answer's place.
  std::string program;
  // Evaluated before the program, not shown as text: what a picture shows and the answer has to build.
  std::string hidden;
  // Pictures of shown and of hidden values.
  std::vector<LessonProgram::View> views;
  // "lesson" or "lesson#step" that teaches it, for exercises outside a lesson, as in the quizzes; may be empty.
  std::string from;
  // One right answer; it is also in the hole when placeholders are filled.
  std::string solution;
  // Answers that must be refused: tests hold the checks to them.
  std::vector<std::string> wrong;
  // All must hold; at least one.
  std::vector<Check> checks;
  // Markdown with placeholders, the gentlest first; three.
  std::vector<std::string> hints;
  // Empty in an instance, as `where` is.
  std::vector<ExerciseParameter> parameters;
  // Conditions on the parameters: true, or an integer that is not 0.
  std::vector<std::string> where;
  // Position of the fence in the lesson's text, in bytes, both its lines included.
  Span span = {};
};

// One screen of a lesson: prose next to the cards of its program. post: neither the prose nor the program is missing.
struct LessonStep {
  // Unique in its lesson; the same in every language. Links name it: `lesson:coalesce#rules`.
  std::string id;
  std::string title;
  // Markdown with placeholders, without fences.
  std::string prose;
  LessonProgram program;
  // In the order of the text; each is evaluated without the step's program.
  std::vector<Exercise> exercises;
  // Position of its title in the lesson's text, in bytes.
  Span span = {};
};

// A whole lesson in one language. post: id and title are there, minutes is above 0, and there is a step.
struct Lesson {
  std::string id;
  std::string title;
  // One sentence, for the list of lessons.
  std::string about;
  // Estimated reading time.
  std::int64_t minutes = 0;
  // Ids of lessons that come before it.
  std::vector<std::string> needs;
  // Names of builtins, each called or named in a step.
  std::vector<std::string> teaches;
  // For a quiz: the lesson to begin with if all answers are right; otherwise empty.
  std::string beyond;
  std::vector<LessonStep> steps;
};

// Reads any text. syntax or too_large, with the place in the text, if it is not a lesson; the meaning of a program is
// not checked, and neither is whether `needs`, `teaches` and the names of bindings exist: tests/lessons/check.mjs does.
// Only the first fault is reported; linear in the text.
Result<Lesson> read_lesson(std::string_view text);

}  // namespace stridescope
