// Accesses of memory as values of the language: made by coalescing(...) and bank_conflicts(...), printed as a report,
// and drawn one request at a time.
#pragma once

#include "core/analysis/global_memory.h"
#include "core/analysis/shared_memory.h"
#include "core/analysis/swizzle_search.h"
#include "core/analysis/vectorization.h"
#include "core/value/value.h"

namespace stridescope {

// A line of a report: "sectors per request", "4", "4 to 4, ideal 4".
struct MemoryRow {
  std::string_view name;
  std::string value;
  std::string explanation;  // may be empty
};

struct GlobalAccess {
  WarpAccess access;
  GlobalMemory counts;

  static const ObjectKind object_kind;
};

struct SharedAccess {
  WarpAccess access;
  SharedKind kind;
  SharedMemory counts;

  static const ObjectKind object_kind;
};

std::vector<MemoryRow> rows_of(const GlobalMemory& memory, const WarpAccess& access);
std::vector<MemoryRow> rows_of(const SharedMemory& memory, const WarpAccess& access);
std::vector<MemoryRow> rows_of(const Vectorization& vectorization);
std::vector<MemoryRow> rows_of(const SwizzleSearch& search);

// Names in a column, then value and explanation.
std::string to_text(const std::vector<MemoryRow>& rows);

// "12.5%" of hundredths of a percent.
std::string percent_text(std::int64_t e4);

}  // namespace stridescope
