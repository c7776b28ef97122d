// The launch form of a kernel: what its PTX determines, and proposals for the rest. A user changes the proposals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/archive.h"
#include "core/machine/machine.h"

namespace stridescope::debugger {

// A parameter of the kernel, and its argument.
struct ParameterForm {
  std::string name;     // in the PTX, without the kernel's; a member of a structure has its offset: param_0+8
  bool buffer = false;  // a pointer: the kernel accesses global memory through it
  bool known = false;   // its tensor is the kernel's own
  bool read = false;
  bool written = false;
  std::string type;        // "f32": of the elements, or of the number
  std::string layout;      // layout of a buffer
  std::string fill;        // contents of a buffer: zeros, iota or random
  std::int64_t whole = 0;  // elements of its tensor, if that does not fit a session: the layout is a part
  std::string map;         // for a buffer: the words of its tensor map, box(64,64)@sw128; empty for a pointer
  std::string value;       // value of a number
  std::int64_t bytes = 0;  // bytes of the parameter
  bool opaque = false;     // neither a pointer nor a number: zeros are passed
  // A member of a structure: the number of the parameter, and the offset in it. -1: it is all of a parameter.
  std::int64_t of = -1;
  std::int64_t offset = 0;

  bool operator==(const ParameterForm&) const = default;
};

struct LaunchForm {
  std::string kernel;  // its name in the PTX
  std::vector<std::int64_t> grid;
  std::vector<std::int64_t> block;
  bool fixed_block = false;     // the kernel requires this block
  std::int64_t shared = 0;      // bytes of dynamic shared memory
  bool dynamic_shared = false;  // the kernel has dynamic shared memory
  std::int64_t at = 0;          // number of the block that is stepped
  bool checks = true;           // accesses are checked while the block runs
  std::string order;            // turns of warps before the usual ones (core/machine/checks/interleavings.h); or empty
  std::vector<ParameterForm> parameters;
  // Tiles in shared memory, which accesses may not leave: shared_bytes+4096=f16:(64,32):(40,1)
  std::vector<std::string> tiles;

  bool operator==(const LaunchForm&) const = default;
};

// A tensor map in words, and the tensor's type and layout.
struct TensorMapForm {
  std::string type;
  std::string layout;
  std::string map;
};

// The shape of a launch that is known from another source than the PTX.
struct LaunchShape {
  std::vector<std::int64_t> grid;
  std::vector<std::int64_t> block;
  std::int64_t shared = 0;
  std::vector<TensorMapForm> maps = {};  // the parameters that are tensor maps, in their order
  // f16:(64,32):(40,1): of the parameters that are pointers, in their order; may be fewer.
  std::vector<std::string> tensors = {};
  std::vector<std::string> tiles = {};  // in dynamic shared memory: +4096=f16:(64,32):(40,1)
};

// The user waits while a session executes its launch, and an observer examines each access.
inline constexpr std::uint64_t most_launch_steps = std::uint64_t{1} << 28;
// Instructions of warps in a trial of a block.
inline constexpr std::int64_t most_trial_instructions = 1 << 20;
// All buffers of a session together: it keeps copies of them.
inline constexpr std::int64_t most_session_bytes = std::int64_t{1} << 25;

// trial: the length of a trial run that sizes the buffers; 0: no trial. pre: the kernel is one of the program's.
LaunchForm launch_form(const machine::Program& program, const machine::Function& kernel,
                       const std::optional<LaunchShape>& shape = {}, std::int64_t trial = most_trial_instructions,
                       std::int64_t most_bytes = most_session_bytes);

// The launch that a form describes, whose buffers have at most most_bytes together. The errors name the parameter.
Result<machine::Launch> launch_of(const LaunchForm& form, std::int64_t most_bytes = most_session_bytes);

void members(Archive& a, ParameterForm& r);
void members(Archive& a, LaunchForm& r);
void members(Archive& a, LaunchShape& r);

}  // namespace stridescope::debugger
