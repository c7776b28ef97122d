// Machine: resolves addresses, records accesses, and makes the blocks of a cluster.
#include "core/machine/machine.h"

#include "core/base/text.h"
#include "core/machine/schedule.h"

namespace stridescope::machine {

namespace {

// Bytes that are cleared in about the time of one instruction of a lane.
constexpr std::size_t cleared_bytes = 64;

}  // namespace

std::string triple(const std::array<std::int64_t, 3>& of) { return cat('(', of[0], ',', of[1], ',', of[2], ')'); }

std::string place_of(const std::array<std::int64_t, 3>& extents, std::uint64_t index) {
  const std::array<std::uint32_t, 3> at = coordinates(extents, index);
  return cat('(', at[0], ',', at[1], ',', at[2], ')');
}

void start_cluster(Machine& m, std::uint64_t cluster) {
  const Launch& launch = m.launch;
  const std::array<std::int64_t, 3> clusters = {launch.grid[0] / launch.cluster[0], launch.grid[1] / launch.cluster[1],
                                                launch.grid[2] / launch.cluster[2]};
  const std::array<std::uint32_t, 3> first = coordinates(clusters, cluster);
  const auto blocks = static_cast<std::size_t>(launch.cluster[0] * launch.cluster[1] * launch.cluster[2]);
  const auto threads = static_cast<std::uint32_t>(launch.block[0] * launch.block[1] * launch.block[2]);
  const std::uint32_t warps = (threads + lanes_of_warp - 1) / lanes_of_warp;
  m.blocks.resize(blocks);
  m.cluster_phase = 0;
  for (std::uint32_t rank = 0; rank < blocks; ++rank) {
    Block& block = m.blocks[rank];
    const std::array<std::uint32_t, 3> inside = coordinates(launch.cluster, rank);
    for (std::size_t i = 0; i < 3; ++i)
      block.index[i] = first[i] * static_cast<std::uint32_t>(launch.cluster[i]) + inside[i];
    block.rank = rank;
    block.number = block.index[0] + static_cast<std::uint64_t>(launch.grid[0]) *
                                        (block.index[1] + static_cast<std::uint64_t>(launch.grid[1]) * block.index[2]);
    block.shared.assign(
        static_cast<std::size_t>(shared_base + m.code.dynamic_shared) + static_cast<std::size_t>(launch.shared_bytes),
        '\0');
    block.local.assign(static_cast<std::size_t>(threads * m.code.local_bytes), '\0');
    block.barriers = {};
    m.charge((block.shared.size() + block.local.size() + std::size_t{warps} * m.code.rows * sizeof(Row)) /
             cleared_bytes);
    block.rows.assign(std::size_t{warps} * m.code.rows, Row{});
    block.warps.assign(warps, {});
    for (std::uint32_t i = 0; i < warps; ++i) {
      Warp& w = block.warps[i];
      w.block = &block;
      w.index = i;
      const std::uint32_t left = threads - i * lanes_of_warp;
      const std::uint32_t lanes = left >= lanes_of_warp ? all_lanes : (std::uint32_t{1} << left) - 1;
      w.frames.push_back({0, nowhere, lanes, false});
      w.rows = block.rows.data() + std::size_t{i} * m.code.rows;
      for (const auto& [row, value] : m.code.constants) w.rows[row].fill(value);
      for (const Code::SpecialRow& special : m.code.specials) {
        for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane)
          w.rows[special.row][lane] = special_value(special.name, launch, block, i * lanes_of_warp + lane);
      }
    }
  }
}

Block* Machine::block_at(const Warp& warp, std::uint64_t address) {
  const std::uint64_t rank = (address & rank_mask) >> rank_bit;
  if (rank == 0) return warp.block;
  return rank <= blocks.size() ? &blocks[static_cast<std::size_t>(rank - 1)] : nullptr;
}

// The bytes at an address within its space; nullptr if one is outside.
char* Machine::bytes_at(const Warp& warp, std::size_t lane, Space space, std::uint64_t address, std::uint64_t bytes) {
  switch (space) {
    case Space::shared: {
      Block* const block = (address & rank_mask) == 0 ? warp.block : block_at(warp, address);
      const std::uint64_t offset = address & ~rank_mask;
      const std::uint64_t size = warp.block->shared.size();
      return block != nullptr && offset >= shared_base && offset <= size && bytes <= size - offset
                 ? block->shared.data() + offset
                 : nullptr;
    }
    case Space::local: {
      const std::uint64_t size = code.local_bytes;
      return address <= size && bytes <= size - address
                 ? warp.block->local.data() + std::size_t{thread_of(warp, lane)} * size + address
                 : nullptr;
    }
    case Space::parameter:
      return address <= parameters.size() && bytes <= parameters.size() - address ? parameters.data() + address
                                                                                  : nullptr;
    default:
      return memory.at(address, bytes);
  }
}

// The memory of a space, for an error.
Message Machine::extent_of(const Warp& warp, Space space, std::uint64_t address) {
  switch (space) {
    case Space::shared:
      return block_at(warp, address) == nullptr ? say("the cluster, which has {} {block|blocks}", blocks.size())
                                                : say("shared memory, which ends at {}", warp.block->shared.size());
    case Space::local:
      return say("local memory of {} {byte|bytes}", code.local_bytes);
    case Space::parameter:
      return say("the parameters of {} {byte|bytes}", parameters.size());
    default:
      return say("every allocation");
  }
}

char* Machine::at(const Step& step, const Warp& warp, std::size_t lane, std::uint64_t address, std::uint64_t bytes,
                  Space& space) {
  if (bytes > 1 && bytes <= 16 && (address & (bytes - 1)) != 0 && step.execute != nullptr) {
    fail(ErrorCode::arguments, say("address {} is not a multiple of {} {byte|bytes}", address, bytes), step, warp, lane,
         {}, Fault::alignment, space, address);
    return nullptr;
  }
  std::uint64_t offset = address;
  if (space == Space::generic) {
    const std::uint64_t window = address & ~(window_bytes - 1);
    if (window == shared_window || window == local_window || window == parameter_window) {
      space = window == shared_window ? Space::shared : window == local_window ? Space::local : Space::parameter;
      offset = address - window;
    } else {
      space = Space::global;
    }
  }
  char* const out = bytes_at(warp, lane, space, offset, bytes);
  const Memory::Allocation* const cut = out == nullptr && space == Space::global ? memory.cut_at(offset) : nullptr;
  if (cut != nullptr) {
    fail(ErrorCode::too_large,
         say("the access is at byte {} of a buffer of {} {byte|bytes}, of which only the first {} are kept",
             offset - cut->base, cut->whole, cut->bytes.size()),
         step, warp, lane, {}, Fault::other, space, offset);
  } else if (out == nullptr) {
    const Message extent = extent_of(warp, space, offset);
    if (space == Space::shared) offset &= ~rank_mask;
    fail(ErrorCode::index_range,
         say("an access of {} {byte|bytes} at address {} is outside of {}", bytes, offset, extent), step, warp, lane,
         {}, Fault::bounds, space, offset);
  }
  return out;
}

void Machine::observe(const Step& step, const Warp& warp, std::uint32_t lanes, const std::uint64_t* addresses,
                      const Access& access) {
  if (observer == nullptr || failed() || lanes == 0) return;
  charge(static_cast<std::uint64_t>(__builtin_popcount(lanes)) * (observed_access + access.bytes));
  std::uint64_t plain[lanes_of_warp];
  std::uint32_t ranks[lanes_of_warp];
  for_lanes(lanes, [&](std::size_t lane) {
    const Space space = access.spaces != nullptr ? access.spaces[lane] : access.space;
    const std::uint64_t address = addresses[lane];
    ranks[lane] = space == Space::shared ? rank_of(warp, address) : warp.block->rank;
    plain[lane] = space == Space::shared  ? plain_shared(address)
                  : space == Space::local ? address & (window_bytes - 1)
                                          : address;
  });
  Access seen = access;
  seen.addresses = plain;
  seen.blocks = ranks;
  observer->access(event_place(step, warp, lanes), seen);
}

void Machine::fail(ErrorCode error_code, const Message& what, const Step& step, const Warp& warp, std::size_t lane,
                   Message hint, Fault fault, Space space, std::uint64_t address) {
  if (error) return;
  const std::size_t index = static_cast<std::size_t>(&step - code.steps.data());
  const Instruction* const one = index < code.instructions.size() ? code.instructions[index] : nullptr;
  error = Error{error_code,
                say("line {} of the PTX, block {}, thread {}: {}", one == nullptr ? 0U : one->line,
                    place_of(launch.grid, warp.block->number), place_of(launch.block, thread_of(warp, lane)), what),
                std::move(hint),
                one == nullptr ? Span() : one->span,
                {}};
  if (observer != nullptr && one != nullptr)
    observer->failed({warp.block->rank, warp.index, std::uint32_t{1} << lane, one}, fault, space, address, *error,
                     what);
}

void Machine::record(const Step& step, const Warp& warp, AccessKind kind, std::uint32_t active,
                     const std::uint64_t* addresses, const std::uint64_t* others) {
  if (step.place == nowhere || active == 0) return;
  const int numbers = numbers_of(kind);
  const std::int64_t room = std::int64_t{numbers} * __builtin_popcount(active);
  if (records_left <= 0 || numbers_left < room) {
    ++warp.block->record->left_out;
    return;
  }
  --records_left;
  numbers_left -= room;
  TracedRequest request;
  request.instruction = step.place;
  request.warp = warp.index;
  request.active = active;
  request.first = static_cast<std::uint32_t>(warp.block->record->numbers.size());
  kinds[step.place] = kind;
  for_lanes(active, [&](std::size_t lane) {
    if (numbers == 0) return;
    // Records a generic address as an address of its state space.
    const auto plain = [](std::uint64_t address) {
      const std::uint64_t window = address & ~(window_bytes - 1);
      return static_cast<std::int64_t>(window == shared_window || window == local_window ? address - window : address);
    };
    warp.block->record->numbers.push_back(plain(addresses[lane]));
    if (numbers > 1) warp.block->record->numbers.push_back(plain(others[lane]));
  });
  warp.block->record->requests.push_back(request);
}

}  // namespace stridescope::machine
