// Lists the starter programs, with their titles.
#include "core/app/starter_programs.h"

#include <string>

#include "core/records/records.h"

namespace stridescope::app {
namespace {

constexpr std::string_view transposing_copy =
    "copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64), dtype=\"float\")\n";

}  // namespace

std::span<const Start> starts() {
  static const std::string composed = english(door::entries().front().program);
  static const Start all[] = {{"Composition", composed},
                              {"An MMA atom", "SM80_16x8x16_F32F16F16F32_TN\n"},
                              {"A transposing kernel", transposing_copy}};
  return all;
}

std::string_view first_kernel() { return transposing_copy; }

Message no_kernel() { return say("The program has no kernel value: make one, for example with copy_kernel(…)."); }

}  // namespace stridescope::app
