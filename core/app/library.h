// The reference: a page on each function and each notation of the language and on each of CUTLASS's atoms, and one
// search over these, the lessons of the course, its glossary and the gallery. The caller provides lessons and glossary,
// which the core does not have. A page is found by its name: a function's ("logical_divide"), a notation's word
// (core/lang/notation.h) or an atom's ("SM80_16x8x16_F32F16F16F32_TN"). If two have one name, the function wins, then
// the notation. Everything is made anew with each question; nothing is stored.
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

// The caller's lessons in the user's language. Both lists may be empty: then nothing of the course is found.
struct Library {
  // A word of the glossary, with its word in the other language and the step that introduces it.
  struct Term {
    std::string term;     // in the reader's language
    std::string other;    // in the other one
    std::string meaning;  // in the reader's language, a sentence
    std::string place;    // LESSON/STEP that introduces it
  };
  std::vector<LessonOutline> lessons;  // in their order
  std::vector<Term> terms;             // in theirs
};

// The meaning of a function, a notation or an atom, with a worked example.
struct ReferencePage {
  // The example as it comes out in one integer mode.
  struct Outcome {
    IntegerMode mode = IntegerMode::teaching;
    // The last value, printed; empty where the example is refused, and `refused` says why.
    std::string text;
    Message refused;
  };
  // A step of a lesson by ids and titles.
  struct Taught {
    std::string lesson, lesson_title;
    std::string step, step_title;
  };
  std::string name;
  std::string title;  // its name, or the notation itself where that is short
  // Its written form; several are lines. For an atom its facts, a line each.
  std::string signature;
  Message documentation;  // a paragraph
  // The law of the function's results, in the field's notation: "size(R) = size(A), depth(R) ≤ 1, R(i) = A(i)" for
  // coalesce; empty without one.
  Message law;
  // The program that is carried out below: its own, or the reader's.
  std::string example;
  // In CuTe's mode alone, or in both, teaching first, where they differ in more than underscores.
  std::vector<Outcome> outcomes;
  // If static and dynamic integers give different results, both of them, and the rules of CuTe by which they differ.
  std::optional<IntegerForms> forms;
  // For the example's last value; empty if it has no small picture (playback.h).
  std::string svg;
  // The derivation of the example's value; empty if it takes no steps.
  std::optional<Step> derivation;
  // Steps that call it or speak of it, those of lessons that teach it first, each in the course's order.
  std::vector<Taught> taught;
};
// With the user's example in place of its own, if given: any program, whose last value is shown; an error is shown as
// refused. unknown_name if no page has that name. Work: evaluates the example in both modes and derives it.
Result<ReferencePage> reference_page(std::string_view name, const Library& library, const Catalog& catalog,
                                     std::string_view example = {});

// The parts of that page that take no work: name, title, signature, documentation and its own example.
Result<ReferencePage> reference_head(std::string_view name);

// A result of a search. Titles and sentences are in the user's language; the title of a term has both languages.
struct Found {
  enum class Kind : std::uint8_t { notation, function, atom, lesson, example, term } kind = Kind::function;
  // Its address: the name of a page; LESSON or LESSON/STEP, also for a term; GROUP/ID.
  std::string place;
  std::string title;
  // One line: a meaning, a sentence, the lesson of a step; empty of an atom.
  std::string about;
};
// In the order of Found::Kind.
inline constexpr std::string_view found_kind_names[] = {"notation", "function", "atom", "lesson", "example", "term"};
// Limit of a search's results, and of additional atoms.
inline constexpr std::size_t max_found = 60;
inline constexpr std::size_t max_found_atoms = 12;

// Every word of the query occurs in a result, as a word, its beginning or a part of it; the best first, atoms last.
// Case-insensitive, in the user's language; functions, notations and the gallery in English, too. A whole word counts
// more than a part, a title more than its contents. An empty query finds the notations, in the order of learning, the
// functions, by name, and the glossary: all of them, without the limit.
std::vector<Found> search(std::string_view query, const Library& library, const Catalog& catalog);

// The notations for a terminal: each form, and its meaning below.
std::string notation_text();

// The functions of the language that a program calls, by name, each once, in the order of their first calls; `A o B`
// calls composition. With morphisms those of their own that have the same names, too. It is parsed and not evaluated;
// text that does not parse is skipped.
std::vector<std::string> called_functions(std::string_view program);

}  // namespace stridescope::app
