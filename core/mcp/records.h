// Requests and answers of the tools. The members have their sentences, from which tools/list makes the schemas.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/archive.h"
#include "core/workspace/workspace.h"

namespace stridescope::mcp {

// The part of each request: a program, whose names the expressions of the request can use.
struct ProgramRequest {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
};
struct EqualRequest {
  std::string a;
  std::string b;
  ProgramRequest in;
};
struct OwnerRequest {
  std::string layout;
  std::string element;
  std::string tile;
  std::optional<std::int64_t> thread;
  ProgramRequest in;
};
enum class CopiedSide : std::uint8_t { none, src, dst };
struct ConflictsRequest {
  std::string layout;
  std::string threads;
  std::string operation = "load";
  std::int64_t bits = 32;
  CopiedSide side = CopiedSide::none;
  ProgramRequest in;
};
struct TmaBoxRequest {
  std::string global;
  std::string shared;
  std::string type;
  std::int64_t address = 0;
  ProgramRequest in;
};
struct LintRequest {
  std::string text;
};
enum class PictureForm : std::uint8_t { text, svg };
struct RenderRequest {
  ProgramRequest in;
  PictureForm format = PictureForm::text;
  std::string view;
};

struct EvaluatedValue {
  std::string name;
  std::string source;
  std::string text;
};
struct Evaluated {
  std::vector<EvaluatedValue> values;
  std::vector<std::string> notes;
  std::string picture;
};

// proved: every element was compared, or a law decides. refuted: with the smallest counterexample. unknown: neither,
// for example where a limit ended the comparison.
enum class Status : std::uint8_t { proved, refuted, unknown };

// The first coordinate, thread or request that contradicts the claim.
struct Counterexample {
  std::optional<std::int64_t> at;
  std::string natural;
  std::optional<std::int64_t> thread;
  std::optional<std::int64_t> value;
  std::string got;
  std::string expected;
  std::string why;
};
struct Fact {
  std::string name;
  std::string value;
};
// law: a refuted claim has a counterexample, a proved or unknown one has none.
struct Claim {
  Status status = Status::unknown;
  std::string claim;
  std::string text;
  std::optional<Counterexample> counterexample;
  std::vector<Fact> facts;
  std::string picture;
};
// A text for people. `svg` is a picture instead.
struct Written {
  std::string text;
  std::string svg;
  std::string picture;
};

void members(Archive& archive, ProgramRequest& request);
void members(Archive& archive, EqualRequest& request);
void members(Archive& archive, OwnerRequest& request);
void members(Archive& archive, ConflictsRequest& request);
void members(Archive& archive, TmaBoxRequest& request);
void members(Archive& archive, LintRequest& request);
void members(Archive& archive, RenderRequest& request);
void members(Archive& archive, EvaluatedValue& value);
void members(Archive& archive, Evaluated& answer);
void members(Archive& archive, Counterexample& counterexample);
void members(Archive& archive, Fact& fact);
void members(Archive& archive, Claim& claim);

}  // namespace stridescope::mcp
