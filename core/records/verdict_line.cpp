// Writes the text of a verdict's line.
#include "core/records/verdict_line.h"

#include "core/base/text.h"

namespace stridescope::app {
namespace {

VerdictLine line_of(const OperationVerdict& call, IntegerMode mode) {
  const Verdict& v = call.verdict;
  const bool kept = v.status == LawStatus::satisfied;
  VerdictLine out;
  out.status = v.status;
  out.function = call.function;
  out.text = kept && !v.checked.empty() ? say("{}, {}", v.text, v.checked) : v.text;
  const auto fact = [&](Term name, Message value, bool code) {
    if (!value.empty()) out.facts.push_back({name, std::move(value), code});
  };
  fact(term("call"), Message::verbatim(call.source), true);
  fact(term("law"), v.law, true);
  if (!kept) fact(term("tried"), v.checked, false);
  if (v.cause != Cause::none) {
    fact(term("cause"), meaning_of(v.cause), false);
    fact(term("here"), v.explanation, false);
  }
  if (call.forms) {
    const bool teaching = mode == IntegerMode::teaching;
    out.other = VerdictLine::Fact{teaching ? term("dynamic integers") : term("static integers"),
                                  teaching ? call.forms->dynamic_form : call.forms->static_form, true};
    fact(term("all static"), call.forms->static_form, true);
    fact(term("all dynamic"), call.forms->dynamic_form, true);
    fact(term("they differ because"), call.forms->why, false);
  }
  if (v.at) {
    const std::string where = v.natural.empty() ? std::to_string(*v.at) : v.natural;
    out.counterexample =
        VerdictLine::Counterexample{*v.at, say("Show coordinate {}: {}, should be {}", where, v.got, v.should_be)};
  }
  return out;
}

}  // namespace

std::vector<VerdictLine> verdict_lines(const std::vector<OperationVerdict>& calls, IntegerMode mode) {
  std::vector<VerdictLine> out;
  for (std::size_t i = calls.size(); i-- > 0;) {
    const bool outermost = i + 1 == calls.size();
    if (outermost || calls[i].verdict.status != LawStatus::satisfied) out.push_back(line_of(calls[i], mode));
  }
  return out;
}

}  // namespace stridescope::app
