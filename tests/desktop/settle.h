// For tests of the window's model: waits until no work is pending.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "desktop/model/session.h"

namespace stridescope::desktop {

inline void settle(Session& session) {
  for (int i = 0; i < 5000; ++i) {
    session.update();
    if (session.idle()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  FAIL("the session does not come to rest");
}

}  // namespace stridescope::desktop
