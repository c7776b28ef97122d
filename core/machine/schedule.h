// The warps of the blocks that run: their places in the program, and what releases them. Internal to the folder.
#pragma once

#include "core/machine/warp.h"

namespace stridescope::machine {

// The coordinates of a linear index; x is the fastest.
std::array<std::uint32_t, 3> coordinates(const std::array<std::int64_t, 3>& extents, std::uint64_t index);
std::string triple(const std::array<std::int64_t, 3>& of);

// The value of a special register in a thread of a block.
std::uint64_t special_value(std::string_view name, const Launch& launch, const Block& block, std::uint32_t thread);

// Threads of the block that have not ended.
std::uint32_t threads_alive(const Block& block);
// Makes the blocks of a cluster, whose warps begin at the kernel's first instruction.
void start_cluster(Machine& m, std::uint64_t cluster);
// Executes one instruction of a warp that is `ready`.
void step(Machine& m, Warp& w);
// Executes instructions of a warp for a turn, or until it waits, ends, or the run has failed.
void run_turn(Machine& m, Warp& w);
// Releases the warps that wait at complete barriers.
void release(Machine& m);
// Ends the run with an error: no warp of the blocks can go on.
void hang(Machine& m);

}  // namespace stridescope::machine
