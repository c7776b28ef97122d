// The protocol: reads a line, finds what it asks, and writes the answer in the form of its revision.
#include "core/mcp/server.h"

#include <algorithm>
#include <span>

#include "core/base/archive_json.h"
#include "core/base/json_value.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/mcp/schema.h"
#include "core/mcp/tools.h"

namespace stridescope::mcp {
namespace {

// The newest first; those from `first_legacy` on begin with `initialize`.
constexpr std::string_view revisions[] = {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::size_t first_legacy = 1;
constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view server_key = "io.modelcontextprotocol/serverInfo";

constexpr std::size_t most_in_batch = 32;

// JSON-RPC's codes, and the protocol's own for a revision that is not known.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int method_not_found = -32601;
constexpr int invalid_params = -32602;
constexpr int unsupported_version = -32022;

constexpr std::string_view instructions =
    "Ask before you state a fact about a CuTe layout, a thread-value layout, a swizzle, bank conflicts or a TMA copy. "
    "A claim is answered by proved, false (with the smallest counterexample) or unknown; never report unknown as "
    "proved. "
    "Give the link of `picture` to the user.";

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string input;
  std::string output;  // empty: no structured content
  // Writes the members of the result.
  void (*call)(JsonWriter& to, const JsonValue& arguments, std::string_view page);
};

void text_block(JsonWriter& to, std::string_view text) {
  to.open_object();
  to.field("type", "text");
  to.field("text", text);
  to.close_object();
}

void write_error(JsonWriter& to, const Error& error) {
  std::string text = cat("error: ", english(error.message));
  if (!error.hint.empty()) append_all(text, "\nhint: ", english(error.hint));
  to.key("content");
  to.open_array();
  text_block(to, text);
  to.close_array();
  to.field("isError", true);
}

std::string text_of(const Evaluated& e) {
  std::string out;
  for (const EvaluatedValue& v : e.values) append_all(out, v.name, v.name.empty() ? "" : " = ", v.text, "\n");
  for (const std::string& note : e.notes) append_all(out, "note: ", note, "\n");
  return out;
}

std::string text_of(const Claim& c) {
  const std::string_view names[] = {"proved", "false", "unknown"};
  std::string out = cat(names[static_cast<std::size_t>(c.status)], ": ", c.text, "\nclaim: ", c.claim, "\n");
  if (c.counterexample && c.counterexample->at) {
    append_all(out, "smallest counterexample: ", *c.counterexample->at);
    const std::string& natural = c.counterexample->natural;
    if (natural.starts_with('(')) append_all(out, " = ", natural);
    out += "\n";
  }
  for (const Fact& fact : c.facts) append_all(out, fact.name, ": ", fact.value, "\n");
  return out;
}

template <class Answer>
void write_answer(JsonWriter& to, const Answer& answer) {
  std::string text = text_of(answer);
  if (!answer.picture.empty()) append_all(text, "picture: ", answer.picture);
  to.key("content");
  to.open_array();
  text_block(to, text);
  to.close_array();
  to.key("structuredContent");
  to.raw(to_json(answer));
}

void write_answer(JsonWriter& to, const Written& answer) {
  to.key("content");
  to.open_array();
  if (!answer.svg.empty()) {
    to.open_object();
    to.field("type", "resource");
    to.key("resource");
    to.open_object();
    to.field("uri",
             answer.picture.empty() ? std::string_view("stridescope:picture") : std::string_view(answer.picture));
    to.field("mimeType", "image/svg+xml");
    to.field("text", answer.svg);
    to.close_object();
    to.close_object();
  }
  text_block(to, answer.picture.empty() ? answer.text : cat(answer.text, "\npicture: ", answer.picture));
  to.close_array();
}

template <class Request, class Answer, Result<Answer> (*run)(const Request&, std::string_view)>
void call_tool(JsonWriter& to, const JsonValue& arguments, std::string_view page) {
  Request request;
  ReadArchive reader(arguments);
  static_cast<Archive&>(reader).visit(request);
  if (!reader.problem().empty()) return write_error(to, {ErrorCode::arguments, reader.problem(), {}, {}, {}});
  const Result<Answer> answer = run(request, page);
  answer ? write_answer(to, *answer) : write_error(to, answer.error());
}

template <class Answer>
std::string output_schema() {
  if constexpr (std::same_as<Answer, Written>)
    return {};
  else
    return schema_of<Answer>();
}

const std::vector<Tool>& tools() {
  static const std::vector<Tool> all = {
#define TOOL(name, request, answer, title, description) \
  {#name, title, description, schema_of<request>(), output_schema<answer>(), call_tool<request, answer, name>},
#include "core/mcp/tools.def"
#undef TOOL
  };
  return all;
}

// A request, and its revision.
struct Request {
  const JsonValue& json;
  const JsonValue& params;
  bool modern = false;  // without `initialize`
};

class Reply {
 public:
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  explicit Reply(const JsonValue& id) {
    json_.open_object();
    json_.field("jsonrpc", "2.0");
    json_.key("id");
    // Spelled anew: the parser also accepts numbers that JSON does not have.
    if (id.is_string())
      json_.string(id.string());
    else if (id.is_number())
      json_.number(id.integer());
    else
      json_.raw("null");
  }
  std::string error(int code, std::string_view message, std::string_view data = {}) {
    json_.key("error");
    json_.open_object();
    json_.field("code", code);
    json_.field("message", message);
    if (!data.empty()) {
      json_.key("data");
      json_.raw(data);
    }
    json_.close_object();
    return done();
  }
  // The members of a result follow.
  JsonWriter& result() {
    json_.key("result");
    json_.open_object();
    return json_;
  }
  std::string finish(const Request& request);

 private:
  std::string done() {
    json_.close_object();
    return std::move(out_);
  }
  std::string out_;
  JsonWriter json_{out_};
};

void server_info(JsonWriter& to, std::string_view key) {
  to.key(key);
  to.open_object();
  to.field("name", "stridescope");
  to.field("title", "Stridescope");
  to.field("version", version);
  to.close_object();
}

std::string Reply::finish(const Request& request) {
  if (request.modern) {
    json_.field("resultType", "complete");
    json_.key("_meta");
    json_.open_object();
    server_info(json_, server_key);
    json_.close_object();
  }
  json_.close_object();
  return done();
}

void capabilities(JsonWriter& to) {
  to.key("capabilities");
  to.raw(R"({"tools":{}})");
  to.field("instructions", instructions);
}

void versions(JsonWriter& to) {
  to.open_array();
  for (const std::string_view revision : revisions) to.string(revision);
  to.close_array();
}

// The answer stays right for as long as the server runs.
void cache_hints(JsonWriter& to, const Request& request) {
  if (!request.modern) return;
  to.field("ttlMs", 3600000);
  to.field("cacheScope", "public");
}

std::string initialize(const Request& request, Reply& reply) {
  const JsonValue& asked = request.params["protocolVersion"];
  if (!asked.is_string()) return reply.error(invalid_params, "'protocolVersion' is missing; expected text");
  const auto* known = std::find(std::begin(revisions) + first_legacy, std::end(revisions), asked.string());
  JsonWriter& to = reply.result();
  to.field("protocolVersion", known == std::end(revisions) ? revisions[first_legacy] : *known);
  capabilities(to);
  server_info(to, "serverInfo");
  return reply.finish(request);
}

std::string discover(const Request& request, Reply& reply) {
  JsonWriter& to = reply.result();
  to.key("supportedVersions");
  versions(to);
  capabilities(to);
  cache_hints(to, request);
  return reply.finish(request);
}

std::string list_tools(const Request& request, Reply& reply) {
  JsonWriter& to = reply.result();
  to.key("tools");
  to.open_array();
  for (const Tool& tool : tools()) {
    to.open_object();
    to.field("name", tool.name);
    to.field("title", tool.title);
    to.field("description", tool.description);
    to.key("inputSchema");
    to.raw(tool.input);
    if (!tool.output.empty()) {
      to.key("outputSchema");
      to.raw(tool.output);
    }
    to.key("annotations");
    to.raw(R"({"readOnlyHint":true,"openWorldHint":false})");
    to.close_object();
  }
  to.close_array();
  cache_hints(to, request);
  return reply.finish(request);
}

std::string call(const Request& request, Reply& reply, std::string_view page) {
  const JsonValue& name = request.params["name"];
  if (!name.is_string()) return reply.error(invalid_params, "'name' is missing; expected the name of a tool");
  const auto tool =
      std::find_if(tools().begin(), tools().end(), [&](const Tool& t) { return t.name == name.string(); });
  if (tool == tools().end()) {
    std::vector<std::string_view> names;
    std::string list;
    for (const Tool& t : tools()) {
      names.push_back(t.name);
      append_all(list, list.empty() ? "" : ", ", t.name);
    }
    const std::string_view near = suggest(name.string(), names);
    return reply.error(invalid_params,
                       cat("unknown tool '", std::string_view(name.string()).substr(0, 80), "'; ",
                           near.empty() ? cat("the tools are ", list) : cat("did you mean '", near, "'?")));
  }
  static const JsonValue none = *JsonValue::parse("{}");
  const JsonValue& given = request.params["arguments"];
  std::string written;
  JsonWriter members(written);
  members.open_object();
  tool->call(members, given.is_null() ? none : given, page);
  if (written.size() > max_answer_bytes) {
    const std::size_t size = written.size();
    written.clear();
    JsonWriter again(written);
    again.open_object();
    write_error(again, {ErrorCode::too_large,
                        Message::verbatim(cat("the answer has ", size, " bytes; expected at most ", max_answer_bytes)),
                        Message::verbatim("ask about a smaller value"),
                        {},
                        {}});
  }
  JsonWriter& to = reply.result();
  // The members, without the brace in front.
  to.raw(std::string_view(written).substr(1));
  return reply.finish(request);
}

// A request's own revision: legacy without one, or the reason why it is refused.
bool refuse_revision(Request& request, Reply& reply, std::string& refusal) {
  const JsonValue& meta = request.params["_meta"];
  if (!meta.has(version_key)) return false;
  const std::string& asked = meta[version_key].string();
  const auto* known = std::find(std::begin(revisions), std::end(revisions), asked);
  if (known == std::end(revisions)) {
    std::string data;
    JsonWriter to(data);
    to.open_object();
    to.key("supported");
    versions(to);
    to.field("requested", std::string_view(asked).substr(0, 80));
    to.close_object();
    refusal = reply.error(unsupported_version, "unsupported protocol version", data);
    return true;
  }
  request.modern = known - std::begin(revisions) < static_cast<std::ptrdiff_t>(first_legacy);
  if (!request.modern || meta[capabilities_key].is_object()) return false;
  refusal = reply.error(invalid_params, cat("'", capabilities_key, "' is missing in '_meta'; expected an object"));
  return true;
}

std::string dispatch(Request request, std::string_view page) {
  Reply reply(request.json["id"]);
  if (std::string refusal; refuse_revision(request, reply, refusal)) return refusal;
  const std::string& method = request.json["method"].string();
  if (method == "tools/call") return call(request, reply, page);
  if (method == "tools/list") return list_tools(request, reply);
  if (method == "server/discover") return discover(request, reply);
  if (method == "initialize" && !request.modern) return initialize(request, reply);
  if (method == "ping" && !request.modern) {
    reply.result();
    return reply.finish(request);
  }
  return reply.error(method_not_found, cat("unknown method '", std::string_view(method).substr(0, 80), "'"));
}

bool is_id(const JsonValue& id) {
  if (id.is_string()) return true;
  return id.is_whole() && static_cast<double>(id.integer()) == id.number();
}

std::string answer_one(const JsonValue& json, std::string_view page) {
  static const JsonValue no_id;
  if (!json.is_object()) return Reply(no_id).error(invalid_request, "the message is not an object");
  const bool called = json.has("id");
  const JsonValue& id = called && is_id(json["id"]) ? json["id"] : no_id;
  if (json["jsonrpc"].string() != "2.0") return Reply(id).error(invalid_request, "'jsonrpc' is not \"2.0\"");
  // This server asks nothing, so that a response answers nothing.
  if (!json.has("method") && (json.has("result") || json.has("error"))) return {};
  if (!json["method"].is_string()) return Reply(id).error(invalid_request, "'method' is missing; expected text");
  if (!called) return {};
  if (id.is_null()) return Reply(id).error(invalid_request, "'id' is invalid; expected text or a whole number");
  const JsonValue& params = json["params"];
  if (!params.is_null() && !params.is_object())
    return Reply(id).error(invalid_params, "'params' is invalid; expected an object");
  return dispatch({json, params}, page);
}

}  // namespace

std::string answer(std::string_view line, std::string_view page) {
  static const JsonValue no_id;
  if (!is_utf8(line)) return Reply(no_id).error(parse_error, "the message is not UTF-8");
  bool too_deep = false;
  const auto json = JsonValue::parse_shallow(line, too_deep);
  if (!json) return Reply(no_id).error(parse_error, "the message is not JSON");
  if (too_deep) {
    const JsonValue& id = (*json)["id"];
    return Reply(is_id(id) ? id : no_id)
        .error(invalid_request, cat("the message nests deeper than ", max_json_depth, " levels"));
  }
  if (!json->is_array()) return answer_one(*json, page);
  // Batches, of 2025-03-26.
  if (json->items().empty() || json->items().size() > most_in_batch)
    return Reply(no_id).error(invalid_request, cat("a batch has 1 to ", most_in_batch, " messages"));
  std::string out;
  for (const JsonValue& one : json->items()) {
    const std::string answered = answer_one(one, page);
    if (!answered.empty()) append_all(out, out.empty() ? "[" : ",", answered);
  }
  return out.empty() ? out : out + "]";
}

std::string refuse_long_line() {
  return Reply(JsonValue()).error(parse_error, cat("the message is longer than ", max_message_bytes, " bytes"));
}

}  // namespace stridescope::mcp
