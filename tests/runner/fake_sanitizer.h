// Events of a fake of the Compute Sanitizer API, and what it was asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct FakeSanitizer {
  // Calls the subscriber, as the driver does in the thread that loads, launches or synchronizes.
  void (*callback)(void* self, int domain, int event, const void* data) = nullptr;
  void* self = nullptr;
  int subscribed = 0;
  bool launching = false;  // the driver holds its lock
  int unpatched = 0;
  int deadlocks = 0;  // calls that need the lock in a launch

  void send(int domain, int event, const void* data) const { callback(self, domain, event, data); }
};

extern "C" FakeSanitizer* stridescope_fake_sanitizer();
