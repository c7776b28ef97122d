// Controls of a CUPTI substitute: its inputs, and the function that fails.
#pragma once

struct FakeCupti {
  const char* fails = "";  // name of the failing function
  int hosts = 0;           // number of live host objects
  int profilers = 0;
};

extern "C" FakeCupti* stridescope_fake_cupti();
