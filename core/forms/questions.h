// Questions to the thread-value layouts of a program: who owns an element, what does a thread hold, is everything
// covered, how do two layouts differ and convert, why is an access not wider, which banks does it use. A question is a
// form whose fields are program text; its answers are the values of that text. A thread-value layout maps (thread,
// value) to an element of a tile, as a 1-D index of it; CuTe calls it a TV layout. Possible subjects are each named
// layout and tensor of the program, and the parts of an atom or a tiling: A, B and C of an MMA, S and D of a copy, by
// get_layoutA_TV(...) and so on. Of two values of one name the later one is meant. For example "Who owns (m,n)?" of TV
// = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)), element 17, asks tv_owners(TV, 17), whose value is ((4,1)): thread 4 holds
// it as its value 1, and no other thread does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/forms/form.h"
#include "core/pictures/picture.h"
#include "core/records/records.h"

namespace stridescope::app {

// An expression that is evaluated behind the program, and what its value is called; empty where it needs no title.
struct AskedValue {
  Message title;
  std::string expression;
};

// The available questions, one question with its fields, and its program text.
struct QuestionForm {
  // All of questions.def, in its order; none where nothing in the program can be asked about, and then no field
  // either.
  std::vector<FieldOption> questions;
  // The id of the one that is asked.
  std::string question;
  // In the order to show: which values, a tile (m,n) where coordinates are wanted, numbers of threads, values and
  // elements, the bits of an element.
  std::vector<FormField> fields;
  Message note;         // the meaning of its fields, or the text to write for a subject
  std::string example;  // a value as a subject, with a name for it, if it has none
  // A name for the example, or for the card that keeps `kept`.
  std::string wish;
  // In the order to show, each an expression over the names of the program.
  std::vector<AskedValue> asked;
  std::string kept;  // the expression that is worth a card of its own: it gets a name like `wish`
  // Words of the picture that such a card is to have; empty: its first one.
  std::string view;
};

// The form as it is with what was given. `question`: one of the form's, else the first. `given`: see atom_form.
// Nothing is evaluated, and nothing fails: what cannot be had is found by answers_of.
QuestionForm question_form(const stridescope::Report& report, const std::string& question,
                           const std::vector<FieldValue>& given);

// A value, or the reason why it is missing.
struct Answer {
  Message title;
  // As it prints in the program's mode.
  std::string text;
  // For a report: the same in sentences, and in `brief` a summary.
  std::vector<AnalysisRow> rows;
  Message brief;  // and what it comes to
  // The reason why the answer is missing, and its fix; empty with an answer.
  Message problem;
  Message hint;  // the fix
};
// post: as many answers as the form asks, in their order.
struct Answers {
  std::vector<Answer> answers;  // as many as the form asks
  // Index in the workspace's report of the last of them that has a picture; -1: none has.
  int pictured = -1;
  // For that value, in the form's view; it may be refused, with the reason.
  std::shared_ptr<const CardPicture> picture;
};
// Evaluates the program with what the form asks behind it, a line each, so that errors of the program itself cost an
// answer only where it uses them. `workspace` is left with that report.
Answers answers_of(Workspace& workspace, std::string_view program, IntegerMode mode, const QuestionForm& form,
                   const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
