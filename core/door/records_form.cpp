// Describes the browser of atoms and its form as records of the door.
#include "core/door/records_app.h"

namespace stridescope::app {

void members(Archive& a, AtomSearch& r) {
  if (!a.record("AtomSearch", "A search for atoms.")) return;
  a.word("kind", r.kind, atom_kind_names, "The kind of atoms.", true);
  a.choice("architecture", r.architecture, "One of the offered architectures; empty: all.");
  a.choice("text", r.text, "Words separated by blanks: parts of a name or of a mnemonic.");
}

void members(Archive& a, FieldOption& r) {
  if (!a.record("FieldOption", "An option of a field.")) return;
  a.member("value", r.value, "The value to pass.");
  a.member("label", r.label, "The displayed text.");
}

void members(Archive& a, FormField& r) {
  static constexpr std::string_view kinds[] = {"flag", "choice", "numbers"};
  if (!a.record("FormField", "A field of a form.")) return;
  a.member("id", r.id, "The id to pass with its values.");
  a.word("kind", r.kind, kinds, "A flag is on or empty; a choice is one of its options; numbers are integers.");
  a.member("title", r.title, "The displayed title.");
  a.member("values", r.values, "The current values; their number is fixed.");
  a.unless_empty("options", r.options, "The options of a choice.");
  a.member_if(r.kind == FieldKind::numbers, "least", r.least, "The smallest allowed number.");
  a.member_if(r.kind == FieldKind::numbers, "most", r.most, "The largest allowed number.");
  a.member_if(r.may_be_empty, "mayBeEmpty", r.may_be_empty,
              "True: a number can be empty; the title explains the meaning.");
  a.member_if(!r.note.empty(), "note", r.note, "The reason why the field cannot be changed.");
}

void members(Archive& a, FieldValue& r) {
  if (!a.record("FieldValue", "A new value of a field.")) return;
  a.member("id", r.id, "The id of the field.");
  a.member("values", r.values, "The values; their number is fixed.");
}

void members(Archive& a, Answer& r) {
  if (!a.record("Answer", "A requested value, or the reason why it does not exist.")) return;
  a.member("title", r.title, "The title of the value; empty if it needs none.");
  a.member("text", r.text, "The printed value.");
  a.member("rows", r.rows, "For a report: its rows as sentences.");
  a.member("brief", r.brief, "For a report: its summary.");
  a.member_if(!r.problem.empty(), "problem", r.problem, "The reason why there is no value.");
  a.member_if(!r.hint.empty(), "hint", r.hint, "A fix.");
}

void members(Archive& a, Form& r) {
  if (!a.record("Form", "Fields, and the expression that they form.")) return;
  a.member("name", r.name, "The name of the subject of the form.");
  a.member("fields", r.fields, "In display order.");
  a.member("text", r.text, "An expression of the language; its evaluation can fail.");
  a.member("wish", r.wish, "A name for the value.");
}

}  // namespace stridescope::app
