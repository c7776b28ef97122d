// Exchange between the lanes of a warp.
#include <bit>

#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"

namespace stridescope::machine::lanes {
namespace {

enum Shuffle : std::uint32_t { up, down, bfly, idx };
enum Vote : std::uint32_t { all, any, uni, ballot };
enum Reduce : std::uint32_t { red_add, red_min, red_max, red_and, red_or, red_xor };

// d|p = shfl a, b, c: c has the clamp in its low 5 bits and the mask of the segment from bit 8 on.
void shuffle(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const Row from = w.rows[s.a];
  Row out = {};
  Row valid = {};
  for_lanes(active, [&](std::size_t i) {
    const auto l = static_cast<std::int32_t>(i);
    const auto b = static_cast<std::int32_t>(w.rows[s.b][i] & 31);
    const auto clamp = static_cast<std::int32_t>(w.rows[s.c][i] & 31);
    const auto segment = static_cast<std::int32_t>(w.rows[s.c][i] >> 8 & 31);
    const std::int32_t most = (l & segment) | (clamp & ~segment);
    const std::int32_t least = l & segment;
    std::int32_t j = 0;
    bool inside = false;
    switch (s.mode) {
      case up:
        j = l - b;
        inside = j >= most;
        break;
      case down:
        j = l + b;
        inside = j <= most;
        break;
      case bfly:
        j = l ^ b;
        inside = j <= most;
        break;
      default:
        j = least | (b & ~segment);
        inside = j <= most;
    }
    if (!inside) j = l;
    // PTX leaves the result undefined if the source lane does not take part; the machine gives its register.
    out[i] = from[static_cast<std::size_t>(j & 31)];
    valid[i] = inside ? 1 : 0;
  });
  for_lanes(active, [&](std::size_t i) {
    w.rows[s.d][i] = out[i];
    if (s.p != nowhere) w.rows[s.p][i] = valid[i];
  });
}

std::uint32_t lanes_that_hold(const Warp& w, std::uint32_t row, std::uint32_t active, bool negated) {
  std::uint32_t out = 0;
  for_lanes(active, [&](std::size_t lane) {
    if ((w.rows[row][lane] != 0) != negated) out |= std::uint32_t{1} << lane;
  });
  return out;
}

// value: the predicate is negated.
void vote(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const std::uint32_t holds = lanes_that_hold(w, s.a, active, s.value != 0);
  std::uint64_t out = 0;
  switch (s.mode) {
    case all:
      out = holds == active ? 1 : 0;
      break;
    case any:
      out = holds != 0 ? 1 : 0;
      break;
    case uni:
      out = holds == active || holds == 0 ? 1 : 0;
      break;
    default:
      out = holds;
  }
  for_lanes(active, [&](std::size_t lane) { w.rows[s.d][lane] = out; });
}

// mode 1: all lanes have the same value, with a predicate; 0: the lanes with the value of this one.
void match(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const Row from = w.rows[s.a];
  for_lanes(active, [&](std::size_t lane) {
    std::uint32_t same = 0;
    for_lanes(active, [&](std::size_t other) {
      if (from[other] == from[lane]) same |= std::uint32_t{1} << other;
    });
    const bool equal = same == active;
    w.rows[s.d][lane] = s.mode == 0 || equal ? same : 0;
    if (s.p != nowhere) w.rows[s.p][lane] = equal ? 1 : 0;
  });
}

// value: signed.
void reduce(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  bool first = true;
  std::uint32_t sum = 0;
  for_lanes(active, [&](std::size_t lane) {
    const auto one = static_cast<std::uint32_t>(w.rows[s.a][lane]);
    const bool less = s.value != 0 ? static_cast<std::int32_t>(one) < static_cast<std::int32_t>(sum) : one < sum;
    if (first)
      sum = one;
    else if (s.mode == red_add)
      sum += one;
    else if (s.mode == red_min)
      sum = less ? one : sum;
    else if (s.mode == red_max)
      sum = less || one == sum ? sum : one;
    else if (s.mode == red_and)
      sum &= one;
    else if (s.mode == red_or)
      sum |= one;
    else
      sum ^= one;
    first = false;
  });
  for_lanes(active, [&](std::size_t lane) { w.rows[s.d][lane] = sum; });
}

void active_mask(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t lane) { w.rows[s.d][lane] = active; });
}

// d|p: the number of the elected lane, and whether a lane is it.
void elect(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const auto leader = static_cast<std::uint64_t>(std::countr_zero(active));
  for_lanes(active, [&](std::size_t i) {
    w.rows[s.d][i] = leader;
    if (s.p != nowhere) w.rows[s.p][i] = static_cast<std::uint64_t>(i) == leader ? 1 : 0;
  });
}

template <std::size_t count>
std::uint32_t index_of(Decoder& d, const std::string_view (&names)[count]) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (d.has(names[i])) return i;
  }
  return nowhere;
}

}  // namespace

// A mask of members is not compared with the active lanes: PTX leaves the other case open.
bool decode(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  const bool sync = d.has("sync");
  if (word == "shfl") {
    constexpr std::string_view names[] = {"up", "down", "bfly", "idx"};
    s.mode = index_of(d, names);
    if (s.mode == nowhere || !d.only({"sync", "up", "down", "bfly", "idx"})) return false;
    if (!d.wants(sync ? 5 : 4)) return true;
    s.execute = shuffle;
    d.results();
    s.a = d.source(1, Type::b32);
    s.b = d.source(2, Type::b32);
    s.c = d.source(3, Type::b32);
    return true;
  }
  if (word == "vote") {
    constexpr std::string_view names[] = {"all", "any", "uni", "ballot"};
    s.mode = index_of(d, names);
    if (s.mode == nowhere || !d.only({"sync", "all", "any", "uni", "ballot"})) return false;
    if (!d.wants(sync ? 3 : 2)) return true;
    s.execute = vote;
    s.d = d.result(0);
    s.a = d.source(1, Type::pred);
    s.value = d.operand(1).negated ? 1 : 0;
    return true;
  }
  if (word == "match") {
    if (!d.only({"sync", "all", "any"})) return false;
    if (!d.wants(3)) return true;
    s.execute = match;
    s.mode = d.has("all") ? 1 : 0;
    d.results();
    s.a = d.source(1, d.last_type());
    return true;
  }
  if (word == "redux") {
    constexpr std::string_view names[] = {"add", "min", "max", "and", "or", "xor"};
    s.mode = index_of(d, names);
    const Type type = d.last_type();
    if (s.mode == nowhere || kind_of(type) == TypeKind::floating ||
        !d.only({"sync", "add", "min", "max", "and", "or", "xor"}))
      return false;
    if (!d.wants(3)) return true;
    s.execute = reduce;
    s.value = kind_of(type) == TypeKind::signed_integer ? 1 : 0;
    s.d = d.result(0);
    s.a = d.source(1, type);
    return true;
  }
  if (word == "activemask") {
    if (!d.wants(1)) return true;
    s.execute = active_mask;
    s.d = d.result(0);
    return true;
  }
  if (word == "elect") {
    if (!d.only({"sync"})) return false;
    if (!d.wants(2)) return true;
    s.execute = elect;
    d.results();
    return true;
  }
  return false;
}

}  // namespace stridescope::machine::lanes
