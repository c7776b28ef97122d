// Measures a tuner's candidates with a runner, one after another, and stores their times in a file. Shared by command
// line and window.
#pragma once

#include <functional>
#include <string>

#include "core/app/tuner.h"
#include "gpu_runner/client.h"

namespace stridescope::gpu {

// The kernel to tune, as the runner needs it; candidates have texts of their own.
struct TunedProgram {
  std::string program;
  std::string kernel;  // kernel name; empty: the last one
  bool teaching = false;
};

// Runs candidate `number`, checked and timed for at most `seconds`, and stores the runner's answer; `tuning.unkept` is
// the reason if that fails.
RunVerdict measure(Tuning& tuning, std::size_t number, const TunedProgram& of, double seconds, Client& client,
                   const std::function<bool()>& cancelled);

// The name of the runner's GPU; empty if it has no usable one.
std::string gpu_name(Client& client);

// Lines of measured candidates (TunedLine) of this user, from $XDG_STATE_HOME/stridescope/tuned.jsonl, or
// ~/.local/state. Never fails: results that are not there are measured again. Reads the last whole lines of the file,
// at most max_tuned_bytes. The last line of a candidate counts.
std::string read_tunings();
// Appends the whole line or nothing. arguments: the folder, the file or the disk does not take it.
Result<void> keep_tuning(const std::string& line);

}  // namespace stridescope::gpu
