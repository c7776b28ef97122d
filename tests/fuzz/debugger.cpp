// The debugger of PTX: any text has kernels or is refused; a session goes to its instants and back to the same states,
// its waits are drawn, and an order of its warps, of any spelling, is played or refused.
#include "core/debugger/debugger.h"

#include "core/base/archive_json.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

using namespace debugger;

// An endless loop ends soon.
SessionLimits small_limits() {
  SessionLimits out;
  out.instants = 1 << 10;
  out.steps = 1 << 18;
  out.trial = 1 << 10;
  out.bytes = 1 << 16;
  out.orders.states = 64;
  out.orders.steps = 1 << 18;
  out.orders.checked = 4;
  return out;
}

std::string written(MachineState state) {
  // Changes are those since the state that was shown before.
  for (RegisterRow& one : state.registers) one.changed = false;
  state.findings.clear();
  std::string out;
  JsonArchive(out, nullptr, nullptr, Catalog()).visit(state);
  return out;
}

// The text after the last line comment that begins with "// order ".
std::string order_of(std::string_view text) {
  const std::size_t at = text.rfind("// order ");
  if (at == std::string_view::npos) return {};
  return std::string(text.substr(at + 9, text.find('\n', at) - at - 9));
}

void run(std::string_view text) {
  Debugger one(small_limits());
  PtxText asked{std::string(text), {}};
  const auto read = one.read(asked);
  if (!read) return;
  LaunchForm form = read->kernels.front().form;
  form.checks = text.size() % 2 == 0;
  form.order = order_of(text);
  form.grid = {1, 1, 1};
  const auto begun = one.begin(form);
  if (!begun) {
    require(begun.error().code != ErrorCode::internal, "a refusal is one of the launch", text);
    return;
  }
  tally.taken += 1;
  const std::int64_t length = begun->length;
  for (const FindingRow& row : begun->findings)
    require(row.instant >= 0 && row.instant <= length, "a finding leads to an instant", text);
  const auto at = [&](std::int64_t instant) {
    MachineAction action;
    action.instant = instant;
    const auto state = one.act(action);
    require(state.has_value(), "an instant is shown", text);
    return written(*state);
  };
  const std::int64_t middle = length / 2;
  const std::string first = at(0);
  const std::string there = at(middle);
  (void)at(length);
  require(at(middle) == there, "the way back leads to the same state", text, there);
  require(at(0) == first, "the beginning is the same again", text, first);
  for (const Unit unit : {Unit::instruction, Unit::barrier, Unit::iteration, Unit::breakpoint}) {
    MachineAction action;
    action.move = Move{unit, text.size() % 3 == 0, 0};
    require(one.act(action).has_value(), "a move is answered", text);
  }
  WaitsAsked waits{static_cast<std::int64_t>(text.size() % 5), 2};
  const auto shown = one.waits(waits);
  require(shown.has_value(), "waits are drawn", text);
  const auto rows = static_cast<std::int64_t>(shown->chart.rows.size());
  for (const machine::ChartSpan& span : shown->chart.spans)
    require(span.row < rows && span.begin <= span.end && span.instant <= length, "a span is in the picture", text);
  if (chosen(text, 16)) {
    const auto orders = one.orders(form);
    require(orders.has_value(), "orders are answered", text);
    if (orders->verdict != machine::OrderVerdict::bad) return;
    // A bad order is one that can be played.
    form.order = orders->order;
    require(one.begin(form).has_value(), "a bad order is played", text, form.order);
  }
}

const Target target("debugger", Input::ptx, run);

}  // namespace
}  // namespace stridescope::fuzz
