// The PTX machine: any text is a program or an error; what runs ends within its limit, and its trace is one that a file
// can hold. The length of the text chooses the observer of the run and its clusters.
#include "core/machine/machine.h"

#include "core/base/json_value.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/wait_chart.h"
#include "core/trace/trace.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

constexpr std::uint64_t most_steps = 1 << 16;

// All that the checks have found can be written.
void write_findings(const machine::Checker& checker, const machine::FindingContext& context, std::string_view text) {
  std::string out;
  JsonWriter json(out);
  json.open_array();
  for (const machine::Finding& one : checker.findings()) {
    machine::write_finding(json, one, context);
    require(!machine::finding_text(one, context, Catalog()).empty(), "a finding has a text", text);
  }
  json.close_array();
  require(JsonValue::parse(out).has_value(), "findings are JSON", text);
}

void write_waits(const machine::WaitTimeline& timeline, const machine::Program& program, std::string_view text) {
  (void)machine::timeline_text(timeline, program, Catalog());
  (void)machine::chart_svg(machine::wait_chart(timeline, program), Catalog());
  std::string out;
  JsonWriter json(out);
  machine::write_timeline(json, timeline);
  require(JsonValue::parse(out).has_value(), "a timeline is JSON", text);
}

// A tile in the first shared variable of a kernel: rows of 8 bytes at a pitch of 12.
std::vector<machine::ElementMap> tiles(const machine::Function& kernel) {
  for (const machine::Variable& variable : kernel.variables) {
    if (variable.space != machine::Space::shared) continue;
    machine::ElementMap out;
    out.variable = variable.name;
    out.variable_offset = 4;
    out.coordinates.resize(100);
    for (std::uint32_t i = 0; i < 100; ++i) out.coordinates[i] = i % 12 < 8 ? i + 1 : 0;
    out.extents = {12, 9};
    return {out};
  }
  return {};
}

void run(std::string_view text) {
  const auto program = machine::read_ptx(text);
  if (!program) return;
  const machine::Coverage coverage = machine::coverage_of(*program);
  for (const machine::Missing& one : coverage.missing)
    require(one.count > 0 && one.line > 0, "what is missing has a place", text);
  for (const machine::Function& kernel : program->functions) {
    if (!kernel.kernel || !kernel.defined) continue;
    machine::Launch launch;
    launch.grid[0] = 2;
    launch.cluster[0] = text.size() / 4 % 2 == 0 ? 1 : 2;
    launch.block[0] = 48;
    launch.shared_bytes = 256;
    launch.recorded = {0, 1};
    launch.steps = most_steps;
    for (const machine::Parameter& parameter : kernel.parameters)
      launch.arguments.push_back({parameter.bytes == 8 ? std::string(512, '\1') : std::string(), parameter.bytes == 8});
    machine::Checker checker(*program, launch, tiles(kernel));
    machine::WaitRecorder waits(launch);
    // Half of the texts are checked, a quarter has its waits recorded.
    if (text.size() % 2 != 0)
      launch.observer = &checker;
    else if (text.size() % 4 == 0)
      launch.observer = &waits;
    const auto done = machine::execute(*program, kernel, launch);
    write_findings(checker, {&*program, launch.block}, text);
    write_waits(waits.timeline(), *program, text);
    if (!done) {
      require(done.error().code != ErrorCode::internal, "an error is one of the program", text);
      continue;
    }
    require(done->steps <= most_steps + 48 * 1024, "a run keeps its limit", text);
    Trace trace;
    trace.launches.push_back(done->trace);
    const auto read = read_trace(write_trace(trace));
    require(read.has_value() && *read == trace, "a trace is read back", text);
    tally.taken += 1;
  }
}

const Target target("machine", Input::foreign, run);

}  // namespace
}  // namespace stridescope::fuzz
