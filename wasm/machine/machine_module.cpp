// The debugger of PTX as a WebAssembly module of its own, which the page loads when it is asked for: the same calls as
// those of the page's module.
#include <string>
#include <string_view>

#include "core/debugger/debugger.h"

#define EXPORT extern "C" __attribute__((visibility("default"), used))

namespace {

std::string input;
const std::string* answer = nullptr;

}  // namespace

// The buffer in which the page writes `bytes` bytes: the method's name, followed by its request.
EXPORT char* ss_input(int bytes) {
  input.resize(bytes < 0 ? 0 : static_cast<std::size_t>(bytes) + 1);
  return input.data();
}

// The method's name is the first `method` of `bytes` bytes of the input. Returns the length of the answer.
EXPORT int ss_call(int method, int bytes) {
  static stridescope::debugger::Debugger debugger;
  const std::string_view all = std::string_view(input).substr(0, static_cast<std::size_t>(bytes));
  const auto name = static_cast<std::size_t>(method);
  answer = &debugger.call(all.substr(0, name), all.substr(name));
  return static_cast<int>(answer->size());
}

EXPORT const char* ss_answer() { return answer->data(); }
