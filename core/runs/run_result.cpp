// The description of a result's fields, and the contradictions that types do not exclude: more checked elements than
// elements, verified and wrong at once, a trace with other tiles than the grid's.
#include "core/runs/run_result.h"

#include <algorithm>
#include <cmath>

#include "core/base/archive_json.h"
#include "core/base/checked.h"
#include "core/base/message_json.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::size_t max_code_bytes = max_json_bytes;  // sources, machine code, compiler output
constexpr std::size_t max_trace_rows = 1 << 20;
constexpr std::size_t max_probed = 256;
constexpr std::int64_t max_multiprocessors = 65536;

// A sentence from outside. `said`: its message as JSON, possibly empty or invalid.
Message sentence_of(const std::string& words, std::string_view said) {
  if (!said.empty()) {
    if (const auto json = JsonValue::parse(said)) {
      if (Message message = read_message(*json); json->is_object() && !message.empty()) return message;
    }
  }
  if (words.empty() || words.find_first_of("{}") != std::string::npos) return Message::verbatim(words);
  return compose(words.c_str(), nullptr, 0);
}

// Visits the sentences of a part of the result; its member "said" follows them.
class Sentences {
 public:
  explicit Sentences(Archive& archive) : archive_(archive) {}

  void member(std::string_view name, Message& message, About about, std::size_t most = max_foreign_text) {
    std::string words;
    if (!archive_.reads()) {
      words = english(message);
      note(std::string(name), message);
    }
    archive_.at_most(most).unless_empty(name, words, about);
    if (archive_.reads()) read_.push_back({std::string(name), std::move(words), &message});
  }
  // The sentences of a list are "name.0", "name.1" in "said".
  void list(std::string_view name, std::vector<Message>& messages, bool always, About about) {
    std::vector<std::string> words;
    if (!archive_.reads()) {
      for (std::size_t i = 0; i < messages.size(); ++i) {
        words.push_back(english(messages[i]));
        note(cat(name, '.', i), messages[i]);
      }
    }
    archive_.member_if(always || !words.empty(), name, words, about);
    if (!archive_.reads()) return;
    messages.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
      read_.push_back({cat(name, '.', i), std::move(words[i]), &messages[i]});
  }
  void said() {
    archive_.at_most(max_code_bytes)
        .unless_empty("said", said_, "Sentences with arguments, as messages in JSON, by the names of their members.");
    for (const Read& one : read_) {
      const auto found =
          std::find_if(said_.begin(), said_.end(), [&](const auto& entry) { return entry.first == one.name; });
      *one.message = sentence_of(one.words, found != said_.end() ? found->second : std::string());
    }
  }

 private:
  // Only messages with arguments are written: a sentence without arguments is its own id, and a verbatim text has no
  // other form.
  void note(std::string name, const Message& message) {
    std::string json = message_json(message);
    if (json.starts_with('{') && !json.ends_with("\"arguments\":[]}"))
      said_.emplace_back(std::move(name), std::move(json));
  }

  struct Read {
    std::string name, words;
    Message* message;
  };
  Archive& archive_;
  ByName<std::string> said_;
  std::vector<Read> read_;
};

// --- claims of a run ---

Message missing(std::string_view name) { return say("'{}' is missing", name); }

// Checks the verification counts against each other and against the status.
Message elements_problem(const RunResult& result) {
  if (result.verify && result.verify->reason.empty()) {
    const RunVerify& v = *result.verify;
    if (v.by.empty()) return missing("verify.by");
    if (!v.checked) return missing("verify.checked");
    if (!v.wrong) return missing("verify.wrong");
    if (*v.wrong > *v.checked) return say("'verify.wrong' exceeds 'verify.checked'");
    if (!v.sample.empty() && !v.of) return missing("verify.of");
    if (v.of && *v.of < *v.checked) return say("'verify.checked' exceeds 'verify.of'");
    if (Message problem = v.elements ? wrong_elements_problem(*v.elements, *v.wrong) : Message(); !problem.empty())
      return problem;
  }
  const Verified word = verified_of(result);
  static constexpr std::string_view statuses[] = {"ok", "wrong"};
  if ((result.status == RunStatus::wrong) != (word == Verified::wrong)) {
    return say("'status' is {}, but 'verified' is {}", statuses[static_cast<std::size_t>(result.status)],
               name_of(word));
  }
  if (result.verified && *result.verified != word) {
    return say("'verified' is {}, but the checked elements give {}", name_of(*result.verified), name_of(word));
  }
  return {};
}

// Checks that each row has as many entries as there are columns.
Message table_problem(const TraceTable& table, std::string_view name) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].size() != table.columns.size())
      return say("'{}' {}", cat(name, ".rows[", i, ']'), say("does not have {} {entry|entries}", table.columns.size()));
  }
  return {};
}

bool all_below(const TraceTable& table, std::string_view name, std::int64_t end) {
  const std::size_t at = table.column(name);
  if (at == table.columns.size()) return true;
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const std::vector<JsonNumber>& row) {
    const double x = row[at].value;
    return x >= 0 && x < static_cast<double>(end) && std::floor(x) == x;
  });
}

// Checks that the grid matches the number of tiles, that the order names each of its modes, and that rows refer to
// existing tiles.
Message tiles_problem(const TileTable& tiles) {
  std::int64_t product = 1;
  for (const std::uint64_t n : tiles.grid) {
    if (mul_overflows(product, static_cast<std::int64_t>(n), product)) return say("'trace.tiles.grid' is too large");
  }
  if (product != static_cast<std::int64_t>(tiles.of))
    return say("'trace.tiles.of' must be the product of 'trace.tiles.grid'");
  std::vector<bool> named(tiles.grid.size(), false);
  for (const std::uint64_t mode : tiles.order) {
    if (mode < named.size()) named[static_cast<std::size_t>(mode)] = true;
  }
  if (tiles.order.size() != tiles.grid.size() || std::find(named.begin(), named.end(), false) != named.end())
    return say("'trace.tiles.order' must name each mode of the grid once");
  if (Message problem = table_problem(tiles, "trace.tiles"); !problem.empty()) return problem;
  if (!all_below(tiles, "tile", product)) return say("'trace.tiles.rows' names a tile that does not exist");
  if (!all_below(tiles, "sm", max_multiprocessors))
    return say("'trace.tiles.rows' names a multiprocessor beyond 65536");
  return {};
}

Message accesses_problem(const AccessTable& accesses) {
  if (Message problem = table_problem(accesses, "trace.accesses"); !problem.empty()) return problem;
  if (!all_below(accesses, "side", static_cast<std::int64_t>(accesses.sides.size())))
    return say("'trace.accesses.rows' names an unknown side");
  for (const std::string_view name : {"warp", "access"}) {
    if (!all_below(accesses, name, max_trace_rows)) return say("'trace.accesses.rows': {} out of range", name);
  }
  return {};
}

}  // namespace

// --- descriptions ---

void members(Archive& a, RunDevice& r) {
  if (!a.record("RunDevice", "The device of the run.")) return;
  a.unless_empty("kind", r.kind, "gpu or reference.");
  a.member("name", r.name, "The driver's name of the device; for the reference device a sentence.");
  a.unless_empty("arch", r.arch, "sm90.");
  a.member("multiprocessors", r.multiprocessors, "The number of multiprocessors.");
  a.member("l2_bytes", r.l2_bytes, "Bytes of the L2 cache.");
  a.unless_empty("driver", r.driver, "The version of the driver.");
  a.unless_empty("cuda", r.cuda, "The version of CUDA that the driver supports.");
  a.unless_empty("nvrtc", r.nvrtc, "The version of the compiler.");
}

static void members(Archive& a, ElementHolder& r) {
  if (!a.record("ElementHolder", "A value of a thread.")) return;
  a.member("thread", r.thread, "The thread in its block.");
  a.member("value", r.value, "The value of the thread.");
}

static void members(Archive& a, WrongElement& r) {
  if (!a.record("WrongElement", "An element with a wrong value.")) return;
  a.member("coordinate", r.coordinate, "The coordinate in the tensor.");
  a.member("tile", r.tile, "The coordinate of its tile.");
  a.member("loaded_by", r.loaded_by, "The thread and value that load it.");
  a.member("stored_by", r.stored_by, "The thread and value that store it.");
  a.unless_empty("origin", r.origin, "The coordinate of the element whose value it received, if known.");
}

static void members(Archive& a, RunVerify& r) {
  if (!a.record("RunVerify", "The verification of a run.")) return;
  Sentences sentences(a);
  a.unless_empty("by", r.by, "cpu or gpu.");
  a.member("checked", r.checked, "The number of checked elements.");
  a.member("wrong", r.wrong, "The number of wrong elements.");
  a.member("written_outside", r.written_outside, "The number of bytes written outside the destination.");
  a.member("of", r.of, "The number of all elements, if a sample was checked.");
  sentences.member("sample", r.sample, "The description of the sample.");
  sentences.member("reason", r.reason, "The reason why nothing was checked.");
  sentences.member("cause", r.cause, "The mistake that explains the values of all wrong elements, if known.");
  sentences.said();
  a.unless_empty("examples", r.examples, "Some of the wrong elements.");
  a.member("elements", r.elements, "All of the wrong elements, up to a limit.");
}

void members(Archive& a, RunResources& r) {
  if (!a.record("RunResources", "The resources of a launch.")) return;
  a.member("blocks", r.blocks, "Blocks of the launch.");
  a.member("threads", r.threads, "Threads of a block.");
  a.member("registers", r.registers, "Registers per thread.");
  a.member("local_bytes", r.local_bytes, "Spilled bytes per thread.");
  a.member("shared_bytes", r.shared_bytes, "Shared memory of a block.");
  a.member("blocks_per_multiprocessor", r.blocks_per_multiprocessor, "Resident blocks.");
  a.member("warps_per_multiprocessor", r.warps_per_multiprocessor, "Resident warps.");
  a.member("occupancy", r.occupancy, "Resident warps, relative to the maximum.");
  a.member("tiles", r.tiles, "The tiles that the blocks process.");
}

static void members(Archive& a, RunTime& r) {
  if (!a.record("RunTime", "The time of one launch.")) return;
  a.member("median_ms", r.median_ms, "The median.");
  a.member("min_ms", r.min_ms, "The shortest.");
  a.member("max_ms", r.max_ms, "The longest.");
  a.member("spread", r.spread, "Half the distance of the quartiles, relative to the median.");
  a.member("runs", r.runs, "The number of timed launches.");
  a.member("bytes", r.bytes, "Bytes read and written.");
  a.member("flops", r.flops, "The number of operations.");
  a.member("repeat", r.repeat, "The repetitions within a launch.");
  a.member("gb_per_s", r.gb_per_s, "Bytes read and written per second.");
  a.member("tflop_per_s", r.tflop_per_s, "Operations per second.");
  a.member("buffers", r.buffers, "The sets of tensors that are used in turn.");
}

static void members(Archive& a, RunYardstick& r) {
  if (!a.record("RunYardstick", "The reference operation that was timed on the same GPU.")) return;
  a.member("name", r.name, "The name of the operation.");
  a.member("median_ms", r.median_ms, "The median.");
  a.member("spread", r.spread, "The spread, relative to the median.");
  a.member("bytes", r.bytes, "Read and written.");
  a.member("gb_per_s", r.gb_per_s, "Bytes read and written per second.");
  a.member("tflop_per_s", r.tflop_per_s, "Operations per second.");
}

static void members(Archive& a, RunClocks& r) {
  if (!a.record("RunClocks", "The clocks after the timed launches.")) return;
  a.member("sm_mhz", r.sm_mhz, "The clock of the multiprocessors.");
  a.member("memory_mhz", r.memory_mhz, "The clock of the memory.");
}

static void members(Archive& a, RunBound& r) {
  enum class Word : std::uint8_t { sum, ceiling };
  static constexpr std::string_view words[] = {"sum", "ceiling"};
  if (!a.record("RunBound", "The bound of a counter.")) return;
  Word as = r.as == CountBound::ceiling ? Word::ceiling : Word::sum;
  a.word("as", as, words, "How the other counter bounds it.");
  if (a.reads()) r.as = as == Word::ceiling ? CountBound::ceiling : CountBound::sum;
  a.member("counter", r.counter, "The other counter.");
}

static void members(Archive& a, RunCounted& r) {
  if (!a.record("RunCounted", "The launch of the predicted counters.")) return;
  a.member("blocks", r.blocks, "Blocks of the launch.");
  a.member("repeat", r.repeat, "The repetitions within the launch.");
}

static void members(Archive& a, RunPrediction& r) {
  if (!a.record("RunPrediction", "The predictions of the model.")) return;
  Sentences sentences(a);
  a.unless_empty("method", r.method, "The method of a conversion.");
  a.member("shuffles", r.shuffles, "The shuffles of a conversion.");
  a.member("wavefronts", r.wavefronts, "The wavefronts of a conversion.");
  a.member("selects", r.selects, "The selects of a conversion.");
  a.member("half_clocks", r.half_clocks, "The cost of a conversion.");
  a.member("plain_half_clocks", r.plain_half_clocks, "The cost of a plain round trip through shared memory.");
  a.member("bytes", r.bytes, "Read and written.");
  a.member("flops", r.flops, "The number of operations.");
  a.unless_empty("counters", r.counters, "By the names of Nsight Compute.");
  a.unless_empty("bounds", r.bounds, "The bounds of the counters that can exceed their prediction.");
  sentences.member("not_predicted", r.not_predicted, "The counts without a prediction, and the reason.");
  sentences.said();
  a.member("counted", r.counted, "The launch of the predicted counters, if it is another one.");
}

void members(Archive& a, RunMeasured& r) {
  if (!a.record("RunMeasured", "The counts of the hardware.")) return;
  a.member("counters", r.counters, "By the names of Nsight Compute.");
}

static void members(Archive& a, RunAccesses& r) {
  if (!a.record("RunAccesses", "The memory instructions of the machine code.")) return;
  a.member("global_loads", r.global_loads, "Loads from global memory.");
  a.member("global_stores", r.global_stores, "Stores to global memory.");
  a.member("shared_loads", r.shared_loads, "Loads from shared memory.");
  a.member("shared_stores", r.shared_stores, "Stores to shared memory.");
}

// The members of a record that also has code.
static void add_texts(Archive& a, Sentences& sentences, RunTexts& r) {
  a.at_most(max_code_bytes).unless_empty("ptx", r.ptx, "PTX.");
  a.at_most(max_code_bytes).unless_empty("cubin", r.cubin, "Machine code in base64.");
  a.unless_empty("entry", r.entry, "The name of the kernel in the code.");
  a.at_most(max_code_bytes).unless_empty("sass", r.sass, "Machine code as text.");
  sentences.member("sass_missing", r.sass_missing, "The reason why this text is missing.");
}

static void members(Archive& a, RunCompiled& r) {
  if (!a.record("RunCompiled", "A kernel that was compiled on a machine without a GPU.")) return;
  Sentences sentences(a);
  a.at_most(max_code_bytes).unless_empty("error", r.error, "The message of the compiler.");
  a.unless_empty("arch", r.arch, "The target architecture.");
  a.member("compile_ms", r.compile_ms, "The time of the compilation.");
  a.member("cubin_bytes", r.cubin_bytes, "Bytes of machine code.");
  a.member("registers", r.registers, "Registers per thread.");
  a.member("accesses", r.accesses, "Instructions that access memory.");
  add_texts(a, sentences, r.texts);
  sentences.said();
}

static void members(Archive& a, ProbedElement& r) {
  if (!a.record("ProbedElement", "A register of an instruction that differs from the table.")) return;
  a.member("thread", r.thread, "The thread of the instruction.");
  a.member("value", r.value, "The value of the thread.");
  a.member("got", r.got, "The value in the register.");
  a.member("table", r.table, "The value in the table.");
  a.member("m", r.m, "The m of the element that is not 0.");
  a.member("k", r.k, "The k of the element that is not 0.");
  a.member("digit", r.digit, "The index of its digit.");
}

static void members(Archive& a, RunProbe& r) {
  static constexpr std::string_view verdicts[] = {"confirmed", "contradicted", "not runnable here"};
  if (!a.record("RunProbe", "The comparison of an instruction with the layouts of its atom.")) return;
  Sentences sentences(a);
  a.member("atom", r.atom, "The name of the atom.");
  a.word("verdict", r.verdict, verdicts, "The result of the probe.");
  sentences.member("reason", r.reason, "The reason why it was not run.");
  sentences.said();
  a.unless_empty("by", r.by, "The device that compared the values.");
  a.member("checked", r.checked, "The number of compared values.");
  a.member("wrong", r.wrong, "The number of wrong values.");
  a.at_most(max_probed).unless_empty("examples", r.examples, "Some of the wrong values.");
}

static void add_rows(Archive& a, TraceTable& r) {
  a.member("columns", r.columns, "The meaning of the numbers in a row.");
  a.at_most(max_trace_rows).member("rows", r.rows, "One number per column.");
}

static void members(Archive& a, TileTable& r) {
  if (!a.record("TileTable", "The time and the multiprocessor of each tile.")) return;
  a.member("of", r.of, "The number of all tiles.");
  a.member("every", r.every, "The step between tiles with a row.");
  a.member("grid", r.grid, "The number of tiles along each mode.");
  a.member("order", r.order, "The order of the modes, the fastest first.");
  add_rows(a, r);
}

static void members(Archive& a, AccessTable& r) {
  if (!a.record("AccessTable", "The time of each warp access of a tile.")) return;
  a.member("tile", r.tile, "The coordinate of the tile.");
  a.member("sides", r.sides, "The kinds of accesses.");
  add_rows(a, r);
}

void members(Archive& a, RunTrace& r) {
  if (!a.record("RunTrace", "The records of instrumented kernels.")) return;
  Sentences sentences(a);
  sentences.member("missing", r.missing, "The reason why there is no trace.");
  sentences.said();
  a.member("timer_ns", r.timer_ns, "The resolution of the clock.");
  a.member("tiles", r.tiles, "The tiles of the whole launch.");
  a.member("accesses", r.accesses, "The accesses of one tile.");
}

void members(Archive& a, RunResult& r) {
  static constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
  static constexpr std::string_view verified[] = {"all", "sample", "none", "wrong"};
  if (!a.record("RunResult", "The answer of a runner.")) return;
  Sentences sentences(a);
  a.word("status", r.status, statuses, "The status of the run.");
  a.unless_empty("code", r.code, "The code of an error, for programs.");
  sentences.member("message", r.message, "The message of an error.", max_code_bytes);
  sentences.member("hint", r.hint, "A fix.");
  a.member("protocol", r.protocol, "For a ping: the version of the protocol.");
  a.unless_empty("version", r.version, "For a ping: the version of the runner.");
  a.member_if(r.reference, "reference", r.reference, "For a ping: true if the reference device is available.");
  a.member("gpu", r.gpu, "For a ping: the GPU.");
  a.member_if(r.recorded, "recorded", r.recorded, "True: a stored run, not a new one.");
  a.member("device", r.device, "The device of the run.");
  a.member("predicted", r.predicted, "The predictions of the model.");
  a.member("resources", r.resources, "The resources of a launch.");
  a.member("compile_ms", r.compile_ms, "The time of the compilation.");
  a.unless_empty("arch", r.arch, "The target architecture of the compilation.");
  a.member("verify", r.verify, "The verification.");
  a.member("probe", r.probe, "For a probe.");
  a.member("time", r.time, "The time of one launch.");
  a.member("yardstick", r.yardstick, "The reference operation that was timed on the same GPU.");
  sentences.member("yardstick_missing", r.yardstick_missing, "The reason why it is missing.");
  a.member("ratio", r.ratio, "The rate relative to the yardstick.");
  a.member("clocks", r.clocks, "The clocks after the timed launches.");
  a.member("measured", r.measured, "The counts of the hardware.");
  sentences.member("counters_missing", r.counters_missing, "The reason why there are no counts.");
  a.unless_empty("counters_unknown", r.counters_unknown, "Counters that the GPU does not have.");
  a.member("trace", r.trace, "The records of instrumented kernels.");
  a.member("total_ms", r.total_ms, "The time of the whole request.");
  sentences.list("missing", r.missing, r.protocol.has_value(), "The reasons why there is no GPU.");
  a.member("compiled", r.compiled, "A kernel that was compiled on a machine without a GPU.");
  a.word("verified", r.verified, verified, "The result of the verification.");
  a.at_most(max_code_bytes).unless_empty("cuda", r.cuda, "The compiled CUDA text.");
  add_texts(a, sentences, r.texts);
  sentences.said();
  a.unless_empty("kernel", r.kernel, "The name of the kernel.");
  a.unless_empty("date", r.date, "The end of the run, in UTC.");
  a.member_if(r.unbegun, "unbegun", r.unbegun, "True: the device was lost before the kernel started.");
  a.member_if(r.last, "last", r.last, "True: the process of the runner ends with this answer.");
}

// --- reading ---

std::string_view name_of(Verified verified) {
  static constexpr std::string_view names[] = {"all", "sample", "none", "wrong"};
  return names[static_cast<std::size_t>(verified)];
}

std::size_t TraceTable::column(std::string_view name) const {
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
}

Verified verified_of(const RunResult& result) {
  if (result.probe) {
    return result.probe->verdict == ProbeVerdict::confirmed      ? Verified::all
           : result.probe->verdict == ProbeVerdict::contradicted ? Verified::wrong
                                                                 : Verified::none;
  }
  if (!result.verify || !result.verify->reason.empty()) return Verified::none;
  const RunVerify& v = *result.verify;
  if (v.wrong.value_or(0) > 0 || v.written_outside.value_or(0) > 0) return Verified::wrong;
  if (v.checked.value_or(0) == 0) return Verified::none;
  return v.of && *v.of > *v.checked ? Verified::sample : Verified::all;
}

Message run_result_problem(const RunResult& result) {
  if (result.status == RunStatus::error && result.code.empty()) return missing("code");
  if (result.status == RunStatus::error && result.message.empty()) return missing("message");
  if (!result.ran()) return {};
  // A recorded result does not contain the elements.
  if (Message problem = result.recorded ? Message() : elements_problem(result); !problem.empty()) return problem;
  if (!result.trace) return {};
  if (result.trace->tiles) {
    if (Message problem = tiles_problem(*result.trace->tiles); !problem.empty()) return problem;
  }
  return result.trace->accesses ? accesses_problem(*result.trace->accesses) : Message();
}

Result<RunResult> read_run_result(const JsonValue& json) {
  RunResult out;
  ReadArchive archive(json, Trust::foreign);
  archive.visit(out);
  Message problem = archive.problem();
  if (problem.empty()) problem = run_result_problem(out);
  if (!problem.empty()) return failure(unbelievable(problem));
  if (out.ran()) out.verified = verified_of(out);
  return out;
}

Result<RunResult> read_run_result(std::string_view text) {
  const auto json = JsonValue::parse(text);
  if (!json) return failure(unbelievable(say("it is not JSON")));
  return read_run_result(*json);
}

RunResult error_result(std::string_view code, const Message& message, const Message& hint) {
  RunResult out;
  out.status = RunStatus::error;
  out.code = code;
  out.message = message;
  out.hint = hint;
  return out;
}

RunResult error_result(const Error& error) { return error_result(code_name(error.code), error.message, error.hint); }

RunResult cancelled_result() {
  RunResult out;
  out.status = RunStatus::cancelled;
  return out;
}

Error unbelievable(const Message& problem) {
  return {ErrorCode::arguments,
          say("the runner's answer is malformed: {}", problem),
          say("runner and program may be of different versions"),
          {},
          {}};
}

RunResult believed(Result<RunResult> read) {
  return read ? std::move(*read) : error_result(malformed_answer, read.error().message, read.error().hint);
}

Message sentence_of(const std::string& words) { return sentence_of(words, {}); }

std::string in_utc(std::time_t when) {
  std::tm parts = {};
  char text[32];
  const bool known = gmtime_r(&when, &parts) != nullptr;
  return known ? std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)) : std::string();
}

}  // namespace stridescope
