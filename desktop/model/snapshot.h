// A copy of the core's report on one program: panels use it while the next one is made.
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
  Message left_out;  // the core's line on statements that are not about layouts; or empty
  door::Omitted omitted;
  double milliseconds = 0;  // parsing and evaluation, without pictures
};

// Copies the state of an application with a program.
std::shared_ptr<Snapshot> snapshot_of(const app::State& state);
double now_ms();

}  // namespace stridescope::desktop
