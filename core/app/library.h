// The reference: a page on each function and each notation of the language and on each of CUTLASS's atoms, and one
// search over these, the lessons of the course, its glossary and the gallery. What the core does not have, lessons
// and glossary, the surface brings.
// A page is called by its name: a function's ("logical_divide"), a notation's word (core/lang/notation.h) or an
// atom's ("SM80_16x8x16_F32F16F16F32_TN"). Where two have one name, the function is meant, then the notation.
// Everything is made anew with each question; nothing is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/course.h"
#include "core/app/picture.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// What the surface has of the course in the reader's language. Both lists may be empty: then nothing of the course is
// found.
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

// What a function, a notation or an atom means, with an example carried out.
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
  // How it is written; several are lines. Of an atom its facts, a line each.
  std::string signature;
  Message documentation;  // a paragraph
  // That results of the function are judged by, in the field's notation: "size(R) = size(A), depth(R) ≤ 1, R(i) =
  // A(i)" of coalesce; empty where there is none.
  Message law;
  // The program that is carried out below: its own, or the reader's.
  std::string example;
  // In CuTe's mode alone, or in both, teaching first, where they differ in more than underscores.
  std::vector<Outcome> outcomes;
  // Where static and dynamic integers give other results, both of them, and the rules of CuTe by which they differ.
  std::optional<IntegerForms> forms;
  // Of the example's last value; empty where it has no picture that can be seen in passing (playback.h).
  std::string svg;
  // How the example's value came about; none where it takes no steps.
  std::optional<Step> derivation;
  // Steps that call it or speak of it, those of lessons that teach it first, each in the course's order.
  std::vector<Taught> taught;
};
// With the reader's example in place of its own, where there is one: any program, whose last value is told; one in
// error is told as refused. unknown_name where there is no page of that name. Work: evaluates the example in both
// modes and derives it.
Result<ReferencePage> reference_page(std::string_view name, const Library& library, const Catalog& catalog,
                                     std::string_view example = {});

// What of that page takes no work: name, title, signature, documentation and its own example.
Result<ReferencePage> reference_head(std::string_view name);

// A place that a search has found.
// Titles and sentences are in the reader's language; of a term both languages stand in the title.
struct Found {
  enum class Kind : std::uint8_t { notation, function, atom, lesson, example, term } kind = Kind::function;
  // How it is opened: the name of a page; LESSON or LESSON/STEP, also of a term; GROUP/ID.
  std::string place;
  std::string title;
  // One line: a meaning, a sentence, the lesson of a step; empty of an atom.
  std::string about;
};
// In the order of Found::Kind.
inline constexpr std::string_view found_kind_names[] = {"notation", "function", "atom", "lesson", "example", "term"};
// Places that a search finds at most, and atoms beside them.
inline constexpr std::size_t max_found = 60;
inline constexpr std::size_t max_found_atoms = 12;

// Every word of the query is in what is found, as a word, its beginning or a part of it; the best first, atoms last.
// In either case, in the reader's language; functions, notations and the gallery in English, too. A whole word counts
// more than a part, a title more than what is said of it.
// An empty query finds the notations, in the order in which they are learnt, the functions, by name, and the
// glossary: all of them, without the cap.
std::vector<Found> search(std::string_view query, const Library& library, const Catalog& catalog);

// The notations for a terminal: each form, and its meaning below.
std::string notation_text();

// The functions of the language that a program calls, by name, each once, in the order of their first calls; `A o B`
// calls composition. Beside morphisms those of their own that have the same names, too. It is parsed and not
// evaluated; what does not parse is passed over.
std::vector<std::string> called_functions(std::string_view program);

}  // namespace stridescope::app
