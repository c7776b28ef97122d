// Checks a run while the machine executes it: finds accesses that no synchronization orders. Threads synchronize at
// barriers and mbarriers, by waits for groups of asynchronous operations, and by atomics. The result does not depend on
// the order in which the machine executes the warps, as far as the kernel itself does not.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/machine/checks/element_map.h"
#include "core/machine/checks/finding.h"
#include "core/machine/checks/shadow.h"
#include "core/machine/machine.h"

namespace stridescope::machine {

class Checker final : public Observer {
 public:
  // The launch whose observer this is. `tensors` describe buffer arguments, by their index among the arguments, and
  // tiles. most_cells: of the memory of a block, and of global memory.
  Checker(const Program& program, const Launch& launch, std::vector<ElementMap> tensors = {},
          std::size_t most_cells = Shadow::most_cells);

  // In the order of their first occurrence; accesses of the same two instructions are one finding.
  const std::vector<Finding>& findings() const { return findings_; }
  // Reasons why a part was not checked; empty if all was.
  std::vector<Message> unchecked() const;
  std::uint64_t accesses() const { return accesses_; }
  // An instruction failed, or all warps wait: a finding has the reason.
  bool stopped() const { return stopped_; }

  void allocated(std::size_t argument, std::uint64_t base, std::uint64_t bytes) override;
  void placed(std::string_view name, std::uint64_t address, std::uint64_t bytes) override;
  void begin(const std::vector<std::uint32_t>& blocks) override;
  void end() override;
  void executes(const Place&) override;
  void access(const Place&, const Access&) override;
  void mbarrier(const Place&, const MbarrierEvent&) override;
  void group(const Place&, const GroupEvent&) override;
  void barrier(const Place&, const BarrierEvent&) override;
  void barrier_over(std::uint32_t block, std::uint32_t number) override;
  void warp_sync(const Place&, std::uint32_t mask) override;
  void fence(const Place&, Fence) override;
  void ended(const Place&) override;
  void failed(const Place&, Fault, Space, std::uint64_t address, const Error&, const Message& what) override;
  void hangs() override;

 private:
  // A kind of access at an instruction.
  struct Site {
    const Instruction* instruction = nullptr;
    Touch touch = Touch::read;
    Proxy proxy = Proxy::generic;
    bool strong = false;
    bool collective = false;
    Completion::Kind completion = Completion::Kind::none;
    bool operator==(const Site&) const = default;
  };
  // The last asynchronous write to shared memory.
  struct Copy {
    const Instruction* instruction = nullptr;
    std::uint64_t address = 0;
    Slot thread = 0;
    Tick tick = 0;  // tick at which it is over; 0: by cp.async
  };
  struct Thread {
    Clock clock;
    Tick fenced = 0;     // own accesses up to this tick precede a proxy fence
    Tick copies = 0;     // own groups of cp.async that are over
    Tick committed = 0;  // own cp.async up to this tick are in a group, or have an mbarrier that waits for them
    std::vector<Tick> groups;
    Tick bulk = 0;  // own bulk groups that are committed
    Slot bulk_reads = 0;
    Slot bulk_writes = 0;
    bool fence = false;  // it has executed a fence of memory: its strong writes release
    const Instruction* copies_wait = nullptr;
    const Instruction* bulk_store = nullptr;
    Copy copy;  // by cp.async
  };
  struct Arrival {
    Slot thread = 0;
    const Instruction* instruction = nullptr;
  };
  using Arrivals = std::vector<Arrival>;
  struct Mbarrier {
    Slot slot = 0;
    std::uint32_t phase = 0;  // completed ones
    Meeting arriving;
    Clock over;
    const Instruction* init = nullptr;
    Touched initialized;
    const Instruction* copy = nullptr;  // the last copy that completed bytes of the phase
    Copy copied;
    const Instruction* expects = nullptr;  // the last instruction that expected bytes
    std::uint64_t count = 0;
    std::uint64_t pending = 0;
    std::int64_t bytes = 0;
    Arrivals arrivals;  // arrivals of this phase
    Arrivals before;    // arrivals of the phase before
  };
  struct Barrier {
    Meeting arriving;
    std::vector<Slot> waiting;
    Arrivals arrivals;
    Arrivals before;  // arrivals of the last time that it was complete
    Clock over;       // clock of the last time that it was complete
    std::uint32_t expected = 0;
  };
  // A register that a product of wgmma reads or writes until its group is over.
  struct Flight {
    const Instruction* product = nullptr;
    Tick group = 0;
    bool reads = false;  // the register belongs to A
  };
  // The last access to a register since a wgmma.fence; a write counts more than a read.
  struct RegisterUse {
    const Instruction* instruction = nullptr;
    std::uint32_t fences = 0;  // fences that the warp had executed
    bool writes = false;
  };
  // The last wait of a warp, for the notes of findings and for deadlocks.
  struct Wait {
    const Instruction* instruction = nullptr;
    std::uint32_t lanes = 0;
    bool is_mbarrier = false;
    bool passed = false;
    std::uint32_t block = 0;
    std::uint64_t at = 0;  // number of the barrier, address of the mbarrier
    std::uint64_t parity = 0;
    std::uint32_t phase = 0;  // phase that the wait saw
  };
  struct Warp {
    Tick tick = 1;
    Tick products = 0;                           // committed groups of wgmma
    const Instruction* products_wait = nullptr;  // the last wait for them
    Tick products_left = 0;                      // groups that this wait left
    std::uint32_t ended = 0;                     // lanes
    Wait wait;
    const Instruction* arrived = nullptr;  // the last arrival at an mbarrier
    std::uint64_t arrived_at = 0;
    std::map<std::uint64_t, Wait> passed;  // the last successful wait at each mbarrier
    Meeting meeting;                       // lanes that arrived at bar.warp.sync apart
    std::uint32_t met = 0;
    // By register of the function that executes:
    std::vector<Flight> flights;
    std::vector<RegisterUse> uses;
    const Function* function = nullptr;
    std::uint32_t fences = 0;  // wgmma.fence
  };
  // The thread that acts, and the slot of what it does.
  struct Actor {
    Slot thread = 0;
    Slot slot = 0;
    Tick tick = 0;
    std::uint32_t site = 0;
  };

  Slot slot_of(const Place& place, std::size_t lane) const {
    return 1 + place.block * threads_ + place.warp * 32 + static_cast<std::uint32_t>(lane);
  }
  Slot copies_of(Slot thread) const { return thread + thread_count(); }
  std::uint32_t thread_count() const { return static_cast<std::uint32_t>(blocks_.size()) * threads_; }
  Thread& thread(Slot slot) { return known_[slot - 1]; }
  std::size_t warp_index(Slot slot) const {
    return std::size_t{(slot - 1) / threads_} * warps_of_block_ + (slot - 1) % threads_ / 32;
  }
  Warp& warp(Slot slot) { return warps_[warp_index(slot)]; }
  Warp& warp(const Place& place) { return warp(slot_of(place, 0)); }

  std::uint32_t site(const Place& place, const Access& access);
  bool knows(const Actor& actor, const Touched& touched);
  bool knows_fenced(const Actor& actor, const Touched& touched);
  void touch(Cell& cell, const Actor& actor, bool changed, Space space, std::uint32_t block, std::uint64_t address);
  void conflict(FindingKind kind, const Actor& actor, const Touched& other, Space space, std::uint32_t block,
                std::uint64_t address);
  Finding* report(FindingKind kind, const Instruction* here, const Instruction* other);
  Party party(const Touched& touched) const;
  Party party_of(Slot thread, const Instruction* instruction) const;
  void name_element(Finding& finding) const;
  void note_allocation(Finding& finding) const;
  void outside_layout(const Place& place, const Access& access, std::size_t lane, Space space, std::uint64_t address);
  std::size_t region_of(std::uint64_t address, std::uint64_t bytes) const;
  void check_rows(const Place& place, const Access& access);
  void check_operand(const Place& place, const Access& access);
  void release_into(Meeting& meeting, Slot slot);
  void acquire(Slot slot, const Clock& clock);
  void keep_release(Slot slot);
  Tick first_release(std::uint32_t run, const Touched& touched) const;
  void pass_flags(const Place& place, const Access& access, std::size_t lane, Space space, std::uint64_t address);
  Slot bulk_slot(Slot thread, bool reads);
  Slot warpgroup_slot(Slot thread);
  void complete(Barrier& barrier);
  static void keep_arrival(Arrivals& arrivals, Slot slot, const Instruction* instruction);
  Mbarrier& mbarrier_at(std::uint32_t block, std::uint64_t address);
  void touch_mbarrier(const Place& place, const MbarrierEvent& event);
  void begin_product(const Place& place);
  void check_registers(const Place& place, Warp& w);
  void note_registers(const Instruction& now, Warp& w);
  void find_missing_fence(const Place& place, Warp& w);
  static void note_products_wait(Finding& finding, const Warp& w);
  void find_unawaited(std::uint64_t address, const Mbarrier& barrier);
  void end_products(Warp& w, Tick over);
  void note_other_place(Finding& finding, const Actor& actor);
  void note_barrier(Finding& finding, const Actor& actor, const Touched& other);
  static void note_idle_wait(Finding& finding, const Warp& w);
  void note_copies(Finding& finding, const Actor& actor, const Touched& other);
  // The warps that have to act before a waiting warp goes on, and the reason why it waits.
  std::vector<std::size_t> waits_for(std::size_t warp, Finding& finding);
  // Adds the place of a warp that others wait for.
  void note_warp(std::size_t warp, Finding& finding);
  void visit(Space space, std::uint32_t block, std::uint64_t address, std::uint64_t bytes, const Actor& actor,
             bool changed);

  const Program& program_;
  std::uint32_t threads_ = 0;
  std::uint32_t warps_of_block_ = 0;
  std::vector<ElementMap> tensors_;
  std::vector<std::uint64_t> bases_;  // bases of the tensors
  struct Allocation {
    std::size_t argument = 0;
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Allocation> allocations_;
  // Variables in shared memory, and in front of them their tiles.
  std::size_t tiles_ = 0;
  struct Region {
    std::string name;
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Region> regions_;
  std::vector<Finding> findings_;
  std::vector<Site> sites_;
  std::map<const Instruction*, std::vector<std::uint32_t>> sites_at_;
  std::map<std::tuple<FindingKind, const Instruction*, const Instruction*>, std::size_t> known_findings_;
  std::uint64_t accesses_ = 0;
  std::size_t most_cells_;
  // Reads that cells keep, in global and in shared memory, and if there were too many.
  std::int64_t kept_reads_[2] = {0, 0};
  bool reads_left_out_ = false;
  bool mbarriers_left_out_ = false;
  struct Joined {
    Known from, with, to;
  };
  Joined last_join_[2];
  void join(Known& into, const Known& with, Joined& last);

  // State of the blocks that run together:
  std::uint32_t run_ = 0;
  std::vector<std::uint32_t> blocks_;  // their numbers in the grid
  std::vector<Thread> known_;
  std::vector<Warp> warps_;
  Slot next_slot_ = 0;
  std::vector<Shadow> shared_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Mbarrier> mbarriers_;
  Mbarrier others_;  // stands for all mbarriers beyond the limit: a wait for one counts as a wait for each
  std::size_t mbarrier_slots_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Barrier> barriers_;
  std::map<std::uint32_t, Slot> warpgroups_;  // slots of their products
  bool stopped_ = false;
  Message limit_;  // limit at which the run stopped; empty: none

  Shadow global_{most_cells_};
  std::vector<std::vector<std::uint32_t>> blocks_of_runs_;
  // Knowledge that strong writes pass on, by block + 1 for shared memory or 0 for global memory, and by address.
  std::map<std::pair<std::uint32_t, std::uint64_t>, Meeting> flags_;
  // Releases at addresses of global memory, which later runs can acquire. All are numbered from 1.
  struct Release {
    std::uint32_t run = 0;
    Tick last = 0;
    Tick before = 0;  // last tick of earlier runs
  };
  std::map<std::uint64_t, Release> last_releases_;
  Tick releases_ = 0;
  struct Released {
    std::size_t count = 0;
    Tick first = 0;
    // By slot: ticks, each with the first release that publishes it. Empty: the first release publishes all of them.
    std::vector<std::vector<std::pair<Tick, Tick>>> by_slot;
  };
  std::vector<Released> released_ = {{}};  // by run
  std::size_t released_ticks_ = 0;
};

}  // namespace stridescope::machine
