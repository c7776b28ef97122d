// Shuffles between two layouts that are linear over F2. Let value v' of lane l' of B be value v of lane l of A, with v
// and l linear in (v', l'): l = Lv v' + Ll l'. K: the values v' that come from one lane (Lv K = 0), as many as a
// register has parts. C: a complement of K. In round r of C, lane l' receives the values r + Q l' + K from lane (Ll +
// Lv Q) l' + Lv r. If Ll + Lv Q is invertible, each lane is read by exactly one other lane, so each round sends one
// register. If it is the identity, each round is a butterfly, and rounds with Lv r = 0 move nothing.
#include <algorithm>

#include "core/base/at.h"
#include "core/conversion/conversion_parts.h"

namespace stridescope::conversion_parts {
namespace {

std::uint64_t image(const std::vector<std::uint64_t>& columns, std::uint64_t x) {
  std::uint64_t out = 0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if ((x >> j & 1) != 0) out ^= columns[j];
  }
  return out;
}

class LinearShuffles {
 public:
  explicit LinearShuffles(const ConversionProblem& problem) : p_(problem) {}

  std::optional<Conversion> run() {
    if (!p_.linear || p_.a.threads != p_.b.threads || p_.a.values != p_.b.values) return std::nullopt;
    value_bits_ = at(log2_of(p_.a.values));
    thread_bits_ = at(log2_of(p_.a.threads));
    lane_bits_ = std::min<std::size_t>(5, thread_bits_);
    if (!sources() || !within_warps()) return std::nullopt;
    choose_values_of_a_register();
    if (!choose_values_by_lane()) return std::nullopt;
    return rounds();
  }

 private:
  // Finds (value of A, thread of A) for each bit of (value, thread) of B; false if A holds an element twice.
  bool sources() {
    const auto a = register_bases(p_.a);
    const auto b = register_bases(p_.b);
    if (!a || !b) return false;
    Span held;
    for (const std::uint64_t basis : a->value) {
      if (!held.add(basis)) return false;
    }
    for (const std::uint64_t basis : a->thread) {
      if (!held.add(basis)) return false;
    }
    Span wanted;
    for (const auto* bases : {&b->value, &b->thread}) {
      for (const std::uint64_t basis : *bases) {
        if (!wanted.add(basis) || !held.has(basis)) return false;
        source_.push_back(held.made_of(basis));
      }
    }
    return true;
  }

  std::uint64_t value_of(std::uint64_t source) const { return source & (unit(value_bits_) - 1); }
  std::uint64_t thread_of(std::uint64_t source) const { return source >> value_bits_; }
  std::uint64_t lane_of(std::uint64_t source) const { return thread_of(source) & (unit(lane_bits_) - 1); }

  bool within_warps() {
    for (std::size_t j = 0; j < source_.size(); ++j) {
      const std::uint64_t warp = thread_of(source_[j]) >> lane_bits_;
      const bool of_warp = j >= value_bits_ + lane_bits_;
      if (warp != (of_warp ? unit(j - value_bits_ - lane_bits_) : 0)) return false;
    }
    for (std::size_t j = 0; j < value_bits_; ++j) lane_by_value_.push_back(lane_of(source_[j]));
    return true;
  }

  // Prefers single bits of the value, in the order of the parts of a register.
  void choose_values_of_a_register() {
    const auto wanted = at(log2_of(p_.parts()));
    Span chosen;
    for (std::uint64_t v = 1; v < unit(value_bits_) && together_.size() < wanted; v <<= 1) {
      if (image(lane_by_value_, v) == 0 && chosen.add(v)) together_.push_back(v);
    }
    for (std::uint64_t v = 1; v < unit(value_bits_) && together_.size() < wanted; ++v) {
      if (image(lane_by_value_, v) == 0 && chosen.add(v)) together_.push_back(v);
    }
    for (std::size_t j = 0; j < value_bits_; ++j) {
      if (chosen.add(unit(j))) rounds_.push_back(unit(j));
    }
  }

  bool choose_values_by_lane() {
    std::vector<std::uint64_t> by_lane;  // lane of A for each bit of the lane of B
    for (std::size_t j = 0; j < lane_bits_; ++j) by_lane.push_back(lane_of(source_[value_bits_ + j]));
    const std::uint64_t combinations = unit(rounds_.size());
    // A value of a round whose source lane differs by this, if any.
    const auto moved = [&](std::uint64_t difference) -> std::optional<std::uint64_t> {
      for (std::uint64_t r = 0; r < combinations; ++r) {
        const std::uint64_t v = image(rounds_, r);
        if (image(lane_by_value_, v) == difference) return v;
      }
      return std::nullopt;
    };
    by_lane_.assign(lane_bits_, 0);
    bool butterflies = true;
    for (std::size_t j = 0; butterflies && j < lane_bits_; ++j) {
      const auto v = moved(by_lane[j] ^ unit(j));
      butterflies = v.has_value();
      if (v) by_lane_[j] = *v;
    }
    if (butterflies) return true;
    by_lane_.assign(lane_bits_, 0);
    // First the lane bits whose sources are independent of all values.
    Span reached;
    Span independent;
    for (const std::uint64_t lane : lane_by_value_) independent.add(lane);
    std::vector<bool> done(lane_bits_);
    for (std::size_t j = 0; j < lane_bits_; ++j) {
      done[j] = independent.add(by_lane[j]);
      if (done[j]) reached.add(by_lane[j]);
    }
    for (std::size_t j = 0; j < lane_bits_; ++j) {
      if (done[j]) continue;
      for (std::uint64_t r = 0; r < combinations && !done[j]; ++r) {
        const std::uint64_t v = image(rounds_, r);
        done[j] = reached.add(by_lane[j] ^ image(lane_by_value_, v));
        if (done[j]) by_lane_[j] = v;
      }
      if (!done[j]) return false;
    }
    return true;
  }

  Conversion rounds() const {
    Conversion out;
    out.method = ConversionMethod::shuffles;
    const int parts = p_.parts();
    for (int d = 0; d < p_.registers_b(); ++d) out.result.push_back(open_mix(parts, p_.threads()));
    for (std::uint64_t r = 0; r < unit(rounds_.size()); ++r) {
      ConversionRound round = {open_mix(parts, p_.threads()), std::vector<std::int16_t>(at(p_.threads()))};
      bool moves = false;
      for (std::int64_t t = 0; t < p_.threads(); ++t) {
        const auto lane = static_cast<std::uint64_t>(t) & (unit(lane_bits_) - 1);
        const std::uint64_t first = image(rounds_, r) ^ image(by_lane_, lane);
        for (std::uint64_t k = 0; k < unit(together_.size()); ++k) {
          const std::uint64_t v = first ^ image(together_, k);
          const std::uint64_t from = image(source_, v | static_cast<std::uint64_t>(t) << value_bits_);
          const std::uint64_t sender = thread_of(from);
          moves = moves || sender != static_cast<std::uint64_t>(t);
          round.lane[at(t)] = static_cast<std::int16_t>(lane_of(from));
          round.send.from[static_cast<std::size_t>(sender) * at(parts) + static_cast<std::size_t>(k)] =
              part_of(value_of(from));
        }
      }
      // The register that the round received, or the one where the value already is.
      const auto received = static_cast<std::int16_t>(p_.registers_a() + static_cast<int>(out.rounds.size()));
      for (std::int64_t t = 0; t < p_.threads(); ++t) {
        const auto lane = static_cast<std::uint64_t>(t) & (unit(lane_bits_) - 1);
        const std::uint64_t first = image(rounds_, r) ^ image(by_lane_, lane);
        for (std::uint64_t k = 0; k < unit(together_.size()); ++k) {
          const std::uint64_t v = first ^ image(together_, k);
          const RegisterPart to = part_of(v);
          RegisterPart& from = out.result[at(to.reg)].from[at(t * parts + to.part)];
          from = moves ? RegisterPart{received, static_cast<std::int16_t>(k)}
                       : part_of(value_of(image(source_, v | static_cast<std::uint64_t>(t) << value_bits_)));
        }
      }
      if (moves) out.rounds.push_back(std::move(round));
    }
    return out;
  }

  RegisterPart part_of(std::uint64_t value) const {
    const auto v = static_cast<int>(value);
    return {static_cast<std::int16_t>(v / p_.parts()), static_cast<std::int16_t>(v % p_.parts())};
  }

  const ConversionProblem& p_;
  std::size_t value_bits_ = 0;
  std::size_t thread_bits_ = 0;
  std::size_t lane_bits_ = 0;
  std::vector<std::uint64_t> source_;         // in A: the value, and the thread in the bits above it
  std::vector<std::uint64_t> lane_by_value_;  // Lv
  std::vector<std::uint64_t> together_;       // K
  std::vector<std::uint64_t> rounds_;         // C
  std::vector<std::uint64_t> by_lane_;        // Q
};

}  // namespace

std::optional<Conversion> linear_shuffles(const ConversionProblem& problem) { return LinearShuffles(problem).run(); }

}  // namespace stridescope::conversion_parts
