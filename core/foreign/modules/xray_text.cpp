// Prints an X-ray for a terminal.
#include <algorithm>

#include "core/base/message.h"
#include "core/base/text.h"
#include "core/foreign/modules/xray.h"

namespace stridescope {
namespace {

// A value of an operation: %12@34, with the line that defines it.
std::string named(const XrayValue& value, const Xray& of) {
  std::string out = value.name;
  if (value.line > 0) append_all(out, '@', value.line);
  if (value.part >= 0) append_all(out, ':', of.parts[static_cast<std::size_t>(value.part)].name);
  return out;
}

}  // namespace

std::string in_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank || (!out.empty() && out.back() != ' ')) out.push_back(blank ? ' ' : c);
  }
  return out;
}

Message xray_title(const Xray& xray) {
  static constexpr Term sources[] = {term("CuTe DSL's MLIR"), term("Triton's TTGIR"), term("MLIR of other dialects"),
                                     term("source text")};
  return say("{}: {} {line|lines}, {} {part|parts}, {} {operation|operations}, {} {finding|findings}, {} not read",
             sources[static_cast<std::size_t>(xray.source)], xray.lines, xray.parts.size() + xray.parts_left_out,
             xray.operations.size() + xray.operations_left_out, xray.findings.size() + xray.findings_left_out,
             xray.unknown.size() + xray.unknown_left_out);
}

Message open_integers(const XrayPart& part) {
  return part.open > 0 ? say("{} {integer is|integers are} open: fill in `?`", part.open) : Message();
}

std::string xray_text(const Xray& xray, const Catalog& catalog) {
  std::string out;
  const auto line = [&](const Message& message) { append_all(out, render(message, catalog), '\n'); };
  const auto rest = [&](std::size_t left_out) {
    if (left_out > 0) append_all(out, "  ", render(say("{} more are not shown", left_out), catalog), '\n');
  };
  line(xray_title(xray));
  if (!xray.parts.empty()) {
    out += '\n';
    line(say("Parts"));
    for (const XrayPart& part : xray.parts) {
      append_all(out, "  ", part.line, ": ", xray_kind_names[static_cast<std::size_t>(part.kind)], "  ",
                 in_one_line(part.program), '\n');
      if (const Message open = open_integers(part); !open.empty())
        append_all(out, "      ", render(open, catalog), '\n');
    }
    rest(xray.parts_left_out);
  }
  const bool moves =
      std::any_of(xray.operations.begin(), xray.operations.end(), [](const XrayOperation& op) { return op.moves; });
  if (moves) {
    out += '\n';
    line(say("Operations"));
    for (const XrayOperation& op : xray.operations) {
      if (!op.moves) continue;
      append_all(out, "  ", op.line, ": ");
      for (std::size_t i = 0; i < op.results.size(); ++i)
        append_all(out, i > 0 ? ", " : "", named(op.results[i], xray));
      append_all(out, op.results.empty() ? "" : " = ", op.name);
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        append_all(out, i > 0 ? ", " : " ", named(op.operands[i], xray));
      out += '\n';
    }
    rest(xray.operations_left_out);
  }
  if (!xray.findings.empty()) {
    out += '\n';
    line(say("Findings"));
    static constexpr Term grades[] = {term("error"), term("warning"), term("note")};
    for (const XrayFinding& finding : xray.findings) {
      append_all(out, "  ", finding.line, ": ", render(grades[static_cast<std::size_t>(finding.grade)], catalog), ": ");
      if (finding.part >= 0) append_all(out, xray.parts[static_cast<std::size_t>(finding.part)].name, ": ");
      append_all(out, render(finding.what, catalog), '\n');
      if (!finding.fix.empty()) append_all(out, "      = ", render(finding.fix, catalog), '\n');
    }
    rest(xray.findings_left_out);
  }
  if (!xray.unknown.empty()) {
    out += '\n';
    line(say("Not read"));
    for (const XrayUnknown& one : xray.unknown)
      append_all(out, "  ", one.line, ": ", in_one_line(one.text), "\n      ", render(one.why, catalog), '\n');
    rest(xray.unknown_left_out);
  }
  return out;
}

}  // namespace stridescope
