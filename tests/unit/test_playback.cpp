// Tests of derivations as they are played: the order, the place of each value, and the drawings.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/pictures/playback.h"

namespace stridescope {
namespace {

struct Play {
  std::string value;
  std::vector<app::PlayedStep> steps;
};

Play play(const std::string& program, IntegerMode mode = IntegerMode::teaching) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, mode);
  REQUIRE(report.diagnostics.empty());
  const int binding = static_cast<int>(report.bindings.size()) - 1;
  Play out = {report.bindings.back().text, {}};
  for (std::int64_t at = 0; at == 0 || at < out.steps.front().count; ++at) {
    auto step = app::played_step(workspace, binding, at);
    REQUIRE(step);
    out.steps.push_back(std::move(*step));
  }
  CHECK(app::played_step(workspace, binding, out.steps.front().count).error().code == ErrorCode::index_range);
  CHECK(app::played_step(workspace, binding, -1).error().code == ErrorCode::index_range);
  CHECK(app::played_step(workspace, binding + 1, 0).error().code == ErrorCode::index_range);
  return out;
}

}  // namespace

TEST_CASE("playback: ends in the value, asks before it tells, and is drawn") {
  for (const char* program :
       {"coalesce((2,(1,6),4):(1,(6,2),12))", "(10,2):(16,4) o (5,4):(1,5)", "complement((2,2):(1,6), 24)",
        "logical_divide((4,2,3):(2,1,8), 4:2)", "zipped_divide((9,(4,8)):(59,(13,1)), <3:3, (2,4):(1,8)>)",
        "logical_product((2,2):(4,1), 6:1)", "(Sw<2,0,2> o 0 o (4,4):(4,1))(3,1)", "right_inverse((4,8):(8,1))",
        "(4,8):(8,1)", "5", "coalesce((4,8):(8,1)) o (2,2):(1,4)"}) {
    for (const IntegerMode mode : {IntegerMode::teaching, IntegerMode::cute}) {
      CAPTURE(program);
      Workspace workspace;
      if (!workspace.evaluate(program, mode).diagnostics.empty()) continue;
      const Play played = play(program, mode);
      REQUIRE(!played.steps.empty());
      CHECK(played.steps.back().value == played.value);
      std::vector<std::string> asked;
      for (const app::PlayedStep& step : played.steps) {
        CHECK(step.count == static_cast<std::int64_t>(played.steps.size()));
        CHECK(step.asks == step.value.empty());
        CHECK_FALSE(step.rule.empty());
        if (step.asks) asked.push_back(step.expression);
        if (!step.asks && !asked.empty() && asked.back() == step.expression) asked.pop_back();
        for (const auto& picture : step.pictures) CHECK(picture.svg.starts_with("<svg"));
      }
      CHECK(asked.empty());
    }
  }
}

TEST_CASE("playback: a complement grows on the number line, gap by gap") {
  const std::string program = "complement((2,2):(1,6), 24)";
  const Play played = play(program);
  // The number line: the image and its repetitions. Before them the operand.
  CHECK(played.steps.front().asks);
  REQUIRE(played.steps.front().pictures.size() == 1);
  CHECK(played.steps.front().pictures[0].of == "(2,2):(1,6)");
  std::vector<std::string> gaps;
  for (std::size_t at = 1; at < played.steps.size(); ++at) {
    REQUIRE(played.steps[at].pictures.size() == 1);
    if (english(played.steps[at].rule) == "gap") gaps.push_back(played.steps[at].pictures[0].of);
    if (english(played.steps[at].rule) == "tail") CHECK(played.steps[at].pictures[0].of == program);
  }
  // Up to the span of the modes so far: below it nothing is omitted.
  CHECK(gaps == std::vector<std::string>{"complement(2:1, 2)", "complement((2,2):(1,6), 12)"});
  // A value that fills all of the line is visible there: no step repeats it.
  for (const app::PlayedStep& step : play("complement((2,4):(1,6), 24)").steps) {
    if (english(step.rule) != "gap") continue;
    CHECK(step.expression != "complement((2,4):(1,6), 24)");
    CHECK(step.pictures.size() == 1);
  }
}

TEST_CASE("playback: a division is complement, side by side, composition") {
  std::vector<std::string> rules;
  for (const app::PlayedStep& step : play("logical_divide((4,2,3):(2,1,8), 4:2)").steps) {
    if (step.depth == 1 && !step.asks) rules.push_back(english(step.rule));
  }
  CHECK(rules == std::vector<std::string>{"shape", "complement", "tile and rest", "composition"});
}

TEST_CASE("playback: a swizzle bit by bit, from the coordinate to the bank") {
  const Play played = play("tile = Sw<3,3,3> o 0 o (8,64):(64,1)\nbanks = 32:1\nbanks(tile(3,20) * 2 / 4 % 32)");
  std::vector<std::string> bits;
  for (const app::PlayedStep& step : played.steps) {
    if (english(step.rule) == "one bit") bits.push_back(cat(step.expression, " = ", step.value));
  }
  // 212 is 0b11010100, its digits 6 and 7 are 1.
  CHECK(bits == std::vector<std::string>{"apply(Sw<1,3,3>, 212) = 220", "apply(Sw<1,4,3>, 220) = 204",
                                         "apply(Sw<1,5,3>, 204) = 204"});
  CHECK(played.value == "6");
  REQUIRE(played.steps.back().pictures.size() == 1);
  CHECK(played.steps.back().pictures[0].of.starts_with("apply(32:1, "));
}

TEST_CASE("playback: no picture is larger than can be seen in passing") {
  for (const app::PlayedStep& step : play("coalesce((64,(64,4)):(1,(64,4096)))").steps)
    for (const auto& picture : step.pictures) CHECK(picture.svg.size() < 1'000'000);
}

}  // namespace stridescope
