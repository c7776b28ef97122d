// Tests of the displayed course: a step with its program and highlights, a question, responses to answers.
#include <doctest/doctest.h>

#include <string>

#include "core/app/course.h"
#include "core/door/door.h"

namespace stridescope {
namespace {

const std::string text = R"(---
id: one
title: One
about: A sentence.
minutes: 5
teaches: size
---

## First {#first}

It has {= size(A) } elements, [two of them](cell:A:1,2).

```stride view="A:kind=grid label=offset" view="A:kind=strips" view="B:kind=grid" light=A:1,2 arrow=A:1>B:0 front=A
A = (4,8):(1,4)
B = A
```

```exercise
id: stride
kind: fill
ask: Which stride makes $(4*n) elements compact?
program: L = (4,$n):(1,?)
vary: n = 2 in 2..5
solution: 4
wrong: 1
because: Then the columns of {= shape(L) } overlap.
same: L == (4,$n):(1,4)
hint: Look at the first mode.
hint: It has {= size<0>(L) } elements.
hint: The stride is its size.
```

```exercise
id: picture
kind: build
ask: Write this layout.
hidden: T = (2,2):(2,1)
view: T:kind=grid label=offset
solution: (2,2):(2,1)
wrong: 4:1
same: answer == T
hint: a
hint: b
hint: c
```
)";

}  // namespace

TEST_CASE("course: what a lesson holds") {
  const auto lesson = app::lesson_outline(text);
  REQUIRE(lesson);
  CHECK(lesson->title == "One");
  CHECK(lesson->part.empty());
  std::string first = text;
  first.replace(first.find("minutes: 5"), 10, "minutes: 5\npart: Basics");
  CHECK(app::lesson_outline(first)->part == "Basics");
  REQUIRE(lesson->steps.size() == 1);
  CHECK(lesson->steps[0].exercises.size() == 2);
  // The prose computes with it.
  CHECK(lesson->steps[0].calls == std::vector<std::string>{"size"});
  CHECK(lesson->steps[0].exercises[1].kind == ExerciseKind::build);
  CHECK(app::lesson_outline("no lesson").error().code == ErrorCode::syntax);
}

TEST_CASE("course: a step is opened with one picture a card, and the first card is pinned") {
  const auto step = app::lesson_step(text, "first", english_catalog());
  REQUIRE(step);
  CHECK(step->prose.find("It has 32 elements") != std::string::npos);
  REQUIRE(step->views.size() == 2);
  CHECK(step->views[0].name == "A");
  CHECK(step->views[0].view == "kind=grid label=offset pin=1");
  CHECK(step->views[1].view == "kind=grid");
  REQUIRE(step->pictures.size() == 3);
  CHECK(english(step->pictures[0].title) == "A: grid");
  CHECK(english(step->pictures[1].title) == "A: coordinates to offsets");
  CHECK(step->lights[0].cells == std::vector<std::int64_t>{1, 2});
  app::App app;
  app.act(app::action::Open{.program = step->program, .views = step->views});
  CHECK(app.state().diagnostics.empty());
  CHECK(app.state().cards[0].choice.pin);
  CHECK(app::lesson_step(text, "second", english_catalog()).error().code == ErrorCode::unknown_name);
  // Two pictures of one kind are distinguished.
  std::string twice = text;
  twice.replace(twice.find("view=\"A:kind=strips\""), 20, "view=\"A:kind=grid label=coord\"");
  const auto apart = app::lesson_step(twice, "first", english_catalog());
  REQUIRE(apart);
  CHECK(english(apart->pictures[0].title) == "A: grid, offset");
  CHECK(english(apart->pictures[1].title) != english(apart->pictures[0].title));
  CHECK(english(apart->pictures[2].title) == "B: grid");
}

TEST_CASE("course: a quiz tells where to begin: at its first open question, or beyond them") {
  std::string quiz = text;
  quiz.replace(quiz.find("teaches: size"), 13, "beyond: far");
  for (const auto& [id, from] : {std::pair{"id: stride", "near#step"}, {"id: picture", "middle"}}) {
    quiz.insert(quiz.find(id), std::string("from: ") + from + "\n");
  }
  const std::string last = app::lesson_outline(quiz)->steps.back().id;
  const auto begin = [&](const std::vector<std::string>& solved) {
    const auto way = app::lesson_way(quiz, last, {{"near", "Near it"}, {"far", "Far off"}}, solved);
    REQUIRE(way);
    CHECK(way->begins);
    const std::string& there = way->next->lesson;
    CHECK(english(way->next_title) == "Begin with: " + (there == "near"  ? "Near it"
                                                        : there == "far" ? "Far off"
                                                                         : there));
    CHECK(way->next->step.empty());
    return way->next->lesson;
  };
  CHECK(begin({}) == "near");
  CHECK(begin({"picture"}) == "near");
  CHECK(begin({"stride", "nonsense"}) == "middle");
  CHECK(begin({"picture", "stride"}) == "far");
  CHECK(app::lesson_way("no lesson", last, {}, {}).error().code == ErrorCode::syntax);
  // Without a source for an exercise's topic, it names no step.
  std::string untold = quiz;
  untold.erase(untold.find("from: near#step\n"), 16);
  CHECK_FALSE(app::lesson_way(untold, last, {{"near", "Near it"}, {"far", "Far off"}}, {})->next);
}

TEST_CASE("course: from the last step of a lesson one goes to the next lesson, and from the last of all nowhere") {
  const auto next = [](const std::vector<app::LessonName>& course) {
    const auto way = app::lesson_way(text, "first", course, {});
    REQUIRE(way);
    CHECK(english(way->next_title) == (way->next ? "The second" : ""));
    CHECK_FALSE(way->before);
    CHECK_FALSE(way->begins);
    return way->next;
  };
  CHECK(next({{"zero", ""}, {"one", ""}, {"two", "The second"}}) == app::LessonPlace{"two", ""});
  CHECK_FALSE(next({{"zero", ""}, {"one", ""}}));
  CHECK_FALSE(next({}));
  CHECK(app::lesson_way(text, "none", {}, {}).error().code == ErrorCode::unknown_name);
}

TEST_CASE("course: an answer is right as a function; a wrong one has a reason and, one after the other, hints") {
  const app::ExerciseName name = {"first", "stride", 0};
  const auto asked = app::shown_exercise(text, name, english_catalog());
  REQUIRE(asked);
  CHECK(asked->question.find("8 elements") != std::string::npos);
  CHECK(asked->program.find("(4,2):(1,?)") != std::string::npos);
  CHECK(asked->before.ends_with("(4,2):(1,"));
  CHECK(asked->after.starts_with(")"));
  CHECK(asked->varies);
  CHECK(asked->hints == 3);
  const auto right = app::marked_answer(text, name, " 2*2 ", 0, english_catalog());
  REQUIRE(right);
  CHECK(right->right);
  CHECK(right->hint.find("its size") != std::string::npos);
  CHECK(right->mistake.empty());
  // A typing error costs no hint, and is not compared.
  const auto typo = app::marked_answer(text, name, "(", 0, english_catalog());
  REQUIRE(typo);
  CHECK_FALSE(typo->right);
  CHECK_FALSE(typo->why.empty());
  CHECK(typo->hint.empty());
  // An empty answer asks for a hint.
  CHECK(app::marked_answer(text, name, " ", 1, english_catalog())->hint.find("It has 4 elements") != std::string::npos);
  // A foreseen mistake has a reason of its own.
  CHECK(app::marked_answer(text, name, "2 - 1", 0, english_catalog())->mistake == "Then the columns of (4,2) overlap.");
  const auto first = app::marked_answer(text, name, "3", 0, english_catalog());
  REQUIRE(first);
  CHECK_FALSE(first->right);
  CHECK_FALSE(first->why.empty());
  CHECK(first->at == 4);
  CHECK(first->mistake.empty());
  CHECK(first->hint.find("first mode") != std::string::npos);
  CHECK(first->program.find("(4,2):(1,3)") != std::string::npos);
  CHECK(app::marked_answer(text, name, "3", 1, english_catalog())->hint.find("It has 4 elements") != std::string::npos);
  CHECK(app::marked_answer(text, name, "3", 1000, english_catalog())->hint.find("its size") != std::string::npos);
  CHECK(app::marked_answer(text, {"first", "none", 0}, "3", 0, english_catalog()).error().code ==
        ErrorCode::unknown_name);
}

TEST_CASE("course: a picture that a question is about is drawn, and its text is not told") {
  const app::ExerciseName name = {"first", "picture", 7};
  const auto asked = app::shown_exercise(text, name, english_catalog());
  REQUIRE(asked);
  REQUIRE(asked->pictures.size() == 1);
  CHECK(asked->pictures[0].svg.starts_with("<svg"));
  CHECK(asked->program.find("(2,2)") == std::string::npos);
  CHECK(asked->before.ends_with("answer = "));
  CHECK(asked->after.empty());
  CHECK_FALSE(asked->varies);
  CHECK(app::marked_answer(text, name, "(2,2):(2,1)", 0, english_catalog())->right);
  CHECK(app::marked_answer(text, name, "4:1", 0, english_catalog())->program.empty());
}

}  // namespace stridescope
