// Rows of what the checks report of a session and of all orders of its warps, for the panes of page and window.
#pragma once

#include "core/debugger/launch_form.h"
#include "core/machine/checks/interleavings.h"
#include "core/machine/checks/wait_chart.h"

namespace stridescope::debugger {

enum class Severity : std::uint8_t { error, warning };
inline constexpr std::string_view severity_names[] = {"error", "warning"};

// A sentence about an instruction.
struct FindingPart {
  Message text;
  std::int64_t line = 0;  // line of the PTX; 0: none
};
struct FindingRow {
  Severity severity = Severity::error;
  std::string kind;
  Message title;
  std::int64_t line = 0;     // where it shows
  std::int64_t warp = 0;     // index among the warps of the session
  std::int64_t instant = 0;  // instant at which the instruction is executed
  std::int64_t times = 1;
  std::vector<FindingPart> parts;  // its parties, and what explains it
};

// instants: the instants of the findings, or empty. Rows with errors come first; among equals, earlier ones come first.
std::vector<FindingRow> finding_rows(const std::vector<machine::Finding>& findings,
                                     const std::vector<std::uint64_t>& instants, const machine::Program& program,
                                     const LaunchForm& form, const std::vector<std::int64_t>& blocks);

// Adds the elements of the buffers and tiles, by the layouts of the form. The error is that of a tile's layout.
std::optional<Error> add_element_maps(const machine::Program& program, const machine::Function& kernel,
                                      const LaunchForm& form, std::vector<machine::ElementMap>& out);

// All orders of the warps of a launch.
struct OrdersFound {
  machine::OrderVerdict verdict = machine::OrderVerdict::open;
  Message answer;
  std::string order;  // a bad order, as LaunchForm::order; empty: the usual order
  std::vector<FindingRow> findings;
  std::vector<FindingPart> doubts;  // doubts that the search had to resolve
};
// Limits for a user who waits for the answer.
machine::InterleavingLimits reader_orders();
Result<OrdersFound> find_orders(const machine::Program& program, const LaunchForm& form,
                                const machine::InterleavingLimits& limits = reader_orders());

// The picture of who waits for whom.
struct WaitsAsked {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;  // 0: as many as are readable
};
struct WaitsShown {
  machine::WaitChart chart;
  std::string svg;
};

void members(Archive& a, FindingRow& r);
void members(Archive& a, OrdersFound& r);
void members(Archive& a, WaitsAsked& r);
void members(Archive& a, WaitsShown& r);

}  // namespace stridescope::debugger
