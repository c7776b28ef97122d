// Makes a trace in a child, with `stridescope trace` of the command line. The calling server survives whatever the
// traced program does, receives its output, and can end it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace stridescope::gpu {

struct TraceWish {
  // The command, as typed in a terminal: a program and its arguments; or a source, FILE.cu or FILE.ptx, with the
  // options of `stridescope trace` that launch it: --grid, --block, --arg.
  std::string command;
  std::string folder;  // working directory; empty: the current one
  // a regular expression; for a source the kernel's name; empty: all kernels, or the only one of a source
  std::string kernel;
  std::int64_t launch = 0;  // index of the launch of each kernel
  std::string blocks;       // empty: the first and the middle one
  bool operator==(const TraceWish&) const = default;
};

struct TraceEnd {
  enum class Status { traced, failed, cancelled } status = Status::failed;
  // failed: the reason. The child's last output has details.
  Message why;
  Message hint;
};

// Limits of the forwarded output: bytes in total, and bytes per line.
inline constexpr std::size_t max_said_bytes = 4 << 20;
inline constexpr std::size_t max_said_line = 4096;

// Traces into `file`, which only changes if a trace is made. `tracer`: the command of `stridescope`; empty: the one
// next to this program, else on the PATH. `language`: a language code. `said` receives each line that the tracer or the
// program prints; `cancelled` is called ten times a second. The calling thread must outlive the child.
TraceEnd trace_in_child(const TraceWish& wish, const std::string& file, const std::vector<std::string>& tracer,
                        std::string_view language, const std::function<void(std::string)>& said,
                        const std::function<bool()>& cancelled);

}  // namespace stridescope::gpu
