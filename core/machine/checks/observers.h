// Gives the events of a run to several observers.
#pragma once

#include <vector>

#include "core/machine/observer.h"

namespace stridescope::machine {

class Observers final : public Observer {
 public:
  void add(Observer& one) { all_.push_back(&one); }
  // Adds an observer that also gets accesses while the others rest.
  void add_awake(Observer& one) { awake_ = &one; }
  // Suppresses the events of a run that is executed again to go back.
  void rest(bool rests) { rests_ = rests; }

  void allocated(std::size_t argument, std::uint64_t base, std::uint64_t bytes) override {
    each([&](Observer& one) { one.allocated(argument, base, bytes); });
  }
  void placed(std::string_view name, std::uint64_t address, std::uint64_t bytes) override {
    each([&](Observer& one) { one.placed(name, address, bytes); });
  }
  void begin(const std::vector<std::uint32_t>& blocks) override {
    each([&](Observer& one) { one.begin(blocks); });
  }
  void end() override {
    each([](Observer& one) { one.end(); });
  }
  void access(const Place& place, const Access& event) override {
    if (awake_ != nullptr) awake_->access(place, event);
    each([&](Observer& one) { one.access(place, event); });
  }
  void executes(const Place& place) override {
    each([&](Observer& one) { one.executes(place); });
  }
  void mbarrier(const Place& place, const MbarrierEvent& event) override {
    each([&](Observer& one) { one.mbarrier(place, event); });
  }
  void group(const Place& place, const GroupEvent& event) override {
    each([&](Observer& one) { one.group(place, event); });
  }
  void barrier(const Place& place, const BarrierEvent& event) override {
    each([&](Observer& one) { one.barrier(place, event); });
  }
  void barrier_over(std::uint32_t block, std::uint32_t number) override {
    each([&](Observer& one) { one.barrier_over(block, number); });
  }
  void warp_sync(const Place& place, std::uint32_t mask) override {
    each([&](Observer& one) { one.warp_sync(place, mask); });
  }
  void fence(const Place& place, Fence kind) override {
    each([&](Observer& one) { one.fence(place, kind); });
  }
  void ended(const Place& place) override {
    each([&](Observer& one) { one.ended(place); });
  }
  void failed(const Place& place, Fault fault, Space space, std::uint64_t address, const Error& error,
              const Message& what) override {
    each([&](Observer& one) { one.failed(place, fault, space, address, error, what); });
  }
  void hangs() override {
    each([](Observer& one) { one.hangs(); });
  }

 private:
  template <class F>
  void each(F&& f) {
    if (rests_) return;
    for (Observer* const one : all_) f(*one);
  }

  std::vector<Observer*> all_;
  Observer* awake_ = nullptr;
  bool rests_ = false;
};

}  // namespace stridescope::machine
