// Vector clocks of warps, and what another order could change.
#include "core/machine/checks/order_proof.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t most_doubts = 32;
constexpr std::size_t most_meetings = 4096;
constexpr std::size_t most_strong = std::size_t{1} << 16;
constexpr std::uint32_t kind_mbarrier = 0;
constexpr std::uint32_t kind_barrier = 1;
constexpr int loop_steps = 24;

// Follows the lanes whose test has failed: true if they come back to the test and do nothing else. Only predicates and
// registers that the failure determines are known.
bool is_repeated(const Program& program, const Instruction* test) {
  const Function* const function = program.function_of(*test);
  if (function == nullptr) return false;
  const Instruction* const first = function->instructions.data();
  const Instruction* const end = first + function->instructions.size();
  std::map<std::uint32_t, std::uint64_t> known;
  if (test->operands.empty() || test->operands[0].kind != Operand::Kind::reg) return false;
  known[test->operands[0].index] = 0;
  const auto value = [&](const Operand& of) -> std::optional<std::uint64_t> {
    if (of.kind == Operand::Kind::immediate && !of.floating) return of.value;
    if (of.kind != Operand::Kind::reg || of.negated) return std::nullopt;
    const auto found = known.find(of.index);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  };
  const Instruction* at = test + 1;
  for (int n = 0; n < loop_steps && at < end; ++n) {
    if (at == test) return true;
    const std::string_view opcode = at->words.front();
    bool taken = true;
    if (at->guard >= 0) {
      const auto guard = known.find(static_cast<std::uint32_t>(at->guard));
      if (guard == known.end()) {
        if (opcode == "bra") return false;
        for (const Operand& one : at->operands) known.erase(one.index);
        ++at;
        continue;
      }
      taken = (guard->second != 0) != at->guard_negated;
    }
    if (!taken) {
      ++at;
      continue;
    }
    if (opcode == "bra") {
      at = first + at->operands.front().index;
      continue;
    }
    if (opcode == "nanosleep" || opcode == "pragma") {
      ++at;
      continue;
    }
    if (at->operands.empty() || at->operands[0].kind != Operand::Kind::reg) return false;
    const std::uint32_t to = at->operands[0].index;
    std::optional<std::uint64_t> result;
    if (opcode == "selp" && at->operands.size() == 4) {
      const auto choice = value(at->operands[3]);
      if (choice) result = value(at->operands[*choice != 0 ? 1 : 2]);
    } else if (opcode == "setp" && at->operands.size() == 3) {
      const auto a = value(at->operands[1]);
      const auto b = value(at->operands[2]);
      if (a && b && at->has("eq")) result = *a == *b ? 1 : 0;
      if (a && b && at->has("ne")) result = *a != *b ? 1 : 0;
    } else if (opcode == "mov" && at->operands.size() == 2) {
      result = value(at->operands[1]);
    } else if (opcode != "add" && opcode != "sub" && opcode != "and" && opcode != "not") {
      return false;
    }
    if (result)
      known[to] = *result;
    else
      known.erase(to);
    ++at;
  }
  return false;
}

// The operation of a red whose updates commute with each other; empty: they do not, as those of inc.
std::string_view operation_of(const Instruction& red) {
  for (const std::string_view one : {"add", "min", "max", "and", "or", "xor"}) {
    if (red.has(one)) return one;
  }
  return {};
}

}  // namespace

OrderProof::OrderProof(const Program& program, const Launch& launch)
    : program_(program),
      warps_of_block_(static_cast<std::uint32_t>((launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32)) {}

void OrderProof::begin(const std::vector<std::uint32_t>& blocks) {
  warps_.assign(blocks.size() * warps_of_block_, {});
  slots_ = warps_.size();
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    warps_[i].clock.assign(warps_.size(), 0);
    warps_[i].clock[i] = 1;
  }
  meetings_.clear();
  flags_.clear();
  doubtful_.clear();
  all_doubtful_ = false;
}

void OrderProof::join(Clock& into, const Clock& with) {
  if (into.size() < with.size()) into.resize(with.size());
  for (std::size_t i = 0; i < with.size(); ++i) into[i] = std::max(into[i], with[i]);
}

void OrderProof::count(const Place& place) {
  const std::pair now = {index(place), place.instruction};
  if (now != counted_) ++events_;
  counted_ = now;
}

OrderProof::Mark OrderProof::mark(const Place& place) {
  const std::size_t warp = index(place);
  return {warp, warps_[warp].clock[warp], place.instruction};
}

void OrderProof::keep(std::vector<Mark>& marks, const Mark& one) {
  const auto same = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) { return mark.warp == one.warp; });
  if (same == marks.end())
    marks.push_back(one);
  else
    *same = one;
}

void OrderProof::doubt(const Place& place, const Instruction* other, Message what) {
  if (collects_) doubtful_.push_back({index(place), warps_[index(place)].clock});
  const bool known = std::any_of(doubts_.begin(), doubts_.end(), [&](const OrderDoubt& one) {
    return one.instruction == place.instruction && one.other == other;
  });
  if (!known && doubts_.size() < most_doubts) doubts_.push_back({std::move(what), place.instruction, other});
}

// After a wait for products, a warp knows what the warps of its warpgroup did before those products, but not what they
// did before their own waits.
void OrderProof::settle(const Place& place) {
  Warp& w = warps_[index(place)];
  if (w.awaited == 0) return;
  const std::size_t needed = std::exchange(w.awaited, 0);
  for (std::size_t i = index(place) - place.warp % 4, end = std::min(i + 4, warps_.size()); i < end; ++i) {
    const Warp& other = warps_[i];
    const std::size_t kept = other.groups.size();
    if (needed <= other.committed && needed + kept > other.committed) join(w.clock, other.groups[(needed - 1) % kept]);
  }
}

// A warp whose test has failed does something else than the same test.
void OrderProof::act(const Place& place) {
  settle(place);
  Warp& w = warps_[index(place)];
  if (w.failed == nullptr) return;
  const Instruction* const test = std::exchange(w.failed, nullptr);
  doubt({place.block, place.warp, place.lanes, test}, nullptr,
        say("warp {} goes on after a failed test, which may succeed in another order", place.warp));
}

void OrderProof::release(std::size_t warp, Clock& into) {
  join(into, warps_[warp].clock);
  ++warps_[warp].clock[warp];
}

// A red, or an atom whose old value no instruction reads: compilers leave it to the assembler to make a red of it.
bool OrderProof::only_updates(const Instruction& one) {
  const auto [found, fresh] = updates_.try_emplace(&one, one.words.front() == "red");
  const Function* const function = program_.function_of(one);
  if (!fresh || found->second || function == nullptr || one.operands.empty() ||
      one.operands[0].kind != Operand::Kind::reg)
    return found->second;
  const auto behind = static_cast<std::uint32_t>(&one - function->instructions.data()) + 1;
  found->second = !live_.try_emplace(function, *function).first->second.is_live(behind, one.operands[0].index);
  return found->second;
}

OrderProof::Meeting& OrderProof::meeting(std::uint32_t kind, std::uint32_t block, std::uint64_t at) {
  if (meetings_.size() >= most_meetings && !meetings_.contains({kind, block, at})) {
    all_doubtful_ = true;
    if (doubts_.empty() || doubts_.back().instruction != nullptr)
      doubts_.push_back({say("there are more than {} barriers", most_meetings), nullptr, nullptr});
    return others_;
  }
  Meeting& out = meetings_[{kind, block, at}];
  if (out.slot == 0) out.slot = slots_++;
  return out;
}

void OrderProof::arrive(const Place& place, Meeting& meeting, const Message& name) {
  count(place);
  if (at(warps_[index(place)].clock, meeting.slot) < meeting.phases)
    doubt(place, nullptr,
          say("warp {} may arrive before phase {} of {} is over, and then counts for that phase", place.warp,
              meeting.phases - 1, name));
}

// The phase ends.
void OrderProof::complete(const Place* place, Meeting& meeting, const Message& name) {
  for (const Mark& test : meeting.tests) {
    if (knows(meeting.arriving, test) || place == nullptr) continue;
    doubt(*place, test.instruction,
          say("phase {} of {} may end before warp {} waits for phase {}; the warp then misses that phase",
              meeting.phases, name, test.warp % warps_of_block_, meeting.phases - 1));
  }
  for (const Mark& expects : meeting.expects) {
    if (knows(meeting.arrivals, expects) || place == nullptr) continue;
    doubt(*place, expects.instruction,
          say("phase {} of {} may end before warp {} executes expect_tx for it", meeting.phases, name,
              expects.warp % warps_of_block_));
  }
  ++meeting.phases;
  join(meeting.over, meeting.arriving);
  if (meeting.over.size() <= meeting.slot) meeting.over.resize(meeting.slot + 1);
  meeting.over[meeting.slot] = meeting.phases;
  meeting.arriving.clear();
  meeting.arrivals.clear();
  meeting.tests.clear();
  meeting.expects.clear();
}

void OrderProof::mbarrier(const Place& place, const MbarrierEvent& event) {
  using Kind = MbarrierEvent::Kind;
  settle(place);
  Warp& w = warps_[index(place)];
  if (w.failed != nullptr && (event.kind != Kind::test || place.instruction != w.failed || event.address != w.address))
    act(place);
  if (event.kind == Kind::init) {
    // Each slot is a number in all clocks.
    if (slots_ >= warps_.size() + 2 * most_meetings) {
      doubt(place, nullptr, say("there are more than {} barriers", most_meetings));
      return;
    }
    const std::size_t slot = slots_++;
    Meeting& fresh = meeting(kind_mbarrier, event.block, event.address) = {};
    fresh.slot = slot;
    return;
  }
  Meeting& one = meeting(kind_mbarrier, event.block, event.address);
  const Message name = say("the mbarrier at {}", event.address);
  switch (event.kind) {
    case Kind::arrive:
      arrive(place, one, name);
      if (event.expected != 0) keep(one.expects, mark(place));
      join(one.arrivals, w.clock);
      release(index(place), one.arriving);
      break;
    case Kind::expect:
      arrive(place, one, name);
      keep(one.expects, mark(place));
      break;
    case Kind::complete:
      arrive(place, one, name);
      last_completion_ = {one.slot, one.phases};
      // The phase does not know what the warp does after the copy.
      release(index(place), one.arriving);
      break;
    case Kind::test: {
      if (!event.passed) {
        w.failed = place.instruction;
        w.address = event.address;
        return;
      }
      w.failed = nullptr;
      count(place);
      const auto [loop, fresh] = loops_.try_emplace(place.instruction, false);
      if (fresh) loop->second = is_repeated(program_, place.instruction);
      if (!loop->second)
        doubt(place, nullptr, say("the test is not repeated if it fails, and it may fail in another order"));
      if (one.phases >= 2 && at(w.clock, one.slot) + 1 < one.phases)
        doubt(place, nullptr,
              say("warp {} may wait before phase {} of {} is over: an earlier phase has the same parity", place.warp,
                  one.phases - 2, name));
      keep(one.tests, mark(place));
      join(w.clock, one.over);
      return;
    }
    default:
      return;
  }
  if (event.phase_over) complete(&place, one, name);
}

void OrderProof::barrier(const Place& place, const BarrierEvent& event) {
  act(place);
  const bool of_cluster = event.number == barrier_of_cluster;
  Meeting& one = meeting(kind_barrier, of_cluster ? 0 : place.block, event.number);
  if (event.arrives) {
    arrive(place, one, say("barrier {}", event.number));
    release(index(place), one.arriving);
  }
  if (event.over)
    join(warps_[index(place)].clock, one.over);
  else if (event.waits)
    one.waiting.push_back(index(place));
}

void OrderProof::barrier_over(std::uint32_t block, std::uint32_t number) {
  Meeting& one = meeting(kind_barrier, block, number);
  complete(nullptr, one, {});
  for (const std::size_t warp : one.waiting) join(warps_[warp].clock, one.over);
  one.waiting.clear();
}

// A run from any state does not know the groups before it.
void OrderProof::group(const Place& place, const GroupEvent& event) {
  act(place);
  if (collects_ || event.kind != Completion::Kind::wgmma) return;
  Warp& w = warps_[index(place)];
  if (event.waits) {
    w.awaited = w.committed - std::min<std::size_t>(w.committed, static_cast<std::size_t>(event.left));
    return;
  }
  w.groups[w.committed++ % w.groups.size()] = w.product;
}

void OrderProof::access(const Place& place, const Access& access) {
  act(place);
  if (access.completion.kind == Completion::Kind::wgmma) release(index(place), warps_[index(place)].product);
  if (!access.strong) return;
  count(place);
  const std::size_t warp = index(place);
  const bool updates = access.touch == Touch::atomic && only_updates(*place.instruction);
  const std::string_view operation = updates ? operation_of(*place.instruction) : std::string_view();
  const Mark now = mark(place);
  for (std::uint32_t lanes = place.lanes; lanes != 0; lanes &= lanes - 1) {
    const std::size_t lane = __builtin_ctz(lanes);
    const Space space = access.space_of(lane);
    if (space != Space::shared && space != Space::global) continue;
    const std::uint32_t block = space == Space::global ? 0 : access.block_of(lane, place);
    if (flags_.size() >= most_strong) {
      doubt(place, nullptr, say("the proof does not cover this number of strong accesses"));
      return;
    }
    // Records accesses by word, since accesses of different widths can overlap.
    const std::uint64_t end = access.addresses[lane] + access.bytes;
    for (std::uint64_t word = access.addresses[lane] / 4 * 4; word < end; word += 4) {
      Flag& flag = flags_[{space, block, word}];
      const auto unknown = [&](const std::vector<Mark>& marks) {
        const auto found = std::find_if(marks.begin(), marks.end(), [&](const Mark& one) {
          return one.warp != warp && !knows(warps_[warp].clock, one);
        });
        return found == marks.end() ? nullptr : found->instruction;
      };
      const bool commutes = !operation.empty() && flag.operation == operation;
      const Instruction* other = commutes ? nullptr : unknown(flag.writes);
      if (access.touch != Touch::read && other == nullptr) other = unknown(flag.reads);
      if (other != nullptr)
        doubt(place, other,
              say("nothing orders two strong accesses to address {}, and their order may change the result",
                  access.addresses[lane]));
      if (access.touch == Touch::read) {
        keep(flag.reads, now);
        continue;
      }
      if (!commutes) {
        flag.writes.clear();
        flag.reads.clear();
      }
      flag.operation = operation;
      keep(flag.writes, now);
      // Lanes of a warp that access one address take turns.
      if (!updates) keep(flag.reads, now);
    }
  }
  ++warps_[warp].clock[warp];
}

}  // namespace stridescope::machine
