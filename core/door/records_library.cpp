// Describes the reference and its search as records of the door.
#include "core/door/records_app.h"

namespace stridescope::app {

static void members(Archive& a, Library::Term& r) {
  if (!a.record("Term", "A word of the glossary.")) return;
  a.member("term", r.term, "In the reader's language.");
  a.member("other", r.other, "In the other one.");
  a.member("meaning", r.meaning, "In the reader's language.");
  a.member("place", r.place, "LESSON/STEP that introduces it.");
}

void members(Archive& a, Library& r) {
  if (!a.record("Library", "What a surface has of the course, in the reader's language.")) return;
  a.choice("lessons", r.lessons, "In their order.");
  a.choice("terms", r.terms, "The glossary.");
}

static void members(Archive& a, ReferencePage::Outcome& r) {
  if (!a.record("Outcome", "What an example comes to.")) return;
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("text", r.text, "Printed; empty where it is refused.");
  a.member("refused", r.refused, "Why; else empty.");
}

static void members(Archive& a, ReferencePage::Taught& r) {
  if (!a.record("TaughtIn", "A step of a lesson.")) return;
  a.member("lesson", r.lesson, "By its id.");
  a.member("lessonTitle", r.lesson_title, "For people.");
  a.member("step", r.step, "By its id.");
  a.member("stepTitle", r.step_title, "For people.");
}

void members(Archive& a, ReferencePage& r) {
  if (!a.record("ReferencePage", "What a function, a notation or an atom means, with an example carried out.")) return;
  a.member("name", r.name, "As it is called.");
  a.member("title", r.title, "For people: its name, or the notation itself.");
  a.member("signature", r.signature, "How it is written; several are lines.");
  a.member("documentation", r.documentation, "A paragraph.");
  a.member("law", r.law, "That results are judged by; empty where there is none.");
  a.member("example", r.example, "The program that is carried out: its own, or the reader's.");
  a.member("outcomes", r.outcomes, "In one integer mode, or in both where they differ.");
  a.member("forms", r.forms, "Where static and dynamic integers give other results.");
  a.member("svg", r.svg, "Of the example's value; empty where it has no picture.");
  a.member("derivation", r.derivation, "Where it takes steps.");
  a.member("taught", r.taught, "Steps of lessons that call it or speak of it, those of lessons that teach it first.");
}

void members(Archive& a, Found& r) {
  if (!a.record("FoundPlace", "A place that a search has found.")) return;
  a.word("kind", r.kind, found_kind_names, "What it is.");
  a.member("place", r.place, "The name of a page, LESSON or LESSON/STEP, also of a term, GROUP/ID.");
  a.member("title", r.title, "For people.");
  a.member("about", r.about, "One line.");
}

}  // namespace stridescope::app
