// Waits of a run: those of each warp, the arrivals that end them, the phases of each barrier, and the life of the
// bytes that asynchronous copies bring into shared memory. Time is the order of events, not a duration.
#pragma once

#include <map>
#include <vector>

#include "core/machine/checks/finding.h"
#include "core/machine/machine.h"

namespace stridescope::machine {

inline constexpr std::size_t no_index = ~std::size_t{0};

// A barrier of a block by its number, or an mbarrier by its address.
struct WaitTarget {
  bool mbarrier = false;
  std::uint32_t block = 0;  // its number in the grid
  std::uint64_t at = 0;
  const Instruction* init = nullptr;  // of an mbarrier
  struct Phase {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;        // 0: it is not over
    std::size_t last = no_index;  // the arrival that completed it
  };
  std::vector<Phase> phases;
};
struct WaitArrival {
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  std::uint64_t time = 0;
  std::size_t target = 0;
  std::size_t phase = 0;
  bool of_copy = false;  // bytes of an asynchronous copy
  const Instruction* instruction = nullptr;
};
struct WarpWait {
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // 0: it never ends
  std::size_t target = 0;
  std::size_t phase = 0;
  std::size_t arrival = no_index;  // that let it go on
  const Instruction* instruction = nullptr;
};
// Bytes of shared memory from one asynchronous copy to the next.
struct StageLife {
  std::uint32_t block = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t written = 0;
  std::uint64_t first_read = 0;  // 0: never
  std::uint64_t last_read = 0;
  std::uint64_t replaced = 0;  // by the next copy; 0: not
  const Instruction* writer = nullptr;
  const Instruction* reader = nullptr;  // the first
};

struct WaitTimeline {
  std::vector<WaitTarget> targets;
  std::vector<WaitArrival> arrivals;
  std::vector<WarpWait> waits;  // by their begin
  std::vector<StageLife> stages;
  std::uint64_t end = 0;
  bool cut = false;  // more events than are kept
};

// Records the timeline of a run.
class WaitRecorder final : public Observer {
 public:
  const WaitTimeline& timeline() const { return out_; }

  void allocated(std::size_t, std::uint64_t, std::uint64_t) override {}
  void begin(const std::vector<std::uint32_t>& blocks) override;
  void end() override { out_.end = now_; }
  void access(const Place&, const Access&) override;
  void mbarrier(const Place&, const MbarrierEvent&) override;
  void group(const Place&, const GroupEvent&) override {}
  void barrier(const Place&, const BarrierEvent&) override;
  void barrier_over(std::uint32_t block, std::uint32_t number) override;
  void warp_sync(const Place&, std::uint32_t) override {}
  void fence(const Place&, Fence) override {}
  void ended(const Place&) override {}
  void failed(const Place&, Fault, Space, std::uint64_t, const Error&) override { end(); }
  void hangs() override { end(); }

 private:
  // no_index: there are too many.
  std::size_t target(bool mbarrier, std::uint32_t block, std::uint64_t at);
  void arrive(const Place& place, std::size_t target, bool of_copy);
  void complete(std::size_t target);
  void wait(const Place& place, std::size_t target);
  void pass(std::size_t wait, std::size_t arrival);

  WaitTimeline out_;
  std::uint64_t now_ = 0;
  std::size_t phases_ = 0;  // kept, of all targets
  std::vector<std::uint32_t> blocks_;
  std::map<std::tuple<bool, std::uint32_t, std::uint64_t>, std::size_t> targets_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> open_;  // waits, by block and warp
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> live_;  // stages, by block and address
  bool extends_ = false;  // the last event was a write of the copy that made the last stage
};

// Lines for each warp, each mbarrier and each stage.
std::string timeline_text(const WaitTimeline& timeline, const Program& program, const Catalog& catalog);
void write_timeline(JsonWriter& out, const WaitTimeline& timeline);

}  // namespace stridescope::machine
