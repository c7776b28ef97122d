// Asynchronous copies and mbarriers. A copy is executed where it is issued, so that a wait for it never waits; the
// phase of an mbarrier completes when its arrivals and its bytes are complete.
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"

namespace stridescope::machine::copy {
namespace {

void nothing(Machine&, Warp&, const Step&, std::uint32_t) {}

// cp.async: value, the offset of the source; the destination's is in Code::lists.
void copy_async(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  std::uint64_t to[lanes_of_warp];
  std::uint64_t from[lanes_of_warp];
  const std::uint64_t to_offset = m.code.lists[s.list];
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    to[i] = w.rows[s.d][i] + to_offset;
    from[i] = w.rows[s.a][i] + s.value;
    Space shared = Space::shared;
    Space global = Space::global;
    char* const target = m.at(s, w, lane, to[i], s.bytes, shared);
    if (target == nullptr) return;
    // Bytes beyond the source's size are zeros and are not read.
    std::uint64_t size = w.rows[s.b][i] & 0xffffffff;
    size = size < s.bytes ? size : s.bytes;
    char buffer[16] = {};
    if (size > 0) {
      const char* const source = m.at(s, w, lane, from[i], size, global);
      if (source == nullptr) return;
      std::memcpy(buffer, source, static_cast<std::size_t>(size));
    }
    std::memcpy(target, buffer, s.bytes);
  });
  m.progress = true;
  if (w.block->record != nullptr && !m.failed()) m.record(s, w, AccessKind::async_copy, active, from, to);
}
void wait_for_copies(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  if (w.block->record != nullptr) m.record(s, w, AccessKind::other_wait, active, nullptr);
}

// --- mbarrier: 64 bits in shared memory, of which PTX says nothing ---

constexpr int count_bits = 20;
constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;
constexpr int phase_bit = 2 * count_bits;
constexpr int bytes_shift = phase_bit + 1;
constexpr std::int64_t bytes_zero = std::int64_t{1} << 21;

struct Mbarrier {
  std::uint64_t expected = 0;  // arrivals of a phase
  std::uint64_t pending = 0;
  std::uint64_t phase = 0;
  std::int64_t bytes = 0;  // expected minus completed

  static Mbarrier read(const char* from) {
    std::uint64_t raw = 0;
    std::memcpy(&raw, from, 8);
    return {raw & count_mask, raw >> count_bits & count_mask, raw >> phase_bit & 1,
            static_cast<std::int64_t>(raw >> bytes_shift) - bytes_zero};
  }
  void write(char* to) const {
    const std::uint64_t raw = expected | pending << count_bits | phase << phase_bit |
                              static_cast<std::uint64_t>(bytes + bytes_zero) << bytes_shift;
    std::memcpy(to, &raw, 8);
  }
  void complete() {
    if (pending != 0 || bytes != 0) return;
    phase ^= 1;
    pending = expected;
  }
};

enum Barrier : std::uint32_t { init, inval, arrive, arrive_drop, expect_tx, complete_tx, test, pending_count };
// mode: the operation, then: 16, the arrival also expects bytes; 32, waits for a parity.
constexpr std::uint32_t expects = 16;
constexpr std::uint32_t by_parity = 32;

void mbarrier(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  bool all = true;
  const std::uint32_t operation = s.mode & 15;
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    Space space = s.space;
    char* const place = m.at(s, w, lane, w.rows[s.a][i] + s.value, 8, space);
    if (place == nullptr) return;
    Mbarrier barrier = Mbarrier::read(place);
    const std::uint64_t operand = w.rows[s.b][i];
    switch (operation) {
      case init:
        barrier = {operand & count_mask, operand & count_mask, 0, 0};
        break;
      case inval:
        barrier = {};
        break;
      case expect_tx:
        barrier.bytes += static_cast<std::int32_t>(operand);
        break;
      case complete_tx:
        barrier.bytes -= static_cast<std::int32_t>(operand);
        barrier.complete();
        break;
      case test: {
        // A parity names the phase that must be over.
        const bool over =
            (s.mode & by_parity) != 0 ? barrier.phase != (operand & 1) : barrier.phase != (operand >> phase_bit & 1);
        w.rows[s.d][i] = over ? 1 : 0;
        all = all && over;
        return;
      }
      default: {
        std::uint64_t raw = 0;
        std::memcpy(&raw, place, 8);
        if ((s.mode & expects) != 0) barrier.bytes += static_cast<std::int32_t>(operand);
        const std::uint64_t count = (s.mode & expects) != 0 ? 1 : operand;
        if (count > barrier.pending) {
          m.fail(ErrorCode::arguments,
                 say("{} {thread arrives|threads arrive} at the mbarrier at {}, which expects {} more", count,
                     w.rows[s.a][i] + s.value, barrier.pending),
                 s, w, lane);
          return;
        }
        barrier.pending -= count;
        if (operation == arrive_drop) barrier.expected -= count;
        barrier.complete();
        w.rows[s.d][i] = raw;
      }
    }
    barrier.write(place);
    m.progress = true;
  });
  if (operation != test) return;
  if (w.block->record != nullptr && !m.failed()) m.record(s, w, AccessKind::other_wait, active, nullptr);
  w.yielded = !all;
}
void count_pending(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    w.rows[s.d][i] = w.rows[s.a][i] >> count_bits & count_mask;
  });
}
// cp.async.mbarrier.arrive: the copies of the thread are done, so that it arrives at once. mode 1: .noinc.
void arrive_after_copies(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    Space space = s.space;
    char* const place = m.at(s, w, lane, w.rows[s.a][i] + s.value, 8, space);
    if (place == nullptr) return;
    // Without .noinc the pending count grows by one first.
    if (s.mode == 0) return;
    Mbarrier barrier = Mbarrier::read(place);
    if (barrier.pending > 0) --barrier.pending;
    barrier.complete();
    barrier.write(place);
  });
  m.progress = true;
}

// cp.async.bulk between global and shared memory. mode 1: to shared memory, and completes bytes of the mbarrier in row
// c.
void copy_bulk(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const bool loads = s.mode == 1;
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    const std::uint64_t size = w.rows[s.b][i] & 0xffffffff;
    Space to_space = loads ? Space::shared : Space::global;
    Space from_space = loads ? Space::global : Space::shared;
    const std::uint64_t to_address = w.rows[s.d][i] + m.code.lists[s.list];
    const std::uint64_t from_address = w.rows[s.a][i] + s.value;
    if ((size | to_address | from_address) % 16 != 0) {
      m.fail(ErrorCode::arguments,
             say("a bulk copy of {} {byte|bytes} from {} to {} is not aligned; expected multiples of 16 bytes", size,
                 from_address, to_address),
             s, w, lane);
      return;
    }
    char* const to = m.at(s, w, lane, to_address, size, to_space);
    const char* const from = to == nullptr ? nullptr : m.at(s, w, lane, from_address, size, from_space);
    if (from == nullptr) return;
    std::memmove(to, from, static_cast<std::size_t>(size));
    if (!loads) return;
    Space space = Space::shared;
    char* const place = m.at(s, w, lane, w.rows[s.c][i] + m.code.lists[s.list + 1], 8, space);
    if (place == nullptr) return;
    Mbarrier barrier = Mbarrier::read(place);
    barrier.bytes -= static_cast<std::int64_t>(size);
    barrier.complete();
    barrier.write(place);
  });
  m.progress = true;
}

bool decode_bulk(Decoder& d) {
  Step& s = d.step();
  if (d.has("commit_group") || d.has("wait_group")) {
    s.execute = nothing;
    return true;
  }
  if (d.has("tensor") || d.has("prefetch") ||
      !d.only({"async", "bulk", "shared::cluster", "shared::cta", "global", "mbarrier::complete_tx::bytes",
               "bulk_group", "L2::cache_hint"}))
    return false;
  // Between the shared memories of a cluster: not yet.
  if (!d.has("global")) return false;
  const bool loads = d.word(3) != "global";
  if (!d.wants(3, 5)) return true;
  s.execute = copy_bulk;
  s.mode = loads ? 1 : 0;
  d.address(d.operand(0));
  s.d = s.a;
  const std::uint64_t to_offset = s.value;
  std::uint64_t barrier_offset = 0;
  if (loads) {
    d.address(d.operand(3));
    s.c = s.a;
    barrier_offset = s.value;
  }
  d.address(d.operand(1));
  s.b = d.source(2, Type::u32);
  s.list = d.number_list({static_cast<std::uint32_t>(to_offset), static_cast<std::uint32_t>(barrier_offset)});
  d.not_recorded();
  return true;
}

bool decode_async(Decoder& d) {
  Step& s = d.step();
  if (d.word(2) == "bulk") return decode_bulk(d);
  if (d.word(2) == "reduce") return false;
  if (d.word(2) == "commit_group") {
    s.execute = nothing;
    return true;
  }
  if (d.word(2) == "wait_group" || d.word(2) == "wait_all") {
    s.execute = wait_for_copies;
    d.record(AccessKind::other_wait, 0);
    return true;
  }
  if (d.word(2) == "mbarrier") {
    if (!d.wants(1)) return true;
    s.execute = arrive_after_copies;
    s.mode = d.has("noinc") ? 1 : 0;
    s.space = d.has("shared") || d.has("shared::cta") ? Space::shared : Space::generic;
    d.address(d.operand(0));
    return true;
  }
  if (!d.only({"async", "ca", "cg", "shared", "shared::cta", "global", "L2::64B", "L2::128B", "L2::256B",
               "L2::cache_hint"}))
    return false;
  if (!d.wants(3, 5)) return true;
  const Operand& size = d.operand(2);
  if (size.kind != Operand::Kind::immediate || (size.value != 4 && size.value != 8 && size.value != 16))
    return d.wrong(say("cp.async does not copy 4, 8 or 16 bytes"));
  s.execute = copy_async;
  s.bytes = static_cast<std::uint8_t>(size.value);
  d.address(d.operand(0));
  s.d = s.a;
  s.list = d.number_list({static_cast<std::uint32_t>(s.value)});
  d.address(d.operand(1));
  // The fourth operand is the source's size, or a predicate that ignores it, or the cache policy.
  const bool has_policy = d.has("L2::cache_hint");
  const bool has_size = d.operands() > (has_policy ? 4U : 3U);
  if (has_size && d.operand(3).kind == Operand::Kind::reg && d.register_bits(d.operand(3)) == 1) return false;
  s.b = has_size ? d.source(3, Type::u32) : d.constant(size.value);
  d.record(AccessKind::async_copy, s.bytes);
  return true;
}

bool decode_mbarrier(Decoder& d) {
  Step& s = d.step();
  const std::string_view operation = d.word(1);
  if (operation == "pending_count") {
    if (!d.wants(2)) return true;
    s.execute = count_pending;
    s.d = d.result(0);
    s.a = d.source(1, Type::b64);
    return true;
  }
  if (!d.only({"init", "inval", "arrive", "arrive_drop", "expect_tx", "complete_tx", "test_wait", "try_wait", "parity",
               "shared", "shared::cta", "release", "acquire", "relaxed", "cta", "cluster"}))
    return false;
  s.execute = mbarrier;
  s.space = d.has("shared") || d.has("shared::cta") ? Space::shared : Space::generic;
  if (operation == "init" || operation == "expect_tx" || operation == "complete_tx") {
    if (!d.wants(2)) return true;
    s.mode = operation == "init" ? init : operation == "expect_tx" ? expect_tx : complete_tx;
    d.address(d.operand(0));
    s.b = d.source(1, Type::u32);
    return true;
  }
  if (operation == "inval") {
    if (!d.wants(1)) return true;
    s.mode = inval;
    d.address(d.operand(0));
    s.b = d.constant(0);
    return true;
  }
  if (operation == "test_wait" || operation == "try_wait") {
    if (!d.wants(3, 4)) return true;
    s.mode = test | (d.has("parity") ? by_parity : 0);
    s.d = d.result(0);
    d.address(d.operand(1));
    s.b = d.source(2, d.has("parity") ? Type::u32 : Type::b64);
    d.record(AccessKind::other_wait, 0);
    return true;
  }
  if (operation == "arrive" || operation == "arrive_drop") {
    if (!d.wants(1, 3)) return true;
    s.mode = operation == "arrive" ? arrive : arrive_drop;
    if (d.has("expect_tx")) s.mode |= expects;
    std::size_t next = 0;
    if (d.operand(0).kind != Operand::Kind::memory)
      s.d = d.result(next++);
    else
      s.d = d.scratch();
    d.address(d.operand(next++));
    s.b = next < d.operands() ? d.source(next, Type::u32) : d.constant(1);
    return true;
  }
  return false;
}

}  // namespace

bool decode(Decoder& d) {
  if (d.word(0) == "mbarrier") return decode_mbarrier(d);
  return d.word(1) == "async" && decode_async(d);
}

}  // namespace stridescope::machine::copy
