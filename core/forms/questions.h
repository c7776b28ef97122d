// Questions on the thread-value layouts of a program: who owns an element, what does a thread hold, is everything
// covered, how do two layouts differ and convert, why is an access not wider, which banks does it use. A question is a
// form whose fields make program text; its answers are the values of that text.
// A thread-value layout maps (thread, value) to an element of a tile, as its 1-D index; CuTe calls it a TV layout.
// Possible subjects are each named layout and tensor of the program, and the parts of an atom or a tiling: A, B and C
// of an MMA, S and D of a copy, written get_layoutA_TV(...) etc. If two values have the same name, the later one
// counts.
// For example, "Who owns an element?" for TV = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)) and element 17 evaluates
// tv_owners(TV, 17), whose value is ((4,1)): thread 4 holds the element as its value 1, and no other thread holds it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/forms/form.h"
#include "core/pictures/picture.h"
#include "core/records/records.h"

namespace stridescope::app {

// An expression that is evaluated after the program, and the title of its value, or an empty title.
struct AskedValue {
  Message title;
  std::string expression;
};

// The available questions, one of them with its fields, and its program text.
struct QuestionForm {
  // All of questions.def, in its order; empty, as are the fields, if the program has no possible subject.
  std::vector<FieldOption> questions;
  // The id of the selected question.
  std::string question;
  // In display order: the values, a tile (m,n) if coordinates are needed, numbers of threads, values and elements, the
  // bits of an element.
  std::vector<FormField> fields;
  Message note;         // the meaning of the fields; or the text to write as a subject
  std::string example;  // without a subject: text that makes one, with a name
  // A proposed name for the example, or for the card that keeps `kept`.
  std::string wish;
  // In display order; each is an expression over the names of the program.
  std::vector<AskedValue> asked;
  std::string kept;  // the expression that a card can keep, under a name like `wish`
  // Words of the view of such a card; empty: its first view.
  std::string view;
  // The named value and its cell that the question is about, as cell_at reads it (core/workspace/cell_at.h): a picture
  // of it lights the cell. Empty without one.
  std::string cell_of, cell;
};

// Makes the form from the given values. `question`: an id; the first question if it is unknown. `given`: see atom_form.
// `staged`: the name of the value that the user works on, which is the first subject if the question fits it.
// Evaluates nothing and never fails: answers_of finds what is impossible.
QuestionForm question_form(const stridescope::Report& report, const std::string& question,
                           const std::vector<FieldValue>& given, std::string_view staged = {});

// A value, or the reason why it is missing.
struct Answer {
  Message title;
  // Printed in the program's mode.
  std::string text;
  // For a report: its rows as sentences, and a summary in `brief`.
  std::vector<AnalysisRow> rows;
  Message brief;  // a summary of the rows
  // The reason why the answer is missing; empty if it is not.
  Message problem;
  Message hint;  // the fix
};
// post: one answer for each asked expression, in their order.
struct Answers {
  std::vector<Answer> answers;  // one for each of QuestionForm::asked
  // Index in the workspace's report of the last answer that has a picture; -1: none has.
  int pictured = -1;
  // The picture of that value, in the form's view; it can be refused, with the reason.
  std::shared_ptr<const CardPicture> picture;
};
// Evaluates the program, followed by the asked expressions, one per line: errors of the program itself affect an answer
// only if the answer uses them. Afterwards `workspace` has that report.
Answers answers_of(Workspace& workspace, std::string_view program, IntegerMode mode, const QuestionForm& form,
                   const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
