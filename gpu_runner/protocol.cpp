// Lines of the protocol, read and written. A line is first compared with the shapes below and only then read; what does
// not fit becomes an error result with the field's name.
#include "gpu_runner/protocol.h"

#include <algorithm>

#include "core/base/json_shape.h"
#include "core/base/message_json.h"
#include "core/workspace/run_result.h"
#include "core/workspace/workspace.h"

namespace stridescope::gpu {
namespace {

using Kind = JsonShape::Kind;

namespace shape {

// --- what a request holds ---

constexpr JsonShape anything = {Kind::any};
constexpr JsonShape boolean = {Kind::boolean};
constexpr JsonShape text = {Kind::text};
constexpr JsonShape program = {Kind::text, 0, max_line_bytes};
constexpr JsonShape metrics = {Kind::list, 0, max_metrics, &text};
constexpr JsonShape seconds = {Kind::amount};
constexpr JsonShape integer_field = {Kind::integer};
constexpr JsonShape mode = {Kind::word, 0, 0, nullptr, {}, integer_mode_names};
constexpr std::string_view devices[] = {"auto", "gpu", "reference"};
constexpr JsonShape device = {Kind::word, 0, 0, nullptr, {}, devices};
constexpr JsonField run_fields[] = {{"program", &program, true}, {"ints", &mode},        {"kernel", &text},
                                    {"device", &device},         {"counters", &boolean}, {"text", &boolean},
                                    {"trace", &boolean},         {"cubin", &boolean},    {"metrics", &metrics},
                                    {"sass", &boolean},          {"seconds", &seconds}};
constexpr JsonShape run = {Kind::object, 0, 0, nullptr, run_fields};
constexpr JsonShape short_text = {Kind::text, 0, 4096};
constexpr JsonField trace_fields[] = {{"command", &short_text, true}, {"folder", &short_text},
                                      {"kernel", &short_text},        {"launch", &integer_field},
                                      {"blocks", &short_text},        {"language", &short_text}};
constexpr JsonShape trace = {Kind::object, 0, 0, nullptr, trace_fields};
constexpr JsonField request_fields[] = {{"version", &integer_field, true},
                                        {"id", &anything},
                                        {"run", &run},
                                        {"trace", &trace},
                                        {"cancel", &boolean},
                                        {"ping", &boolean},
                                        {"quit", &boolean}};
constexpr JsonShape request = {Kind::object, 0, 0, nullptr, request_fields};

// --- what an answer holds, around its result ---

constexpr JsonShape event_name = {Kind::text, 0, 64};
constexpr JsonShape event_text = {Kind::text, 0, max_event_bytes};
constexpr JsonField event_fields[] = {
    {"version", &integer_field, true}, {"id", &anything}, {"event", &event_name, true}, {"text", &event_text, true}};
constexpr JsonShape event = {Kind::object, 0, 0, nullptr, event_fields};

}  // namespace shape

Request bad(Json id, Message message) {
  Request out;
  out.id = std::move(id);
  out.message = std::move(message);
  return out;
}

// Brackets inside brackets; what is in strings does not count.
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

Json head(const Json& id) { return Json{{"version", protocol_version}, {"id", id}}; }

Json unbelieved(const Message& problem) {
  return error_result(malformed_answer, unbelievable(problem), unbelievable_hint());
}

// The result, and the same as it was compared with its shape.
Json believed(Json result, const JsonValue& value) {
  if (const Message problem = run_result_problem(value); !problem.empty()) return unbelieved(problem);
  const std::string status = fields::text(result, "status").value_or("");
  const bool ran = (status == "ok" || status == "wrong") && !fields::has(result, "protocol");
  if (ran) result["verified"] = verified_word(value);
  return result;
}

}  // namespace

Request parse_request(std::string_view line) {
  if (line.size() > max_line_bytes) return bad(nullptr, say("the line is longer than 4 MiB"));
  // What is echoed is written by a recursion.
  if (depth_of(line) > max_line_depth) return bad(nullptr, say("the line nests deeper than 64 brackets"));
  const auto value = JsonValue::parse(line);
  const Json json = value ? Json::parse(line, nullptr, false) : Json();
  if (!json.is_object()) return bad(nullptr, say("the line is no JSON object"));
  const Json* given = fields::find(json, "id");
  Json id = given != nullptr ? *given : Json(nullptr);
  if (fields::printed(id).size() > max_id_bytes) {
    return bad(nullptr, say("'id' is longer than {} bytes", max_id_bytes));
  }
  if (const Json* spoken = fields::find(json, "version"); spoken != nullptr && *spoken != protocol_version) {
    return bad(std::move(id), say("this runner speaks version {} of the protocol, not {}", protocol_version,
                                  fields::printed(*spoken).substr(0, 64)));
  }
  if (const Message problem = json_mismatch(*value, shape::request); !problem.empty()) {
    return bad(std::move(id), problem);
  }
  Request out;
  out.id = std::move(id);
  if (fields::flag(json, "cancel").value_or(false)) {
    out.kind = RequestKind::cancel;
  } else if (fields::flag(json, "ping").value_or(false)) {
    out.kind = RequestKind::ping;
  } else if (fields::flag(json, "quit").value_or(false)) {
    out.kind = RequestKind::quit;
  }
  if (out.kind != RequestKind::bad) return out;
  if (fields::has(json, "trace")) {
    const Json& trace = fields::part(json, "trace");
    const auto text = [&](const char* key) { return fields::text(trace, key).value_or(""); };
    out.trace = {text("command"), text("folder"), text("kernel"), fields::integer(trace, "launch").value_or(0),
                 text("blocks")};
    out.language = text("language");
    out.kind = RequestKind::trace;
    if (out.trace.launch < 0) return bad(out.id, say("'trace.launch' is no launch: they count from 0"));
    return out;
  }
  if (!fields::has(json, "run"))
    return bad(out.id, say("the request has none of 'run', 'trace', 'cancel', 'ping', 'quit'"));
  const Json& run = fields::part(json, "run");
  out.run.program = fields::text(run, "program").value_or("");
  out.run.teaching = fields::text(run, "ints").value_or("") == "teaching";
  out.run.kernel = fields::text(run, "kernel").value_or("");
  if (fields::has(run, "device")) out.run.device = fields::text(run, "device").value_or("");
  out.run.counters = fields::flag(run, "counters").value_or(false);
  out.run.text = fields::flag(run, "text").value_or(false);
  out.run.trace = fields::flag(run, "trace").value_or(false);
  out.run.cubin = fields::flag(run, "cubin").value_or(false);
  out.run.sass = fields::flag(run, "sass").value_or(false);
  for (const Json& m : fields::list(run, "metrics")) out.run.metrics.push_back(fields::words(m));
  out.run.seconds = fields::number(run, "seconds").value_or(out.run.seconds);
  if (out.run.seconds > 60) return bad(out.id, say("'run.seconds' is 0 to 60"));
  out.run.id = out.id;
  out.kind = RequestKind::run;
  return out;
}

std::string request_line(const RunRequest& run) {
  Json json = head(run.id);
  json["run"] = Json{{"program", run.program},   {"ints", run.teaching ? "teaching" : "cute"},
                     {"kernel", run.kernel},     {"device", run.device},
                     {"counters", run.counters}, {"text", run.text},
                     {"seconds", run.seconds}};
  if (!run.metrics.empty()) json["run"]["metrics"] = run.metrics;
  if (run.trace) json["run"]["trace"] = true;
  if (run.cubin) json["run"]["cubin"] = true;
  if (run.sass) json["run"]["sass"] = true;
  return fields::printed(json);
}

std::string cancel_line(const Json& id) {
  Json json = head(id);
  json["cancel"] = true;
  return fields::printed(json);
}

std::string ping_line(const Json& id) {
  Json json = head(id);
  json["ping"] = true;
  return fields::printed(json);
}

std::string event_line(const Json& id, std::string_view event, std::string_view text) {
  Json json = head(id);
  json["event"] = event;
  json["text"] = text;
  return fields::printed(json);
}

std::string result_line(const Json& id, const Json& result) {
  Json json = head(id);
  json["result"] = result;
  return fields::printed(json);
}

namespace {

// A sentence without arguments is its own id, and a text is no more than what it is: neither is said a second time.
void note(Json& part, const std::string& key, const Message& message) {
  std::string said = message_json(message);
  if (said.starts_with('{') && !said.ends_with("\"arguments\":[]}")) part["said"][key] = std::move(said);
}

}  // namespace

void put(Json& part, const std::string& key, const Message& message) {
  part[key] = english(message);
  note(part, key, message);
}

void put(Json& part, const std::string& key, const std::vector<Message>& messages) {
  part[key] = Json::array();
  for (std::size_t i = 0; i < messages.size(); ++i) {
    part[key].push_back(english(messages[i]));
    note(part, key + "." + std::to_string(i), messages[i]);
  }
}

Json error_result(std::string_view code, const Message& message, const Message& hint) {
  Json out = {{"status", "error"}, {"code", code}};
  put(out, "message", message);
  if (!hint.empty()) put(out, "hint", hint);
  return out;
}

Json cancelled_result() { return Json{{"status", "cancelled"}}; }

std::optional<Answer> parse_answer(std::string_view line) {
  if (line.size() > max_answer_bytes || depth_of(line) > max_line_depth) return std::nullopt;
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("id")) return std::nullopt;
  Answer out;
  if (const Json* id = fields::find(json, "id")) out.id = *id;
  const auto value = JsonValue::parse(line);
  if (const auto result = json.find("result"); result != json.end()) {
    if (!value) {
      out.result = unbelieved(say("it is no JSON that can be read"));
    } else if (!json.contains("version") || json["version"] != protocol_version) {
      out.result = unbelieved(say("it does not speak version {} of the protocol", protocol_version));
    } else {
      out.result = believed(std::move(*result), (*value)["result"]);
    }
    return out;
  }
  if (!value || !json_mismatch(*value, shape::event).empty()) return std::nullopt;
  out.event = fields::text(json, "event").value_or("");
  out.text = fields::text(json, "text").value_or("");
  if (out.event.empty() || json["version"] != protocol_version) return std::nullopt;
  return out;
}

Json checked(const Json& result) {
  const std::string text = fields::printed(result);
  const auto value = JsonValue::parse(text);
  return value ? believed(result, *value) : unbelieved(say("it is no JSON that can be read"));
}

}  // namespace stridescope::gpu
