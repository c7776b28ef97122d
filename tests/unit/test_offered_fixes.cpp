// Each offered fix, applied, removes the error that it was offered for and adds none: over programs with one wrong
// character or word each.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// The new error or the lost value of a fix, or nothing.
std::string fault_of(const std::string& program, const Evaluation& before, const ProgramError& error,
                     const std::string& replacement) {
  std::string fixed = program;
  fixed.replace(error.span.begin, error.span.end - error.span.begin, replacement);
  const Evaluation after = evaluate(fixed, IntegerMode::cute);
  for (const ProgramError& left : after.errors) {
    const auto same = std::count_if(before.errors.begin(), before.errors.end(),
                                    [&](const ProgramError& one) { return one.message == left.message; });
    const auto allowed = same - (left.message == error.message ? 1 : 0);
    const auto now = std::count_if(after.errors.begin(), after.errors.end(),
                                   [&](const ProgramError& one) { return one.message == left.message; });
    if (now > allowed) return cat(fixed, "\n  ", english(left.message), "; ", english(left.hint));
  }
  return after.bindings.size() < before.bindings.size() ? cat(fixed, "\n  a value is lost") : std::string();
}

struct FixTally {
  std::size_t offered = 0;
  std::size_t wrong = 0;
};

void try_fixes(const std::string& program, FixTally& tally) {
  const Evaluation before = evaluate(program, IntegerMode::cute);
  for (const ProgramError& error : before.errors) {
    if (error.replacement.empty()) continue;
    std::vector<std::string> ways = error.alternatives;
    ways.push_back(error.replacement);
    for (const std::string& way : ways) {
      ++tally.offered;
      const std::string fault = fault_of(program, before, error, way);
      if (fault.empty()) continue;
      ++tally.wrong;
      MESSAGE(program, "\n  ", english(error.message), "; offers ", way, "\n  gives ", fault);
    }
  }
}

// The program without a character, with one twice, with two exchanged, with another one, or cut off.
std::string mutated(std::string program, std::mt19937& random) {
  static constexpr std::string_view others = "()<>,:;_=.'\"[]{}*x0123456789 \nAo";
  const auto at = random() % program.size();
  switch (random() % 6) {
    case 0:
      return program.erase(at, 1);
    case 1:
      return program.insert(at, 1, program[at]);
    case 2:
      if (at + 1 < program.size()) std::swap(program[at], program[at + 1]);
      return program;
    case 3:
      program[at] = others[random() % others.size()];
      return program;
    case 4:
      return program.insert(at, 1, others[random() % others.size()]);
    default:
      return program.erase(std::max<std::size_t>(at, 1));
  }
}

FixTally try_mutations(std::size_t each) {
  FixTally tally;
  std::mt19937 random(43);
  for (const Builtin& builtin : builtins()) {
    const std::string example(documentation_of(builtin).example);
    for (std::size_t i = 0; i < each; ++i) try_fixes(mutated(example, random), tally);
  }
  return tally;
}

}  // namespace

TEST_CASE("fixes: none is offered that gets another error") {
  for (const std::string_view program : {"C = make_layout((4,4), (1", "C = make_layout((4,4), (1,\nD = 4:1"}) {
    CAPTURE(program);
    const Error e = first_error(program);
    CHECK(english(e.message) == "'(' is never closed");
    CHECK(e.replacement.empty());
    CHECK(e.hint.empty());
  }
  CHECK(first_error("C = make_layout((4,4), (1,4").replacement == "make_layout((4,4), (1,4))");
  CHECK(first_error("slise(4)").replacement.empty());  // slice(4) is an error, too
  CHECK(first_error("slise((3,_), (4,8):(8,1))").replacement == "slice");
}

TEST_CASE("fixes: a call that its line leaves open costs the next line nothing") {
  const Evaluation e = evaluate("C = make_layout((4,4),\nD = 4:1", IntegerMode::cute);
  REQUIRE(e.errors.size() == 1);
  CHECK(english(e.errors[0].message) == "'(' is never closed");
  CHECK(e.errors[0].replacement == "((4,4))");
  REQUIRE(e.bindings.size() == 1);
  CHECK(e.bindings[0].name == "D");
  CHECK(english(first_error("make_layout((4,4),\n  strid=(1,4))").hint) == "did you mean 'stride'?");
}

TEST_CASE("fixes: that of the next error in the statement becomes a part") {
  const Error e = first_error("A = 4:1\nmake_layout((4 8), (8 1))");
  CHECK(e.replacement == ",8), (8 ,1");
  CHECK(first_error("make_layout((4,8), 'C')").replacement == "LayoutRight");
}

TEST_CASE("fixes: an error that waits in another statement counts for none") {
  CHECK(first_error("A = (4,8:(8,1)\nB = composition(A, 7:2)").replacement == "(4,8):(8,1)");
}

TEST_CASE("fixes: each way to complete the majors of a wgmma is offered") {
  const auto offered = [](std::string_view program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    if (e.errors.empty()) return std::vector<std::string>();
    std::vector<std::string> out = e.errors[0].alternatives;
    out.insert(out.begin(), e.errors[0].replacement);
    return out;
  };
  using Texts = std::vector<std::string>;
  const std::string k = "GMMA::Major::K";
  const std::string mn = "GMMA::Major::MN";
  const std::string ss = "SM90_64x64x16_F32F16F16_SS";
  const std::string rs = "SM90_64x64x16_F32F16F16_RS";
  const Texts both = {cat(ss, '<', k, ',', k, '>'), cat(ss, '<', mn, ',', mn, '>')};
  CHECK(offered(cat("make_tiled_mma(", ss, ")")) == both);
  CHECK(offered(cat("make_tiled_mma(", ss, "<", mn, ">)")) ==
        Texts{cat(ss, '<', mn, ',', k, '>'), cat(ss, '<', mn, ',', mn, '>')});
  CHECK(offered(cat("M = MMA_Atom<", ss, ">")) ==
        Texts{cat("MMA_Atom<", both[0], '>'), cat("MMA_Atom<", both[1], '>')});
  CHECK(offered(rs) == Texts{cat(rs, '<', k, ',', k, '>'), cat(rs, '<', k, ',', mn, '>')});
  CHECK(offered(cat(rs, '<', mn, ',', mn, '>')) == Texts{cat(rs, '<', k, ',', mn, '>')});
  CHECK(offered("SM100_MMA_F16BF16_SS") ==
        Texts{"SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>"});
  CHECK(offered(cat("SM90_64x64x16_F32F16F16_SX<", k, ',', k, '>')) == Texts{both[0]});
  CHECK(offered("Copy_Atom<UniversalCopi<uint128_t>,half_t>") == Texts{"Copy_Atom<UniversalCopy<uint128_t>,half_t>"});
  // The fix of a part leaves the rest as it is.
  CHECK(offered("Copy_Atom<UniversalCopy<uint128_t>,hal_t>") == Texts{"Copy_Atom<UniversalCopy<uint128_t>,half_t>"});
  CHECK(offered("GMMA::Layout_K_SW128_Atom<hal_t>") == Texts{"GMMA::Layout_K_SW128_Atom<half_t>"});
  CHECK(offered("GMMA::Layout_K_SW128_Atom<sparse_elem<2,hal_t>>") ==
        Texts{"GMMA::Layout_K_SW128_Atom<sparse_elem<2,half_t>>"});
}

TEST_CASE("fixes: of several ways those stay that leave the fewest errors") {
  const Evaluation found = evaluate(
      "A = (1024,512):(512,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\n"
      "box = make_tma_atom(A, sA, \"half_t\")\n"
      "mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS, (_2,_1,_1))\n"
      "K = gemm_kernel(A, A, (1024,1024):(1024,1), (box, box), (sA, sA), mma, stages=4, dtype=\"half_t\")",
      IntegerMode::cute);
  REQUIRE_FALSE(found.errors.empty());
  const ProgramError& e = found.errors[0];
  CHECK(e.replacement == "SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  CHECK(e.alternatives.empty());
}

TEST_CASE("fixes: each one of a mutated example removes its error and adds none") {
  const FixTally tally = try_mutations(4);
  MESSAGE(tally.offered, " fixes offered");
  CHECK(tally.offered > 100);
  CHECK(tally.wrong == 0);
}

TEST_CASE("long: fixes: each one of a mutated example removes its error and adds none") {
  const FixTally tally = try_mutations(200);
  MESSAGE(tally.offered, " fixes offered");
  CHECK(tally.wrong == 0);
}

}  // namespace stridescope
