// The result of a run. The runner fills it in and prints it once as JSON; the caller parses it once. Reports, overlays,
// listings and stored runs read these fields.
//
// A result comes from another process, possibly on another machine: read_run_result checks it against this description,
// and for consistency, before any field is used. Unknown fields are ignored. Times are in milliseconds, rates in GB/s
// (10^9 bytes read plus written) or TFLOP/s, counts are for one launch. Empty optionals, texts and lists are missing
// parts.
//
// A Message is written as its English sentence. If it has arguments, it is also written under its name in "said" of the
// same part, as a message's JSON (core/base/message_json.h), so that another process can render it in the language of
// its user.
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/archive.h"
#include "core/base/json_value.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/kernels/copy/copy_predict.h"
#include "core/runs/wrong_elements.h"

namespace stridescope {

// ok: it ran without wrong elements. error and cancelled: it did not run to the end.
enum class RunStatus : std::uint8_t { ok, wrong, error, cancelled };

// Correctness of the elements:
//   all     every one was checked and is right
//   sample  some were checked, and they are right: RunVerify::checked of RunVerify::of
//   none    nothing was checked
//   wrong   some were checked and are wrong
enum class Verified : std::uint8_t { all, sample, none, wrong };
std::string_view name_of(Verified verified);

// Names, each with a value, in the order of the runner.
template <class T>
using ByName = std::vector<std::pair<std::string, T>>;

struct RunDevice {
  std::string kind;  // "gpu" or "reference"
  std::string name;  // the driver's name; for the reference device a sentence
  std::string arch;
  std::optional<std::uint64_t> multiprocessors, l2_bytes;
  std::string driver, cuda, nvrtc;
};

struct ElementHolder {
  std::uint64_t thread = 0, value = 0;
};

struct WrongElement {
  std::string coordinate, tile;
  // No value: unknown to the runner; an empty list: no thread does it.
  std::optional<std::vector<ElementHolder>> loaded_by, stored_by;
  std::string origin = {};  // the coordinate of the element whose value it received; empty: unknown
};

// The checked elements, or the reason why none were checked.
struct RunVerify {
  std::string by;  // "cpu" or "gpu"
  std::optional<std::uint64_t> checked, wrong;
  std::optional<std::uint64_t> written_outside;  // bytes next to the destination
  std::optional<std::uint64_t> of;               // number of elements, if only a sample was checked
  Message sample, reason, cause;
  std::vector<WrongElement> examples;
  std::optional<WrongElements> elements;
};

struct RunResources {
  std::optional<std::uint64_t> blocks, threads, registers, local_bytes, shared_bytes, blocks_per_multiprocessor,
      warps_per_multiprocessor;
  std::optional<double> occupancy;
  std::optional<std::uint64_t> tiles;  // for kernels whose blocks iterate over tiles
};

struct RunTime {
  double median_ms = 0;
  std::optional<double> min_ms, max_ms, spread;
  std::optional<std::uint64_t> runs;
  std::optional<JsonNumber> bytes, flops;
  std::optional<std::uint64_t> repeat;
  std::optional<double> gb_per_s, tflop_per_s;
  std::optional<std::uint64_t> buffers;
};

struct RunYardstick {
  std::string name;
  std::optional<double> median_ms, spread, bytes, gb_per_s, tflop_per_s;
};

struct RunClocks {
  std::optional<std::uint64_t> sm_mhz, memory_mhz;
};

// A counter that may exceed its prediction: the sum or ceiling that another counter bounds.
struct RunBound {
  CountBound as = CountBound::sum;
  std::string counter;
};

// The counts behind the peak of an instruction.
struct RunCounted {
  std::optional<std::uint64_t> blocks, repeat;
};

struct RunPrediction {
  // For a conversion of registers.
  std::string method;
  std::optional<std::uint64_t> shuffles, wavefronts, selects, half_clocks, plain_half_clocks;
  std::optional<JsonNumber> bytes, flops;
  ByName<JsonNumber> counters;
  ByName<RunBound> bounds;
  Message not_predicted;
  std::optional<RunCounted> counted;
};

struct RunMeasured {
  ByName<JsonNumber> counters;
};

// Numbers of instructions in the machine code.
struct RunAccesses {
  std::uint64_t global_loads = 0, global_stores = 0, shared_loads = 0, shared_stores = 0;
};

// The results of compiling a kernel.
struct RunTexts {
  std::string ptx;
  std::string cubin;  // in base64
  std::string entry;  // name of the kernel in it
  std::string sass;
  Message sass_missing;
};

// A kernel compiled without a GPU.
struct RunCompiled {
  std::string error;
  std::string arch;
  std::optional<double> compile_ms;
  std::optional<std::uint64_t> cubin_bytes, registers;
  std::optional<RunAccesses> accesses;
  RunTexts texts;
};

enum class ProbeVerdict : std::uint8_t { confirmed, contradicted, not_runnable };

struct ProbedElement {
  std::optional<std::uint64_t> thread, value;
  std::optional<std::int64_t> got, table;
  std::optional<std::uint64_t> m, k, digit;
};

struct RunProbe {
  std::string atom;
  ProbeVerdict verdict = ProbeVerdict::not_runnable;
  Message reason;
  std::string by;
  std::optional<std::uint64_t> checked, wrong;
  std::vector<ProbedElement> examples;
};

// Rows of numbers with named columns.
struct TraceTable {
  std::vector<std::string> columns;
  std::vector<std::vector<JsonNumber>> rows;

  // The index of that column; the number of columns if it is missing.
  std::size_t column(std::string_view name) const;
};

struct TileTable : TraceTable {
  std::uint64_t of = 0;  // number of tiles
  std::optional<std::uint64_t> every;
  std::vector<std::uint64_t> grid, order;
};

struct AccessTable : TraceTable {
  std::uint64_t tile = 0;
  std::vector<std::string> sides;
};

struct RunTrace {
  Message missing;
  std::optional<JsonNumber> timer_ns;
  std::optional<TileTable> tiles;
  std::optional<AccessTable> accesses;
};

struct RunResult {
  RunStatus status = RunStatus::ok;

  // For an error: its stable code, the problem, and a fix.
  std::string code;
  Message message, hint;
  bool unbegun = false;  // the device was lost before the kernel began
  bool last = false;     // the runner's process ends after it

  // For a ping: the capabilities of the runner.
  std::optional<std::uint64_t> protocol;
  std::string version;
  bool reference = false;
  std::optional<RunDevice> gpu;

  bool recorded = false;  // stored earlier, not run now
  std::optional<RunDevice> device;
  std::string kernel;
  std::string date;
  std::vector<Message> missing;  // reasons for a missing GPU, one each
  std::optional<Verified> verified;
  std::optional<RunVerify> verify;
  std::optional<RunProbe> probe;

  std::optional<RunResources> resources;
  std::optional<RunTime> time;
  std::optional<RunYardstick> yardstick;
  Message yardstick_missing;
  std::optional<double> ratio;  // the rate divided by the baseline's
  std::optional<RunClocks> clocks;

  std::optional<RunPrediction> predicted;
  std::optional<RunMeasured> measured;
  Message counters_missing;
  std::vector<std::string> counters_unknown;
  std::optional<RunTrace> trace;

  std::string arch;
  std::optional<double> compile_ms, total_ms;
  std::string cuda;  // the compiled text
  RunTexts texts;
  std::optional<RunCompiled> compiled;

  bool ran() const { return (status == RunStatus::ok || status == RunStatus::wrong) && !protocol; }
};

void members(Archive& a, RunDevice& r);
void members(Archive& a, RunResources& r);
void members(Archive& a, RunTrace& r);
void members(Archive& a, RunMeasured& r);
void members(Archive& a, RunResult& r);

// Derived from `verify` and `probe`; a result with another value is refused.
Verified verified_of(const RunResult& result);

// Empty for a result that is complete for its status and consistent; otherwise the problem: "'verify.wrong' exceeds
// 'verify.checked'".
Message run_result_problem(const RunResult& result);

// Parses a runner's result and sets `verified` if it ran. The error has the code arguments, and its message names the
// invalid field: "the runner's answer is not believed: 'verify.wrong' is missing".
Result<RunResult> read_run_result(const JsonValue& json);
Result<RunResult> read_run_result(std::string_view text);

// The code of the result that replaces a malformed one.
inline constexpr std::string_view malformed_answer = "malformed_answer";
RunResult error_result(std::string_view code, const Message& message, const Message& hint = {});
RunResult error_result(const Error& error);
RunResult cancelled_result();
// The error for a malformed result.
Error unbelievable(const Message& problem);
// The parsed result; or a result that reports the error.
RunResult believed(Result<RunResult> read);

// "2026-11-30T14:13:00Z", as in the `date` of a result.
std::string in_utc(std::time_t when);

// A sentence without arguments: known sentences are rendered in the language of the user.
Message sentence_of(const std::string& words);

}  // namespace stridescope
