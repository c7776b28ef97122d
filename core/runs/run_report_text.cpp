// A report as text for a terminal.
#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/runs/run_report.h"

namespace stridescope {
namespace {

// With all of its digits, up to two decimals.
std::string count_text(const std::optional<double>& count) {
  if (!count) return "-";
  const std::string whole = fixed(*count, 0);
  std::string text = fixed(*count, 2);
  return text == whole + ".00" ? whole : text;
}

void counters_text(std::string& out, const RunReport& run, const Catalog& catalog) {
  if (run.counters.empty()) return;
  const bool measured =
      std::any_of(run.counters.begin(), run.counters.end(), [](const RunCount& c) { return c.measured.has_value(); });
  const auto row = [&](std::string_view name, std::string_view predicted, std::string_view read,
                       std::string_view difference) {
    std::string line = left_aligned(cat(name, " "), 58) + left_aligned(std::string(predicted), 14);
    if (measured) append_all(line, left_aligned(std::string(read), 14), difference);
    line.erase(line.find_last_not_of(' ') + 1);
    append_all(out, line, '\n');
  };
  const auto head = [&](Term word) { return render(word, catalog); };
  row(head(term("counter")), head(term("predicted")), head(term("measured")), head(term("difference")));
  for (const RunCount& c : run.counters)
    row(c.counter, count_text(c.predicted), count_text(c.measured), render(c.text, catalog));
}

std::string error_text(const RunReport& run, const Catalog& catalog) {
  std::string out = cat(render(say("error: {}", run.message), catalog), '\n');
  if (!run.hint.empty()) append_all(out, " = ", render(run.hint, catalog), '\n');
  for (const Message& reason : run.missing) append_all(out, " - ", render(reason, catalog), '\n');
  return out;
}

std::string text_of(const RunReport& run, const Catalog& catalog) {
  if (run.status == RunReport::Status::cancelled) return cat(render(say("cancelled"), catalog), '\n');
  if (run.status == RunReport::Status::error) return error_text(run, catalog);
  std::string out;
  const auto line = [&](const Message& what, std::string_view indent = {}) {
    if (!what.empty()) append_all(out, indent, render(what, catalog), '\n');
  };
  line(run.origin);
  for (const Message& reason : run.missing) line(say("no GPU: {}", reason));
  line(run.sentence);
  for (const Message& example : run.examples) line(example, "  ");
  const auto row = [&](const Message& name, const Message& text) {
    if (!text.empty()) append_all(out, left_aligned(cat(render(name, catalog), " "), 30), render(text, catalog), '\n');
  };
  for (const RunFigure& figure : run.figures) row(figure.name, figure.text);
  row(say("the bottleneck"), run.limits.bound_line);
  row(say("occupancy, predicted"), run.limits.occupancy_line);
  counters_text(out, run, catalog);
  for (const auto* lines : {&run.lines, &run.notes}) {
    for (const Message& one : *lines) line(one);
  }
  return out;
}

}  // namespace

std::string run_report_text(const RunReport& run, const Catalog& catalog) { return printable(text_of(run, catalog)); }

}  // namespace stridescope
