// PTX in the machine: a debugger, which a worker calls, and its last answers. Frames never wait for it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/debugger/debugger.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

class MachineRun : public std::enable_shared_from_this<MachineRun> {
 public:
  // Each call returns at once; its answer is there after a later drain() of the worker. Answers about other PTX reach
  // the run that asked.
  // shape: of the launch, if it is known.
  static std::shared_ptr<MachineRun> open(Worker& worker, std::string name, std::string text,
                                          const std::optional<debugger::LaunchShape>& shape = {});
  // A kernel of the language, from the JSON of its CUDA (core/workspace/kernel.h): with the PTX that is kept, or else
  // without a run and with `cuda`.
  static std::shared_ptr<MachineRun> open_kernel(Worker& worker, std::string name, std::string_view json);
  // The same kernel with the text that was edited; it keeps the launch.
  std::shared_ptr<MachineRun> take_edited(Worker& worker) const;
  void edit();
  void begin(Worker& worker);
  void act(Worker& worker, debugger::MachineAction action);
  void send_look(Worker& worker);
  void send_breakpoints(Worker& worker);
  // The picture of who waits for whom; the answer for all orders of the warps.
  void ask_waits(Worker& worker, std::int64_t iteration, std::int64_t iterations);
  void search_orders(Worker& worker);
  // The answer for the launch of the form; null if another launch was searched last.
  const debugger::OrdersFound* orders() const;
  // Calls `done` with the trace of the run in base64.
  void trace(Worker& worker, std::function<void(std::string)> done);

  std::string name;                   // name of the file; empty: no PTX is open
  std::string wanted, cuda;           // the name and the CUDA of a kernel whose PTX is not kept
  std::vector<std::string> lines;     // lines of the PTX
  std::optional<std::string> edited;  // the PTX as a field
  std::optional<debugger::LaunchShape> shape;
  std::optional<debugger::PtxRead> read;
  debugger::LaunchForm form;
  std::optional<debugger::MachineState> state;
  enum class View { state, waits, findings } view = View::state;  // next to the PTX
  std::vector<debugger::FindingRow> findings;                     // findings of the run
  std::optional<debugger::WaitsShown> waits;
  debugger::Breakpoints breakpoints;
  debugger::Look look;
  std::int64_t cursor = 0;         // the line of the PTX that the keyboard has chosen; 0: none
  std::int64_t registers_at = -1;  // the instant for which the registers were scrolled
  // The line and the instant to which the PTX was scrolled.
  std::pair<std::int64_t, std::int64_t> revealed = {-1, -1};
  Message problem;
  std::int64_t wrong_line = 0;  // line of the PTX with the problem; 0: none
  int waiting = 0;              // calls without an answer

 private:
  // Calls a method of the debugger in the worker, and `take` with its answer.
  template <class Request, class Answer, class Take>
  void ask(Worker& worker, Result<Answer> (debugger::Debugger::*method)(Request&), Request asked, Take take);

  std::optional<debugger::OrdersFound> orders_;
  debugger::LaunchForm searched_;  // launch of the answer, without an order

  std::shared_ptr<debugger::Debugger> debugger_ = std::make_shared<debugger::Debugger>();
};

}  // namespace stridescope::desktop
