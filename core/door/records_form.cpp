// Describes the browser of atoms and its form as records of the door.
#include "core/door/records_app.h"

namespace stridescope::app {

void members(Archive& a, AtomSearch& r) {
  if (!a.record("AtomSearch", "Which atoms are looked for.")) return;
  a.word("kind", r.kind, atom_kind_names, "What they do.", true);
  a.choice("architecture", r.architecture, "One of those that are offered; empty: of all.");
  a.choice("text", r.text, "Words between blanks: parts of a name or of a mnemonic.");
}

void members(Archive& a, FieldOption& r) {
  if (!a.record("FieldOption", "One of several.")) return;
  a.member("value", r.value, "By which it is given.");
  a.member("label", r.label, "For people.");
}

void members(Archive& a, FormField& r) {
  static constexpr std::string_view kinds[] = {"flag", "choice", "numbers"};
  if (!a.record("FormField", "A field of a form.")) return;
  a.member("id", r.id, "By which its values are given.");
  a.word("kind", r.kind, kinds, "A flag is on or empty, a choice one of its options, numbers are integers.");
  a.member("title", r.title, "For people.");
  a.member("values", r.values, "What it says now; as many as it has.");
  a.unless_empty("options", r.options, "Of a choice.");
  a.member_if(r.kind == FieldKind::numbers, "least", r.least, "That a number may be.");
  a.member_if(r.kind == FieldKind::numbers, "most", r.most, "That a number may be.");
  a.member_if(r.may_be_empty, "mayBeEmpty", r.may_be_empty,
              "A number may be left out; the title says what that means.");
  a.member_if(!r.note.empty(), "note", r.note, "Why there is nothing to choose.");
}

void members(Archive& a, FieldValue& r) {
  if (!a.record("FieldValue", "What a field is to say.")) return;
  a.member("id", r.id, "The field.");
  a.member("values", r.values, "As many as it has.");
}

void members(Archive& a, Answer& r) {
  if (!a.record("Answer", "A value that was asked for, or why there is none.")) return;
  a.member("title", r.title, "What it is; empty where it needs no title.");
  a.member("text", r.text, "As it prints.");
  a.member("rows", r.rows, "Of a report: the same in sentences.");
  a.member("brief", r.brief, "And what it comes to.");
  a.member_if(!r.problem.empty(), "problem", r.problem, "Why there is none.");
  a.member_if(!r.hint.empty(), "hint", r.hint, "How to mend it.");
}

void members(Archive& a, Form& r) {
  if (!a.record("Form", "Fields, and what they stand for.")) return;
  a.member("name", r.name, "Of what it builds from.");
  a.member("fields", r.fields, "In the order to show.");
  a.member("text", r.text, "An expression of the language, which may be refused.");
  a.member("wish", r.wish, "A name for the value.");
}

}  // namespace stridescope::app
