// Copy of the core's report on one program: panels read it as long as they like while the next is made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/app/app.h"
#include "core/pictures/picture.h"

namespace stridescope::desktop {

using Picture = CardPicture;

struct Snapshot {
  std::uint64_t serial = 0;
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::vector<door::Problem> diagnostics;
  Message left_out;  // the core's line on what is not about layouts, or empty
  door::Omitted omitted;
  double milliseconds = 0;  // parse and evaluate, without pictures
};

// Copies the state of an application with a program.
std::shared_ptr<Snapshot> take_snapshot(const app::State& state);
double now_ms();

}  // namespace stridescope::desktop
