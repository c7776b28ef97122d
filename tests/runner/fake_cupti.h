// What a stand-in of CUPTI has been told, and at which of its functions it fails.
#pragma once

struct FakeCupti {
  const char* fails = "";  // the name of a function
  int hosts = 0;           // that live
  int profilers = 0;
};

extern "C" FakeCupti* stridescope_fake_cupti();
