// What is asked of the course. The caller has the lesson's text and keeps the reader's place.
#include "core/app/door.h"

namespace stridescope::door {

Result<LessonOutline> lesson(Door&, LessonText& asked) { return app::lesson_outline(asked.text); }

Result<BeginAt> begin_at(Door&, QuizRequest& asked) { return app::begin_at(asked.text, asked.solved); }

Result<ShownStep> lesson_step(Door& door, StepRequest& asked) {
  return app::lesson_step(asked.text, asked.step, door.catalog());
}

Result<ShownExercise> exercise(Door& door, ExerciseRequest& asked) {
  return app::shown_exercise(asked.text, asked.name, door.catalog());
}

Result<MarkedAnswer> mark_answer(Door& door, AnswerRequest& asked) {
  return app::marked_answer(asked.text, asked.name, asked.answer, asked.wrong, door.catalog());
}

}  // namespace stridescope::door
