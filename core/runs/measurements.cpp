// Reads files of measurements and finds a kernel in them. A row matches a kernel if its program evaluates to the same
// value; the text alone does not decide.
#include "core/runs/measurements.h"

#include <unordered_map>

#include "core/base/archive_json.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/kernel_plan.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

constexpr std::size_t max_kernels = 1 << 14;
constexpr std::size_t max_text_bytes = max_json_bytes;

// The sweep is a table: the counters' names, and the counts of each program in that order, -1 if missing.
Message read_sweep(const JsonValue& sweep, std::vector<CountedKernel>& out) {
  const auto& names = sweep["counters"].items();
  for (const JsonValue& row : sweep["rows"].items()) {
    if (!row.at(0).is_string() || row.at(1).items().size() > names.size())
      return say("'sweep.rows' must contain programs with their counts");
    CountedKernel& one = out.emplace_back();
    one.program = row.at(0).string();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const JsonValue& count = row.at(1).at(i);
      if (count.is_number() && count.number() >= 0)
        one.counters.emplace_back(names[i].string(), JsonNumber(count.integer()));
    }
  }
  return {};
}

// The kernel's text, independent of which integers are static.
std::string kernel_text_of(const Value& value) { return is_kernel(value) ? to_text(value, IntegerMode::teaching) : ""; }

// True if the last value of the program is this kernel. Cached, since each edit of a kernel compares it with the same
// programs of a file.
bool is_same(const std::string& program, const std::string& kernel) {
  constexpr std::size_t most = 2048;
  thread_local std::unordered_map<std::string, std::string> known;
  if (known.size() >= most) known.clear();
  const auto [at, is_new] = known.try_emplace(program);
  if (is_new) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    if (e.errors.empty() && !e.bindings.empty()) at->second = kernel_text_of(e.bindings.back().value);
  }
  return at->second == kernel;
}

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '_') out.push_back(c);
  }
  return out;
}

bool usable(const MeasuredKernel& row) { return row.ms.has_value(); }
bool usable(const CountedKernel&) { return true; }

// The row whose program makes this kernel, by text or else by value; null if missing.
template <class Row>
const Row* row_of_kernel(const std::vector<Row>& rows, std::string_view source, const std::string& kernel) {
  const std::string plain = without_blanks(source);
  for (const Row& row : rows) {
    if (usable(row) && without_blanks(row.program) == plain) return &row;
  }
  for (const Row& row : rows) {
    if (usable(row) && is_same(row.program, kernel)) return &row;
  }
  return nullptr;
}

void add_timed(const MeasuredKernel& row, RunResult& out) {
  RunTime& time = out.time.emplace();
  time.median_ms = *row.ms;
  time.gb_per_s = row.gb_per_s;
  time.tflop_per_s = row.tflop_per_s;
  time.spread = row.spread;
  time.runs = row.runs;
  if (row.yardstick_tflop_per_s) {
    out.yardstick.emplace().name = "cuBLASLt";
    out.yardstick->tflop_per_s = row.yardstick_tflop_per_s;
  } else if (row.yardstick_gb_per_s) {
    out.yardstick.emplace().name = "cuMemcpyDtoD";
    out.yardstick->gb_per_s = row.yardstick_gb_per_s;
  }
  out.ratio = row.ratio;
  out.resources = row.resources;
  if (!out.resources && row.registers) {
    RunResources& resources = out.resources.emplace();
    resources.registers = row.registers;
    resources.local_bytes = row.local_bytes;
    resources.shared_bytes = row.shared_bytes;
  }
  out.trace = row.trace;
  out.measured = row.measured;
  out.cuda = row.cuda;
  out.texts.entry = row.entry;
  out.texts.ptx = row.ptx;
  out.texts.sass = row.sass;
}

}  // namespace

static void members(Archive& a, MeasuredKernel& r) {
  if (!a.record("MeasuredKernel", "A kernel that was measured.")) return;
  a.unless_empty("group", r.group, "The group of kernels that were measured together.");
  a.unless_empty("name", r.name, "The name of the kernel.");
  a.at_most(max_text_bytes).unless_empty("program", r.program, "The program of the kernel.");
  a.member("ms", r.ms, "Time of one launch, the median.");
  a.member("spread", r.spread, "The spread, relative to the median.");
  a.member("runs", r.runs, "The number of timed launches.");
  a.member("gb_per_s", r.gb_per_s, "Bytes read and written per second.");
  a.member("tflop_per_s", r.tflop_per_s, "Operations per second.");
  a.member("ratio", r.ratio, "The rate relative to the yardstick.");
  a.member("yardstick_gb_per_s", r.yardstick_gb_per_s, "The rate of a copy by the driver.");
  a.member("yardstick_tflop_per_s", r.yardstick_tflop_per_s, "The rate of cuBLASLt.");
  a.member("resources", r.resources, "The resources of a launch.");
  a.member("registers", r.registers, "Registers per thread.");
  a.member("local_bytes", r.local_bytes, "Spilled bytes per thread.");
  a.member("shared_bytes", r.shared_bytes, "Shared memory per block.");
  a.member("measured", r.measured, "The counts of the hardware.");
  a.member("trace", r.trace, "The records of instrumented kernels.");
  a.unless_empty("entry", r.entry, "The name of the kernel in its code.");
  a.at_most(max_text_bytes).unless_empty("cuda", r.cuda, "The CUDA text.");
  a.at_most(max_text_bytes).unless_empty("ptx", r.ptx, "PTX.");
  a.at_most(max_text_bytes).unless_empty("sass", r.sass, "Machine code as text.");
}

static void members(Archive& a, Measurements& r) {
  if (!a.record("Measurements", "Measurements on a GPU.")) return;
  a.choice("device", r.device, "The GPU.");
  a.choice("date", r.date, "The date of the measurement.");
  a.at_most(max_kernels).choice("kernels", r.kernels, "The measured copies.");
  a.at_most(max_kernels).choice("products", r.products, "The measured matrix products.");
}

Result<Measurements> read_measurements(std::string_view text) {
  const auto json = JsonValue::parse(text);
  if (!json || !json->is_object()) return failure(ErrorCode::arguments, say("this is not a file of measurements"));
  Measurements out;
  ReadArchive archive(*json, Trust::foreign);
  archive.visit(out);
  Message problem = archive.problem();
  if (problem.empty()) problem = read_sweep((*json)["sweep"], out.sweep);
  if (!problem.empty())
    return failure(ErrorCode::arguments, say("{}: {}", say("this is not a file of measurements"), problem));
  return out;
}

Result<RunResult> recorded_result(const Workspace& workspace, int binding, const Measurements& measurements) {
  const auto bound = workspace.bound(binding);
  if (!bound) return failure(bound.error());
  const ReportBinding& b = **bound;
  if (!is_kernel(b.value)) return failure(ErrorCode::unsupported, say("a {} is not a kernel", kind_word(b.value)));
  const std::string kernel = kernel_text_of(b.value);
  // Some products were only checked or counted.
  const MeasuredKernel* timed = row_of_kernel(measurements.kernels, b.source, kernel);
  if (timed == nullptr) timed = row_of_kernel(measurements.products, b.source, kernel);
  const CountedKernel* counted = row_of_kernel(measurements.sweep, b.source, kernel);
  if (timed == nullptr && counted == nullptr) {
    return failure(ErrorCode::unknown_name, say("this kernel was not measured on {}", measurements.device.name),
                   say("the kernels of the gallery were measured"));
  }
  RunResult out;
  out.recorded = true;
  out.device = measurements.device;
  out.date = measurements.date;
  if (timed != nullptr) add_timed(*timed, out);
  if (counted != nullptr && !out.measured) out.measured = RunMeasured{counted->counters};
  if (const Message problem = run_result_problem(out); !problem.empty()) return failure(unbelievable(problem));
  return out;
}

}  // namespace stridescope
