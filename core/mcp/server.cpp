// The protocol: reads a line, finds what it asks, and writes the answer in the form of its revision.
#include "core/mcp/server.h"

#include <algorithm>

#include "core/base/archive_json.h"
#include "core/base/json_rpc.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
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

using rpc::invalid_params;
using rpc::invalid_request;
using rpc::method_not_found;
using rpc::Reply;

// The protocol's own code for a revision that is not known.
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

void server_info(JsonWriter& to, std::string_view key) {
  to.key(key);
  to.open_object();
  to.field("name", "stridescope");
  to.field("title", "Stridescope");
  to.field("version", version);
  to.close_object();
}

// The members of a result follow, then finish().
JsonWriter& open_result(Reply& reply) {
  JsonWriter& to = reply.result();
  to.open_object();
  return to;
}

std::string finish(const Request& request, Reply& reply, JsonWriter& to) {
  if (request.modern) {
    to.field("resultType", "complete");
    to.key("_meta");
    to.open_object();
    server_info(to, server_key);
    to.close_object();
  }
  to.close_object();
  return reply.finish();
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
  JsonWriter& to = open_result(reply);
  to.field("protocolVersion", known == std::end(revisions) ? revisions[first_legacy] : *known);
  capabilities(to);
  server_info(to, "serverInfo");
  return finish(request, reply, to);
}

std::string discover(const Request& request, Reply& reply) {
  JsonWriter& to = open_result(reply);
  to.key("supportedVersions");
  versions(to);
  capabilities(to);
  cache_hints(to, request);
  return finish(request, reply, to);
}

std::string list_tools(const Request& request, Reply& reply) {
  JsonWriter& to = open_result(reply);
  to.objects("tools", tools(), [&](const Tool& tool) {
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
  });
  cache_hints(to, request);
  return finish(request, reply, to);
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
  JsonWriter& to = open_result(reply);
  // The members, without the brace in front.
  to.raw(std::string_view(written).substr(1));
  return finish(request, reply, to);
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
    JsonWriter& to = open_result(reply);
    return finish(request, reply, to);
  }
  return reply.error(method_not_found, cat("unknown method '", std::string_view(method).substr(0, 80), "'"));
}

std::string answer_one(const JsonValue& json, std::string_view page) {
  rpc::Envelope message = rpc::envelope(json);
  // This server asks nothing, so that a response answers nothing.
  return message.kind == rpc::Kind::request ? dispatch({json, message.params}, page) : std::move(message.refusal);
}

}  // namespace

std::string answer(std::string_view line, std::string_view page) {
  std::string refusal;
  const auto json = rpc::parse_message(line, refusal);
  if (!json) return refusal;
  if (!json->is_array()) return answer_one(*json, page);
  // Batches, of 2025-03-26.
  if (json->items().empty() || json->items().size() > most_in_batch)
    return Reply(JsonValue()).error(invalid_request, cat("a batch has 1 to ", most_in_batch, " messages"));
  std::string out;
  for (const JsonValue& one : json->items()) {
    const std::string answered = answer_one(one, page);
    if (!answered.empty()) append_all(out, out.empty() ? "[" : ",", answered);
  }
  return out.empty() ? out : out + "]";
}

std::string refuse_long_line() {
  return Reply(JsonValue()).error(rpc::parse_error, cat("the message is longer than ", max_message_bytes, " bytes"));
}

}  // namespace stridescope::mcp
