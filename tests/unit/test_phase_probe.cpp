// The probe of shared memory's phases: what it would find on hardware of several kinds, the model's among them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/kernels/kernel_plan.h"
#include "core/kernels/probe/phase_probe.h"
#include "core/lang/evaluator.h"

namespace stridescope {
namespace {

// Hardware that serves the lanes with one group number after those with another: the wavefronts of a row of the table.
int serve(const std::uint32_t* row, int bytes, int (*group)(int lane)) {
  std::map<int, std::map<std::uint32_t, std::set<std::uint32_t>>> words;  // by group and bank
  for (int lane = 0; lane < 32; ++lane) {
    if (row[lane] >= phase_memory_bytes) continue;
    for (std::uint32_t word = row[lane] / 4; word < (row[lane] + static_cast<std::uint32_t>(bytes)) / 4; ++word)
      words[group(lane)][word % 32].insert(word);
  }
  std::size_t out = 0;
  for (const auto& of_group : words) {
    std::size_t most = 0;
    for (const auto& of_bank : of_group.second) most = std::max(most, of_bank.second.size());
    out += most;
  }
  return static_cast<int>(out);
}

// What the runner does, with that hardware's counter.
std::vector<int> probed(int bytes, int (*group)(int lane)) {
  const std::vector<std::uint32_t> table = phase_table(bytes);
  REQUIRE(table.size() == static_cast<std::size_t>(phase_launches * phase_table_words));
  std::vector<int> out(static_cast<std::size_t>(phase_patterns), -1);
  for (int launch = 0; launch < phase_launches; ++launch) {
    std::uint64_t count = 0;
    std::uint64_t repetitions = 1;
    std::int64_t accesses = 0;
    for (int d = 0; d < phase_digits; ++d, repetitions *= phase_base) {
      const int wavefronts =
          serve(&table[static_cast<std::size_t>(launch) * phase_table_words + 32 * static_cast<std::size_t>(d)], bytes,
                group);
      count += repetitions * static_cast<std::uint64_t>(wavefronts);
      accesses += wavefronts > 0 ? static_cast<std::int64_t>(repetitions) : 0;
    }
    CHECK(accesses == phase_accesses(launch));
    CHECK(read_phase_count(count, launch, out));
  }
  CHECK(std::count(out.begin(), out.end(), -1) == 0);
  return out;
}

PhaseRelation grouped(int (*group)(int lane)) {
  PhaseRelation out = {};
  for (int i = 0; i < 32; ++i) {
    for (int j = 0; j < 32; ++j)
      out[static_cast<std::size_t>(i)] |= static_cast<std::uint32_t>(group(i) == group(j)) << j;
  }
  return out;
}

int everyone(int) { return 0; }
int halves(int lane) { return lane / 16; }
int quarters(int lane) { return lane / 8; }
int pairwise(int lane) { return lane / 2 % 4; }
int alternate(int lane) { return lane % 2; }

}  // namespace

TEST_CASE("phases: pairs of lanes are numbered in order") {
  int number = 0;
  for (int i = 0; i < 32; ++i) {
    for (int j = i + 1; j < 32; ++j, ++number) {
      const LanePair pair = phase_pair(number);
      CHECK(pair.i == i);
      CHECK(pair.j == j);
    }
  }
  CHECK(number == phase_pairs);
}

TEST_CASE("phases: the probe finds the groups that hardware serves together, whichever they are") {
  for (const auto group : {everyone, halves, quarters, pairwise, alternate}) {
    for (const int bytes : phase_widths) {
      CAPTURE(bytes);
      const std::vector<int> found = probed(bytes, group);
      CHECK(phase_relation(found, false) == grouped(group));
      CHECK(phase_relation(found, true) == grouped(group));
    }
  }
}

TEST_CASE("phases: what the model says of the probe's patterns") {
  struct Case {
    int bytes;
    SharedOperation operation;
    int (*alone)(int lane);
    int (*crowd)(int lane);
  };
  // Two lanes alone never disagree with lane n^1 or n^2: a load merges their phases.
  const Case cases[] = {{8, SharedOperation::load, everyone, halves},
                        {16, SharedOperation::load, halves, quarters},
                        {8, SharedOperation::store, halves, halves},
                        {16, SharedOperation::store, quarters, quarters}};
  for (const Case& one : cases) {
    CAPTURE(one.bytes);
    const std::vector<int> counts = predicted_phases(one.bytes, one.operation);
    CHECK(phase_relation(counts, false) == grouped(one.alone));
    CHECK(phase_relation(counts, true) == grouped(one.crowd));
    // A crowd takes a wavefront a phase; nothing comes near the base of the digits.
    CHECK(counts[1] == one.bytes / 4);
    CHECK(*std::max_element(counts.begin(), counts.end()) == one.bytes / 4 + 1);
    if (one.operation == SharedOperation::store) CHECK(probed(one.bytes, one.crowd) == counts);
  }
}

TEST_CASE("phases: counts that are no sum of a launch's patterns, and patterns that were not counted") {
  std::vector<int> counts(static_cast<std::size_t>(phase_patterns), -1);
  CHECK(read_phase_count(0x54321, 0, counts));
  CHECK(std::vector<int>(counts.begin(), counts.begin() + 6) == std::vector<int>{1, 2, 3, 4, 5, -1});
  CHECK(!read_phase_count(0x100000, 0, counts));
  // (0,1) shares alone by its first count; in a crowd 3 - 2 is one more; (0,2) is known in part.
  CHECK(read_phase_count(0x54321, 0, counts));
  CHECK(phase_relation(counts, false)[0] == 0b11);
  CHECK(phase_relation(counts, true)[0] == 0b11);
  CHECK(phase_relation(counts, true)[2] == 0b100);
}

TEST_CASE("phases: a kernel value, its text and its file") {
  const Evaluation e = evaluate("probe_kernel(\"phases\")", IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const auto plan = plan_kernel(e.bindings.back().value);
  REQUIRE(plan.has_value());
  const auto& probe = *plan->as<ProbePlan>();
  CHECK(probe.phases);
  CHECK(probe.not_runnable.empty());
  CHECK(probe.checks == 4 * phase_patterns);
  const KernelText kernel = cuda_text(*plan);
  CHECK(kernel.threads == 32);
  for (const char* piece :
       {"stridescope_phases_8(const unsigned* table, unsigned step, unsigned* sums)", "stridescope_phases_16(",
        "ld.shared.v2.u32 {%0, %1}, [%2];", "ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];",
        "st.shared.v2.u32 [%0], {%1, %1};", "st.shared.v4.u32 [%0], {%1, %1, %1, %1};"}) {
    CAPTURE(piece);
    CHECK(kernel.text.find(piece) != std::string::npos);
  }
  const std::string whole = standalone_text(*plan);
  CHECK(whole.find(kernel.text) != std::string::npos);
  CHECK(whole.find("int main(") != std::string::npos);
  CHECK(!evaluate("probe_kernel(\"phase\")", IntegerMode::cute).errors.empty());
}

}  // namespace stridescope
