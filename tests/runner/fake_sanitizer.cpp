// Fake of the Compute Sanitizer API: memory of the GPU is the host's, and unpatching in a launch counts as a
// deadlock. Its functions are those that gpu_runner/trace/tracer.cpp opens.
#include "tests/runner/fake_sanitizer.h"

#include <cstdlib>
#include <cstring>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

FakeSanitizer fake;

}  // namespace

EXPORTED FakeSanitizer* stridescope_fake_sanitizer() { return &fake; }

EXPORTED int sanitizerSubscribe(void** handle, void (*callback)(void*, int, int, const void*), void* self) {
  if (fake.subscribed++ > 0) return 10;
  fake.callback = callback;
  fake.self = self;
  *handle = &fake;
  return 0;
}
EXPORTED int sanitizerEnableDomain(std::uint32_t, void*, int) { return 0; }
EXPORTED int sanitizerAddPatches(const void*, void*) { return 0; }
EXPORTED int sanitizerPatchInstructions(int, void*, const char*) { return 0; }
EXPORTED int sanitizerPatchModule(void*) { return 0; }
EXPORTED int sanitizerUnpatchModule(void*) {
  fake.deadlocks += fake.launching ? 1 : 0;
  ++fake.unpatched;
  return 0;
}
EXPORTED int sanitizerSetLaunchCallbackData(void*, void*, void*, const void*) { return 0; }
EXPORTED int sanitizerGetFunctionPcAndSize(void*, const char*, std::uint64_t* pc, std::uint64_t* bytes) {
  *pc = 4096;
  *bytes = 256;
  return 0;
}
EXPORTED int sanitizerAlloc(void*, void** memory, std::size_t bytes) {
  *memory = std::calloc(1, bytes);
  return *memory == nullptr ? 1 : 0;
}
EXPORTED int sanitizerFree(void*, void* memory) {
  std::free(memory);
  return 0;
}
EXPORTED int sanitizerMemset(void* to, int value, std::size_t bytes, void*) {
  std::memset(to, value, bytes);
  return 0;
}
EXPORTED int sanitizerMemcpyHostToDeviceAsync(void* to, const void* from, std::size_t bytes, void*) {
  std::memcpy(to, from, bytes);
  return 0;
}
EXPORTED int sanitizerMemcpyDeviceToHost(void* to, const void* from, std::size_t bytes, void*) {
  std::memcpy(to, from, bytes);
  return 0;
}
EXPORTED int sanitizerStreamSynchronize(void*) { return 0; }
