// The programs that an empty one may begin with.
#include "core/app/starts.h"

#include "core/app/records.h"

namespace stridescope::app {
namespace {

constexpr std::string_view transposing_copy =
    "copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64), dtype=\"float\")\n";
constexpr Start all[] = {{"Composition", "A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n"},
                         {"An MMA atom", "SM80_16x8x16_F32F16F16F32_TN\n"},
                         {"A transposing kernel", transposing_copy}};

}  // namespace

std::span<const Start> starts() { return all; }

std::string_view first_kernel() { return transposing_copy; }

Message no_kernel() { return say("No kernel value in the program: it runs what copy_kernel(\xE2\x80\xA6) makes."); }

const std::string& first_program() {
  static const std::string program(door::entries().front().program);
  return program;
}

}  // namespace stridescope::app
