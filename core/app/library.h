// The reference: a page on each function and each notation of the language and on each of CUTLASS's atoms, and one
// search over these, the lessons of the course, its glossary and the gallery. What the core does not have, lessons and
// glossary, the surface brings.
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

// What the surface has of the course in the reader's language.
struct Library {
  // A word of the glossary.
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
    std::string text;  // printed; empty where it is refused
    Message refused;
  };
  struct Taught {
    std::string lesson, lesson_title;
    std::string step, step_title;
  };
  std::string name;
  std::string title;                  // its name, or the notation itself where that is short
  std::string signature;              // how it is written; several are lines
  Message documentation;              // a paragraph
  Message law;                        // that results are judged by; empty where there is none
  std::string example;                // as it is carried out below: its own, or the reader's
  std::vector<Outcome> outcomes;      // CuTe's, or both where they differ in more than underscores
  std::optional<IntegerForms> forms;  // where static and dynamic integers give other results, and why
  std::string svg;                    // of the example's value; empty where it has no picture
  std::optional<Step> derivation;     // where it takes steps
  std::vector<Taught> taught;         // steps that call it or speak of it, those of lessons that teach it first
};
// With the reader's example in place of its own, where there is one. unknown_name where there is no page of that name.
Result<ReferencePage> reference_page(std::string_view name, const Library& library, const Catalog& catalog,
                                     std::string_view example = {});

// Whether there is such a page.
bool has_page(std::string_view name);
// Of the example's value, for a surface that paints it itself; null where it has none.
std::shared_ptr<const CardPicture> page_picture(const ReferencePage& page, const Catalog& catalog);

// A place that a search has found.
struct Found {
  enum class Kind : std::uint8_t { notation, function, atom, lesson, example, term } kind = Kind::function;
  std::string place;  // the name of a page; LESSON or LESSON/STEP, also of a term; GROUP/ID
  std::string title;
  std::string about;  // one line
};
// In the order of Found::Kind.
inline constexpr std::string_view found_kind_names[] = {"notation", "function", "atom", "lesson", "example", "term"};
inline constexpr std::size_t max_found = 60;
inline constexpr std::size_t max_found_atoms = 12;

// Every word of the query is in what is found, as a word, its beginning or a part of it; the best first, atoms last. An
// empty query finds the notations, in the order in which they are learnt, the functions, by name, and the glossary.
std::vector<Found> search(std::string_view query, const Library& library, const Catalog& catalog);

// The notations for a terminal: each form, and its meaning below.
std::string notation_text();

// The functions of the language that a program calls, by name, each once, in the order of their first calls; beside
// morphisms those of their own that have the same names, too.
std::vector<std::string> called_functions(std::string_view program);

}  // namespace stridescope::app
