// Describes the contents of a whole module as records of the door.
#include "core/records/records_xray.h"

namespace stridescope {

void members(Archive& a, XrayPart& r) {
  if (!a.record("XrayPart", "A tensor, a layout, a copy or an MMA of a module.")) return;
  a.word("kind", r.kind, xray_kind_names, "What it is.");
  a.member("name", r.name, "Of its statement.");
  a.member("line", r.line, "Of the module, from 1.");
  a.member("text", r.text, "As it stands there.");
  a.member("program", r.program, "The statement of the language that makes it a card.");
  a.unless_empty("value", r.value, "Printed; not there while integers are open.");
  a.member_if(r.open > 0, "open", r.open, "How many integers the text does not tell, each a `?` of the program.");
  a.member("uses", r.uses, "How often the module names it; in a source, how many later values use it.");
}

void members(Archive& a, XrayValue& r) {
  if (!a.record("XrayValue", "A value that an operation takes or gives.")) return;
  a.member("name", r.name, "In the module.");
  a.member_if(r.line > 0, "line", r.line, "That defines it.");
  a.member_if(r.part >= 0, "part", r.part, "Index of what it is among the parts.");
}

void members(Archive& a, XrayOperation& r) {
  if (!a.record("XrayOperation", "An operation that takes or gives a part.")) return;
  a.member("line", r.line, "Of the module.");
  a.member("name", r.name, "Of the operation.");
  a.member("moves", r.moves, "It moves data, multiplies or partitions; others only make views.");
  a.member("operands", r.operands, "What it takes.");
  a.member("results", r.results, "What it gives.");
}

void members(Archive& a, XrayFinding& r) {
  if (!a.record("XrayFinding", "What a check found.")) return;
  a.word("grade", r.grade, xray_grade_names, "An error cannot work, a warning costs time, a note is told.");
  a.member("line", r.line, "Of the module.");
  a.member_if(r.part >= 0, "part", r.part, "Index of what it is about among the parts.");
  a.member("what", r.what, "In a sentence with its numbers.");
  a.unless_empty("mend", r.mend, "What would help.");
  a.unless_empty("program", r.program, "A program that shows it.");
}

void members(Archive& a, XrayUnknown& r) {
  if (!a.record("XrayUnknown", "What was not read.")) return;
  a.member("line", r.line, "Of the module.");
  a.member("text", r.text, "As it stands there.");
  a.member("why", r.why, "The reason.");
}

void members(Archive& a, Xray& r) {
  if (!a.record("Xray", "What a whole module says of layouts.")) return;
  a.word("source", r.source, xray_source_names,
         "What the text is: a module of CuTe DSL, of Triton, of others, or a source.");
  a.member("lines", r.lines, "Of the text.");
  a.member("parts", r.parts, "By line.");
  a.member("operations", r.operations, "By line.");
  a.member("findings", r.findings, "By line.");
  a.member("unknown", r.unknown, "By line.");
  a.member("partsLeftOut", r.parts_left_out, "Beyond the list.");
  a.member("operationsLeftOut", r.operations_left_out, "Beyond the list.");
  a.member("findingsLeftOut", r.findings_left_out, "Beyond the list.");
  a.member("unknownLeftOut", r.unknown_left_out, "Beyond the list.");
}

}  // namespace stridescope
