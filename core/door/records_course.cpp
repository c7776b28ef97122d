// Describes the course as records of the door.
#include "core/door/records_app.h"

namespace stridescope {

void members(Archive& a, LessonProgram::Light& r) {
  if (!a.record("LitCells", "Cells that a lesson highlights.")) return;
  a.member("name", r.name, "The name of the value.");
  a.member("cells", r.cells, "1-D coordinates of its domain.");
}

void members(Archive& a, LessonProgram::Arrow& r) {
  if (!a.record("LessonArrow", "An arrow from a cell to a cell of another value.")) return;
  a.member("from", r.from, "The name of the value.");
  a.member("fromCell", r.from_cell, "1-D coordinate of its domain.");
  a.member("to", r.to, "The name of the other value.");
  a.member("toCell", r.to_cell, "1-D coordinate of its domain.");
}

}  // namespace stridescope

namespace stridescope::app {
static void members(Archive& a, LessonOutline::Exercise& r) {
  if (!a.record("ListedExercise", "An exercise of a step.")) return;
  a.member("id", r.id, "The id within its lesson.");
  a.word("kind", r.kind, exercise_kind_names, "The kind of task.");
  a.unless_empty("from", r.from, "The LESSON or LESSON#STEP that teaches it, if it is not part of a lesson.");
}

static void members(Archive& a, LessonOutline::Step& r) {
  if (!a.record("ListedStep", "A step of a lesson.")) return;
  a.member("id", r.id, "The same in every language.");
  a.member("title", r.title, "The displayed title.");
  a.member("exercises", r.exercises, "In order.");
  a.member("calls", r.calls, "The functions of the language that its program calls or its prose mentions.");
}

void members(Archive& a, LessonOutline& r) {
  if (!a.record("LessonOutline", "The outline of a lesson.")) return;
  a.member("id", r.id, "The same in every language.");
  a.member("title", r.title, "The displayed title.");
  a.member("about", r.about, "One sentence.");
  a.member("minutes", r.minutes, "The estimated reading time in minutes.");
  a.member("needs", r.needs, "The ids of the lessons that it requires.");
  a.member("teaches", r.teaches, "Functions of the language.");
  a.unless_empty("beyond", r.beyond, "For a quiz: the first lesson for a user who answers all questions.");
  a.unless_empty("part", r.part, "The title of the part of the course that begins with this lesson.");
  a.member("steps", r.steps, "In order.");
}

static void members(Archive& a, PlayedStep::Picture& r) {
  if (!a.record("PlayedPicture", "A picture that shows a step.")) return;
  a.member("of", r.of, "The value, as an expression.");
  a.member("svg", r.svg, "A complete SVG.");
}

void members(Archive& a, PlayedStep& r) {
  if (!a.record("PlayedStep", "A step of a played derivation: an operation before its evaluation, or an equation.")) {
    return;
  }
  a.member("count", r.count, "The number of steps.");
  a.member("depth", r.depth, "The number of enclosing operations.");
  a.member("asks", r.asks, "True: the value is not shown yet.");
  a.member("expression", r.expression, "An expression of the language.");
  a.member("value", r.value, "The printed value.");
  a.member("rule", r.rule, "The title of the rule.");
  a.member("statement", r.statement, "The rule in a sentence.");
  a.member("why", r.why, "The rule with the numbers of this step; can be empty.");
  a.member("pictures", r.pictures, "Can be empty.");
}

static void members(Archive& a, LessonPlace& r) {
  if (!a.record("LessonPlace", "A step of a lesson.")) return;
  a.member("lesson", r.lesson, "The id of the lesson.");
  a.member("step", r.step, "The id of the step; empty: the first step.");
}

void members(Archive& a, LessonName& r) {
  if (!a.record("LessonName", "A lesson.")) return;
  a.member("id", r.id, "The same in every language.");
  a.member("title", r.title, "In the language of the user.");
}

void members(Archive& a, LessonWay& r) {
  if (!a.record("LessonWay", "The steps that precede and follow a step.")) return;
  a.member("before", r.before, "Missing for the first step.");
  a.member("next", r.next, "Missing for the last step of the course.");
  a.member("begins", r.begins, "True: `next` is the start that a quiz recommends.");
  a.member("beforeTitle", r.before_title, "The title of the previous step.");
  a.member("nextTitle", r.next_title, "The title of the next lesson, if `next` begins one.");
}

static void members(Archive& a, ShownStep::Picture& r) {
  if (!a.record("StepPicture", "A picture that a step mentions.")) return;
  a.member("name", r.name, "The name of the value.");
  a.member("view", r.view, "Words of a view.");
  a.member("title", r.title, "The displayed title.");
}

void members(Archive& a, ShownStep& r) {
  if (!a.record("LessonStep", "A step of a lesson.")) return;
  a.member("id", r.id, "The id within its lesson.");
  a.member("title", r.title, "The displayed title.");
  a.member("prose", r.prose, "Markdown; links can begin with cell:, lesson: and builtin:.");
  a.member("program", r.program, "The program to open.");
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("views", r.views, "The views to open it with, one per card.");
  a.member("pictures", r.pictures, "All pictures that the prose mentions.");
  a.member("lights", r.lights, "The cells that the prose highlights.");
  a.member("arrows", r.arrows, "Arrows between cells.");
  a.member("plays", r.plays, "The values whose derivations can be played.");
}

void members(Archive& a, ExerciseName& r) {
  if (!a.record("ExerciseName", "An instance of an exercise.")) return;
  a.member("step", r.step, "The id of the step.");
  a.member("exercise", r.exercise, "The id of the exercise.");
  a.choice("seed", r.seed, "0: the lesson's own instance; any other draws one.");
}

static void members(Archive& a, ShownExercise::Picture& r) {
  if (!a.record("ExercisePicture", "A picture that a question is about.")) return;
  a.member("name", r.name, "The name of the value.");
  a.member("svg", r.svg, "A complete SVG.");
}

void members(Archive& a, ShownExercise& r) {
  if (!a.record("Exercise", "An exercise.")) return;
  a.word("kind", r.kind, exercise_kind_names, "The kind of task.");
  a.member("question", r.question, "Markdown.");
  a.member("program", r.program, "With ? at the place of the answer; can be empty.");
  a.member("before", r.before, "The text before the answer field.");
  a.member("after", r.after, "The text after the answer field.");
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("pictures", r.pictures, "The pictures of the question.");
  a.member("varies", r.varies, "True: other instances exist.");
  a.member("hints", r.hints, "The number of hints.");
}

void members(Archive& a, MarkedAnswer& r) {
  if (!a.record("MarkedAnswer", "The assessment of an answer.")) return;
  a.member("right", r.right, "True for any answer that maps every coordinate to the required value.");
  a.member("why", r.why, "For a wrong answer: the mistake, and the first coordinate that differs.");
  a.member("at", r.at, "That coordinate.");
  a.member("mistake", r.mistake, "For a wrong answer that is foreseen: its cause, Markdown; otherwise empty.");
  a.member("hint", r.hint,
           "For a wrong answer: Markdown; empty if the answer cannot be read. For a right answer: the reason.");
  a.member("program", r.program, "The program with the answer; empty if it needs lines that are not shown.");
}

}  // namespace stridescope::app
