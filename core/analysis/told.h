// The results of functions that answer in words, such as tv_coverage and roofline. They print as English text, from
// which programs read rows and lines, and also keep their sentences for any language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/value/value.h"

namespace stridescope {

struct Told {
  std::string text;  // the text of the rows, in columns
  std::vector<AnalysisRow> rows;
  // The subject of the picture: a comparison, or a thread-value layout over the tile; empty without a picture.
  std::optional<Value> pictured = {};
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;

  static const ObjectKind object_kind;
};

// One sentence per line, each with a line break at its end.
Value told(const std::vector<Message>& lines);
Value told(std::string text, std::vector<AnalysisRow> rows);
// One sentence, without a line break.
Told sentence_report(const Message& sentence);
// With the picture of two compared values, or of a layout over a tile with the given numbers of rows and columns.
Value report_with_comparison(const std::vector<Message>& lines, Value compared);
Value report_on_tile(const std::vector<Message>& lines, Layout tv, std::int64_t rows, std::int64_t cols);
// In columns: name, value and explanation.
Value told(std::vector<AnalysisRow> rows);
// One line each, "name  value: explanation", after the rows without a name.
Value rows_report(std::vector<AnalysisRow> rows);

}  // namespace stridescope
