// Tests of hardware counters against a stand-in of their library.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include "gpu_runner/counters.h"
#include "tests/runner/fake_cupti.h"

namespace stridescope::gpu {

TEST_CASE("counters: what the library has made is given back, wherever it fails, and for another set of counters") {
  void* library = dlopen(STRIDESCOPE_FAKE_CUPTI, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  const auto fake = reinterpret_cast<decltype(&stridescope_fake_cupti)>(dlsym(library, "stridescope_fake_cupti"));
  REQUIRE((fake != nullptr));
  FakeCupti& cupti = *fake();
  const auto read = [](const std::string& name) {
    Message why;
    const bool done = read_counters(
                          nullptr, {name}, [] { return true; }, why)
                          .has_value();
    CHECK(done == why.empty());
    return done;
  };
  for (const char* fails :
       {"cuptiProfilerInitialize", "cuptiDeviceGetChipName", "cuptiProfilerGetCounterAvailability",
        "cuptiProfilerHostInitialize", "cuptiProfilerHostConfigAddMetrics", "cuptiProfilerHostGetConfigImageSize",
        "cuptiProfilerHostGetConfigImage", "cuptiRangeProfilerEnable", "cuptiRangeProfilerGetCounterDataSize"}) {
    CAPTURE(fails);
    cupti.fails = fails;
    CHECK_FALSE(read("a"));
    CHECK(cupti.hosts == 0);
    CHECK(cupti.profilers == 0);
  }
  cupti.fails = "";
  for (const char* name : {"a", "a", "b"}) {
    CHECK(read(name));
    CHECK(cupti.hosts == 1);
    CHECK(cupti.profilers == 1);
  }
}

}  // namespace stridescope::gpu
