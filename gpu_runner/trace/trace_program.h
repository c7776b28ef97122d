// Runs a program with libstridescope_trace.so injected, and makes a trace of what it left.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace stridescope::gpu {

// The traced part: of each kernel whose name matches the regular expression, one launch; of that some blocks.
struct TraceOptions {
  std::vector<std::string> command;  // a program and its arguments
  std::string kernel;                // a regular expression in the kernel's name, demangled or not; empty: all
  std::int64_t launch = 0;           // which launch of each, from 0
  std::string blocks;                // "first,middle", "0,5-7", "all"; empty: the first and the middle one
  std::int64_t records = 1 << 18;    // warps' records of a launch that are kept: 288 bytes each, on the GPU
  std::string api;                   // where libsanitizer-public.so is; empty: where the CUDA Toolkit has it
  // Gets a line about a slow program from time to time: what it waits for. May be empty.
  std::function<void(const Message&)> progress;
};

// Passes lines of progress on, each after twice the time of the one before: 5 s, 10 s, 20 s, then every 30 s.
class TraceProgress {
 public:
  explicit TraceProgress(std::function<void(const Message&)> to) : to_(std::move(to)) {}
  // True if a line is due.
  bool due() const { return to_ && std::chrono::steady_clock::now() >= next_; }
  // Reports what goes on, if a line is due.
  void report(const Message& activity);

 private:
  std::function<void(const Message&)> to_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::seconds pause_{5};
  std::chrono::steady_clock::time_point next_ = begin_ + pause_;
};

struct TracedProgram {
  Trace trace;
  int status = 0;                  // of the program, 128 + the signal that ended it
  std::vector<std::string> notes;  // what could not be recorded, as the library told it
};

// Error: unsupported, with the missing part, without a library to inject or without an API. Else the program's exit. A
// program that fails is not an error: its earlier launches are in the trace.
Result<TracedProgram> trace_program(const TraceOptions& options);

// Counts of CUPTI's SASS metrics for a program's kernels: for each whose name matches the regular expression one
// launch, each in a separate run of the program, after one that lists its launches.
struct CountedProgram {
  std::string pages;               // as Nsight Compute exports its source page (core/trace/ncu.h)
  std::int64_t kernels = 0;        // that were counted
  std::vector<std::string> notes;  // what could not be counted
};
inline constexpr std::size_t most_counted_kernels = 64;

// Error: unsupported, with the missing part, without a library to inject or without CUPTI, or if nothing was counted.
Result<CountedProgram> count_program(const TraceOptions& options);

// The trace of what a program left in a folder. What does not fit a trace's caps is counted as left out.
Result<Trace> collect_trace(const std::string& folder, std::vector<std::string>& notes, TraceProgress& progress);

}  // namespace stridescope::gpu
