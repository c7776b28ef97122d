// The analysis of a value as a report: sections of rows for a card or a terminal, and the data behind them. The data
// comes from the files below it, a question per file; a section exists only if the question applies to the value, and
// an undecided row says so instead of being omitted. Nothing is computed here: the same facts are available from those
// files without text. Cost is theirs: strides decide most facts at any size, and at most max_enumerated coordinates are
// looked at (function.h).
#pragma once

#include <optional>
#include <vector>

#include "core/facts/equality.h"
#include "core/facts/f2.h"
#include "core/facts/function.h"
#include "core/facts/permutation.h"
#include "core/facts/rows.h"
#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"
#include "core/value/print.h"

namespace stridescope {

// The sections in display order, and the data behind them, if any: pictures and tests read that.
struct Analysis {
  // Each id at most once.
  std::vector<AnalysisSection> sections;
  // Empty if the section is missing: a shape has none, a value that is not a permutation has no cycles, one that is not
  // affine over F2 has no map. comparison is set by analyze_two; analyze_value leaves it, global and shared empty.
  std::optional<FunctionAnalysis> function;
  std::optional<Permutation> permutation;
  std::optional<F2Map> f2;
  std::optional<FunctionComparison> comparison;
  std::optional<GlobalMemory> global;
  std::optional<SharedMemory> shared;
};

// One value. Layouts, composed layouts and tensors get all sections, a swizzle those of the layout Sw o 0 o 2^k:1 over
// the bits that it touches, a shape its sizes and coordinates. Other values have none; nothing fails. mode: how
// integers of shapes and strides print, in CuTe's notation (`_4` static, `4` dynamic) or plain. Swizzled layouts
// without a pointer also list the positions of their elements in memory.
Analysis analyze_value(const Value& value, IntegerMode mode);

// Compares two values: are they equal as functions of the 1-D coordinate, and where do they first differ? post: one
// section, "comparison", and its data. Values that are not functions are "not checked", with the reason.
Analysis analyze_two(const Value& a, const Value& b);

}  // namespace stridescope
