// The analysis of a value as a report: sections of rows for a card or a terminal, and the data behind them.
// The data comes from the files below it, a question a file; a section is there only where the question makes sense of
// the value, and a row that could not be decided says so instead of being left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/equality.h"
#include "core/analysis/f2.h"
#include "core/analysis/function.h"
#include "core/analysis/global_memory.h"
#include "core/analysis/permutation.h"
#include "core/analysis/shared_memory.h"
#include "core/value/print.h"

namespace stridescope {

// One line of a card.
struct AnalysisRow {
  Message name;         // "injective"
  Message value;        // "yes", "no", "not checked", a number, a set
  Message explanation;  // a sentence without a full stop; may be empty
};

// Rows on one question. The id never changes: page and window find a section by it.
struct AnalysisSection {
  std::string_view id;  // layout, function, structure, permutation, f2, coordinates; comparison; vectorization,
                        // global, shared, tiling, tv
  Message title;
  std::vector<AnalysisRow> rows;
  std::string text;  // a table in a fixed-width font with its line breaks, or empty
};

// The sections in the order to show them, and the data that they were made of, where there is any: pictures and tests
// read that.
struct Analysis {
  std::vector<AnalysisSection> sections;
  std::optional<FunctionAnalysis> function;
  std::optional<Permutation> permutation;
  std::optional<F2Map> f2;
  std::optional<FunctionComparison> comparison;
  std::optional<GlobalMemory> global;
  std::optional<SharedMemory> shared;
};

// For layouts, composed layouts, tensors and swizzles; for shapes: their sizes and coordinates. No sections for other
// values. mode: how integers of shapes and strides print.
Analysis analyze_value(const Value& value, IntegerMode mode);

// Two of them beside each other: are they equal as functions, and where do they first differ?
Analysis analyze_two(const Value& a, const Value& b);

}  // namespace stridescope
