// Looks into an execution, and copies its state.
#include <algorithm>

#include "core/machine/execution_state.h"
#include "core/machine/mbarrier.h"
#include "core/machine/schedule.h"

namespace stridescope::machine {
namespace {

const TracedBlock no_record = {};

// Two hashes of the same words, so that different states do not collide in practice.
class StateHash {
 public:
  void add(std::uint64_t word) {
    a_ = (a_ ^ word) * 0x9e3779b97f4a7c15;
    a_ ^= a_ >> 32;
    b_ = (b_ + word) * 0xd6e8feb86659fd93;
    b_ ^= b_ >> 29;
  }
  void add(std::string_view bytes) {
    add(bytes.size());
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), 8);
      add(word);
    }
    for (const char c : bytes) add(static_cast<unsigned char>(c));
  }
  std::array<std::uint64_t, 2> sums() const { return {a_, b_}; }

 private:
  std::uint64_t a_ = 1;
  std::uint64_t b_ = 2;
};

// Without the registers in `dead`.
void add(StateHash& out, const Warp& warp, std::size_t rows, const Liveness::Set* dead) {
  const std::vector<Warp>& block = warp.block->warps;
  out.add(static_cast<std::uint64_t>(warp.waiting) << 32 | warp.barrier_lanes);
  out.add(std::uint64_t{warp.cluster_lanes} << 32 | warp.cluster_phase);
  // Waits compare counts of groups.
  out.add(std::uint64_t{warp.products - block[warp.index / 4 * 4].products} << 32 | warp.products_left);
  out.add(warp.done ? 1 : 0);
  for (const Frame& frame : warp.frames) {
    out.add(std::uint64_t{frame.pc} << 32 | frame.meet);
    out.add(std::uint64_t{frame.active} << 1 | (frame.call ? 1 : 0));
  }
  if (warp.done) return;
  for (std::size_t row = 0; row < rows; ++row) {
    if (dead != nullptr && ((*dead)[row / 64] >> (row % 64) & 1) != 0) continue;
    for (const std::uint64_t lane : warp.rows[row]) out.add(lane);
  }
}

}  // namespace

struct Execution::Copy {
  MachineState state;
  bool over = false;
};

Warp& Execution::State::warp(std::size_t index) const {
  for (const Block& block : m.blocks) {
    if (index < block.warps.size()) return const_cast<Warp&>(block.warps[index]);
    index -= block.warps.size();
  }
  return const_cast<Warp&>(m.blocks.front().warps.front());
}

// Registers of the kernel that no frame of the warp reads from where it is. A kernel that calls others passes values in
// registers of theirs: all count.
const Liveness::Set& Execution::State::dead_rows(const Warp& warp) {
  if (!live) live.emplace(kernel);
  dead.assign((code.rows + 63) / 64, 0);
  if (code.first_rows.size() != 1) return dead;
  const std::uint32_t first = code.first_rows[0].second;
  Liveness::Set& some = scratch;
  some.assign((kernel.registers.size() + 63) / 64, 0);
  for (const Frame& frame : warp.frames) {
    if (frame.pc == nowhere) continue;
    const Liveness::Set* const here = live->at(code.steps[frame.pc].instruction);
    if (here == nullptr) return dead;
    for (std::size_t i = 0; i < some.size(); ++i) some[i] |= (*here)[i];
  }
  for (std::size_t i = 0; i < kernel.registers.size(); ++i) {
    const std::size_t row = first + i;
    if ((some[i / 64] >> (i % 64) & 1) == 0) dead[row / 64] |= std::uint64_t{1} << (row % 64);
  }
  return dead;
}

std::size_t Execution::warp_count() const {
  std::size_t out = 0;
  for (const Block& block : state_->m.blocks) out += block.warps.size();
  return out;
}

WarpPlace Execution::place(std::size_t index) const {
  const Warp& warp = state_->warp(index);
  WarpPlace out;
  out.block = warp.block->number;
  out.warp = warp.index;
  out.alive = warp.alive();
  out.state = warp.done           ? WarpPlace::State::ended
              : warp.waiting >= 0 ? WarpPlace::State::waits
              : warp.yielded      ? WarpPlace::State::yields
                                  : WarpPlace::State::ready;
  if (warp.frames.empty() || warp.done) return out;
  const Frame& top = warp.frames.back();
  out.active = top.active;
  out.next = state_->m.code.instructions[warp.waiting >= 0 ? top.pc - 1 : top.pc];
  if (warp.waiting < 0 || warp.waiting == cluster_barrier) return out;
  out.barrier = warp.waiting;
  if (warp.waiting == warpgroup_products) return out;
  const Barrier& barrier = warp.block->barriers[static_cast<std::size_t>(warp.waiting)];
  out.arrived = barrier.arrived;
  out.expected = barrier.expected != 0 ? barrier.expected : threads_alive(*warp.block);
  return out;
}

void Execution::observe(Observer* observer) { state_->m.observer = observer; }

bool Execution::progressed() const { return state_->m.progress; }

void Execution::report_hang() { hang(state_->m); }

std::vector<RegisterValue> Execution::registers(std::size_t index, std::size_t lane) const {
  std::vector<RegisterValue> out;
  const Warp& warp = state_->warp(index);
  const Instruction* const next = place(index).next;
  for (const auto& [function, first] : state_->m.code.first_rows) {
    const bool runs = next == nullptr ? function->kernel : function->contains(*next);
    if (!runs || !out.empty()) continue;
    for (std::size_t i = 0; i < function->registers.size(); ++i) {
      const Row& row = warp.rows[first + i];
      const std::uint64_t bits = row[lane];
      bool uniform = true;
      for_lanes(warp.alive(), [&](std::size_t other) { uniform = uniform && row[other] == bits; });
      out.push_back({&function->registers[i], bits, uniform});
    }
  }
  return out;
}

void Execution::set_register(std::size_t index, std::uint32_t number, std::uint64_t bits) {
  state_->warp(index).rows[state_->code.first_rows[0].second + number].fill(bits);
}

std::string_view Execution::shared(std::size_t index) const { return state_->warp(index).block->shared; }

std::string_view Execution::buffer(std::size_t number) const { return state_->contents(state_->buffers[number]); }
std::uint64_t Execution::buffer_address(std::size_t number) const { return state_->buffers[number]; }

const TracedBlock& Execution::record(std::size_t index) const {
  const Block& block = *state_->warp(index).block;
  return block.record == nullptr ? no_record : *block.record;
}

const TracedInstruction& Execution::traced(std::uint32_t instruction) const {
  TracedInstruction& out = state_->code.places[instruction];
  out.kind = state_->m.kinds[instruction];
  return out;
}

void Execution::forget_records() {
  for (const Block& block : state_->m.blocks) {
    if (block.record == nullptr) continue;
    state_->m.records_left += static_cast<std::int64_t>(block.record->requests.size());
    state_->m.numbers_left += static_cast<std::int64_t>(block.record->numbers.size());
    block.record->requests.clear();
    block.record->numbers.clear();
    block.record->left_out = 0;
  }
}

std::shared_ptr<const Execution::Copy> Execution::copy() const {
  return std::make_shared<const Copy>(Copy{state_->m, state_->over});
}

void Execution::restore(const Copy& copy) {
  Machine& m = state_->m;
  static_cast<MachineState&>(m) = copy.state;
  state_->over = copy.over;
  for (Block& block : m.blocks) {
    for (Warp& warp : block.warps) {
      warp.block = &block;
      warp.rows = block.rows.data() + std::size_t{warp.index} * m.code.rows;
    }
  }
}

std::vector<Execution::LateCopy> Execution::late_copies() const {
  std::vector<LateCopy> out;
  for (const LateBytes& one : state_->m.late)
    out.push_back(
        {state_->m.rank_of(state_->m.blocks[one.block].warps[one.warp], one.address), plain_shared(one.address)});
  return out;
}

void Execution::complete_copy(std::size_t index) {
  Machine& m = state_->m;
  const LateBytes one = m.late[index];
  m.late.erase(m.late.begin() + static_cast<std::ptrdiff_t>(index));
  if (ended()) return;
  m.progress = true;
  give_bytes(m, m.blocks[one.block].warps[one.warp], *one.step, one.lane, one.address, one.bytes);
}

std::array<std::uint64_t, 2> Execution::hash(bool with_dead) const {
  const Machine& m = state_->m;
  StateHash out;
  for (const Memory::Allocation& one : m.memory.allocations()) {
    out.add(one.bytes);
    for (const auto& [offset, part] : one.behind) {
      out.add(offset);
      out.add(part);
    }
  }
  if (m.code.clock != nullptr) out.add(m.clock);
  out.add(m.cluster_phase);
  out.add(state_->next << 1 | (state_->over ? 1 : 0));
  for (const LateBytes& one : m.late) {
    out.add(one.address);
    out.add(one.bytes);
  }
  for (const Block& block : m.blocks) {
    out.add(block.shared);
    out.add(block.local);
    for (const Barrier& one : block.barriers) {
      out.add(std::uint64_t{one.arrived} << 32 | one.expected);
      out.add(one.population);
    }
    for (const Warp& warp : block.warps)
      add(out, warp, m.code.rows, with_dead || warp.done ? nullptr : &state_->dead_rows(warp));
  }
  return out.sums();
}

std::array<std::uint64_t, 2> Execution::hash_of_warp(std::size_t index) const {
  const Machine& m = state_->m;
  const Warp& warp = state_->warp(index);
  StateHash out;
  if (m.code.clock != nullptr) out.add(m.clock);
  add(out, warp, m.code.rows, warp.done ? nullptr : &state_->dead_rows(warp));
  return out.sums();
}

void FailedTests::note(const Execution& run, std::size_t warp) {
  if (++count_ < least || are_endless()) return;
  const std::uint32_t last = std::uint32_t{1} << (31 - __builtin_clz(count_));
  if (count_ == last)
    seen_ = run.hash_of_warp(warp);
  else if (count_ - last <= longest_period)
    returned_ = run.hash_of_warp(warp) == seen_;
}

const Instruction* Execution::clock_read() const { return state_->m.code.clock; }

std::size_t Execution::copy_bytes() const {
  const Machine& m = state_->m;
  std::size_t out = m.kinds.size() + m.printed.size();
  for (const Memory::Allocation& one : m.memory.allocations()) {
    out += one.bytes.size();
    for (const auto& [offset, part] : one.behind) out += part.size();
  }
  for (const Block& block : m.blocks)
    out += block.shared.size() + block.local.size() + block.rows.size() * sizeof(Row) + block.warps.size() * 256;
  return out;
}

}  // namespace stridescope::machine
