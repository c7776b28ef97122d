// The state that instructions work on, and decoded instructions. Internal to the folder.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

#include "core/machine/machine.h"
#include "core/machine/numbers.h"
#include "core/machine/observer.h"

namespace stridescope::machine {

inline constexpr int lanes_of_warp = 32;
inline constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
inline constexpr std::uint32_t nowhere = ~std::uint32_t{0};
// A register of all lanes; narrower registers have zeros above.
using Row = std::array<std::uint64_t, lanes_of_warp>;

// Windows of generic addresses. Shared memory begins after the system's part, as on a GPU.
inline constexpr std::uint64_t shared_window = 0x7f0000000000;
inline constexpr std::uint64_t local_window = 0x7e0000000000;
inline constexpr std::uint64_t parameter_window = 0x7d0000000000;
inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
inline constexpr std::uint64_t first_allocation = 0x1000000000;
inline constexpr std::uint32_t shared_base = 1024;
// Addresses in the shared memory of a cluster: from this bit on the rank of the block, counted from 1. 0 is the own
// block.
inline constexpr int rank_bit = 24;
inline constexpr std::uint64_t rank_mask = std::uint64_t{0xff} << rank_bit;

// Bytes that a copy moves in about the time of one instruction of a lane.
inline constexpr std::uint64_t charged_bytes = 16;

// With an observer an access takes the time of this many instructions of a lane, and of one for each byte.
inline constexpr std::uint64_t observed_access = 4;

// An address of shared memory without its window and its rank.
inline std::uint64_t plain_shared(std::uint64_t address) { return address & (window_bytes - 1) & ~rank_mask; }

class Machine;
struct Warp;
struct Step;
struct Product;

using Execute = void (*)(Machine&, Warp&, const Step&, std::uint32_t active);

enum class Flow : std::uint8_t { next, branch, branch_table, call, leave, exit, barrier };

// A decoded instruction.
struct Step {
  Execute execute = nullptr;
  Flow flow = Flow::next;
  bool guard_negated = false;
  Space space = Space::generic;
  std::uint8_t bytes = 0;     // bytes of an access, or of one element of a vector
  std::uint8_t count = 1;     // elements of a vector
  bool sign = false;          // a load extends the sign
  std::int32_t guard = -1;    // row
  std::uint32_t d = 0;        // rows: result, operands
  std::uint32_t p = nowhere;  // second result
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t e = 0;
  // Bits of the mode of a barrier. Bits 1 and 2: the reduction of .red.
  enum : std::uint32_t { waits = 1, of_warpgroup = 8, of_cluster = 16 };
  std::uint32_t mode = 0;        // mode of the instruction
  std::uint64_t value = 0;       // offset of an address, or a number of the instruction
  std::uint32_t list = nowhere;  // first of its rows in Code::lists
  std::uint32_t target = nowhere;
  std::uint32_t meet = nowhere;   // immediate post-dominator of a branch
  std::uint32_t place = nowhere;  // place of the recorded instruction
  std::uint32_t instruction = 0;  // index in Code::instructions
};

// A program that is ready to run: the steps of the kernel and of all functions that it calls.
struct Code {
  std::vector<Step> steps;
  std::vector<const Instruction*> instructions;  // instruction of each step
  std::vector<std::uint32_t> lists;
  std::uint32_t rows = 0;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> constants;  // row, value
  struct SpecialRow {
    std::uint32_t row = 0;
    std::string_view name;
  };
  std::vector<SpecialRow> specials;  // rows that are filled when a warp starts
  std::uint64_t local_bytes = 0;     // local bytes of a thread
  std::uint64_t static_shared = 0;
  std::uint64_t dynamic_shared = 0;  // offset of the dynamic part
  struct SharedVariable {
    const Variable* variable = nullptr;
    std::uint64_t address = 0;
  };
  std::vector<SharedVariable> shared;
  std::vector<TracedInstruction> places;
  std::vector<std::string> unrecorded;
  std::vector<std::shared_ptr<const Product>> products;
  bool wgmma = false;                                                 // the kernel has a wgmma
  const Instruction* clock = nullptr;                                 // one that reads a clock, or none
  std::vector<std::pair<const Function*, std::uint32_t>> first_rows;  // first row of the registers of each function
};

struct Frame {
  std::uint32_t pc = 0;
  std::uint32_t meet = nowhere;  // where this frame ends
  std::uint32_t active = 0;
  bool call = false;
};

struct Block;

struct Warp {
  Block* block = nullptr;
  std::uint32_t index = 0;  // in the block
  std::vector<Frame> frames;
  Row* rows = nullptr;  // in Block::rows
  int waiting = -1;     // number of the barrier
  std::uint32_t barrier_lanes = 0;
  std::uint32_t cluster_lanes = 0;  // lanes that have arrived at the cluster's barrier in its phase
  std::uint32_t cluster_phase = 0;  // phase of the last arrival at the cluster's barrier
  std::uint32_t products = 0;       // committed groups of wgmma
  std::uint32_t products_left = 0;  // groups that its wait for products leaves
  bool done = false;
  bool yielded = false;

  std::uint32_t alive() const { return frames.empty() ? 0 : frames.front().active; }
};

inline constexpr std::uint32_t numbered_barriers = 16;
// Barriers after the numbered ones: the products of a warpgroup, and the barrier of the cluster.
inline constexpr int warpgroup_products = numbered_barriers;
inline constexpr int cluster_barrier = numbered_barriers + 1;

struct Barrier {
  std::uint32_t arrived = 0;
  std::uint32_t expected = 0;
  std::uint32_t population = 0;  // threads whose predicate was true
};

// Global memory: allocations with gaps, so that an access after one is outside.
class Memory {
 public:
  struct Allocation {
    std::uint64_t base = 0;
    std::string bytes;
    std::uint64_t whole = 0;  // addresses, if there are more than bytes
    // Parts after the bytes that were accessed, by their offset. Each begins with a repetition of the bytes.
    std::map<std::uint64_t, std::string> behind = {};
  };
  std::uint64_t allocate(std::string bytes, std::uint64_t alignment, std::uint64_t whole = 0);
  // The bytes at an address; nullptr if one is outside of the allocation, or too many are after its bytes. Valid until
  // the next call.
  char* at(std::uint64_t address, std::uint64_t bytes);
  // The allocation to which an address after its bytes belongs, or none.
  const Allocation* cut_at(std::uint64_t address) const;
  const std::vector<Allocation>& allocations() const { return all_; }

 private:
  char* behind(Allocation& one, std::uint64_t offset, std::uint64_t bytes);

  std::vector<Allocation> all_;
  std::uint64_t left_ = std::uint64_t{1} << 24;  // bytes of further parts
  std::uint64_t next_ = first_allocation;
  std::size_t last_ = 0;
};

struct Block {
  std::uint64_t number = 0;  // in the grid
  std::array<std::uint32_t, 3> index = {0, 0, 0};
  std::uint32_t rank = 0;  // in its cluster
  std::string shared;      // from address 0; the system's part is not used
  std::string local;       // local memory of all threads
  std::vector<Row> rows;   // rows of all warps
  std::array<Barrier, numbered_barriers> barriers = {};
  std::vector<Warp> warps;
  TracedBlock* record = nullptr;  // none: its accesses are not recorded
};

// Bytes of a copy that an mbarrier does not have yet.
struct LateBytes {
  std::uint32_t block = 0;  // block and warp of the thread that issued the copy
  std::uint32_t warp = 0;
  std::size_t lane = 0;
  const Step* step = nullptr;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

// Everything that instructions change, but the records of accesses. Warps point to their block: Execution::restore.
struct MachineState {
  Memory memory;
  std::vector<Block> blocks;        // blocks of the cluster that runs
  std::uint32_t cluster_phase = 0;  // phase of the cluster's barrier
  std::optional<Error> error;
  std::uint64_t steps = 0;  // executed instructions of lanes
  std::uint64_t work = 0;   // charged in addition
  std::uint64_t clock = 0;
  std::vector<LateBytes> late;  // in the order of their copies
  std::string printed;
  std::vector<AccessKind> kinds;  // kind of each place; for a generic access, known after its execution
};

class Machine : public MachineState {
 public:
  Machine(const Program& of_program, const Code& of_code, const Launch& of_launch)
      : program(of_program), code(of_code), launch(of_launch), observer(of_launch.observer) {}

  // --- for instructions ---
  // Resolves an address of a lane; fails the run and returns nullptr if it is outside. `space` becomes the space of a
  // generic address.
  char* at(const Step& step, const Warp& warp, std::size_t lane, std::uint64_t address, std::uint64_t bytes,
           Space& space);
  // The block whose shared memory has an address of the cluster; nullptr if the cluster does not have it.
  Block* block_at(const Warp& warp, std::uint64_t address);
  // The first error counts.
  void fail(ErrorCode code, const Message& what, const Step& step, const Warp& warp, std::size_t lane,
            Message hint = {}, Fault fault = Fault::other, Space space = Space::generic, std::uint64_t address = 0);
  bool failed() const { return error.has_value(); }
  // Counts work of an instruction that is not in proportion to its lanes, in instructions of lanes.
  void charge(std::uint64_t amount) { work += amount; }
  bool over_limit() const { return steps + work > launch.steps; }
  void record(const Step& step, const Warp& warp, AccessKind kind, std::uint32_t active, const std::uint64_t* addresses,
              const std::uint64_t* others = nullptr);
  // The place of an event, for the observer.
  Place event_place(const Step& step, const Warp& warp, std::uint32_t lanes) const {
    return {warp.block->rank, warp.index, lanes,
            code.instructions[static_cast<std::size_t>(&step - code.steps.data())]};
  }
  // The block whose shared memory an address is in, by its rank.
  std::uint32_t rank_of(const Warp& warp, std::uint64_t address) const {
    const std::uint64_t rank = (address & rank_mask) >> rank_bit;
    return rank == 0 ? warp.block->rank : static_cast<std::uint32_t>(rank - 1);
  }
  // Reports an access of these lanes to the observer, if there is one. The addresses may be generic. The observer
  // examines each byte, which is charged as work.
  void observe(const Step& step, const Warp& warp, std::uint32_t lanes, const std::uint64_t* addresses,
               const Access& access);
  std::uint32_t thread_of(const Warp& warp, std::size_t lane) const {
    return warp.index * lanes_of_warp + static_cast<std::uint32_t>(lane);
  }

  const Program& program;
  const Code& code;
  const Launch& launch;
  std::string parameters;
  Observer* observer;
  std::int64_t records_left = 0;
  std::int64_t numbers_left = max_traced_numbers;
  bool progress = false;  // since the warps were last visited

 private:
  char* bytes_at(const Warp& warp, std::size_t lane, Space space, std::uint64_t address, std::uint64_t bytes);
  Message extent_of(const Warp& warp, Space space, std::uint64_t address);
};

// True for a special register with a value in the machine: "%tid.x".
bool is_special(std::string_view name);

inline std::uint64_t low_bits(std::uint64_t value, int bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// Calls f(lane) for each active lane.
template <class F>
inline void for_lanes(std::uint32_t active, F&& f) {
  if (active == all_lanes) {
    for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) f(lane);
    return;
  }
  for (; active != 0; active &= active - 1) f(__builtin_ctz(active));
}

}  // namespace stridescope::machine
