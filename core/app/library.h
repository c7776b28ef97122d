// The reference: a page on each function and each notation of the language and on each of CUTLASS's atoms, and one
// search over these pages, the lessons of the course, its glossary and the gallery. The caller provides lessons and
// glossary, which the core does not have. A page is found by its name: that of a function ("logical_divide"), the word
// of a notation (core/app/notation.h), or the name of an atom ("SM80_16x8x16_F32F16F16F32_TN"). If two have the same
// name, the function wins over the notation, and the notation over the atom. Every call builds its answer anew; nothing
// is stored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/course.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/pictures/picture.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// The given lessons and glossary, in the user's language. An empty list adds no results to a search.
struct Library {
  // A word of the glossary in both languages, and the step that introduces it.
  struct Term {
    std::string term;     // in the user's language
    std::string other;    // in the other language
    std::string meaning;  // a sentence in the user's language
    std::string place;    // LESSON/STEP that introduces it
  };
  std::vector<LessonOutline> lessons;  // in the order of the course
  std::vector<Term> terms;             // in the order of the glossary
};

// The meaning of a function, a notation or an atom, with a worked example.
struct ReferencePage {
  // The result of the example in one integer mode.
  struct Outcome {
    IntegerMode mode = IntegerMode::teaching;
    // The last value, printed; empty if the example has an error, which `refused` gives.
    std::string text;
    Message refused;
  };
  // A step of a lesson, with ids and titles.
  struct Taught {
    std::string lesson, lesson_title;
    std::string step, step_title;
  };
  std::string name;
  std::string title;  // its name, or the notation itself if that is short
  // The ways to write it, one per line. For an atom its facts, one per line.
  std::string signature;
  Message documentation;  // one paragraph
  // The law of the function's results, in mathematical notation: "size(R) = size(A), depth(R) ≤ 1, R(i) = A(i)" for
  // coalesce; empty if it has none.
  Message law;
  // The program of the outcomes below: that of the page, or the user's.
  std::string example;
  // In CuTe's mode only, or in both modes, teaching first, if they differ in more than underscores.
  std::vector<Outcome> outcomes;
  // If static and dynamic integers give different results: both results, and the rules of CuTe that make the
  // difference.
  std::optional<IntegerForms> forms;
  // A picture of the example's last value; empty if it has no small picture (playback.h).
  std::string svg;
  // The derivation of the example's value; empty if it has no steps.
  std::optional<Step> derivation;
  // Steps that call or mention it, first those of lessons that teach it, in the order of the course.
  std::vector<Taught> taught;
};
// Uses the given example, if any, instead of the page's: any program, whose last value is shown; `refused` gives an
// error. unknown_name if no page has that name. Work: evaluates the example in both modes and derives it.
Result<ReferencePage> reference_page(std::string_view name, const Library& library, const Catalog& catalog,
                                     std::string_view example = {});

// The parts of that page that need no evaluation: name, title, signature, documentation and the page's own example.
Result<ReferencePage> reference_head(std::string_view name);

// A result of a search. Titles and sentences are in the user's language; the title of a term has both languages.
struct Found {
  enum class Kind : std::uint8_t { notation, function, atom, lesson, example, term } kind = Kind::function;
  // Its address: the name of a page; LESSON or LESSON/STEP, also for a term; GROUP/ID for an example.
  std::string place;
  std::string title;
  // One line: a meaning, a sentence, or the lesson of a step; empty for an atom.
  std::string about;
};
// In the order of Found::Kind.
inline constexpr std::string_view found_kind_names[] = {"notation", "function", "atom", "lesson", "example", "term"};
// Limit of the results of a search, and of additional atoms.
inline constexpr std::size_t max_found = 60;
inline constexpr std::size_t max_found_atoms = 12;

// Finds the results that contain every word of the query, as a word, as its beginning or inside it; the best first,
// atoms last. Case-insensitive, in the user's language; functions, notations and the gallery also in English. A whole
// word counts more than a part, a title more than contents. An empty query finds all notations, in the order of
// learning, all functions, by name, and the whole glossary, without the limit.
std::vector<Found> search(std::string_view query, const Library& library, const Catalog& catalog);

// The notations for a terminal: each form, with its meaning below.
std::string notation_text();

// The functions of the language that a program calls, by name, each once, in the order of their first calls; `A o B`
// calls composition. If the program has morphisms, their functions with the same names count, too. Parses without
// evaluating; skips text that does not parse.
std::vector<std::string> called_functions(std::string_view program);

}  // namespace stridescope::app
