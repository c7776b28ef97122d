// Explains the wrong elements of a product: tries mistakes of a few kinds, and accepts one that explains all elements.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/at.h"
#include "core/base/text.h"
#include "gpu_runner/mma_runner.h"

namespace stridescope::gpu {
namespace {

constexpr std::size_t least_wrong = 8;                         // a rule can fit a few elements by chance
constexpr std::int64_t most_searched = std::int64_t{1} << 27;  // products for the element whose value arrives
constexpr std::int64_t most_steps = 256;                       // along K

struct Place {
  std::int64_t m = 0, n = 0;
  bool operator==(const Place&) const = default;
};

// The element of C whose value arrives at another one.
struct Moved {
  enum class Kind : std::uint8_t { turned, shifted, flipped, wrapped } kind;
  Place by = {};
  Place period = {};  // period of wrapped modes; 0 for others

  Place of(Place p) const {
    const auto wrap = [](std::int64_t x, std::int64_t by, std::int64_t period) {
      return period > 0 ? x % period + by : x;
    };
    switch (kind) {
      case Kind::turned:
        return {p.n, p.m};
      case Kind::shifted:
        return {p.m + by.m, p.n + by.n};
      case Kind::flipped:
        return {p.m ^ by.m, p.n ^ by.n};
      case Kind::wrapped:
        break;
    }
    return {wrap(p.m, by.m, period.m), wrap(p.n, by.n, period.n)};
  }
};

// A range of K whose products are missing, or count twice; or those of another range are in its place.
struct RangeOfK {
  enum class Kind : std::uint8_t { missing, twice, replaced } kind;
  std::int64_t begin = 0, end = 0, other = 0;
};

// The element of an operand that is multiplied in place of the right one.
struct Read {
  enum class Kind : std::uint8_t { shifted, swizzled_k, swizzled_row, by_rows, by_columns } kind;
  bool a = true;
  std::int64_t by = 0;             // shifted
  int down = 0, bits = 0, up = 0;  // swizzled: ((x >> down) & mask) << up

  std::int64_t turned(std::int64_t x) const { return ((x >> down) & ((std::int64_t{1} << bits) - 1)) << up; }
};

class Explanation {
 public:
  Explanation(const MmaPlan& plan, const MmaProof& proof, const ProductReference& reference,
              const std::vector<std::int64_t>& wrong, const StoredProduct& got)
      : plan_(plan), reference_(reference), extents_(proof.extents), got_(got) {
    for (const std::int64_t c : wrong) wrong_.push_back({c % extents_[0], c / extents_[0]});
  }

  ProductOrigins find() const {
    ProductOrigins out;
    const bool known = std::none_of(wrong_.begin(), wrong_.end(), [&](Place p) { return std::isnan(got_(p.m, p.n)); });
    if (!known || wrong_.size() < least_wrong) return out;
    if (const auto moved = moved_elements()) {
      for (const Place p : wrong_) {
        const Place from = moved->of(p);
        out.from.push_back(from.m + extents_[0] * from.n);
      }
      return out;
    }
    out.cause = cause_along_k();
    if (out.cause.empty()) out.cause = cause_of_reads();
    return out;
  }

 private:
  // Leaves the rules that fit each wrong element.
  template <class Rule, class Fits>
  void keep(std::vector<Rule>& rules, Fits fits) const {
    for (const Place p : wrong_) {
      if (rules.empty()) return;
      std::erase_if(rules, [&](const Rule& rule) { return !fits(rule, p); });
    }
  }

  bool inside(Place p) const { return p.m >= 0 && p.n >= 0 && p.m < extents_[0] && p.n < extents_[1]; }

  // The plainest rule; empty also if another one that fits means other elements.
  std::optional<Moved> moved_elements() const {
    using Kind = Moved::Kind;
    std::vector<Moved> rules = {{Kind::turned}};
    const Place first = wrong_.front();
    const double value = got_(first.m, first.n);
    const bool all = extents_[0] * extents_[1] <= most_searched / extents_[2];
    std::vector<Moved> rest;
    for (std::int64_t n = 0; n < extents_[1]; ++n) {
      for (std::int64_t m = 0; m < extents_[0]; ++m) {
        const bool beside = m == first.m || n == first.n;
        if ((!all && !beside) || Place{m, n} == first || !reference_.right(m, n, value)) continue;
        rules.push_back({Kind::shifted, {m - first.m, n - first.n}});
        rest.push_back({Kind::flipped, {m ^ first.m, n ^ first.n}});
        for (std::int64_t period = 1; beside && period < 4096; period *= 2) {
          rest.push_back(n == first.n ? Moved{Kind::wrapped, {m - first.m % period, 0}, {period, 0}}
                                      : Moved{Kind::wrapped, {0, n - first.n % period}, {0, period}});
        }
      }
    }
    rules.insert(rules.end(), rest.begin(), rest.end());
    keep(rules, [&](const Moved& rule, Place p) {
      const Place from = rule.of(p);
      return inside(from) && reference_.right(from.m, from.n, got_(p.m, p.n));
    });
    if (rules.empty()) return std::nullopt;
    const bool one = std::all_of(rules.begin(), rules.end(), [&](const Moved& rule) {
      return std::all_of(wrong_.begin(), wrong_.end(), [&](Place p) { return rule.of(p) == rules.front().of(p); });
    });
    return one ? std::optional(rules.front()) : std::nullopt;
  }

  Message cause_along_k() const {
    using Kind = RangeOfK::Kind;
    const std::int64_t k = extents_[2];
    const std::int64_t tile = plan_.extents[2];
    std::int64_t step = std::max<std::int64_t>(1, plan_.extents[2] / std::max<std::int64_t>(1, plan_.atoms[2]));
    while (k / step > most_steps) step *= 2;
    std::vector<RangeOfK> rules;
    for (std::int64_t begin = 0; begin < k; begin += step) {
      for (std::int64_t end = begin + step; end < k + step; end += step) {
        rules.push_back({Kind::missing, begin, std::min(end, k)});
        rules.push_back({Kind::twice, begin, std::min(end, k)});
      }
    }
    for (std::int64_t begin = 0; k / tile <= most_steps && begin + tile <= k; begin += tile) {
      for (std::int64_t other = 0; other + tile <= k; other += tile) {
        if (other != begin) rules.push_back({Kind::replaced, begin, begin + tile, other});
      }
    }
    Place summed = {-1, -1};
    std::vector<double> sums(at(k + 1)), sizes(at(k + 1));
    keep(rules, [&](const RangeOfK& rule, Place p) {
      if (!(summed == p)) {
        for (std::int64_t i = 0; i < k; ++i) {
          const double one = reference_.term(reference_.a(p.m, i), reference_.b(p.n, i));
          sums[at(i + 1)] = sums[at(i)] + one;
          sizes[at(i + 1)] = sizes[at(i)] + std::fabs(one);
        }
        summed = p;
      }
      const auto with = [&](const std::vector<double>& of) {
        const double part = of[at(rule.end)] - of[at(rule.begin)];
        if (rule.kind == Kind::twice) return of.back() + part;
        return of.back() - part + (rule.kind == Kind::missing ? 0 : of[at(rule.other + tile)] - of[at(rule.other)]);
      };
      return reference_.fits(p.m, p.n, with(sums), with(sizes), got_(p.m, p.n));
    });
    if (rules.size() != 1) return {};
    const RangeOfK& rule = rules.front();
    switch (rule.kind) {
      case Kind::missing:
        return say("the products of k = {} to {} are missing", rule.begin, rule.end - 1);
      case Kind::twice:
        return say("the products of k = {} to {} count twice", rule.begin, rule.end - 1);
      case Kind::replaced:
        break;
    }
    return say("the products of k = {} to {} are in place of those of k = {} to {}", rule.other, rule.other + tile - 1,
               rule.begin, rule.end - 1);
  }

  // The element that is multiplied in place of (row, k); k is K for none.
  std::pair<std::int64_t, std::int64_t> read(const Read& rule, std::int64_t row, std::int64_t k) const {
    const std::int64_t rows = plan_.extents[rule.a ? 0 : 1];
    const std::int64_t columns = plan_.extents[2];
    const std::int64_t y =
        rule.kind == Read::Kind::by_rows ? k % columns + columns * (row % rows) : row % rows + rows * (k % columns);
    switch (rule.kind) {
      case Read::Kind::shifted:
        return {row, k + rule.by};
      case Read::Kind::swizzled_k:
        return {row, k ^ rule.turned(row)};
      case Read::Kind::swizzled_row:
        return {row ^ rule.turned(k), k};
      case Read::Kind::by_rows:
        return {row - row % rows + y % rows, k - k % columns + y / rows};
      case Read::Kind::by_columns:
        break;
    }
    return {row - row % rows + y / columns, k - k % columns + y % columns};
  }

  Message cause_of_reads() const {
    using Kind = Read::Kind;
    std::vector<Read> rules;
    for (const bool a : {true, false}) {
      // A shift of B is one of A to the other side.
      for (std::int64_t by = 1; a && by < extents_[2]; by *= 2) {
        rules.push_back({Kind::shifted, a, by});
        rules.push_back({Kind::shifted, a, -by});
      }
      for (int i = 0; i < 4 * 3 * 7; ++i) {
        for (const Kind kind : {Kind::swizzled_k, Kind::swizzled_row})
          rules.push_back({kind, a, 0, i % 4, i / 4 % 3 + 1, i / 12});
      }
      rules.push_back({Kind::by_rows, a});
      rules.push_back({Kind::by_columns, a});
    }
    keep(rules, [&](const Read& rule, Place p) {
      double sum = 0;
      double size = 0;
      for (std::int64_t k = 0; k < extents_[2]; ++k) {
        const auto [row, column] = read(rule, rule.a ? p.m : p.n, k);
        if (row < 0 || row >= extents_[rule.a ? 0 : 1]) return false;
        if (column < 0 || column >= extents_[2]) continue;
        const double one = rule.a ? reference_.term(reference_.a(row, column), reference_.b(p.n, k))
                                  : reference_.term(reference_.a(p.m, k), reference_.b(row, column));
        sum += one;
        size += std::fabs(one);
      }
      return reference_.fits(p.m, p.n, sum, size, got_(p.m, p.n));
    });
    // Rules of one kind for one operand read the same elements, and so do both orders of a square tile.
    const auto kind = [](const Read& rule) { return std::min(rule.kind, Kind::by_rows); };
    if (rules.empty() || kind(rules.front()) != kind(rules.back()) || rules.front().a != rules.back().a) return {};
    return words_of(rules.front());
  }

  static Message words_of(const Read& rule) {
    const auto turned = [&](const char* x) {
      const std::string down = rule.down == 0 ? x : cat(x, ">>", rule.down);
      const std::string masked = cat('(', down, '&', (1 << rule.bits) - 1, ')');
      return rule.up == 0 ? masked : cat('(', masked, "<<", rule.up, ')');
    };
    std::string rows[] = {"i", "j"};
    std::string k[] = {"k", "k"};
    const std::size_t one = rule.a ? 0 : 1;
    switch (rule.kind) {
      case Read::Kind::shifted:
        k[one] += cat(rule.by > 0 ? "+" : "", rule.by);
        break;
      case Read::Kind::swizzled_k:
        k[one] += cat('^', turned(rule.a ? "i" : "j"));
        break;
      case Read::Kind::swizzled_row:
        rows[one] += cat('^', turned("k"));
        break;
      case Read::Kind::by_rows:
      case Read::Kind::by_columns:
        return say("the tile of {} is written in one order of its modes, and read in the other", rule.a ? "A" : "B");
    }
    return say("each sum has the products {} * {}: {}", cat("A(", rows[0], ',', k[0], ')'),
               cat("B(", rows[1], ',', k[1], ')'),
               rule.kind == Read::Kind::shifted ? say("as if a stride or an offset were wrong")
                                                : say("as if only one side had the swizzle"));
  }

  const MmaPlan& plan_;
  const ProductReference& reference_;
  std::array<std::int64_t, 3> extents_;
  const StoredProduct& got_;
  std::vector<Place> wrong_;
};

}  // namespace

ProductOrigins product_origins(const MmaPlan& plan, const MmaProof& proof, const ProductReference& reference,
                               const std::vector<std::int64_t>& wrong, const StoredProduct& got) {
  return Explanation(plan, proof, reference, wrong, got).find();
}

}  // namespace stridescope::gpu
