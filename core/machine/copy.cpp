// Asynchronous copies and mbarriers. A copy is executed where it is issued, so that a wait for it never waits; the
// phase of an mbarrier completes when its arrivals and its bytes are complete.
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/mbarrier.h"

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

// --- mbarrier ---

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
        barrier = {operand & mbarrier_count_mask, operand & mbarrier_count_mask, 0, 0};
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
            (s.mode & by_parity) != 0 ? barrier.phase != (operand & 1) : barrier.phase != (operand >> mbarrier_phase_bit & 1);
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
    w.rows[s.d][i] = w.rows[s.a][i] >> mbarrier_count_bits & mbarrier_count_mask;
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

bool decode_async(Decoder& d) {
  Step& s = d.step();
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
               "shared", "shared::cta", "shared::cluster", "release", "acquire", "relaxed", "cta", "cluster", "noComplete"}))
    return false;
  s.execute = mbarrier;
  s.space = d.has("shared") || d.has("shared::cta") || d.has("shared::cluster") ? Space::shared : Space::generic;
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
  if (d.has("tensor")) return tensor::decode(d);
  if (d.has("bulk")) return bulk::decode(d);
  return d.word(1) == "async" && decode_async(d);
}

}  // namespace stridescope::machine::copy
