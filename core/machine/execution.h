// A run of a kernel that can be stopped between two instructions: the blocks of one cluster at a time.
#pragma once

#include <memory>

#include "core/machine/machine.h"

namespace stridescope::machine {

// A warp of the blocks that run.
struct WarpPlace {
  std::uint64_t block = 0;  // its number in the grid
  std::uint32_t warp = 0;   // its number in the block
  // yields: it has tested an mbarrier whose phase is not over; waits: at a barrier.
  enum class State { ready, yields, waits, ended } state = State::ready;
  std::uint32_t active = 0;           // lanes that execute the next instruction
  const Instruction* next = nullptr;  // none: the warp has ended; of a warp that waits: its barrier
};

class Execution {
 public:
  // Checks the launch, fills memory, decodes the kernel, and makes the first cluster. The program outlives the run.
  // Errors: those of `execute` that concern the launch.
  static Result<Execution> start(const Program& program, const Function& kernel, Launch launch);
  Execution(Execution&&) noexcept;
  Execution& operator=(Execution&&) noexcept;
  ~Execution();

  // The warps of the blocks that run, block by block; none if the run has ended.
  std::vector<WarpPlace> warps() const;
  // Executes one instruction of warp `index` of `warps()`, which is ready or yields. Then barriers that are complete let
  // their warps go on, and the next cluster begins if all warps have ended.
  void step(std::size_t index);
  // Runs to the end, warps in turns.
  void run();

  bool ended() const;  // all blocks have run, or there is an error
  const std::optional<Error>& error() const;
  // Contents of the buffers and the accesses of the blocks that have ended.
  Outcome outcome() const;

 private:
  struct State;
  explicit Execution(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace stridescope::machine
