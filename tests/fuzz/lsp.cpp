// The server of the Language Server Protocol, in a session with a program and a source: an input is a message, or a
// list of messages, or bytes of the stream. Everything that is sent is a message with its length; an answer has a
// result or an error; and the next request is answered, until the session has ended.
#include "core/base/json_value.h"
#include "core/lsp/server.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

constexpr std::string_view begin =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}},"initializationOptions":{"page":"http://127.0.0.1:8080/"}}})";
// Documents by their addresses. One that the input does not name stays as it is, and to read it again takes most of the
// time of an input: it is not opened.
constexpr std::pair<std::string_view, std::string_view> documents[] = {
    {"\"a\"",
     R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a","languageId":"stride","version":1,"text":"A = (4,8):(8,1) # é 𝄞\nR = compositon(A, 4:2)\nR o 2:1\n"}}})"},
    {"\"b\"",
     R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"b","languageId":"cpp","version":1,"text":"auto s = make_layout(make_shape(Int<4>{}, Int<8>{}));\r\nauto t = composition(s, Int<4>{});\r\n"}}})"},
};
constexpr std::string_view last = R"({"jsonrpc":"2.0","id":"last","method":"none"})";

// Sends everything that waits, and checks it. True if the last request has its answer.
bool check_output(lsp::Server& server, std::string_view input) {
  std::string out;
  while (server.work(out)) {
  }
  lsp::Frames frames;
  frames.take(out);
  bool answered = false;
  std::size_t read = 0;
  while (const auto frame = frames.next()) {
    require(frame->fault.empty(), "a message has its length", input, frame->fault);
    read += lsp::framed(frame->text).size();
    const auto message = JsonValue::parse(frame->text);
    require(message && (*message)["jsonrpc"].string() == "2.0", "a message is JSON-RPC", input, frame->text);
    if (message->has("method")) continue;
    require(message->has("id") && message->has("result") != message->has("error"), "an answer is a result or an error",
            input, frame->text);
    if (message->has("error"))
      require((*message)["error"]["code"].is_whole() && !(*message)["error"]["message"].string().empty(),
              "an error says why", input, frame->text);
    tally.taken += message->has("result") && !(*message)["result"].is_null() ? 1 : 0;
    answered = answered || (*message)["id"].string() == "last";
  }
  require(read == out.size(), "nothing is between messages", input, out);
  return answered;
}

void run(std::string_view input) {
  lsp::Server server(english_catalog());
  server.take(lsp::framed(begin));
  for (const auto& [name, message] : documents) {
    if (input.find(name) != std::string_view::npos) server.take(lsp::framed(message));
  }
  const bool stream = input.starts_with("Content-");
  const auto json = stream ? std::nullopt : JsonValue::parse(input);
  if (stream) {
    server.take(input);
  } else if (json && json->is_array()) {
    for (const JsonValue& one : json->items()) {
      std::string text;
      append_json(text, one, true);
      server.take(lsp::framed(text));
    }
  } else {
    server.take(lsp::framed(input));
  }
  if (!stream) server.take(lsp::framed(last));
  const bool answered = check_output(server, input);
  require(stream || answered || server.ended(), "the next request is answered", input);
}

const Target target("lsp", Input::json, run);

}  // namespace
}  // namespace stridescope::fuzz
