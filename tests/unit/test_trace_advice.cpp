// Reports of traces: the program with its counts, the causes of waste with their remedies, and hazards.
#include <doctest/doctest.h>

#include <numeric>

#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/trace/advice.h"
#include "core/trace/hazards.h"
#include "core/workspace/workspace.h"
#include "tests/unit/traces.h"

namespace stridescope {

TEST_CASE("trace: the program of a trace evaluates, and its banks and sectors are those of the trace") {
  for (const char* name : {"transpose.trace", "triton_transpose.trace"}) {
    const Trace trace = kept_trace(name);
    for (const TracedLaunch& launch : trace.launches) {
      Budget budget(recovery_steps, 0);
      const LaunchReport report = report_launch(launch, budget);
      const Advice advice = advise(launch, report, budget);
      Workspace workspace;
      const Report& evaluated =
          workspace.evaluate(report_program(launch, report) + advice_program(report, advice), IntegerMode::cute);
      CHECK(evaluated.diagnostics.empty());
      for (const TracedAccess& access : report.accesses) {
        CAPTURE(access.name);
        CHECK(!access.expression.empty());
        for (std::size_t b = 0; b < evaluated.bindings.size(); ++b) {
          const Value& value = evaluated.bindings[b].value;
          if (evaluated.bindings[b].name == access.name + "_banks")
            CHECK(value.as<SharedAccess>()->counts.wavefronts == access.costs.wavefronts);
          if (evaluated.bindings[b].name == access.name + "_sectors")
            CHECK(value.as<GlobalAccess>()->counts.sectors == access.costs.sectors);
        }
      }
    }
  }
}

TEST_CASE("trace: the cause of a conflict is its mode, and the change serves all accesses of the tile") {
  const Trace trace = kept_trace("transpose.trace");
  Budget budget(recovery_steps, 0);
  const LaunchReport report = report_launch(trace.launches[0], budget);
  const Advice advice = advise(trace.launches[0], report, budget);
  REQUIRE(advice.wastes.size() == 4);
  for (const AccessWaste& waste : advice.wastes) {
    CHECK(waste.cause == WasteCause::stride);
    CHECK(waste.mode == FitMode{32, 128});
    CHECK(waste.ways == 32);
  }
  REQUIRE(advice.tiles.size() == 1);
  CHECK(advice.tiles[0].wavefronts == 1056);
  CHECK(advice.tiles[0].best_wavefronts == 64);
  CHECK(advice.tiles[0].accesses.size() == 8);
}

TEST_CASE("trace: planted conflicts are named by their mode, and fixed") {
  // A tile of 32 rows of 32 words is written by rows and read by columns, after an even number of words was put after
  // each row: rows then meet in as many ways as the pitch has powers of two.
  int named = 0;
  for (int pad = 0; pad <= 32; ++pad) {
    const std::int64_t pitch = 4 * (32 + pad);
    TracedLaunch launch = launch_of(256, {0});
    add_access(launch, AccessKind::shared_store, 4, 4,
               [&](auto t, auto r, auto) { return std::optional((t / 32 + 8 * r) * pitch + t % 32 * 4); });
    add_barrier(launch);
    add_access(launch, AccessKind::shared_load, 4, 4,
               [&](auto t, auto r, auto) { return std::optional(t % 32 * pitch + (t / 32 + 8 * r) * 4); });
    Budget budget(recovery_steps, 0);
    const LaunchReport report = report_launch(launch, budget);
    const Advice advice = advise(launch, report, budget);
    const std::int64_t ways = std::gcd<std::int64_t>(32, 32 + pad);
    CAPTURE(pad);
    REQUIRE(advice.wastes.size() == (ways > 1 ? 1 : 0));
    if (ways == 1) continue;
    CHECK(advice.wastes[0].cause == WasteCause::stride);
    CHECK(advice.wastes[0].mode == FitMode{32, pitch});
    CHECK(advice.wastes[0].ways == ways);
    REQUIRE(advice.tiles.size() == 1);
    CHECK(advice.tiles[0].best_wavefronts == advice.tiles[0].ideal_wavefronts);
    ++named;
  }
  CHECK(named == 17);
}

TEST_CASE("trace: unused sectors come with the order of lanes that uses them") {
  TracedLaunch launch = launch_of(256, {0});
  add_access(launch, AccessKind::global_load, 4, 8, [](auto t, auto r, auto) { return std::optional(32 * t + 4 * r); });
  Budget budget(recovery_steps, 0);
  const LaunchReport report = report_launch(launch, budget);
  const Advice advice = advise(launch, report, budget);
  REQUIRE(advice.wastes.size() == 1);
  CHECK(advice.wastes[0].cause == WasteCause::stride);
  REQUIRE(advice.wastes[0].better.has_value());
  CHECK(advice.wastes[0].better->layout == "(256,8):(1,256)");
  CHECK(advice.wastes[0].better->sectors == 8 * 8 * 4);
}

TEST_CASE("trace: a missing barrier, a read of nothing and a write for nothing are reported") {
  const auto own = [](auto t, auto, auto) { return std::optional(4 * t); };
  const auto mirrored = [](auto t, auto, auto) { return std::optional(4 * (63 - t)); };
  const auto further = [](auto t, auto, auto) { return std::optional(4 * t + 128); };
  const auto kinds = [](const TracedLaunch& launch) {
    Budget budget(recovery_steps, 0);
    std::vector<HazardKind> out;
    for (const SharedHazard& h : shared_order(launch, budget).hazards) out.push_back(h.kind);
    return out;
  };
  TracedLaunch ordered = launch_of(64, {0});
  add_access(ordered, AccessKind::shared_store, 4, 1, own);
  add_barrier(ordered);
  add_access(ordered, AccessKind::shared_load, 4, 1, mirrored);
  CHECK(kinds(ordered).empty());
  TracedLaunch racing = launch_of(64, {0});
  racing.waits_recorded = true;
  add_access(racing, AccessKind::shared_store, 4, 1, own);
  add_access(racing, AccessKind::shared_load, 4, 1, mirrored);
  CHECK(kinds(racing) == std::vector{HazardKind::unordered});
  TracedLaunch missing = launch_of(64, {0});
  add_access(missing, AccessKind::shared_store, 4, 1, own);
  add_barrier(missing);
  add_access(missing, AccessKind::shared_load, 4, 1, further);
  CHECK(kinds(missing) == std::vector{HazardKind::unwritten, HazardKind::unread});
}

}  // namespace stridescope
