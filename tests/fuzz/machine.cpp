// The PTX machine: any text is a program or an error; what runs ends within its limit, and its trace is one that a file
// can hold. A comment gives the launch; the length of the text chooses the observer of the run.
#include "core/machine/machine.h"

#include <algorithm>

#include "core/base/json_value.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/wait_chart.h"
#include "core/machine/execution.h"
#include "core/machine/ptx_text.h"
#include "core/trace/trace.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

constexpr std::uint64_t most_steps = 1 << 12;

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
    out.offset = 4;
    out.coordinates.resize(100);
    for (std::uint32_t i = 0; i < 100; ++i) out.coordinates[i] = i % 12 < 8 ? i + 1 : 0;
    out.extents = {12, 9};
    return {out};
  }
  return {};
}

std::int64_t number_in(std::string_view word, std::int64_t most) {
  std::int64_t out = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') break;
    out = std::min(out * 10 + (c - '0'), most);
  }
  return out;
}

// "// launch grid=2 block=48 cluster=2 shared=256 arg=u32:64=zeros arg=u32=5", as the kernels of tests/machine/faults
// have it, with small limits; buffers of 512 bytes for what it does not name.
machine::Launch launch_of(std::string_view text, const machine::Function& kernel) {
  machine::Launch out;
  out.grid[0] = 2;
  out.block[0] = 48;
  out.shared_bytes = 256;
  constexpr std::string_view head = "// launch ";
  const std::size_t at = text.find(head);
  std::string_view line = at == std::string_view::npos ? std::string_view() : text.substr(at + head.size());
  line = line.substr(0, line.find('\n'));
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    const std::size_t equals = std::min(word.find('='), word.size() - std::min<std::size_t>(word.size(), 1));
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    if (name == "grid") out.grid[0] = number_in(value, 4);
    if (name == "block") out.block[0] = number_in(value, 256);
    if (name == "cluster") out.cluster[0] = number_in(value, 4);
    if (name == "shared") out.shared_bytes = number_in(value, 1 << 14);
    if (name != "arg" || out.arguments.size() == kernel.parameters.size()) continue;
    const std::size_t colon = value.find(':');
    if (colon == std::string_view::npos) {
      const auto number = static_cast<std::uint64_t>(number_in(value.substr(value.find('=') + 1), 1 << 20));
      const auto bytes =
          static_cast<std::size_t>(std::min<std::int64_t>(kernel.parameters[out.arguments.size()].bytes, 8));
      out.arguments.push_back({std::string(reinterpret_cast<const char*>(&number), bytes), false});
    } else {
      const auto bytes = static_cast<std::size_t>(number_in(value.substr(colon + 1), 1 << 10)) * 4;
      out.arguments.push_back({std::string(bytes, value.ends_with("zeros") ? '\0' : '\1'), true});
    }
  }
  for (std::size_t i = out.arguments.size(); i < kernel.parameters.size(); ++i) {
    const bool buffer = kernel.parameters[i].bytes == 8;
    out.arguments.push_back({buffer ? std::string(512, '\1') : std::string(), buffer});
  }
  const std::int64_t together = std::clamp<std::int64_t>(kernel.required_cluster[0], 1, 8);
  if (out.grid[0] % together != 0 && out.grid[0] < together) out.grid[0] = together;
  out.recorded = {0};
  if (out.grid[0] > 1) out.recorded.push_back(1);
  out.steps = most_steps;
  return out;
}

// A quarter of the texts is completed first, as text that people paste.
Result<machine::Program> program_of(std::string_view text) {
  if (!chosen(text, 4, 2)) return machine::read_ptx(text);
  auto any = machine::read_any_ptx(text);
  if (!any) return failure(std::move(any.error()));
  return std::move(any->program);
}

void run(std::string_view text) {
  const auto program = program_of(text);
  if (!program) return;
  if (chosen(text, 8, 1)) {
    const machine::Coverage coverage = machine::coverage_of(*program);
    for (const machine::Missing& one : coverage.missing)
      require(one.count > 0 && one.line > 0, "what is missing has a place", text);
  }
  for (const machine::Function& kernel : program->functions) {
    if (!kernel.kernel || !kernel.defined) continue;
    machine::Launch launch = launch_of(text, kernel);
    machine::Checker checker(*program, launch, tiles(kernel));
    machine::WaitRecorder waits(launch);
    // Half of the texts are checked, a quarter has its waits recorded.
    if (text.size() % 2 != 0)
      launch.observer = &checker;
    else if (text.size() % 4 == 0)
      launch.observer = &waits;
    auto started = machine::Execution::start(*program, kernel, launch);
    if (!started) {
      require(started.error().code != ErrorCode::internal, "an error is one of the program", text);
      continue;
    }
    tally.taken += 1;
    started->run();
    if (launch.observer == &checker) write_findings(checker, {&*program, launch.block}, text);
    if (launch.observer == &waits && chosen(text, 16)) write_waits(waits.timeline(), *program, text);
    if (const auto& error = started->error()) {
      require(error->code != ErrorCode::internal, "an error is one of the program", text);
      continue;
    }
    require(started->steps() <= most_steps + 48 * 1024, "a run keeps its limit", text);
    if (!chosen(text, 8)) continue;
    Trace trace;
    trace.launches.push_back(started->outcome().trace);
    const auto read = read_trace(write_trace(trace));
    require(read.has_value() && *read == trace, "a trace is read back", text);
  }
}

const Target target("machine", Input::ptx, run);

}  // namespace
}  // namespace stridescope::fuzz
