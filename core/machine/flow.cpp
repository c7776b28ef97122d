// Immediate post-dominators by the iteration of Cooper, Harvey and Kennedy on the reversed graph of basic blocks.
#include "core/machine/flow.h"

#include <algorithm>

namespace stridescope::machine {
namespace {

bool ends(const Instruction& one) {
  const std::string_view word = one.words.empty() ? std::string_view() : one.words[0];
  return word == "ret" || word == "exit" || word == "trap";
}
bool branches(const Instruction& one) { return !one.words.empty() && (one.words[0] == "bra" || one.words[0] == "brx"); }

void targets_of(const Instruction& one, std::vector<std::uint32_t>& out) {
  for (const Operand& operand : one.operands) {
    if (operand.kind == Operand::Kind::label) out.push_back(operand.index);
    for (const Operand& element : operand.elements) {
      if (element.kind == Operand::Kind::label) out.push_back(element.index);
    }
  }
}

// Blocks by their first instruction; the last one is the end of the function.
struct Graph {
  std::vector<std::uint32_t> firsts;
  std::vector<std::vector<std::uint32_t>> next;
  std::vector<std::vector<std::uint32_t>> before;

  std::uint32_t block_at(std::uint32_t instruction) const {
    return static_cast<std::uint32_t>(std::upper_bound(firsts.begin(), firsts.end(), instruction) - firsts.begin() - 1);
  }
};

Graph graph_of(const Function& function) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  Graph out;
  std::vector<std::uint32_t>& firsts = out.firsts;
  firsts = {0, count};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instruction& one = function.instructions[i];
    if (!branches(one) && !ends(one)) continue;
    firsts.push_back(i + 1);
    targets_of(one, firsts);
  }
  std::sort(firsts.begin(), firsts.end());
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  const auto blocks = static_cast<std::uint32_t>(firsts.size());
  const std::uint32_t end = blocks - 1;
  out.next.resize(blocks);
  out.before.resize(blocks);
  for (std::uint32_t b = 0; b < end; ++b) {
    const Instruction& last = function.instructions[firsts[b + 1] - 1];
    if (branches(last)) {
      std::vector<std::uint32_t> targets;
      targets_of(last, targets);
      for (const std::uint32_t target : targets) out.next[b].push_back(out.block_at(target));
      if (last.guard >= 0) out.next[b].push_back(b + 1);
    } else if (ends(last)) {
      out.next[b].push_back(end);
      if (last.guard >= 0) out.next[b].push_back(b + 1);
    } else {
      out.next[b].push_back(b + 1);
    }
    for (const std::uint32_t n : out.next[b]) out.before[n].push_back(b);
  }
  return out;
}

constexpr std::uint64_t most_live_words = std::uint64_t{1} << 21;  // words of the live sets of all blocks
constexpr std::uint64_t most_live_work = std::uint64_t{1} << 28;

}  // namespace

std::vector<std::uint32_t> meeting_points(const Function& function) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  const Graph graph = graph_of(function);
  const auto& [firsts, next, before] = graph;
  const auto blocks = static_cast<std::uint32_t>(firsts.size());
  const std::uint32_t end = blocks - 1;
  // Post-order of the reversed graph, from the end.
  constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> number(blocks, unknown);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack = {{end, 0}};
  std::vector<bool> seen(blocks, false);
  seen[end] = true;
  while (!stack.empty()) {
    auto& [block, edge] = stack.back();
    if (edge < before[block].size()) {
      const std::uint32_t to = before[block][edge++];
      if (!seen[to]) {
        seen[to] = true;
        stack.emplace_back(to, 0);
      }
      continue;
    }
    number[block] = static_cast<std::uint32_t>(order.size());
    order.push_back(block);
    stack.pop_back();
  }
  std::vector<std::uint32_t> dominator(blocks, unknown);
  dominator[end] = end;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::uint32_t block = order[i];
      if (block == end) continue;
      std::uint32_t common = unknown;
      for (const std::uint32_t to : next[block]) {
        if (dominator[to] == unknown) continue;
        if (common == unknown) {
          common = to;
          continue;
        }
        std::uint32_t other = to;
        while (common != other) {
          while (number[common] < number[other]) common = dominator[common];
          while (number[other] < number[common]) other = dominator[other];
        }
      }
      if (common != unknown && dominator[block] != common) {
        dominator[block] = common;
        changed = true;
      }
    }
  }
  std::vector<std::uint32_t> out(count, 0);
  for (std::uint32_t b = 0; b < end; ++b) {
    const std::uint32_t last = firsts[b + 1] - 1;
    // A loop without an end has no post-dominator.
    if (branches(function.instructions[last])) out[last] = dominator[b] == unknown ? count : firsts[dominator[b]];
  }
  return out;
}

void Liveness::step_back(const Instruction& one, Set& live) {
  // A result that each lane gets; a product adds to it.
  const bool sets = one.has_result() && one.guard < 0 && one.words.front() != "wgmma";
  for (std::size_t pass = sets ? 0 : 1; pass < 2; ++pass) {
    for (std::size_t i = 0; i < one.operands.size(); ++i) {
      const Operand& operand = one.operands[i];
      const bool result =
          i == 0 && one.has_result() && one.words.front() != "wgmma" && operand.kind != Operand::Kind::memory;
      if (result != (pass == 0)) continue;
      each_register(operand, [&](std::uint32_t index) {
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        if (index / 64 >= live.size()) return;
        live[index / 64] = pass == 0 ? live[index / 64] & ~bit : live[index / 64] | bit;
      });
    }
  }
  if (one.guard >= 0) live[static_cast<std::size_t>(one.guard) / 64] |= std::uint64_t{1} << (one.guard % 64);
}

Liveness::Liveness(const Function& function) : function_(function) {
  const std::size_t words = (function.registers.size() + 63) / 64;
  const Graph graph = graph_of(function);
  firsts_ = graph.firsts;
  const std::size_t blocks = firsts_.size();
  if (blocks * (words + 1) > most_live_words) return;
  begins_.assign(blocks, Set(words));
  ends_.assign(blocks, Set(words));
  std::vector<std::uint32_t> open;
  for (std::uint32_t b = 0; b + 1 < blocks; ++b) open.push_back(b);
  std::vector<bool> is_open(blocks, true);
  std::uint64_t work = 0;
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    is_open[b] = false;
    work += words + firsts_[b + 1] - firsts_[b];
    if (work > most_live_work) {
      begins_.clear();
      return;
    }
    for (const std::uint32_t next : graph.next[b]) {
      for (std::size_t i = 0; i < words; ++i) ends_[b][i] |= begins_[next][i];
    }
    Set live = ends_[b];
    for (std::uint32_t i = firsts_[b + 1]; i-- > firsts_[b];) step_back(function.instructions[i], live);
    if (live == begins_[b]) continue;
    begins_[b] = std::move(live);
    for (const std::uint32_t earlier : graph.before[b]) {
      if (is_open[earlier]) continue;
      is_open[earlier] = true;
      open.push_back(earlier);
    }
  }
}

const Liveness::Set* Liveness::at(std::uint32_t instruction) {
  if (begins_.empty()) return nullptr;
  const auto [found, fresh] = known_.try_emplace(instruction);
  if (!fresh) return &found->second;
  const auto b =
      static_cast<std::size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), instruction) - firsts_.begin() - 1);
  found->second = ends_[b];
  if (b + 1 < firsts_.size()) {
    for (std::uint32_t i = firsts_[b + 1]; i-- > instruction;) step_back(function_.instructions[i], found->second);
  }
  return &found->second;
}

bool Liveness::is_live(std::uint32_t instruction, std::uint32_t reg) {
  const Set* const live = at(instruction);
  return live == nullptr || reg / 64 >= live->size() || ((*live)[reg / 64] >> (reg % 64) & 1) != 0;
}

}  // namespace stridescope::machine
