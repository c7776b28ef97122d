// `stridescope eval --jsonl`: the batch interface of the conformance tests.
#include <cstdio>

#include "core/base/archive_json.h"
#include "core/base/json_value.h"
#include "core/base/standard_streams.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/records/records.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

// Longer lines are answered with an error and skipped, so memory is bounded.
constexpr std::size_t max_line_bytes = 4 << 20;

std::string one_line(const Message& message, const Message& hint) {
  std::string out = words(hint.empty() ? message : say("{}; {}", message, hint));
  for (char& c : out) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return out;
}

// An answer begins with the id of its request, verbatim.
class Answer {
 public:
  explicit Answer(const JsonValue& id) {
    json_.open_object();
    json_.key("id");
    std::string text;
    append_json(text, id, true);
    json_.raw(text);
  }
  JsonWriter& json() { return json_; }
  std::string text() {
    json_.close_object();
    return out_ + "\n";
  }

 private:
  std::string out_;
  JsonWriter json_{out_};
};

std::string error(const JsonValue& id, const std::string& message) {
  Answer out(id);
  out.json().field("error", message);
  return out.text();
}

std::string error(const JsonValue& id, const Error& error_value) {
  return error(id, one_line(error_value.message, error_value.hint));
}

std::string answer(const JsonValue& request, Workspace& workspace, IntegerMode mode, bool all, bool verdicts) {
  const JsonValue& id = request["id"];
  if (!request["expr"].is_string()) return error(id, "the request needs a string \"expr\"");
  const Report& report = workspace.evaluate(request["expr"].string(), mode);
  if (const Diagnostic* wrong = first_failure(report)) return error(id, one_line(wrong->message, wrong->hint));
  if (report.bindings.empty())
    return error(id, report.left_out.empty() ? std::string("the program is empty")
                                             : "nothing in this text makes a layout; " + english(report.left_out));
  const int last = static_cast<int>(report.bindings.size()) - 1;
  Answer out(id);
  JsonWriter& json = out.json();
  json.field("result", report.bindings.back().text);
  if (const auto* boolean = report.bindings.back().value.as<Bool>()) json.field("static", boolean->is_static);
  if (all) {
    json.objects("values", report.bindings, [&](const ReportBinding& b) {
      if (!b.name.empty()) json.field("name", b.name);
      json.field("text", b.text);
    });
  }
  if (verdicts || request["verdict"].boolean()) {
    const auto found = workspace.verdict(last);
    if (!found) return error(id, found.error());
    const TextMap map(workspace.program());
    json.key("verdict");
    json.raw(to_json(*found, &map, language()));
  }
  return out.text();
}

std::string answer_line(const std::string& line, Workspace& workspace, IntegerMode mode, bool all, bool verdicts) {
  bool too_deep = false;
  const auto request = JsonValue::parse_shallow(line, too_deep);
  if (!request) return error(JsonValue(), "the line is not JSON");
  if (!too_deep) return answer(*request, workspace, mode, all, verdicts);
  return error((*request)["id"], "the line nests deeper than " + std::to_string(max_json_depth) + " levels");
}

}  // namespace

int eval_jsonl(IntegerMode mode, bool all, bool verdicts) {
  Workspace workspace;
  std::string line;
  for (InputLine status = read_line(line, max_line_bytes); status != InputLine::end;
       status = read_line(line, max_line_bytes)) {
    const std::string text = status == InputLine::too_long
                                 ? error(JsonValue(), "a line longer than " + std::to_string(max_line_bytes) + " bytes")
                                 : answer_line(line, workspace, mode, all, verdicts);
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (!output_written()) return 1;  // the answers are lost
  }
  if (std::ferror(stdin) == 0) return 0;
  print_error({ErrorCode::arguments,
               say("standard input cannot be read"),
               say("give requests, one JSON object a line"),
               {},
               {}});
  return 1;
}

}  // namespace stridescope::cli
