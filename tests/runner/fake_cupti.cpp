// Stand-in for CUPTI that counts created and released objects. Its parameters begin like those of
// gpu_runner/counters_cupti.cpp.
#include "tests/runner/fake_cupti.h"

#include <cstddef>
#include <cstring>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

FakeCupti told;
int object;

int answer(const char* name) { return std::strcmp(told.fails, name) == 0 ? 1 : 0; }

// The words of a parameter: its size, a reserved one, and its subject.
using Words = void* [6];

}  // namespace

EXPORTED FakeCupti* stridescope_fake_cupti() { return &told; }

EXPORTED int cuptiGetResultString(int, const char** text) {
  *text = "it was told to fail";
  return 0;
}
EXPORTED int cuptiDeviceGetChipName(void*) { return answer("cuptiDeviceGetChipName"); }
EXPORTED int cuptiProfilerInitialize(void*) { return answer("cuptiProfilerInitialize"); }
EXPORTED int cuptiProfilerGetCounterAvailability(void*) { return answer("cuptiProfilerGetCounterAvailability"); }
EXPORTED int cuptiProfilerHostInitialize(Words* words) {
  if (answer("cuptiProfilerHostInitialize") != 0) return 1;
  (*words)[5] = &object;
  ++told.hosts;
  return 0;
}
EXPORTED int cuptiProfilerHostDeinitialize(Words* words) {
  if ((*words)[2] == &object) --told.hosts;
  return 0;
}
EXPORTED int cuptiProfilerHostConfigAddMetrics(void*) { return answer("cuptiProfilerHostConfigAddMetrics"); }
EXPORTED int cuptiProfilerHostGetConfigImageSize(void*) { return answer("cuptiProfilerHostGetConfigImageSize"); }
EXPORTED int cuptiProfilerHostGetConfigImage(void*) { return answer("cuptiProfilerHostGetConfigImage"); }
EXPORTED int cuptiProfilerHostEvaluateToGpuValues(void*) { return answer("cuptiProfilerHostEvaluateToGpuValues"); }
EXPORTED int cuptiRangeProfilerEnable(Words* words) {
  if (answer("cuptiRangeProfilerEnable") != 0) return 1;
  (*words)[3] = &object;
  ++told.profilers;
  return 0;
}
EXPORTED int cuptiRangeProfilerDisable(Words* words) {
  if ((*words)[2] == &object) --told.profilers;
  return 0;
}
EXPORTED int cuptiRangeProfilerGetCounterDataSize(void*) { return answer("cuptiRangeProfilerGetCounterDataSize"); }
EXPORTED int cuptiRangeProfilerCounterDataImageInitialize(void*) { return 0; }
EXPORTED int cuptiRangeProfilerSetConfig(void*) { return 0; }
EXPORTED int cuptiRangeProfilerStart(void*) { return 0; }
EXPORTED int cuptiRangeProfilerStop(void*) { return 0; }
EXPORTED int cuptiRangeProfilerDecodeData(void*) { return 0; }
