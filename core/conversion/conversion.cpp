// Finds the ways from one register layout to another: their tables, the possible ways, and the order by cost.
#include "core/conversion/conversion.h"

#include <algorithm>
#include <map>

#include "core/base/at.h"
#include "core/base/sort_stable.h"
#include "core/conversion/conversion_parts.h"
#include "core/facts/offsets.h"

namespace stridescope {
namespace {

using namespace conversion_parts;

constexpr std::string_view method_names[] = {"nothing", "registers", "shuffles", "shared", "plain"};
constexpr std::int64_t max_conversion_element = std::int64_t{1} << 22;

// Splits each element into its words.
ThreadOffsets in_pieces(const ThreadOffsets& layout, int pieces) {
  ThreadOffsets out = {layout.threads, layout.values * pieces, {}, {}};
  out.offset.resize(at(out.threads * out.values));
  for (std::int64_t v = 0; v < out.values; ++v) {
    for (std::int64_t t = 0; t < out.threads; ++t)
      out.offset[at(v * out.threads + t)] = element_at(layout, t, v / pieces) * pieces + v % pieces;
  }
  return out;
}

// Moves within threads, and within warps by one shuffle for each pair of registers that lanes exchange. Empty if warps
// exchange elements.
std::optional<Conversion> by_registers(const ConversionProblem& p) {
  const Holders holders(p.a);
  const int parts = p.parts();
  Conversion out;
  out.method = ConversionMethod::nothing;
  for (int d = 0; d < p.registers_b(); ++d) out.result.push_back(open_mix(parts, p.threads()));
  // Rounds by (source register, destination register, number of earlier rounds for them): the lane that each thread
  // reads.
  std::map<std::array<std::int64_t, 3>, std::vector<std::int16_t>> wanted;
  struct Taken {
    std::int64_t thread;
    std::int64_t value;
    std::array<std::int64_t, 3> round;
    std::int16_t part;
  };
  std::vector<Taken> taken;
  constexpr std::size_t most_rounds = 1024;
  for (std::int64_t t = 0; t < p.threads(); ++t) {
    for (std::int64_t v = 0; v < p.b.values; ++v) {
      const auto from = holders.nearest(element_at(p.b, t, v), {t, v});
      if (!from || from->thread / lanes_per_warp != t / lanes_per_warp) return std::nullopt;
      RegisterPart& to = out.result[at(v / parts)].from[at(t * parts + v % parts)];
      if (from->thread == t) {
        if (from->value != v) out.method = std::max(out.method, ConversionMethod::registers);
        to = {static_cast<std::int16_t>(from->value / parts), static_cast<std::int16_t>(from->value % parts)};
        continue;
      }
      out.method = ConversionMethod::shuffles;
      const auto lane = static_cast<std::int16_t>(from->thread % lanes_per_warp);
      for (std::int64_t again = 0;; ++again) {
        const std::array<std::int64_t, 3> key = {from->value / parts, v / parts, again};
        std::vector<std::int16_t>& lanes = wanted[key];
        if (lanes.empty()) lanes.assign(at(p.threads()), -1);
        if (lanes[at(t)] != -1 && lanes[at(t)] != lane) continue;
        lanes[at(t)] = lane;
        taken.push_back({t, v, key, static_cast<std::int16_t>(from->value % parts)});
        break;
      }
      if (wanted.size() > most_rounds) return std::nullopt;
    }
  }
  std::map<std::array<std::int64_t, 3>, std::int16_t> received;
  for (auto& [key, lanes] : wanted) {
    received[key] = static_cast<std::int16_t>(p.registers_a() + static_cast<int>(out.rounds.size()));
    ConversionRound round = {open_mix(parts, p.threads()), std::move(lanes)};
    for (std::int64_t t = 0; t < p.threads(); ++t) {
      if (round.lane[at(t)] < 0) round.lane[at(t)] = static_cast<std::int16_t>(t % lanes_per_warp);
      for (int s = 0; s < parts; ++s) {
        round.send.from[at(t * parts + s)] = {static_cast<std::int16_t>(key[0]), static_cast<std::int16_t>(s)};
      }
    }
    out.rounds.push_back(std::move(round));
  }
  for (const Taken& one : taken)
    out.result[at(one.value / parts)].from[at(one.thread * parts + one.value % parts)] = {received[one.round],
                                                                                          one.part};
  return out;
}

}  // namespace

namespace conversion_parts {

bool Span::add(std::uint64_t vector) {
  const std::uint64_t number = unit(rows_.size());
  const auto left = reduced(vector);
  const std::uint64_t rest = left.first;
  if (rest == 0) return false;
  const auto place = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.vector < rest; });
  rows_.insert(place, {rest, left.second ^ number});
  return true;
}

std::pair<std::uint64_t, std::uint64_t> Span::reduced(std::uint64_t vector) const {
  std::uint64_t made = 0;
  for (const Row& row : rows_) {
    if ((vector ^ row.vector) >= vector) continue;
    vector ^= row.vector;
    made ^= row.made_of;
  }
  return {vector, made};
}

std::optional<RegisterBases> register_bases(const ThreadOffsets& layout) {
  if (!is_power_of_two(layout.threads) || !is_power_of_two(layout.values) || element_at(layout, 0, 0) != 0)
    return std::nullopt;
  RegisterBases out;
  for (std::int64_t t = 1; t < layout.threads; t *= 2)
    out.thread.push_back(static_cast<std::uint64_t>(element_at(layout, t, 0)));
  for (std::int64_t v = 1; v < layout.values; v *= 2)
    out.value.push_back(static_cast<std::uint64_t>(element_at(layout, 0, v)));
  for (std::int64_t v = 0; v < layout.values; ++v) {
    for (std::int64_t t = 0; t < layout.threads; ++t) {
      // Split off the highest bit of each; the rest must combine with it by xor.
      const std::int64_t high_t = t == 0 ? 0 : std::int64_t{1} << log2_of(t);
      const std::int64_t high_v = v == 0 ? 0 : std::int64_t{1} << log2_of(v);
      const std::int64_t should =
          element_at(layout, t ^ high_t, v ^ high_v) ^ element_at(layout, high_t, 0) ^ element_at(layout, 0, high_v);
      if (element_at(layout, t, v) != should) return std::nullopt;
    }
  }
  return out;
}

Holders::Holders(const ThreadOffsets& layout) {
  const std::int64_t top = *std::max_element(layout.offset.begin(), layout.offset.end());
  begin_.assign(at(top + 2), 0);
  for (const std::int64_t e : layout.offset) ++begin_[at(e + 1)];
  for (std::size_t e = 1; e < begin_.size(); ++e) begin_[e] += begin_[e - 1];
  pairs_.resize(layout.offset.size());
  std::vector<std::uint32_t> next = begin_;
  for (std::int64_t t = 0; t < layout.threads; ++t) {
    for (std::int64_t v = 0; v < layout.values; ++v) pairs_[next[at(element_at(layout, t, v))]++] = {t, v};
  }
}

std::optional<TvPair> Holders::nearest(std::int64_t element, TvPair wanted) const {
  if (element < 0 || at(element) + 1 >= begin_.size()) return std::nullopt;
  std::optional<TvPair> out;
  int best = 4;
  for (std::uint32_t i = begin_[at(element)]; i < begin_[at(element) + 1]; ++i) {
    const TvPair& one = pairs_[i];
    const int far = one == wanted                                                   ? 0
                    : one.thread == wanted.thread                                   ? 1
                    : one.thread / lanes_per_warp == wanted.thread / lanes_per_warp ? 2
                                                                                    : 3;
    if (far >= best) continue;
    best = far;
    out = one;
  }
  return out;
}

}  // namespace conversion_parts

std::string_view name_of(ConversionMethod method) { return method_names[static_cast<std::size_t>(method)]; }

std::optional<ConversionMethod> conversion_method_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(method_names); ++i) {
    if (method_names[i] == name) return static_cast<ConversionMethod>(i);
  }
  return std::nullopt;
}

ConversionProblem conversion_problem(Arith& arith, const AnyLayout& a, const AnyLayout& b, int bits) {
  ConversionProblem out;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) {
    arith.fail(ErrorCode::arguments, say("a conversion moves elements of 8, 16, 32, 64 or 128 bits, not {}", bits),
               say("combine several smaller elements: upcast<2>(A)"));
    return out;
  }
  out.pieces = std::max(1, bits / 32);
  out.bits = bits / out.pieces;
  for (const AnyLayout* layout : {&a, &b}) {
    const Value value = to_value(*layout);
    const Layout* domain = domain_of(value);
    if (domain == nullptr || domain->rank() != 2) {
      arith.fail(ErrorCode::rank_mismatch, say("a layout of registers must have two modes: thread and value"),
                 say("for example ((4,8),(2,2)):((32,1),(16,8))"));
      return out;
    }
    ThreadOffsets offsets = thread_offsets(arith, *layout);
    if (arith.failed()) return out;
    if (offsets.threads < 1 || offsets.values < 1 || offsets.threads > max_conversion_threads ||
        offsets.values * out.pieces > max_conversion_values) {
      arith.fail(ErrorCode::too_large,
                 say("{} {thread|threads} with {} {register|registers} each: a block can have at most {} "
                     "{thread|threads}, a thread {} {register|registers}",
                     offsets.threads, offsets.values * out.pieces, max_conversion_threads, max_conversion_values));
      return out;
    }
    const auto [least, most] = std::minmax_element(offsets.offset.begin(), offsets.offset.end());
    if (*least < 0 || *most >= max_conversion_element) {
      arith.fail(ErrorCode::index_range, say("elements must be numbered from 0 to {}; these have the numbers {} to {}",
                                             max_conversion_element, *least, *most));
      return out;
    }
    (layout == &a ? out.a : out.b) = in_pieces(offsets, out.pieces);
  }
  if (out.a.threads != out.b.threads) {
    arith.fail(ErrorCode::rank_mismatch, say("A has {} {thread|threads}, but B has {}", out.a.threads, out.b.threads),
               say("A and B must have the threads of one block"));
    return out;
  }
  const Holders holders(out.a);
  for (std::int64_t v = 0; v < out.b.values; v += out.pieces) {
    for (std::int64_t t = 0; t < out.b.threads; ++t) {
      const std::int64_t e = element_at(out.b, t, v);
      if (holders.nearest(e, {t, v})) continue;
      arith.fail(ErrorCode::unsupported,
                 say("T{} V{} of B needs element {}, which no thread of A holds", t, v / out.pieces, e / out.pieces));
      return out;
    }
  }
  out.power = is_power_of_two(out.a.threads);
  out.linear = register_bases(out.a) && register_bases(out.b);
  return out;
}

std::optional<SharedTrip> shared_trip(Arith& arith, const ConversionProblem& problem) {
  if (!arith.spend(64 * static_cast<std::uint64_t>(problem.a.offset.size() + problem.b.offset.size())))
    return std::nullopt;
  return shared_conversion(arith, problem).shared;
}

std::vector<Conversion> conversions(Arith& arith, const ConversionProblem& problem) {
  std::vector<Conversion> out;
  const auto pairs = static_cast<std::uint64_t>(problem.a.offset.size() + problem.b.offset.size());
  if (!arith.spend(64 * pairs)) return out;
  if (auto one = by_registers(problem)) {
    const bool shuffles = one->method == ConversionMethod::shuffles;
    count_selects(problem, *one);
    auto linear = shuffles ? linear_shuffles(problem) : std::nullopt;
    if (linear) count_selects(problem, *linear);
    const bool better = linear && linear->cost.half_clocks() <= one->cost.half_clocks();
    out.push_back(std::move(better ? *linear : *one));
  }
  if (out.empty() || out.front().method == ConversionMethod::shuffles) out.push_back(shared_conversion(arith, problem));
  sort_stable(std::span(out),
              [](const Conversion& x, const Conversion& y) { return x.cost.half_clocks() < y.cost.half_clocks(); });
  out.push_back(plain_conversion(problem));
  return out;
}

}  // namespace stridescope
