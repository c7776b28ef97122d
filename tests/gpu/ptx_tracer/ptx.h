// Rewrites PTX: inserts a call before each memory instruction and barrier of a kernel. The call passes the instruction's
// place and the addresses to a linked function, which records them (recorder.cu). The kernel's results do not change.
// Needs neither a compiler nor a GPU.
// Source: PTX ISA 9.0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace stridescope {

// Place of the n-th instruction, as in machine code: 16 bytes per instruction from ptx_begin on.
inline constexpr std::int64_t ptx_begin = 4096;
constexpr std::int64_t ptx_place(std::size_t n) { return ptx_begin + 16 * static_cast<std::int64_t>(n); }

// The called function: (place, what, bytes, flags, address, other address). The text declares it; the recorder defines
// it.
inline constexpr std::string_view ptx_recorder = "stridescope_record";

// Kind of the recorded access, in the low byte of `what`. The next bytes are the number of addresses, and whether the
// first address is generic, so that its memory is known only at execution.
enum class PtxRecord : std::uint8_t {
  global_access = 0,
  shared_access = 1,
  local_access = 2,
  matrix_access = 3,
  remote_access = 4,
  async_copy = 5,
  barrier = 10,
  other_wait = 11,
};
inline constexpr std::uint32_t ptx_reads = 1;
inline constexpr std::uint32_t ptx_writes = 2;

struct PtxInstruction {
  PtxRecord record = PtxRecord::global_access;
  bool generic = false;
  int bytes = 0;  // bytes per lane; 16, a row, for ldmatrix and stmatrix
  int matrices = 0;
  std::uint32_t flags = 0;
  std::string text;  // verbatim from the PTX, on one line
  std::string file;  // the source line, if compiled with -lineinfo
  std::int64_t line = 0;
};

struct PtxParameter {
  std::string name;
  std::int64_t bytes = 0;
  std::int64_t alignment = 0;
  bool operator==(const PtxParameter&) const = default;
};

struct TracedPtx {
  std::string text;
  std::string kernel;  // its name in the PTX
  std::string target;  // "sm_90a"
  std::vector<PtxParameter> parameters;
  std::vector<PtxInstruction> instructions;  // by place
  std::vector<std::string> unrecorded;       // memory instructions that are not recorded
};

// pre: `kernel` is the kernel's name in the PTX or in the source (`transpose` for `_Z9transposePKfPf`); empty if the
// text has one kernel. syntax: the text is not PTX, or is cut off; arguments: the kernel does not exist, or is
// ambiguous.
Result<TracedPtx> traced_ptx(std::string_view ptx, std::string_view kernel);

}  // namespace stridescope
