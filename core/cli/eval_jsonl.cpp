// `stridescope eval --jsonl`: the batch interface that the conformance tests use.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/app/records.h"
#include "core/base/archive_json.h"
#include "core/base/json_fields.h"
#include "core/base/json_value.h"
#include "core/cli/command.h"
#include "core/cli/golden_lines.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

using Json = nlohmann::ordered_json;

// Longer lines are answered with an error and skipped: memory stays bounded.
constexpr std::size_t max_line_bytes = 4 << 20;

enum class Line { read, too_long, end };

Line read_line(std::string& line) {
  line.clear();
  bool too_long = false;
  for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
    if (c == '\n') return too_long ? Line::too_long : Line::read;
    if (line.size() < max_line_bytes) {
      line.push_back(static_cast<char>(c));
    } else {
      too_long = true;
    }
  }
  if (too_long) return Line::too_long;
  return line.empty() ? Line::end : Line::read;
}

// The line's value, without what is nested deeper than the cap: copies and answers recur over it. What is left of a
// request with something that deep still tells its id.
Json read_json(const std::string& line, bool& too_deep) {
  const auto shallow = [&](int depth, Json::parse_event_t event, const Json&) {
    const bool deeper = depth > max_json_depth;
    too_deep = too_deep || deeper;
    return !deeper || event == Json::parse_event_t::key;
  };
  return Json::parse(line, shallow, false);
}

std::string one_line(const Message& message, const Message& hint) {
  std::string out = words(hint.empty() ? message : say("{}; {}", message, hint));
  for (char& c : out) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return out;
}

Json error(const Json& id, const std::string& message) { return Json{{"id", id}, {"error", message}}; }

// A tiling and what is asked of it; a thread is a number.
Json tiled_answer(const Json& request, const Json& id, Workspace& workspace, IntegerMode mode) {
  const auto text = [&](const char* key) { return fields::words(request, key); };
  const auto found = answer_tiled_line(
      {text("kind"), text("expr"), text("A"), text("B"), text("C"), text("layout"), text("thr")}, workspace, mode);
  if (!found) return error(id, one_line(found.error().message, found.error().hint));
  Json result = Json::object();
  for (const auto& [key, value] : *found) result[key] = value;
  return Json{{"id", id}, {"result", result}};
}

Json answer(const Json& request, Workspace& workspace, IntegerMode mode, bool all, bool verdicts) {
  const Json* given = fields::find(request, "id");
  const Json id = given != nullptr ? *given : Json(nullptr);
  if (const auto atom = fields::text(request, "atom")) {
    const auto facts = atom_json(*atom);
    if (!facts) return error(id, one_line(facts.error().message, facts.error().hint));
    Json out = {{"id", id}, {"atom", *atom}};
    out.update(Json::parse(*facts));
    return out;
  }
  const auto expression = fields::text(request, "expr");
  if (!expression) return error(id, "the request needs a string \"expr\"");
  const std::string kind = fields::text(request, "kind").value_or("");
  if (is_tiled_line(kind)) return tiled_answer(request, id, workspace, mode);
  // print_latex, print_latex_mma, print_svg_mma, ...: the function decides by the value.
  const std::string_view printer = kind.starts_with("print_latex") ? "print_latex("
                                   : kind.starts_with("print_svg") ? "print_svg("
                                                                   : "";
  std::string program = std::string(printer) + *expression;
  if (!printer.empty()) program += "\n)";
  const Report& report = workspace.evaluate(program, mode);
  if (!report.diagnostics.empty())
    return error(id, one_line(report.diagnostics[0].message, report.diagnostics[0].hint));
  if (report.bindings.empty())
    return error(id, report.left_out.empty() ? std::string("the program is empty")
                                             : "nothing in this text makes a layout; " + english(report.left_out));
  const ReportBinding& last = report.bindings.back();
  Json out = {{"id", id}};
  if (request.contains("kind")) {
    const bool printed = !printer.empty() || kind == "print_layout" || kind == "print_tensor" ||
                         kind == "print_mma_atom" || kind == "print_copy_atom" || kind == "print_tiled_mma" ||
                         kind == "print_tiled_copy";
    if (!printed) return error(id, "lines of kind '" + kind + "' are not answered");
    const auto text = workspace.emit(static_cast<int>(report.bindings.size()) - 1, "ascii", {});
    if (!text) return error(id, one_line(text.error().message, text.error().hint));
    out["result"] = *text;
    out["text"] = *text;
    return out;
  }
  out["result"] = last.text;
  if (const auto* boolean = last.value.as<Bool>()) out["static"] = boolean->is_static;
  if (all) {
    out["values"] = Json::array();
    for (const ReportBinding& b : report.bindings) {
      Json value = Json::object();
      if (!b.name.empty()) value["name"] = b.name;
      value["text"] = b.text;
      out["values"].push_back(std::move(value));
    }
  }
  const auto asked = request.find("verdict");
  if (verdicts || (asked != request.end() && asked->is_boolean() && asked->get<bool>())) {
    const auto found = workspace.verdict(static_cast<int>(report.bindings.size()) - 1);
    if (!found) return error(id, one_line(found.error().message, found.error().hint));
    const TextMap map(workspace.program());
    out["verdict"] = Json::parse(to_json(*found, &map, language()), nullptr, false);
  }
  return out;
}

}  // namespace

int eval_jsonl(IntegerMode mode, bool all, bool verdicts) {
  Workspace workspace;
  std::string line;
  for (Line status = read_line(line); status != Line::end; status = read_line(line)) {
    Json out;
    if (status == Line::too_long) {
      out = error(nullptr, "a line longer than " + std::to_string(max_line_bytes) + " bytes");
    } else {
      bool too_deep = false;
      const Json request = read_json(line, too_deep);
      if (request.is_discarded()) {
        out = error(nullptr, "the line is not JSON");
      } else if (too_deep) {
        out = error(request.is_object() && request.contains("id") ? request["id"] : Json(nullptr),
                    "the line nests deeper than " + std::to_string(max_json_depth) + " levels");
      } else {
        out = answer(request, workspace, mode, all, verdicts);
      }
    }
    // Invalid UTF-8 is replaced: it must not end the answers.
    const std::string text = out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace stridescope::cli
