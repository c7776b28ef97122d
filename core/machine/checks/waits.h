// Waits of a run: those of each warp, the arrivals that end them, the phases of each barrier, and the life of bytes in
// shared memory. Times are steps, not durations: an event of a warp is a step after its previous one, and a wait ends
// at the step of the last arrival that it needs. The turns that the machine gives to warps do not change them.
#pragma once

#include <map>
#include <vector>

#include "core/machine/checks/finding.h"
#include "core/machine/machine.h"

namespace stridescope::machine {

inline constexpr std::size_t no_index = ~std::size_t{0};
inline constexpr std::uint64_t never = ~std::uint64_t{0};

// A barrier of a block by its number, or an mbarrier by its address.
struct WaitTarget {
  bool mbarrier = false;
  std::uint32_t block = 0;  // its number in the grid
  std::uint64_t at = 0;
  const Instruction* init = nullptr;  // mbarrier.init of an mbarrier
  struct Phase {
    std::uint64_t begin = 0;
    std::uint64_t end = never;
    std::size_t last = no_index;  // the arrival that completed it
  };
  std::vector<Phase> phases;
};
// An instruction of a warp, the step at which it acts, and the number of warps' instructions before it in the run.
struct WarpEvent {
  std::uint32_t block = 0;  // its number in the grid
  std::uint32_t warp = 0;
  std::uint64_t time = 0;
  const Instruction* instruction = nullptr;
  std::uint64_t instant = 0;
};
struct WaitArrival {
  WarpEvent by;
  std::size_t target = 0;
  std::size_t phase = 0;
  bool of_copy = false;  // bytes of an asynchronous copy
};
struct WarpWait {
  WarpEvent by;                    // time: its begin
  std::uint64_t end = never;       // equal to its begin: the phase was over
  std::size_t target = no_index;   // no_index: groups of asynchronous operations of the thread
  std::size_t phase = no_index;    // no_index: it passes before any phase is over
  std::size_t arrival = no_index;  // arrival that released it
};
// Accesses to memory between two events of a warp: one step.
struct WarpWork {
  WarpEvent by;  // the first access
  const Instruction* last = nullptr;
  std::uint64_t accesses = 0;  // accesses of warps
  bool copies = false;         // asynchronous
  bool products = false;       // true for products of wgmma
};
// Bytes of shared memory that are written together, by copies of a phase or a group or by stores between two barriers,
// until others replace the first of them.
struct StageLife {
  std::uint32_t block = 0;
  std::map<std::uint64_t, std::uint64_t> ranges;  // address, end
  WarpEvent writer;                               // the first
  std::uint64_t filled = 0;                       // all is written
  std::size_t target = no_index;                  // mbarrier and phase that its copies complete
  std::size_t phase = 0;
  std::uint64_t first_read = never;
  std::uint64_t last_read = 0;
  WarpEvent reader;  // the first
  std::uint64_t replaced = never;
  std::size_t writer_wait = no_index;  // the last wait of the writer before, and of the reader
  std::size_t reader_wait = no_index;

  std::uint64_t bytes() const;
};

struct WaitTimeline {
  std::vector<WaitTarget> targets;
  std::vector<WaitArrival> arrivals;
  std::vector<WarpWait> waits;
  std::vector<WarpWork> work;
  std::vector<StageLife> stages;
  std::uint64_t end = 0;
  std::uint32_t warps = 0;  // warps of a block
  bool cut = false;         // more events than are kept
};

// Records the timeline of a run.
class WaitRecorder final : public Observer {
 public:
  explicit WaitRecorder(const Launch& launch);
  const WaitTimeline& timeline() const { return out_; }
  // The number of the instruction that is executed next.
  void set_instant(std::uint64_t instant) { instant_ = instant; }

  void begin(const std::vector<std::uint32_t>& blocks) override;
  void mbarrier(const Place&, const MbarrierEvent&) override;
  void barrier(const Place&, const BarrierEvent&) override;
  void barrier_over(std::uint32_t block, std::uint32_t number) override;
  void group(const Place&, const GroupEvent&) override;
  void access(const Place&, const Access&) override;
  void end() override;
  void failed(const Place&, Fault, Space, std::uint64_t, const Error&, const Message&) override { end(); }
  void hangs() override { end(); }

 private:
  struct Groups {
    std::uint64_t committed = 0;
    std::size_t over = 0;                          // the first groups, for which the warp has waited
    std::vector<std::vector<std::size_t>> stages;  // by group; the last one is open
  };
  struct Warp {
    std::uint64_t now = 0;
    std::size_t work = no_index;    // open
    std::size_t open = no_index;    // the wait of the warp that has not ended
    std::size_t passed = no_index;  // its last wait
    std::uint64_t barriers = 0;     // barriers that it passed
    Groups groups[5];               // by Completion::Kind
  };
  // The stages of some bytes, as (end, stage) by address.
  using Live = std::map<std::uint64_t, std::pair<std::uint64_t, std::size_t>>;

  Warp& warp(const Place& place) { return warps_[place.block * out_.warps + place.warp]; }
  WarpEvent event(const Place& place, std::uint64_t time) const;
  // The step of a new event: after the work before it.
  std::uint64_t step(Warp& w);
  void leave(Warp& w);
  // no_index: there are too many.
  std::size_t target(bool mbarrier, std::uint32_t block, std::uint64_t at);
  void arrive(const Place& place, std::size_t target, bool of_copy);
  void complete(std::size_t target);
  std::size_t wait(const Place& place, std::size_t target, std::size_t phase);
  void pass(Warp& w, std::size_t wait, std::uint64_t end, std::size_t arrival);
  void write(const Place& place, std::uint32_t block, std::uint64_t address, std::uint64_t bytes, const Access& access);
  void read(const Place& place, std::uint32_t block, std::uint64_t address, std::uint64_t bytes, Completion::Kind kind);
  bool full(std::size_t count);

  WaitTimeline out_;
  std::uint64_t instant_ = 0;
  std::size_t phases_ = 0;  // kept, of all targets
  std::vector<std::uint32_t> blocks_;
  std::vector<Warp> warps_;
  std::map<std::tuple<bool, std::uint32_t, std::uint64_t>, std::size_t> targets_;
  // Stages that are written now, by block, kind of completion, and phase or group.
  std::map<std::tuple<std::uint32_t, Completion::Kind, std::size_t, std::uint64_t>, std::size_t> filling_;
  std::vector<Live> live_;  // by block
};

// Lines for each warp, each mbarrier and each stage.
std::string timeline_text(const WaitTimeline& timeline, const Program& program, const Catalog& catalog);
void write_timeline(JsonWriter& out, const WaitTimeline& timeline);

}  // namespace stridescope::machine
