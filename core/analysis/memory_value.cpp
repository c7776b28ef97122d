// The values of coalescing(...) and bank_conflicts(...): their printed reports, and the rows of an analysis on memory
// for a layout, a tiling or an access. global_memory.cpp and shared_memory.cpp compute the counts; this file writes
// them as text.
#include "core/analysis/memory_value.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/compared.h"
#include "core/analysis/told.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/utf.h"

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
  return same_access(x.access, y.access) && x.kind.operation == y.kind.operation &&
         x.kind.matrices == y.kind.matrices && x.kind.lds == y.kind.lds;
}

Message range(std::int64_t low, std::int64_t high) { return low == high ? say("{}", low) : say("{} to {}", low, high); }

// n / d with at most two decimals.
std::string ratio(std::int64_t n, std::int64_t d) { return d == 0 ? "0" : quotient(n, d, 2); }

std::string efficiency_text(const GlobalMemory& m) { return percent_text(m.bytes_used, m.sectors * sector_bytes); }

Message bytes_text(std::int64_t n) { return say("{} {byte|bytes}", n); }

Message per_warp(std::int64_t requests, const WarpAccess& access) {
  return say("{} per warp, {} {warp|warps} of {} {thread|threads}", requests, access.warps(), access.threads);
}

Message swizzle_text(const Swizzle& s) {
  return s.bits == 0 ? say("none") : say("Sw<{},{},{}>", s.bits, s.base, s.shift);
}

Message for_requests(Message headline, std::int64_t requests) {
  return requests == 1 ? std::move(headline) : say("{} for {} {request|requests}", std::move(headline), requests);
}

// Summary of the counts, shown before all numbers.
Message headline(const SharedMemory& m) {
  return for_requests(m.conflict_ways <= 1 ? say("no conflict, {} {wavefront|wavefronts}", m.wavefronts)
                                           : say("{}-way, {} {wavefront|wavefronts}", m.conflict_ways, m.wavefronts),
                      m.requests);
}

Message headline(const GlobalMemory& m) {
  return for_requests(say("{} {sector|sectors}, {} of them used", m.sectors, efficiency_text(m)), m.requests);
}

Message what_a_lane_does(const SharedMemory& m) {
  switch (m.operation) {
    case SharedOperation::load:
      return say("each lane loads {}", bytes_text(m.access_bytes));
    case SharedOperation::store:
      return say("each lane stores {}", bytes_text(m.access_bytes));
    case SharedOperation::ldmatrix:
    case SharedOperation::stmatrix:
      return say("each lane gives the address of a matrix row of {}", bytes_text(m.access_bytes));
  }
  return {};
}

Message width_text(const VectorWidth& width) {
  return width.bits % 8 == 0 ? bytes_text(width.bits / 8) : say("{} {bit|bits}", width.bits);
}

}  // namespace

const ObjectKind GlobalAccess::object_kind = {"global-memory access", print_report<GlobalAccess>, equal_global};
const ObjectKind SharedAccess::object_kind = {"shared-memory access", print_report<SharedAccess>, equal_shared};

Message brief_of(const Value& value) {
  if (const auto* words = value.as<Told>(); words != nullptr && !words->rows.empty()) {
    const AnalysisRow& first = words->rows.front();
    return first.name.empty() ? first.value : say("{}: {}", first.name, first.value);
  }
  if (const auto* compared = value.as<Compared>()) return brief_of(*compared);
  if (const auto* shared = value.as<SharedAccess>()) return headline(shared->counts);
  if (const auto* global = value.as<GlobalAccess>()) return headline(global->counts);
  return {};
}

std::vector<AnalysisRow> rows_of(const Value& value) {
  if (const auto* words = value.as<Told>()) return words->rows;
  if (const auto* compared = value.as<Compared>()) return rows_of(*compared);
  if (const auto* shared = value.as<SharedAccess>()) return rows_of(shared->counts, shared->access);
  if (const auto* global = value.as<GlobalAccess>()) return rows_of(global->counts, global->access);
  return kernel_rows(value);
}

std::vector<AnalysisRow> rows_of(const GlobalMemory& m, const WarpAccess& access) {
  return {
      {{}, headline(m), {}},
      {say("access width"), bytes_text(m.access_bytes), say("of one lane in one instruction")},
      {say("requests"), say("{}", m.requests), per_warp(m.requests_per_warp, access)},
      {say("sectors per request"), Message::verbatim(ratio(m.sectors, m.requests)),
       say("{}, ideal {}", range(m.fewest_sectors, m.most_sectors), ratio(m.ideal_sectors, m.requests))},
      {say("sectors"), say("{}", m.sectors),
       say("of 32 bytes, ideal {}, in {} cache {line|lines}", m.ideal_sectors, m.cache_lines)},
      {say("efficiency"), Message::verbatim(efficiency_text(m)),
       say("{} {byte|bytes} used of {}", m.bytes_used, m.sectors * sector_bytes)},
      {say("different sectors"), say("{}", m.different_sectors),
       m.different_sectors == m.sectors
           ? say("no two requests touch the same sector")
           : say("the other {} are repeated requests for a sector, which the L1 cache may serve",
                 m.sectors - m.different_sectors)},
      {say("worst request"), say("warp {}, access {}", m.worst_warp, m.worst_instruction),
       say("{} {sector|sectors}", m.most_sectors)},
  };
}

std::vector<AnalysisRow> rows_of(const SharedMemory& m, const WarpAccess& access) {
  Message conflict =
      m.conflict_ways <= 1 ? say("each bank serves at most one word per phase")
      : m.requests == 1    ? say("the worst phase needs {} {word|words} of one bank", m.conflict_ways)
                        : say("the worst phase needs {} {word|words} of one bank; {} of {} {request|requests} conflict",
                              m.conflict_ways, m.conflicting_requests, m.requests);
  return {
      {{}, headline(m), std::move(conflict)},
      {say("operation"), Message::verbatim(name_of(m.operation)), what_a_lane_does(m)},
      {say("requests"), say("{}", m.requests), per_warp(m.requests_per_warp, access)},
      {say("wavefronts per request"), Message::verbatim(ratio(m.wavefronts, m.requests)),
       say("{}, ideal {}", range(m.fewest_wavefronts, m.most_wavefronts), ratio(m.ideal_wavefronts, m.requests))},
      {say("wavefronts"), say("{}", m.wavefronts),
       say("ideal {}, excess {}", m.ideal_wavefronts, m.excess_wavefronts())},
      {say("worst request"), say("warp {}, access {}", m.worst_warp, m.worst_instruction),
       say("{} {wavefront|wavefronts}", m.most_wavefronts)},
  };
}

std::vector<AnalysisRow> rows_of(const Vectorization& v) {
  return {{say("source"), width_text(v.source), v.source.limit},
          {say("destination"), width_text(v.destination), v.destination.limit},
          {say("both"), width_text(v.both), v.both.limit}};
}

std::vector<AnalysisRow> rows_of(const SwizzleSearch& s) {
  std::string by_access;
  for (std::size_t i = 0; i < s.best_by_access.size(); ++i) {
    append_all(by_access, i == 0 ? "" : " + ", s.best_by_access[i]);
  }
  std::vector<AnalysisRow> out = {
      {say("best swizzle"), swizzle_text(s.best.swizzle),
       s.best.hardware
           ? say("{} {wavefront|wavefronts} ({}), ideal {}", s.best.wavefronts, by_access, s.ideal_wavefronts)
           : say("{} {wavefront|wavefronts} ({}), ideal {}; not supported by TMA and wgmma", s.best.wavefronts,
                 by_access, s.ideal_wavefronts)},
      {say("no swizzle"), say("{}", s.wavefronts),
       s.best.wavefronts <= s.wavefronts ? say("wavefronts")
       : s.constraint == SwizzleConstraint::tma
           ? say("wavefronts: fewer than with the only swizzle that TMA supports for these rows; TMA also copies "
                 "without a swizzle")
           : say("wavefronts: fewer than with the only swizzle that wgmma supports for these rows")},
  };
  if (s.padding) {
    out.push_back({say("padding"), say("{}", s.padding->elements),
                   say("elements after every {}: {} {wavefront|wavefronts}, at the cost of {} {byte|bytes}",
                       s.padding->row_elements, s.padding->wavefronts, s.padding->bytes_added)});
  }
  out.push_back({say("tried"), say("{}", s.tried), say("swizzles and paddings on {} {request|requests}", s.requests)});
  for (std::size_t i = 1; i < s.candidates.size() && i < 4; ++i) {
    out.push_back({i == 1 ? say("next best") : Message(), swizzle_text(s.candidates[i].swizzle),
                   say("{} {wavefront|wavefronts}", s.candidates[i].wavefronts)});
  }
  return out;
}

std::string to_text(const std::vector<AnalysisRow>& rows) {
  std::size_t names = 0;
  std::size_t values = 0;
  std::string out;
  std::vector<std::array<std::string, 3>> lines;
  for (const AnalysisRow& row : rows) {
    // A first row without a name is a sentence above the columns.
    if (&row == &rows.front() && row.name.empty()) {
      append_all(out, english(row.value), row.explanation.empty() ? "" : ": ", english(row.explanation), "\n");
      continue;
    }
    lines.push_back({english(row.name), english(row.value), english(row.explanation)});
    names = std::max(names, columns_of(lines.back()[0]));
    if (!lines.back()[2].empty()) values = std::max(values, columns_of(lines.back()[1]));
  }
  for (const auto& [name, value, explanation] : lines) {
    append_all(out, left_aligned(name, names + 2), explanation.empty() ? value : left_aligned(value, values + 2),
               explanation);
    out.push_back('\n');
  }
  return out;
}

}  // namespace stridescope
