// `stridescope eval --jsonl`: the batch interface that the conformance tests use.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/cli/command.h"
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

std::string one_line(const std::string& message, const std::string& hint) {
  std::string out = hint.empty() ? message : message + "; " + hint;
  for (char& c : out) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return out;
}

Json error(const Json& id, const std::string& message) { return Json{{"id", id}, {"error", message}}; }

Json answer(const Json& request, Workspace& workspace, IntegerMode mode) {
  const Json id = request.is_object() && request.contains("id") ? request["id"] : Json(nullptr);
  if (request.is_object() && request.contains("atom") && request["atom"].is_string()) {
    const auto facts = atom_json(request["atom"].get_ref<const std::string&>());
    if (!facts) return error(id, one_line(facts.error().message, facts.error().hint));
    Json out = {{"id", id}, {"atom", request["atom"]}};
    out.update(Json::parse(*facts));
    return out;
  }
  if (!request.is_object() || !request.contains("expr") || !request["expr"].is_string()) {
    return error(id, "the request needs a string \"expr\"");
  }
  const Report& report = workspace.evaluate(request["expr"].get_ref<const std::string&>(), mode);
  if (!report.diagnostics.empty()) return error(id, one_line(report.diagnostics[0].message, report.diagnostics[0].hint));
  if (report.bindings.empty()) return error(id, "the program is empty");
  const ReportBinding& last = report.bindings.back();
  Json out = {{"id", id}};
  if (request.contains("kind")) {
    const std::string kind = request["kind"].is_string() ? request["kind"].get<std::string>() : "";
    const bool printed = kind == "print_layout" || kind == "print_tensor" || kind == "print_mma_atom" || kind == "print_copy_atom";
    if (!printed) return error(id, "lines of kind '" + kind + "' are not answered");
    const auto text = workspace.emit(static_cast<int>(report.bindings.size()) - 1, "ascii", {});
    if (!text) return error(id, one_line(text.error().message, text.error().hint));
    out["result"] = *text;
    out["text"] = *text;
    return out;
  }
  out["result"] = last.text;
  if (const auto* boolean = last.value.as<Bool>()) out["static"] = boolean->is_static;
  return out;
}

}  // namespace

int eval_jsonl(IntegerMode mode) {
  Workspace workspace;
  std::string line;
  for (Line status = read_line(line); status != Line::end; status = read_line(line)) {
    Json out;
    if (status == Line::too_long) {
      out = error(nullptr, "a line longer than " + std::to_string(max_line_bytes) + " bytes");
    } else {
      const Json request = Json::parse(line, nullptr, false);
      out = request.is_discarded() ? error(nullptr, "the line is not JSON") : answer(request, workspace, mode);
    }
    // Invalid UTF-8 is replaced: it must not end the answers.
    const std::string text = out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace stridescope::cli
