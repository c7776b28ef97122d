// Two TV layouts of one tile: their comparison, and the conversion of elements from one to the other.
#include <algorithm>
#include <array>
#include <map>

#include "core/tiled/tv_tools.h"

namespace stridescope {
namespace {

// The elements of one thread, sorted, without repetitions.
std::vector<std::int64_t> held(const TvTable& tv, std::int64_t thread) {
  std::vector<std::int64_t> out;
  for (std::int64_t v = 0; v < tv.values(); ++v) out.push_back(tv.element(thread, v));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::int64_t> elements_of(const std::vector<TvOwner>& owners) {
  std::vector<std::int64_t> out;
  for (const TvOwner& owner : owners) {
    if (out.empty() || out.back() != owner.element) out.push_back(owner.element);
  }
  return out;
}

// The number of elements of a that are not in b; both are sorted.
std::int64_t missing_from(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::int64_t out = 0;
  auto at = b.begin();
  for (const std::int64_t e : a) {
    while (at != b.end() && *at < e) ++at;
    out += at == b.end() || *at != e;
  }
  return out;
}

}  // namespace

TvComparison tv_compare(const TvTable& a, const TvTable& b) {
  TvComparison out;
  out.same_sizes = a.threads() == b.threads() && a.values() == b.values();
  out.threads = std::min(a.threads(), b.threads());
  const std::int64_t values = std::min(a.values(), b.values());
  out.pairs = out.threads * values;
  for (std::int64_t t = 0; t < out.threads; ++t) {
    for (std::int64_t v = 0; v < values; ++v) {
      if (a.element(t, v) == b.element(t, v)) {
        ++out.pairs_equal;
      } else if (!out.difference) {
        out.difference = TvPair{t, v};
      }
    }
    if (held(a, t) == held(b, t)) ++out.threads_same_elements;
  }
  const std::vector<std::int64_t> in_a = elements_of(owners_by_element(a));
  const std::vector<std::int64_t> in_b = elements_of(owners_by_element(b));
  out.elements_only_a = missing_from(in_a, in_b);
  out.elements_only_b = missing_from(in_b, in_a);
  return out;
}

namespace {

constexpr std::int8_t no_lane = -1;
constexpr std::size_t max_lane_entries = 1 << 24;  // total over all shuffles

// A shuffle moves one register of each source lane. For one (source, destination) pair of registers: the lane that each
// thread reads, or no_lane.
using LaneMap = std::vector<std::int8_t>;

TvShuffle classify(std::int64_t source, std::int64_t destination, const LaneMap& wanted) {
  TvShuffle out;
  out.source_register = source;
  out.destination_register = destination;
  std::optional<std::int64_t> mask;
  std::optional<std::int64_t> offset;
  std::optional<std::int64_t> lane;
  bool butterfly = true;
  bool shifted = true;
  bool broadcast = true;
  const auto agrees = [](std::optional<std::int64_t>& seen, std::int64_t value) {
    if (!seen) seen = value;
    return *seen == value;
  };
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    const std::int8_t from = wanted[t];
    if (from == no_lane) continue;
    const std::int64_t me = static_cast<std::int64_t>(t) % lanes_per_warp;
    butterfly = agrees(mask, from ^ me) && butterfly;
    shifted = agrees(offset, from - me) && shifted;
    broadcast = agrees(lane, from) && broadcast;
  }
  // A single lane that reads another one fits every pattern; butterfly is the simplest.
  if (butterfly) {
    out.lanes = TvShuffle::Lanes::butterfly;
    out.argument = mask.value_or(0);
  } else if (shifted) {
    out.lanes = TvShuffle::Lanes::offset;
    out.argument = offset.value_or(0);
  } else if (broadcast) {
    out.lanes = TvShuffle::Lanes::broadcast;
    out.argument = lane.value_or(0);
  }
  const auto warp = static_cast<std::size_t>(lanes_per_warp);
  out.source_lane.assign(warp, -1);
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    if (t < warp) {
      out.source_lane[t] = wanted[t];
    } else if (wanted[t] != out.source_lane[t % warp]) {
      out.same_in_all_warps = false;
    }
  }
  return out;
}

class Converter {
 public:
  Converter(Arith& arith, const TvTable& a, const TvTable& b, std::int64_t per_register)
      : arith_(arith), b_(b), per_register_(per_register), owners_(owners_by_element(a)) {
    out_.elements_per_register = per_register;
  }

  TvConversion run() {
    out_.pairs = b_.threads() * b_.values();
    renamed_.assign(static_cast<std::size_t>(b_.values()), -1);
    for (std::int64_t t = 0; t < b_.threads() && arith_.ok(); ++t) thread(t);
    finish();
    return std::move(out_);
  }

 private:
  // The nearest pair of A that holds the element: the same pair, the same thread, the same warp, any.
  const TvPair* source(std::int64_t element, TvPair wanted) const {
    const auto from = [&](std::int64_t thread, std::int64_t value) -> const TvPair* {
      const TvOwner key = {element, {thread, value}};
      const auto at = std::lower_bound(owners_.begin(), owners_.end(), key, [](const TvOwner& x, const TvOwner& y) {
        if (x.element != y.element) return x.element < y.element;
        return x.pair.thread != y.pair.thread ? x.pair.thread < y.pair.thread : x.pair.value < y.pair.value;
      });
      return at != owners_.end() && at->element == element ? &at->pair : nullptr;
    };
    const TvPair* here = from(wanted.thread, wanted.value);
    if (here != nullptr && *here == wanted) return here;
    const TvPair* near = from(wanted.thread, 0);
    if (near != nullptr && near->thread == wanted.thread) return near;
    const std::int64_t warp = wanted.thread / lanes_per_warp;
    near = from(warp * lanes_per_warp, 0);
    if (near != nullptr && near->thread / lanes_per_warp == warp) return near;
    return from(0, 0);
  }

  void thread(std::int64_t t) {
    std::vector<std::pair<std::int64_t, std::int64_t>> remote;  // (lane, register) that this lane reads
    for (std::int64_t v = 0; v < b_.values(); ++v) {
      const std::int64_t element = b_.element(t, v);
      const TvPair* from = source(element, {t, v});
      if (from != nullptr && from->thread != t && !out_.moved) out_.moved = {TvPair{t, v}, *from};
      if (from == nullptr) {
        ++out_.pairs_missing;
        if (!out_.missing) out_.missing = TvPair{t, v};
      } else if (from->thread == t) {
        ++(from->value == v ? out_.pairs_in_place : out_.pairs_in_thread);
        std::int64_t& renamed = renamed_[static_cast<std::size_t>(v)];
        uniform_ = uniform_ && (renamed == -1 || renamed == from->value);
        renamed = from->value;
      } else if (from->thread / lanes_per_warp == t / lanes_per_warp) {
        ++out_.pairs_in_warp;
        const std::int64_t lane = from->thread % lanes_per_warp;
        remote.emplace_back(lane, from->value / per_register_);
        want(t, from->value / per_register_, v / per_register_, lane);
      } else {
        ++out_.pairs_across_warps;
        crossing_.push_back(element);
      }
    }
    std::sort(remote.begin(), remote.end());
    const auto different = std::unique(remote.begin(), remote.end()) - remote.begin();
    out_.shuffles_at_least = std::max<std::int64_t>(out_.shuffles_at_least, different);
  }

  // If registers hold several elements, a lane may need two other lanes' registers for one: a second shuffle.
  void want(std::int64_t t, std::int64_t source, std::int64_t destination, std::int64_t lane) {
    const auto threads = static_cast<std::size_t>(b_.threads());
    for (std::int64_t round = 0; (wanted_.size() + 1) * threads <= max_lane_entries; ++round) {
      LaneMap& map = wanted_[{source, destination, round}];
      map.resize(threads, no_lane);
      std::int8_t& entry = map[static_cast<std::size_t>(t)];
      if (entry != no_lane && entry != lane) continue;
      entry = static_cast<std::int8_t>(lane);
      return;
    }
    arith_.fail(ErrorCode::too_large, say("more than {} shuffles of {} {thread|threads}", wanted_.size(), b_.threads()),
                say("look at one warp"));
  }

  void finish() {
    for (const auto& [key, map] : wanted_) out_.shuffles.push_back(classify(std::get<0>(key), std::get<1>(key), map));
    out_.shuffles_per_warp = static_cast<std::int64_t>(out_.shuffles.size());
    out_.shared_elements_read = static_cast<std::int64_t>(crossing_.size());
    std::sort(crossing_.begin(), crossing_.end());
    out_.shared_elements_written = std::unique(crossing_.begin(), crossing_.end()) - crossing_.begin();
    using Method = TvConversion::Method;
    if (out_.pairs_missing > 0) {
      out_.method = Method::impossible;
    } else if (out_.pairs_across_warps > 0) {
      out_.method = Method::shared_memory;
    } else if (out_.pairs_in_warp > 0) {
      out_.method = Method::shuffle;
    } else if (out_.pairs_in_thread == 0) {
      out_.method = Method::nothing;
    } else if (uniform_) {
      out_.method = Method::rename;
      out_.renamed = renamed_;
    } else {
      out_.method = Method::select;
    }
  }

  Arith& arith_;
  const TvTable& b_;
  std::int64_t per_register_;
  std::vector<TvOwner> owners_;
  TvConversion out_;
  std::vector<std::int64_t> renamed_;
  bool uniform_ = true;
  std::vector<std::int64_t> crossing_;
  std::map<std::array<std::int64_t, 3>, LaneMap> wanted_;
};

}  // namespace

TvConversion tv_convert(Arith& arith, const TvTable& a, const TvTable& b, std::int64_t elements_per_register) {
  if (elements_per_register < 1) {
    arith.fail(ErrorCode::arguments, say("a register holds at least one element, not {}", elements_per_register),
               say("1 for 32-bit elements, 2 for halves, 4 for bytes"));
    return {};
  }
  if (arith.failed()) return {};
  return Converter(arith, a, b, elements_per_register).run();
}

}  // namespace stridescope
