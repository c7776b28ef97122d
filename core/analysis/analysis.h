// The analysis of a value as a report: sections of rows for a card or a terminal, and the data behind them. Each of the
// files below answers one question. A section exists only if its question applies to the value; an undecided row gives
// the reason instead of being omitted. Nothing is computed here, and the same facts are available from those files
// without text. The cost is that of those files: strides decide most facts at any size, and at most max_enumerated
// coordinates are enumerated (function.h).
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

// The sections in display order, and their data, if any, which pictures and tests read.
struct Analysis {
  // Each id at most once.
  std::vector<AnalysisSection> sections;
  // Each is empty if its section is missing: a shape has none of them, a value that is not a permutation has no cycles,
  // one that is not affine over F2 has no map. analyze_two sets comparison; analyze_value leaves comparison, global and
  // shared empty.
  std::optional<FunctionAnalysis> function;
  std::optional<Permutation> permutation;
  std::optional<F2Map> f2;
  std::optional<FunctionComparison> comparison;
  std::optional<GlobalMemory> global;
  std::optional<SharedMemory> shared;
};

// Analyzes one value. Layouts, composed layouts and tensors get all sections; a swizzle gets those of the layout Sw o 0
// o 2^k:1 over the bits that it touches; a shape gets its sizes and coordinates. Other values get none. Never fails.
// mode: prints integers of shapes and strides in CuTe's notation (`_4` static, `4` dynamic) or plain. Swizzled layouts
// without a pointer also list the positions of their elements in memory.
Analysis analyze_value(const Value& value, IntegerMode mode);

// Compares two values: are they equal as functions of the 1-D coordinate, and where do they first differ? post: one
// section, "comparison", and its data. Values that are not functions get "not checked", with the reason.
Analysis analyze_two(const Value& a, const Value& b);

}  // namespace stridescope
