// Tests of turns on a GPU that both draws and computes.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "desktop/model/turns.h"

namespace stridescope::desktop {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

TEST_CASE("turns: a GPU that is well is waited for by nobody") {
  Turns turns;
  turns.begin_run();
  CHECK(turns.begin_frame());
  CHECK_FALSE(turns.owed());
  const auto begin = Clock::now();
  turns.begin_run(5);  // during a frame
  CHECK(seconds_since(begin) < 1);
  turns.end_frame();
  turns.end_run();
}

TEST_CASE("turns: once they are taken, no frame begins while a runner is at work, also one that began before") {
  Turns turns;
  turns.begin_run();
  turns.share();
  CHECK(turns.shared());
  CHECK_FALSE(turns.begin_frame());
  CHECK(turns.owed());
  turns.end_run();
  CHECK(turns.begin_frame());
  CHECK_FALSE(turns.owed());
  turns.end_frame();
}

TEST_CASE("turns: the next run lets the frame go first that the last one kept waiting, and the one under way") {
  Turns turns;
  turns.share();
  turns.begin_run();
  CHECK_FALSE(turns.begin_frame());
  turns.end_run();
  std::atomic<int> frames = 0;
  std::atomic<int> seen = -1;
  std::thread runner([&] {
    turns.begin_run(10);
    seen = frames.load();
    turns.end_run();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(seen == -1);
  CHECK(turns.begin_frame());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(seen == -1);
  frames = 1;
  turns.end_frame();
  runner.join();
  CHECK(seen == 1);
}

TEST_CASE("turns: a window that draws nothing any more does not stop the runs") {
  Turns turns;
  turns.share();
  turns.begin_run();
  CHECK_FALSE(turns.begin_frame());
  turns.end_run();
  const auto begin = Clock::now();
  turns.begin_run(0.1);
  CHECK(seconds_since(begin) >= 0.09);
  CHECK(seconds_since(begin) < 5);
  turns.end_run();
}

}  // namespace
}  // namespace stridescope::desktop
