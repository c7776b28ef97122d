// A lesson as it is read from its text (core/data/lessons/README.md has the form): steps of prose, each with one
// program and the pictures that its sentences speak of, and exercises. The prose stays Markdown; only what the core has
// to know is taken out of it: the front matter, where steps begin, the fenced programs, and the placeholders.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/lang/evaluator.h"

namespace stridescope {

// Caps of one lesson: a text beyond them is refused as too_large.
inline constexpr std::size_t max_lesson_bytes = 1 << 18;
inline constexpr std::size_t max_lesson_steps = 64;
inline constexpr std::size_t max_step_exercises = 32;

// What a program is shown with. Names are those of bindings; cells are 1-D coordinates of the binding's domain.
struct LessonProgram {
  struct View {
    std::string name;
    std::string view;  // as parse_view reads it
  };
  struct Light {
    std::string name;
    std::vector<std::int64_t> cells;
  };
  struct Arrow {
    std::string from;
    std::int64_t from_cell = 0;
    std::string to;
    std::int64_t to_cell = 0;
  };
  std::string text;
  IntegerMode mode = IntegerMode::teaching;
  std::vector<View> views;    // in the order in which the cards are to be seen
  std::vector<Light> lights;  // cells that are lit
  std::vector<Arrow> arrows;
  std::vector<std::string> plays;  // values whose derivations are offered to be played
  std::string front;               // the card that stands first; empty: the last binding's
};

enum class ExerciseKind : std::uint8_t {
#define EXERCISE_KIND(name) name,
#include "core/lessons/exercise_kinds.def"
#undef EXERCISE_KIND
};
// In the order of ExerciseKind.
inline constexpr std::string_view exercise_kind_names[] = {
#define EXERCISE_KIND(name) #name,
#include "core/lessons/exercise_kinds.def"
#undef EXERCISE_KIND
};

// A number that differs from instance to instance.
struct ExerciseParameter {
  std::string name;
  std::int64_t value = 0;             // in the lesson's own instance
  std::vector<std::int64_t> choices;  // value is one of them
};

// A question with a hole, written `?` in its program; without one the answer is a value of its own. Before the
// parameters are put in their places (instance_of) the texts hold `$name` and `$(expression)`.
struct Exercise {
  // What must hold of the program with the answer in the hole, where the answer alone is also called `answer`.
  struct Check {
    enum class Kind : std::uint8_t { same, holds, calm } kind = Kind::same;
    std::string left;   // same: equal as functions to `right`; holds: is true; calm: an access without bank conflicts
    std::string right;  // of same
    std::string left_row = {};   // of same: this row of a value that prints as rows, as text
    std::string right_row = {};  // likewise
  };
  std::string id;  // unique in its lesson
  ExerciseKind kind = ExerciseKind::predict;
  IntegerMode mode = IntegerMode::teaching;
  std::string ask;      // Markdown with placeholders
  std::string program;  // shown
  std::string hidden;   // evaluated before the program, not shown as text
  std::vector<LessonProgram::View> views;
  std::string from;                // "lesson" or "lesson#step" that teaches it, where it stands in none; may be empty
  std::string solution;            // one right answer
  std::vector<std::string> wrong;  // answers that must be refused
  std::vector<Check> checks;       // all must hold
  std::vector<std::string> hints;  // Markdown with placeholders, the gentlest first
  std::vector<ExerciseParameter> parameters;
  std::vector<std::string> where;  // conditions on the parameters: true, or an integer that is not 0
  Span span = {};                  // of the fence in the lesson's text
};

struct LessonStep {
  std::string id;  // unique in its lesson; the same in every language
  std::string title;
  std::string prose;  // Markdown with placeholders, without fences
  LessonProgram program;
  std::vector<Exercise> exercises;
  Span span = {};  // of its title in the lesson's text
};

struct Lesson {
  std::string id;
  std::string title;
  std::string about;  // one sentence
  std::int64_t minutes = 0;
  std::vector<std::string> needs;    // ids of lessons
  std::vector<std::string> teaches;  // names of builtins
  std::string beyond;                // of a quiz: the lesson to begin with for who answers all of it; else empty
  std::vector<LessonStep> steps;
};

// Reads any text. syntax or too_large, with the place in the text, where it is no lesson; what a program means is not
// looked at.
Result<Lesson> read_lesson(std::string_view text);

}  // namespace stridescope
