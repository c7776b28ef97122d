// Any bytes are a program: parsing, evaluating and printing it must end soon, in both integer modes, with no report of
// a sanitizer. Links with libFuzzer (`./dev fuzz`) or with replay.cpp (the tests).
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/workspace/workspace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view program(reinterpret_cast<const char*>(data), size);
  stridescope::Workspace workspace;
  workspace.evaluate(program, stridescope::IntegerMode::cute);
  workspace.evaluate(program, stridescope::IntegerMode::teaching);
  return 0;
}
