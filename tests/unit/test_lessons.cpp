// Lessons: the parts read from their texts, errors with their positions for hostile text, the results of placeholders,
// and right answers. tests/lessons checks the lessons themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/lessons/exercise.h"
#include "core/lessons/lesson.h"
#include "core/lessons/prose.h"

namespace stridescope {
namespace {

const std::string good = R"(---
id: first
title: A title
minutes: 5
needs: a, b
teaches: size
---

## One {#one}

Size {= size(A) }, [here](cell:A:2).

```stride ints=cute view="A:kind=grid label=offset" light=A:1,2 arrow=A:1>B:0 front=A
A = (4,8):(1,4)
B = A
```

```exercise
id: e
kind: predict
ask: What is `A($i,1)` of {= shape(A) }?
program: A = ($m,4):(1,$m)
vary: m = 3 in 3..6
vary: i = 2 in 0..2
where: less(i, m)
solution: $(i + m)
wrong: $(i + m + 1)
because: One more than {= A($i,1) }.
wrong: $(m + m - 1)
because: That is the last row, not row $i.
same: answer == A($i,1)
hint: one
hint: two
hint: three {= A($i,1) }
```
)";

Exercise exercise_of(ExerciseKind kind, std::string program, std::string solution, Exercise::Check check) {
  Exercise out;
  out.id = "e";
  out.kind = kind;
  out.program = std::move(program);
  out.solution = std::move(solution);
  out.checks.push_back(std::move(check));
  return out;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("lesson: front matter, steps, programs and exercises") {
  const auto lesson = read_lesson(good);
  REQUIRE(lesson.has_value());
  CHECK(lesson->id == "first");
  CHECK(lesson->minutes == 5);
  CHECK(lesson->needs == std::vector<std::string>{"a", "b"});
  REQUIRE(lesson->steps.size() == 1);
  const LessonStep& step = lesson->steps[0];
  CHECK(step.id == "one");
  CHECK(step.title == "One");
  CHECK(step.prose == "Size {= size(A) }, [here](cell:A:2).");
  CHECK(step.program.text == "A = (4,8):(1,4)\nB = A\n");
  CHECK(step.program.mode == IntegerMode::cute);
  REQUIRE(step.program.views.size() == 1);
  CHECK(step.program.views[0].view == "kind=grid label=offset");
  CHECK(step.program.lights[0].cells == std::vector<std::int64_t>{1, 2});
  CHECK(step.program.arrows[0].to == "B");
  REQUIRE(step.exercises.size() == 1);
  CHECK(step.exercises[0].kind == ExerciseKind::predict);
  CHECK(step.exercises[0].parameters[0].choices.size() == 4);
}

TEST_CASE("lesson: what is no lesson is an error with its place") {
  const auto refused = [](const std::string& text) {
    const auto lesson = read_lesson(text);
    REQUIRE_FALSE(lesson.has_value());
    CHECK_FALSE(lesson.error().message.empty());
    CHECK(lesson.error().span.end <= text.size());
    return lesson.error();
  };
  refused("");
  refused("---\n");
  refused("## One {#one}\n");
  CHECK(refused(std::string(max_lesson_bytes + 1, '-')).code == ErrorCode::too_large);
  refused(replaced(good, "minutes: 5", "minutes: five"));
  refused(replaced(good, "{#one}", ""));
  refused(replaced(good, "## One", "text\n## One"));
  refused(replaced(good, "B = A\n```", "B = A\n"));
  refused(replaced(good, "light=A:1,2", "light=A:x"));
  refused(replaced(good, "light=A:1,2", "glow=A:1"));
  refused(replaced(good, "kind: predict", "kind: guess"));
  refused(replaced(good, "hint: two\n", ""));
  refused(replaced(good, "wrong: $(i + m + 1)\n", ""));
  refused(replaced(good, "because: That", "because: Twice.\nbecause: That"));
  refused(replaced(good, "in 3..6", "in 4..6"));
  refused(replaced(good, "in 3..6", "in 3..99999999"));
  refused(replaced(good, "solution: $(i + m)\n", ""));
  const Error twice = refused(good + "\n## One {#one}\n");
  CHECK(twice.span.begin > good.size());
  // Every truncated text, and every one with a missing line, is read or refused.
  for (std::size_t i = 0; i < good.size(); ++i) {
    read_lesson(good.substr(0, i));
    read_lesson(good.substr(i));
    std::string changed = good;
    changed[i] = "`{:\n\"#$?\xff"[i % 10];
    read_lesson(changed);
  }
}

TEST_CASE("lesson: placeholders become what the program says") {
  const auto filled = [](std::string_view prose) {
    return filled_prose(prose, "A = (4,8):(1,4)", IntegerMode::teaching).value_or("none");
  };
  CHECK(filled("{= size(A) } and {= A(1,2)}") == "32 and 9");
  CHECK(filled("a {{= b} c") == "a {= b} c");
  CHECK(filled("{=cute coalesce((4,1):(1,4)) }") == "(4,1):(1,4)");
  CHECK(filled("{!cute composition((_6,_2):(_8,_2), _5:_3) }").find("exceed") != std::string::npos);
  CHECK(filled("{> coalesce((2,4):(1,2)) }").find("8:1") != std::string::npos);
  CHECK(filled("{= bank_conflicts<32>((32,1):(32,1)) -> wavefronts }") == "32");
  CHECK(filled("{= occupancy(\"sm90\", 256, 32, 0) -> by threads }") == "8");
  // Its own program can have an error in the other mode. A program's output is not Markdown: brackets make no links,
  // and nothing is escaped within code.
  CHECK(filled("{= gmem_ptr[32b](0x1060) o 8:1 }, `{= gmem_ptr[32b](0x1060) o 8:1 }`") ==
        "gmem_ptr\\[32b\\](0x1060) o 8:1, `gmem_ptr[32b](0x1060) o 8:1`");
  CHECK(filled("{= Sw<2,0,2> }, {= make_coord(_, 1) }") == "Sw\\<2,0,2>, (\\_,1)");
  CHECK(filled_prose("{=cute size(4:1) }", "R = complement((2,2):(1,6), 24)", IntegerMode::teaching).value_or("") ==
        "4");
  CHECK(filled("{= tv_coverage((4,2):(1,2), (2,3)) -> held once }") == "4");
  // A report of one sentence has the reader's language.
  const std::vector<std::pair<std::string, std::string>> sentences = {
      {"canonical {}-major {}, LBO {} {byte|bytes}, SBO {} {byte|bytes}", "规范的 {} 主序 {}"}};
  CHECK(filled_prose("{= smem_operand(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64)), \"half_t\", \"K\") }",
                     "", IntegerMode::teaching, Catalog(sentences))
            .value_or("") == "规范的 K 主序 SW128");
  for (const std::string_view bad :
       {"{= }", "{= size(A)", "{= nothing }", "{! size(A) }", "{= A -> wavefronts }", "{= 4 +\n4 }"}) {
    const auto wrong = filled_prose(bad, "A = 4:1", IntegerMode::teaching);
    REQUIRE_FALSE(wrong.has_value());
    CHECK(wrong.error().span.end > 0);
  }
}

TEST_CASE("lesson: an answer is right as a function, and wrong with the first coordinate") {
  const Exercise build =
      exercise_of(ExerciseKind::build, "", "(4,8):(1,4)", {Exercise::Check::Kind::same, "answer", "(4,8):(1,4)"});
  CHECK(check_answer(build, "(4,8):(1,4)").right);
  CHECK(check_answer(build, " 32:1 ").right);
  CHECK(check_answer(build, "coalesce((4,8):(1,4))").right);
  const AnswerCheck row_major = check_answer(build, "(4,8):(8,1)");
  CHECK_FALSE(row_major.right);
  CHECK(row_major.at == 1);
  CHECK(english(row_major.why) == "at coordinate 1 the answer gives 8, but 1 is expected");
  CHECK_FALSE(check_answer(build, "16:1").right);
  CHECK(english(check_answer(build, "32").why) == "the answer is a value of the kind 'integer'; expected 'layout'");

  const Exercise fill =
      exercise_of(ExerciseKind::fill, "A = (4,8):(?,1)", "8", {Exercise::Check::Kind::same, "A", "(4,8):(8,1)"});
  CHECK(check_answer(fill, "8").right);
  CHECK(check_answer(fill, "4*2").right);
  CHECK_FALSE(check_answer(fill, "4").right);

  // The names of the program are not available to a predicted value.
  const Exercise predict =
      exercise_of(ExerciseKind::predict, "A = (4,8):(8,1)", "10", {Exercise::Check::Kind::same, "answer", "A(1,2)"});
  CHECK(check_answer(predict, "10").right);
  CHECK(check_answer(predict, "8 + 2").right);
  CHECK_FALSE(check_answer(predict, "A(1,2)").right);

  const Exercise swizzle = exercise_of(
      ExerciseKind::swizzle, "L = bank_conflicts<32>(? o 0 o (32,32):(32,1), (_32,_32):(_32,_1))", "Sw<5,0,5>",
      {Exercise::Check::Kind::calm, "bank_conflicts<32>(answer o 0 o (32,32):(32,1), (_32,_32):(_1,_32))", ""});
  CHECK(check_answer(swizzle, "Sw<5,0,5>").right);
  CHECK_FALSE(check_answer(swizzle, "Sw<0,0,5>").right);
}

TEST_CASE("lesson: an answer is compared with a row of a value") {
  Exercise predict = exercise_of(ExerciseKind::predict, "L = coalescing<32>((32,1):(2,1))", "8",
                                 {Exercise::Check::Kind::same, "answer", "L", "", "sectors"});
  CHECK(check_answer(predict, "8").right);
  CHECK(check_answer(predict, "4 + 4").right);
  CHECK_FALSE(check_answer(predict, "4").right);
  predict.checks[0].right_row = "no such row";
  CHECK_FALSE(check_answer(predict, "8").right);
  const auto lesson = read_lesson(
      "---\nid: a\ntitle: A\nminutes: 1\n---\n## T {#t}\nText.\n```stride view=\"A:kind=grid\"\nA = 4:1\n```\n"
      "```exercise\nid: e\nkind: predict\nask: a\nfrom: b#s\nsolution: 1\nwrong: 2\nsame: answer == L -> sectors\n"
      "hint: a\nhint: b\nhint: c\n```\n");
  REQUIRE(lesson.has_value());
  const Exercise::Check& check = lesson->steps[0].exercises[0].checks[0];
  CHECK(lesson->steps[0].exercises[0].from == "b#s");
  CHECK(check.left_row.empty());
  CHECK(check.right == "L");
  CHECK(check.right_row == "sectors");
}

TEST_CASE("lesson: a foreseen wrong answer is told its mistake, in any notation of its value") {
  Exercise predict = exercise_of(ExerciseKind::predict, "A = (4,8):(8,1)\n", "10",
                                 {Exercise::Check::Kind::same, "answer", "A(1,2)", {}, {}});
  predict.wrong = {{"9", "Column-major, as in {= stride(A) }."}, {"(4,8):(1,4)", "A layout."}, {"p(0, 1)", "A call."}};
  const auto mistake = [&](const std::string& answer) { return mistake_text(predict, answer).value_or("none"); };
  CHECK(mistake("9") == "Column-major, as in (8,1).");
  CHECK(mistake(" 8 + 1 ") == "Column-major, as in (8,1).");
  CHECK(mistake("( 4, 8 ):(1,4)") == "A layout.");
  CHECK(mistake("p(0,1)") == "A call.");
  for (const std::string answer : {"10", "11", "(", "", "p(0,2)", "A"}) CHECK(mistake(answer).empty());
  predict.wrong[0].because = "{= nothing }";
  CHECK_FALSE(mistake_text(predict, "9").has_value());
  // An answer that is not an expression was not compared.
  CHECK(check_answer(predict, "(").unreadable);
  CHECK(check_answer(predict, "4 +").unreadable);
  CHECK_FALSE(check_answer(predict, "9").unreadable);
  CHECK_FALSE(check_answer(predict, "A").unreadable);
}

TEST_CASE("lesson: hostile answers are wrong, at once") {
  const Exercise fill =
      exercise_of(ExerciseKind::fill, "A = (4,8):(?,1)", "8", {Exercise::Check::Kind::same, "A", "(4,8):(8,1)"});
  for (const std::string& answer :
       {std::string(), std::string("  "), std::string("8,1)\nA = (4,8):(8"), std::string("8,1); A = (4,8):(8"),
        std::string("8 # "), std::string("8,1) /*"), std::string("1),(8"), std::string("("), std::string("?"),
        std::string("A"), std::string("answer"), std::string(max_answer_bytes + 1, '8'), std::string("\xff\xfe"),
        std::string(2000, '(') + "8" + std::string(2000, ')'), std::string("9223372036854775807 * 2")}) {
    CAPTURE(answer);
    const AnswerCheck check = check_answer(fill, answer);
    CHECK_FALSE(check.right);
    CHECK_FALSE(check.why.empty());
  }
}

TEST_CASE("lesson: instances are drawn within their conditions, and again the same") {
  const auto lesson = read_lesson(good);
  REQUIRE(lesson.has_value());
  const Exercise& exercise = lesson->steps[0].exercises[0];
  const auto own = instance_of(exercise, 0);
  REQUIRE(own.has_value());
  CHECK(own->program == "A = (3,4):(1,3)\n");
  CHECK(own->solution == "5");
  // The second wrong answer is the solution of this instance: it is not wrong here.
  REQUIRE(own->wrong.size() == 1);
  CHECK(own->wrong[0].answer == "6");
  CHECK(question_text(*own).value_or("") == "What is `A(2,1)` of (3,4)?");
  CHECK(hint_text(*own, 0).value_or("x").empty());
  CHECK(hint_text(*own, 2).value_or("") == "two");
  CHECK(hint_text(*own, 9).value_or("") == "three 5");
  std::vector<std::string> programs;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const auto instance = instance_of(exercise, seed);
    REQUIRE(instance.has_value());
    CHECK(instance->program == instance_of(exercise, seed)->program);
    CHECK(check_answer(*instance, instance->solution).right);
    CHECK_FALSE(check_answer(*instance, instance->wrong[0].answer).right);
    programs.push_back(instance->program);
  }
  std::sort(programs.begin(), programs.end());
  CHECK(std::unique(programs.begin(), programs.end()) - programs.begin() == 4);

  Exercise never = exercise;
  never.where = {"less(m, i)"};
  CHECK_FALSE(instance_of(never, 1).has_value());
  never.where = {"nothing"};
  CHECK_FALSE(instance_of(never, 1).has_value());
  never = exercise;
  never.program = "A = $q:1";
  CHECK_FALSE(instance_of(never, 1).has_value());
}

}  // namespace stridescope
