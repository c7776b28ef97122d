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

}  // namespace

std::vector<std::uint32_t> meeting_points(const Function& function) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  // Blocks by their first instruction; the last one is the end of the function.
  std::vector<std::uint32_t> firsts = {0, count};
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
  const auto block_at = [&](std::uint32_t instruction) {
    return static_cast<std::uint32_t>(std::lower_bound(firsts.begin(), firsts.end(), instruction) - firsts.begin());
  };
  std::vector<std::vector<std::uint32_t>> next(blocks);
  std::vector<std::vector<std::uint32_t>> before(blocks);
  for (std::uint32_t b = 0; b < end; ++b) {
    const Instruction& last = function.instructions[firsts[b + 1] - 1];
    if (branches(last)) {
      std::vector<std::uint32_t> targets;
      targets_of(last, targets);
      for (const std::uint32_t target : targets) next[b].push_back(block_at(target));
      if (last.guard >= 0) next[b].push_back(b + 1);
    } else if (ends(last)) {
      next[b].push_back(end);
      if (last.guard >= 0) next[b].push_back(b + 1);
    } else {
      next[b].push_back(b + 1);
    }
    for (const std::uint32_t n : next[b]) before[n].push_back(b);
  }
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

}  // namespace stridescope::machine
