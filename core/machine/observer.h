// Events of a run, in the order in which the machine executes them. Each is a call for one instruction of a warp;
// without an observer the machine compares one pointer.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/machine/program.h"

namespace stridescope::machine {

// Lanes of a warp at an instruction. Blocks are numbered among those that run together.
struct Place {
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;
  const Instruction* instruction = nullptr;
};

enum class Touch : std::uint8_t { read, write, atomic };
enum class Proxy : std::uint8_t { generic, async };

// The end of an asynchronous operation: the threads that may use its results.
struct Completion {
  enum class Kind : std::uint8_t {
    none,      // the instruction has done it
    copies,    // cp.async: commit groups of the thread, or an mbarrier that the thread lets arrive
    mbarrier,  // bytes of an mbarrier
    bulk,      // bulk groups of the thread
    wgmma,     // commit groups of the warpgroup
  };
  Kind kind = Kind::none;
  std::uint32_t block = 0;    // block of the mbarrier
  std::uint64_t address = 0;  // address of the mbarrier, in shared memory
};

// One access of each lane of the place. Addresses are within their space: not generic.
struct Access {
  Touch touch = Touch::read;
  Proxy proxy = Proxy::generic;
  bool strong = false;  // volatile, relaxed, acquire, release, atomic
  bool acquires = false;
  bool releases = false;
  bool collective = false;  // access of the whole warp: ldmatrix, stmatrix
  std::uint64_t bytes = 0;
  const Space* spaces = nullptr;  // by lane; nullptr: `space`
  Space space = Space::global;
  const std::uint64_t* addresses = nullptr;   // by lane
  const std::uint32_t* blocks = nullptr;      // by lane, of shared memory; nullptr: the block of the place
  std::uint32_t changed = ~std::uint32_t{0};  // lanes that gave a byte another value
  std::uint64_t operand = 0;                  // for a product: the address in its descriptor
  Completion completion;

  Space space_of(std::size_t lane) const { return spaces != nullptr ? spaces[lane] : space; }
  std::uint32_t block_of(std::size_t lane, const Place& place) const {
    return blocks != nullptr ? blocks[lane] : place.block;
  }
};
// Calls f(lane) for each lane of a mask.
template <class F>
void each_lane(std::uint32_t lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::size_t>(__builtin_ctz(lanes)));
}

// One operation of one lane on an mbarrier, and its state afterwards.
struct MbarrierEvent {
  enum class Kind : std::uint8_t { init, invalidate, arrive, expect, complete, test };
  Kind kind = Kind::init;
  std::uint32_t lane = 0;
  std::uint32_t block = 0;  // block whose shared memory has it
  std::uint64_t address = 0;
  std::uint64_t count = 0;    // init: arrivals of a phase; arrive: arrivals; expect, complete: bytes
  std::int64_t expected = 0;  // arrive: bytes that it also expects
  std::uint64_t parity = 0;   // test: parity of the phase that must be over
  bool passed = false;        // test: it is
  bool relaxed = false;       // does not release or acquire
  bool after_copies = false;  // arrive: when the thread's cp.async are done
  bool of_copy = false;       // complete: by the copy at the place
  bool phase_over = false;    // it completed the phase
  std::uint64_t pending = 0;  // arrivals that the phase still needs
  std::int64_t bytes = 0;     // bytes that the phase still expects
};

// bar.sync, bar.red: arrives and waits; bar.arrive: only arrives. barrier.cluster is one barrier of all blocks that run
// together, which block 0 has.
inline constexpr std::uint32_t barrier_of_cluster = 1000;
struct BarrierEvent {
  std::uint32_t number = 0;
  std::uint32_t expected = 0;  // threads; 0: all that have not ended
  bool arrives = true;
  bool waits = true;
  bool over = false;  // the awaited phase is already over: it goes on
};

// cp.async, cp.async.bulk, wgmma: a commit, or a wait for groups.
struct GroupEvent {
  Completion::Kind kind = Completion::Kind::copies;
  bool waits = false;        // otherwise it commits
  std::uint64_t left = 0;    // waits: youngest groups that may be incomplete
  bool reads_only = false;   // waits: until the sources are read
  bool uncommitted = false;  // waits: also for operations without a group
};

enum class Fence : std::uint8_t { memory, async_proxy, mbarrier_init };

// The reason for which an instruction stopped the run.
enum class Fault : std::uint8_t { other, bounds, alignment, divergence, arrivals };

// Each event does nothing by default.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  // Global memory of an argument, before any block begins.
  virtual void allocated(std::size_t /*argument*/, std::uint64_t /*base*/, std::uint64_t /*bytes*/) {}
  // A variable in shared memory, before any block begins; the dynamic one has the bytes of the launch.
  virtual void placed(std::string_view /*name*/, std::uint64_t /*address*/, std::uint64_t /*bytes*/) {}
  // Blocks that run together begin: those of a cluster, by their numbers in the grid. Then they have ended.
  virtual void begin(const std::vector<std::uint32_t>& /*blocks*/) {}
  virtual void end() {}
  // An instruction of a kernel with wgmma, before its other events.
  virtual void executes(const Place&) {}
  virtual void access(const Place&, const Access&) {}
  virtual void mbarrier(const Place&, const MbarrierEvent&) {}
  virtual void group(const Place&, const GroupEvent&) {}
  virtual void barrier(const Place&, const BarrierEvent&) {}
  // All threads have arrived at a barrier: the waiting ones go on.
  virtual void barrier_over(std::uint32_t /*block*/, std::uint32_t /*number*/) {}
  virtual void warp_sync(const Place&, std::uint32_t /*mask*/) {}
  virtual void fence(const Place&, Fence) {}
  // The lanes have ended.
  virtual void ended(const Place&) {}
  // The run stops: an instruction fails, or all warps wait. The error has the place, and what is wrong there.
  virtual void failed(const Place&, Fault, Space, std::uint64_t /*address*/, const Error&, const Message& /*what*/) {}
  virtual void hangs() {}
};

}  // namespace stridescope::machine
