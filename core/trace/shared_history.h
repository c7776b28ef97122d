// The last accesses of each byte of a block's shared memory. The only place that finds reads of uninitialized bytes,
// unordered accesses, and dead writes.
#pragma once

#include "core/trace/shared_touch.h"

namespace stridescope {

// An instruction between two barriers, by one warp.
struct SharedToucher {
  std::uint32_t phase = UINT32_MAX;
  std::uint32_t instruction = 0;
  std::uint32_t warp = UINT32_MAX;  // UINT32_MAX: none
};

// Reports each byte, at its address:
//   told.wrote(now, at)
//   told.read(now, writer, at)         writer: the last write; null: never written
//   told.unordered(first, second, at)  two warps, no barrier between them, at least one writes; `first` is an example
//   told.unread(writer, at)            the byte was overwritten, or the block ended, before any read
// pre: touches are ordered by phase, those of a warp in the order of execution; addresses are not negative. Bytes
// beyond max_shared_bytes are ignored. Call finish() once, after the last touch.
template <class Told>
class SharedHistory {
 public:
  explicit SharedHistory(Told& told) : told_(told), bytes_(max_shared_bytes) {}

  void touch(const TouchedBytes& t) {
    const SharedToucher now = {t.phase, t.request->instruction, t.request->warp};
    const std::int64_t end = std::min(t.from + t.bytes, max_shared_bytes);
    for (std::int64_t at = t.from; at < end; ++at) touch(now, t.how, bytes_[static_cast<std::size_t>(at)], at);
  }

  // Ends the block.
  void finish() {
    for (std::size_t at = 0; at < bytes_.size(); ++at) {
      const Byte& b = bytes_[at];
      if (b.unread && !b.atomic) told_.unread(b.write, static_cast<std::int64_t>(at));
    }
  }

 private:
  static constexpr std::uint32_t several = UINT32_MAX - 1;
  struct Byte {
    SharedToucher write;
    SharedToucher read;  // the last one; its warp is `several` if more than one of the phase read the byte
    bool unread = false;
    bool atomic = false;  // the last write was atomic
  };

  void touch(const SharedToucher& now, const SharedTouch& how, Byte& b, std::int64_t at) {
    const bool other_wrote = b.write.phase == now.phase && b.write.warp != now.warp && !(how.atomic && b.atomic);
    if (how.reads) {
      const bool written = b.write.phase != UINT32_MAX;
      told_.read(now, written ? &b.write : nullptr, at);
      if (other_wrote) told_.unordered(b.write, now, at);
      b.unread = false;
      if (!how.atomic) {
        const bool more = b.read.phase == now.phase && b.read.warp != now.warp;
        b.read = {now.phase, now.instruction, more ? several : now.warp};
      }
    }
    if (!how.writes) return;
    if (b.read.phase == now.phase && b.read.warp != now.warp) {
      SharedToucher reader = b.read;
      if (reader.warp == several) reader.warp = now.warp;
      told_.unordered(reader, now, at);
    }
    if (!how.reads && other_wrote) told_.unordered(b.write, now, at);
    if (b.unread && !how.atomic) told_.unread(b.write, at);
    told_.wrote(now, at);
    b.write = now;
    b.unread = true;
    b.atomic = how.atomic;
  }

  Told& told_;
  std::vector<Byte> bytes_;
};

}  // namespace stridescope
