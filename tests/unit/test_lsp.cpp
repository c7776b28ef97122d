// The server of editors: texts that change, streams that are damaged, and what a session answers.
#include <doctest/doctest.h>

#include <random>

#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/lsp/server.h"

namespace stridescope {
namespace {

using lsp::Document;
using lsp::Frames;
using lsp::Position;

TEST_CASE("document: positions are lines and UTF-16 units") {
  // é has two bytes and one unit, 𝄞 four bytes and two units.
  const Document text("aé𝄞b\r\n\rc\n");
  CHECK(text.lines() == 4);
  CHECK(text.byte({0, 0}) == 0);
  CHECK(text.byte({0, 1}) == 1);
  CHECK(text.byte({0, 2}) == 3);
  CHECK(text.byte({0, 3}) == 3);  // the middle of 𝄞
  CHECK(text.byte({0, 4}) == 7);
  CHECK(text.byte({0, 99}) == 8);  // beyond the line: its end
  CHECK(text.byte({2, 1}) == 12);
  CHECK(text.byte({3, 0}) == 13);
  CHECK(text.byte({99, 5}) == 13);
  CHECK(text.position(7) == Position{0, 4});
  CHECK(text.position(10) == Position{1, 0});
  CHECK(text.position(99) == Position{3, 0});
  CHECK(text.line(0) == "aé𝄞b");
  CHECK(text.line(1).empty());
}

TEST_CASE("document: an edit gives what the whole text gives") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::string_view parts[] = {"a", "\n", "\r", "\r\n", "é", "𝄞", "", "b\nc\r"};
  for (int round = 0; round < 300; ++round) {
    Document edited;
    std::string whole;
    for (int step = 0; step < 30; ++step) {
      std::uint32_t begin = static_cast<std::uint32_t>(character_begin(whole, below(whole.size() + 1)));
      std::uint32_t end = static_cast<std::uint32_t>(character_begin(whole, below(whole.size() + 1)));
      if (begin > end) std::swap(begin, end);
      if (step % 2 == 0) end = begin;
      const std::string with = cat(parts[below(std::size(parts))], parts[below(std::size(parts))]);
      edited.replace({begin, end}, with);
      whole.replace(begin, end - begin, with);
      const Document fresh(whole);
      CAPTURE(whole);
      REQUIRE(edited.text() == whole);
      REQUIRE(edited.lines() == fresh.lines());
      for (std::uint32_t line = 0; line < fresh.lines(); ++line)
        REQUIRE(edited.line_begin(line) == fresh.line_begin(line));
    }
  }
}

// The messages and faults that a stream gives, in portions of that size.
std::string cut(std::string_view stream, std::size_t portion) {
  Frames frames;
  std::string out;
  for (; !stream.empty(); stream.remove_prefix(std::min(portion, stream.size()))) {
    frames.take(stream.substr(0, portion));
    while (const auto frame = frames.next()) append_all(out, frame->fault.empty() ? frame->text : "FAULT", "|");
  }
  return out;
}

TEST_CASE("frames: a stream goes on after a fault") {
  const std::string good = lsp::framed("{}");
  struct Case {
    std::string stream;
    std::string_view expected;
  };
  const Case cases[] = {
      {good + good, "{}|{}|"},
      {"content-length:2\r\nContent-Type: x\r\n\r\n{}" + good, "{}|{}|"},
      {"Content-Length: 0\r\n\r\n" + good, "|{}|"},
      {"Content-Length: two\r\n\r\n{}" + good, "FAULT|{}|"},
      {"Content-Length: -2\r\n\r\n{}" + good, "FAULT|{}|"},
      {"Content-Length:\r\n\r\n{}" + good, "FAULT|{}|"},
      {"Content-Type: x\r\n\r\n{}" + good, "FAULT|{}|"},
      // Too short: the rest is not a header.
      {"Content-Length: 1\r\n\r\n{}" + good, "{|FAULT|{}|"},
      // Too long: it takes a part of the next message.
      {"Content-Length: 4\r\n\r\n{}" + good + good, "{}Co|FAULT|{}|"},
      {"Content-Length: 9999999999\r\n\r\n{}" + good, "FAULT|{}|"},
      {std::string(9000, 'x') + good, "FAULT|{}|"},
      {"\r\n\r\n" + good, "FAULT|{}|"},
      {cat("Content-Length: ", lsp::max_message_bytes + 1, "\r\n\r\n", std::string(lsp::max_message_bytes + 1, ' '),
           good),
       "FAULT|{}|"},
  };
  for (const Case& one : cases) {
    const std::string begin = one.stream.substr(0, 60);
    CAPTURE(begin);
    CHECK(cut(one.stream, one.stream.size()) == one.expected);
    CHECK(cut(one.stream, one.stream.size() > 100000 ? 65536 : 1) == one.expected);
  }
}

// A session: messages in, the bodies of all answers out.
struct Session {
  lsp::Server server{english_catalog()};
  std::vector<JsonValue> received;

  void send(std::string_view message) { server.take(lsp::framed(message)); }
  void work() {
    std::string out;
    while (server.work(out)) {
    }
    Frames frames;
    frames.take(out);
    while (const auto frame = frames.next()) {
      REQUIRE(frame->fault.empty());
      received.push_back(*JsonValue::parse(frame->text));
    }
  }
  // The last answer to the request.
  const JsonValue& ask(std::string_view method, std::string_view params, int id = 1) {
    send(cat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":")", method, R"(","params":)", params, "}"));
    work();
    for (std::size_t i = received.size(); i-- > 0;) {
      if (received[i].has("id") && received[i]["id"].integer() == id) return received[i];
    }
    REQUIRE(false);
    return received[0];
  }
  void tell(std::string_view method, std::string_view params) {
    send(cat(R"({"jsonrpc":"2.0","method":")", method, R"(","params":)", params, "}"));
  }
  void open(std::string_view uri, std::string_view text) {
    std::string params;
    JsonWriter to(params);
    to.open_object();
    to.key("textDocument");
    to.open_object();
    to.field("uri", uri);
    to.field("languageId", uri.ends_with(".cu") ? "cpp" : "stride");
    to.field("version", 1);
    to.field("text", text);
    to.close_object();
    to.close_object();
    tell("textDocument/didOpen", params);
  }
  const JsonValue& at(std::string_view method, std::string_view uri, int line, int character) {
    return ask(method, cat(R"({"textDocument":{"uri":")", uri, R"("},"position":{"line":)", line, R"(,"character":)",
                           character, "}}"))["result"];
  }
  const JsonValue& in(std::string_view method, std::string_view uri) {
    return ask(method,
               cat(R"({"textDocument":{"uri":")", uri,
                   R"("},"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}}})"))["result"];
  }
  const JsonValue& last(std::string_view method) {
    for (std::size_t i = received.size(); i-- > 0;) {
      if (received[i]["method"].string() == method) return received[i]["params"];
    }
    REQUIRE(false);
    return received[0];
  }
  void begin() {
    ask("initialize",
        R"({"capabilities":{"textDocument":{"hover":{"contentFormat":["markdown"]},
            "publishDiagnostics":{"relatedInformation":true},
            "codeAction":{"codeActionLiteralSupport":{}}}},"initializationOptions":{"page":"http://here/"}})");
  }
};

TEST_CASE("lsp: a program has hover, hints, completion and signatures") {
  Session s;
  s.begin();
  s.open("a.stride", "A = (4,8):(8,1)\nR = coalesce(A)\nR o 4:2\n");
  s.work();
  CHECK(s.last("textDocument/publishDiagnostics")["diagnostics"].items().empty());
  const std::string hover = s.at("textDocument/hover", "a.stride", 1, 0)["contents"]["value"].string();
  CHECK(hover.find("R = (4,8):(8,1)") != std::string::npos);
  CHECK(hover.find("injective yes") != std::string::npos);
  CHECK(hover.find("](http://here/#z=") != std::string::npos);
  // The use of a name, a function, and an expression.
  CHECK(s.at("textDocument/hover", "a.stride", 1, 13)["contents"]["value"].string().find("A = ") != std::string::npos);
  CHECK(s.at("textDocument/hover", "a.stride", 1, 6)["contents"]["value"].string().find("coalesce(") !=
        std::string::npos);
  CHECK(s.at("textDocument/hover", "a.stride", 2, 3)["contents"]["value"].string().find("(2,2):(16,1)") !=
        std::string::npos);
  CHECK(s.at("textDocument/hover", "a.stride", 3, 0).is_null());
  // A literal has no hint.
  const auto& hints = s.in("textDocument/inlayHint", "a.stride").items();
  REQUIRE(hints.size() == 2);
  CHECK(hints[0]["label"].string() == "= (4,8):(8,1)");
  CHECK(hints[1]["label"].string() == "= (2,2):(16,1)");
  CHECK(hints[1]["position"]["line"].integer() == 2);
  CHECK(hints[1]["position"]["character"].integer() == 7);
  const auto& items = s.at("textDocument/completion", "a.stride", 1, 7).items();
  REQUIRE(!items.empty());
  CHECK(items[0]["textEdit"]["range"]["start"]["character"].integer() == 4);
  const JsonValue& help = s.at("textDocument/signatureHelp", "a.stride", 1, 13);
  CHECK(help["signatures"].at(0)["label"].string().starts_with("coalesce("));
  CHECK(help["signatures"].at(0)["parameters"].at(0)["label"].at(0).integer() == 9);
}

TEST_CASE("lsp: an error has a fix that removes it") {
  Session s;
  s.begin();
  s.open("a.stride", "# 𝄞\nA = (4,8):(8,1); R = compositon(A, 4:2)\n");
  s.work();
  const auto& found = s.last("textDocument/publishDiagnostics")["diagnostics"].items();
  REQUIRE(found.size() == 1);
  CHECK(found[0]["message"].string().find("compositon") != std::string::npos);
  CHECK(found[0]["range"]["start"]["character"].integer() == 21);
  const auto& fixes = s.in("textDocument/codeAction", "a.stride").items();
  REQUIRE(fixes.size() == 1);
  CHECK(fixes[0]["title"].string() == "write composition");
  const JsonValue& edit = fixes[0]["edit"]["changes"]["a.stride"].at(0);
  const JsonValue& range = edit["range"];
  s.tell("textDocument/didChange",
         cat(R"({"textDocument":{"uri":"a.stride","version":2},"contentChanges":[{"text":")", edit["newText"].string(),
             R"(","range":{"start":{"line":1,"character":)", range["start"]["character"].integer(),
             R"(},"end":{"line":1,"character":)", range["end"]["character"].integer(), "}}}]}"));
  s.work();
  CHECK(s.last("textDocument/publishDiagnostics")["diagnostics"].items().empty());
  CHECK(s.last("textDocument/publishDiagnostics")["version"].integer() == 2);
}

TEST_CASE("lsp: a finding has the declaration that it depends on") {
  Session s;
  s.begin();
  s.open(
      "a.cu",
      "#include <cute/tensor.hpp>\n/* \u00e9 */ using Tile = Layout<Shape<_512, _1024>>;\n__global__ void f(half_t* p) "
      "{\n  auto s = make_tensor(make_smem_ptr(p), Tile{});\n}\n");
  s.work();
  const JsonValue& found = s.last("textDocument/publishDiagnostics")["diagnostics"].at(0);
  CHECK(found["code"].string() == "capacity");
  const JsonValue& place = found["relatedInformation"].at(0);
  CHECK(place["location"]["uri"].string() == "a.cu");
  CHECK(place["location"]["range"]["start"]["line"].integer() == 1);
  CHECK(place["location"]["range"]["start"]["character"].integer() == 14);
  CHECK(place["message"].string() == "'Tile' is (512,1024):(1,512) here");
}

TEST_CASE("lsp: requests out of order, canceled and wrong ones are errors") {
  Session s;
  CHECK(s.ask("textDocument/hover", "{}")["error"]["code"].integer() == -32002);
  s.begin();
  CHECK(s.ask("initialize", "{}")["error"]["code"].integer() == -32600);
  CHECK(s.ask("workspace/nothing", "{}")["error"]["code"].integer() == -32601);
  CHECK(s.ask("textDocument/hover", "{}")["error"]["code"].integer() == -32602);
  CHECK(s.at("textDocument/hover", "b.stride", 0, 0).is_null());
  s.open("a.stride", "A = 4:1");
  CHECK(s.ask("textDocument/hover",
              R"({"textDocument":{"uri":"a.stride"},"position":{"line":-1,"character":0}})")["error"]["message"]
            .string()
            .find("position.line") != std::string::npos);
  CHECK(s.ask("textDocument/inlayHint", R"({"textDocument":{"uri":"a.stride"},
      "range":{"start":{"line":0,"character":3},"end":{"line":0,"character":1}}})")["error"]["code"]
            .integer() == -32602);
  // The cancellation comes before its turn.
  s.send(
      R"({"jsonrpc":"2.0","id":7,"method":"textDocument/completion","params":{"textDocument":{"uri":"a.stride"},"position":{"line":0,"character":0}}})");
  s.tell("$/cancelRequest", R"({"id":7})");
  s.work();
  CHECK(s.received.back()["error"]["code"].integer() == -32800);
  // A change that cannot be made: nothing is answered until the whole text comes.
  s.tell("textDocument/didChange", R"({"textDocument":{"uri":"a.stride","version":2},"contentChanges":[{"text":7}]})");
  s.work();
  CHECK(s.last("window/logMessage")["message"].string().find("'text' is missing") != std::string::npos);
  CHECK(s.at("textDocument/hover", "a.stride", 0, 0).is_null());
  s.tell("textDocument/didChange",
         R"({"textDocument":{"uri":"a.stride","version":3},"contentChanges":[{"text":"B = 8:1"}]})");
  CHECK(s.at("textDocument/hover", "a.stride", 0, 0).is_object());
  s.tell("textDocument/didClose", R"({"textDocument":{"uri":"a.stride"}})");
  s.work();
  CHECK(s.last("textDocument/publishDiagnostics")["diagnostics"].items().empty());
  CHECK(s.ask("shutdown", "null")["result"].is_null());
  CHECK(s.ask("textDocument/hover", "{}")["error"]["code"].integer() == -32600);
  s.tell("exit", "null");
  s.work();
  CHECK(s.server.ended());
  CHECK(s.server.status() == 0);
}

TEST_CASE("lsp: values of a source, each in its scope") {
  const std::string text =
      "#include <cute/tensor.hpp>\n"
      "template <int kM> void first() {\n  auto s = make_layout(make_shape(Int<4>{}, Int<8>{}));\n"
      "  auto open = make_layout(make_shape(Int<kM>{}));\n  use(s);\n}\n"
      "void second(P s) {\n  use(s);\n  auto t = make_layout(Int<6>{});\n"
      "  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{});\n}\n";
  Session s;
  s.begin();
  s.open("a.cu", text);
  s.work();
  const auto hint = [&](std::size_t i) {
    const JsonValue& one = s.in("textDocument/inlayHint", "a.cu").at(i);
    return cat(one["position"]["line"].integer(), ' ', one["position"]["character"].integer(), one["label"].string());
  };
  CHECK(hint(0) == "2 8: (_4,_8):(_1,_4)");
  CHECK(hint(1) == "8 8: _6:_1");
  CHECK(hint(2) == "9 14: TiledMMA, tile (_32,_16,_16), threads 128");
  CHECK(s.in("textDocument/inlayHint", "a.cu").items().size() == 3);
  CHECK(s.at("textDocument/hover", "a.cu", 4, 6)["contents"]["value"].string().find("s = (_4,_8):(_1,_4)") !=
        std::string::npos);
  // Another function's `s`.
  CHECK(s.at("textDocument/hover", "a.cu", 7, 6).is_null());
  // The parameter that is open.
  CHECK(s.at("textDocument/hover", "a.cu", 3, 8)["contents"]["value"].string().find("kM") != std::string::npos);
}

TEST_CASE("lsp: findings of a source, and the comment that excludes one") {
  const std::string text =
      "#include <cute/tensor.hpp>\nauto A = make_tensor(make_gmem_ptr(p), make_shape(100, 64));\n"
      "  auto B = local_tile(A, make_shape(64, 64), make_coord(1, 0));\n";
  Session s;
  s.begin();
  s.open("a.cu", text);
  s.work();
  const auto& found = s.last("textDocument/publishDiagnostics")["diagnostics"].items();
  REQUIRE(found.size() == 1);
  CHECK(found[0]["code"].string() == "out-of-bounds");
  CHECK(found[0]["range"]["start"]["line"].integer() == 2);
  const auto& fixes = s.in("textDocument/codeAction", "a.cu").items();
  REQUIRE(fixes.size() == 1);
  CHECK(fixes[0]["edit"]["changes"]["a.cu"].at(0)["newText"].string() == "  // stridescope: ignore(out-of-bounds)\n");
}

}  // namespace
}  // namespace stridescope
