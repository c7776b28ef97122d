// A report as text: for a terminal, and as JSON for the page.
#include <algorithm>

#include "core/app/run_report.h"
#include "core/base/json.h"
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
  std::string out = cat("error: ", run.message, '\n');
  if (!run.hint.empty()) append_all(out, " = ", run.hint, '\n');
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

void write(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name);
  json.open_array();
  for (const std::string& text : texts) json.string(text);
  json.close_array();
}

void write(JsonWriter& json, std::string_view name, const std::optional<double>& value) {
  if (!value) return;
  json.key(name);
  json.real(*value);
}

void write_figures(JsonWriter& json, const RunReport& run) {
  json.key("figures");
  json.open_array();
  for (const RunFigure& figure : run.figures) {
    json.open_object();
    json.field("name", figure.name);
    write(json, "value", figure.value);
    json.field("unit", figure.unit);
    json.field("text", figure.text);
    json.close_object();
  }
  json.close_array();
}

void write_counters(JsonWriter& json, const RunReport& run) {
  json.key("counters");
  json.open_array();
  for (const RunCount& c : run.counters) {
    json.open_object();
    json.field("counter", c.counter);
    json.field("meaning", c.meaning);
    write(json, "predicted", c.predicted);
    write(json, "measured", c.measured);
    json.field("agreement", name_of(c.agreement));
    json.field("text", c.text);
    json.close_object();
  }
  json.close_array();
}

}  // namespace

std::string run_report_json(const RunReport& run) {
  static constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("status", statuses[static_cast<std::size_t>(run.status)]);
  json.field("message", run.message);
  json.field("hint", run.hint);
  write(json, "missing", run.missing);
  json.field("origin", run.origin);
  json.field("recorded", run.recorded);
  json.field("verdict", name_of(run.verdict));
  json.field("sentence", run.sentence);
  write(json, "examples", run.examples);
  write_figures(json, run);
  write_counters(json, run);
  write(json, "lines", run.lines);
  write(json, "notes", run.notes);
  json.field("bound", run.limits.bound_line);
  json.field("occupancy", run.limits.occupancy_line);
  json.close_object();
  return out;
}

std::string run_report_text(const RunReport& run) { return printable(text_of(run)); }

}  // namespace stridescope
