// Describes an analysis as a record of the door: the sections that a card shows, and the data behind them.
#include "core/analysis/memory_value.h"
#include "core/records/records.h"

namespace stridescope {

static std::vector<std::int64_t> ends(Interval i) { return {i.begin, i.end}; }

static void members(Archive& a, IntervalSet& r) {
  if (!a.record("IntervalSet", "A set of integers.")) return;
  std::vector<std::vector<std::int64_t>> intervals;
  for (const Interval& i : r.intervals) intervals.push_back(ends(i));
  a.member("elements", r.elements, "The number of elements.");
  a.member("intervalCount", r.interval_count, "The number of intervals.");
  a.member("intervals", intervals, "The first intervals, each as [begin, end), in ascending order.");
}

static void members(Archive& a, Collision& r) {
  if (!a.record("Collision", "Two coordinates with the same offset.")) return;
  a.member("first", r.first, "1-D.");
  a.member("second", r.second, "1-D.");
  a.member("offset", r.offset, "The offset of both coordinates.");
}

static void members(Archive& a, FunctionAnalysis& r) {
  if (!a.record("FunctionAnalysis",
                "A value as a function from coordinates to offsets; missing members are unknown.")) {
    return;
  }
  const bool known = r.is_function;
  std::vector<std::int64_t> codomain = r.codomain ? ends(*r.codomain) : std::vector<std::int64_t>();
  std::optional<bool> compact = r.compact();
  std::optional<bool> bijective = r.permutation();
  a.member("unchecked", r.unchecked, "The reason why members are missing; empty if none is.");
  a.member_if(known, "coordinates", r.has_coordinates,
              "True: offsets are coordinates, numbered in the box that they span.");
  a.member_if(known, "size", r.size, "Number of coordinates.");
  a.member_if(known, "cosize", r.cosize, "cosize as in CuTe.");
  a.member_if(known, "start", r.start, "The offset of the tensor's iterator.");
  a.unless_empty("codomain", codomain, "[begin, end).");
  a.member("image", r.image, "The set of offsets.");
  a.member("gaps", r.gaps, "The codomain without the image.");
  a.member("injective", r.injective, "No two coordinates have the same offset.");
  a.member("surjective", r.surjective, "The offsets are exactly [start, start + cosize).");
  a.member("contiguous", r.contiguous, "The offsets are all integers from the smallest to the largest.");
  a.member("compact", compact, "The offsets are consecutive addresses, each once.");
  a.member("bijective", bijective, "The layout is a permutation of [0, size).");
  a.member("collision", r.collision, "Two coordinates with the same offset, if the function is not injective.");
  a.member("aliased", r.aliased, "The number of offsets with more than one coordinate.");
  a.member("maxHits", r.max_hits, "The largest number of coordinates of one offset.");
  a.member("divisor", r.divisor, "The greatest common divisor of offset - start.");
}

static void members(Archive& a, Permutation::CycleClass& r) {
  if (!a.record("CycleClass", "The cycles of one length.")) return;
  a.member("length", r.length, "Elements of a cycle.");
  a.member("count", r.count, "The number of such cycles.");
}

static void members(Archive& a, Permutation& r) {
  if (!a.record("Permutation", "A layout that permutes [0, size).")) return;
  a.member("size", r.size, "Number of elements.");
  a.member("order", r.order, "The smallest k > 0 with L^k = identity; missing beyond 64 bits.");
  a.member("odd", r.odd, "True: an odd number of transpositions.");
  a.member("fixedPoints", r.fixed_points, "The elements with L(i) = i.");
  a.member("cycleType", r.cycle_type, "Ascending lengths; fixed points have length 1.");
  a.member("allCycles", r.all_cycles, "True: `cycles` contains all of them.");
  a.member("cycles", r.cycles, "The cycles longer than 1, each from its smallest element.");
}

static void members(Archive& a, F2Map& r) {
  if (!a.record("F2Map", "A layout as an affine map over F2.")) return;
  int rank = r.rank();
  std::vector<std::uint64_t> kernel = r.kernel();
  std::vector<std::string> rows;
  for (int row = 0; row < r.outputs; ++row) {
    std::string& bits = rows.emplace_back();
    for (const std::uint64_t column : r.columns) bits.push_back((column >> row & 1) != 0 ? '1' : '0');
  }
  a.member("inputs", r.inputs, "The bits of the coordinate: columns of the matrix.");
  a.member("outputs", r.outputs, "The bits of the offset: rows of the matrix.");
  a.member("rank", rank, "Dimension of the image of the linear part.");
  a.member("constant", r.constant, "L(0).");
  a.member("rows", rows, "Rows of 0 and 1, the column of the lowest bit first.");
  a.member("kernel", kernel, "A basis of the coordinates that do not change the offset.");
}

static void members(Archive& a, FunctionComparison& r) {
  if (!a.record("FunctionComparison", "Two values compared as functions.")) return;
  const bool checked = r.outcome != FunctionComparison::Outcome::not_checked;
  bool equal = r.outcome == FunctionComparison::Outcome::equal;
  std::string first = r.at ? to_text(r.a, IntegerMode::teaching) : std::string();
  std::string second = r.at ? to_text(r.b, IntegerMode::teaching) : std::string();
  a.member_if(!checked, "unchecked", r.why, "The reason why they were not compared.");
  a.member_if(checked, "equal", equal, "Equal at every coordinate.");
  a.member_if(checked, "sizeFirst", r.size_a, "The number of coordinates of the first.");
  a.member_if(checked, "sizeSecond", r.size_b, "The number of coordinates of the second.");
  a.member("at", r.at, "The first common coordinate at which they differ.");
  a.member_if(r.at.has_value(), "first", first, "The value of the first at this coordinate.");
  a.member_if(r.at.has_value(), "second", second, "The value of the second at this coordinate.");
}

static void members(Archive& a, GlobalMemory& r) {
  if (!a.record("GlobalMemory", "The cost of an access to global memory.")) return;
  std::vector<std::int64_t> warps;
  for (const auto& warp : r.warps) warps.push_back(warp.sectors);
  a.member("accessBytes", r.access_bytes, "The bytes of one lane.");
  a.member("requests", r.requests, "The requests of all warps.");
  a.member("requestsPerWarp", r.requests_per_warp, "The instructions of one warp.");
  a.member("sectors", r.sectors, "Sectors of 32 bytes, summed over requests.");
  a.member("idealSectors", r.ideal_sectors, "The sectors that the bytes need at least.");
  a.member("differentSectors", r.different_sectors, "Different sectors over all requests.");
  a.member("cacheLines", r.cache_lines, "Lines of 128 bytes, summed over requests.");
  a.member("bytesUsed", r.bytes_used, "Used bytes, summed over requests.");
  a.member("fewestSectorsPerRequest", r.fewest_sectors, "The minimum of one request.");
  a.member("mostSectorsPerRequest", r.most_sectors, "The maximum of one request.");
  a.member("worstWarp", r.worst_warp, "The warp of the first request with the maximum.");
  a.member("worstAccess", r.worst_instruction, "The access of the first request with the maximum.");
  a.member("sectorsOfWarps", warps, "The sectors of each warp.");
}

static void members(Archive& a, SharedMemory& r) {
  if (!a.record("SharedMemory", "The cost of an access to shared memory.")) return;
  std::string_view operation = name_of(r.operation);
  std::int64_t excess = r.excess_wavefronts();
  a.member("operation", operation, "load, store, ldmatrix, ...");
  a.member("accessBytes", r.access_bytes, "The bytes of one lane.");
  a.member("requests", r.requests, "The requests of all warps.");
  a.member("requestsPerWarp", r.requests_per_warp, "The instructions of one warp.");
  a.member("wavefronts", r.wavefronts, "Summed over requests.");
  a.member("idealWavefronts", r.ideal_wavefronts, "The wavefronts without bank conflicts.");
  a.member("excessWavefronts", excess, "The difference of `wavefronts` and `idealWavefronts`.");
  a.member("conflictWays", r.conflict_ways, "The words per bank in the worst phase.");
  a.member("conflictingRequests", r.conflicting_requests, "The number of requests with a conflict.");
  a.member("fewestWavefrontsPerRequest", r.fewest_wavefronts, "The minimum of one request.");
  a.member("mostWavefrontsPerRequest", r.most_wavefronts, "The maximum of one request.");
  a.member("worstWarp", r.worst_warp, "The warp of the first request with the maximum.");
  a.member("worstAccess", r.worst_instruction, "The access of the first request with the maximum.");
  a.member("wavefrontsOfWarps", r.warp_wavefronts, "The wavefronts of each warp.");
}

void members(Archive& a, AnalysisRow& r) {
  if (!a.record("AnalysisRow", "A fact.")) return;
  a.member("name", r.name, "The name of the fact.");
  a.member("value", r.value, "yes, no, not checked, a number or a set.");
  a.member("explanation", r.explanation, "A sentence, or empty.");
  a.member_if(r.detail, "detail", r.detail, "True: a card shows it to users who want all numbers.");
}

void members(Archive& a, AnalysisSection& r) {
  if (!a.record("AnalysisSection", "Facts of one kind.")) return;
  a.member("id", r.id, "A fixed word, for programs.");
  a.member("title", r.title, "The displayed title.");
  a.member("rows", r.rows, "In display order.");
  a.member("text", r.text, "A table in a fixed-width font, or empty.");
}

void members(Archive& a, Analysis& r) {
  if (!a.record("Analysis", "The analysis of a value.")) return;
  a.member("sections", r.sections, "The sections for a card or a terminal.");
  a.member("function", r.function, "For a value with offsets.");
  a.member("permutation", r.permutation, "For a permutation.");
  a.member("f2", r.f2, "For a layout that is affine over F2.");
  a.member("comparison", r.comparison, "For a comparison of two values.");
  a.member("global", r.global, "For an access to global memory.");
  a.member("shared", r.shared, "For an access to shared memory.");
}

}  // namespace stridescope
