// Turns of warps as a text, and their execution.
#include "core/machine/checks/turns.h"

#include <charconv>
#include <set>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

// An arrival of all threads of a block, a cluster or a warpgroup, each of which waits: arrivals commute, and nothing
// else depends on them. So no other order has to be tried.
bool commutes(const Instruction& one) {
  const std::string_view opcode = one.words.front();
  if (opcode == "wgmma") return true;
  if (opcode == "barrier" && one.has("cluster")) return true;
  if (opcode != "bar" && opcode != "barrier") return false;
  return !one.has("arrive") && !one.has("red") && one.operands.size() == 1;
}

}  // namespace

std::string turns_text(const std::vector<Turn>& turns, std::size_t warps) {
  std::string out;
  for (const Turn& one : turns) {
    if (!out.empty()) out += ' ';
    if (one.warp >= warps)
      append_all(out, '+', one.warp - warps);
    else
      append_all(out, one.warp, '*', one.count);
  }
  return out;
}

Result<std::vector<Turn>> read_turns(std::string_view text, std::size_t warps) {
  std::vector<Turn> out;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto refuse = [&] {
    return failure(
        ErrorCode::arguments,
        say("character {} of the order is not a turn of one of {} {warp|warps}", at - text.data() + 1, warps),
        say("write 0*12 2*5 +1: twelve instructions of warp 0, five of warp 2, then copy 1 is complete"));
  };
  while (at != end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    if (out.size() >= most_turns)
      return failure(ErrorCode::too_large, say("the order has more than {} turns", most_turns));
    Turn turn;
    const bool copy = *at == '+';
    auto [next, error] = std::from_chars(copy ? at + 1 : at, end, turn.warp);
    if (error != std::errc() || turn.warp > 0xffff) return refuse();
    if (copy) {
      turn.warp += static_cast<std::uint32_t>(warps);
    } else {
      if (turn.warp >= warps || next == end || *next != '*') return refuse();
      const auto [last, wrong] = std::from_chars(next + 1, end, turn.count);
      if (wrong != std::errc()) return refuse();
      next = last;
    }
    if (next != end && *next != ' ') return refuse();
    at = next;
    out.push_back(turn);
  }
  return out;
}

void play(Execution& run, const std::vector<Turn>& turns) {
  const std::size_t warps = run.warp_count();
  for (const Turn& turn : turns) {
    if (run.ended()) return;
    if (turn.warp >= warps) run.complete_copy(turn.warp - warps);
    for (std::uint32_t i = 0; turn.warp < warps && i < turn.count; ++i) run.step(turn.warp);
  }
}

bool synchronizes(const Instruction& one) {
  const std::string_view opcode = one.words.front();
  if (opcode == "bar" || opcode == "barrier") return !one.has("warp");
  if (opcode == "mbarrier" || opcode == "atom" || opcode == "red") return true;
  if (opcode == "cp") return one.has("mbarrier") && one.has("arrive");
  if (opcode == "wgmma") return one.has("wait_group");
  if (opcode != "ld" && opcode != "st") return false;
  return one.has("volatile") || one.has("relaxed") || one.has("acquire") || one.has("release") || one.has("mmio");
}

std::vector<std::uint32_t> turn_choices(const Execution& run) {
  const std::size_t warps = run.warp_count();
  std::vector<std::uint32_t> out;
  for (std::size_t warp = 0; warp < warps; ++warp) {
    const WarpPlace place = run.place(warp);
    if (!place.goes_on()) continue;
    if (place.next != nullptr && commutes(*place.next)) return {static_cast<std::uint32_t>(warp)};
    out.push_back(static_cast<std::uint32_t>(warp));
  }
  // Bytes at one mbarrier add up, so the copies to it need no other order than their own.
  std::set<std::pair<std::uint32_t, std::uint64_t>> seen;
  const auto late = run.late_copies();
  for (std::size_t i = 0; i < late.size(); ++i) {
    if (seen.insert({late[i].block, late[i].mbarrier}).second) out.push_back(static_cast<std::uint32_t>(warps + i));
  }
  return out;
}

Advance advance(Execution& run, std::size_t warp, std::uint32_t least, const std::function<void()>& then) {
  Advance out;
  while (!run.ended() && out.count < most_in_turn) {
    const WarpPlace place = run.place(warp);
    if (!place.goes_on()) break;
    if (out.count >= least && place.next != nullptr && synchronizes(*place.next)) break;
    run.step(warp);
    ++out.count;
    out.progressed = out.progressed || run.progressed() || !run.late_copies().empty();
    out.failed = out.failed || run.place(warp).state == WarpPlace::State::yields;
    if (then) then();
  }
  return out;
}

}  // namespace stridescope::machine
