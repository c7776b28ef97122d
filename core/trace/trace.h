// The memory accesses of a program, as a tracer recorded them. The program can be any CUDA program. All analyses use
// the record and need no GPU.
//
// A launch has instructions, each with its address in the kernel's machine code. A block has requests: executions of
// one instruction by one warp, with the active lanes and the address of each. Requests of a warp are in execution
// order; requests of different warps are interleaved arbitrarily.
//
// Addresses are in bytes. Global addresses are those of the GPU. Shared addresses are within the block's own memory, of
// which the program can use the part from shared_base on; the system reserves the part below.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace stridescope {

// The kind of a warp's access: access_kinds.def is the list.
enum class AccessKind : std::uint8_t {
#define STRIDESCOPE_ACCESS(name, numbers, meaning) name,
#include "core/trace/access_kinds.def"
#undef STRIDESCOPE_ACCESS
};
inline constexpr AccessKind access_kinds[] = {
#define STRIDESCOPE_ACCESS(name, numbers, meaning) AccessKind::name,
#include "core/trace/access_kinds.def"
#undef STRIDESCOPE_ACCESS
};
// "global_load", and its meaning in words.
std::string_view name_of(AccessKind kind);
Term meaning_of(AccessKind kind);
// Numbers per active lane: see access_kinds.def.
int numbers_of(AccessKind kind);
// The memory of address number `number`.
enum class AccessSpace : std::uint8_t { none, global, shared, local };
AccessSpace space_of(AccessKind kind, int number = 0);

// Limits of a trace. A file above them is refused; a tracer observes them and counts what it leaves out.
inline constexpr std::int64_t max_traced_launches = 1 << 10;
inline constexpr std::int64_t max_traced_instructions = 1 << 16;  // per trace, like the following limits
inline constexpr std::int64_t max_traced_allocations = 1 << 20;
inline constexpr std::int64_t max_traced_blocks = 1 << 18;
inline constexpr std::int64_t max_traced_requests = 1 << 21;
inline constexpr std::int64_t max_traced_numbers = sizeof(void*) > 4 ? 1 << 26 : 1 << 24;
inline constexpr std::int64_t max_traced_threads = 1024;  // per block
inline constexpr std::int64_t max_traced_address = std::int64_t{1} << 57;

// One instruction of the kernel that accesses memory or waits.
struct TracedInstruction {
  std::int64_t pc = 0;  // bytes from the start of the kernel
  AccessKind kind = AccessKind::global_load;
  int bytes = 0;     // bytes per lane: 1, 2, 4, 8, 16 or 32; 0 if it has no fixed width
  int matrices = 0;  // for ldmatrix and stmatrix: 1, 2 or 4
  std::string sass;  // the instruction's text; empty if it was not disassembled
  std::string file;  // source file, if the program was built with line information
  std::int64_t line = 0;

  bool operator==(const TracedInstruction&) const = default;
};

// True if an instruction of this kind can have this width and number of matrices.
bool has_possible_width(const TracedInstruction& instruction);

// One execution by one warp. It has numbers_of(kind) * popcount(active) numbers: all of the first active lane, then all
// of the next.
struct TracedRequest {
  std::uint32_t instruction = 0;
  std::uint32_t warp = 0;
  std::uint32_t active = 0;  // lane 0 in the lowest bit; not 0
  std::uint32_t first = 0;   // index of its first number in TracedBlock::numbers

  int lanes() const { return std::popcount(active); }
  bool operator==(const TracedRequest&) const = default;
};

struct TracedBlock {
  std::int64_t block = 0;  // x + grid[0] (y + grid[1] z)
  std::vector<TracedRequest> requests;
  std::vector<std::int64_t> numbers;
  std::int64_t left_out = 0;  // requests that were counted but not kept

  bool operator==(const TracedBlock&) const = default;
};

struct TracedAllocation {
  std::int64_t base = 0;
  std::int64_t bytes = 0;
  bool operator==(const TracedAllocation&) const = default;
};

struct TracedLaunch {
  std::string kernel;       // the kernel's name, demangled if the tracer could
  std::int64_t number = 0;  // index of the launch in the program, from 0
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::int64_t shared_bytes = 0;        // per block, static and dynamic
  std::int64_t shared_base = 0;         // address of the first of them
  bool waits_recorded = false;          // barriers and other waits are among the requests
  std::vector<std::string> unrecorded;  // kinds of instructions in the kernel that were not recorded
  std::vector<TracedAllocation> allocations;
  std::vector<TracedInstruction> instructions;  // by pc
  std::vector<TracedBlock> blocks;              // the traced blocks, by number

  std::int64_t threads() const { return block[0] * block[1] * block[2]; }
  std::int64_t blocks_in_all() const { return grid[0] * grid[1] * grid[2]; }
  bool operator==(const TracedLaunch&) const = default;
};

struct Trace {
  std::string tracer;             // name of the program that recorded it
  std::string device;             // "NVIDIA H200"
  std::int64_t architecture = 0;  // 90 is sm_90; 0: unknown
  std::vector<TracedLaunch> launches;

  bool operator==(const Trace&) const = default;
};

// --- the file (`stridescope help traces` is its documentation) ---

inline constexpr std::string_view trace_begin = "stridescope-trace ";  // common to all versions
inline constexpr std::string_view trace_magic = "stridescope-trace 1\n";
inline constexpr std::size_t max_trace_payload = std::size_t{1} << 26;  // uncompressed

// pre: the trace is within the limits and valid for read_trace. law: read_trace(write_trace(t)) = t.
std::string write_trace(const Trace& trace);
std::string write_trace_payload(const Trace& trace);
// syntax: the bytes are not a trace, are cut off, or contradict themselves; the error names the place. too_large: above
// a limit. Memory stays within the limits for any input.
Result<Trace> read_trace(std::string_view file);
// The decompressed contents of the file after its first line, for callers with their own inflate.
Result<Trace> read_trace_payload(std::string_view payload);
// The contents after the first line; an error for another version of the format.
Result<std::string_view> sections_of(std::string_view file);
// The file with its sections decompressed.
Result<std::string> unpacked_trace(std::string_view file);
// The error for a file that is not a trace, with the reason.
Error no_trace(const Message& what);

}  // namespace stridescope
