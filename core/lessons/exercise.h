// Exercises: fresh instances of them, and whether an answer is right. An answer is compared as a function, so that any
// layout that maps every coordinate as asked is right, however it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/lessons/lesson.h"

namespace stridescope {

inline constexpr std::size_t max_answer_bytes = 4096;

// The exercise with its parameters in their places, which it then has no more: seed 0 is the lesson's own instance,
// every other seed draws parameters until all conditions hold. The same seed is the same instance on every machine. The
// error of a text that cannot be filled in, or of conditions that no draw of many meets (unsupported).
Result<Exercise> instance_of(const Exercise& exercise, std::uint64_t seed);

struct AnswerCheck {
  bool right = false;
  Message why;                     // what is wrong, with the first coordinate where it differs; never the answer itself
  std::optional<std::int64_t> at;  // that coordinate
};

// pre: an instance. Never fails: what cannot be read is wrong, and why says how. A predicted value must be written out:
// the names of the program are not known to it.
AnswerCheck check_answer(const Exercise& instance, std::string_view answer);

// The program of the instance with its own answer in the hole: what placeholders of question and hints see.
std::string solved_program(const Exercise& instance);

// The question, and the hint after so many wrong answers (the last one from then on); empty where there is none.
Result<std::string> question_text(const Exercise& instance, const Catalog& catalog = english_catalog());
Result<std::string> hint_text(const Exercise& instance, std::size_t wrong_answers,
                              const Catalog& catalog = english_catalog());

}  // namespace stridescope
