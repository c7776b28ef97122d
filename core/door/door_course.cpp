// The methods of the course and the reference. The caller has the lesson's text and stores the user's position.
#include "core/door/door.h"

namespace stridescope::door {

Result<LessonOutline> lesson(Door&, LessonText& asked) { return app::lesson_outline(asked.text); }

Result<ReferencePage> page_on(Door& door, PageRequest& asked) {
  return app::reference_page(asked.name, asked.library, door.catalog(), asked.example);
}

Result<FoundPlaces> search(Door& door, SearchRequest& asked) {
  return FoundPlaces{app::search(asked.query, asked.library, door.catalog())};
}

Result<LessonWay> lesson_way(Door&, WayRequest& asked) {
  return app::lesson_way(asked.text, asked.step, asked.course, asked.solved);
}

Result<ShownStep> lesson_step(Door& door, StepRequest& asked) {
  return app::lesson_step(asked.text, asked.step, door.catalog());
}

Result<ShownExercise> exercise(Door& door, ExerciseRequest& asked) {
  return app::shown_exercise(asked.text, asked.name, door.catalog());
}

Result<Text> solution(Door&, ExerciseRequest& asked) {
  auto answer = app::solution_of(asked.text, asked.name);
  if (!answer) return failure(std::move(answer.error()));
  return Text{std::move(*answer)};
}

Result<MarkedAnswer> mark_answer(Door& door, AnswerRequest& asked) {
  return app::marked_answer(asked.text, asked.name, asked.answer, asked.wrong, door.catalog());
}

}  // namespace stridescope::door
