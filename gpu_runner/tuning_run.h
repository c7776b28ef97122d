// Candidates of a tuner, measured by a runner one after the other, and the file that keeps their times: what command
// line and window have in common.
#pragma once

#include <functional>
#include <string>

#include "core/app/tuner.h"
#include "gpu_runner/client.h"

namespace stridescope::gpu {

// The kernel that is tuned, as the runner is asked for it: candidates have texts of their own.
struct TunedProgram {
  std::string program;
  std::string kernel;  // its name; empty: the last one
  bool teaching = false;
};

// Runs the kernel of that number, verified and timed for at most the given seconds, and stores the runner's answer.
RunVerdict measure(Tuning& tuning, std::size_t number, const TunedProgram& of, double seconds, Client& client,
                   const std::function<bool()>& cancelled);

// The GPU that the runner has, by its driver's name; empty: none that can be used.
std::string gpu_name(Client& client);

// Lines of measured candidates (TunedLine), for this user: $XDG_STATE_HOME/stridescope/tuned.jsonl, else below
// ~/.local/state. Never fails: what cannot be kept is measured again. Of a long file the last whole lines are read, at
// most max_tuned_bytes: of several of one candidate the last one counts.
std::string read_tunings();
void keep_tuning(const std::string& line);

}  // namespace stridescope::gpu
