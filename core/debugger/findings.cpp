// Findings as rows of a pane.
#include "core/debugger/findings.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/debugger/tensor_layout.h"
#include "core/trace/kernel_argument.h"

namespace stridescope::debugger {
namespace {

constexpr std::int64_t most_named_elements = std::int64_t{1} << 20;

FindingPart part(Message text, const machine::Instruction* instruction) {
  return {std::move(text), instruction == nullptr ? 0 : std::int64_t{instruction->line}};
}

machine::FindingContext context_of(const machine::Program& program, const LaunchForm& form) {
  machine::FindingContext out = {&program, {1, 1, 1}};
  std::copy_n(form.block.begin(), std::min<std::size_t>(form.block.size(), 3), out.block.begin());
  return out;
}

}  // namespace

std::vector<FindingRow> finding_rows(const std::vector<machine::Finding>& findings,
                                     const std::vector<std::uint64_t>& instants, const machine::Program& program,
                                     const LaunchForm& form, const std::vector<std::int64_t>& blocks) {
  using machine::FindingKind;
  const machine::FindingContext context = context_of(program, form);
  const std::int64_t threads = context.block[0] * context.block[1] * context.block[2];
  std::vector<FindingRow> out;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const machine::Finding& finding = findings[i];
    FindingRow& row = out.emplace_back();
    const bool left_over = finding.kind == FindingKind::unfinished_phase || finding.kind == FindingKind::unawaited;
    row.severity = left_over ? Severity::warning : Severity::error;
    row.kind = std::string(name_of(finding.kind));
    row.title = machine::to_message(finding);
    row.times = static_cast<std::int64_t>(finding.times);
    if (finding.here.instruction != nullptr) row.line = finding.here.instruction->line;
    const auto block = std::find(blocks.begin(), blocks.end(), std::int64_t{finding.here.block});
    if (block != blocks.end()) row.warp = (block - blocks.begin()) * ((threads + 31) / 32) + finding.here.thread / 32;
    if (i < instants.size()) row.instant = static_cast<std::int64_t>(instants[i]);
    for (const machine::Party* const one : {&finding.here, &finding.other}) {
      // The first note already has this line, with the reason.
      const bool noted =
          !finding.names_threads() && !finding.notes.empty() && finding.notes[0].instruction == one->instruction;
      if (one->instruction == nullptr || noted) continue;
      const Message line = machine::line_of(*one->instruction, program);
      row.parts.push_back(
          part(finding.names_threads() ? say("{}: {}", line, machine::to_message(*one, finding.kind, context)) : line,
               one->instruction));
    }
    for (const machine::Finding::Note& note : finding.notes)
      row.parts.push_back(part(note.instruction == nullptr
                                   ? note.text
                                   : say("{}: {}", machine::line_of(*note.instruction, program), note.text),
                               note.instruction));
  }
  std::stable_sort(out.begin(), out.end(), [](const FindingRow& a, const FindingRow& b) {
    return std::pair(a.severity, a.instant) < std::pair(b.severity, b.instant);
  });
  return out;
}

std::optional<Error> add_element_maps(const machine::Program& program, const machine::Function& kernel,
                                      const LaunchForm& form, std::vector<machine::ElementMap>& out) {
  const auto add = [&](const std::string& text, std::int64_t element_bytes) -> machine::ElementMap* {
    const auto layout = read_tensor_layout(text);
    if (!layout || layout->reach() > most_named_elements) return nullptr;
    const std::int64_t rows = layout->row_count();
    const std::int64_t columns = layout->column_count();
    if (rows * columns > most_named_elements) return nullptr;
    machine::ElementMap& map = out.emplace_back();
    map.element_bytes = element_bytes;
    map.coordinates.resize(static_cast<std::size_t>(layout->reach()));
    map.extents = {rows};
    if (columns > 1) map.extents.push_back(columns);
    for (std::int64_t k = rows * columns; k-- > 0;)
      map.coordinates[static_cast<std::size_t>(layout->offset(k % rows, k / rows))] = static_cast<std::uint32_t>(k + 1);
    return &map;
  };
  std::size_t arguments = 0;
  std::size_t buffers = 0;  // of the argument
  for (const ParameterForm& parameter : form.parameters) {
    if (parameter.of < 0 || arguments == 0 || parameter.of != (&parameter)[-1].of) {
      ++arguments;
      buffers = 0;
    }
    if (!parameter.buffer) continue;
    const std::size_t number = buffers++;
    const ElementType* const type = element_type_named(parameter.type);
    machine::ElementMap* const map = type == nullptr ? nullptr : add(parameter.layout, type->bytes);
    if (map == nullptr) continue;
    map->argument = arguments - 1;
    map->buffer = number;
    map->offset = static_cast<std::uint64_t>(parameter.offset);
  }
  for (const std::string& word : form.tiles) {
    machine::TileWord tile = machine::tile_word(word);
    const std::size_t colon = std::min(tile.memory.find(':'), tile.memory.size());
    const ElementType* const type = element_type_named(std::string_view(tile.memory).substr(0, colon));
    machine::ElementMap* const map =
        type == nullptr || !machine::has_shared(tile.variable, program, kernel)
            ? nullptr
            : add(tile.memory.substr(std::min(colon + 1, tile.memory.size())), type->bytes);
    if (map == nullptr) return machine::not_a_tile(word);
    map->variable = std::move(tile.variable);
    map->offset = tile.offset;
  }
  return std::nullopt;
}

machine::InterleavingLimits reader_orders() {
  machine::InterleavingLimits out;
  out.states = std::uint64_t{1} << 13;
  out.steps = std::uint64_t{1} << 28;
  out.bytes = std::size_t{96} << 20;
  out.checked = 128;
  return out;
}

Result<OrdersFound> find_orders(const machine::Program& program, const LaunchForm& form,
                                const machine::InterleavingLimits& limits) {
  auto launch = launch_of(form);
  if (!launch) return failure(launch.error());
  const auto kernel = machine::find_kernel(program, form.kernel);
  if (!kernel) return failure(kernel.error());
  std::vector<machine::ElementMap> maps;
  if (auto wrong = add_element_maps(program, **kernel, form, maps)) return failure(std::move(*wrong));
  const auto report = machine::interleavings(program, **kernel, *launch, maps, limits);
  if (!report) return failure(report.error());
  OrdersFound out;
  out.verdict = report->verdict;
  out.answer = machine::to_message(*report);
  out.order = machine::turns_text(report->order, report->warps);
  out.findings = finding_rows(report->findings, {}, program, form, {form.at});
  for (const machine::OrderDoubt& doubt : report->doubts) {
    out.doubts.push_back(part(doubt.what, doubt.instruction));
    if (doubt.other != nullptr) out.doubts.push_back(part(machine::line_of(*doubt.other, program), doubt.other));
  }
  return out;
}

static void members(Archive& a, FindingPart& r) {
  if (!a.record("FindingPart", "A sentence about an instruction.")) return;
  a.member("text", r.text, "The sentence.");
  a.member("line", r.line, "The line of the PTX; 0: none.");
}

void members(Archive& a, FindingRow& r) {
  if (!a.record("FindingRow", "A fault that the checks have found.")) return;
  a.word("severity", r.severity, severity_names, "Its severity.");
  a.member("kind", r.kind, "Its kind, such as race.");
  a.member("title", r.title, "The fault.");
  a.member("line", r.line, "The line of the PTX at which it shows.");
  a.member("warp", r.warp, "Its warp.");
  a.member("instant", r.instant, "The instant before the instruction.");
  a.member("times", r.times, "The number of such accesses.");
  a.member("parts", r.parts, "Its parties, and what explains it.");
}

void members(Archive& a, OrdersFound& r) {
  if (!a.record("OrdersFound", "The answer for all orders of the warps.")) return;
  a.word("verdict", r.verdict, machine::order_verdict_names, "The verdict.");
  a.member("answer", r.answer, "The answer.");
  a.member("order", r.order, "A bad order, for a launch form; empty: the usual one.");
  a.member("findings", r.findings, "The faults of that order.");
  a.member("doubts", r.doubts, "Places where another order may differ.");
}

void members(Archive& a, WaitsAsked& r) {
  if (!a.record("WaitsAsked", "A part of the picture of who waits for whom.")) return;
  a.choice("iteration", r.iteration, "The first iteration.");
  a.choice("iterations", r.iterations, "Their number; 0: as many as are readable.");
}

void members(Archive& a, WaitsShown& r) {
  if (!a.record("WaitsShown", "The picture of who waits for whom.")) return;
  a.member("chart", r.chart, "Its rows and spans.");
  a.member("svg", r.svg, "The picture; data-span is the index of a span.");
}

}  // namespace stridescope::debugger
