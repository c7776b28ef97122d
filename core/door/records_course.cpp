// Describes the course as records of the door.
#include "core/door/records_app.h"

namespace stridescope {

void members(Archive& a, LessonProgram::Light& r) {
  if (!a.record("LitCells", "Cells that a lesson speaks of.")) return;
  a.member("name", r.name, "Of the value.");
  a.member("cells", r.cells, "1-D coordinates of its domain.");
}

void members(Archive& a, LessonProgram::Arrow& r) {
  if (!a.record("LessonArrow", "An arrow from a cell to a cell of another value.")) return;
  a.member("from", r.from, "Of the value.");
  a.member("fromCell", r.from_cell, "1-D coordinate of its domain.");
  a.member("to", r.to, "Of the other value.");
  a.member("toCell", r.to_cell, "1-D coordinate of its domain.");
}

}  // namespace stridescope

namespace stridescope::app {
static void members(Archive& a, LessonOutline::Exercise& r) {
  if (!a.record("ListedExercise", "An exercise of a step.")) return;
  a.member("id", r.id, "In its lesson.");
  a.word("kind", r.kind, exercise_kind_names, "What is to be done.");
  a.unless_empty("from", r.from, "LESSON or LESSON#STEP that teaches it, where it stands in none.");
}

static void members(Archive& a, LessonOutline::Step& r) {
  if (!a.record("ListedStep", "A step of a lesson.")) return;
  a.member("id", r.id, "The same in every language.");
  a.member("title", r.title, "For people.");
  a.member("exercises", r.exercises, "In their order.");
  a.member("calls", r.calls, "Functions of the language that its program calls or its prose speaks of.");
}

void members(Archive& a, LessonOutline& r) {
  if (!a.record("LessonOutline", "What a lesson holds.")) return;
  a.member("id", r.id, "The same in every language.");
  a.member("title", r.title, "For people.");
  a.member("about", r.about, "One sentence.");
  a.member("minutes", r.minutes, "That reading it takes.");
  a.member("needs", r.needs, "Ids of lessons that come before.");
  a.member("teaches", r.teaches, "Functions of the language.");
  a.unless_empty("beyond", r.beyond, "Of a quiz: the lesson to begin with for who answers all of it.");
  a.unless_empty("part", r.part, "The title of the part of the course that begins with it.");
  a.member("steps", r.steps, "In their order.");
}

static void members(Archive& a, PlayedStep::Picture& r) {
  if (!a.record("PlayedPicture", "A picture that shows a step.")) return;
  a.member("of", r.of, "The value, in the language.");
  a.member("svg", r.svg, "To stand alone.");
}

void members(Archive& a, PlayedStep& r) {
  if (!a.record("PlayedStep", "A step of a derivation that is played: an operation as it is asked, or an equation.")) {
    return;
  }
  a.member("count", r.count, "Of steps of the play.");
  a.member("depth", r.depth, "Operations that it is a part of.");
  a.member("asks", r.asks, "The value is still to come.");
  a.member("expression", r.expression, "In the language.");
  a.member("value", r.value, "Printed.");
  a.member("rule", r.rule, "Its title.");
  a.member("statement", r.statement, "The rule in a sentence.");
  a.member("why", r.why, "The rule with the numbers of this step; may be empty.");
  a.member("pictures", r.pictures, "May be none.");
}

static void members(Archive& a, LessonPlace& r) {
  if (!a.record("LessonPlace", "A step of a lesson.")) return;
  a.member("lesson", r.lesson, "By its id.");
  a.member("step", r.step, "By its id; empty: the first one.");
}

void members(Archive& a, LessonName& r) {
  if (!a.record("LessonName", "A lesson.")) return;
  a.member("id", r.id, "The same in every language.");
  a.member("title", r.title, "In the reader's language.");
}

void members(Archive& a, LessonWay& r) {
  if (!a.record("LessonWay", "Where a reader goes from a step.")) return;
  a.member("before", r.before, "Unless it is the first one.");
  a.member("next", r.next, "Unless it is the last one of all.");
  a.member("begins", r.begins, "That is where a quiz says to begin.");
  a.member("beforeTitle", r.before_title, "What the way before is called.");
  a.member("nextTitle", r.next_title, "What the next one is called, and that one begins there.");
}

static void members(Archive& a, ShownStep::Picture& r) {
  if (!a.record("StepPicture", "A picture that a step speaks of.")) return;
  a.member("name", r.name, "Of the value.");
  a.member("view", r.view, "Words of a view.");
  a.member("title", r.title, "For people.");
}

void members(Archive& a, ShownStep& r) {
  if (!a.record("LessonStep", "A step of a lesson.")) return;
  a.member("id", r.id, "In its lesson.");
  a.member("title", r.title, "For people.");
  a.member("prose", r.prose, "Markdown; links may begin with cell:, lesson: and builtin:.");
  a.member("program", r.program, "To open.");
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("views", r.views, "To open it with: one a card.");
  a.member("pictures", r.pictures, "All pictures that the prose speaks of.");
  a.member("lights", r.lights, "Cells that it speaks of.");
  a.member("arrows", r.arrows, "From cell to cell.");
  a.member("plays", r.plays, "Values whose derivations it offers to play.");
}

void members(Archive& a, ExerciseName& r) {
  if (!a.record("ExerciseName", "An instance of an exercise.")) return;
  a.member("step", r.step, "By its id.");
  a.member("exercise", r.exercise, "By its id.");
  a.choice("seed", r.seed, "0: the lesson's own instance; any other draws one.");
}

static void members(Archive& a, ShownExercise::Picture& r) {
  if (!a.record("ExercisePicture", "A picture that a question is about.")) return;
  a.member("name", r.name, "Of the value.");
  a.member("svg", r.svg, "To stand alone.");
}

void members(Archive& a, ShownExercise& r) {
  if (!a.record("Exercise", "A question.")) return;
  a.word("kind", r.kind, exercise_kind_names, "What is to be done.");
  a.member("question", r.question, "Markdown.");
  a.member("program", r.program, "With ? where the answer belongs; may be empty.");
  a.member("before", r.before, "What stands before the field of the answer.");
  a.member("after", r.after, "What stands behind it.");
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("pictures", r.pictures, "That it is about.");
  a.member("varies", r.varies, "There are other instances.");
  a.member("hints", r.hints, "How many there are.");
}

void members(Archive& a, MarkedAnswer& r) {
  if (!a.record("MarkedAnswer", "What is said of an answer.")) return;
  a.member("right", r.right, "Any answer that maps every coordinate as asked is.");
  a.member("why", r.why, "Of a wrong one: what, and the first coordinate where it differs.");
  a.member("at", r.at, "That coordinate.");
  a.member("mistake", r.mistake, "Of a wrong one that is foreseen: what leads to it, Markdown; else empty.");
  a.member("hint", r.hint, "Of a wrong one: Markdown; empty if it cannot be read. Of a right one: its reason.");
  a.member("program", r.program, "With the answer in its place; empty where it needs lines that are not shown.");
}

}  // namespace stridescope::app
