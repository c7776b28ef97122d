// A debugger for a surface: a method's name and a JSON request in, a JSON answer out (debugger.def). It keeps the PTX
// and a session. Errors are answers: {"error": {code, message, hint}}.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/debugger/findings.h"
#include "core/debugger/state.h"
#include "core/machine/ptx_text.h"

namespace stridescope::debugger {

// True for text that read() takes.
using machine::looks_like_ptx;

struct Tongue {
  std::map<std::string, std::string> sentences;
};
struct Done {};
struct PtxText {
  std::string text;
  std::optional<LaunchShape> shape;  // shape of the launch, if it is known
};

struct MissingForm {
  std::string opcode;
  std::int64_t line = 0;
  std::int64_t count = 0;
};
struct KernelRead {
  std::string name;       // name in the source
  std::int64_t line = 0;  // line of its first instruction
  LaunchForm form;
};
struct PtxRead {
  std::string target;
  std::vector<Message> notes;  // what the text lacks, and what is supposed
  std::vector<KernelRead> kernels;
  std::vector<MissingForm> missing;
  std::vector<std::int32_t> source_lines;  // by line of the PTX: the line of the source; 0: none
};

// Parts are applied in this order; missing ones change nothing.
struct MachineAction {
  std::optional<Breakpoints> breakpoints = {};
  std::optional<std::int64_t> warp = {};
  std::optional<std::int64_t> instant = {};
  std::optional<Move> move = {};
  std::optional<Look> look = {};
};

struct TraceText {
  std::string base64;  // with unpacked sections
};

class Debugger {
 public:
  explicit Debugger(const SessionLimits& limits = {}) : limits_(limits) {}
  // The answer is valid until the next call.
  const std::string& call(std::string_view method, std::string_view request);
  // The line of the PTX at which the last error is; 0: none.
  std::int64_t line_of(const Error& error) const { return error.span.empty() ? 0 : wrong_line_; }

  // --- methods ---
  Result<Done> speak(Tongue& asked);
  Result<PtxRead> read(PtxText& asked);
  Result<MachineState> begin(LaunchForm& asked);
  Result<MachineState> act(MachineAction& asked);
  Result<WaitsShown> waits(WaitsAsked& asked);
  Result<OrdersFound> orders(LaunchForm& asked);
  Result<TraceText> trace(Done& asked);

 private:
  Error at_line(Error error, std::string_view text);

  const SessionLimits limits_;
  Catalog catalog_;
  std::shared_ptr<const machine::Program> program_;
  std::unique_ptr<Session> session_;
  Look look_;
  SeenRegisters seen_;
  std::int64_t wrong_line_ = 0;
  std::string answer_;
};

void members(Archive& a, Tongue& r);
void members(Archive& a, Done& r);
void members(Archive& a, PtxText& r);
void members(Archive& a, PtxRead& r);
void members(Archive& a, MachineAction& r);
void members(Archive& a, TraceText& r);

}  // namespace stridescope::debugger
