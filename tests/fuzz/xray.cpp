// Whole modules: any text has an X-ray; its lines are in the text, its lists keep their limits, each offered statement
// is a statement, and every reader of another system accepts any text.
#include "core/foreign/modules/xray.h"

#include "core/foreign/systems/interchange.h"
#include "core/lint/report.h"
#include "tests/fuzz/programs.h"

namespace stridescope::fuzz {
namespace {

constexpr std::size_t most = 64;

void run(std::string_view text) {
  const auto seen = xray_of(text, {most, most, most, most});
  if (!seen) return;
  const auto in_text = [&](std::uint32_t line) { return line >= 1 && line <= seen->lines + 1; };
  require(seen->parts.size() <= most && seen->operations.size() <= most && seen->findings.size() <= most &&
              seen->unknown.size() <= most,
          "lists keep their limits", text);
  const int parts = static_cast<int>(seen->parts.size());
  for (const XrayPart& part : seen->parts) require(in_text(part.line), "a part lies in the text", text);
  for (const XrayUnknown& one : seen->unknown) require(in_text(one.line), "what is not read lies in the text", text);
  for (const XrayFinding& one : seen->findings)
    require(in_text(one.line) && one.part < parts, "a finding lies in the text", text);
  for (const XrayOperation& op : seen->operations) {
    for (const XrayValue& value : op.operands)
      require(value.line <= op.line && value.part < parts, "a value is made before it is used", text);
  }
  tally.taken += parts > 0 ? 1 : 0;
  if (!chosen(text, 4)) return;
  const auto linted = lint::lint(text);
  require(linted.has_value(), "a text with an X-ray has findings", text);
  for (const lint::Finding& one : linted->findings) require(in_text(one.line), "a fault lies in the text", text);
  const std::vector<lint::FileFindings> file = {{"a", linted->findings}};
  for (const lint::Format form : {lint::Format::text, lint::Format::sarif}) {
    const std::string form_text = lint::report(file, form, english_catalog());
    require(form_text.empty() == (form == lint::Format::text && linted->findings.empty()), "findings are text", text);
  }
  for (const ForeignSystem& system : foreign_systems()) {
    Budget budget = budget_of(text).program;
    Arith arith(&budget);
    (void)system.read(arith, text, {});
  }
}

const Target target("xray", Input::foreign, run);

}  // namespace
}  // namespace stridescope::fuzz
