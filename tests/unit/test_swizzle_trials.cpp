// Swizzles to try: the cost of each equals the cost of the program with that swizzle.
#include <doctest/doctest.h>

#include "core/analysis/memory_value.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

std::int64_t wavefronts(const Workspace& w) {
  std::int64_t sum = 0;
  for (const ReportBinding& b : w.report().bindings) {
    if (const auto* shared = b.value.as<SharedAccess>()) sum += shared->counts.wavefronts;
  }
  return sum;
}

std::string with(const Workspace& w, const SwizzleTrials& trials, const Swizzle& s) {
  const std::string prefix = s.bits == 0 ? ""
                                         : "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
                                               std::to_string(s.shift) + "> o 0 o ";
  return w.program().substr(0, trials.span.begin) + prefix + trials.rest + w.program().substr(trials.span.end);
}

}  // namespace

TEST_CASE("swizzle trials: the program written so costs what was told, for every candidate") {
  const std::string_view programs[] = {
      "s = (32,32):(32,1)\nw = bank_conflicts<32>(s, (32,32):(32,1), \"store\")\nr = bank_conflicts<32>(s, "
      "(32,32):(1,32))",
      "s = Sw<2,2,3> o 0 o (32,32):(32,1)\nr = bank_conflicts<32>(s, (32,32):(1,32))",
      "r = bank_conflicts<32>((32,32):(32,1), (32,32):(1,32))",
      "a = (32,32):(32,1)\ns = a o (32,32)\nr = bank_conflicts<32>(s, (32,32):(1,32))",
      "s = (64,64):(64,1)\nc = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8):(0,1))\n"
      "w = bank_conflicts(c, s, \"dst\")",
  };
  for (const std::string_view program : programs) {
    Workspace w;
    REQUIRE(w.evaluate(program, IntegerMode::teaching).diagnostics.empty());
    const auto trials = w.swizzle_trials(static_cast<int>(w.report().bindings.size()) - 1);
    REQUIRE(trials.has_value());
    CHECK(trials->wavefronts == wavefronts(w));
    CHECK(trials->candidates.front().wavefronts <= trials->wavefronts);
    CHECK(trials->ideal_wavefronts <= trials->candidates.front().wavefronts);
    for (const auto& candidate : trials->candidates) {
      Workspace other;
      const std::string changed = with(w, *trials, candidate.swizzle);
      CAPTURE(changed);
      REQUIRE(other.evaluate(changed, IntegerMode::teaching).diagnostics.empty());
      CHECK(wavefronts(other) == candidate.wavefronts);
    }
  }
}

TEST_CASE("swizzle trials: refused where no tile") {
  for (const std::string_view program :
       {"bank_conflicts<32>((32,1):(32,1))", "bank_conflicts<32>((32,1):(32,1), \"store\")", "(4,4):(4,1)"}) {
    Workspace w;
    w.evaluate(program, IntegerMode::teaching);
    CHECK_FALSE(w.swizzle_trials(0).has_value());
  }
  CHECK_FALSE(Workspace().swizzle_trials(0).has_value());
}

}  // namespace stridescope
