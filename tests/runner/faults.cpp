// Faults on request: a line "# fault: WORD" in the program names one of fault, hang, die, memory and step. Linked only into
// stridescope-runner-faults.
#include "gpu_runner/faults.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string_view>
#include <thread>

namespace stridescope::gpu::faults {
namespace {

// The fault of the current run, on the GPU or on the CPU; the runner serves one at a time.
std::string on_gpu_;
std::string on_cpu_;

std::string fault_of(const std::string& program) {
  constexpr std::string_view mark = "# fault: ";
  const std::size_t at = program.rfind(mark);
  if (at == std::string::npos) return {};
  const std::size_t from = at + mark.size();
  return program.substr(from, program.find('\n', from) - from);
}

}  // namespace

std::optional<Outcome> begin(const RunRequest& request, bool on_gpu) {
  const std::string fault = fault_of(request.program);
  on_gpu_ = on_gpu ? fault : std::string();
  on_cpu_ = on_gpu ? std::string() : fault;
  if (fault == "die") std::raise(SIGKILL);
  if (on_gpu) return std::nullopt;
  if (fault == "hang") {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  if (fault == "fault") std::raise(SIGSEGV);
  if (fault == "memory") return Outcome{error_result("memory", say("out of memory (a test's fault)")), false};
  return std::nullopt;
}

std::string in_kernel(std::string text) {
  // After the line in which the kernel's thread gets its number.
  const auto at_start = [&](std::string_view statement) {
    const auto place = text.find("threadIdx.x", std::min(text.size(), text.find("__global__")));
    const auto end = text.find('\n', std::min(text.size(), place));
    if (end != std::string::npos) text.insert(end + 1, statement);
  };
  if (on_gpu_ == "hang") at_start("  for (;;) __nanosleep(1000);\n");
  if (on_gpu_ == "fault") at_start("  *reinterpret_cast<volatile int*>(16 + 4 * t) = 1;\n");
  return text;
}

std::int64_t steps(std::int64_t all) { return on_cpu_ == "step" ? all - 1 : all; }

bool in_memory() { return on_gpu_ == "memory"; }

}  // namespace stridescope::gpu::faults
