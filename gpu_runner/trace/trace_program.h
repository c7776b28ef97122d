// Runs a program with libstridescope_trace.so injected, and makes a trace of the records.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace stridescope::gpu {

// Selects the traced part: one launch of each kernel whose name matches the regular expression, and some of its blocks.
struct TraceOptions {
  std::vector<std::string> command;  // a program and its arguments
  std::string kernel;                // a regular expression for the kernel's name, demangled or not; empty: all
  std::int64_t launch = 0;           // index of the launch of each kernel, from 0
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
  int status = 0;                  // exit status of the program, or 128 + the signal
  std::vector<std::string> notes;  // parts that could not be recorded, reported by the library
};

// unsupported, with the missing part: no library to inject, or no API. Otherwise succeeds with the program's exit
// status. A program that fails is not an error: its earlier launches are in the trace.
Result<TracedProgram> trace_program(const TraceOptions& options);

// Counts of CUPTI's SASS metrics for a program's kernels. For each kernel whose name matches, one launch is counted in
// a separate run of the program, after a run that lists the launches.
struct CountedProgram {
  std::string pages;               // in the format of Nsight Compute's source page (core/trace/ncu.h)
  std::int64_t kernels = 0;        // number of counted kernels
  std::vector<std::string> notes;  // kernels that could not be counted
};
inline constexpr std::size_t most_counted_kernels = 64;

// unsupported, with the missing part: no library to inject, no CUPTI, or no count.
Result<CountedProgram> count_program(const TraceOptions& options);

// Collects the trace from the files that a program left in a folder. Records beyond its caps are counted as left out.
Result<Trace> collect_trace(const std::string& folder, std::vector<std::string>& notes, TraceProgress& progress);

}  // namespace stridescope::gpu
