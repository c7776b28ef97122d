// A launch of a trace as people read it: its accesses in the order of the
// kernel's code, each with the layout that was recovered, what it costs, and as
// lines of a layout program that evaluate to it.
#pragma once

#include <map>
#include <string>

#include "core/base/json.h"
#include "core/trace/costs.h"

namespace stridescope {

struct TracedAccess {
  std::string name;  // load_83: of source line 83, or without one of the
                     // place in the code; unique in its launch
  AccessLayout layout;
  AccessCosts costs;
  // "(32,8):(1,2048)", in elements of the access's width; empty if the
  // addresses are not a layout. Mode 0 is the thread and mode 1 the repetition
  // if `running` is empty.
  std::string expression;
  std::string running;  // else (thread, repetition) -> index in it
};

struct LaunchReport {
  std::vector<TracedAccess> accesses;
  bool spent = false;  // the budget was, before all were recovered
};

// "(32,8):(1,2048)" of the modes of two indices, in elements of the given number of bytes.
std::string index_layout_text(const std::vector<FitMode>& first, const std::vector<FitMode>& second, std::int64_t unit);

// At most 120 bytes of a kernel's name: template arguments go first, then those of functions. JSON has it whole.
std::string short_kernel_name(std::string_view name);

// "transpose(...), launch 0: 64 x 64 blocks of ..."
Message to_message(const TracedLaunch& launch);
// Its source line, "transpose.cu:83"; without one its place in the code, "0x3b0".
std::string place_of(const TracedInstruction& instruction);
// "32 requests, 64 wavefronts, ideal 32".
Message cost_of(const TracedAccess& access);
// The kind and width of an access, its repetitions and masks, and the reason if it is not a layout.
std::vector<Message> facts_of(const TracedLaunch& launch, const TracedAccess& access);
// Lines of a layout program: the layout, and the question of its banks or sectors; empty without a layout.
std::string program_of(const TracedLaunch& launch, const TracedAccess& access);

// For each executed instruction the name of its first access, without the cost of the report.
std::map<std::uint32_t, std::string> instruction_names(const TracedLaunch& launch);

LaunchReport report_launch(const TracedLaunch& launch, Budget& budget);

// "transpose(...), launch 0: 64 x 64 blocks of 32 x 8 threads", then a line or
// two for each access.
std::string report_text(const TracedLaunch& launch, const LaunchReport& report, const Catalog& catalog);
// Fields of an object that is open: the launch, and its accesses with all that
// is known of them.
void write_report(JsonWriter& out, const TracedLaunch& launch, const LaunchReport& report);
// A layout program: a comment for what a line is of, the layout, and the
// question of its banks or sectors.
std::string report_program(const TracedLaunch& launch, const LaunchReport& report);

}  // namespace stridescope
