// Describes the reference and its search as records of the door.
#include "core/door/records_app.h"

namespace stridescope::app {

static void members(Archive& a, Library::Term& r) {
  if (!a.record("Term", "A term of the glossary.")) return;
  a.member("term", r.term, "In the language of the user.");
  a.member("other", r.other, "In the other language.");
  a.member("meaning", r.meaning, "In the language of the user.");
  a.member("place", r.place, "The LESSON/STEP that introduces it.");
}

void members(Archive& a, Library& r) {
  if (!a.record("Library", "The course as loaded by the UI, in the language of the user.")) return;
  a.choice("lessons", r.lessons, "In order.");
  a.choice("terms", r.terms, "The glossary.");
}

static void members(Archive& a, ReferencePage::Outcome& r) {
  if (!a.record("Outcome", "The result of an example.")) return;
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("text", r.text, "The printed value; empty if the example fails.");
  a.member("refused", r.refused, "The reason of the failure; otherwise empty.");
}

static void members(Archive& a, ReferencePage::Taught& r) {
  if (!a.record("TaughtIn", "A step of a lesson.")) return;
  a.member("lesson", r.lesson, "The id of the lesson.");
  a.member("lessonTitle", r.lesson_title, "The title of the lesson.");
  a.member("step", r.step, "The id of the step.");
  a.member("stepTitle", r.step_title, "The title of the step.");
}

void members(Archive& a, ReferencePage& r) {
  if (!a.record("ReferencePage", "The reference page of a function, a notation or an atom, with an evaluated example."))
    return;
  a.member("name", r.name, "The name of the entry.");
  a.member("title", r.title, "The displayed title: the name, or the notation itself.");
  a.member("signature", r.signature, "The signature; several signatures are separate lines.");
  a.member("documentation", r.documentation, "One paragraph.");
  a.member("law", r.law, "The law that results must satisfy; empty if there is none.");
  a.member("example", r.example, "The evaluated program: that of the page, or the user's.");
  a.member("outcomes", r.outcomes, "The result in one integer mode, or in both if they differ.");
  a.member("forms", r.forms, "The static and the dynamic form, if they differ.");
  a.member("svg", r.svg, "The picture of the result; empty if it has none.");
  a.member("derivation", r.derivation, "The derivation, if it has steps.");
  a.member("taught", r.taught, "The steps of lessons that call or mention it, those that teach it first.");
}

void members(Archive& a, Found& r) {
  if (!a.record("FoundPlace", "A result of a search.")) return;
  a.word("kind", r.kind, found_kind_names, "The kind of the result.");
  a.member("place", r.place, "The name of a page, LESSON or LESSON/STEP (also for a term), or GROUP/ID.");
  a.member("title", r.title, "The displayed title.");
  a.member("about", r.about, "One line.");
}

}  // namespace stridescope::app
