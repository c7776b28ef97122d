// Inserts a call before each memory instruction and barrier of a kernel's PTX: the call gets the instruction's place
// and the addresses, and the function that is linked in records them (gpu_runner/trace/recorder.cu). The kernel's
// results do not change. Text in, text out: no compiler and no GPU. Source: PTX ISA 9.0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace stridescope {

// The n-th instruction's place: machine code has 16 bytes an instruction, and a kernel begins at ptx_begin.
inline constexpr std::int64_t ptx_begin = 4096;
constexpr std::int64_t ptx_place(std::size_t n) { return ptx_begin + 16 * static_cast<std::int64_t>(n); }

// The function that is called: (place, what, bytes, flags, address, other address). It is declared by the text and
// defined elsewhere.
inline constexpr std::string_view ptx_recorder = "stridescope_record";

// The recorded access, as the function takes it: in the low byte of `what` its kind, then the number of addresses, then
// whether the first is a generic one, whose memory is known only at execution.
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
  int bytes = 0;  // of one lane; of ldmatrix and stmatrix a row's 16
  int matrices = 0;
  std::uint32_t flags = 0;
  std::string text;  // verbatim from the PTX, on one line
  std::string file;  // the source line, where it was compiled with -lineinfo
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
  std::vector<PtxInstruction> instructions;  // by their places
  std::vector<std::string> unrecorded;       // what accesses memory and is not among them
};

inline constexpr std::size_t max_ptx_bytes = std::size_t{1} << 26;

// pre: `kernel` is the kernel's name, or the name of its function in the source (`transpose` of `_Z9transposePKfPf`);
// empty: the only one. syntax: the text is not PTX, or is cut off; arguments: the kernel does not exist, or is
// ambiguous.
Result<TracedPtx> traced_ptx(std::string_view ptx, std::string_view kernel);

}  // namespace stridescope
