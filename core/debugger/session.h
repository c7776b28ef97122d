// A debugging session: a block of a launch (with its cluster), executed once from begin to end, and shown at any
// instant. The warps take turns, one instruction each, so that an instant is the number of executed instructions of
// warps. To go back, the session restores an earlier copy of the state and executes again; copies are made at growing
// distances, within a limit of memory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/debugger/findings.h"
#include "core/debugger/shared_tile.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/observers.h"
#include "core/machine/execution.h"

namespace stridescope::debugger {

// The instants that a move leads to; in each of them the chosen warp is about to execute an instruction.
enum class Unit : std::uint8_t {
  instruction,  // the next one
  barrier,      // the next instruction that waits for other threads
  iteration,    // the same instruction again
  line,         // an instruction of a line of the PTX
  breakpoint,   // one of any warp that a breakpoint stops
  all,          // the end, or the beginning
};
inline constexpr std::string_view unit_names[] = {"instruction", "barrier", "iteration", "line", "breakpoint", "all"};

struct Move {
  Unit unit = Unit::instruction;
  bool back = false;
  std::int64_t line = 0;  // for Unit::line
};

// A reader waits for a session; a fuzzer's limits are smaller.
struct SessionLimits {
  std::uint64_t instants = std::uint64_t{1} << 22;
  std::uint64_t steps = most_launch_steps;       // instructions of lanes, and charged work
  std::int64_t trial = most_trial_instructions;  // instructions of a trial for a launch form
  std::int64_t bytes = most_session_bytes;       // bytes of the buffers that a launch form proposes
  machine::InterleavingLimits orders = reader_orders();
};

// Bytes of memory that stop the run after an instruction that accesses one of them.
struct WatchedBytes {
  AccessSpace space = AccessSpace::shared;
  std::int64_t address = 0;
  std::int64_t bytes = 0;
};

struct Breakpoints {
  std::vector<std::int64_t> lines;  // lines of the PTX
  std::vector<WatchedBytes> watched;
};
inline constexpr std::size_t most_breakpoints = 64;

// Bytes that an instruction accessed.
struct TouchedBytes {
  AccessSpace space = AccessSpace::none;
  bool writes = false;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  bool meets(AccessSpace of, std::int64_t address, std::int64_t bytes) const {
    return space == of && begin < address + bytes && address < end;
  }
};

// The executed instruction of a warp, with its memory accesses, including those of an asynchronous copy.
struct Event {
  std::size_t warp = 0;
  const machine::Instruction* instruction = nullptr;
  std::vector<TouchedBytes> touched;
};

// The last writer of a byte of shared memory.
struct Writer {
  std::uint16_t thread = 0;  // number of the thread in the block, plus 1; 0: none
  std::uint16_t line = 0;    // line of the PTX, modulo 2^16
};

// Notes the accesses of an instruction, and the writers of shared memory.
class AccessRecorder final : public machine::Observer {
 public:
  void access(const machine::Place& place, const machine::Access& one) override;

  std::vector<TouchedBytes> touched;
  std::vector<std::vector<Writer>> writers;  // by block, for each byte
};

class Session {
 public:
  // Executes the block until it ends, fails or reaches a limit, and returns to instant 0. Errors: those of launch_of,
  // and those of the machine before it runs; too_large if the state does not fit the memory of a session.
  static Result<std::unique_ptr<Session>> start(std::shared_ptr<const machine::Program> program, const LaunchForm& form,
                                                const SessionLimits& limits = {});

  // --- moves ---
  // False if no instant is one of the move's: then nothing changes.
  bool move(const Move& move);
  // pre: instant <= length().
  void go_to(std::uint64_t instant);
  // The warp that moves follow. pre: warp < warps.
  void choose(std::size_t warp) { warp_ = warp; }
  // Keeps at most most_breakpoints of each kind.
  void set_breakpoints(Breakpoints breakpoints);

  // --- state ---
  const machine::Program& program() const { return *program_; }
  const machine::Execution& execution() const { return *execution_; }
  const LaunchForm& form() const { return form_; }
  std::uint64_t instant() const { return instant_; }
  std::uint64_t length() const { return length_; }
  // The reason of the run's end at length(): an error of the kernel or a limit; none if the block ended.
  const std::optional<Error>& ending() const { return ending_; }
  // The limit at which the run ends, and the line that it has reached; empty: none.
  const Message& limit() const { return limit_; }
  std::size_t warp() const { return warp_; }
  std::size_t warps_of_block() const { return warps_of_block_; }
  // Instants at which a warp is about to arrive at a barrier, at most most_marks.
  const std::vector<std::uint64_t>& barriers() const { return barriers_; }
  // The whole run.
  const Trace& trace() const { return trace_; }
  const std::vector<SharedTile>& tiles() const { return tiles_; }
  // Faults of the whole run; empty if it is not checked.
  const std::vector<FindingRow>& findings() const { return findings_; }
  const machine::WaitTimeline& waits() const { return waits_->timeline(); }
  // Contents of the buffers before the run.
  const std::vector<std::string>& buffers_before() const { return before_; }
  // The instruction that the warp has executed last; none before its first.
  const std::optional<Event>& last() const { return events_[warp_]; }
  // For each byte of shared memory of the warp's block: its last writer.
  const std::vector<Writer>& writers() const { return accesses_.writers[warp_ / warps_of_block_]; }

 private:
  struct Snapshot {
    std::uint64_t instant = 0;
    std::shared_ptr<const machine::Execution::Copy> state;
    std::vector<std::vector<Writer>> writers;
    std::vector<machine::FailedTests> failed;
    std::size_t turn = 0;
    std::size_t ran = 0;
    std::vector<std::optional<Event>> events;
    std::pair<std::size_t, std::uint32_t> ordered;
  };

  Session() = default;
  Result<bool> prepare(const LaunchForm& form, std::uint64_t most_steps);
  void run_through();
  void complete_copies();
  void note_findings(std::uint64_t instant);
  // The size of a copy, which grows by the parts of large buffers that a run accesses.
  std::size_t state_bytes() const;
  void keep_snapshot();
  void restore(const Snapshot& snapshot);
  // The warp whose turn it is; none if all have ended or wait.
  std::optional<std::size_t> next() const;
  // Executes one instruction of that warp.
  void advance(std::size_t warp);
  // True if this instant is one of the move's.
  bool stops(const Move& move, std::size_t next, const machine::Instruction* origin) const;
  // True if the last instruction accessed watched bytes.
  bool watched() const;
  bool search_forward(const Move& move);
  bool search_back(const Move& move);

  std::shared_ptr<const machine::Program> program_;
  LaunchForm form_;
  std::uint64_t most_instants_ = 0;
  std::optional<machine::Execution> execution_;
  // Observe only the first run.
  machine::Observers observers_;
  SharedVariables shared_variables_;
  std::unique_ptr<machine::Checker> checker_;
  std::unique_ptr<machine::WaitRecorder> waits_;
  std::vector<std::uint64_t> finding_instants_;
  std::vector<FindingRow> findings_;
  Message limit_;
  std::vector<machine::Turn> order_;
  std::size_t warps_of_block_ = 1;
  std::vector<Snapshot> snapshots_;
  std::uint64_t interval_ = 64;
  std::uint64_t instant_ = 0;
  std::uint64_t length_ = 0;
  std::optional<Error> ending_;
  std::size_t warp_ = 0;
  Breakpoints breakpoints_;
  std::vector<std::uint64_t> barriers_;
  Trace trace_;
  std::vector<SharedTile> tiles_;
  std::vector<std::string> before_;
  // State of the current instant.
  AccessRecorder accesses_;
  std::vector<machine::FailedTests> failed_;  // by warp, since the last progress
  // The turn of the order that is next, and its instructions that are executed.
  std::pair<std::size_t, std::uint32_t> ordered_ = {0, 0};
  std::size_t turn_ = 0;                      // the warp after the one that executed last
  std::size_t ran_ = 0;                       // the warp that executed last
  std::vector<std::optional<Event>> events_;  // by warp: its last instruction
};

}  // namespace stridescope::debugger
