// The way through shared memory: without bank conflicts if both layouts are linear over F2 (conversion.h gives the
// reason), otherwise in the order of the elements, with the cheapest swizzle. Also the plain way as the baseline.
#include <algorithm>
#include <map>
#include <optional>

#include "core/base/at.h"
#include "core/conversion/conversion_parts.h"
#include "core/memory/swizzle_search.h"

namespace stridescope {

std::int64_t SharedTrip::place(std::int64_t element) const {
  std::uint64_t out = 0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if ((element >> j & 1) != 0) out ^= columns[j];
  }
  return static_cast<std::int64_t>(out);
}

namespace conversion_parts {
namespace {

constexpr int bank_row_bytes = bank_count * bank_bytes;

// Counts the accesses of one side from the positions of its elements, with the bank model.
void count_side(const ConversionProblem& p, const ThreadOffsets& layout, SharedOperation operation, SharedTrip& trip) {
  const bool stores = operation == SharedOperation::store;
  const int elements = stores ? trip.store_elements : trip.load_elements;
  const int bytes = elements * p.bits / 8;
  for (const auto& values : stores ? trip.stores : trip.loads) {
    for (std::int64_t w = 0; w < p.warps(); ++w) {
      WarpRequest request;
      for (std::int64_t lane = 0; lane < lanes_per_warp; ++lane) {
        const std::int64_t t = w * lanes_per_warp + lane;
        if (t >= layout.threads) break;
        request.active |= std::uint32_t{1} << lane;
        request.address[at(lane)] = trip.place(element_at(layout, t, values[0])) / elements * bytes;
      }
      const SharedRequest one = shared_request(request, bytes, {operation, 4});
      trip.wavefronts += one.wavefronts;
      trip.ideal_wavefronts += one.phases;
    }
  }
}

// The accesses of one side, twice as wide, if each pair of them is adjacent in every thread; otherwise empty.
std::optional<std::vector<std::vector<std::int32_t>>> in_pairs(const SharedTrip& trip, const ThreadOffsets& layout,
                                                               const std::vector<std::vector<std::int32_t>>& accesses,
                                                               int elements) {
  std::map<std::int64_t, std::size_t> by_place;  // places of thread 0
  for (std::size_t i = 0; i < accesses.size(); ++i) by_place[trip.place(element_at(layout, 0, accesses[i][0]))] = i;
  std::vector<std::vector<std::int32_t>> out;
  for (const auto& [place, i] : by_place) {
    if (place % (2 * elements) != 0) continue;
    const auto other = by_place.find(place + elements);
    if (other == by_place.end()) return std::nullopt;
    std::vector<std::int32_t> both = accesses[i];
    both.insert(both.end(), accesses[other->second].begin(), accesses[other->second].end());
    for (std::int64_t t = 0; t < layout.threads; ++t) {
      const std::int64_t low = trip.place(element_at(layout, t, both[0]));
      const std::int64_t high = trip.place(element_at(layout, t, both[at(elements)]));
      if (low % (2 * elements) != 0 || high != low + elements) return std::nullopt;
    }
    out.push_back(std::move(both));
  }
  if (2 * out.size() != accesses.size()) return std::nullopt;
  return out;
}

// Makes each side as wide as possible without additional wavefronts: the compiler would merge only some of the pairs.
void widen(const ConversionProblem& p, SharedTrip& trip) {
  for (const bool store : {true, false}) {
    const ThreadOffsets& layout = store ? p.a : p.b;
    const SharedOperation operation = store ? SharedOperation::store : SharedOperation::load;
    for (;;) {
      const int elements = store ? trip.store_elements : trip.load_elements;
      if (2 * elements * p.bits > 128) break;
      auto pairs = in_pairs(trip, layout, store ? trip.stores : trip.loads, elements);
      if (!pairs) break;
      SharedTrip wider = trip;
      SharedTrip narrow = trip;
      wider.wavefronts = narrow.wavefronts = 0;
      (store ? wider.store_elements : wider.load_elements) = 2 * elements;
      (store ? wider.stores : wider.loads) = std::move(*pairs);
      count_side(p, layout, operation, wider);
      count_side(p, layout, operation, narrow);
      if (wider.wavefronts > narrow.wavefronts) break;
      trip = std::move(wider);
    }
  }
}

void count(const ConversionProblem& p, Conversion& conversion) {
  SharedTrip& trip = *conversion.shared;
  trip.wavefronts = trip.ideal_wavefronts = 0;
  count_side(p, p.a, SharedOperation::store, trip);
  trip.store_wavefronts = trip.wavefronts;
  count_side(p, p.b, SharedOperation::load, trip);
  ConversionCost& cost = conversion.cost;
  cost.wavefronts = trip.wavefronts;
  cost.accesses = static_cast<std::int64_t>(trip.stores.size() + trip.loads.size()) * p.warps();
  cost.barriers = trip.one_warp ? 0 : 1;
  cost.selects = 0;
  for (const auto& words : conversion.stored) {
    for (const RegisterMix& word : words) cost.selects += mix_plan(word, p.parts(), 1).operations() * p.warps();
  }
  for (const RegisterMix& word : conversion.result)
    cost.selects += mix_plan(word, p.parts(), 1).operations() * p.warps();
}

// Sets the words of the stores, and the registers of B from the words of the loads.
void put_together(const ConversionProblem& p, Conversion& conversion) {
  const SharedTrip& trip = *conversion.shared;
  const int parts = p.parts();
  const auto part_of = [&](std::int64_t value) {
    return RegisterPart{static_cast<std::int16_t>(value / parts), static_cast<std::int16_t>(value % parts)};
  };
  for (const auto& values : trip.stores) {
    const int in_word = std::min(parts, trip.store_elements);
    std::vector<RegisterMix> words;
    for (std::size_t k = 0; k < values.size(); k += at(in_word)) {
      RegisterMix word = open_mix(parts, 1);
      for (int i = 0; i < in_word; ++i) word.from[at(i)] = part_of(values[k + at(i)]);
      words.push_back(std::move(word));
    }
    conversion.stored.push_back(std::move(words));
  }
  for (int d = 0; d < p.registers_b(); ++d) conversion.result.push_back(open_mix(parts, 1));
  const auto into = [&](std::int64_t value) -> RegisterPart& {
    return conversion.result[at(value / parts)].from[at(value % parts)];
  };
  const int in_word = std::min(parts, trip.load_elements);
  std::int16_t word = 0;
  for (const auto& values : trip.loads) {
    for (std::size_t k = 0; k < values.size(); k += at(in_word), ++word) {
      for (int i = 0; i < in_word; ++i) into(values[k + at(i)]) = {word, static_cast<std::int16_t>(i)};
    }
  }
  for (const auto& [to, from] : trip.copies) into(to) = into(from);
}

// True if each warp needs only its own elements.
bool stays_in_warps(const ConversionProblem& p) {
  if (p.warps() == 1) return true;
  std::vector<std::int64_t> largest = p.a.offset;
  const std::int64_t top = *std::max_element(largest.begin(), largest.end());
  std::vector<std::int32_t> warp(at(top + 1), -1);  // for each element of A; -2: several
  for (std::int64_t t = 0; t < p.threads(); ++t) {
    for (std::int64_t v = 0; v < p.a.values; ++v) {
      std::int32_t& w = warp[at(element_at(p.a, t, v))];
      const auto mine = static_cast<std::int32_t>(t / lanes_per_warp);
      w = w == -1 || w == mine ? mine : -2;
    }
  }
  for (std::int64_t t = 0; t < p.threads(); ++t) {
    for (std::int64_t v = 0; v < p.b.values; ++v) {
      if (warp[at(element_at(p.b, t, v))] != t / lanes_per_warp) return false;
    }
  }
  return true;
}

constexpr std::size_t lane_bits = 5;

class LinearTrip {
 public:
  LinearTrip(const ConversionProblem& p, RegisterBases a, RegisterBases b)
      : p_(p), a_(std::move(a)), b_(std::move(b)) {}

  SharedTrip run() {
    std::int64_t top = 0;
    for (const ThreadOffsets* side : {&p_.a, &p_.b}) {
      for (const std::int64_t e : side->offset) top |= e;
    }
    bits_ = at(log2_of(std::max<std::int64_t>(top, 1)) + 1);
    if (top == 0) bits_ = 0;
    choose_neighbours();
    choose_banks();
    SharedTrip out;
    out.elements = std::int64_t{1} << bits_;
    out.store_elements = out.load_elements = 1 << vector_.size();
    // The order of offsets: neighbors, then positions in a row of the banks, then rows.
    for (const auto* part : {&vector_, &word_, &banks_, &rows_}) {
      for (const std::uint64_t v : *part) whole_.add(v);
    }
    for (std::size_t j = 0; j < bits_; ++j) out.columns.push_back(whole_.made_of(unit(j)));
    out.stores = accesses(a_.value, out.copies, false);
    out.loads = accesses(b_.value, out.copies, true);
    return out;
  }

 private:
  static Span span_of(const std::vector<std::uint64_t>& vectors) {
    Span out;
    for (const std::uint64_t v : vectors) out.add(v);
    return out;
  }

  // Neighbors in memory: differences of elements within one thread in both layouts, first those within a register of
  // both. Excludes differences between threads, so that the order in memory is the same for all threads.
  void choose_neighbours() {
    const auto most = at(log2_of(128 / p_.bits));
    const Span in_a = span_of(a_.value);
    const Span in_b = span_of(b_.value);
    Span chosen = span_of(a_.thread);
    for (const std::uint64_t v : b_.thread) chosen.add(v);
    const auto take = [&](std::uint64_t v) {
      if (vector_.size() < most && v != 0 && in_a.has(v) && in_b.has(v) && chosen.add(v)) vector_.push_back(v);
    };
    for (const std::uint64_t v : b_.value) take(v);
    for (const std::uint64_t v : a_.value) take(v);
    // Then sums of several; they are few, since a thread has at most 2^8 values.
    for (std::uint64_t x = 1; x < unit(b_.value.size()) && vector_.size() < most; ++x) take(values_of(b_.value, x));
    // The rest: a complement that contains the differences between threads.
    Span all = span_of(vector_);
    Span rest;
    for (const auto* list : {&a_.thread, &b_.thread}) {
      for (const std::uint64_t v : *list) {
        if (all.add(v)) rest.add(v), rest_.push_back(v);
      }
    }
    for (std::size_t j = 0; j < bits_; ++j) {
      if (all.add(unit(j))) rest.add(unit(j)), rest_.push_back(unit(j));
    }
    // Single bits first: they give the layout that is easiest to read.
    std::vector<std::uint64_t> plain;
    for (std::size_t j = 0; j < bits_; ++j) {
      if (rest.has(unit(j))) plain.push_back(unit(j));
    }
    plain.insert(plain.end(), rest_.begin(), rest_.end());
    rest_ = std::move(plain);
  }

  // Within that complement, chooses the rows: a space that has only 0 in common with the span of a phase's lanes of
  // each side, and together with either spans everything.
  void choose_banks() {
    const std::int64_t bytes = (std::int64_t{1} << vector_.size()) * p_.bits / 8;
    const std::size_t row = at(log2_of(bank_row_bytes * 8 / p_.bits)) - vector_.size();
    const std::size_t dimension = std::min(bits_ - vector_.size(), row);
    choose_words(bytes, dimension);
    std::vector<std::uint64_t> of_a;
    std::vector<std::uint64_t> of_b;
    Span in_a = span_of(word_);
    Span in_b = in_a;
    const auto widen = [&](Span& span, std::vector<std::uint64_t>& list, std::uint64_t v) {
      if (span.dimension() < dimension && span.add(v)) list.push_back(v);
    };
    // First the lanes of a phase; further lanes matter if lanes repeat addresses, so that phases are merged.
    for (std::size_t j = 0; j < lane_bits; ++j) {
      if (j < a_.thread.size()) widen(in_a, of_a, a_.thread[j]);
      if (j < b_.thread.size()) widen(in_b, of_b, b_.thread[j]);
    }
    // Extends both to the size of a row of the banks, first by vectors of the other one.
    for (const std::uint64_t v : std::vector<std::uint64_t>(of_b)) widen(in_a, of_a, v);
    for (const std::uint64_t v : std::vector<std::uint64_t>(of_a)) widen(in_b, of_b, v);
    for (const std::uint64_t v : rest_) {
      widen(in_a, of_a, v);
      widen(in_b, of_b, v);
    }
    // Vectors of only one of the two, in addition to the common ones.
    Span sum = span_of(word_);
    for (const std::uint64_t v : common(in_a, in_b, of_a, sum)) sum.add(v);
    std::vector<std::uint64_t> only_a;
    std::vector<std::uint64_t> only_b;
    for (const std::uint64_t v : of_a) {
      if (sum.add(v)) only_a.push_back(v);
    }
    for (const std::uint64_t v : of_b) {
      if (sum.add(v)) only_b.push_back(v);
    }
    for (std::size_t k = 0; k < std::min(only_a.size(), only_b.size()); ++k) rows_.push_back(only_a[k] ^ only_b[k]);
    for (const std::uint64_t v : rest_) {
      if (sum.add(v)) rows_.push_back(v);
    }
    std::sort(rows_.begin(), rows_.end());
    Span taken = span_of(rows_);
    for (const std::uint64_t v : word_) taken.add(v);
    for (const std::uint64_t v : rest_) {
      if (taken.add(v)) banks_.push_back(v);
    }
  }

  // An access narrower than a word shares it with others: chooses the differences of elements in one word.
  void choose_words(std::int64_t bytes, std::size_t most) {
    const std::size_t wanted = std::min(most, bytes < bank_bytes ? at(log2_of(bank_bytes / bytes)) : 0);
    Span chosen;
    const auto take = [&](std::uint64_t v) {
      if (word_.size() < wanted && chosen.add(v)) word_.push_back(v);
    };
    // Prefers elements that lanes of both sides reach, so that few words serve a warp.
    const auto lanes = [](const RegisterBases& bases) {
      return std::vector<std::uint64_t>(
          bases.thread.begin(),
          bases.thread.begin() + static_cast<std::ptrdiff_t>(std::min(lane_bits, bases.thread.size())));
    };
    const std::vector<std::uint64_t> of_a = lanes(a_);
    const std::vector<std::uint64_t> of_b = lanes(b_);
    for (const std::uint64_t v : common(span_of(of_a), span_of(of_b), of_a, {})) take(v);
    const std::vector<std::uint64_t>& rest = rest_;
    for (const auto* list : {&of_b, &of_a, &rest}) {
      for (const std::uint64_t v : *list) take(v);
    }
  }

  // The intersection of two spans, without `have`; `of_a` and `have` span the first one, of at most 7 dimensions.
  static std::vector<std::uint64_t> common(const Span& in_a, const Span& in_b, const std::vector<std::uint64_t>& of_a,
                                           Span have) {
    std::vector<std::uint64_t> out;
    const auto take = [&](std::uint64_t v) {
      if (in_a.has(v) && in_b.has(v) && have.add(v)) out.push_back(v);
    };
    for (const std::uint64_t v : of_a) take(v);
    for (std::uint64_t x = 1; x < unit(of_a.size()); ++x) take(values_of(of_a, x));
    return out;
  }

  // The values of each access, in the order of memory. Values with the same element are stored once, or loaded once and
  // copied.
  std::vector<std::vector<std::int32_t>> accesses(const std::vector<std::uint64_t>& value_bases,
                                                  std::vector<std::array<std::int32_t, 2>>& copies, bool load) const {
    Span elements;
    std::vector<std::uint64_t> kept;  // bits of the value with independent bases
    std::vector<std::uint64_t> same;  // values that do not change the element
    std::vector<std::uint64_t> made;  // each as bits of `kept`, from Span
    for (std::size_t j = 0; j < value_bases.size(); ++j) {
      if (elements.add(value_bases[j])) {
        kept.push_back(unit(j));
        continue;
      }
      same.push_back(unit(j) ^ values_of(kept, elements.made_of(value_bases[j])));
    }
    std::vector<std::uint64_t> along;  // for each neighbor, the value that steps to it
    Span values;
    for (const std::uint64_t v : vector_) {
      along.push_back(values_of(kept, elements.made_of(v)));
      values.add(along.back());
    }
    for (const std::uint64_t v : same) values.add(v);
    std::vector<std::uint64_t> steps;  // steps from access to access
    for (std::size_t j = 0; j < value_bases.size(); ++j) {
      if (values.add(unit(j))) steps.push_back(unit(j));
    }
    std::vector<std::vector<std::int32_t>> out;
    for (std::uint64_t s = 0; s < unit(steps.size()); ++s) {
      // The first value in memory is the one at a multiple of the access's width.
      const std::uint64_t begin = place_in_access(values_of(value_bases, values_of(steps, s)));
      std::vector<std::int32_t> one;
      for (std::uint64_t k = 0; k < unit(along.size()); ++k)
        one.push_back(static_cast<std::int32_t>(values_of(steps, s) ^ values_of(along, k ^ begin)));
      for (std::uint64_t c = 1; load && c < unit(same.size()); ++c) {
        for (const std::int32_t v : one)
          copies.push_back({static_cast<std::int32_t>(static_cast<std::uint64_t>(v) ^ values_of(same, c)), v});
      }
      out.push_back(std::move(one));
    }
    return out;
  }

  std::uint64_t place_in_access(std::uint64_t element) const {
    return whole_.made_of(element) & (unit(vector_.size()) - 1);
  }

  static std::uint64_t values_of(const std::vector<std::uint64_t>& vectors, std::uint64_t which) {
    std::uint64_t out = 0;
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      if ((which >> j & 1) != 0) out ^= vectors[j];
    }
    return out;
  }

  const ConversionProblem& p_;
  RegisterBases a_;
  RegisterBases b_;
  std::size_t bits_ = 0;               // bits of an element index
  std::vector<std::uint64_t> vector_;  // neighbors in memory
  std::vector<std::uint64_t> rest_;    // spans the rest
  std::vector<std::uint64_t> word_;    // their neighbors, if an access is less than a word
  std::vector<std::uint64_t> banks_;   // positions within a row of the banks
  std::vector<std::uint64_t> rows_;    // steps between rows: elements that share a bank
  Span whole_;                         // all of these, in this order
};

// Element e at position e, swizzled if that costs less.
SharedTrip searched(Arith& arith, const ConversionProblem& p) {
  std::int64_t top = 0;
  for (const ThreadOffsets* side : {&p.a, &p.b}) {
    for (const std::int64_t e : side->offset) top = std::max(top, e);
  }
  SharedTrip out;
  const auto bits = at(log2_of(std::max<std::int64_t>(top, 1)) + 1);
  out.elements = top + 1;
  for (std::size_t j = 0; j < bits; ++j) out.columns.push_back(unit(j));
  const int width =
      std::min(widest_access(p.a, p.bits, 0, max_access_bytes), widest_access(p.b, p.bits, 0, max_access_bytes));
  const int access_elements = std::max(1, width * 8 / p.bits);
  out.store_elements = out.load_elements = access_elements;
  const auto lists = [&](std::int64_t values) {
    std::vector<std::vector<std::int32_t>> all;
    for (std::int64_t v = 0; v < values; v += access_elements) {
      std::vector<std::int32_t> one;
      for (int k = 0; k < access_elements; ++k) one.push_back(static_cast<std::int32_t>(v + k));
      all.push_back(std::move(one));
    }
    return all;
  };
  out.stores = lists(p.a.values);
  out.loads = lists(p.b.values);
  // A swizzle permutes blocks of power-of-two size.
  Arith own(arith.budget());
  const std::int64_t tile = std::int64_t{1} << bits;
  const Layout flat = {static_int(tile), static_int(1)};
  const int bytes = access_elements * p.bits / 8;
  const SwizzleSearch found = search_swizzle(
      own, flat, {{p.a, {SharedOperation::store, 4}, bytes}, {p.b, {SharedOperation::load, 4}, bytes}}, p.bits);
  if (own.ok() && found.best.swizzle.bits > 0 && found.best.wavefronts < found.wavefronts) {
    for (std::size_t j = 0; j < bits; ++j)
      out.columns[j] = static_cast<std::uint64_t>(swizzled(found.best.swizzle, static_cast<std::int64_t>(unit(j))));
    out.elements = tile;
  }
  return out;
}

}  // namespace

Conversion shared_conversion(Arith& arith, const ConversionProblem& p) {
  Conversion out;
  out.method = ConversionMethod::shared;
  auto a = p.linear ? register_bases(p.a) : std::nullopt;
  auto b = p.linear ? register_bases(p.b) : std::nullopt;
  out.shared = a && b ? LinearTrip(p, *a, *b).run() : searched(arith, p);
  out.shared->one_warp = stays_in_warps(p);
  if (a && b) widen(p, *out.shared);
  put_together(p, out);
  count(p, out);
  return out;
}

Conversion plain_conversion(const ConversionProblem& p) {
  Conversion out;
  out.method = ConversionMethod::plain;
  SharedTrip trip;
  std::int64_t top = 0;
  for (const ThreadOffsets* side : {&p.a, &p.b}) {
    for (const std::int64_t e : side->offset) top = std::max(top, e);
  }
  trip.elements = top + 1;
  for (std::size_t j = 0; j < at(log2_of(std::max<std::int64_t>(top, 1)) + 1); ++j) trip.columns.push_back(unit(j));
  for (std::int64_t v = 0; v < p.a.values; ++v) trip.stores.push_back({static_cast<std::int32_t>(v)});
  for (std::int64_t v = 0; v < p.b.values; ++v) trip.loads.push_back({static_cast<std::int32_t>(v)});
  out.shared = std::move(trip);
  put_together(p, out);
  count(p, out);
  return out;
}

}  // namespace conversion_parts
}  // namespace stridescope
