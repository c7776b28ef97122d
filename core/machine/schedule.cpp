// Executes instructions: what is common to all, branches, barriers; and turns of warps.
#include "core/machine/schedule.h"

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

constexpr int turn = 512;  // instructions of a warp before the next one's turn

void clear_lanes(Warp& w, std::size_t from, std::uint32_t lanes) {
  for (std::size_t i = from; i < w.frames.size(); ++i) w.frames[i].active &= ~lanes;
}

// Frames above the call that a lane returns from.
std::size_t call_frame(const Warp& w) {
  for (std::size_t i = w.frames.size(); i-- > 0;) {
    if (w.frames[i].call) return i;
  }
  return 0;
}

void branch(Warp& w, const Step& s, std::uint32_t taken) {
  Frame& top = w.frames.back();
  const std::uint32_t rest = top.active & ~taken;
  if (taken == 0) {
    ++top.pc;
    return;
  }
  if (rest == 0) {
    top.pc = s.target;
    return;
  }
  const std::uint32_t next = top.pc + 1;
  const bool call = top.call;
  if (s.meet == nowhere) {
    // The lanes do not meet again: two frames instead of one.
    const std::uint32_t meet = top.meet;
    if (call || w.frames.size() == 1) {
      top.pc = nowhere;
    } else {
      w.frames.pop_back();
    }
    w.frames.push_back({next, meet, rest, false});
    w.frames.push_back({s.target, meet, taken, false});
    return;
  }
  top.pc = s.meet;
  if (next != s.meet) w.frames.push_back({next, s.meet, rest, false});
  if (s.target != s.meet) w.frames.push_back({s.target, s.meet, taken, false});
}

void branch_by_table(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  Frame top = w.frames.back();
  std::vector<Frame> added;
  std::uint32_t left = active;
  while (left != 0) {
    const std::size_t lane = __builtin_ctz(left);
    const std::uint64_t index = w.rows[s.a][lane];
    if (index >= s.mode) {
      m.fail(ErrorCode::index_range, say("the branch has {} targets, but its index is {}", s.mode, index), s, w, lane);
      return;
    }
    std::uint32_t same = 0;
    for_lanes(left, [&](std::size_t other) {
      if (w.rows[s.a][other] == index) same |= std::uint32_t{1} << other;
    });
    added.push_back(
        {m.code.lists[static_cast<std::size_t>(s.list + index)], s.meet == nowhere ? top.meet : s.meet, same, false});
    left &= ~same;
  }
  if (const std::uint32_t rest = top.active & ~active; rest != 0)
    added.push_back({top.pc + 1, s.meet == nowhere ? top.meet : s.meet, rest, false});
  if (added.size() == 1) {
    w.frames.back().pc = added[0].pc;
    return;
  }
  w.frames.back().pc = s.meet;
  if (s.meet == nowhere && !top.call && w.frames.size() > 1) w.frames.pop_back();
  for (const Frame& one : added) {
    if (one.pc != one.meet) w.frames.push_back(one);
  }
}

// barrier.cluster: a warp that has arrived waits until the phase of its arrival is over.
void arrive_at_cluster(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const bool waits = (s.mode & Step::waits) != 0;
  if (m.observer != nullptr)
    m.observer->barrier(m.event_place(s, w, active),
                        {barrier_of_cluster, 0, !waits, waits, waits && w.cluster_phase != m.cluster_phase});
  if ((s.mode & Step::waits) == 0) {
    w.cluster_lanes |= active;
    w.cluster_phase = m.cluster_phase;
    m.progress = true;
  } else if (w.cluster_phase == m.cluster_phase) {
    w.waiting = cluster_barrier;
    w.barrier_lanes = active;
  }
  if (s.place != nowhere && w.block->record != nullptr) m.record(s, w, AccessKind::other_wait, active, nullptr);
  ++w.frames.back().pc;
}

// A group of products is over when all warps of the warpgroup have committed it.
bool products_are_over(const Block& block, const Warp& w) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (block.warps[w.index / 4 * 4 + i].products + w.products_left < w.products) return false;
  }
  return true;
}

void wait_for_products(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  if (w.index / 4 * 4 + 4 > w.block->warps.size()) {
    m.fail(ErrorCode::arguments,
           say("warp {} is not in a warpgroup: the block has {} {warp|warps}", w.index, w.block->warps.size()), s, w,
           __builtin_ctz(active),
           say("wgmma needs four warps, the first of which has a number that is a multiple of 4"));
    return;
  }
  if (s.place != nowhere && w.block->record != nullptr) m.record(s, w, AccessKind::other_wait, active, nullptr);
  if (m.observer != nullptr) {
    GroupEvent group;
    group.kind = Completion::Kind::wgmma;
    group.waits = true;
    group.left = s.value;
    m.observer->group(m.event_place(s, w, active), group);
  }
  w.products_left = static_cast<std::uint32_t>(std::min<std::uint64_t>(s.value, w.products));
  if (!products_are_over(*w.block, w)) w.waiting = warpgroup_products;
  ++w.frames.back().pc;
}

void arrive(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const std::size_t lane = __builtin_ctz(active);
  Block& block = *w.block;
  if (active != w.alive() && (s.mode & Step::waits) != 0) {
    m.fail(ErrorCode::unsupported,
           say("{} of {} {lane|lanes} of the warp {reaches|reach} the barrier", __builtin_popcount(active),
               __builtin_popcount(w.alive())),
           s, w, lane, say("let all threads of a warp reach a barrier together"), Fault::divergence);
    return;
  }
  if ((s.mode & Step::of_cluster) != 0) return arrive_at_cluster(m, w, s, active);
  if ((s.mode & Step::of_warpgroup) != 0) return wait_for_products(m, w, s, active);
  const std::uint64_t number = w.rows[s.a][lane];
  if (number >= numbered_barriers) {
    m.fail(ErrorCode::index_range, say("barrier {} does not exist; expected 0 to 15", number), s, w, lane);
    return;
  }
  Barrier& barrier = block.barriers[static_cast<std::size_t>(number)];
  barrier.arrived += static_cast<std::uint32_t>(__builtin_popcount(active));
  if (const std::uint64_t count = w.rows[s.b][lane]; count != 0) barrier.expected = static_cast<std::uint32_t>(count);
  if ((s.mode & 6) != 0) {
    for_lanes(active, [&](std::size_t i) { barrier.population += (w.rows[s.c][i] != 0) != (s.value != 0) ? 1 : 0; });
  }
  const bool whole = w.rows[s.b][lane] == 0 && (s.mode & Step::waits) != 0;
  if (s.place != nowhere && block.record != nullptr)
    m.record(s, w, whole ? AccessKind::barrier : AccessKind::other_wait, active, nullptr);
  m.progress = true;
  if (m.observer != nullptr)
    m.observer->barrier(m.event_place(s, w, active), {static_cast<std::uint32_t>(number), barrier.expected, true,
                                                      (s.mode & Step::waits) != 0, false});
  if ((s.mode & Step::waits) != 0) {
    w.waiting = static_cast<int>(number);
    w.barrier_lanes = active;
  }
  ++w.frames.back().pc;
}

// Ends the phase of the cluster's barrier at which all threads have arrived.
void release_cluster(Machine& m) {
  bool arrived = false;
  for (const Block& block : m.blocks) {
    for (const Warp& w : block.warps) {
      if (!w.done && (w.alive() & ~w.cluster_lanes) != 0) return;
      arrived = arrived || w.cluster_lanes != 0;
    }
  }
  if (!arrived) return;
  ++m.cluster_phase;
  m.progress = true;
  if (m.observer != nullptr) m.observer->barrier_over(0, barrier_of_cluster);
  for (Block& block : m.blocks) {
    for (Warp& w : block.warps) {
      w.cluster_lanes = 0;
      if (w.waiting == cluster_barrier) w.waiting = -1;
    }
  }
}

// Releases the warps of a block that wait at complete barriers.
void release(Machine& m, Block& block) {
  for (std::size_t number = 0; number < block.barriers.size(); ++number) {
    Barrier& barrier = block.barriers[number];
    if (barrier.arrived == 0) continue;
    const std::uint32_t expected = barrier.expected != 0 ? barrier.expected : threads_alive(block);
    if (barrier.arrived < expected) continue;
    const Barrier done = barrier;
    barrier = {};
    m.progress = true;
    if (m.observer != nullptr) m.observer->barrier_over(block.rank, static_cast<std::uint32_t>(number));
    for (Warp& w : block.warps) {
      if (w.waiting != static_cast<int>(number)) continue;
      w.waiting = -1;
      const Step& s = m.code.steps[w.frames.back().pc - 1];
      if ((s.mode & 6) == 0) continue;
      const std::uint64_t value = (s.mode & 6) == 2   ? done.population
                                  : (s.mode & 6) == 4 ? std::uint64_t{done.population == done.arrived}
                                                      : std::uint64_t{done.population != 0};
      for_lanes(w.barrier_lanes, [&](std::size_t lane) { w.rows[s.d][lane] = value; });
    }
  }
  for (Warp& w : block.warps) {
    if (w.waiting != warpgroup_products || !products_are_over(block, w)) continue;
    w.waiting = -1;
    m.progress = true;
  }
}

// Leaves the frames whose lanes have met or ended. False: the warp has ended.
bool settle(Machine& m, Warp& w) {
  while (!w.frames.empty() &&
         (w.frames.back().active == 0 || w.frames.back().pc == w.frames.back().meet || w.frames.back().pc == nowhere))
    w.frames.pop_back();
  if (!w.frames.empty()) return true;
  w.done = true;
  m.progress = true;
  return false;
}

// Executes the next instruction of a warp that has one. False: the warp's turn is over.
inline bool advance(Machine& m, Warp& w) {
  Frame& top = w.frames.back();
  const Step& s = m.code.steps[top.pc];
  std::uint32_t active = top.active;
  if (s.guard >= 0) {
    const Row& guard = w.rows[s.guard];
    std::uint32_t holds = 0;
    for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
      holds |= static_cast<std::uint32_t>(guard[lane] != 0) << lane;
    active &= s.guard_negated ? ~holds : holds;
  }
  m.steps += active == all_lanes ? lanes_of_warp : active == 0 ? 1 : __builtin_popcount(active);
  ++m.clock;
  if (m.code.wgmma && m.observer != nullptr && active != 0) m.observer->executes(m.event_place(s, w, active));
  switch (s.flow) {
    case Flow::next:
      ++top.pc;
      if (active == 0) return true;
      s.execute(m, w, s, active);
      return !w.yielded;
    case Flow::branch:
      branch(w, s, active);
      return true;
    case Flow::branch_table:
      if (active == 0)
        ++top.pc;
      else
        branch_by_table(m, w, s, active);
      return true;
    case Flow::call:
      ++top.pc;
      if (active != 0) w.frames.push_back({s.target, nowhere, active, true});
      return true;
    case Flow::leave: {
      ++top.pc;
      const std::size_t frame = call_frame(w);
      if (m.observer != nullptr && active != 0 && !w.frames[frame].call) m.observer->ended(m.event_place(s, w, active));
      clear_lanes(w, frame, active);
      return true;
    }
    case Flow::exit:
      if (m.observer != nullptr && active != 0) m.observer->ended(m.event_place(s, w, active));
      ++top.pc;
      clear_lanes(w, 0, active);
      return true;
    case Flow::barrier:
      if (active == 0) {
        ++top.pc;
        return true;
      }
      arrive(m, w, s, active);
      return false;
  }
  return true;
}

Message waiters(const Machine& m) {
  Message out;
  std::size_t count = 0;
  for (const Block& block : m.blocks) {
    for (const Warp& w : block.warps) {
      if (w.done || count++ >= 4) continue;
      const std::uint32_t pc = w.frames.empty() ? 0 : w.frames.back().pc;
      const std::uint32_t at = w.waiting >= 0 && pc > 0 ? pc - 1 : pc;
      const Instruction* const one = at < m.code.instructions.size() ? m.code.instructions[at] : nullptr;
      const Message where = say("warp {}: line {}", w.index, one == nullptr ? 0U : one->line);
      out = out.empty() ? where : say("{}, {}", out, where);
    }
  }
  return say("they wait at {}", out);
}

}  // namespace

std::uint32_t threads_alive(const Block& block) {
  std::uint32_t out = 0;
  for (const Warp& warp : block.warps)
    out += warp.done ? 0 : static_cast<std::uint32_t>(__builtin_popcount(warp.alive()));
  return out;
}

void step(Machine& m, Warp& w) {
  w.yielded = false;
  if (settle(m, w)) advance(m, w);
  if (!w.done) (void)settle(m, w);
}

void run_turn(Machine& m, Warp& w) {
  w.yielded = false;
  for (int n = 0; n < turn && !m.failed() && !m.over_limit(); ++n) {
    if (!settle(m, w) || !advance(m, w)) return;
  }
}

void release(Machine& m) {
  for (Block& block : m.blocks) release(m, block);
  release_cluster(m);
}

void hang(Machine& m) {
  if (m.observer != nullptr) m.observer->hangs();
  const std::uint64_t number = m.blocks.front().number;
  m.error = Error{ErrorCode::arguments,
                  say("block {} hangs: all its warps wait", place_of(m.launch.grid, number)),
                  waiters(m),
                  {},
                  {}};
}

}  // namespace stridescope::machine
