#include "gpu_runner/protocol.h"

#include <algorithm>

namespace stridescope::gpu {
namespace {

// Whatever bytes came in, the answer is JSON.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <class T>
void read(const Json& object, const char* key, T& out, std::string& wrong) {
  const auto found = object.find(key);
  if (found == object.end()) return;
  if constexpr (std::is_same_v<T, bool>) {
    if (found->is_boolean()) {
      out = found->get<bool>();
      return;
    }
  } else if constexpr (std::is_same_v<T, double>) {
    if (found->is_number()) {
      out = found->get<double>();
      return;
    }
  } else {
    if (found->is_string()) {
      out = found->get<std::string>();
      return;
    }
  }
  if (wrong.empty()) wrong = std::string("'") + key + "' has the wrong type";
}

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

}  // namespace

Request parse_request(std::string_view line) {
  if (line.size() > max_line_bytes) return bad(nullptr, "the line is longer than 4 MiB");
  // What is echoed is written by a recursion.
  if (depth_of(line) > max_line_depth) return bad(nullptr, "the line nests deeper than 64 brackets");
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return bad(nullptr, "the line is no JSON object");
  Request out;
  out.id = json.contains("id") ? json["id"] : Json(nullptr);
  if (!json.contains("version")) return bad(out.id, "the request has no 'version'; this runner speaks 1");
  if (!json["version"].is_number_integer() || json["version"].get<std::int64_t>() != protocol_version) {
    return bad(out.id, "this runner speaks version 1 of the protocol, not " + dump(json["version"]));
  }
  if (json.contains("cancel")) {
    out.kind = RequestKind::cancel;
    return out;
  }
  if (json.contains("ping")) {
    out.kind = RequestKind::ping;
    return out;
  }
  if (json.contains("quit")) {
    out.kind = RequestKind::quit;
    return out;
  }
  if (!json.contains("run") || !json["run"].is_object()) {
    return bad(out.id, "the request has none of 'run', 'cancel', 'ping', 'quit'");
  }
  const Json& run = json["run"];
  std::string wrong;
  std::string ints = "cute";
  if (!run.contains("program")) wrong = "'run' has no 'program'";
  read(run, "program", out.run.program, wrong);
  read(run, "ints", ints, wrong);
  read(run, "kernel", out.run.kernel, wrong);
  read(run, "device", out.run.device, wrong);
  read(run, "counters", out.run.counters, wrong);
  read(run, "text", out.run.text, wrong);
  read(run, "trace", out.run.trace, wrong);
  read(run, "cubin", out.run.cubin, wrong);
  if (run.contains("metrics")) {
    const Json& metrics = run["metrics"];
    const bool names = metrics.is_array() && metrics.size() <= max_metrics &&
                       std::all_of(metrics.begin(), metrics.end(), [](const Json& m) { return m.is_string(); });
    if (names) {
      for (const Json& m : metrics) out.run.metrics.push_back(m.get<std::string>());
    } else if (wrong.empty()) {
      wrong = "'metrics' is a list of at most " + std::to_string(max_metrics) + " names";
    }
  }
  read(run, "seconds", out.run.seconds, wrong);
  if (wrong.empty() && ints != "cute" && ints != "teaching") wrong = "'ints' is cute or teaching";
  if (wrong.empty() && out.run.device != "auto" && out.run.device != "gpu" && out.run.device != "reference") {
    wrong = "'device' is auto, gpu or reference";
  }
  if (wrong.empty() && !(out.run.seconds >= 0 && out.run.seconds <= 60)) wrong = "'seconds' is 0 to 60";
  if (!wrong.empty()) return bad(out.id, wrong);
  out.run.teaching = ints == "teaching";
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
  return dump(json);
}

std::string cancel_line(const Json& id) {
  Json json = head(id);
  json["cancel"] = true;
  return dump(json);
}

std::string ping_line(const Json& id) {
  Json json = head(id);
  json["ping"] = true;
  return dump(json);
}

std::string event_line(const Json& id, std::string_view event, std::string_view text) {
  Json json = head(id);
  json["event"] = event;
  json["text"] = text;
  return dump(json);
}

std::string result_line(const Json& id, const Json& result) {
  Json json = head(id);
  json["result"] = result;
  return dump(json);
}

Json error_result(std::string_view code, std::string_view message, std::string_view hint) {
  Json out = {{"status", "error"}, {"code", code}, {"message", message}};
  if (!hint.empty()) out["hint"] = hint;
  return out;
}

Json cancelled_result() { return Json{{"status", "cancelled"}}; }

std::optional<Answer> parse_answer(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("id")) return std::nullopt;
  Answer out;
  out.id = json["id"];
  if (json.contains("result")) {
    if (!json["result"].is_object()) return std::nullopt;
    out.result = json["result"];
    return out;
  }
  std::string wrong;
  read(json, "event", out.event, wrong);
  read(json, "text", out.text, wrong);
  if (out.event.empty() || !wrong.empty()) return std::nullopt;
  return out;
}

}  // namespace stridescope::gpu
