// Questions on thread-value layouts: the options of their forms, and answers equal to those of the functions that they
// call.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/forms/questions.h"

using namespace stridescope;

namespace {

const std::string program =
    "TV = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\n"
    "U = ((_4,_8),(_2,_2)):((_16,_1),(_8,_64))\n"
    "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))\n"
    "fetch = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, mma)\n"
    "tile = (_64,_64):(_64,_1)\n"
    "n = size(tile)\n";

app::QuestionForm form_of(const std::string& text, const std::string& question,
                          const std::vector<app::FieldValue>& given = {}) {
  Workspace workspace;
  workspace.evaluate(text, IntegerMode::cute);
  return app::question_form(workspace.report(), question, given);
}

// Output of an expression after the program.
std::string value_of(const std::string& expression) {
  Workspace workspace;
  workspace.evaluate(program + expression, IntegerMode::cute);
  REQUIRE(workspace.report().diagnostics.empty());
  return workspace.report().bindings.back().text;
}

const app::FormField& field(const app::QuestionForm& form, std::string_view id) {
  for (const app::FormField& one : form.fields) {
    if (one.id == id) return one;
  }
  FAIL("no field ", id);
  return form.fields.front();
}

}  // namespace

TEST_CASE("questions: every one can be asked of every value that they are about") {
  const app::QuestionForm first = form_of(program, "");
  REQUIRE(first.questions.size() == 7);
  CHECK(first.question == first.questions[0].value);
  // Layouts as they are, the operands of an MMA, both sides of a copy; no integers.
  CHECK(field(first, "of").options.size() == 3 + 3 + 2);
  for (const app::FieldOption& question : first.questions) {
    const app::QuestionForm form = form_of(program, question.value);
    CHECK(form.question == question.value);
    for (const app::FormField& one : form.fields) {
      for (const app::FieldOption& option : one.options) {
        const app::QuestionForm asked = form_of(program, question.value, {{one.id, {option.value}}});
        CHECK(field(asked, one.id).values == std::vector<std::string>{option.value});
        Workspace workspace;
        const app::Answers made = app::answers_of(workspace, program, IntegerMode::cute, asked);
        REQUIRE(made.answers.size() == asked.asked.size());
        // A value or the reason for its absence, never an empty answer.
        for (const app::Answer& answer : made.answers) CHECK(answer.text.empty() != answer.problem.empty());
      }
    }
  }
}

TEST_CASE("questions: fields are the arguments, and answers the values") {
  const auto first_answer = [](const app::QuestionForm& form) {
    Workspace workspace;
    return app::answers_of(workspace, program, IntegerMode::cute, form).answers.at(0).text;
  };
  CHECK(first_answer(form_of(program, "who", {{"of", {"U"}}, {"element", {"17"}}})) == value_of("tv_owners(U, 17)"));
  CHECK(first_answer(form_of(program, "who", {{"of", {"TV"}}, {"tile", {"8", "16"}}, {"coordinate", {"3", "5"}}})) ==
        value_of("tv_owners(TV, (3,5), (_8,_16))"));
  CHECK(first_answer(form_of(program, "what", {{"of", {"mma A"}}, {"thread", {"33"}}})) ==
        value_of("print_tensor(tv_thread(get_layoutA_TV(mma), 33, (_32,_16)))"));
  CHECK(first_answer(form_of(program, "compare", {{"a", {"TV"}}, {"b", {"U"}}})) == value_of("tv_compare(TV, U)"));
  const app::QuestionForm banks = form_of(program, "banks", {{"a", {"tile"}}, {"b", {"TV"}}, {"bits", {"32"}}});
  CHECK(banks.kept == "bank_conflicts<32>(tile, TV)");
  CHECK(first_answer(banks) == value_of(banks.kept));
  // Two different values if two exist.
  const app::QuestionForm two = form_of(program, "compare");
  CHECK(field(two, "a").values != field(two, "b").values);
  const app::QuestionForm other = form_of(program, "compare", {{"a", {"U"}}});
  CHECK(field(other, "b").values == std::vector<std::string>{"TV"});
  // A value outside the field's range or options is replaced by the initial one.
  CHECK(field(form_of(program, "who", {{"of", {"n"}}}), "of").values == std::vector<std::string>{"TV"});
  CHECK(field(form_of(program, "what", {{"thread", {"-4"}}}), "thread").values == std::vector<std::string>{"0"});
  CHECK(field(form_of(program, "what", {{"thread", {"99999999999999999999"}}}), "thread").values ==
        std::vector<std::string>{"0"});
}

TEST_CASE("questions: an MMA is asked about C first, and a coordinate outside is an error") {
  const app::QuestionForm first = form_of("mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)\n", "who");
  CHECK(field(first, "of").values == std::vector<std::string>{"mma C"});
  CHECK(english(field(first, "coordinate").title) == "(m,n)");
  // (40,0) of 32 rows has the number of (8,1).
  Workspace workspace;
  const app::QuestionForm outside = form_of(program, "who", {{"of", {"mma A"}}, {"coordinate", {"40", "0"}}});
  const app::Answers answers = app::answers_of(workspace, program, IntegerMode::cute, outside);
  CHECK(english(answers.answers.at(0).problem) ==
        "tv_owners: coordinate 40 of mode 0 is outside of its extent 32 in (32,16)");
}

TEST_CASE("questions: an MMA and a copy know their tiles, atoms answer, and a swizzle is not asked for threads") {
  const std::string text = "sA = Sw<3,3,3> o 0 o (64,64):(64,1)\nsB = Sw<2,3,3> o 0 o (64,64):(64,1)\n" + program +
                           "atom = SM80_16x8x16_F32F16F16F32_TN\ncopy = Copy_Atom<SM75_U32x4_LDSM_N,half_t>\n";
  // The form opens without an error, on a value with threads, though memory comes first in the program.
  for (const char* question : {"who", "what", "coverage", "compare", "convert", "vectorise", "banks"}) {
    CAPTURE(question);
    const app::QuestionForm form = form_of(text, question);
    Workspace workspace;
    for (const app::Answer& answer : app::answers_of(workspace, text, IntegerMode::cute, form).answers) {
      CAPTURE(english(answer.problem));
      CHECK((answer.problem.empty() || std::string(question) == "vectorise"));
    }
  }
  CHECK(field(form_of(text, "who"), "of").options.size() == 3 + 3 + 2 + 3 + 2);
  CHECK(form_of(text, "banks").kept == "bank_conflicts<16>(sA, TV)");
  // A tile of an earlier program does not count where the value knows its own.
  const std::vector<app::FieldValue> left = {{"of", {"mma C"}}, {"tile", {"128", "64"}}, {"coordinate", {"17", "9"}}};
  const app::QuestionForm who = form_of(text, "who", left);
  CHECK(who.asked[0].expression == "tv_owners(get_layoutC_TV(mma), (17,9), (_32,_16))");
  CHECK(std::none_of(who.fields.begin(), who.fields.end(), [](const auto& one) { return one.id == "tile"; }));
  for (const char* part : {"atom A", "atom B", "atom C", "copy src", "copy dst", "fetch S"}) {
    CAPTURE(part);
    Workspace workspace;
    const auto answers =
        app::answers_of(workspace, text, IntegerMode::cute, form_of(text, "coverage", {{"of", {part}}}));
    CHECK(answers.answers.at(0).problem.empty());
  }
  // Two swizzles are compared as functions, without errors around the answer.
  const app::QuestionForm swizzles = form_of(text, "compare", {{"a", {"sA"}}, {"b", {"sB"}}});
  CHECK(swizzles.asked.size() == 2);
  CHECK(form_of("sA = Sw<3,3,3> o 0 o (64,64):(64,1)\n", "").question == "compare");
}

TEST_CASE("questions: pictures, problems, and what there must be to ask about") {
  Workspace workspace;
  const app::Answers covered =
      app::answers_of(workspace, program, IntegerMode::cute, form_of(program, "coverage", {{"of", {"TV"}}}));
  CHECK(covered.pictured >= 0);
  CHECK(covered.picture != nullptr);
  // Errors of the program do not count as errors of the question.
  const std::string wrong = "bad = no_such(1)\n" + program;
  const app::Answers despite = app::answers_of(workspace, wrong, IntegerMode::cute, form_of(wrong, "who"));
  CHECK(despite.answers.at(0).problem.empty());
  const app::Answers refused =
      app::answers_of(workspace, program, IntegerMode::cute, form_of(program, "what", {{"thread", {"999"}}}));
  CHECK_FALSE(refused.answers.at(0).problem.empty());

  const app::QuestionForm nothing = form_of("n = 4\n", "who");
  CHECK(nothing.questions.empty());
  CHECK_FALSE(nothing.note.empty());
  CHECK_FALSE(form_of(nothing.wish + " = " + nothing.example, "").questions.empty());
}

TEST_CASE("questions: the value on the stage comes first, and a second one of as many elements") {
  Workspace workspace;
  workspace.evaluate("A = (4,8):(8,1)\nS = Sw<3,3,3> o 0 o (64,64):(64,1)\nG = (64,64):(64,1)\n" + program,
                     IntegerMode::cute);
  const auto staged = [&](const char* question, const char* name) {
    return app::question_form(workspace.report(), question, {}, name);
  };
  CHECK(field(staged("who", "mma"), "of").values.front() == "mma C");
  CHECK(field(staged("who", "fetch"), "of").values.front() == "fetch S");
  // A swizzle does not have threads.
  CHECK(field(staged("who", "S"), "of").values.front() == "A");
  CHECK(field(staged("vectorise", "S"), "a").values.front() == "S");
  CHECK(field(staged("vectorise", "S"), "b").values.front() == "G");
  const app::Answers answers =
      app::answers_of(workspace, workspace.program(), IntegerMode::cute, staged("vectorise", "S"));
  CHECK(answers.answers[0].problem.empty());
}

TEST_CASE("questions: the owner of an element in words, and its cell") {
  const app::QuestionForm form = form_of(program, "who", {{"of", {"mma C"}}, {"coordinate", {"17", "9"}}});
  CHECK(form.cell_of == "mma");
  CHECK(form.cell == "C(17,9)");
  // A coordinate has the names of the operand's modes.
  for (const char* operand : {"A (m,k)", "B (n,k)", "C (m,n)"}) {
    const std::string one = operand;
    const app::QuestionForm of = form_of(program, "who", {{"of", {"mma " + one.substr(0, 1)}}});
    CHECK(english(field(of, "coordinate").title) == one.substr(2));
  }
  Workspace workspace;
  const app::Answers answers = app::answers_of(workspace, program, IntegerMode::cute, form);
  REQUIRE(answers.answers[0].rows.size() == 1);
  const std::string text = answers.answers[0].text;
  CHECK(english(answers.answers[0].rows[0].value).starts_with("T"));
  CHECK(text.starts_with("(("));
  CHECK(form_of(program, "who", {{"of", {"TV"}}, {"element", {"17"}}}).cell == "=17");
  CHECK(form_of(program, "what", {{"of", {"TV"}}, {"thread", {"3"}}, {"value", {"1"}}}).cell == "(3,1)");
  // 128 owners of an operand in shared memory do not fill the form.
  const std::string shared = "w = SM90_64x64x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>\n";
  CHECK(app::answers_of(workspace, shared, IntegerMode::cute, form_of(shared, "who", {{"of", {"w A"}}}))
            .answers[0]
            .rows.size() == 17);
  CHECK(app::answers_of(workspace, program, IntegerMode::cute,
                        form_of(program, "who", {{"of", {"TV"}}, {"element", {"999"}}}))
            .answers[0]
            .rows[0]
            .value == "no thread");
}
