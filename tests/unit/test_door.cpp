// The door: calls by name, with JSON.
#include <doctest/doctest.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/door/door.h"
#include "core/door/reference.h"

namespace stridescope {
namespace {

using Json = nlohmann::json;

Json ask(door::Door& door, std::string_view method, const Json& request = Json::object()) {
  return Json::parse(door.call(method, request.dump()));
}

std::string refused(door::Door& door, std::string_view method, std::string_view request) {
  const Json answer = Json::parse(door.call(method, request));
  return answer.contains("error") ? answer["error"]["message"].get<std::string>() : std::string("answered");
}

TEST_CASE("a program is evaluated and asked about") {
  door::Door door;
  const Json report = ask(door, "evaluate", {{"program", "A = (4,8):(8,1)\nB = A o (2,2):(1,8)"}});
  REQUIRE(report["bindings"].size() == 2);
  CHECK(report["bindings"][0]["key"] == "A");
  CHECK(report["bindings"][1]["uses"] == Json::array({0}));
  CHECK(report["diagnostics"].empty());
  CHECK(ask(door, "describe", {{"binding", 0}, {"cell", 5}})["text"] == "A(1,1) = 9");
  CHECK(ask(door, "explain", {{"binding", 1}})["value"] == report["bindings"][1]["text"]);
  CHECK(ask(door, "verdict", {{"binding", 1}})["calls"][0]["status"] == "satisfied");
  CHECK(ask(door, "emit", {{"binding", 0}, {"format", "svg"}})["text"].get<std::string>().starts_with("<svg"));
}

TEST_CASE("positions are UTF-16 code units of the program that is asked about") {
  door::Door door;
  const Json report = ask(door, "evaluate", {{"program", "# 中文 𝄞\nA = (4,8:1"}});
  REQUIRE(report["diagnostics"].size() > 0);
  CHECK(report["diagnostics"][0]["span"][0].get<int>() >= 8);
  CHECK(report["diagnostics"][0]["span"][0].get<int>() <= 18);
  const Json words = ask(door, "complete", {{"program", "# 中文\ncoal"}, {"position", 9}});
  CHECK(words["span"] == Json::array({5, 9}));
  CHECK(words["items"][0]["label"] == "coalesce");
}

TEST_CASE("a request that is not as it should be is refused by the name of its member, and nothing is lost") {
  door::Door door;
  ask(door, "evaluate", {{"program", "A = (4,8):(8,1)"}});
  CHECK(refused(door, "describe", R"({"binding":0})") == "'cell' is missing");
  CHECK(refused(door, "describe", R"({"binding":"0","cell":1})") == "'binding' is invalid: expected integer");
  CHECK(refused(door, "describe", R"({"binding":0,"cell":1.5})") == "'cell' is invalid: expected integer");
  CHECK(refused(door, "describe", R"({"binding":0,"cell":9000000000000001})").find("9000000000000001") !=
        std::string::npos);
  CHECK(refused(door, "describe", R"({"binding":0,"cell":9007199254740993})") == "'cell' is invalid: expected integer");
  CHECK(refused(door, "describe", R"({"binding":3000000000,"cell":1})")
            .starts_with("'binding' is invalid: expected integer from"));
  CHECK(refused(door, "describe", R"({"binding":0,"cell":1,"colour":2})") ==
        "unknown member 'colour'; expected one of binding, cell");
  CHECK(refused(door, "describe", "[]") == "invalid value: expected object");
  CHECK(refused(door, "describe", "{") == "the request is not JSON");
  CHECK(refused(door, "evaluate", R"({"program":"1","mode":"Cute"})") ==
        "'mode' is invalid: expected one of cute, teaching");
  CHECK(refused(door, "atom_form", R"({"kind":"mma","atom":{"name":"A"},"values":[{"id":"n","values":["8",7]}]})") ==
        "'values[0].values[1]' is invalid: expected text");
  CHECK(refused(door, "nothing", "{}") == "unknown method 'nothing'");
  CHECK(ask(door, "describe", {{"binding", 0}, {"cell", 5}})["text"] == "A(1,1) = 9");
}

TEST_CASE("another open file, or another choice of its rows, is told") {
  door::Door door;
  const Json take = {{"do", "take_file"}, {"on", true}, {"wish", "a.mlir"}, {"text", "module {\n}\n"}};
  CHECK(ask(door, "act", take)["fileChanged"] == true);
  CHECK(ask(door, "act", {{"do", "list_file"}, {"key", "parts"}})["fileChanged"] == true);
  CHECK_FALSE(ask(door, "act", {{"do", "edit"}, {"program", "A = 4:1"}}).contains("fileChanged"));
}

TEST_CASE("a program that is evaluated has nothing of the cards before it, and they nothing of it") {
  door::Door door;
  std::string lines;
  for (int i = 0; i < 250; ++i) lines += "4:1\n";
  const std::string program = "A = (4,8):(8,1)\nB = 8:1\n" + lines;
  ask(door, "act", {{"do", "open"}, {"program", program}});
  ask(door, "act", {{"do", "show_more"}});
  ask(door, "act", {{"do", "element"}, {"text", "half_t"}});
  ask(door, "act", {{"do", "unfold"}, {"key", "A"}, {"section", "analysis"}, {"on", true}});
  ask(door, "act", {{"do", "expand"}, {"key", "A"}, {"on", true}});
  ask(door, "act", {{"do", "compare"}, {"key", "A"}});
  ask(door, "evaluate", {{"program", "L = 4:1"}, {"mode", "cute"}});
  CHECK(door.app().state().mode == IntegerMode::cute);
  CHECK(door.app().state().cards.empty());
  const Json changes = ask(door, "act", {{"do", "edit"}, {"program", program}});
  const Json& card = changes["cards"][0];
  CHECK(card["key"] == "A");
  CHECK(card["expanded"] == false);
  CHECK(card["taken"] == false);
  CHECK_FALSE(card.contains("sections"));
  CHECK(changes["report"]["order"].size() == 200);
  // The element type does not belong to a program.
  CHECK(door.app().state().element == "half_t");
}

TEST_CASE("a part of a large picture comes as pixels with the texts that have room, whatever is asked for") {
  door::Door door;
  ask(door, "evaluate", {{"program", "A = (1024,1024):(1024,1)"}});
  Json asked = {{"binding", 0}, {"view", "whole=1"}};
  asked["viewport"] = {{"width", 346}, {"height", 218}, {"cell", 64}, {"col", 1000}, {"row", 3}, {"margin", 30}};
  const Json part = ask(door, "raster", asked);
  CHECK(part["cell"] == 64);
  CHECK(part["x"] == 64000);
  CHECK(part["fromX"] == 64000 - 30);
  CHECK(part["pixels"].size() == part["width"].get<std::size_t>() * part["height"].get<std::size_t>());
  CHECK(part["labels"][0]["text"] == std::to_string(2 * 1024 + 999));
  CHECK(part["rowHeads"][0]["text"] == "2");
  CHECK(part["leastX"] == 64000 - 20);
  door.binary = true;
  CHECK(ask(door, "raster", asked)["pixels"] == Json{{"array", 0}});
  REQUIRE(door.arrays().size() == 1);
  CHECK(door.arrays()[0].size == part["pixels"].size());
  CHECK(door.arrays()[0][0] == part["pixels"][0].get<std::int64_t>());
  // More pixels than a screen has are refused, and meaningless numbers do no harm.
  asked["viewport"] = {{"width", 1e308}, {"height", 1e308}, {"cell", 1e308}, {"col", 1e308}, {"atX", -1e308}};
  CHECK(refused(door, "raster", asked.dump()).find("pixels at once; the limit is 33554432") != std::string::npos);
  asked["viewport"] = {{"width", -1e308},     {"height", 300}, {"unit", 0},
                       {"margin", 1LL << 50}, {"atX", -1e308}, {"rowHeads", {{"letters", 1LL << 50}, {"lines", -5}}}};
  CHECK(ask(door, "raster", asked)["width"].get<int>() > 0);
}

TEST_CASE("the offsets of a value are listed, whatever form it has") {
  door::Door door;
  ask(door, "evaluate",
      {{"program",
        "A = ((2,2),3):((1,6),2)\nB = Sw<1,1,1> o 0 o (2,4):(4,1)\nC = make_identity_layout((2,3))\n"
        "D = 20000000:1\nE = 4:1\nF = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)"}});
  const Json a = ask(door, "offsets", {{"binding", 0}});
  CHECK(a["extents"] == Json::array({4, 3}));
  CHECK(a["offsets"] == Json::array({0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11}));
  CHECK(ask(door, "offsets", {{"binding", 1}})["offsets"] == Json::array({0, 6, 1, 7, 2, 4, 3, 5}));
  CHECK(refused(door, "offsets", R"({"binding":2})").find("not integers") != std::string::npos);
  CHECK(refused(door, "offsets", R"({"binding":3})") == "the limit is 16777216 elements");
  CHECK(ask(door, "offsets", {{"binding", 4}})["extents"] == Json::array({4}));
  CHECK(refused(door, "offsets", R"({"binding":9})") == "value 9 does not exist");
  CHECK(ask(door, "emit", {{"binding", 1}, {"format", "expression"}})["text"] == "Sw<1,1,1> o _0 o (_2,_4):(_4,_1)");
  CHECK(refused(door, "emit", R"({"binding":5,"format":"expression"})") == "`TiledMMA` is not an expression");
  // A view is a wish, as in old links, unless the caller is strict.
  CHECK(ask(door, "emit", {{"binding", 1}, {"format", "svg"}, {"view", "kind=grdi"}})["text"] != "");
  CHECK(refused(door, "emit", R"({"binding":1,"format":"svg","view":"kind=grdi","strict":true})") ==
        "unknown view kind=grdi");
}

TEST_CASE("comments that ask have the value above them") {
  door::Door door;
  const Json answer = ask(door, "annotate",
                          {{"program",
                            "# ^?\nA = (4,8):(8,1)\n  // ^?\nB = A o 4:2  # no question\n\n# ^? picture\n"
                            "C = A o Z\n#^?\nA\n// ^? kind=tv label=coord\nbank_conflicts<32>((32,1):(32,1))\n//^?"}});
  const std::string text = answer["text"];
  const std::string_view first =
      "# ^?\nA = (4,8):(8,1)\n  // (4,8):(8,1)\nB = A o 4:2  # no question\n\n# (2,2):(16,1)\nC = A o Z\n"
      "# unknown name 'Z'\nA\n// (4,8):(8,1)\nbank_conflicts<32>((32,1):(32,1))\n// 32-way, 32 wavefronts: ";
  CHECK(text.substr(0, first.size()) == first);
  CHECK(text.ends_with("\n// worst request           warp 0, access 0  32 wavefronts"));
  CHECK(answer["errors"] == 2);
  CHECK(answer["pictures"].dump() == R"([{"binding":1,"view":""},{"binding":2,"view":"kind=tv label=coord"}])");
  const auto answered = [&](std::string_view block) -> std::string {
    return ask(door, "annotate", {{"program", block}})["text"];
  };
  CHECK(answered("# ^?\nA = 4:") == "# ^?\nA = 4:");
  CHECK(answered("B = 4:1\nA = B o\n# ^?\n") == "B = 4:1\nA = B o\n# expected a value, found the end of the program\n");
  CHECK(answered("B = 4:1\nA = 8:\n# ^?\nC = 4:2\n# ^?").find("# 4:1") == std::string::npos);
  CHECK(answered("B = 4:1\n# ^?\nA = 8:") == "B = 4:1\n# 4:1\nA = 8:");
  // A C++ block, as CuTe prints.
  const Json code = ask(door, "annotate",
                        {{"program", "auto L = make_layout(Shape<_4,_8>{});\r\n//       ^?\r\n"}, {"mode", "cute"}});
  CHECK(code["text"] == "auto L = make_layout(Shape<_4,_8>{});\r\n// (_4,_8):(_1,_4)\n");
  // Many comments look for their statement without a walk from the first one.
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "4:1\n";
  for (int i = 0; i < 20'000; ++i) many += "#^?\n";
  const std::clock_t start = std::clock();
  CHECK(ask(door, "annotate", {{"program", many}})["errors"] == 0);
  CHECK(std::clock() - start < 2 * CLOCKS_PER_SEC);
}

TEST_CASE("arrays stay binary where they may, and are lists elsewhere") {
  door::Door door;
  ask(door, "evaluate", {{"program", "A = (2,3):(3,1)"}});
  const Json lists = ask(door, "scene", {{"binding", 0}});
  CHECK(lists["ids"] == Json::array({0, 2, 4, 1, 3, 5}));
  CHECK(door.arrays().empty());
  door.binary = true;
  const Json scene = ask(door, "scene", {{"binding", 0}});
  REQUIRE(door.arrays().size() == 2);
  const NumberArray ids = door.arrays()[scene["ids"]["array"].get<std::size_t>()];
  REQUIRE(ids.size == 6);
  CHECK(ids[1] == 2);
  CHECK(door.arrays()[scene["colors"]["array"].get<std::size_t>()].kind == NumberArray::Kind::int32);
}

TEST_CASE("every method answers nonsense with an error or an answer, as JSON") {
  door::Door door;
  for (const door::Method& method : door::methods()) {
    for (const char* request :
         {"", "{}", "[]", "null", "7", "{\"binding\":-1}", "{\"binding\":0,\"view\":\"kind=\"}"}) {
      CAPTURE(method.name);
      CAPTURE(request);
      CHECK(Json::accept(door.call(method.name, request)));
    }
  }
}

TEST_CASE("the reference tells each method and each member") {
  const std::string page = door::reference_page();
  const std::string types = door::typescript();
  for (const door::Method& method : door::methods()) {
    CHECK(page.find(cat("\n## ", method.name, '\n')) != std::string::npos);
    CHECK(types.find(cat("\n  ", method.name, ": { request: ")) != std::string::npos);
  }
  // Every member and every record has a sentence. (Not in WebAssembly: core/base/archive.h.)
#ifndef __EMSCRIPTEN__
  CHECK(types.find("/**  */") == std::string::npos);
  CHECK(page.find("` \n") == std::string::npos);
#endif
}

struct Inner {
  int number = 7;
};
void members(Archive& a, Inner& r) {
  if (!a.record("Inner", "For a test.")) return;
  a.choice("number", r.number, "A number.");
}
struct Outer {
  std::map<std::string, Inner> map;
  std::vector<std::vector<std::string>> lists;
  std::optional<double> real;
  bool flag = false;
};
void members(Archive& a, Outer& r) {
  if (!a.record("Outer", "For a test.")) return;
  a.member("map", r.map, "By name.");
  a.member("lists", r.lists, "Of lists.");
  a.member("real", r.real, "May be missing.");
  a.choice("flag", r.flag, "May be left out.");
}

TEST_CASE("what is written is read as it was") {
  Outer record;
  record.map["a"].number = -3;
  record.map["b \" \\ \n"].number = 1 << 30;
  record.lists = {{}, {"x", "中"}, {""}};
  const std::string once = to_json(record);
  CHECK(once ==
        R"({"map":{"a":{"number":-3},"b \" \\ \n":{"number":1073741824}},"lists":[[],["x","中"],[""]],"flag":false})");
  const auto read = from_json<Outer>(once);
  REQUIRE(read.has_value());
  CHECK(to_json(*read) == once);
  record.real = 0.125;
  CHECK(to_json(from_json<Outer>(to_json(record)).value()) == to_json(record));
  CHECK(from_json<Outer>(R"({"map":{"a":{"number":"x"}},"lists":[]})").error().message ==
        "'map.a.number' is invalid: expected integer");
  CHECK(from_json<Outer>(R"({"map":{},"lists":[[],[1]]})").error().message ==
        "'lists[1][0]' is invalid: expected text");
  CHECK(from_json<Outer>(R"({"map":{},"lists":[],"real":"x"})").error().message ==
        "'real' is invalid: expected number");
}

}  // namespace
}  // namespace stridescope
