// Describes the contents of a whole module as records of the door.
#include "core/records/records_xray.h"

namespace stridescope {

void members(Archive& a, XrayPart& r) {
  if (!a.record("XrayPart", "A tensor, a layout, a copy or an MMA of a module.")) return;
  a.word("kind", r.kind, xray_kind_names, "The kind of part.");
  a.member("name", r.name, "The name in its statement.");
  a.member("line", r.line, "The line of the module, from 1.");
  a.member("text", r.text, "The text in the module.");
  a.member("program", r.program, "The statement of the language that makes it a card.");
  a.unless_empty("value", r.value, "The printed value; missing while integers are unknown.");
  a.member_if(r.open > 0, "open", r.open,
              "The number of integers that the text does not give, each a `?` in the program.");
  a.member("uses", r.uses, "The number of uses in the module; in a source, the number of later values that use it.");
}

void members(Archive& a, XrayValue& r) {
  if (!a.record("XrayValue", "An operand or result of an operation.")) return;
  a.member("name", r.name, "The name in the module.");
  a.member_if(r.line > 0, "line", r.line, "The line that defines it.");
  a.member_if(r.part >= 0, "part", r.part, "The index of its part.");
}

void members(Archive& a, XrayOperation& r) {
  if (!a.record("XrayOperation", "An operation with a part as operand or result.")) return;
  a.member("line", r.line, "The line of the module.");
  a.member("name", r.name, "The name of the operation.");
  a.member("moves", r.moves, "True: it moves data, multiplies or partitions; false: it only makes a view.");
  a.member("operands", r.operands, "The operands.");
  a.member("results", r.results, "The results.");
}

void members(Archive& a, XrayFinding& r) {
  if (!a.record("XrayFinding", "A finding of a check.")) return;
  a.word("grade", r.grade, xray_grade_names, "error: cannot work; warning: costs time; note: information.");
  a.member("line", r.line, "The line of the module.");
  a.member_if(r.part >= 0, "part", r.part, "The index of its part.");
  a.member("what", r.what, "The finding as a sentence with its numbers.");
  a.unless_empty("mend", r.fix, "A fix.");
  a.unless_empty("program", r.program, "A program that demonstrates it.");
}

void members(Archive& a, XrayUnknown& r) {
  if (!a.record("XrayUnknown", "A text that was not read.")) return;
  a.member("line", r.line, "The line of the module.");
  a.member("text", r.text, "The text in the module.");
  a.member("why", r.why, "The reason.");
}

void members(Archive& a, Xray& r) {
  if (!a.record("Xray", "The layouts of a whole module.")) return;
  a.word("source", r.source, xray_source_names,
         "The kind of text: a module of CuTe DSL, of Triton, of another system, or a source.");
  a.member("lines", r.lines, "The number of lines of the text.");
  a.member("parts", r.parts, "By line.");
  a.member("operations", r.operations, "By line.");
  a.member("findings", r.findings, "By line.");
  a.member("unknown", r.unknown, "By line.");
  a.member("partsLeftOut", r.parts_left_out, "The note on parts beyond the limit.");
  a.member("operationsLeftOut", r.operations_left_out, "The note on operations beyond the limit.");
  a.member("findingsLeftOut", r.findings_left_out, "The note on findings beyond the limit.");
  a.member("unknownLeftOut", r.unknown_left_out, "The note on unread text beyond the limit.");
}

}  // namespace stridescope
