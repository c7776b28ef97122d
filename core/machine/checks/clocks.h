// Vector clocks: what a thread knows to be over. Threads that have met share one clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace stridescope::machine {

// A thread, or an agent that works for threads (an asynchronous copy). Time of a slot is its tick.
using Slot = std::uint32_t;
using Tick = std::uint32_t;

// Ticks by slot; the missing ones are 0. nullptr: nothing is known.
using Known = std::shared_ptr<const std::vector<Tick>>;

inline Tick tick_of(const Known& known, Slot slot) {
  return known != nullptr && slot < known->size() ? (*known)[slot] : 0;
}

// Joins clocks, several of which are often the same.
class Gathering {
 public:
  void add(const Known& known) {
    if (known == nullptr || known == last_) return;
    last_ = known;
    if (ticks_.size() < known->size()) ticks_.resize(known->size());
    for (std::size_t i = 0; i < known->size(); ++i) ticks_[i] = std::max(ticks_[i], (*known)[i]);
  }
  void add(Slot slot, Tick tick) {
    if (tick == 0) return;
    if (ticks_.size() <= slot) ticks_.resize(slot + 1);
    ticks_[slot] = std::max(ticks_[slot], tick);
  }
  Known known() const { return ticks_.empty() ? nullptr : std::make_shared<const std::vector<Tick>>(ticks_); }
  void clear() {
    ticks_.clear();
    last_ = nullptr;
  }

 private:
  std::vector<Tick> ticks_;
  Known last_;
};

// Everything that a thread knows, and the part that operations of the async proxy see too.
struct Clock {
  Known all;
  Known fenced;
};
struct Meeting {
  Gathering all;
  Gathering fenced;

  void add(const Clock& clock) {
    all.add(clock.all);
    fenced.add(clock.fenced);
  }
  void add_both(Slot slot, Tick tick) {
    all.add(slot, tick);
    fenced.add(slot, tick);
  }
  Clock clock() const { return {all.known(), fenced.known()}; }
  void clear() {
    all.clear();
    fenced.clear();
  }
};

}  // namespace stridescope::machine
