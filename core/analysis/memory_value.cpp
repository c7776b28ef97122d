// The values of coalescing(...) and bank_conflicts(...): their printed reports, and the rows of an analysis that say
// what a layout, a tiling or an access means for memory. Counts are those of global_memory.cpp and shared_memory.cpp;
// here they only get words.
#include "core/analysis/memory_value.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope {
namespace {

template <class T>
void print_report(std::string& out, const void* object, IntegerMode) {
  const T& value = *static_cast<const T*>(object);
  out += to_text(rows_of(value.counts, value.access));
}

bool same_access(const WarpAccess& a, const WarpAccess& b) {
  return a.element_bits == b.element_bits && a.access_bytes == b.access_bytes && a.threads == b.threads &&
         a.address == b.address && a.active == b.active;
}

bool equal_global(const void* a, const void* b) {
  return same_access(static_cast<const GlobalAccess*>(a)->access, static_cast<const GlobalAccess*>(b)->access);
}

bool equal_shared(const void* a, const void* b) {
  const auto& x = *static_cast<const SharedAccess*>(a);
  const auto& y = *static_cast<const SharedAccess*>(b);
  return same_access(x.access, y.access) && x.kind.operation == y.kind.operation && x.kind.matrices == y.kind.matrices;
}

std::string range(std::int64_t low, std::int64_t high) { return low == high ? cat(low) : cat(low, " to ", high); }

// n / d with at most two decimals.
std::string ratio(std::int64_t n, std::int64_t d) {
  if (d == 0) return "0";
  if (n % d == 0) return cat(n / d);
  const std::int64_t rest = n % d * 100 / d;
  return cat(n / d, '.', rest / 10, rest % 10);
}

std::string bytes_text(std::int64_t n) { return cat(n, n == 1 ? " byte" : " bytes"); }

std::string per_warp(std::int64_t requests, const WarpAccess& access) {
  return cat(requests, " per warp, ", access.warps(), access.warps() == 1 ? " warp of " : " warps of ", access.threads,
             access.threads == 1 ? " thread" : " threads");
}

std::string swizzle_text(const Swizzle& s) {
  return s.bits == 0 ? std::string("none") : cat("Sw<", s.bits, ',', s.base, ',', s.shift, '>');
}

std::string width_text(const VectorWidth& width) {
  return width.bits % 8 == 0 ? bytes_text(width.bits / 8) : cat(width.bits, " bits");
}

}  // namespace

const ObjectKind GlobalAccess::object_kind = {"global-memory access", print_report<GlobalAccess>, equal_global};
const ObjectKind SharedAccess::object_kind = {"shared-memory access", print_report<SharedAccess>, equal_shared};

std::string percent_text(std::int64_t e4) {
  return e4 % 100 == 0 ? cat(e4 / 100, '%') : cat(e4 / 100, '.', e4 % 100 / 10, '%');
}

std::vector<AnalysisRow> rows_of(const GlobalMemory& m, const WarpAccess& access) {
  return {
      {"access width", bytes_text(m.access_bytes), "of one lane in one instruction"},
      {"requests", cat(m.requests), per_warp(m.requests_per_warp, access)},
      {"sectors per request", ratio(m.sectors, m.requests),
       cat(range(m.fewest_sectors, m.most_sectors), ", ideal ", ratio(m.ideal_sectors, m.requests))},
      {"sectors", cat(m.sectors), cat("of 32 bytes, ideal ", m.ideal_sectors, ", in ", m.cache_lines, " cache lines")},
      {"efficiency", percent_text(m.efficiency_e4()), cat(m.bytes_used, " bytes used of ", m.sectors * sector_bytes)},
      {"different sectors", cat(m.different_sectors),
       m.different_sectors == m.sectors
           ? std::string("no sector is touched by two requests")
           : cat("the other ", m.sectors - m.different_sectors, " are touched again: by the L1 cache, or once more")},
      {"worst request", cat("warp ", m.worst_warp, ", access ", m.worst_instruction), cat(m.most_sectors, " sectors")},
  };
}

std::vector<AnalysisRow> rows_of(const SharedMemory& m, const WarpAccess& access) {
  std::string conflict = m.conflict_ways <= 1 ? std::string("no bank has two words to serve in one phase")
                                              : cat("the worst phase has ", m.conflict_ways, " words in one bank; ",
                                                    m.conflicting_requests, " of ", m.requests, " requests conflict");
  return {
      {"operation", std::string(name_of(m.operation)), cat(bytes_text(m.access_bytes), " of one lane")},
      {"requests", cat(m.requests), per_warp(m.requests_per_warp, access)},
      {"wavefronts per request", ratio(m.wavefronts, m.requests),
       cat(range(m.fewest_wavefronts, m.most_wavefronts), ", ideal ", ratio(m.ideal_wavefronts, m.requests))},
      {"wavefronts", cat(m.wavefronts), cat("ideal ", m.ideal_wavefronts, ", excess ", m.excess_wavefronts())},
      {"conflict", m.conflict_ways <= 1 ? std::string("none") : cat(m.conflict_ways, "-way"), std::move(conflict)},
      {"worst request", cat("warp ", m.worst_warp, ", access ", m.worst_instruction),
       cat(m.most_wavefronts, m.most_wavefronts == 1 ? " wavefront" : " wavefronts")},
  };
}

std::vector<AnalysisRow> rows_of(const Vectorization& v) {
  return {{"source", width_text(v.source), v.source.limit},
          {"destination", width_text(v.destination), v.destination.limit},
          {"both", width_text(v.both), v.both.limit}};
}

std::vector<AnalysisRow> rows_of(const SwizzleSearch& s) {
  std::string by_access;
  for (std::size_t i = 0; i < s.best_by_access.size(); ++i) {
    append_all(by_access, i == 0 ? "" : " + ", s.best_by_access[i]);
  }
  std::vector<AnalysisRow> out = {
      {"best swizzle", swizzle_text(s.best.swizzle),
       cat(s.best.wavefronts, " wavefronts (", by_access, "), ideal ", s.ideal_wavefronts,
           s.best.hardware ? "" : "; TMA and wgmma do not know it")},
      {"no swizzle", cat(s.wavefronts), "wavefronts"},
  };
  if (s.padding) {
    out.push_back({"padding", cat(s.padding->elements),
                   cat("elements after every ", s.padding->row_elements, ": ", s.padding->wavefronts,
                       " wavefronts for ", s.padding->bytes_added, " more bytes")});
  }
  out.push_back({"tried", cat(s.tried), cat("swizzles and paddings on ", s.requests, " requests")});
  for (std::size_t i = 1; i < s.candidates.size() && i < 4; ++i) {
    out.push_back({i == 1 ? "next best" : "", swizzle_text(s.candidates[i].swizzle),
                   cat(s.candidates[i].wavefronts, " wavefronts")});
  }
  return out;
}

std::string to_text(const std::vector<AnalysisRow>& rows) {
  std::size_t names = 0;
  std::size_t values = 0;
  for (const AnalysisRow& row : rows) {
    names = std::max(names, row.name.size());
    if (!row.explanation.empty()) values = std::max(values, row.value.size());
  }
  std::string out;
  for (const AnalysisRow& row : rows) {
    append_all(out, row.name, std::string(names + 2 - row.name.size(), ' '), row.value);
    if (!row.explanation.empty()) {
      append_all(out, std::string(values + 2 - std::min(values, row.value.size()), ' '), row.explanation);
    }
    out.push_back('\n');
  }
  return out;
}

}  // namespace stridescope
