// mov, with the packing of vectors, and conversions of addresses.
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"

namespace stridescope::machine::move {
namespace {

std::uint64_t same(std::uint64_t a) { return a; }

// d = {a, b, ...}: elements of `bytes` bits each, the first one lowest.
void pack(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    std::uint64_t out = 0;
    for (std::uint32_t k = s.count; k-- > 0;)
      out = (s.bytes < 64 ? out << s.bytes : 0) | low_bits(w.rows[m.code.lists[s.list + k]][i], s.bytes);
    w.rows[s.d][i] = out;
  });
}
void unpack(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    const std::uint64_t value = w.rows[s.a][i];
    for (std::uint32_t k = 0; k < s.count; ++k)
      w.rows[m.code.lists[s.list + k]][i] = low_bits(value >> (k * s.bytes), s.bytes);
  });
}
void read_clock(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t lane) { w.rows[s.d][lane] = low_bits(m.clock, static_cast<int>(s.mode)); });
}

// cvta: s.value is the window, mode 1 to a generic address, 0 from one. A null pointer stays one.
std::uint64_t to_generic(std::uint64_t a, std::uint64_t window) { return a + window; }
std::uint64_t from_generic(std::uint64_t a, std::uint64_t window) { return a - window; }

std::uint64_t window_of(Space space) {
  return space == Space::shared      ? shared_window
         : space == Space::local     ? local_window
         : space == Space::parameter ? parameter_window
                                     : 0;
}

bool in_window(std::uint64_t a, std::uint64_t window) { return a >= window && a < window + window_bytes; }
// isspacep: mode is the space. Shared memory is that of the cluster.
std::uint64_t is_in_space(std::uint64_t a, std::uint32_t mode) {
  if (const std::uint64_t window = window_of(static_cast<Space>(mode)); window != 0)
    return in_window(a, window) ? 1 : 0;
  return in_window(a, shared_window) || in_window(a, local_window) || in_window(a, parameter_window) ? 0 : 1;
}

void is_own_shared(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    const std::uint64_t a = w.rows[s.a][i];
    const std::uint64_t rank = (a & rank_mask) >> rank_bit;
    w.rows[s.d][i] = in_window(a, shared_window) && (rank == 0 || rank == w.block->rank + 1U) ? 1 : 0;
  });
}
// mapa: the address in the shared memory of a block of the cluster.
std::uint64_t address_in_block(std::uint64_t a, std::uint64_t rank) {
  return (a & ~rank_mask) | ((rank + 1) << rank_bit & rank_mask);
}
void rank_of_address(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    const std::uint64_t rank = (w.rows[s.a][i] & rank_mask) >> rank_bit;
    w.rows[s.d][i] = rank == 0 ? w.block->rank : rank - 1;
  });
}

bool decode_mov(Decoder& d) {
  Step& s = d.step();
  const Type type = d.last_type();
  if (!d.only({}) || type == Type::none || bits_of(type) > 64) return false;
  if (!d.wants(2)) return true;
  const Operand& to = d.operand(0);
  const Operand& from = d.operand(1);
  if (to.kind == Operand::Kind::vector || from.kind == Operand::Kind::vector) {
    const Operand& vector = to.kind == Operand::Kind::vector ? to : from;
    if (vector.elements.empty() || &to == &from) return false;
    s.bytes = static_cast<std::uint8_t>(static_cast<std::size_t>(bits_of(type)) / vector.elements.size());
    const bool packs = &vector == &from;
    d.list(vector, !packs, type);
    s.execute = packs ? pack : unpack;
    if (packs)
      s.d = d.result(0);
    else
      s.a = d.source(1, type);
    return true;
  }
  s.d = d.result(0);
  if (from.kind == Operand::Kind::special &&
      (from.text.starts_with("%clock") || from.text.starts_with("%globaltimer"))) {
    s.execute = read_clock;
    d.reads_clock();
    s.mode = static_cast<std::uint32_t>(bits_of(type));
    return true;
  }
  if (from.kind == Operand::Kind::function) return false;
  s.execute = by_lane<same>;
  s.a = d.source(1, type);
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  const std::string_view word = d.word(0);
  Step& s = d.step();
  if (word == "mov") return decode_mov(d);
  if (word == "cvta") {
    if (!d.only(
            {"to", "global", "const", "shared", "shared::cta", "shared::cluster", "local", "param", "param::entry"}))
      return false;
    if (!d.wants(2)) return true;
    s.execute = d.has("to") ? by_lane<from_generic> : by_lane<to_generic>;
    s.d = d.result(0);
    s.a = d.source(1, Type::u64);
    s.b = d.constant(window_of(d.space()));
    return true;
  }
  if (word == "isspacep") {
    if (!d.only({"global", "const", "shared", "shared::cta", "shared::cluster", "local", "param", "param::entry"}))
      return false;
    if (!d.wants(2)) return true;
    s.execute = d.has("shared") || d.has("shared::cta") ? is_own_shared : by_lane<is_in_space>;
    s.mode = static_cast<std::uint32_t>(d.space());
    s.d = d.result(0);
    s.a = d.source(1, Type::u64);
    return true;
  }
  if (word == "mapa" || word == "getctarank") {
    if (!d.only({"shared::cluster"})) return false;
    if (!d.wants(word == "mapa" ? 3 : 2)) return true;
    s.d = d.result(0);
    s.a = d.source(1, d.last_type());
    s.execute = rank_of_address;
    if (word == "getctarank") return true;
    s.execute = by_lane<address_in_block>;
    s.b = d.source(2, Type::u32);
    return true;
  }
  if (word == "createpolicy") {
    // A hint for caches: any value will do.
    if (d.operands() == 0) return false;
    s.execute = by_lane<same>;
    s.d = d.result(0);
    s.a = d.constant(0);
    return true;
  }
  return false;
}

}  // namespace stridescope::machine::move
