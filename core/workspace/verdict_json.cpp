// Verdicts as JSON for the page and as text for a terminal.
#include "core/base/json.h"
#include "core/base/utf.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

void write_forms(JsonWriter& json, const IntegerForms& forms) {
  json.key("forms");
  json.open_object();
  json.field("static", forms.static_form);
  json.field("dynamic", forms.dynamic_form);
  if (forms.same_function) json.field("sameFunction", *forms.same_function);
  json.field("why", forms.why);
  json.close_object();
}

void write_verdict(JsonWriter& json, const OperationVerdict& v, const TextMap& text) {
  json.open_object();
  json.field("function", v.function);
  json.field("source", v.source);
  json.key("span");
  json.open_array();
  json.number(text.to_utf16(v.span.begin));
  json.number(text.to_utf16(v.span.end));
  json.close_array();
  json.field("result", v.result);
  json.field("status", name_of(v.verdict.status));
  json.field("law", v.verdict.law);
  json.field("text", v.verdict.text);
  json.field("checked", v.verdict.checked);
  if (v.verdict.at) {
    json.key("counterexample");
    json.open_object();
    json.field("at", *v.verdict.at);
    json.field("natural", v.verdict.natural);
    json.field("got", v.verdict.got);
    json.field("shouldBe", v.verdict.should_be);
    json.close_object();
  }
  if (v.verdict.cause != Cause::none) {
    json.key("cause");
    json.open_object();
    json.field("name", name_of(v.verdict.cause));
    json.field("meaning", meaning_of(v.verdict.cause));
    json.field("here", v.verdict.explanation);
    json.close_object();
  }
  if (v.forms) write_forms(json, *v.forms);
  json.close_object();
}

}  // namespace

std::string verdict_json(const std::vector<OperationVerdict>& verdicts, std::string_view program) {
  const TextMap text(program);
  std::string out;
  JsonWriter json(out);
  json.open_array();
  for (const OperationVerdict& v : verdicts) write_verdict(json, v, text);
  json.close_array();
  return out;
}

std::string verdict_text(const std::vector<OperationVerdict>& verdicts) {
  std::string out;
  for (const OperationVerdict& v : verdicts) {
    append_all(out, v.source, "\n  = ", v.result, "\n  law: ", v.verdict.law, "\n  ", v.verdict.text);
    if (!v.verdict.checked.empty()) append_all(out, " (", v.verdict.checked, ')');
    out.push_back('\n');
    if (v.verdict.at && v.verdict.natural != cat(*v.verdict.at))
      append_all(out, "  coordinate: ", v.verdict.natural, '\n');
    if (v.verdict.cause != Cause::none) {
      append_all(out, "  cause: ", meaning_of(v.verdict.cause), '\n');
      if (!v.verdict.explanation.empty()) append_all(out, "  here: ", v.verdict.explanation, '\n');
    }
    if (v.forms) {
      append_all(out, "  static form: ", v.forms->static_form, "\n  dynamic form: ", v.forms->dynamic_form,
                 "\n  they differ: ", v.forms->why);
      if (v.forms->same_function)
        append_all(out, *v.forms->same_function ? " (the same function)" : " (another function)");
      out.push_back('\n');
    }
  }
  return out;
}

}  // namespace stridescope
