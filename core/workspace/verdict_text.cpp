// Verdicts as text for a terminal.
#include "core/base/text.h"
#include "core/workspace/workspace.h"

namespace stridescope {

std::string verdict_text(const std::vector<OperationVerdict>& verdicts, const Catalog& catalog) {
  std::string out;
  const auto words = [&](const Message& message) { return render(message, catalog); };
  const auto line = [&](const Message& message) { append_all(out, "  ", words(message), '\n'); };
  for (const OperationVerdict& v : verdicts) {
    append_all(out, v.source, "\n  = ", v.result, '\n');
    line(say("law: {}", v.verdict.law));
    line(v.verdict.checked.empty() ? v.verdict.text : say("{} ({})", v.verdict.text, v.verdict.checked));
    if (v.verdict.at && v.verdict.natural != cat(*v.verdict.at)) line(say("coordinate: {}", v.verdict.natural));
    if (v.verdict.cause != Cause::none) {
      line(say("cause: {}", meaning_of(v.verdict.cause)));
      if (!v.verdict.explanation.empty()) line(say("here: {}", v.verdict.explanation));
    }
    if (v.forms) {
      line(say("static form: {}", v.forms->static_form));
      line(say("dynamic form: {}", v.forms->dynamic_form));
      const auto& same = v.forms->same_function;
      line(!same   ? say("they differ: {}", v.forms->why)
           : *same ? say("they differ: {} (the same function)", v.forms->why)
                   : say("they differ: {} (another function)", v.forms->why));
    }
  }
  return out;
}

}  // namespace stridescope
