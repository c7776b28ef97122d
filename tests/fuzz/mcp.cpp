// The server of the Model Context Protocol: any line has one answer, which is valid JSON on one line with the id of its
// request, or none for a notification; and a claim has a counterexample exactly if it is false.
#include "core/base/json_value.h"
#include "core/mcp/server.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

void check_reply(const JsonValue& reply, std::string_view line) {
  require(reply["jsonrpc"].string() == "2.0" && reply.has("id"), "an answer is a response", line);
  require(reply.has("result") != reply.has("error"), "an answer is a result or an error", line);
  if (reply.has("error"))
    require(reply["error"]["code"].is_whole() && !reply["error"]["message"].string().empty(), "an error says why",
            line);
  const JsonValue& result = reply["result"];
  const JsonValue& claim = result["structuredContent"];
  if (claim.has("status"))
    require((claim["status"].string() == "false") == claim.has("counterexample"), "a counterexample refutes", line);
  if (result.has("content")) require(!result["content"].items().empty(), "a result has content", line);
  tally.taken += result.is_object() && !result["isError"].boolean() ? 1 : 0;
}

void run(std::string_view line) {
  const std::string text = mcp::answer(line, "http://127.0.0.1:8080/");
  if (text.empty()) return;
  require(text.find('\n') == std::string::npos, "an answer is one line", line, text);
  const auto reply = JsonValue::parse(text);
  require(reply.has_value(), "an answer is JSON", line, text);
  if (!reply->is_array()) return check_reply(*reply, line);
  for (const JsonValue& one : reply->items()) check_reply(one, line);
}

const Target target("mcp", Input::json, run);

}  // namespace
}  // namespace stridescope::fuzz
