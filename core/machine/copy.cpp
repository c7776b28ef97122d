// Asynchronous copies and mbarriers. A copy is executed where it is issued, so that a wait for it never waits; the
// phase of an mbarrier completes when its arrivals and its bytes are complete.
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/mbarrier.h"

namespace stridescope::machine::copy {
namespace {

// cp.async: `value` is the offset of the source; that of the destination is in Code::lists.
void copy_async(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  std::uint64_t to[lanes_of_warp];
  std::uint64_t from[lanes_of_warp];
  const auto to_offset = static_cast<std::int32_t>(m.code.lists[s.list]);
  for_lanes(active, [&](std::size_t i) {
    to[i] = w.rows[s.d][i] + to_offset;
    from[i] = w.rows[s.a][i] + s.value;
    Space shared = Space::shared;
    Space global = Space::global;
    char* const target = m.at(s, w, i, to[i], s.bytes, shared);
    if (target == nullptr) return;
    // Bytes beyond the source's size are zeros and are not read.
    std::uint64_t size = w.rows[s.b][i] & 0xffffffff;
    size = size < s.bytes ? size : s.bytes;
    char buffer[16] = {};
    if (size > 0) {
      const char* const source = m.at(s, w, i, from[i], size, global);
      if (source == nullptr) return;
      std::memcpy(buffer, source, static_cast<std::size_t>(size));
    }
    std::memcpy(target, buffer, s.bytes);
  });
  m.progress = true;
  if (m.observer != nullptr) {
    Access access;
    access.completion.kind = Completion::Kind::copies;
    access.bytes = s.bytes;
    std::uint32_t reading = 0;
    for_lanes(active, [&](std::size_t lane) {
      if ((w.rows[s.b][lane] & 0xffffffff) != 0) reading |= std::uint32_t{1} << lane;
    });
    m.observe(s, w, reading, from, access);
    access.touch = Touch::write;
    access.space = Space::shared;
    m.observe(s, w, active, to, access);
  }
  if (w.block->record != nullptr && !m.failed()) m.record(s, w, AccessKind::async_copy, active, from, to);
}
void commit_group(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  if (m.observer != nullptr) m.observer->group(m.event_place(s, w, active), {});
}
// mode 1 waits also for copies without a group.
void wait_for_copies(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  GroupEvent group;
  group.waits = true;
  group.left = s.value;
  group.uncommitted = s.mode == 1;
  if (m.observer != nullptr) m.observer->group(m.event_place(s, w, active), group);
  if (w.block->record != nullptr) m.record(s, w, AccessKind::other_wait, active, nullptr);
}

// --- mbarrier ---

enum Barrier : std::uint32_t { init, inval, arrive, arrive_drop, expect_tx, complete_tx, test, pending_count };
// mode: the operation, then: 16, the arrival also expects bytes; 32, waits for a parity.
constexpr std::uint32_t expects = 16;
constexpr std::uint32_t by_parity = 32;
constexpr std::uint32_t is_relaxed = 64;

// The mbarrier of a lane; nullptr, and the run has failed, if its address is not one of shared memory.
char* mbarrier_of(Machine& m, const Warp& w, const Step& s, std::size_t lane) {
  Space space = s.space;
  const std::uint64_t address = w.rows[s.a][lane] + s.value;
  char* const out = m.at(s, w, lane, address, 8, space);
  if (out == nullptr || space == Space::shared) return out;
  m.fail(ErrorCode::arguments, say("the mbarrier at {} is not in shared memory", address), s, w, lane);
  return nullptr;
}

void mbarrier(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  bool all = true;
  const std::uint32_t operation = s.mode & 15;
  for_lanes(active, [&](std::size_t i) {
    char* const place = mbarrier_of(m, w, s, i);
    if (place == nullptr) return;
    Mbarrier barrier = Mbarrier::read(place);
    const std::uint64_t operand = w.rows[s.b][i];
    const std::uint64_t phase = barrier.phase;
    const std::int64_t before = barrier.bytes;
    using Kind = MbarrierEvent::Kind;
    MbarrierEvent event;
    event.count = operand;
    event.relaxed = (s.mode & is_relaxed) != 0;
    switch (operation) {
      case init:
        event.kind = Kind::init;
        if (operand < 1 || operand > mbarrier_count_mask) {
          m.fail(ErrorCode::arguments,
                 say("the mbarrier at {} expects {} {arrival|arrivals}; expected 1 to {}", w.rows[s.a][i] + s.value,
                     operand, mbarrier_count_mask),
                 s, w, i);
          return;
        }
        barrier = {operand & mbarrier_count_mask, operand & mbarrier_count_mask, 0, 0};
        break;
      case inval:
        event.kind = Kind::invalidate;
        barrier = {};
        break;
      case expect_tx:
        event.kind = Kind::expect;
        barrier.bytes += static_cast<std::int32_t>(operand);
        break;
      case complete_tx:
        event.kind = Kind::complete;
        barrier.bytes -= static_cast<std::int32_t>(operand);
        barrier.complete();
        break;
      case test: {
        // A parity names the phase that must be over.
        event.kind = Kind::test;
        event.parity = (s.mode & by_parity) != 0 ? operand & 1 : operand >> mbarrier_phase_bit & 1;
        event.passed = barrier.phase != event.parity;
        w.rows[s.d][i] = event.passed ? 1 : 0;
        all = all && event.passed;
        observe_mbarrier(m, w, s, i, w.rows[s.a][i] + s.value, barrier, false, event);
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
                 s, w, i, {}, Fault::arrivals, Space::shared, w.rows[s.a][i] + s.value);
          return;
        }
        barrier.pending -= count;
        if (operation == arrive_drop) barrier.expected -= count;
        barrier.complete();
        w.rows[s.d][i] = raw;
        event.kind = Kind::arrive;
        event.count = count;
        event.expected = (s.mode & expects) != 0 ? static_cast<std::int32_t>(operand) : 0;
      }
    }
    if (!bytes_fit(m, w, s, i, w.rows[s.a][i] + s.value, barrier, before)) return;
    barrier.write(place);
    observe_mbarrier(m, w, s, i, w.rows[s.a][i] + s.value, barrier, operation != init && barrier.phase != phase, event);
    m.progress = true;
  });
  if (operation != test) return;
  if (w.block->record != nullptr && !m.failed()) m.record(s, w, AccessKind::other_wait, active, nullptr);
  w.yielded = !all;
}
void count_pending(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active,
            [&](std::size_t i) { w.rows[s.d][i] = w.rows[s.a][i] >> mbarrier_count_bits & mbarrier_count_mask; });
}
// cp.async.mbarrier.arrive: the copies of the thread are done, so that it arrives at once. mode 1: .noinc.
void arrive_after_copies(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t lane) {
    char* const place = mbarrier_of(m, w, s, lane);
    if (place == nullptr) return;
    // Without .noinc the pending count grows by one first.
    Mbarrier barrier = Mbarrier::read(place);
    const std::uint64_t phase = barrier.phase;
    if (s.mode != 0) {
      if (barrier.pending > 0) --barrier.pending;
      barrier.complete();
      barrier.write(place);
    }
    MbarrierEvent event;
    event.kind = MbarrierEvent::Kind::arrive;
    event.count = s.mode;
    event.after_copies = true;
    observe_mbarrier(m, w, s, lane, w.rows[s.a][lane] + s.value, barrier, barrier.phase != phase, event);
  });
  m.progress = true;
}

bool decode_async(Decoder& d) {
  Step& s = d.step();
  if (d.word(2) == "commit_group") {
    s.execute = commit_group;
    return true;
  }
  if (d.word(2) == "wait_group" || d.word(2) == "wait_all") {
    s.execute = wait_for_copies;
    s.mode = d.word(2) == "wait_all" ? 1 : 0;
    if (s.mode == 0 && d.wants(1)) s.value = d.operand(0).value;
    d.record(AccessKind::other_wait, 0);
    return true;
  }
  if (d.word(2) == "mbarrier") {
    if (!d.wants(1)) return true;
    s.execute = arrive_after_copies;
    s.mode = d.has("noinc") ? 1 : 0;
    s.space = d.space();
    d.address(d.operand(0));
    return true;
  }
  if (!d.only({"async", "ca", "cg", "shared", "shared::cta", "global", "L2::64B", "L2::128B", "L2::256B",
               "L2::cache_hint"}))
    return false;
  if (!d.wants(3, 5)) return true;
  const Operand& size = d.operand(2);
  if (size.kind != Operand::Kind::immediate || (size.value != 4 && size.value != 8 && size.value != 16))
    return d.wrong(say("cp.async must copy 4, 8 or 16 bytes"));
  s.execute = copy_async;
  s.bytes = static_cast<std::uint8_t>(size.value);
  d.address(d.operand(0));
  s.d = s.a;
  s.list = d.keep(static_cast<std::uint32_t>(s.value));
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
               "shared", "shared::cta", "shared::cluster", "release", "acquire", "relaxed", "cta", "cluster",
               "noComplete"}))
    return false;
  s.execute = mbarrier;
  s.space = d.space();
  const std::uint32_t order = d.has("relaxed") ? is_relaxed : 0;
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
    s.mode = test | (d.has("parity") ? by_parity : 0) | order;
    s.d = d.result(0);
    d.address(d.operand(1));
    s.b = d.source(2, d.has("parity") ? Type::u32 : Type::b64);
    d.record(AccessKind::other_wait, 0);
    return true;
  }
  if (operation == "arrive" || operation == "arrive_drop") {
    if (!d.wants(1, 3)) return true;
    s.mode = (operation == "arrive" ? arrive : arrive_drop) | order;
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
  if (d.has("tensor")) return tensor::decode(d);
  if (d.has("bulk")) return bulk::decode(d);
  return d.word(1) == "async" && decode_async(d);
}

}  // namespace stridescope::machine::copy
