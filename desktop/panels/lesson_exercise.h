// An exercise in the panel of a lesson: its exercise, the program with a hole, an answer, and what is said of it.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// What is to be done, in a word or two.
const char* title_of(ExerciseKind kind);
void draw_exercise(App& app, OpenExercise& exercise, float width);

}  // namespace stridescope::desktop
