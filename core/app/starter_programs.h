// Starter programs for an empty program and for one without a kernel.
#pragma once

#include <span>
#include <string_view>

#include "core/base/message.h"

namespace stridescope::app {

struct Start {
  std::string_view name;  // an English sentence
  std::string_view program;
};
std::span<const Start> starts();
// A kernel without a name, for a program that has no kernel; and the hint for it.
std::string_view first_kernel();
Message no_kernel();

}  // namespace stridescope::app
