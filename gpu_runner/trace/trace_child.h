// A trace made by a child, `stridescope trace` as the command line has it: the server
// that asks for one lives on whatever the traced program does, sees what it prints, and can end it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace stridescope::gpu {

struct TraceWish {
  // As it is typed in a terminal. A program and its arguments; or a source, FILE.cu or FILE.ptx, and the options of
  // `stridescope trace` that launch it: --grid, --block, --arg.
  std::string command;
  std::string folder;       // where it runs; empty: where we do
  std::string kernel;       // a regular expression; of a source its kernel's name; empty: all, of a source the only one
  std::int64_t launch = 0;  // which launch of each kernel
  std::string blocks;       // empty: the first and the middle one
  bool operator==(const TraceWish&) const = default;
};

struct TraceEnd {
  enum class Status { traced, failed, cancelled } status = Status::failed;
  // failed: the reason. The child's last output gives more.
  Message why;
  Message hint;
};

// Limits of the forwarded output: bytes in total, and bytes per line.
inline constexpr std::size_t max_said_bytes = 4 << 20;
inline constexpr std::size_t max_said_line = 4096;

// Traces into `file`, which is unchanged unless a trace was made. `tracer`: the command of `stridescope`; empty: the
// one next to this program, else on the PATH. `language`: the code of its language. `said` gets each line that it or
// the program prints; `cancelled` is asked ten times a second. The thread that calls it must live as long.
TraceEnd trace_in_child(const TraceWish& wish, const std::string& file, const std::vector<std::string>& tracer,
                        std::string_view language, const std::function<void(std::string)>& said,
                        const std::function<bool()>& cancelled);

}  // namespace stridescope::gpu
