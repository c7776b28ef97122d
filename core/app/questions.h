// Questions to the thread-value layouts of a program: who owns an element, what a thread has, whether all is covered,
// how two layouts differ and convert, why an access is not wider, which banks it meets. A question is a form whose
// fields are program text; its answers are the values of that text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/app/form.h"
#include "core/app/picture.h"
#include "core/app/records.h"

namespace stridescope::app {

// An expression that is evaluated behind the program, and what its value is called; empty where it needs no title.
struct AskedValue {
  Message title;
  std::string expression;
};

struct QuestionForm {
  std::vector<FieldOption> questions;  // that there are; none where nothing in the program can be asked about
  std::string question;                // which of them
  std::vector<FormField> fields;
  Message note;         // what its fields are, or what to write so that there is something to ask about
  std::string example;  // a value to ask about, and a name for it, where there is none
  std::string wish;
  std::vector<AskedValue> asked;
  std::string kept;  // the expression that is worth a card of its own: it gets a name like `wish`
  std::string view;  // and this picture
};

// `question`: one of the form's, else the first. `given`: see atom_form.
QuestionForm question_form(const stridescope::Report& report, const std::string& question,
                           const std::vector<FieldValue>& given);

// A value, or why there is none.
struct Answer {
  Message title;
  std::string text;               // as it prints
  std::vector<AnalysisRow> rows;  // of a report: the same in sentences
  Message brief;                  // and what it comes to
  Message problem;
  Message hint;  // how to mend it
};
struct Answers {
  std::vector<Answer> answers;                 // as many as the form asks
  int pictured = -1;                           // the last value of them that has a picture, or none
  std::shared_ptr<const CardPicture> picture;  // of that value
};
// Evaluates the program with what the form asks behind it. `workspace` is left with that.
Answers answers_of(Workspace& workspace, std::string_view program, IntegerMode mode, const QuestionForm& form,
                   const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
