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
  }
  const Verified word = verified_of(result);
  static constexpr std::string_view statuses[] = {"ok", "wrong"};
  if ((result.status == RunStatus::wrong) != (word == Verified::wrong)) {
    return say("'status' is {}, but 'verified' is {}", statuses[static_cast<std::size_t>(result.status)],
               name_of(word));
  }
  if (result.verified && *result.verified != word) {
    return say("'verified' is {}, but the checked elements say {}", name_of(*result.verified), name_of(word));
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
  a.member("name", r.name, "By its driver; of the reference device a sentence.");
  a.unless_empty("arch", r.arch, "sm90.");
  a.member("multiprocessors", r.multiprocessors, "How many.");
  a.member("l2_bytes", r.l2_bytes, "Of its L2 cache.");
  a.unless_empty("driver", r.driver, "Its version.");
  a.unless_empty("cuda", r.cuda, "The version that the driver speaks.");
  a.unless_empty("nvrtc", r.nvrtc, "Version of the compiler.");
}

static void members(Archive& a, ElementHolder& r) {
  if (!a.record("ElementHolder", "A value of a thread.")) return;
  a.member("thread", r.thread, "In its block.");
  a.member("value", r.value, "Of the thread.");
}

static void members(Archive& a, WrongElement& r) {
  if (!a.record("WrongElement", "An element that is not what it should be.")) return;
  a.member("coordinate", r.coordinate, "In the tensor.");
  a.member("tile", r.tile, "Coordinate of its tile.");
  a.member("loaded_by", r.loaded_by, "Who loads it.");
  a.member("stored_by", r.stored_by, "Who stores it.");
}

static void members(Archive& a, RunVerify& r) {
  if (!a.record("RunVerify", "What was checked.")) return;
  Sentences sentences(a);
  a.unless_empty("by", r.by, "cpu or gpu.");
  a.member("checked", r.checked, "Elements.");
  a.member("wrong", r.wrong, "Elements.");
  a.member("written_outside", r.written_outside, "Bytes next to the destination.");
  a.member("of", r.of, "Elements that there are, where a sample was checked.");
  sentences.member("sample", r.sample, "Which elements were checked.");
  sentences.member("reason", r.reason, "Why nothing was checked.");
  sentences.said();
  a.unless_empty("examples", r.examples, "Some of the wrong elements.");
}

void members(Archive& a, RunResources& r) {
  if (!a.record("RunResources", "What a launch takes.")) return;
  a.member("blocks", r.blocks, "Of the launch.");
  a.member("threads", r.threads, "Of a block.");
  a.member("registers", r.registers, "Of a thread.");
  a.member("local_bytes", r.local_bytes, "Of a thread: spilled.");
  a.member("shared_bytes", r.shared_bytes, "Of a block.");
  a.member("blocks_per_multiprocessor", r.blocks_per_multiprocessor, "Resident.");
  a.member("warps_per_multiprocessor", r.warps_per_multiprocessor, "Resident.");
  a.member("occupancy", r.occupancy, "Resident warps, a part of those that fit.");
  a.member("tiles", r.tiles, "That the blocks go through.");
}

static void members(Archive& a, RunTime& r) {
  if (!a.record("RunTime", "Of one launch.")) return;
  a.member("median_ms", r.median_ms, "The median.");
  a.member("min_ms", r.min_ms, "The shortest.");
  a.member("max_ms", r.max_ms, "The longest.");
  a.member("spread", r.spread, "Half the distance of the quartiles, a part of the median.");
  a.member("runs", r.runs, "Launches that were timed.");
  a.member("bytes", r.bytes, "Read and written.");
  a.member("flops", r.flops, "Operations.");
  a.member("repeat", r.repeat, "How often a launch does it.");
  a.member("gb_per_s", r.gb_per_s, "Bytes read and written a second.");
  a.member("tflop_per_s", r.tflop_per_s, "Operations a second.");
  a.member("buffers", r.buffers, "Sets of tensors in turns.");
}

static void members(Archive& a, RunYardstick& r) {
  if (!a.record("RunYardstick", "What was timed next to it on the same GPU.")) return;
  a.member("name", r.name, "What it is.");
  a.member("median_ms", r.median_ms, "The median.");
  a.member("spread", r.spread, "A part of the median.");
  a.member("bytes", r.bytes, "Read and written.");
  a.member("gb_per_s", r.gb_per_s, "Bytes read and written a second.");
  a.member("tflop_per_s", r.tflop_per_s, "Operations a second.");
}

static void members(Archive& a, RunClocks& r) {
  if (!a.record("RunClocks", "Behind the timed launches.")) return;
  a.member("sm_mhz", r.sm_mhz, "Of the multiprocessors.");
  a.member("memory_mhz", r.memory_mhz, "Of the memory.");
}

static void members(Archive& a, RunBound& r) {
  enum class Word : std::uint8_t { sum, ceiling };
  static constexpr std::string_view words[] = {"sum", "ceiling"};
  if (!a.record("RunBound", "What bounds a counter.")) return;
  Word as = r.as == CountBound::ceiling ? Word::ceiling : Word::sum;
  a.word("as", as, words, "How the other counter bounds it.");
  if (a.reads()) r.as = as == Word::ceiling ? CountBound::ceiling : CountBound::sum;
  a.member("counter", r.counter, "The other counter.");
}

static void members(Archive& a, RunCounted& r) {
  if (!a.record("RunCounted", "The launch that the predicted counters are of.")) return;
  a.member("blocks", r.blocks, "Of the launch.");
  a.member("repeat", r.repeat, "How often it does it.");
}

static void members(Archive& a, RunPrediction& r) {
  if (!a.record("RunPrediction", "What the model says.")) return;
  Sentences sentences(a);
  a.unless_empty("method", r.method, "Of a conversion.");
  a.member("shuffles", r.shuffles, "Of a conversion.");
  a.member("wavefronts", r.wavefronts, "Of a conversion.");
  a.member("selects", r.selects, "Of a conversion.");
  a.member("half_clocks", r.half_clocks, "Of a conversion.");
  a.member("plain_half_clocks", r.plain_half_clocks, "Of a plain round trip through shared memory.");
  a.member("bytes", r.bytes, "Read and written.");
  a.member("flops", r.flops, "Operations.");
  a.unless_empty("counters", r.counters, "By Nsight Compute's names.");
  a.unless_empty("bounds", r.bounds, "Of those counters that may hold more.");
  sentences.member("not_predicted", r.not_predicted, "What is not predicted, and why.");
  sentences.said();
  a.member("counted", r.counted, "The launch that the counters are of, where it is another one.");
}

void members(Archive& a, RunMeasured& r) {
  if (!a.record("RunMeasured", "What the hardware counted.")) return;
  a.member("counters", r.counters, "By Nsight Compute's names.");
}

static void members(Archive& a, RunAccesses& r) {
  if (!a.record("RunAccesses", "Instructions of the machine code.")) return;
  a.member("global_loads", r.global_loads, "Of global memory.");
  a.member("global_stores", r.global_stores, "Of global memory.");
  a.member("shared_loads", r.shared_loads, "Of shared memory.");
  a.member("shared_stores", r.shared_stores, "Of shared memory.");
}

// The members of a record that also has code.
static void add_texts(Archive& a, Sentences& sentences, RunTexts& r) {
  a.at_most(max_code_bytes).unless_empty("ptx", r.ptx, "PTX.");
  a.at_most(max_code_bytes).unless_empty("cubin", r.cubin, "Machine code in base64.");
  a.unless_empty("entry", r.entry, "The kernel's name in it.");
  a.at_most(max_code_bytes).unless_empty("sass", r.sass, "Machine code as text.");
  sentences.member("sass_missing", r.sass_missing, "Why there is no such text.");
}

static void members(Archive& a, RunCompiled& r) {
  if (!a.record("RunCompiled", "Of a kernel that was compiled where there is no GPU.")) return;
  Sentences sentences(a);
  a.at_most(max_code_bytes).unless_empty("error", r.error, "What the compiler says.");
  a.unless_empty("arch", r.arch, "What it was compiled for.");
  a.member("compile_ms", r.compile_ms, "How long that took.");
  a.member("cubin_bytes", r.cubin_bytes, "Of the machine code.");
  a.member("registers", r.registers, "Of a thread.");
  a.member("accesses", r.accesses, "Instructions that access memory.");
  add_texts(a, sentences, r.texts);
  sentences.said();
}

static void members(Archive& a, ProbedElement& r) {
  if (!a.record("ProbedElement", "A register of an instruction that does not hold what the table says.")) return;
  a.member("thread", r.thread, "Of the instruction.");
  a.member("value", r.value, "Of the thread.");
  a.member("got", r.got, "What it holds.");
  a.member("table", r.table, "What the table says.");
  a.member("m", r.m, "Of the element that is not 0.");
  a.member("k", r.k, "Of the element that is not 0.");
  a.member("digit", r.digit, "Which of its digits.");
}

static void members(Archive& a, RunProbe& r) {
  static constexpr std::string_view verdicts[] = {"confirmed", "contradicted", "not runnable here"};
  if (!a.record("RunProbe", "Whether an instruction does what its atom's layouts say.")) return;
  Sentences sentences(a);
  a.member("atom", r.atom, "Its name.");
  a.word("verdict", r.verdict, verdicts, "What was seen.");
  sentences.member("reason", r.reason, "Why it was not run.");
  sentences.said();
  a.unless_empty("by", r.by, "What it was compared by.");
  a.member("checked", r.checked, "Values that were compared.");
  a.member("wrong", r.wrong, "Values that differ.");
  a.at_most(max_probed).unless_empty("examples", r.examples, "Some of those that differ.");
}

static void add_rows(Archive& a, TraceTable& r) {
  a.member("columns", r.columns, "What a row has.");
  a.at_most(max_trace_rows).member("rows", r.rows, "A number a column.");
}

static void members(Archive& a, TileTable& r) {
  if (!a.record("TileTable", "When each tile was on which multiprocessor.")) return;
  a.member("of", r.of, "Tiles that there are.");
  a.member("every", r.every, "Which of them have a row.");
  a.member("grid", r.grid, "Tiles along each mode.");
  a.member("order", r.order, "Of the modes, the fastest first.");
  add_rows(a, r);
}

static void members(Archive& a, AccessTable& r) {
  if (!a.record("AccessTable", "How long each warp access of a tile took.")) return;
  a.member("tile", r.tile, "Which one.");
  a.member("sides", r.sides, "What an access does.");
  add_rows(a, r);
}

void members(Archive& a, RunTrace& r) {
  if (!a.record("RunTrace", "What instrumented kernels wrote down.")) return;
  Sentences sentences(a);
  sentences.member("missing", r.missing, "Why there is none.");
  sentences.said();
  a.member("timer_ns", r.timer_ns, "A step of the clock.");
  a.member("tiles", r.tiles, "Of the whole launch.");
  a.member("accesses", r.accesses, "Of one tile.");
}

void members(Archive& a, RunResult& r) {
  static constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
  static constexpr std::string_view verified[] = {"all", "sample", "none", "wrong"};
  if (!a.record("RunResult", "What a runner answers.")) return;
  Sentences sentences(a);
  a.word("status", r.status, statuses, "Has it run?");
  a.unless_empty("code", r.code, "Of an error, for programs.");
  sentences.member("message", r.message, "Of an error.", max_code_bytes);
  sentences.member("hint", r.hint, "What to do.");
  a.member("protocol", r.protocol, "Of a ping: the version of the protocol.");
  a.unless_empty("version", r.version, "Of a ping: the version of the runner.");
  a.member_if(r.reference, "reference", r.reference, "Of a ping: it has the reference device.");
  a.member("gpu", r.gpu, "Of a ping: the GPU that it has.");
  a.member_if(r.recorded, "recorded", r.recorded, "Not run now, but kept from then.");
  a.member("device", r.device, "The device of the run.");
  a.member("predicted", r.predicted, "What the model says.");
  a.member("resources", r.resources, "What a launch takes.");
  a.member("compile_ms", r.compile_ms, "How long compiling took.");
  a.unless_empty("arch", r.arch, "What it was compiled for.");
  a.member("verify", r.verify, "What was checked.");
  a.member("probe", r.probe, "Of a probe.");
  a.member("time", r.time, "Of one launch.");
  a.member("yardstick", r.yardstick, "What was timed next to it.");
  sentences.member("yardstick_missing", r.yardstick_missing, "Why there is none.");
  a.member("ratio", r.ratio, "The rate over the yardstick's.");
  a.member("clocks", r.clocks, "Behind the timed launches.");
  a.member("measured", r.measured, "What the hardware counted.");
  sentences.member("counters_missing", r.counters_missing, "Why there is nothing counted.");
  a.unless_empty("counters_unknown", r.counters_unknown, "Counters that the GPU does not have.");
  a.member("trace", r.trace, "What instrumented kernels wrote down.");
  a.member("total_ms", r.total_ms, "All of it.");
  sentences.list("missing", r.missing, r.protocol.has_value(), "Why there is no GPU.");
  a.member("compiled", r.compiled, "Of a kernel that was compiled where there is no GPU.");
  a.word("verified", r.verified, verified, "Whether the elements are right.");
  a.at_most(max_code_bytes).unless_empty("cuda", r.cuda, "The text that was compiled.");
  add_texts(a, sentences, r.texts);
  sentences.said();
  a.unless_empty("kernel", r.kernel, "Its name.");
  a.unless_empty("date", r.date, "When it ended, in UTC.");
  a.member_if(r.unbegun, "unbegun", r.unbegun, "The device was lost before the kernel began.");
  a.member_if(r.last, "last", r.last, "The runner's process ends with it.");
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

}  // namespace stridescope
