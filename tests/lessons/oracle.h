// A second opinion on answers of exercises, by the words of the exercise and nothing of core/lessons/exercise.cpp: the
// program with the answer in its hole is evaluated, and its conditions are looked at, layouts coordinate by coordinate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lessons/lesson.h"

namespace stridescope {

// Variants of the answer: each integer outside a name plus or minus one, and each two entries next to a comma swapped.
std::vector<std::string> mutated(const std::string& answer);

// pre: an instance (instance_of), and one expression. Nothing where two functions have too many coordinates to be
// tried.
std::optional<bool> judged(const Exercise& instance, const std::string& answer);

}  // namespace stridescope
