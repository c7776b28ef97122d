// The timeline of a run's waits, and its picture.
#include <algorithm>

#include "core/base/message.h"
#include "core/machine/checks/wait_chart.h"
#include "core/machine/execution.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_faults.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

struct RecordedWaits {
  Program program;
  WaitTimeline timeline;
};

// The pipeline of tests/machine/faults; `order` 0: whole turns, otherwise one instruction of the warp that a generator
// chooses.
RecordedWaits pipeline_waits(std::uint32_t order) {
  const PlantedFault whole = planted_faults("tests/machine/faults/pipeline.ptx")[0];
  auto program = read_ptx(whole.ptx);
  REQUIRE(program);
  RecordedWaits out = {std::move(*program), {}};
  const auto kernel = find_kernel(out.program, "");
  REQUIRE(kernel);
  Launch launch = whole.launch;
  WaitRecorder recorder(launch);
  launch.observer = &recorder;
  auto run = Execution::start(out.program, **kernel, launch);
  REQUIRE(run);
  if (order == 0) run->run();
  std::uint32_t seed = order;
  while (!run->ended()) {
    seed = seed * 1664525 + 1013904223;
    run->step((seed >> 16) % run->warp_count());
  }
  REQUIRE(!run->error());
  out.timeline = recorder.timeline();
  return out;
}

std::string written_chart(const WaitChart& chart) {
  std::string out;
  for (const ChartRow& row : chart.rows) out += english(row.title) + "\n";
  for (const ChartSpan& one : chart.spans) {
    out += std::to_string(one.row) + " " + std::to_string(one.begin) + "-" + std::to_string(one.end) + " " +
           std::string(chart_span_names[static_cast<std::size_t>(one.kind)]) + " " + one.label + "\n";
  }
  return out;
}

const ChartSpan* span_at(const WaitChart& chart, std::string_view row, ChartSpanKind kind, std::string_view label) {
  for (const ChartSpan& one : chart.spans) {
    if (english(chart.rows[static_cast<std::size_t>(one.row)].title) == row && one.kind == kind && one.label == label)
      return &one;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("machine: the timeline of a pipeline has its waits, the arrivals that end them, and the life of its stages") {
  const std::vector<PlantedFault> all = planted_faults("tests/machine/faults/pipeline.ptx");
  const auto program = read_ptx(all[0].ptx);
  REQUIRE(program);
  const auto kernel = find_kernel(*program, "");
  REQUIRE(kernel);
  Launch launch = all[0].launch;
  WaitRecorder recorder(launch);
  launch.observer = &recorder;
  REQUIRE(execute(*program, **kernel, launch));
  const WaitTimeline& timeline = recorder.timeline();
  // bar.sync 0, and an mbarrier for full and empty of each of three stages.
  CHECK(timeline.targets.size() == 7);
  std::size_t through_arrivals = 0;
  for (const WarpWait& wait : timeline.waits) {
    REQUIRE(wait.end != never);
    REQUIRE(wait.end >= wait.by.time);
    if (wait.arrival == no_index) continue;
    const WaitArrival& by = timeline.arrivals[wait.arrival];
    CHECK(by.target == wait.target);
    CHECK(by.phase == wait.phase);
    CHECK(by.by.time <= wait.end);
    const WaitTarget::Phase& phase = timeline.targets[wait.target].phases[wait.phase];
    CHECK(phase.end <= wait.end);
    if (timeline.targets[wait.target].mbarrier) ++through_arrivals;
  }
  // Two warps wait eight times, and the producer five times: not for the first round.
  CHECK(through_arrivals == 21);
  // Eight copies into three stages: each is read before the next one replaces it.
  REQUIRE(timeline.stages.size() == 8);
  std::size_t replaced = 0;
  for (const StageLife& stage : timeline.stages) {
    CHECK(stage.bytes() == 256);
    CHECK(stage.first_read > stage.writer.time);
    CHECK(stage.reader_wait != no_index);
    if (stage.replaced == never) continue;
    CHECK(stage.last_read <= stage.replaced);
    ++replaced;
  }
  CHECK(replaced == 5);
}

TEST_CASE("machine: a timeline keeps its size, whatever the number of barriers and phases") {
  const auto program = read_ptx(
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<4>;\n.reg .pred %p<4>;\n"
      "mov.u32 %r2, 0;\nAGAIN: bar.sync 0;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, 4000;\n@%p2 bra "
      "AGAIN;\nret;\n}\n");
  REQUIRE(program);
  Launch launch;
  launch.grid[0] = 20;
  WaitRecorder recorder(launch);
  launch.observer = &recorder;
  REQUIRE(execute(*program, program->functions[0], launch));
  std::size_t phases = 0;
  for (const WaitTarget& one : recorder.timeline().targets) phases += one.phases.size();
  CHECK(recorder.timeline().targets.size() == 20);
  CHECK(phases == (1 << 16) + 20);
  CHECK(recorder.timeline().cut);
}

TEST_CASE("machine: the picture of waits does not depend on the turns of the warps") {
  const RecordedWaits first = pipeline_waits(0);
  const std::string chart = written_chart(wait_chart(first.timeline, first.program, {0, 100}));
  for (const std::uint32_t order : {1U, 2U, 3U, 4U, 5U}) {
    const RecordedWaits other = pipeline_waits(order);
    CHECK(written_chart(wait_chart(other.timeline, other.program, {0, 100})) == chart);
  }
}

TEST_CASE("machine: the picture of waits has warps that do the same in a row, phases, and who lets whom read") {
  const RecordedWaits run = pipeline_waits(0);
  const WaitChart chart = wait_chart(run.timeline, run.program, {0, 100});
  std::vector<std::string> titles;
  for (const ChartRow& row : chart.rows) titles.push_back(english(row.title));
  CHECK(titles == std::vector<std::string>{"warp 0", "warps 1 to 2", "barrier 0", "full mbarrier 1792",
                                           "full mbarrier 1800", "full mbarrier 1808", "empty mbarrier 1816",
                                           "empty mbarrier 1824", "empty mbarrier 1832", "256 bytes at 1024",
                                           "256 bytes at 1280", "256 bytes at 1536"});
  CHECK(chart.all_iterations == 8);
  CHECK(!chart.cut);
  // Round 1 of the first stage: the producer waits for both readers, who wait for its bytes.
  const ChartSpan* const read = span_at(chart, "256 bytes at 1024", ChartSpanKind::read, "1");
  REQUIRE(read != nullptr);
  std::string about;
  for (const Message& one : read->about) about += english(one) + "\n";
  CAPTURE(about);
  CHECK(about.find("written by warp 0, line ") != std::string::npos);
  CHECK(about.find("allowed by: phase 0 of empty mbarrier 1816 ends with the arrival of warp ") != std::string::npos);
  CHECK(about.find("read by warp 1, line ") != std::string::npos);
  CHECK(about.find("allowed by: phase 1 of full mbarrier 1792 ends with the last bytes of the copy by warp 0") !=
        std::string::npos);
  const ChartSpan* const phase = span_at(chart, "full mbarrier 1792", ChartSpanKind::phase, "1");
  REQUIRE(phase != nullptr);
  CHECK(phase->odd);
  CHECK(phase->end <= read->begin);
  // An arrow from the copy to the warps that read its bytes.
  const bool has_arrow = std::any_of(chart.arrows.begin(), chart.arrows.end(),
                                     [&](const ChartArrow& one) { return one.from_row == 0 && one.to_row == 1; });
  CHECK(has_arrow);
}

TEST_CASE("machine: the picture of a long run is a window of iterations") {
  const RecordedWaits run = pipeline_waits(0);
  const WaitChart whole = wait_chart(run.timeline, run.program, {0, 100});
  const WaitChart part = wait_chart(run.timeline, run.program, {3, 2});
  CHECK(part.iteration == 3);
  CHECK(part.iterations == 2);
  CHECK(part.first > 0);
  CHECK(part.end < whole.end);
  for (const ChartSpan& one : part.spans) {
    CHECK(one.begin >= part.first);
    CHECK(one.end <= part.end);
  }
  CHECK(wait_chart(run.timeline, run.program, {1000, 1000}).iteration == 7);
  CHECK(wait_chart(run.timeline, run.program, {3, INT64_MAX}).iterations == 5);
  const std::string svg = chart_svg(part, Catalog());
  std::size_t groups = 0;
  for (std::size_t at = svg.find("data-span"); at != std::string::npos; at = svg.find("data-span", at + 1)) ++groups;
  CHECK(groups == part.spans.size());
}
