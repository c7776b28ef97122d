// mbarrier: 64 bits in shared memory, whose encoding PTX does not define. Internal to the folder.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/machine/warp.h"

namespace stridescope::machine {

inline constexpr int mbarrier_count_bits = 20;
inline constexpr std::uint64_t mbarrier_count_mask = (std::uint64_t{1} << mbarrier_count_bits) - 1;
inline constexpr int mbarrier_phase_bit = 2 * mbarrier_count_bits;

struct Mbarrier {
  std::uint64_t expected = 0;  // arrivals of a phase
  std::uint64_t pending = 0;
  std::uint64_t phase = 0;
  std::int64_t bytes = 0;  // expected minus completed

  static constexpr int bytes_shift = mbarrier_phase_bit + 1;
  static constexpr std::int64_t bytes_zero = std::int64_t{1} << 21;

  static Mbarrier read(const char* from) {
    std::uint64_t raw = 0;
    std::memcpy(&raw, from, 8);
    return {raw & mbarrier_count_mask, raw >> mbarrier_count_bits & mbarrier_count_mask, raw >> mbarrier_phase_bit & 1,
            static_cast<std::int64_t>(raw >> bytes_shift) - bytes_zero};
  }
  void write(char* to) const {
    const std::uint64_t raw = expected | pending << mbarrier_count_bits | phase << mbarrier_phase_bit |
                              static_cast<std::uint64_t>(bytes + bytes_zero) << bytes_shift;
    std::memcpy(to, &raw, 8);
  }
  void complete() {
    if (pending != 0 || bytes != 0) return;
    phase ^= 1;
    pending = expected;
  }
};

// PTX's range of the transaction count: bytes that a phase expects, less those that are complete.
inline constexpr std::int64_t most_mbarrier_bytes = (std::int64_t{1} << 20) - 1;

inline bool in_range(std::int64_t bytes) { return bytes >= -most_mbarrier_bytes && bytes <= most_mbarrier_bytes; }

// Fails the run if the transaction count, which was `before`, leaves its range. If `before` is outside already, the
// bytes are not an mbarrier, or no longer one: they never complete a phase, and a wait for it hangs.
inline bool bytes_fit(Machine& m, const Warp& w, const Step& s, std::size_t lane, std::uint64_t address,
                      const Mbarrier& barrier, std::int64_t before) {
  if (in_range(barrier.bytes) || !in_range(before)) return true;
  m.fail(ErrorCode::arguments,
         say("the mbarrier at {} has a transaction count of {}; expected {} to {}", address, barrier.bytes,
             -most_mbarrier_bytes, most_mbarrier_bytes),
         s, w, lane);
  return false;
}

// Reports the operation of a lane to the observer, with the state of the mbarrier after it.
inline void observe_mbarrier(Machine& m, const Warp& w, const Step& s, std::size_t lane, std::uint64_t address,
                             const Mbarrier& barrier, bool phase_over, MbarrierEvent event) {
  if (m.observer == nullptr) return;
  event.lane = static_cast<std::uint32_t>(lane);
  event.block = m.rank_of(w, address);
  event.address = plain_shared(address);
  event.pending = barrier.pending;
  event.bytes = barrier.bytes;
  event.phase_over = phase_over;
  m.observer->mbarrier(m.event_place(s, w, std::uint32_t{1} << lane), event);
}

// Counts bytes of a copy at the mbarrier at an address of shared memory.
inline void give_bytes(Machine& m, const Warp& w, const Step& s, std::size_t lane, std::uint64_t address,
                       std::uint64_t bytes) {
  Space space = Space::shared;
  char* const place = m.at(s, w, lane, address, 8, space);
  if (place == nullptr) return;
  Mbarrier barrier = Mbarrier::read(place);
  const std::uint64_t phase = barrier.phase;
  const std::int64_t before = barrier.bytes;
  barrier.bytes -= static_cast<std::int64_t>(bytes);
  if (!bytes_fit(m, w, s, lane, address, barrier, before)) return;
  barrier.complete();
  barrier.write(place);
  MbarrierEvent event;
  event.kind = MbarrierEvent::Kind::complete;
  event.count = bytes;
  event.of_copy = true;
  observe_mbarrier(m, w, s, lane, address, barrier, barrier.phase != phase, event);
}

// The engine has copied bytes that an mbarrier waits for.
inline void complete_bytes(Machine& m, const Warp& w, const Step& s, std::size_t lane, std::uint64_t address,
                           std::uint64_t bytes) {
  if (m.launch.late_copies)
    m.late.push_back({w.block->rank, w.index, lane, &s, address, bytes});
  else
    give_bytes(m, w, s, lane, address, bytes);
}

// Reports an access of the copy engine to the observer. If it is counted, the mbarrier at `barrier` waits for its
// bytes; otherwise it belongs to the bulk group of the thread.
inline void observe_copy(Machine& m, const Warp& w, const Step& s, std::size_t lane, Touch touch, Space space,
                         std::uint64_t address, std::uint64_t bytes, std::uint64_t barrier, bool counted) {
  if (m.observer == nullptr) return;
  // The run fails at such an mbarrier, when its bytes are counted.
  if (counted && m.block_at(w, barrier) == nullptr) return;
  Access access;
  access.touch = touch;
  access.proxy = Proxy::async;
  access.bytes = bytes;
  access.space = space;
  access.completion.kind = counted ? Completion::Kind::mbarrier : Completion::Kind::bulk;
  if (counted) {
    access.completion.block = m.rank_of(w, barrier);
    access.completion.address = plain_shared(barrier);
  }
  std::uint64_t addresses[lanes_of_warp];
  addresses[lane] = address;
  m.observe(s, w, std::uint32_t{1} << lane, addresses, access);
}

// Calls f(rank part of an address) for each block that a mask of .multicast::cluster names.
template <class F>
void for_blocks(std::uint64_t mask, F&& f) {
  for (mask &= 0xffff; mask != 0; mask &= mask - 1)
    f(static_cast<std::uint64_t>(__builtin_ctzll(mask) + 1) << rank_bit);
}

}  // namespace stridescope::machine
