// Assembles registers from parts of others, with the fewest selects and byte permutes of this method, and executes a
// conversion byte by byte.
#include <algorithm>

#include "core/base/at.h"
#include "core/conversion/conversion_parts.h"

namespace stridescope {
namespace {

using Choice = MixPlan::Choice;

// Gives an open part the choice of a neighboring thread, so that it needs no operation.
std::vector<RegisterPart> closed(const RegisterMix& mix, int parts, std::int64_t threads) {
  std::vector<RegisterPart> out = mix.from;
  const auto fill = [&](std::int64_t t, std::int64_t from) {
    for (int s = 0; s < parts; ++s) {
      RegisterPart& to = out[at(t * parts + s)];
      if (to.reg < 0) to = out[at(from * parts + s)];
    }
  };
  for (std::int64_t t = 1; t < threads; ++t) fill(t, t - 1);
  for (std::int64_t t = threads - 1; t-- > 0;) fill(t, t + 1);
  // A part that every thread leaves open becomes the same part as in the first register with a known one.
  for (std::int64_t t = 0; t < threads; ++t) {
    const RegisterPart* known = nullptr;
    for (int s = 0; s < parts && known == nullptr; ++s) {
      if (out[at(t * parts + s)].reg >= 0) known = &out[at(t * parts + s)];
    }
    const RegisterPart given = known != nullptr ? *known : RegisterPart{0, 0};
    for (int s = 0; s < parts; ++s) {
      RegisterPart& to = out[at(t * parts + s)];
      if (to.reg < 0) to = {given.reg, static_cast<std::int16_t>(s)};
    }
  }
  return out;
}

Choice choice_of(const std::vector<std::int16_t>& by_thread) {
  Choice out;
  out.regs = by_thread;
  std::sort(out.regs.begin(), out.regs.end());
  out.regs.erase(std::unique(out.regs.begin(), out.regs.end()), out.regs.end());
  for (const std::int16_t reg : by_thread) {
    out.which.push_back(
        static_cast<std::uint8_t>(std::lower_bound(out.regs.begin(), out.regs.end(), reg) - out.regs.begin()));
  }
  return out;
}

Choice always(std::int16_t reg, std::int64_t threads) { return {{reg}, std::vector<std::uint8_t>(at(threads), 0)}; }

}  // namespace

int MixPlan::operations() const {
  int out = static_cast<int>(selectors.size());
  for (const Choice& c : inputs) out += static_cast<int>(c.regs.size()) - 1;
  return out;
}

MixPlan mix_plan(const RegisterMix& mix, int parts, std::int64_t threads) {
  MixPlan out;
  const std::vector<RegisterPart> from = closed(mix, parts, threads);
  const auto column = [&](int s) {
    std::vector<std::int16_t> regs;
    for (std::int64_t t = 0; t < threads; ++t) regs.push_back(from[at(t * parts + s)].reg);
    return regs;
  };
  const int width = 4 / parts;
  // The bytes of a part of input 0 or 1, moved to part s of the result.
  const auto nibbles = [&](int input, int part, int s) {
    std::uint16_t sum = 0;
    for (int k = 0; k < width; ++k)
      sum |= static_cast<std::uint16_t>((4 * input + part * width + k) << 4 * (s * width + k));
    return sum;
  };
  if (parts == 1) {
    out.inputs.push_back(choice_of(column(0)));
    return out;
  }
  // The inputs: the registers that any thread needs, if these are one or two; otherwise the source of each part.
  std::vector<std::int16_t> all;
  for (const RegisterPart& p : from) all.push_back(p.reg);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<int> input_of(at(parts), 0);
  if (all.size() <= 2) {
    for (const std::int16_t reg : all) out.inputs.push_back(always(reg, threads));
  } else {
    for (int s = 0; s < parts; ++s) {
      const Choice c = choice_of(column(s));
      const auto found = std::find(out.inputs.begin(), out.inputs.end(), c);
      input_of[at(s)] = static_cast<int>(found - out.inputs.begin());
      if (found == out.inputs.end()) out.inputs.push_back(c);
    }
    if (out.inputs.size() > 2) {
      out.inputs.clear();
      for (int s = 0; s < parts; ++s) out.inputs.push_back(choice_of(column(s)));
    }
  }
  if (out.inputs.size() <= 2) {
    std::vector<std::uint16_t> selector(at(threads), 0);
    bool whole = out.inputs.size() == 1;
    for (std::int64_t t = 0; t < threads; ++t) {
      for (int s = 0; s < parts; ++s) {
        const RegisterPart p = from[at(t * parts + s)];
        const int input = all.size() == 2 ? (p.reg == all[1] ? 1 : 0) : all.size() == 1 ? 0 : input_of[at(s)];
        selector[at(t)] |= nibbles(input, p.part, s);
        whole = whole && p.part == s;
      }
    }
    if (!whole) out.selectors.push_back(std::move(selector));
    return out;
  }
  // Four registers: each half from two, then both halves.
  for (int half = 0; half < 2; ++half) {
    std::vector<std::uint16_t> selector(at(threads), 0);
    for (std::int64_t t = 0; t < threads; ++t) {
      for (int s = 0; s < 2; ++s) selector[at(t)] |= nibbles(s, from[at(t * parts + 2 * half + s)].part, s);
    }
    out.selectors.push_back(std::move(selector));
  }
  out.selectors.emplace_back(at(threads), static_cast<std::uint16_t>(0x5410));
  return out;
}

namespace conversion_parts {

RegisterMix open_mix(int parts, std::int64_t threads) { return {std::vector<RegisterPart>(at(parts * threads))}; }

void count_selects(const ConversionProblem& problem, Conversion& conversion) {
  std::int64_t operations = 0;
  for (const ConversionRound& round : conversion.rounds)
    operations += mix_plan(round.send, problem.parts(), problem.threads()).operations();
  for (const RegisterMix& mix : conversion.result)
    operations += mix_plan(mix, problem.parts(), problem.threads()).operations();
  conversion.cost.selects = operations * problem.warps();
  conversion.cost.shuffles = static_cast<std::int64_t>(conversion.rounds.size()) * problem.warps();
}

}  // namespace conversion_parts

namespace {

// A byte of an element, as a number; -1: none.
using Byte = std::int64_t;
using Register = std::array<Byte, 4>;
constexpr Register nothing = {-1, -1, -1, -1};

class Execution {
 public:
  Execution(const ConversionProblem& problem, const Conversion& conversion) : p_(problem), c_(conversion) {
    pool_size_ = p_.registers_a() + static_cast<std::int64_t>(c_.rounds.size());
    pool_.assign(at(p_.threads() * pool_size_), nothing);
    for (std::int64_t t = 0; t < p_.threads(); ++t) {
      for (std::int64_t v = 0; v < p_.a.values; ++v) {
        for (int k = 0; k < bytes(); ++k)
          held(t, v / p_.parts())[at(v % p_.parts() * bytes() + k)] = byte(conversion_parts::element_at(p_.a, t, v), k);
      }
    }
  }

  std::optional<TvPair> wrong() {
    if (c_.shared) {
      if (auto pair = through_memory()) return pair;
    } else {
      exchange();
    }
    for (std::size_t d = 0; d < c_.result.size(); ++d) {
      const std::vector<Register> out = mixed(c_.result[d]);
      for (std::int64_t t = 0; t < p_.threads(); ++t) {
        for (int part = 0; part < p_.parts(); ++part) {
          const std::int64_t v = static_cast<std::int64_t>(d) * p_.parts() + part;
          for (int k = 0; v < p_.b.values && k < bytes(); ++k) {
            if (out[at(t)][at(part * bytes() + k)] != byte(conversion_parts::element_at(p_.b, t, v), k))
              return TvPair{t, v};
          }
        }
      }
    }
    return std::nullopt;
  }

 private:
  int bytes() const { return p_.bits / 8; }
  Byte byte(std::int64_t element, int k) const { return element * bytes() + k; }
  Register& held(std::int64_t thread, std::int64_t reg) { return pool_[at(thread * pool_size_ + reg)]; }

  static Register permuted(const Register& x, const Register& y, std::uint16_t selector) {
    Register out = nothing;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t from = selector >> 4 * k & 7;
      out[k] = from < 4 ? x[from] : y[from - 4];
    }
    return out;
  }

  // The parts that each thread assembles.
  std::vector<Register> mixed(const RegisterMix& mix) {
    const std::int64_t kinds = c_.shared ? 1 : p_.threads();
    const MixPlan plan = mix_plan(mix, p_.parts(), kinds);
    std::vector<Register> out;
    for (std::int64_t t = 0; t < p_.threads(); ++t) {
      const std::size_t kind = at(kinds == 1 ? 0 : t);
      std::array<Register, 4> in = {nothing, nothing, nothing, nothing};
      for (std::size_t i = 0; i < plan.inputs.size(); ++i)
        in[i] = held(t, plan.inputs[i].regs[at(plan.inputs[i].which[kind])]);
      if (plan.selectors.size() == 1) in[0] = permuted(in[0], in[1], plan.selectors[0][kind]);
      if (plan.selectors.size() == 3) {
        const Register low = permuted(in[0], in[1], plan.selectors[0][kind]);
        in[0] = permuted(low, permuted(in[2], in[3], plan.selectors[1][kind]), plan.selectors[2][kind]);
      }
      out.push_back(in[0]);
    }
    return out;
  }

  void exchange() {
    for (std::size_t r = 0; r < c_.rounds.size(); ++r) {
      const std::vector<Register> sent = mixed(c_.rounds[r].send);
      for (std::int64_t t = 0; t < p_.threads(); ++t) {
        const std::int64_t from = t / lanes_per_warp * lanes_per_warp + c_.rounds[r].lane[at(t)];
        if (from < p_.threads()) held(t, p_.registers_a() + static_cast<std::int64_t>(r)) = sent[at(from)];
      }
    }
  }

  // The byte address of an access; empty if it is not a multiple of the width, or is outside the memory.
  std::optional<std::int64_t> address(const ThreadOffsets& layout, std::int64_t thread, std::int64_t value,
                                      int elements) const {
    const SharedTrip& trip = *c_.shared;
    const std::int64_t place = trip.place(conversion_parts::element_at(layout, thread, value));
    if (place % elements != 0 || place + elements > trip.elements) return std::nullopt;
    return place * bytes();
  }

  // The pool then has the loaded words.
  std::optional<TvPair> through_memory() {
    const SharedTrip& trip = *c_.shared;
    const std::int64_t stored = static_cast<std::int64_t>(trip.store_elements) * bytes();
    const std::int64_t width = static_cast<std::int64_t>(trip.load_elements) * bytes();
    std::vector<Byte> memory(at(trip.elements * bytes()), -1);
    for (std::size_t i = 0; i < trip.stores.size(); ++i) {
      for (std::size_t w = 0; w < c_.stored[i].size(); ++w) {
        const std::vector<Register> words = mixed(c_.stored[i][w]);
        for (std::int64_t t = 0; t < p_.threads(); ++t) {
          const auto begin = address(p_.a, t, trip.stores[i][0], trip.store_elements);
          if (!begin) return TvPair{t, trip.stores[i][0]};
          for (std::size_t k = 0; k < 4 && 4 * w + k < at(stored); ++k)
            memory[at(*begin) + 4 * w + k] = words[at(t)][k];
        }
      }
    }
    const std::int64_t words = std::max<std::int64_t>(1, width / 4);
    pool_size_ = words * static_cast<std::int64_t>(trip.loads.size());
    pool_.assign(at(p_.threads() * pool_size_), nothing);
    for (std::size_t i = 0; i < trip.loads.size(); ++i) {
      for (std::int64_t t = 0; t < p_.threads(); ++t) {
        const auto begin = address(p_.b, t, trip.loads[i][0], trip.load_elements);
        if (!begin) return TvPair{t, trip.loads[i][0]};
        for (std::int64_t k = 0; k < width; ++k)
          held(t, static_cast<std::int64_t>(i) * words + k / 4)[at(k % 4)] = memory[at(*begin + k)];
      }
    }
    return std::nullopt;
  }

  const ConversionProblem& p_;
  const Conversion& c_;
  std::int64_t pool_size_ = 0;
  std::vector<Register> pool_;
};

}  // namespace

std::optional<TvPair> wrong_pair(const ConversionProblem& problem, const Conversion& conversion) {
  return Execution(problem, conversion).wrong();
}

}  // namespace stridescope
