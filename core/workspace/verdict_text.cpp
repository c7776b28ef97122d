// Verdicts as text for a terminal.
#include "core/base/text.h"
#include "core/workspace/workspace.h"

namespace stridescope {

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
