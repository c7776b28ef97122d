// A lesson as read from its text (core/data/lessons/README.md describes the form): steps of prose, each with one
// program and the pictures that its sentences refer to, and exercises. The prose stays Markdown; the core extracts only
// the parts that it needs: the front matter, the starts of steps, the fenced programs, and the placeholders. Page,
// window and command line show the same Lesson. A text contains no results of its programs: numbers in the prose are
// placeholders, `{= size(A) }`, which core/lessons/prose.h fills from the step's program, so that a lesson cannot state
// a wrong number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/lang/evaluator.h"

namespace stridescope {

// Limits of one lesson; a larger text is refused as too_large. Bytes of the whole text, steps, exercises of one step.
inline constexpr std::size_t max_lesson_bytes = 1 << 18;
inline constexpr std::size_t max_lesson_steps = 64;
inline constexpr std::size_t max_step_exercises = 32;

// A program and its presentation. Names are those of bindings; cells are 1-D coordinates of the binding's domain. The
// reader does not check that these bindings and cells exist.
struct LessonProgram {
  // The picture of a value's card: `view="A:kind=grid label=offset"`.
  struct View {
    std::string name;
    // The text that parse_view reads (core/scene/view.h).
    std::string view;
  };
  // Cells of a value that are highlighted from the start: `light=A:3,5`. At least one.
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
  // A program of the language, evaluated alone: a step does not use the programs of earlier steps.
  std::string text;
  // In teaching mode every integer is static; a lesson uses it unless its fence has `ints=cute`.
  IntegerMode mode = IntegerMode::teaching;
  // In the order of the cards.
  std::vector<View> views;
  // In the order of the text.
  std::vector<Light> lights;
  std::vector<Arrow> arrows;
  // Values whose derivations can be played, step by step.
  std::vector<std::string> plays;
  // The first card; empty: that of the last binding.
  std::string front;
};

// The kind of an exercise, one of exercise_kinds.def: predict a value, fill a hole, build a layout, find a coordinate,
// choose a swizzle, repair a program. Only `predict` is checked differently (check_answer).
enum class ExerciseKind : std::uint8_t {
#define EXERCISE_KIND(name) name,
#include "core/lessons/exercise_kinds.def"
#undef EXERCISE_KIND
};
// In the order of ExerciseKind; words of lesson texts.
inline constexpr std::string_view exercise_kind_names[] = {
#define EXERCISE_KIND(name) #name,
#include "core/lessons/exercise_kinds.def"
#undef EXERCISE_KIND
};

// A number that differs between instances: `vary: m = 4 in 2..6`. An exercise has at most 16.
struct ExerciseParameter {
  std::string name;
  // The value in the lesson's own instance, seed 0.
  std::int64_t value = 0;
  // The possible values in an instance; never empty; `value` is one of them.
  std::vector<std::int64_t> choices;
};

// A question with a hole, written `?` in its program; without a hole, the answer is a separate value. Before
// instance_of replaces the parameters, the texts contain `$name` and `$(expression)`.
struct Exercise {
  // A condition on the program with the answer in the hole; the answer alone is also called `answer`. same: `left` and
  // `right` are equal, layouts as functions and other values as printed; holds: `left` is true; calm: `left` is an
  // access of shared memory without bank conflicts, with no more wavefronts than the ideal.
  struct Check {
    enum class Kind : std::uint8_t { same, holds, calm } kind = Kind::same;
    // Expressions of the language, which can use the whole program.
    std::string left;
    // For same; otherwise empty.
    std::string right;
    // For same: if set, compares the first word of this row of a value that prints as rows, as text.
    std::string left_row = {};
    // The same for `right`.
    std::string right_row = {};
  };
  // Unique in its lesson; the same in every language.
  std::string id;
  ExerciseKind kind = ExerciseKind::predict;
  IntegerMode mode = IntegerMode::teaching;
  // The question: Markdown with placeholders, which use the solved program.
  std::string ask;
  // The displayed program, one statement per line; every `?` in it stands for the answer.
  std::string program;
  // Lines that are evaluated before the program and not shown as text: the value that a picture shows and the answer
  // must build.
  std::string hidden;
  // Pictures of shown and of hidden values.
  std::vector<LessonProgram::View> views;
  // The place that teaches it, "lesson" or "lesson#step", for exercises outside a lesson, as in the quizzes; may be
  // empty.
  std::string from;
  // One right answer; placeholders are filled with it in the hole.
  std::string solution;
  // Answers that must be refused; tests verify this. An instance leaves out those that are its solution.
  struct WrongAnswer {
    std::string answer;
    // The mistake that leads to it: Markdown with placeholders, which use the solved program; may be empty.
    std::string because = {};
  };
  std::vector<WrongAnswer> wrong;
  // All must hold; at least one.
  std::vector<Check> checks;
  // Markdown with placeholders, the mildest first; three.
  std::vector<std::string> hints;
  // Empty in an instance, like `where`.
  std::vector<ExerciseParameter> parameters;
  // Conditions on the parameters: true, or an integer that is not 0.
  std::vector<std::string> where;
  // Byte range of the fence in the lesson's text, including both of its lines.
  Span span = {};
};

// One screen of a lesson: prose next to the cards of its program. post: it has both prose and a program.
struct LessonStep {
  // Unique in its lesson; the same in every language. Links use it: `lesson:coalesce#rules`.
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

// Facts of a lesson, for lists of lessons.
struct LessonHead {
  std::string id;  // the same in every language
  std::string title;
  // One sentence, for the list of lessons.
  std::string about;
  // Estimated reading time.
  std::int64_t minutes = 0;
  // Ids of lessons that come before it.
  std::vector<std::string> needs;
  // Names of builtins; a step calls or names each of them.
  std::vector<std::string> teaches;
  // For a quiz: the lesson to begin with if all answers are right; otherwise empty.
  std::string beyond;
  // The title of the part of the course that begins with it; otherwise empty.
  std::string part;
};

// A whole lesson in one language. post: it has an id, a title and a step, and minutes is above 0.
struct Lesson : LessonHead {
  std::vector<LessonStep> steps;
};

// Reads any text. Error: syntax or too_large, with the position in the text, if it is not a lesson; only the first
// error is reported. Does not check the meaning of programs, nor the existence of `needs`, `teaches` and bindings:
// tests/lessons/check.mjs does. Linear in the text.
Result<Lesson> read_lesson(std::string_view text);

}  // namespace stridescope
