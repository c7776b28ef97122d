// Functions of the language that answer in words, such as tv_coverage and roofline: printed as English text, from which
// rows and lines of programs are read, and in addition as sentences in any language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/value/value.h"

namespace stridescope {

struct Told {
  std::string text;  // what the rows say, in columns
  std::vector<AnalysisRow> rows;
  // The subject of its picture: a comparison, or a thread-value layout over that tile; empty without a picture.
  std::optional<Value> pictured = {};
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;

  static const ObjectKind object_kind;
};

// A sentence a line, each ended by a line break.
Value told(const std::vector<Message>& lines);
Value told(std::string text, std::vector<AnalysisRow> rows);
// One sentence, without a line break.
Told told_sentence(const Message& sentence);
// With the picture of two compared values, and of a layout over a tile of the given number of elements.
Value told_beside(const std::vector<Message>& lines, Value compared);
Value told_over(const std::vector<Message>& lines, Layout tv, std::int64_t rows, std::int64_t cols);
// In columns: name, value and explanation.
Value told(std::vector<AnalysisRow> rows);
// A line each, "name  value: explanation", behind those without a name.
Value told_in_lines(std::vector<AnalysisRow> rows);

}  // namespace stridescope
