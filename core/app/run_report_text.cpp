// A report as text for a terminal.
#include <algorithm>

#include "core/app/run_report.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// As many digits as it has, to two behind the point.
std::string count_text(const std::optional<double>& count) {
  if (!count) return "-";
  const std::string whole = fixed(*count, 0);
  std::string text = fixed(*count, 2);
  return text == whole + ".00" ? whole : text;
}

void counters_text(std::string& out, const RunReport& run) {
  if (run.counters.empty()) return;
  const bool measured =
      std::any_of(run.counters.begin(), run.counters.end(), [](const RunCount& c) { return c.measured.has_value(); });
  const auto row = [&](std::string_view name, std::string_view predicted, std::string_view read,
                       std::string_view difference) {
    std::string line = padded(cat(name, " "), 58) + padded(std::string(predicted), 14);
    if (measured) append_all(line, padded(std::string(read), 14), difference);
    line.erase(line.find_last_not_of(' ') + 1);
    append_all(out, line, '\n');
  };
  row("counter", "predicted", "measured", "difference");
  for (const RunCount& c : run.counters) row(c.counter, count_text(c.predicted), count_text(c.measured), c.text);
}

std::string error_text(const RunReport& run) {
  std::string out = cat("error: ", english(run.message), '\n');
  if (!run.hint.empty()) append_all(out, " = ", english(run.hint), '\n');
  for (const std::string& reason : run.missing) append_all(out, " - ", reason, '\n');
  return out;
}

std::string text_of(const RunReport& run) {
  if (run.status == RunReport::Status::cancelled) return "cancelled\n";
  if (run.status == RunReport::Status::error) return error_text(run);
  std::string out;
  if (!run.origin.empty()) append_all(out, run.origin, '\n');
  for (const std::string& reason : run.missing) append_all(out, "no GPU: ", reason, '\n');
  if (!run.sentence.empty()) append_all(out, run.sentence, '\n');
  for (const std::string& example : run.examples) append_all(out, "  ", example, '\n');
  const auto row = [&](std::string_view name, std::string_view text) {
    if (!text.empty()) append_all(out, padded(cat(name, " "), 30), text, '\n');
  };
  for (const RunFigure& figure : run.figures) row(figure.name, figure.text);
  row("what binds", run.limits.bound_line);
  row("occupancy, predicted", run.limits.occupancy_line);
  counters_text(out, run);
  for (const auto* lines : {&run.lines, &run.notes}) {
    for (const std::string& line : *lines) append_all(out, line, '\n');
  }
  return out;
}

// --- JSON ---

}  // namespace

std::string run_report_text(const RunReport& run) { return printable(text_of(run)); }

}  // namespace stridescope
