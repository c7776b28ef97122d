// Makes text values that keep their sentences.
#include "core/analysis/told.h"

#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

void print_sentences(std::string& out, const void* object, IntegerMode) {
  out += static_cast<const Told*>(object)->text;
}

bool equal_reports(const void* a, const void* b) {
  return static_cast<const Told*>(a)->text == static_cast<const Told*>(b)->text;
}

}  // namespace

const ObjectKind Told::object_kind = {"text", print_sentences, equal_reports};

namespace {

Told lines_report(const std::vector<Message>& lines) {
  Told out;
  for (const Message& line : lines) {
    append_all(out.text, english(line), '\n');
    out.rows.push_back({{}, line, {}});
  }
  return out;
}

}  // namespace

Value told(const std::vector<Message>& lines) { return Object::make(lines_report(lines)); }

Value report_with_comparison(const std::vector<Message>& lines, Value compared) {
  Told out = lines_report(lines);
  out.pictured = std::move(compared);
  return Object::make(std::move(out));
}

Value report_on_tile(const std::vector<Message>& lines, Layout tv, std::int64_t rows, std::int64_t cols) {
  Told out = lines_report(lines);
  out.pictured = Value(std::move(tv));
  out.tile_rows = rows;
  out.tile_cols = cols;
  return Object::make(std::move(out));
}

Value told(std::vector<AnalysisRow> rows) {
  std::string text = to_text(rows);
  return told(std::move(text), std::move(rows));
}

Told sentence_report(const Message& sentence) { return {english(sentence), {{{}, sentence, {}}}}; }

Value rows_report(std::vector<AnalysisRow> rows) {
  std::size_t names = 0;
  for (const AnalysisRow& row : rows) names = std::max(names, columns_of(english(row.name)));
  std::string text;
  for (const AnalysisRow& row : rows) {
    const std::string name = english(row.name);
    if (!name.empty()) text += left_aligned(name, names + 2);
    append_all(text, english(row.value), row.explanation.empty() ? "" : ": ", english(row.explanation), '\n');
  }
  return told(std::move(text), std::move(rows));
}

Value told(std::string text, std::vector<AnalysisRow> rows) {
  return Object::make(Told{std::move(text), std::move(rows)});
}

}  // namespace stridescope
