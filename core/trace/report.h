// The report of a traced launch: its accesses in code order, each with the recovered layout, the cost, and the lines of
// a layout program that evaluate to the layout.
#pragma once

#include <map>
#include <string>

#include "core/base/json.h"
#include "core/trace/costs.h"

namespace stridescope {

struct TracedAccess {
  std::string name;  // load_83 for source line 83, load_x3b0 for code address 0x3b0; unique in its launch
  AccessLayout layout;
  AccessCosts costs;
  // "(32,8):(1,2048)", in elements of the access's width; empty if the
  // addresses are not a layout. Mode 0 is the thread and mode 1 the repetition
  // if `running` is empty.
  std::string expression;
  std::string running;  // if not empty: (thread, repetition) -> index of mode 0
};

struct LaunchReport {
  std::vector<TracedAccess> accesses;
  bool spent = false;  // the budget was exhausted before all accesses were recovered
};

// "(32,8):(1,2048)": the layout of two indices with these modes, in elements of `unit` bytes.
std::string index_layout_text(const std::vector<FitMode>& first, const std::vector<FitMode>& second, std::int64_t unit);

// At most 120 bytes of a kernel's name: removes template arguments first, then function arguments. JSON has the whole
// name.
std::string short_kernel_name(std::string_view name);

// "transpose(...), launch 0: 64 x 64 blocks of ..."
Message to_message(const TracedLaunch& launch);
// The source line, "transpose.cu:83"; without one the code address, "0x3b0".
std::string place_of(const TracedInstruction& instruction);
// "32 requests, 64 wavefronts, ideal 32".
Message cost_of(const TracedAccess& access);
// The kind and width of an access, its repetitions and masks, and the reason if it is not a layout.
std::vector<Message> facts_of(const TracedLaunch& launch, const TracedAccess& access);
// Lines of a layout program: the layout, and a query of its bank conflicts or sectors; empty without a layout.
std::string program_of(const TracedLaunch& launch, const TracedAccess& access);

// The name of the first access of each executed instruction. Cheaper than a report.
std::map<std::uint32_t, std::string> instruction_names(const TracedLaunch& launch);

LaunchReport report_launch(const TracedLaunch& launch, Budget& budget);

// "transpose(...), launch 0: 64 x 64 blocks of 32 x 8 threads", then one or two lines for each access.
std::string report_text(const TracedLaunch& launch, const LaunchReport& report, const Catalog& catalog);
// Writes fields into the open object: the launch, and all facts of its accesses.
void write_report(JsonWriter& out, const TracedLaunch& launch, const LaunchReport& report);
// A layout program with, for each access, a comment, the layout, and a query of its bank conflicts or sectors.
std::string report_program(const TracedLaunch& launch, const LaunchReport& report);

}  // namespace stridescope
