// Memory accesses as values of the language: made by coalescing(...) and bank_conflicts(...), printed as a report, and
// drawn one request at a time.
#pragma once

#include "core/analysis/analysis.h"
#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"
#include "core/memory/swizzle_search.h"
#include "core/memory/vectorization.h"
#include "core/value/value.h"

namespace stridescope {

// coalescing(...): the requests of all warps to global memory, and their cost.
struct GlobalAccess {
  WarpAccess access;
  GlobalMemory counts;

  static const ObjectKind object_kind;
};

// bank_conflicts(...): the requests to shared memory, by plain accesses or by ldmatrix and stmatrix.
struct SharedAccess {
  WarpAccess access;
  SharedKind kind;
  SharedMemory counts;

  static const ObjectKind object_kind;
};

// A summary: the cost of an access, the result of a comparison, or the first of several sentences; empty for other
// values.
Message brief_of(const Value& value);
// The printed form of an access or a comparison in the user's language; empty for other values.
std::vector<AnalysisRow> rows_of(const Value& value);
// The printed form of a kernel; empty for other values, and for a probe of an atom, which prints as CuTe prints the
// atom.
std::vector<AnalysisRow> kernel_rows(const Value& value);

// The counts as rows, with a sentence for a count that has a cause: the worst warp and instruction, the obstacle to a
// wider access.
std::vector<AnalysisRow> rows_of(const GlobalMemory& memory, const WarpAccess& access);
std::vector<AnalysisRow> rows_of(const SharedMemory& memory, const WarpAccess& access);
std::vector<AnalysisRow> rows_of(const Vectorization& vectorization);
std::vector<AnalysisRow> rows_of(const SwizzleSearch& search);

// Columns: the names, then value and explanation.
std::string to_text(const std::vector<AnalysisRow>& rows);

// Adds the value's memory behavior as sections: for accesses their counts; for layouts with elements of element_bits
// (0: unknown) the width of a copy, and the counts with mode 0 as threads and the other modes as the values of each
// thread; for a TiledMMA and a TiledCopy the elements of a thread.
void add_memory_sections(Analysis& analysis, const Value& value, int element_bits);

// Adds the counts of an access by (thread, value) -> element to a tile with the layout `tile` in memory; `name` is the
// tile's name.
void add_tile_sections(Analysis& analysis, const AnyLayout& tile, const Layout& tv, int element_bits,
                       const Message& name);

}  // namespace stridescope
