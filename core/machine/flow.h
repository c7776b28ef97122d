// The control-flow graph of a function: where lanes that parted at a branch meet again, and registers that are read
// later.
#pragma once

#include <map>

#include "core/machine/program.h"

namespace stridescope::machine {

// For each instruction that branches: the first instruction that every path from it to the end of the function passes;
// the number of instructions if no instruction is. For other instructions 0.
std::vector<std::uint32_t> meeting_points(const Function& function);

// Registers whose values a lane may read from an instruction on; it writes the others first, or never reads them.
class Liveness {
 public:
  using Set = std::vector<std::uint64_t>;  // a bit for each register of the function
  explicit Liveness(const Function& function);
  // nullptr: the function is too large to follow, so that all may be read. pre: instruction <= their count.
  const Set* at(std::uint32_t instruction);
  bool is_live(std::uint32_t instruction, std::uint32_t reg);

 private:
  static void step_back(const Instruction& one, Set& live);

  const Function& function_;
  std::vector<std::uint32_t> firsts_;  // instructions of blocks; the last one is the end
  std::vector<Set> begins_;            // by block; empty: unknown
  std::vector<Set> ends_;
  std::map<std::uint32_t, Set> known_;
};

}  // namespace stridescope::machine
