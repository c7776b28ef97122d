// Barriers of a block, and instructions without an effect on a machine that executes in order: fences, prefetches,
// hints.
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"

namespace stridescope::machine::wait {
namespace {

// bar.warp.sync: the mask in row a.
void meet(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  if (m.observer == nullptr) return;
  const auto lane = static_cast<std::size_t>(__builtin_ctz(active));
  m.observer->warp_sync(m.event_place(s, w, active), static_cast<std::uint32_t>(w.rows[s.a][lane]));
}
// fence, membar: its kind in mode.
void fence(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  if (m.observer != nullptr) m.observer->fence(m.event_place(s, w, active), static_cast<Fence>(s.mode));
}

void stop(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  m.fail(ErrorCode::arguments, say("the kernel executes trap"), s, w, __builtin_ctz(active));
}

}  // namespace

// A barrier step has in row a its number and in row b the count of threads; bit 0 of its mode: it waits; bits 1 and 2:
// the reduction of .red, from the predicate in row c to the result in row d.
bool decode(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  if (word == "bar" || word == "barrier") {
    if (d.has("cluster")) {
      if (!d.only({"cluster", "arrive", "wait", "release", "acquire", "relaxed", "aligned"}) || !d.wants(0))
        return false;
      s.flow = Flow::barrier;
      s.mode = Step::of_cluster | (d.has("wait") ? Step::waits : 0U);
      d.record(AccessKind::other_wait, 0);
      return true;
    }
    if (d.has("warp")) {
      if (!d.wants(1)) return true;
      s.execute = meet;
      s.a = d.source(0, Type::b32);
      return true;
    }
    const bool arrives = d.has("arrive");
    const bool reduces = d.has("red");
    if (!d.only({"sync", "arrive", "red", "aligned", "cta", "popc", "and", "or"})) return false;
    if (!d.wants(1, 4)) return true;
    s.flow = Flow::barrier;
    s.mode = (arrives ? 0U : Step::waits) | (reduces ? (d.has("popc") ? 2 : d.has("and") ? 4 : 6) : 0);
    std::size_t next = 0;
    if (reduces) s.d = d.result(next++);
    s.a = d.source(next++, Type::u32);
    const std::size_t left = d.operands() - next;
    if (left > (reduces ? 1U : 0U))
      s.b = d.source(next++, Type::u32);
    else
      s.b = d.constant(0);
    if (reduces) {
      if (next >= d.operands()) return !d.wrong(say("{} has no predicate", d.instruction().opcode));
      s.c = d.source(next, Type::pred);
      s.value = d.operand(next).negated ? 1 : 0;
    }
    const bool whole = !arrives && left <= (reduces ? 1U : 0U);
    d.record(whole ? AccessKind::barrier : AccessKind::other_wait, 0);
    return true;
  }
  if (word == "membar" || word == "fence") {
    const bool proxy = d.has("proxy");
    s.execute = proxy && !d.word(2).starts_with("async") ? nothing : fence;
    s.mode = static_cast<std::uint32_t>(proxy                    ? Fence::async_proxy
                                        : d.has("mbarrier_init") ? Fence::mbarrier_init
                                                                 : Fence::memory);
    return true;
  }
  s.execute = word == "trap" ? stop : nothing;
  return true;
}

}  // namespace stridescope::machine::wait
