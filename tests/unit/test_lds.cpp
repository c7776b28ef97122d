// AMD's LDS in bank_conflicts: its phases and banks are rows of a table (core/memory/lds.def), counted by the model of
// a warp. Only such a GPU could verify the table, and none is available here.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/analysis/memory_value.h"
#include "core/foreign/evaluate.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

const std::vector<std::string>& rules() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out;
    for (const LdsRule& rule : lds_rules()) out.emplace_back(rule.name);
    return out;
  }();
  return all;
}

SharedMemory counted(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const auto* access = e.bindings.back().value.as<SharedAccess>();
  REQUIRE(access != nullptr);
  return access->counts;
}

}  // namespace

TEST_CASE("lds: the phases of an instruction take each lane of a half once") {
  for (const std::string& name : rules()) {
    CAPTURE(name);
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
    CHECK(name.ends_with(std::to_string(8 * rule->access_bytes)));
    const std::string told = english(to_message(*rule));
    CHECK((told.find("one source: ") != std::string::npos) == (rule->independent == 1));
  }
  std::string all;
  for (const std::string& name : rules()) all += std::string(all.empty() ? "" : ", ") + name;
  CHECK(lds_rule_names() == all);
  CHECK(lds_rule("load") == nullptr);
}

TEST_CASE("lds: an instruction of each generation has a row, or why it has none is told") {
  for (const std::string chip : {"gfx908", "gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"}) {
    for (const std::string instruction : {"ds_read_b32", "ds_read_b64", "ds_read_b96", "ds_read_b128", "ds_write_b32",
                                          "ds_write_b64", "ds_write_b96", "ds_write_b128"}) {
      const std::string name = chip + " " + instruction;
      CAPTURE(name);
      const LdsGap* gap = lds_gap(name);
      CHECK((lds_rule(name) == nullptr) == (gap != nullptr));
      if (gap == nullptr) continue;
      const Evaluation e = evaluate("bank_conflicts<32>((32,1):(1,1), \"" + name + "\")", IntegerMode::cute);
      REQUIRE(e.errors.size() == 1);
      CHECK(english(e.errors[0].message) ==
            "bank_conflicts: the phases of " + name + " are unknown: " + std::string(gap->why));
    }
  }
  CHECK(std::string(lds_gap("gfx950 ds_read_b32")->why).find("two sources disagree") == 0);
}

TEST_CASE("law: wavefronts of AMD's LDS are those counted bank by bank") {
  std::mt19937 random(20261126);
  for (const std::string& name : rules()) {
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
  // A contiguous read has no conflicts, except if lanes that are served together have 24 words in two pieces, 60 apart.
  for (const std::string& name : rules()) {
    const std::string values = std::to_string(lds_rule(name)->access_bytes / 2);
    const SharedMemory counts = counted("bank_conflicts<16>((64," + values + "):(" + values + ",1), \"" + name + "\")");
    CHECK(counts.requests == 2);
    CHECK(counts.excess_wavefronts() == (name == "gfx950 ds_read_b96" ? 8 : 0));
  }
  // Rows of 64 bytes, 16 bytes of each: the lanes of a phase of CDNA3 are two rows of four neighbors.
  CHECK(counted("bank_conflicts<16>((64,8):(32,1), \"gfx942 ds_read_b128\")").wavefronts == 32);
  CHECK(counted("bank_conflicts<16>((64,8):(32,1), \"gfx950 ds_read_b128\")").wavefronts == 16);
  // RDNA3 has CDNA3's order of lanes, RDNA4 another: rows of 80 bytes, where lanes 0-3 and 20-23 share no bank.
  CHECK(counted("bank_conflicts<16>((32,8):(40,1), \"gfx1100 ds_read_b128\")").wavefronts ==
        counted("bank_conflicts<16>((32,8):(40,1), \"gfx942 ds_read_b128\")").wavefronts);
  CHECK(counted("bank_conflicts<16>(((4,8),8):((8,256),1), \"gfx1100 ds_read_b128\")").wavefronts == 8);
  CHECK(counted("bank_conflicts<16>(((4,4,2),8):((8,64,32),1), \"gfx1100 ds_read_b128\")").wavefronts == 4);
  CHECK(counted("bank_conflicts<16>(((4,4,2),8):((8,64,32),1), \"gfx1201 ds_read_b128\")").wavefronts == 8);
  CHECK(counted("bank_conflicts<32>((32,1):(2,1), \"gfx1100 ds_read_b32\")").wavefronts == 2);
  // Three words at a multiple of four bytes: eight lanes need no bank twice.
  CHECK(counted("bank_conflicts<32>((32,3):(3,1), \"gfx1201 ds_read_b96\")").wavefronts == 4);
  CHECK(counted("bank_conflicts<32>((32,3):(32,1), \"gfx1201 ds_read_b96\")").wavefronts == 32);
  const Evaluation odd = evaluate("bank_conflicts<16>((32,6):(7,1), \"gfx1201 ds_read_b96\")", IntegerMode::cute);
  REQUIRE(odd.errors.size() == 1);
  CHECK(english(odd.errors[0].message).find("aligned to 4 bytes") != std::string::npos);
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
  const Evaluation e = evaluate("bank_conflicts<16>((64,8):(32,1), \"gfx1250 ds_read_b128\")", IntegerMode::cute);
  REQUIRE(e.errors.size() == 1);
  CHECK(english(e.errors[0].hint).find("gfx942 ds_read_b32, gfx942 ds_read_b64, gfx942 ds_read_b128") !=
        std::string::npos);
}

}  // namespace stridescope
