// The memory accesses of a program, as a tracer recorded them: the program can
// be anyone's, and all questions are asked of the record, without a GPU.
//
// A launch has instructions, each with its place in the kernel's machine code;
// a block has requests, each the execution of one instruction by one warp: the
// active lanes and the address of each. Requests of a warp are in execution
// order; those of different warps in some order that agrees with it.
//
// Addresses are bytes: of global memory as the GPU has them, of shared memory
// within the block's own, where what the program can use begins at shared_base
// (below lies what the system keeps).
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
// "global_load", and in words.
std::string_view name_of(AccessKind kind);
Term meaning_of(AccessKind kind);
// The number of values of each active lane: see access_kinds.def.
int numbers_of(AccessKind kind);
// The memory of the i-th address.
enum class AccessSpace : std::uint8_t { none, global, shared, local };
AccessSpace space_of(AccessKind kind, int number = 0);

// Caps of a trace; a file beyond them is refused, a tracer keeps to them and
// counts what it leaves out.
inline constexpr std::int64_t max_traced_launches = 1 << 10;
inline constexpr std::int64_t max_traced_instructions = 1 << 16;  // of a trace, as all that follow
inline constexpr std::int64_t max_traced_allocations = 1 << 20;
inline constexpr std::int64_t max_traced_blocks = 1 << 18;
inline constexpr std::int64_t max_traced_requests = 1 << 21;
inline constexpr std::int64_t max_traced_numbers = 1 << 24;
inline constexpr std::int64_t max_traced_threads = 1024;  // of a block
inline constexpr std::int64_t max_traced_address = std::int64_t{1} << 57;

// One instruction of the kernel that accesses memory or waits.
struct TracedInstruction {
  std::int64_t pc = 0;  // bytes from the kernel's begin
  AccessKind kind = AccessKind::global_load;
  int bytes = 0;     // of one lane: 1, 2, 4, 8, 16 or 32; 0 where it has no width
                     // of its own
  int matrices = 0;  // of ldmatrix and stmatrix: 1, 2 or 4
  std::string sass;  // the instruction's text; empty if it was not disassembled
  std::string file;  // the source line that it comes from, where the program was
                     // built with it
  std::int64_t line = 0;

  bool operator==(const TracedInstruction&) const = default;
};

// True if an instruction of that kind with that width and number of matrices
// can exist.
bool has_possible_width(const TracedInstruction& instruction);

// One execution by one warp. Its numbers are numbers_of(kind) *
// popcount(active), all of the first lane, then all of the next.
struct TracedRequest {
  std::uint32_t instruction = 0;
  std::uint32_t warp = 0;
  std::uint32_t active = 0;  // lane 0 in the lowest bit; not 0
  std::uint32_t first = 0;   // of its numbers in the block's

  int lanes() const { return std::popcount(active); }
  bool operator==(const TracedRequest&) const = default;
};

struct TracedBlock {
  std::int64_t block = 0;  // x + grid[0] (y + grid[1] z)
  std::vector<TracedRequest> requests;
  std::vector<std::int64_t> numbers;
  std::int64_t left_out = 0;  // requests that were counted and not kept

  bool operator==(const TracedBlock&) const = default;
};

struct TracedAllocation {
  std::int64_t base = 0;
  std::int64_t bytes = 0;
  bool operator==(const TracedAllocation&) const = default;
};

struct TracedLaunch {
  std::string kernel;       // its name as the program has it, demangled where the
                            // tracer could
  std::int64_t number = 0;  // which launch of the program it was, from 0
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::int64_t shared_bytes = 0;        // of a block, static and dynamic
  std::int64_t shared_base = 0;         // where they begin
  bool waits_recorded = false;          // barriers and other waits are among the requests
  std::vector<std::string> unrecorded;  // kinds of instructions that the kernel
                                        // has but that were not recorded
  std::vector<TracedAllocation> allocations;
  std::vector<TracedInstruction> instructions;  // by pc
  std::vector<TracedBlock> blocks;              // those that were traced, by number

  std::int64_t threads() const { return block[0] * block[1] * block[2]; }
  std::int64_t blocks_in_all() const { return grid[0] * grid[1] * grid[2]; }
  bool operator==(const TracedLaunch&) const = default;
};

struct Trace {
  std::string tracer;             // which program recorded it
  std::string device;             // "NVIDIA H200"
  std::int64_t architecture = 0;  // 90 is sm_90; 0: not known
  std::vector<TracedLaunch> launches;

  bool operator==(const Trace&) const = default;
};

// --- the file (`stridescope help traces` is its documentation) ---

inline constexpr std::string_view trace_begin = "stridescope-trace ";  // of every version
inline constexpr std::string_view trace_magic = "stridescope-trace 1\n";
inline constexpr std::size_t max_trace_payload = std::size_t{1} << 26;  // unpacked

// pre: the trace keeps the caps and is what read_trace would take. law:
// read_trace(write_trace(t)) = t.
std::string write_trace(const Trace& trace);
std::string write_trace_payload(const Trace& trace);
// syntax: the bytes are not a trace, are cut off, or contradict themselves,
// with the place; too_large: they exceed a limit. Whatever the bytes are,
// memory stays within the limits.
Result<Trace> read_trace(std::string_view file);
// The contents of the file after its first line, unpacked, for callers with
// their own inflate.
Result<Trace> read_trace_payload(std::string_view payload);
// The contents after the first line; an error if that is not of this version.
Result<std::string_view> sections_of(std::string_view file);
// The file with its sections unpacked.
Result<std::string> unpacked_trace(std::string_view file);
// The reason why a file is not a trace.
Error no_trace(const Message& what);

}  // namespace stridescope
