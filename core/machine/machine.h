// Executes a kernel of a PTX program on the processor: functional, without time. The lanes of a warp run in lock-step;
// they part at a branch and meet again at its immediate post-dominator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/program.h"
#include "core/machine/tensor_map.h"
#include "core/trace/trace.h"

namespace stridescope::machine {

// An argument of the kernel: bytes of a number, a buffer in global memory, which is given back, or a tensor map of one.
struct Argument {
  std::string bytes;  // bytes of a number, or the buffer's contents
  bool buffer = false;
  std::optional<TensorMap> map = {};  // map of the buffer, whose address it gets
  // The whole buffer, of which `bytes` are the beginning: an access after them is a limit, not a fault of the kernel.
  std::uint64_t whole_bytes = 0;
  // Uses the buffer of an earlier argument.
  std::optional<std::size_t> buffer_of = {};
  // A structure: its first members, each at a multiple of its size. The bytes after them are zeros.
  std::vector<Argument> members = {};
};

class Observer;

struct Launch {
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::array<std::int64_t, 3> cluster = {1, 1, 1};  // blocks; a kernel that requires clusters has its own
  std::int64_t shared_bytes = 0;                    // dynamic
  std::vector<Argument> arguments;
  // Blocks whose accesses are recorded, in order.
  std::vector<std::uint32_t> recorded;
  bool others = true;              // the other blocks are executed, too
  std::int64_t records = 1 << 18;  // limit of a launch
  // Limit: instructions of lanes; products, copies and the memory of blocks are charged by their size.
  std::uint64_t steps = std::uint64_t{1} << 33;
  // Limit of global memory, and of the registers and other memory of the blocks that run together.
  std::int64_t bytes = std::int64_t{1} << 31;
  Observer* observer = nullptr;  // observer.h
  // An mbarrier gets the bytes of a copy only by Execution::complete_copy.
  bool late_copies = false;
};

// Checks the number of threads of a block, for observers, which multiply the extents before a run checks them.
std::optional<Error> block_fault(const std::array<std::int64_t, 3>& block);

struct Outcome {
  std::vector<std::string> buffers;  // contents of the buffer arguments, in order
  TracedLaunch trace;
  std::uint64_t steps = 0;  // executed instructions of lanes
  std::string printed;      // by printf; at most max_printed_bytes
};

inline constexpr std::size_t max_printed_bytes = std::size_t{1} << 20;
inline constexpr std::int64_t max_machine_bytes = std::int64_t{1} << 31;  // bytes of simulated memory

// unsupported: an instruction that is not, before anything runs; arguments: they do not fit the kernel; index_range: an
// access outside of memory; too_large: a limit. An error of an instruction names its line, thread, block and address.
Result<Outcome> execute(const Program& program, const Function& kernel, const Launch& launch);
// The trace of a launch of the program.
Trace trace_of(const Program& program, TracedLaunch launch);
// "(1,0,2)": of a block in its grid, of a thread in its block.
std::string place_of(const std::array<std::int64_t, 3>& extents, std::uint64_t index);

// An instruction that the machine does not execute, with the count of its places.
struct Missing {
  std::string opcode;
  std::uint32_t line = 0;  // the first
  std::size_t count = 0;
};
struct Coverage {
  std::size_t instructions = 0;
  std::vector<Missing> missing;
};
// Counts over all functions of a program.
Coverage coverage_of(const Program& program);

}  // namespace stridescope::machine
