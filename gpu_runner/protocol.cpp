#include "gpu_runner/protocol.h"

#include <algorithm>

#include "core/base/json_shape.h"
#include "core/workspace/run_result.h"

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
constexpr std::string_view modes[] = {"cute", "teaching"};
constexpr JsonShape mode = {Kind::word, 0, 0, nullptr, {}, modes};
constexpr std::string_view devices[] = {"auto", "gpu", "reference"};
constexpr JsonShape device = {Kind::word, 0, 0, nullptr, {}, devices};
constexpr JsonField run_fields[] = {{"program", &program, true}, {"ints", &mode},        {"kernel", &text},
                                    {"device", &device},         {"counters", &boolean}, {"text", &boolean},
                                    {"trace", &boolean},         {"cubin", &boolean},    {"metrics", &metrics},
                                    {"seconds", &seconds},       {"inject", &text}};
constexpr JsonShape run = {Kind::object, 0, 0, nullptr, run_fields};
constexpr JsonField request_fields[] = {{"version", &integer_field, true},
                                        {"id", &anything},
                                        {"run", &run},
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

Request bad(Json id, std::string message) {
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

Json unbelieved(std::string_view problem) {
  return error_result(malformed_answer, unbelievable(problem), unbelievable_hint());
}

// The result, and the same as it was compared with its shape.
Json believed(Json result, const JsonValue& value) {
  if (const std::string problem = run_result_problem(value); !problem.empty()) return unbelieved(problem);
  const std::string status = text_field(result, "status");
  const bool ran = (status == "ok" || status == "wrong") && !has_field(result, "protocol");
  if (ran) result["verified"] = verified_word(value);
  return result;
}

}  // namespace

Request parse_request(std::string_view line) {
  if (line.size() > max_line_bytes) return bad(nullptr, "the line is longer than 4 MiB");
  // What is echoed is written by a recursion.
  if (depth_of(line) > max_line_depth) return bad(nullptr, "the line nests deeper than 64 brackets");
  const auto value = JsonValue::parse(line);
  const Json json = value ? Json::parse(line, nullptr, false) : Json();
  if (!json.is_object()) return bad(nullptr, "the line is no JSON object");
  Json id = has_field(json, "id") ? json["id"] : Json(nullptr);
  if (json_text(id).size() > max_id_bytes) {
    return bad(nullptr, "'id' is longer than " + std::to_string(max_id_bytes) + " bytes");
  }
  if (const Json* spoken = field(json, "version"); spoken != nullptr && *spoken != protocol_version) {
    return bad(std::move(id), "this runner speaks version 1 of the protocol, not " + json_text(*spoken).substr(0, 64));
  }
  if (const std::string problem = json_mismatch(*value, shape::request); !problem.empty()) {
    return bad(std::move(id), problem);
  }
  Request out;
  out.id = std::move(id);
  if (flag(json, "cancel")) {
    out.kind = RequestKind::cancel;
  } else if (flag(json, "ping")) {
    out.kind = RequestKind::ping;
  } else if (flag(json, "quit")) {
    out.kind = RequestKind::quit;
  }
  if (out.kind != RequestKind::bad) return out;
  if (!has_field(json, "run")) return bad(out.id, "the request has none of 'run', 'cancel', 'ping', 'quit'");
  const Json& run = part(json, "run");
  out.run.program = text_field(run, "program");
  out.run.teaching = text_field(run, "ints") == "teaching";
  out.run.kernel = text_field(run, "kernel");
  if (has_field(run, "device")) out.run.device = text_field(run, "device");
  out.run.counters = flag(run, "counters");
  out.run.text = flag(run, "text");
  out.run.trace = flag(run, "trace");
  out.run.cubin = flag(run, "cubin");
  out.run.inject = text_field(run, "inject");
  for (const Json& m : list(run, "metrics")) out.run.metrics.push_back(plain(m));
  out.run.seconds = number(run, "seconds").value_or(out.run.seconds);
  if (out.run.seconds > 60) return bad(out.id, "'run.seconds' is 0 to 60");
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
  if (!run.inject.empty()) json["run"]["inject"] = run.inject;
  return json_text(json);
}

std::string cancel_line(const Json& id) {
  Json json = head(id);
  json["cancel"] = true;
  return json_text(json);
}

std::string ping_line(const Json& id) {
  Json json = head(id);
  json["ping"] = true;
  return json_text(json);
}

std::string event_line(const Json& id, std::string_view event, std::string_view text) {
  Json json = head(id);
  json["event"] = event;
  json["text"] = text;
  return json_text(json);
}

std::string result_line(const Json& id, const Json& result) {
  Json json = head(id);
  json["result"] = result;
  return json_text(json);
}

Json error_result(std::string_view code, std::string_view message, std::string_view hint) {
  Json out = {{"status", "error"}, {"code", code}, {"message", message}};
  if (!hint.empty()) out["hint"] = hint;
  return out;
}

Json cancelled_result() { return Json{{"status", "cancelled"}}; }

std::optional<Answer> parse_answer(std::string_view line) {
  if (line.size() > max_answer_bytes || depth_of(line) > max_line_depth) return std::nullopt;
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("id")) return std::nullopt;
  Answer out;
  out.id = json["id"];
  const auto value = JsonValue::parse(line);
  if (json.contains("result")) {
    if (!value) {
      out.result = unbelieved("it is no JSON that can be read");
    } else if (!json.contains("version") || json["version"] != protocol_version) {
      out.result = unbelieved("it does not speak version " + std::to_string(protocol_version) + " of the protocol");
    } else {
      out.result = believed(std::move(json["result"]), (*value)["result"]);
    }
    return out;
  }
  if (!value || !json_mismatch(*value, shape::event).empty()) return std::nullopt;
  out.event = text_field(json, "event");
  out.text = text_field(json, "text");
  if (out.event.empty() || json["version"] != protocol_version) return std::nullopt;
  return out;
}

Json checked(const Json& result) {
  const std::string text = json_text(result);
  const auto value = JsonValue::parse(text);
  return value ? believed(result, *value) : unbelieved("it is no JSON that can be read");
}

}  // namespace stridescope::gpu
