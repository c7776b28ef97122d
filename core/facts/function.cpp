// A layout as a function, in two passes over one record. The first pass sets the facts that strides prove at any size:
// sorted by |stride|, the modes fill an interval or repeat one. The second pass derives the unknown facts from the
// offsets; it never overwrites a fact of the first.
#include "core/facts/function.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/algebra/algebra.h"
#include "core/base/strides.h"
#include "core/base/text.h"
#include "core/facts/enumeration.h"
#include "core/facts/equality.h"

namespace stridescope {
namespace {

// The modes of a plain layout, sorted by |stride|, without those of stride 0.
struct SortedModes {
  FlatModes modes;
  std::int64_t copies = 1;  // product of the extents with stride 0: the number of repetitions
  std::int64_t count = 1;   // product of the other extents
  std::int64_t low = 0;     // smallest offset
  std::int64_t span = 1;    // largest - smallest offset + 1
  std::int64_t divisor = 0;
  std::int64_t first_repeat = 0;  // 1-D coordinate of the first step in a mode of stride 0
};

SortedModes sorted_modes(const FlatModes& flat) {
  SortedModes out;
  std::int64_t step = 1;
  for (const FlatMode& mode : flat) {
    if (mode.stride == 0) {
      out.copies *= mode.extent;
      if (out.first_repeat == 0) out.first_repeat = step;
    } else {
      const std::int64_t stride = magnitude(mode.stride);
      out.count *= mode.extent;
      out.span += (mode.extent - 1) * stride;
      if (mode.stride < 0) out.low -= (mode.extent - 1) * stride;
      out.divisor = std::gcd(out.divisor, stride);
      out.modes.push_back({mode.extent, stride});
      // Insertion sort, since layouts have few modes.
      for (std::uint32_t j = out.modes.size() - 1; j > 0 && out.modes[j].stride < out.modes[j - 1].stride; --j) {
        std::swap(out.modes[j], out.modes[j - 1]);
      }
    }
    step *= mode.extent;
  }
  return out;
}

// If the 1-D coordinate carries into mode k, the offset changes by the stride of mode k minus the sum of
// (extent-1)*stride over all previous modes. These are all possible steps.
Monotone monotone_of_modes(const FlatModes& flat) {
  bool up = false;
  bool down = false;
  bool level = false;
  std::int64_t run = 0;
  for (const FlatMode& mode : flat) {
    const std::int64_t step = mode.stride - run;
    up |= step > 0;
    down |= step < 0;
    level |= step == 0;
    run += (mode.extent - 1) * mode.stride;
  }
  if (up && down) return Monotone::neither;
  if (up) return level ? Monotone::increasing : Monotone::strictly_increasing;
  if (down) return level ? Monotone::decreasing : Monotone::strictly_decreasing;
  return Monotone::constant;
}

struct PlainImage {
  bool known = false;      // the members below are set
  bool separated = false;  // coordinates share an offset only by modes of stride 0
  IntervalSet set;         // shifted so that it begins at 0
  IntervalSet gaps;        // within [0, span)
};

// The image of the sorted modes. Modes fill one interval as long as each stride is at most the length of the filled
// interval. If every later stride is at least the span of the modes before it, the image consists of repetitions of
// that interval.
PlainImage plain_image(const SortedModes& sorted) {
  PlainImage out;
  out.separated = true;
  std::uint32_t k = 0;
  std::int64_t block = 1;
  for (; k < sorted.modes.size() && sorted.modes[k].stride <= block; ++k) {
    out.separated &= sorted.modes[k].stride == block;
    block += (sorted.modes[k].extent - 1) * sorted.modes[k].stride;
  }
  std::int64_t span = block;
  std::int64_t blocks = 1;
  for (std::uint32_t j = k; j < sorted.modes.size(); ++j) {
    if (sorted.modes[j].stride < span) return out;
    span += (sorted.modes[j].extent - 1) * sorted.modes[j].stride;
    blocks *= sorted.modes[j].extent;
  }
  out.known = true;
  // Blocks touch if the stride of a mode equals the span of the modes before it.
  std::int64_t intervals = blocks;
  std::int64_t outer = blocks;
  span = block;
  for (std::uint32_t j = k; j < sorted.modes.size(); ++j) {
    const FlatMode& mode = sorted.modes[j];
    outer /= mode.extent;
    if (mode.stride == span) intervals -= (mode.extent - 1) * outer;
    span += (mode.extent - 1) * mode.stride;
  }
  // One more than can be stored: it may touch the last stored one.
  const std::int64_t wanted = std::min(blocks, 2 * max_stored_intervals + 2);
  for (std::int64_t b = 0; b < wanted && out.set.interval_count <= max_stored_intervals; ++b) {
    std::int64_t rest = b;
    std::int64_t at = 0;
    for (std::uint32_t j = k; j < sorted.modes.size() && rest > 0; ++j) {
      at += rest % sorted.modes[j].extent * sorted.modes[j].stride;
      rest /= sorted.modes[j].extent;
    }
    if (b > 0) out.gaps.append({out.set.last.end, at});
    out.set.append({at, at + block});
  }
  // The image is symmetric, so its last interval follows from its first.
  out.set.interval_count = intervals;
  out.set.elements = blocks * block;
  out.set.last = {span - out.set.intervals.front().end, span};
  out.gaps.interval_count = intervals - 1;
  out.gaps.elements = span - out.set.elements;
  if (intervals > 1) {
    const Interval gap = out.gaps.intervals.front();
    out.gaps.last = {span - gap.end, span - gap.begin};
  }
  return out;
}

IntervalSet shifted(IntervalSet set, std::int64_t by) {
  const auto shift = [&](Interval& i) { i = {i.begin + by, i.end + by}; };
  for (Interval& i : set.intervals) shift(i);
  if (set.interval_count > 0) shift(set.last);
  return set;
}

// True if swizzles keep [0, span). They permute the integers within each aligned block of the bits that they touch, so
// they keep [0, span) if it consists of whole blocks. Requires zero offsets between the swizzles.
bool keeps_interval(const OffsetFunction& f, std::int64_t low, std::int64_t span) {
  if (low != 0) return false;
  for (const auto& stage : f.stages) {
    const auto* swizzle = std::get_if<Swizzle>(&stage.function);
    if (swizzle == nullptr || to_integer(stage.offset).value != 0) return false;
    const auto bits = static_cast<std::uint64_t>(std::max(swizzle->yyy(), swizzle->zzz()));
    if (span % static_cast<std::int64_t>(std::bit_ceil(bits + 1)) != 0) return false;
  }
  return true;
}

void set_codomain(FunctionAnalysis& out, Interval hull) {
  const Interval whole = {out.start, out.start + out.cosize};
  const bool inside = hull.begin >= whole.begin && hull.end <= whole.end;
  out.codomain = inside ? whole : hull;
  if (!inside) out.surjective = false;
}

void set_image(FunctionAnalysis& out, IntervalSet image) {
  out.image_size = image.elements;
  out.contiguous = image.interval_count == 1;
  set_codomain(out, {image.intervals.front().begin, image.last.end});
  out.surjective = *out.codomain == Interval{out.start, out.start + out.cosize} && image.elements == out.cosize;
  out.image = std::move(image);
}

// Sets the facts that strides prove, at any size.
void by_structure(FunctionAnalysis& out, const OffsetFunction& f) {
  const FlatModes flat = flat_modes(f.layout);
  const SortedModes sorted = sorted_modes(flat);
  PlainImage plain = plain_image(sorted);
  // Swizzles are bijections: they keep the number of coordinates per offset.
  for (const auto& stage : f.stages) {
    if (std::holds_alternative<Layout>(stage.function)) return;
  }
  if (plain.known && plain.separated) {
    out.injective = sorted.copies == 1;
    out.image_size = sorted.count;
    out.max_hits = sorted.copies;
    out.aliased = sorted.copies == 1 ? 0 : sorted.count;
    if (sorted.copies > 1) {
      std::int64_t offset = 0;
      f.finish(&offset, 1);
      out.collision = {0, sorted.first_repeat, offset};
    }
  } else if (sorted.copies > 1 || sorted.count > sorted.span) {
    out.injective = false;
  }
  if (f.stages.empty()) {
    out.monotone = monotone_of_modes(flat);
    out.divisor = sorted.divisor;
    set_codomain(out, {f.start + sorted.low, f.start + sorted.low + sorted.span});
    if (!plain.known) return;
    set_image(out, shifted(std::move(plain.set), f.start + sorted.low));
    out.gaps = shifted(std::move(plain.gaps), f.start + sorted.low);
  } else if (plain.known && plain.set.interval_count == 1 && keeps_interval(f, sorted.low, sorted.span)) {
    set_image(out, shifted(std::move(plain.set), f.start));
    out.gaps = shifted(std::move(plain.gaps), f.start);
    out.divisor = sorted.count > 1 ? 1 : 0;
  }
}

bool all_known(const FunctionAnalysis& a) {
  return a.image && a.gaps && a.injective && a.aliased && a.monotone && a.divisor && (*a.injective || a.collision);
}

// True if the offset rises at one carry of the 1-D coordinate into the next mode and falls at another, which is likely
// for a swizzled layout.
bool goes_both_ways(const OffsetFunction& f) {
  bool up = false;
  bool down = false;
  std::int64_t run = 0;
  for (const FlatMode& mode : flat_modes(f.layout)) {
    std::int64_t carry[] = {run, mode.stride};
    f.finish(carry, 2);
    up |= carry[1] > carry[0];
    down |= carry[1] < carry[0];
    run += (mode.extent - 1) * mode.stride;
  }
  return up && down;
}

// Sets facts from the first offsets. A part of the domain decides little, but it can show collisions.
void by_enumeration(FunctionAnalysis& out, const OffsetFunction& f, std::int64_t cap) {
  const bool want_hits = !out.injective || (!*out.injective && (!out.collision || !out.aliased));
  const bool all = out.size <= cap;
  if (!all && !out.monotone && goes_both_ways(f)) out.monotone = Monotone::neither;
  if (!want_hits && !all) return;
  const std::int64_t count = std::min(out.size, cap);
  if (count <= 0) return;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(count));
  f.fill(offsets.data(), count);
  if (!out.monotone) {
    const Monotone steps = monotone_of(offsets);
    if (all || steps == Monotone::neither) out.monotone = steps;
  }
  if (all && !out.divisor) {
    std::int64_t divisor = 0;
    for (const std::int64_t x : offsets) divisor = std::gcd(divisor, x - f.start);
    out.divisor = divisor;
  }
  Hits hits = count_hits(offsets, want_hits);
  if (want_hits && hits.collision) {
    out.collision = hits.collision;
    out.injective = false;
  }
  if (!all) return;
  if (want_hits) {
    out.injective = !hits.collision;
    out.aliased = hits.aliased;
    out.max_hits = hits.max_hits;
  }
  if (out.image) return;
  set_image(out, std::move(hits.image));
  // The gaps of the hull, and the part of the codomain outside it.
  IntervalSet gaps;
  gaps.append({out.codomain->begin, out.image->intervals.front().begin});
  if (out.image->complete()) {
    gaps = complement(*out.image, *out.codomain);
  } else if (gaps.elements == 0 && out.image->last.end == out.codomain->end) {
    gaps = std::move(hits.gaps);
  } else {
    const IntervalSet inner = std::move(hits.gaps);
    for (const Interval& i : inner.intervals) gaps.append(i);
    const Interval tail = {out.image->last.end, out.codomain->end};
    gaps.interval_count += inner.interval_count - static_cast<std::int64_t>(inner.intervals.size()) + (tail.size() > 0);
    gaps.elements = out.codomain->size() - out.image->elements;
    gaps.last = tail.size() > 0 ? tail : inner.last;
  }
  out.gaps = std::move(gaps);
}

std::string power_text(std::int64_t n) {
  const auto bits = static_cast<std::uint64_t>(n);
  return std::has_single_bit(bits) && n > 4096 ? cat("2^", std::countr_zero(bits)) : cat(n);
}

}  // namespace

std::optional<bool> FunctionAnalysis::compact() const {
  if (injective == false || contiguous == false) return false;
  if (!injective || !contiguous) return std::nullopt;
  return true;
}

std::optional<bool> FunctionAnalysis::permutation() const {
  const auto consecutive = compact();
  if (consecutive != true) return consecutive;
  return image->elements == 0 || image->intervals.front().begin == 0;
}

FunctionAnalysis analyze_function(const Value& value, std::int64_t cap) {
  FunctionAnalysis out;
  const auto f = numbered_function(value, out.unchecked);
  if (!f) return out;
  out.is_function = true;
  out.has_coordinates = domain_of(value)->stride.ref().has_basis();
  out.size = domain_size(value).value_or(0);
  out.start = f->start;
  if (out.size == 0) {
    out.codomain = Interval{f->start, f->start};
    out.image = out.gaps = IntervalSet();
    out.image_size = out.aliased = out.max_hits = out.divisor = 0;
    out.injective = out.surjective = out.contiguous = true;
    out.monotone = Monotone::constant;
    return out;
  }
  Arith arith;
  out.cosize = cosize(arith, f->layout).value;
  by_structure(out, *f);
  if (!all_known(out)) by_enumeration(out, *f, cap);
  if (!all_known(out)) {
    out.unchecked = f->stages.empty() ? say("{} {coordinate|coordinates} exceed the limit of {}, and overlapping "
                                            "strides alone do not give the answer",
                                            power_text(out.size), power_text(cap))
                                      : say("{} {coordinate|coordinates} exceed the limit of {}, and strides under a "
                                            "swizzle do not give the answer",
                                            power_text(out.size), power_text(cap));
  }
  return out;
}

Value as_function(const Value& value) {
  const auto* swizzle = value.as<Swizzle>();
  if (swizzle == nullptr) return value;
  const auto bits = static_cast<std::uint64_t>(swizzle->yyy() | swizzle->zzz());
  const auto period = static_cast<std::int64_t>(std::bit_ceil(bits + 1));
  return to_value(compose(*swizzle, static_int(0), Layout{static_int(period), static_int(1)}));
}

std::optional<bool> is_major(const Value& value, Major major) {
  const Layout* domain = domain_of(value);
  if (domain == nullptr) return std::nullopt;
  Arith arith;
  const Value model = make_layout(arith, domain->shape, major);
  if (arith.failed()) return std::nullopt;
  const auto* tensor = value.as<Tensor>();
  const auto compared = compare_functions(tensor != nullptr ? to_value(tensor->layout) : value, model);
  if (compared.outcome == FunctionComparison::Outcome::not_checked) return std::nullopt;
  return compared.outcome == FunctionComparison::Outcome::equal;
}

}  // namespace stridescope
