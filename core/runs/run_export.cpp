// The visible runs as text: for a spreadsheet, a program, or the clipboard.
#include <algorithm>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/runs/run_fields.h"

namespace stridescope {
namespace {

// A field with quotes if necessary, by RFC 4180.
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  out.push_back('"');
  return out;
}

// Cells separated by tabs, without tabs or line ends inside.
std::string tab_field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string heading(const RunColumn& column, const Catalog& catalog) {
  const std::string title = render(column.title, catalog);
  return column.unit.empty() ? title : cat(title, " (", column.unit, ")");
}

// With full precision, not as displayed.
std::string exact(double value) {
  std::string out;
  JsonWriter(out).real(value);
  return out;
}

class Rows {
 public:
  Rows(std::string& out, char between, std::string_view end) : out_(out), between_(between), end_(end) {}
  void field(std::string_view text) {
    if (!first_) out_.push_back(between_);
    first_ = false;
    out_.append(text);
  }
  void end() {
    out_.append(end_);
    first_ = true;
  }

 private:
  std::string& out_;
  char between_;
  std::string_view end_;
  bool first_ = true;
};

}  // namespace

std::string RunTable::print(const RunView& view, RunFormat format, const Catalog& catalog) const {
  const RunTableShown shown = show(view);
  std::string out;
  if (format == RunFormat::json) {
    out = "[";
    for (const RunRow& row : shown.rows) append_all(out, out.size() > 1 ? ",\n " : "", to_json(*find(row.id)));
    out.append("]\n");
    return out;
  }
  if (format == RunFormat::text) {
    Rows rows(out, '\t', "\n");
    for (const RunColumn& column : shown.columns) rows.field(tab_field(heading(column, catalog)));
    rows.end();
    const RunFields fields(runs_);
    for (const RunRow& row : shown.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const RunCell& cell = row.cells[i];
        // The statement, not its change: the copy has no other rows next to it.
        const std::string text = shown.columns[i].word == "kernel"
                                     ? fields.find("kernel")->value(*find(row.id), row.number).text
                                     : render(cell.text, catalog);
        rows.field(tab_field(cell.change.empty() ? text : cat(text, " (", cell.change, ")")));
      }
      rows.end();
    }
    return out;
  }
  // Every column, pinned or not, and the complete program.
  const RunFields fields(runs_);
  Rows rows(out, ',', "\r\n");
  for (const RunField& field : fields.all()) rows.field(csv_field(heading(field.column, catalog)));
  rows.field(csv_field(render(say("program"), catalog)));
  rows.end();
  for (const RunRow& row : shown.rows) {
    const KeptRun& run = *find(row.id);
    for (const RunField& field : fields.all()) {
      const RunFieldValue value = field.value(run, row.number);
      rows.field(csv_field(value.number ? exact(*value.number) : render(field.text(value), catalog)));
    }
    rows.field(csv_field(run.program));
    rows.end();
  }
  return out;
}

}  // namespace stridescope
