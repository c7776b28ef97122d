// Accesses of memory as values of the language: made by coalescing(...) and bank_conflicts(...), printed as a report,
// and drawn one request at a time.
#pragma once

#include "core/analysis/analysis.h"
#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"
#include "core/memory/swizzle_search.h"
#include "core/memory/vectorization.h"
#include "core/value/value.h"

namespace stridescope {

// coalescing(...): the requests of all warps to global memory, and what they cost.
struct GlobalAccess {
  WarpAccess access;
  GlobalMemory counts;

  static const ObjectKind object_kind;
};

// bank_conflicts(...): the same in shared memory, by plain accesses or by ldmatrix and stmatrix.
struct SharedAccess {
  WarpAccess access;
  SharedKind kind;
  SharedMemory counts;

  static const ObjectKind object_kind;
};

// What an access costs, how a comparison ends, the first of what is told, in a few words; nothing for other values.
Message brief_of(const Value& value);
// What the printed form of an access or a comparison says, in the reader's words; none of other values.
std::vector<AnalysisRow> rows_of(const Value& value);
// Those of a kernel; none of another value, nor of a probe of an atom, which prints as CuTe prints the atom.
std::vector<AnalysisRow> kernel_rows(const Value& value);

// The figures as rows, with a sentence where a figure has a cause: which warp and instruction is the worst, what stands
// in the way of a wider access.
std::vector<AnalysisRow> rows_of(const GlobalMemory& memory, const WarpAccess& access);
std::vector<AnalysisRow> rows_of(const SharedMemory& memory, const WarpAccess& access);
std::vector<AnalysisRow> rows_of(const Vectorization& vectorization);
std::vector<AnalysisRow> rows_of(const SwizzleSearch& search);

// Names in a column, then value and explanation.
std::string to_text(const std::vector<AnalysisRow>& rows);

// What the value means for memory, as sections: of accesses their counts; of layouts with elements of element_bits (0:
// not known) the width of a copy, and the counts when mode 0 are threads and the other modes the values of each; of a
// TiledMMA and a TiledCopy what a thread holds.
void add_memory_sections(Analysis& analysis, const Value& value, int element_bits);

// The counts when (thread, value) -> element accesses a tile that lies so in memory; `name` is the tile's.
void add_tile_sections(Analysis& analysis, const AnyLayout& tile, const Layout& tv, int element_bits,
                       const Message& name);

// "12.5%" of hundredths of a percent.
std::string percent_text(std::int64_t e4);

}  // namespace stridescope
