// Exercises: new instances of them, and checks of answers. An answer is compared as a function, so that any layout that
// maps every coordinate as required is right, in any notation: (4,2):(1,4) if the solution is 8:1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/lessons/lesson.h"

namespace stridescope {

// Limit of the bytes of an answer; a longer one is wrong.
inline constexpr std::size_t max_answer_bytes = 4096;

// The exercise with its parameters replaced by values; the instance has no parameters. Seed 0 is the lesson's own
// instance; any other seed draws parameters until all conditions hold. The same seed gives the same instance on every
// machine. Errors: a text that cannot be filled in; unsupported if no draw of 1000 meets the conditions; and the error
// of a condition, which ends the drawing.
Result<Exercise> instance_of(const Exercise& exercise, std::uint64_t seed);

// The verdict on one answer.
struct AnswerCheck {
  bool right = false;
  // The error, with the first coordinate of difference; never the solution. Empty for a right answer.
  Message why;
  // The coordinate, 1-D in the domain of both, so that a picture can highlight it. Missing if the sizes or the kinds
  // differ.
  std::optional<std::int64_t> at;
  // The answer is not an expression, so it was not compared: no wrong answer.
  bool unreadable = false;
};

// Checks an answer. pre: an instance. Never fails: an answer that cannot be read is wrong, and `why` gives the reason.
// The answer to a prediction must be written as a value: the names of the program are not available.
// An answer is one expression. Line breaks, `;`, `=`, `?`, comments, quotation marks and unmatched brackets are
// refused, so that no answer can define names or end the checks. Cost: an evaluation of the program, and one of the
// answer alone.
AnswerCheck check_answer(const Exercise& instance, std::string_view answer);

// The program of the instance with its solution in the hole, hidden lines first; placeholders of question and hints use
// it. An exercise without a hole has the line `answer = SOLUTION` instead.
std::string solved_program(const Exercise& instance);

// The mistake that leads to this answer, if it is one of the listed wrong ones, in any notation of the same value;
// otherwise empty. Markdown with its placeholders filled in. Error: as of question_text.
Result<std::string> mistake_text(const Exercise& instance, std::string_view answer,
                                 const Catalog& catalog = english_catalog());

// The question, and the hint after the given number of wrong answers (the last hint from then on); empty without hints,
// and before the first wrong answer. Markdown with its placeholders filled in. Error: a placeholder without a value,
// with its span in the text. `catalog`: the language of the core's words in them; the prose is in the lesson's
// language.
Result<std::string> question_text(const Exercise& instance, const Catalog& catalog = english_catalog());
Result<std::string> hint_text(const Exercise& instance, std::size_t wrong_answers,
                              const Catalog& catalog = english_catalog());

}  // namespace stridescope
