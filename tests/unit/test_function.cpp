// Tests a layout as a function against the set of its offsets, counted one by one.
#include <algorithm>
#include <numeric>
#include <set>

#include "core/facts/function.h"
#include "tests/unit/families.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

Monotone monotone(const Offsets& offsets) {
  bool le = true;
  bool lt = true;
  bool ge = true;
  bool gt = true;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    le &= offsets[i - 1] <= offsets[i];
    lt &= offsets[i - 1] < offsets[i];
    ge &= offsets[i - 1] >= offsets[i];
    gt &= offsets[i - 1] > offsets[i];
  }
  if (le && ge) return Monotone::constant;
  if (lt) return Monotone::strictly_increasing;
  if (gt) return Monotone::strictly_decreasing;
  return le ? Monotone::increasing : ge ? Monotone::decreasing : Monotone::neither;
}

// The elements of a set in order, checking that its intervals are ascending and do not touch.
Offsets elements(const IntervalSet& set, std::string& fault) {
  Offsets out;
  for (std::size_t i = 0; i < set.intervals.size(); ++i) {
    const Interval at = set.intervals[i];
    if (at.begin >= at.end || (i > 0 && set.intervals[i - 1].end >= at.begin)) fault = "intervals";
    for (std::int64_t x = at.begin; x < at.end; ++x) out.push_back(x);
  }
  if (!set.complete() || set.elements != static_cast<std::int64_t>(out.size())) fault = "interval set";
  if (!set.intervals.empty() && !(set.last == set.intervals.back())) fault = "last interval";
  return out;
}

constexpr std::int64_t max_span = 1 << 20;

// The error in an analysis of a function with these offsets; empty without one. All facts must be known.
std::string fault_of(const FunctionAnalysis& a, const Offsets& offsets, std::int64_t cosize, std::int64_t start) {
  if (!a.is_function || !a.unchecked.empty() || a.has_coordinates) return "not analysed";
  if (a.size != static_cast<std::int64_t>(offsets.size()) || a.cosize != cosize || a.start != start) return "size";
  if (offsets.empty()) return "does not have offsets";
  std::int64_t low = offsets[0];
  std::int64_t high = offsets[0];
  for (const std::int64_t offset : offsets) {
    low = std::min(low, offset);
    high = std::max(high, offset);
  }
  if (high - low > max_span) return "too wide to count";
  // For each offset from the lowest one: its number of coordinates, and the first of them.
  Offsets hits(static_cast<std::size_t>(high - low + 1));
  Offsets first(hits.size());
  std::optional<Collision> collision;
  std::int64_t divisor = 0;
  std::int64_t distinct = 0;
  std::int64_t aliased = 0;
  std::int64_t most = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const auto place = static_cast<std::size_t>(offsets[i] - low);
    const std::int64_t times = ++hits[place];
    if (times == 1) first[place] = at;
    if (times == 2 && !collision) collision = Collision{first[place], at, offsets[i]};
    distinct += times == 1;
    aliased += times == 2;
    most = std::max(most, times);
    divisor = std::gcd(divisor, offsets[i] - start);
  }
  const bool inside = low >= start && high < start + cosize;
  std::string fault;
  const auto image = elements(*a.image, fault);
  const auto gaps = elements(*a.gaps, fault);
  if (!fault.empty()) return fault;
  const Interval codomain = inside ? Interval{start, start + cosize} : Interval{low, high + 1};
  if (!(a.codomain == codomain)) return "codomain";
  // Both in order: an offset that is hit is the next of the image, one that is not hit is the next of the gaps, and
  // nothing remains.
  std::size_t in_image = 0;
  std::size_t in_gaps = 0;
  for (std::int64_t x = codomain.begin; x < codomain.end; ++x) {
    const bool hit = x >= low && x <= high && hits[static_cast<std::size_t>(x - low)] > 0;
    const Offsets& set = hit ? image : gaps;
    std::size_t& next = hit ? in_image : in_gaps;
    if (next == set.size() || set[next++] != x) return "image or gaps";
  }
  if (in_image != image.size() || in_gaps != gaps.size()) return "image size";
  if (a.image_size != distinct) return "image_size";
  if (a.injective != (most <= 1)) return "injective";
  if (a.surjective != (inside && distinct == cosize)) return "surjective";
  if (a.contiguous != (high - low + 1 == distinct)) return "contiguous";
  if (a.collision != collision) return "collision";
  if (a.aliased != aliased || a.max_hits != most) return "aliased";
  if (a.monotone != monotone(offsets)) return "monotone";
  if (a.divisor != divisor) return "divisor";
  if (a.compact() != (most <= 1 && high - low + 1 == distinct)) return "compact";
  if (a.permutation() != (most <= 1 && low == 0 && high + 1 == static_cast<std::int64_t>(offsets.size())))
    return "permutation";
  return "";
}

Tensor counting(std::int64_t start, const AnyLayout& layout) {
  return {{Iterator::Kind::counting, dynamic_int(start)}, layout};
}

}  // namespace

TEST_CASE("law: the analysis of a layout as a function") {
  Tally tally;
  const auto judge = [&](const Layout& a) {
    const Function f(a);
    tally.add(fault_of(analyze_function(Value(a)), f.image(), f.cosize(), 0), [&] { return to_text(a); });
  };
  every_static(4, judge);
  every_stride(judge);
  every_nesting(2, judge);
  CHECK_HELD(tally, 60000);
}

TEST_CASE("law: the analysis of negative strides, tensors, swizzles and offsets") {
  Tally tally;
  Random random(11);
  const auto offsets_of_all = [](const AnyLayout& layout, std::int64_t start) {
    Offsets out;
    const std::int64_t count = size_of(domain_layout(layout).shape);
    for (std::int64_t i = 0; i < count; ++i) out.push_back(start + offset_of(layout, IntTuple(dynamic_int(i))));
    return out;
  };
  for (int round = 0; round < 6000; ++round) {
    const int leaves = 1 + static_cast<int>(random.below(3));
    Integers extents;
    Integers strides;
    for (int i = 0; i < leaves; ++i) {
      extents.push_back(1 + random.below(5));
      strides.push_back(random.below(25) - 8);
    }
    const Layout b = make(flat_profile(leaves), extents, strides, all_static(leaves));
    const std::int64_t start = random.below(3) * 7;
    const Offsets plain = offsets_of_all(b, start);
    tally.add(fault_of(analyze_function(Value(counting(start, b))), plain, Function(b).cosize(), start),
              [&] { return cat(start, " + ", to_text(b)); });
    const int bits = 1 + static_cast<int>(random.below(2));
    const Swizzle swizzle{bits, static_cast<int>(random.below(2)), random.chance(50) ? bits : -bits};
    AnyLayout composed = compose(swizzle, static_int(random.below(2) * random.below(9)), b);
    if (random.chance(30)) composed = compose(Swizzle{1, 0, 2}, static_int(random.below(4)), composed);
    if (random.chance(30)) composed = compose(layout("(_2,_3,_2):(_3,_7,_-2)"), static_int(random.below(4)), composed);
    tally.add(fault_of(analyze_function(Value(counting(start, composed))), offsets_of_all(composed, start),
                       Function(b).cosize(), start),
              [&] { return cat(start, " + ", to_text(composed)); });
  }
  // Whole blocks under a swizzle, plain and repeated: the structure decides.
  for (const char* text : {"(_8,_8):(_8,_1)", "(_8,(_2,_8)):(_8,(_0,_1))", "(_4,_4):(_4,_1)", "(_8,_7):(_7,_1)"}) {
    for (const Swizzle& swizzle : {Swizzle{2, 1, 3}, Swizzle{2, 0, -2}, Swizzle{1, 3, 1}}) {
      const AnyLayout composed = compose(swizzle, static_int(0), layout(text));
      tally.add(fault_of(analyze_function(to_value(composed)), offsets_of_all(composed, 0),
                         Function(layout(text)).cosize(), 0),
                [&] { return to_text(composed); });
    }
  }
  CHECK_HELD(tally, 12000);
}

TEST_CASE("offsets that are coordinates") {
  const FunctionAnalysis identity = analyze_function(Value(layout("(4,(2,8)):(1@0,(1@0@1,2@1@1))")));
  CHECK(identity.has_coordinates);
  CHECK(identity.injective == true);
  CHECK(identity.surjective == false);  // only every second of the last component
  CHECK(identity.cosize == 4 * 2 * 15);
  const FunctionAnalysis diagonal = analyze_function(Value(layout("(4,4):(1@0,-1@0)")));
  CHECK(diagonal.injective == false);
  CHECK(diagonal.collision == Collision{0, 5, 0});
  Arith arith;
  const FunctionAnalysis tensor = analyze_function(Value(make_coord_tensor(arith, layout("(4,8):(1@0,1@1)"))));
  CHECK(tensor.permutation() == true);
  CHECK_FALSE(analyze_function(Value(layout("(4,4):(1@0,1)"))).is_function);
  CHECK_FALSE(analyze_function(Value(layout("(4,4):(1@0,1@0@0)"))).is_function);
  CHECK(analyze_function(Value(layout("(4,4):(1@0,0)"))).injective == false);
}

TEST_CASE("layouts of any size are decided by their strides, or not at all") {
  const auto analysis = [](const char* text) { return analyze_function(Value(layout(text))); };
  const auto huge = analysis("(1048576,1048576):(1048576,1)");
  CHECK(huge.unchecked.empty());
  CHECK(huge.permutation() == true);
  CHECK(huge.monotone == Monotone::neither);
  const auto dilated = analysis("1099511627776:3");
  CHECK(dilated.unchecked.empty());
  CHECK(dilated.image->interval_count == std::int64_t{1} << 40);
  CHECK(dilated.image->intervals.size() == max_stored_intervals);
  CHECK(dilated.image->elements == std::int64_t{1} << 40);
  CHECK(dilated.image->last == Interval{3 * ((std::int64_t{1} << 40) - 1), 3 * ((std::int64_t{1} << 40) - 1) + 1});
  CHECK(dilated.gaps->interval_count == (std::int64_t{1} << 40) - 1);
  CHECK(dilated.gaps->elements == 2 * ((std::int64_t{1} << 40) - 1));
  CHECK(dilated.gaps->intervals[1] == Interval{4, 6});
  CHECK(dilated.gaps->last == Interval{3 * ((std::int64_t{1} << 40) - 2) + 1, 3 * ((std::int64_t{1} << 40) - 1)});
  CHECK(dilated.divisor == 3);
  const auto windows = analysis("(524288,3):(1,1)");  // overlapping windows
  CHECK(windows.contiguous == true);
  CHECK(windows.injective == false);
  CHECK(windows.collision == Collision{1, 524288, 1});
  const auto open = analysis("(1048576,1048576):(3,4)");  // may or may not overlap
  CHECK_FALSE(open.unchecked.empty());
  CHECK(english(open.unchecked).find("2^40") != std::string::npos);
  CHECK_FALSE(open.image.has_value());
  CHECK(open.monotone == Monotone::neither);
  const auto repeated = analysis("(1048576,0,4):(1,1,1)");
  CHECK(repeated.size == 0);
  CHECK(repeated.unchecked.empty());
  const auto beyond = analysis("(4611686018427387904,4):(0,0)");
  CHECK_FALSE(beyond.is_function);
  CHECK(beyond.unchecked == "its size does not fit 64 bits");
  CHECK_FALSE(analysis("(-2,-2):(1,2)").is_function);
  const Value swizzled = to_value(compose(Swizzle{3, 4, 3}, static_int(0), layout("(_1048576,_1024):(_1024,_1)")));
  const auto tile = analyze_function(swizzled);
  CHECK(tile.permutation() == true);
  CHECK(tile.monotone == Monotone::neither);
  CHECK_FALSE(analyze_function(Value(static_int(4))).is_function);
}

TEST_CASE("law: large images: the stored intervals are the first of all") {
  Tally tally;
  for (const char* text :
       {"(2,5000):(1,3)", "(2,2,4000):(1,4,6)", "(3,2,9000):(1,5,8)", "(2,70000):(7,20)", "(9000,3):(2,40000)"}) {
    const Layout a = layout(text);
    const FunctionAnalysis analysis = analyze_function(Value(a));
    const Offsets image = Function(a).image();
    const std::set<std::int64_t> all(image.begin(), image.end());
    IntervalSet image_set;
    IntervalSet gap_set;
    for (const std::int64_t x : all) {
      if (image_set.interval_count > 0) gap_set.append({image_set.last.end, x});
      image_set.append({x, x + 1});
    }
    const auto same = [](const IntervalSet& x, const IntervalSet& y) {
      return x.intervals == y.intervals && x.last == y.last && x.interval_count == y.interval_count &&
             x.elements == y.elements;
    };
    const auto enumerated =
        analyze_function(to_value(compose(Swizzle{0, 1, 2}, dynamic_int(0), a)));  // the same, by counting
    const bool right = same(*analysis.image, image_set) && same(*analysis.gaps, gap_set) &&
                       same(*enumerated.image, image_set) && same(*enumerated.gaps, gap_set);
    tally.add(right ? "" : "differs", [&] { return text; });
  }
  CHECK_HELD(tally, 5);
}

TEST_CASE("sets as text") {
  const auto image = [](const char* text) { return to_text(*analyze_function(Value(layout(text))).image); };
  CHECK(image("8:2") == "{0, 2, 4, 6, 8, 10, 12, 14}");
  CHECK(image("8:-1") == "{-7, -6, -5, -4, -3, -2, -1, 0}");
  CHECK(image("8:0") == "{0}");
  CHECK(image("64:1") == "[0,64)");
  CHECK(image("(16,4):(1,32)") == "[0,16) ∪ [32,48) ∪ [64,80) ∪ [96,112)");
  CHECK(image("(16,40):(1,32)") == "[0,16) ∪ [32,48) ∪ [64,80) ∪ ... ∪ [1248,1264)");
  CHECK(image("1099511627776:2") == "{0, 2, 4, ..., 2199023255550}");
  CHECK(image("0:1") == "{}");
}

}  // namespace stridescope::laws
