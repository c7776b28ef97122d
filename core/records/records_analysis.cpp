// Describes an analysis as a record of the door: the sections that a card shows, and the data behind them.
#include "core/analysis/memory_value.h"
#include "core/records/records.h"

namespace stridescope {

static std::vector<std::int64_t> ends(Interval i) { return {i.begin, i.end}; }

static void members(Archive& a, IntervalSet& r) {
  if (!a.record("IntervalSet", "A set of integers.")) return;
  std::vector<std::vector<std::int64_t>> intervals;
  for (const Interval& i : r.intervals) intervals.push_back(ends(i));
  a.member("elements", r.elements, "How many.");
  a.member("intervalCount", r.interval_count, "In how many intervals.");
  a.member("intervals", intervals, "The first of them, [begin, end) each, ascending.");
}

static void members(Archive& a, Collision& r) {
  if (!a.record("Collision", "Two coordinates with one offset.")) return;
  a.member("first", r.first, "1-D.");
  a.member("second", r.second, "1-D.");
  a.member("offset", r.offset, "Of both.");
}

static void members(Archive& a, FunctionAnalysis& r) {
  if (!a.record("FunctionAnalysis",
                "A value as a function from coordinates to offsets; what is missing is not known.")) {
    return;
  }
  const bool known = r.is_function;
  std::vector<std::int64_t> codomain = r.codomain ? ends(*r.codomain) : std::vector<std::int64_t>();
  std::optional<bool> compact = r.compact();
  std::optional<bool> bijective = r.permutation();
  a.member("unchecked", r.unchecked, "Why something is missing; empty when nothing is.");
  a.member_if(known, "coordinates", r.has_coordinates, "Offsets are coordinates, numbered in the box that they span.");
  a.member_if(known, "size", r.size, "Number of coordinates.");
  a.member_if(known, "cosize", r.cosize, "CuTe's.");
  a.member_if(known, "start", r.start, "Offset of a tensor's iterator.");
  a.unless_empty("codomain", codomain, "[begin, end).");
  a.member("image", r.image, "The offsets.");
  a.member("gaps", r.gaps, "Codomain without image.");
  a.member("injective", r.injective, "No two coordinates have the same offset.");
  a.member("surjective", r.surjective, "Onto [start, start + cosize), and into it.");
  a.member("contiguous", r.contiguous, "Every integer from the smallest to the largest offset is hit.");
  a.member("compact", compact, "Consecutive addresses, each once.");
  a.member("bijective", bijective, "A permutation of [0, size).");
  a.member("collision", r.collision, "Where it is not injective.");
  a.member("aliased", r.aliased, "Offsets hit more than once.");
  a.member("maxHits", r.max_hits, "Coordinates of the offset that has most.");
  a.member("divisor", r.divisor, "The greatest common divisor of offset - start.");
}

static void members(Archive& a, Permutation::CycleClass& r) {
  if (!a.record("CycleClass", "The cycles of one length.")) return;
  a.member("length", r.length, "Elements of a cycle.");
  a.member("count", r.count, "How many cycles.");
}

static void members(Archive& a, Permutation& r) {
  if (!a.record("Permutation", "A layout that permutes [0, size).")) return;
  a.member("size", r.size, "Number of elements.");
  a.member("order", r.order, "Least k > 0 with L^k = identity; missing beyond 64 bits.");
  a.member("odd", r.odd, "An odd number of transpositions.");
  a.member("fixedPoints", r.fixed_points, "L(i) = i.");
  a.member("cycleType", r.cycle_type, "Ascending lengths, fixed points as length 1.");
  a.member("allCycles", r.all_cycles, "`cycles` holds all of them.");
  a.member("cycles", r.cycles, "Of length above 1, each from its smallest element.");
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
  a.member("inputs", r.inputs, "Bits of the coordinate: columns of the matrix.");
  a.member("outputs", r.outputs, "Bits of the offset: rows.");
  a.member("rank", rank, "Dimension of the image of the linear part.");
  a.member("constant", r.constant, "L(0).");
  a.member("rows", rows, "Of 0 and 1, the column of the lowest bit first.");
  a.member("kernel", kernel, "A basis of the coordinates that change nothing.");
}

static void members(Archive& a, FunctionComparison& r) {
  if (!a.record("FunctionComparison", "Two values as functions.")) return;
  const bool checked = r.outcome != FunctionComparison::Outcome::not_checked;
  bool equal = r.outcome == FunctionComparison::Outcome::equal;
  std::string first = r.at ? to_text(r.a, IntegerMode::teaching) : std::string();
  std::string second = r.at ? to_text(r.b, IntegerMode::teaching) : std::string();
  a.member_if(!checked, "unchecked", r.why, "Why they were not compared.");
  a.member_if(checked, "equal", equal, "At every coordinate.");
  a.member_if(checked, "sizeFirst", r.size_a, "Coordinates of the first.");
  a.member_if(checked, "sizeSecond", r.size_b, "Coordinates of the second.");
  a.member("at", r.at, "The first coordinate of both at which they differ.");
  a.member_if(r.at.has_value(), "first", first, "The first's value there.");
  a.member_if(r.at.has_value(), "second", second, "The second's value there.");
}

static void members(Archive& a, GlobalMemory& r) {
  if (!a.record("GlobalMemory", "What an access of global memory costs.")) return;
  std::vector<std::int64_t> warps;
  for (const auto& warp : r.warps) warps.push_back(warp.sectors);
  a.member("accessBytes", r.access_bytes, "Of one lane.");
  a.member("requests", r.requests, "Of all warps.");
  a.member("requestsPerWarp", r.requests_per_warp, "Instructions.");
  a.member("sectors", r.sectors, "Of 32 bytes, summed over requests.");
  a.member("idealSectors", r.ideal_sectors, "That the bytes would need.");
  a.member("differentSectors", r.different_sectors, "Over all requests.");
  a.member("cacheLines", r.cache_lines, "Of 128 bytes, summed over requests.");
  a.member("bytesUsed", r.bytes_used, "Summed over requests.");
  a.member("fewestSectorsPerRequest", r.fewest_sectors, "Of one request.");
  a.member("mostSectorsPerRequest", r.most_sectors, "Of one request.");
  a.member("worstWarp", r.worst_warp, "Of the first request with most sectors.");
  a.member("worstAccess", r.worst_instruction, "Of the first request with most sectors.");
  a.member("sectorsOfWarps", warps, "By warp.");
}

static void members(Archive& a, SharedMemory& r) {
  if (!a.record("SharedMemory", "What an access of shared memory costs.")) return;
  std::string_view operation = name_of(r.operation);
  std::int64_t excess = r.excess_wavefronts();
  a.member("operation", operation, "load, store, ldmatrix, ...");
  a.member("accessBytes", r.access_bytes, "Of one lane.");
  a.member("requests", r.requests, "Of all warps.");
  a.member("requestsPerWarp", r.requests_per_warp, "Instructions.");
  a.member("wavefronts", r.wavefronts, "Summed over requests.");
  a.member("idealWavefronts", r.ideal_wavefronts, "Without a bank with two words.");
  a.member("excessWavefronts", excess, "The difference.");
  a.member("conflictWays", r.conflict_ways, "Of the worst phase.");
  a.member("conflictingRequests", r.conflicting_requests, "How many have a conflict.");
  a.member("fewestWavefrontsPerRequest", r.fewest_wavefronts, "Of one request.");
  a.member("mostWavefrontsPerRequest", r.most_wavefronts, "Of one request.");
  a.member("worstWarp", r.worst_warp, "Of the first request with most wavefronts.");
  a.member("worstAccess", r.worst_instruction, "Of the first request with most wavefronts.");
  a.member("wavefrontsOfWarps", r.warp_wavefronts, "By warp.");
}

void members(Archive& a, AnalysisRow& r) {
  if (!a.record("AnalysisRow", "A fact.")) return;
  a.member("name", r.name, "What it is about.");
  a.member("value", r.value, "yes, no, not checked, a number, a set.");
  a.member("explanation", r.explanation, "A sentence, or empty.");
}

void members(Archive& a, AnalysisSection& r) {
  if (!a.record("AnalysisSection", "Facts of one kind.")) return;
  a.member("id", r.id, "Stable, for programs.");
  a.member("title", r.title, "Above it.");
  a.member("rows", r.rows, "In their order.");
  a.member("text", r.text, "A table in a fixed-width font, or empty.");
}

void members(Archive& a, Analysis& r) {
  if (!a.record("Analysis", "What a value is as a function.")) return;
  a.member("sections", r.sections, "For a card or a terminal.");
  a.member("function", r.function, "Of what has offsets.");
  a.member("permutation", r.permutation, "Where it is one.");
  a.member("f2", r.f2, "Where it is affine over F2.");
  a.member("comparison", r.comparison, "Of two values.");
  a.member("global", r.global, "Of an access of global memory.");
  a.member("shared", r.shared, "Of an access of shared memory.");
}

}  // namespace stridescope
