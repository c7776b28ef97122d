// Reads and writes the lines of the protocol.
#include "gpu_runner/protocol.h"

#include <algorithm>

#include "core/base/archive_json.h"
#include "core/base/utf.h"
#include "core/workspace/workspace.h"

namespace stridescope::gpu {

void visit_id(Archive& a, RequestId& id) { a.choice("id", id.json_, "Any JSON: it is echoed."); }

namespace {

// The maximum nesting of brackets outside of strings.
int depth_of(std::string_view line) {
  int depth = 0;
  int deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

void visit_version(Archive& a, std::int64_t& version) { a.member("version", version, "Of the protocol."); }

// The request to trace a program.
struct TraceRequest {
  TraceWish wish;
  std::string language;
};

void members(Archive& a, TraceRequest& r) {
  if (!a.record("TraceRequest", "A program that is to be traced.")) return;
  a.member("command", r.wish.command, "As it is typed in a terminal.");
  a.choice("folder", r.wish.folder, "Where it runs.");
  a.choice("kernel", r.wish.kernel, "A regular expression; of a source its kernel's name.");
  a.choice("launch", r.wish.launch, "Which launch of each kernel.");
  a.choice("blocks", r.wish.blocks, "Which blocks.");
  a.choice("language", r.language, "That the tracer speaks.");
}

struct RequestLine {
  std::int64_t version = protocol_version;
  RequestId id = {};
  std::optional<RunRequest> run = {};
  std::optional<TraceRequest> trace = {};
  bool cancel = false;
  bool ping = false;
  bool quit = false;
};

void members(Archive& a, RequestLine& r) {
  if (!a.record("RequestLine", "What the runner is asked.")) return;
  visit_version(a, r.version);
  visit_id(a, r.id);
  a.member("run", r.run, "A kernel to run.");
  a.member("trace", r.trace, "A program to trace.");
  a.member_if(r.cancel, "cancel", r.cancel, "The request of this id is to end.");
  a.member_if(r.ping, "ping", r.ping, "What can the runner do?");
  a.member_if(r.quit, "quit", r.quit, "The runner is to end.");
}

struct ResultLine {
  RequestId id;
  RunResult& result;
};

void members(Archive& a, ResultLine& r) {
  if (!a.record("ResultLine", "The one result of a request.")) return;
  std::int64_t version = protocol_version;
  visit_version(a, version);
  visit_id(a, r.id);
  a.member("result", r.result, "What came of it.");
}

struct Traced {
  RunStatus status = RunStatus::ok;
  std::string trace;
};

void members(Archive& a, Traced& r) {
  static constexpr std::string_view statuses[] = {"ok"};
  if (!a.record("Traced", "A program that was traced.")) return;
  a.word("status", r.status, statuses, "It ended.");
  a.member("trace", r.trace, "Name of the file in the server's folder.");
}

struct TracedLine {
  RequestId id;
  Traced result;
};

void members(Archive& a, TracedLine& r) {
  if (!a.record("TracedLine", "The one result of a request.")) return;
  std::int64_t version = protocol_version;
  visit_version(a, version);
  visit_id(a, r.id);
  a.member("result", r.result, "What came of it.");
}

Request bad(RequestId id, Message message) {
  Request out;
  out.id = std::move(id);
  out.message = std::move(message);
  return out;
}

RequestId id_of(const JsonValue& line) {
  struct Only {
    RequestId id;
  } out;
  ReadArchive archive(line, Trust::foreign);
  visit_id(archive, out.id);
  return out.id;
}

std::string printed(const JsonValue& value) {
  std::string out;
  append_json(out, value, true);
  return out;
}

// Converts the parsed fields of a line; parse_request handles the envelope.
Request request_of(RequestLine& line) {
  Request out;
  out.id = line.id;
  if (line.cancel) {
    out.kind = RequestKind::cancel;
  } else if (line.ping) {
    out.kind = RequestKind::ping;
  } else if (line.quit) {
    out.kind = RequestKind::quit;
  } else if (line.trace) {
    if (line.trace->wish.launch < 0) return bad(line.id, say("'trace.launch' is negative: launches count from 0"));
    out.kind = RequestKind::trace;
    out.trace = std::move(line.trace->wish);
    out.language = std::move(line.trace->language);
  } else if (line.run) {
    if (line.run->seconds > 60) return bad(line.id, say("'run.seconds' must be 0 to 60"));
    out.kind = RequestKind::run;
    out.run = std::move(*line.run);
    out.run.id = line.id;
  } else {
    return bad(line.id, say("the request must contain 'run', 'trace', 'cancel', 'ping' or 'quit'"));
  }
  return out;
}

}  // namespace

RequestId::RequestId(const char* text) {
  json_.text.clear();
  JsonWriter(json_.text).string(text);
}

void members(Archive& a, RunRequest& r) {
  enum class Device : std::uint8_t { automatic, gpu, reference };
  static constexpr std::string_view devices[] = {"auto", "gpu", "reference"};
  if (!a.record("RunRequest", "A kernel to run.")) return;
  a.at_most(max_line_bytes).member("program", r.program, "Its text.");
  auto mode = r.teaching ? IntegerMode::teaching : IntegerMode::cute;
  a.word("ints", mode, integer_mode_names, "How its integers are read.", true);
  r.teaching = mode == IntegerMode::teaching;
  a.choice("kernel", r.kernel, "Name of the kernel's value; empty: the last one.");
  const auto* const wished = std::find(std::begin(devices), std::end(devices), r.device);
  auto device = static_cast<Device>(wished == std::end(devices) ? 0 : wished - std::begin(devices));
  a.word("device", device, devices, "Where it is to run.", true);
  if (a.reads()) r.device = devices[static_cast<std::size_t>(device)];
  a.choice("counters", r.counters, "Hardware counters.");
  a.choice("text", r.text, "The CUDA text and PTX in the result.");
  a.choice("seconds", r.seconds, "Spent on timing at most.");
  a.at_most(max_metrics).unless_empty("metrics", r.metrics, "Which counters; empty: the default ones.");
  a.member_if(r.trace, "trace", r.trace, "Instrumented kernels besides.");
  a.member_if(r.cubin, "cubin", r.cubin, "The machine code in the result.");
  a.member_if(r.sass, "sass", r.sass, "The machine code as text in the result.");
}

void members(Archive& a, RunEvent& r) {
  if (!a.record("RunEvent", "Progress of a request.")) return;
  std::int64_t version = protocol_version;
  visit_version(a, version);
  visit_id(a, r.id);
  a.at_most(64).member("event", r.event, "What is under way.");
  a.at_most(max_event_bytes).member("text", r.text, "In words.");
}

Request parse_request(std::string_view line) {
  if (line.size() > max_line_bytes) return bad(nullptr, say("the line is longer than 4 MiB"));
  if (depth_of(line) > max_line_depth) return bad(nullptr, say("the line nests deeper than 64 brackets"));
  const auto json = is_utf8(line) ? JsonValue::parse(line) : std::nullopt;
  if (!json || !json->is_object()) return bad(nullptr, say("the line is not a JSON object"));
  RequestId id = id_of(*json);
  if (id.text().size() > max_id_bytes) return bad(nullptr, say("'id' is longer than {} bytes", max_id_bytes));
  if (const JsonValue& version = (*json)["version"]; !version.is_null() && version.number() != protocol_version) {
    return bad(std::move(id), say("this runner uses version {} of the protocol, not {}", protocol_version,
                                  printed(version).substr(0, 64)));
  }
  RequestLine out;
  ReadArchive archive(*json, Trust::foreign);
  archive.visit(out);
  if (!archive.problem().empty()) return bad(std::move(id), archive.problem());
  return request_of(out);
}

std::string request_line(const RunRequest& run) {
  RequestLine line;
  line.id = run.id;
  line.run = run;
  return to_exact_json(line);
}

std::string cancel_line(const RequestId& id) {
  RequestLine line;
  line.id = id;
  line.cancel = true;
  return to_exact_json(line);
}

std::string ping_line(const RequestId& id) {
  RequestLine line;
  line.id = id;
  line.ping = true;
  return to_exact_json(line);
}

std::string event_line(const RunEvent& event) { return to_exact_json(event); }

std::string result_line(const RequestId& id, const RunResult& result) {
  // Writing does not modify the result.
  return to_exact_json(ResultLine{id, const_cast<RunResult&>(result)});
}

std::string traced_line(const RequestId& id, std::string file) {
  return to_exact_json(TracedLine{id, {RunStatus::ok, std::move(file)}});
}

std::optional<Answer> parse_answer(std::string_view line) {
  if (line.size() > max_answer_bytes || depth_of(line) > max_line_depth) return std::nullopt;
  const auto json = JsonValue::parse(line);
  if (!json || !json->is_object() || !json->has("id")) return std::nullopt;
  Answer out;
  const bool spoken = (*json)["version"].is_number() && (*json)["version"].number() == protocol_version;
  if (json->has("result")) {
    out.id = id_of(*json);
    out.result = believed(spoken ? read_run_result((*json)["result"])
                                 : Result<RunResult>(failure(unbelievable(
                                       say("it does not speak version {} of the protocol", protocol_version)))));
    return out;
  }
  ReadArchive archive(*json, Trust::foreign);
  archive.visit(static_cast<RunEvent&>(out));
  if (!spoken || !archive.problem().empty() || out.event.empty()) return std::nullopt;
  return out;
}

}  // namespace stridescope::gpu
