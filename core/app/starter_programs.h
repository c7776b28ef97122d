// Starter programs for an empty program and for one without a kernel, and the initial program.
#pragma once

#include <span>
#include <string>
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
// The first program of the gallery; lives as long as the process.
const std::string& first_program();

}  // namespace stridescope::app
