// Any bytes are a program: parsing, evaluating and printing it, judging and analysing its last value must end soon, in
// both integer modes, with no report of a sanitizer. Links with libFuzzer (`./dev fuzz`) or with replay.cpp (the
// tests).
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/workspace/workspace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view program(reinterpret_cast<const char*>(data), size);
  stridescope::Workspace workspace;
  for (const auto mode : {stridescope::IntegerMode::cute, stridescope::IntegerMode::teaching}) {
    const int last = static_cast<int>(workspace.evaluate(program, mode).bindings.size()) - 1;
    if (const auto verdicts = workspace.verdict(last)) verdict_json(*verdicts, program);
    if (const auto analysis = workspace.analyze(last)) analysis_json(*analysis);
  }
  return 0;
}
