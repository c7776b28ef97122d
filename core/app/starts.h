// What an empty program, and one without a kernel, may begin with, and what is open when nothing was asked for.
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
// A kernel without a name, for a program that has none; and what is said there.
std::string_view first_kernel();
Message no_kernel();
// The first of the gallery; lives as long as the process.
const std::string& first_program();

}  // namespace stridescope::app
