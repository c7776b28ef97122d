// AMD's LDS in bank_conflicts: its phases and banks are rows of a table (core/analysis/lds.def), counted by the model
// that counts a warp's. Whether the table is right only such a GPU can say; here is none.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/analysis/memory_value.h"
#include "core/lang/evaluator.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

const char* const rules[] = {"gfx942 ds_read_b128", "gfx942 ds_read_b64", "gfx942 ds_write_b128",
                             "gfx950 ds_read_b128", "gfx950 ds_read_b64", "gfx950 ds_write_b64"};

SharedMemory counted(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const auto* access = e.bindings.back().value.as<SharedAccess>();
  REQUIRE(access != nullptr);
  return access->counts;
}

}  // namespace

TEST_CASE("lds: the phases of an instruction take each lane of a half once") {
  for (const char* name : rules) {
    CAPTURE(std::string(name));
    const LdsRule* rule = lds_rule(name);
    REQUIRE(rule != nullptr);
    std::uint32_t all = 0;
    for (const std::uint32_t lanes : rule->phases) {
      CHECK((all & lanes) == 0);
      all |= lanes;
    }
    CHECK(all == 0xffffffff);
    CHECK(rule->sources.size() > 10);
    CHECK(rule->independent >= 1);
    CHECK((rule->banks == 32 || rule->banks == 64));
  }
  CHECK(lds_rule("gfx942 ds_read_b32") == nullptr);  // no source that tells the lanes
  CHECK(lds_rule("load") == nullptr);
}

TEST_CASE("law: wavefronts of AMD's LDS are those counted bank by bank") {
  std::mt19937 random(20261126);
  for (const char* name : rules) {
    const LdsRule& rule = *lds_rule(name);
    for (int trial = 0; trial < 200; ++trial) {
      WarpRequest request;
      request.active = trial % 4 == 0 ? static_cast<std::uint32_t>(random()) : ~std::uint32_t{0};
      for (auto& address : request.address) address = static_cast<std::int64_t>(random() % 256) * rule.access_bytes;
      int expected = 0;
      for (const std::uint32_t lanes : rule.phases) {
        std::map<std::int64_t, std::set<std::int64_t>> words;
        for (int lane = 0; lane < 32; ++lane) {
          if ((lanes & request.active) >> lane % 32 & 1) {
            for (int byte = 0; byte < rule.access_bytes; byte += 4) {
              const std::int64_t word = (request.address[static_cast<std::size_t>(lane)] + byte) / 4;
              words[word % rule.banks].insert(word);
            }
          }
        }
        std::size_t most = 0;
        for (const auto& [bank, of_bank] : words) most = std::max(most, of_bank.size());
        expected += static_cast<int>(most);
      }
      const SharedKind kind = {rule.operation, 4, &rule};
      CHECK(shared_request(request, rule.access_bytes, kind).wavefronts == expected);
      for (const BankWord& word : words_of(request, rule.access_bytes, kind)) CHECK(word.bank < rule.banks);
    }
  }
}

TEST_CASE("lds: rows that a read of CDNA3 spreads over the banks are none to CDNA4, and the other way round") {
  // A contiguous read has none anywhere.
  for (const char* name : rules) {
    const bool wide = std::string(name).ends_with("b128");
    const SharedMemory counts =
        counted(std::string("bank_conflicts<16>((64,") + (wide ? "8):(8,1)" : "4):(4,1)") + ", \"" + name + "\")");
    CHECK(counts.requests == 2);
    CHECK(counts.excess_wavefronts() == 0);
  }
  // Rows of 64 bytes, 16 bytes of each: the lanes of a phase of CDNA3 are two rows of four neighbours.
  CHECK(counted("bank_conflicts<16>((64,8):(32,1), \"gfx942 ds_read_b128\")").wavefronts == 32);
  CHECK(counted("bank_conflicts<16>((64,8):(32,1), \"gfx950 ds_read_b128\")").wavefronts == 16);
  const Workspace w = in_cute("bank_conflicts<16>((64,8):(32,1), \"gfx950 ds_read_b128\")");
  const auto view = w.view(last(w), "");
  REQUIRE(view);
  const auto scene = w.scene(last(w), *view);
  REQUIRE(scene);
  CHECK(scene->col_heads[0].size() == 64);
  const auto analysis = w.analyze(last(w));
  REQUIRE(analysis);
  const AnalysisSection& section = analysis->sections.back();
  CHECK(english(section.rows.back().name) == "from tables, not measured here");
  const Evaluation e = evaluate("bank_conflicts<16>((64,8):(32,1), \"gfx1100 ds_read_b128\")", IntegerMode::cute);
  REQUIRE(e.errors.size() == 1);
  CHECK(english(e.errors[0].hint).find("gfx942 ds_read_b128, gfx942 ds_read_b64, gfx942 ds_write_b128") !=
        std::string::npos);
}

}  // namespace stridescope
