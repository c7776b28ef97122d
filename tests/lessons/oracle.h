// An independent check of answers to exercises, from the wording of the exercise and without core/lessons/exercise.cpp:
// evaluates the program with the answer in its hole, and checks its conditions, for layouts coordinate by coordinate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lessons/lesson.h"

namespace stridescope {

// Variants of the answer: each integer outside of a name plus or minus one, and each pair of adjacent entries swapped.
std::vector<std::string> mutated(const std::string& answer);

// pre: an instance (instance_of) and one expression. Empty if two functions have too many coordinates to compare.
std::optional<bool> judged(const Exercise& instance, const std::string& answer);

}  // namespace stridescope
