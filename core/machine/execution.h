// A run of a kernel that can be stopped between two instructions: the blocks of one cluster at a time.
#pragma once

#include <memory>
#include <optional>

#include "core/machine/machine.h"

namespace stridescope::machine {

// A warp of the blocks that run.
struct WarpPlace {
  std::uint64_t block = 0;  // its number in the grid
  std::uint32_t warp = 0;   // its number in the block
  // yields: it has tested an mbarrier whose phase is not over; waits: at a barrier.
  enum class State { ready, yields, waits, ended } state = State::ready;
  std::uint32_t active = 0;  // lanes that execute the next instruction
  std::uint32_t alive = 0;   // lanes that have not ended
  // The barrier at which a warp waits, and its threads that have arrived. -1: the barrier of the cluster; 16: products
  // of its warpgroup that another warp has not issued yet.
  int barrier = -1;
  std::uint32_t arrived = 0;
  std::uint32_t expected = 0;
  const Instruction* next = nullptr;  // none: the warp has ended; of a warp that waits: its barrier

  bool goes_on() const { return state == State::ready || state == State::yields; }
};

// A register of a thread.
struct RegisterValue {
  const Register* of = nullptr;
  std::uint64_t bits = 0;
  bool uniform = false;  // equal in all lanes of the warp that have not ended
};

class Execution {
 public:
  // Checks the launch, fills memory, decodes the kernel, and makes the first cluster. The program outlives the run.
  // Errors: those of `execute` that concern the launch.
  static Result<Execution> start(const Program& program, const Function& kernel, Launch launch);
  Execution(Execution&&) noexcept;
  Execution& operator=(Execution&&) noexcept;
  ~Execution();

  // The warps of the running blocks, block by block; after the end of the run, those of the last cluster.
  std::size_t warp_count() const;
  // pre of all functions with an index: index < warp_count().
  WarpPlace place(std::size_t index) const;
  // Executes one instruction of a warp that is ready or yields. Then releases the warps at complete barriers, and
  // begins the next cluster if all warps have ended.
  void step(std::size_t index);
  // The observer from now on, or none.
  void observe(Observer* observer);
  // Runs to the end, warps in turns. pre: not launch.late_copies.
  void run();

  // --- launch.late_copies ---
  // Mbarriers that copies owe bytes, one for each copy and block, in the order of the copies. What is late when the
  // warps have ended is lost.
  struct LateCopy {
    std::uint32_t block = 0;  // index of the block in the cluster
    std::uint64_t mbarrier = 0;
  };
  std::vector<LateCopy> late_copies() const;
  // pre: index < late_copies().size().
  void complete_copy(std::size_t index);

  bool ended() const;  // all blocks have run, or there is an error
  const std::optional<Error>& error() const;
  // Executed instructions of lanes, and charged work.
  std::uint64_t steps() const;
  // Contents of the buffers and the accesses of the recorded blocks up to now.
  Outcome outcome() const;

  // --- for debuggers ---
  // The last step changed what others wait for: a barrier, an mbarrier, the end of a warp.
  bool progressed() const;
  // Ends the run with an error: no warp can go on.
  void report_hang();
  // The registers of the function that the warp executes; the kernel's of a warp that has ended.
  std::vector<RegisterValue> registers(std::size_t index, std::size_t lane) const;
  // Gives a register of the kernel a value in all lanes of the warp. pre: the kernel calls no function.
  void set_register(std::size_t index, std::uint32_t number, std::uint64_t bits);
  // The shared memory of the warp's block, from address 0.
  std::string_view shared(std::size_t index) const;
  // The buffer argument of this number: its contents and its address. pre: it exists.
  std::string_view buffer(std::size_t number) const;
  std::uint64_t buffer_address(std::size_t number) const;
  // The recorded requests of the warp's block, and the instruction of one.
  const TracedBlock& record(std::size_t index) const;
  const TracedInstruction& traced(std::uint32_t instruction) const;
  // Forgets the requests of the blocks that run, to make room for others.
  void forget_records();
  // A copy of everything that instructions change. restore: pre: a copy of this execution, within the same cluster.
  struct Copy;
  std::shared_ptr<const Copy> copy() const;
  void restore(const Copy& copy);
  std::size_t copy_bytes() const;
  // States with equal hashes behave alike from then on. Registers that no lane reads before it writes them are left
  // out, unless with_dead, and so is the clock if no instruction reads it.
  std::array<std::uint64_t, 2> hash(bool with_dead = false) const;
  // The hash of one warp, without memory and barriers.
  std::array<std::uint64_t, 2> hash_of_warp(std::size_t index) const;
  const Instruction* clock_read() const;  // an instruction that reads a clock, or none

 private:
  struct State;
  explicit Execution(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Consecutive failed tests of a warp, during which nothing changes that others wait for.
class FailedTests {
 public:
  static constexpr std::uint32_t least = 256;
  static constexpr std::uint32_t longest_period = 16;

  void note(const Execution& run, std::size_t warp);
  // True if the warp has returned to the state after an earlier test, so that it never stops. A loop that counts its
  // tests does not return; from 16,384 tests on it counts as endless, too.
  bool are_endless() const { return returned_ || count_ >= most; }

 private:
  static constexpr std::uint32_t most = 1 << 14;

  std::uint32_t count_ = 0;
  bool returned_ = false;
  std::array<std::uint64_t, 2> seen_ = {};
};

}  // namespace stridescope::machine
