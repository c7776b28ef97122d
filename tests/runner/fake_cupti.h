// Inputs of a stand-in of CUPTI, and the function at which it fails.
#pragma once

struct FakeCupti {
  const char* fails = "";  // the name of a function
  int hosts = 0;           // that live
  int profilers = 0;
};

extern "C" FakeCupti* stridescope_fake_cupti();
