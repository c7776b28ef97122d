// Exercises: fresh instances of them, and whether an answer is right. An answer is compared as a function, so that
// any layout that maps every coordinate as asked is right, however it is written: (4,2):(1,4) where 8:1 is the
// solution.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/lessons/lesson.h"

namespace stridescope {

// Bytes of an answer; a longer one is wrong.
inline constexpr std::size_t max_answer_bytes = 4096;

// The exercise with its parameters in their places, which it then has no more: seed 0 is the lesson's own instance,
// every other seed draws parameters until all conditions hold. The same seed is the same instance on every machine.
// The error of a text that cannot be filled in, or of conditions that no draw of 1000 meets (unsupported); a
// condition that has an error of its own ends the drawing with it.
Result<Exercise> instance_of(const Exercise& exercise, std::uint64_t seed);

// The verdict on one answer.
struct AnswerCheck {
  bool right = false;
  // The error, with the first coordinate of difference; never the solution. Empty for a right answer.
  Message why;
  // The coordinate, 1-D in the domain of both, so that a picture can highlight it. Missing if the sizes or the kinds
  // differ.
  std::optional<std::int64_t> at;
};

// pre: an instance. Never fails: what cannot be read is wrong, and why says how. A predicted value must be written
// out: the names of the program are not known to it.
// An answer is one expression. Line breaks, `;`, `=`, `?`, comments and quotation marks are refused, as are brackets
// that do not match, so that no answer can bind names or end the checks. Costs an evaluation of the program, and one
// of the answer alone.
AnswerCheck check_answer(const Exercise& instance, std::string_view answer);

// The program of the instance with its own answer in the hole, hidden lines first: what placeholders of question and
// hints see. An exercise without a hole has the line `answer = SOLUTION` instead.
std::string solved_program(const Exercise& instance);

// The question, and the hint after the given number of wrong answers (the last one from then on); empty without hints,
// and before the first wrong answer. Markdown with its placeholders filled in. The error of a placeholder without a
// value, with its span in the text. `catalog` is the language of the core's words in them; the prose is in the lesson's
// language.
Result<std::string> question_text(const Exercise& instance, const Catalog& catalog = english_catalog());
Result<std::string> hint_text(const Exercise& instance, std::size_t wrong_answers,
                              const Catalog& catalog = english_catalog());

}  // namespace stridescope
