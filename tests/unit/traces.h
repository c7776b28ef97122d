// Traces for tests: stored ones, and traces computed from formulas, like those of a kernel with known addresses.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <optional>

#include "core/trace/trace.h"

namespace stridescope {

// The address of a thread in a repetition; empty if the thread is inactive.
using AddressOf =
    std::function<std::optional<std::int64_t>(std::int64_t thread, std::int64_t repetition, std::int64_t block)>;

inline TracedLaunch launch_of(std::int64_t threads, std::vector<std::int64_t> blocks, std::int64_t grid = 64) {
  TracedLaunch out;
  out.kernel = "made";
  out.block = {threads, 1, 1};
  out.grid = {grid, 1, 1};
  for (const std::int64_t b : blocks) {
    out.blocks.emplace_back();
    out.blocks.back().block = b;
  }
  return out;
}

// One instruction more, executed so often by every warp that has an active lane. `numbers` appends those of a thread,
// or nothing where it does not take part.
inline void add_instruction(TracedLaunch& launch, TracedInstruction instruction, std::int64_t repetitions,
                            const std::function<void(std::vector<std::int64_t>& out, std::int64_t t, std::int64_t r,
                                                     std::int64_t block)>& numbers) {
  instruction.pc = 16 * static_cast<std::int64_t>(launch.instructions.size());
  launch.instructions.push_back(std::move(instruction));
  for (TracedBlock& block : launch.blocks) {
    for (std::int64_t r = 0; r < repetitions; ++r) {
      for (std::int64_t first = 0; first < launch.threads(); first += 32) {
        TracedRequest request;
        request.instruction = static_cast<std::uint32_t>(launch.instructions.size() - 1);
        request.warp = static_cast<std::uint32_t>(first / 32);
        request.first = static_cast<std::uint32_t>(block.numbers.size());
        for (std::int64_t t = first; t < std::min(first + 32, launch.threads()); ++t) {
          const std::size_t before = block.numbers.size();
          numbers(block.numbers, t, r, block.block);
          if (block.numbers.size() > before) request.active |= std::uint32_t{1} << (t - first);
        }
        if (request.active != 0) block.requests.push_back(request);
      }
    }
  }
}

inline void add_access(TracedLaunch& launch, AccessKind kind, int bytes, std::int64_t repetitions,
                       const AddressOf& address, int matrices = 0) {
  TracedInstruction instruction;
  instruction.kind = kind;
  instruction.bytes = bytes;
  instruction.matrices = matrices;
  add_instruction(launch, std::move(instruction), repetitions,
                  [&](std::vector<std::int64_t>& out, std::int64_t t, std::int64_t r, std::int64_t block) {
                    if (const auto at = address(t, r, block)) out.push_back(*at);
                  });
}

// One cp.async of 16 bytes a lane that bypasses L1: addresses in global and in shared memory.
inline void add_bypass_copy(TracedLaunch& launch, std::int64_t repetitions, const AddressOf& from,
                            const AddressOf& to) {
  TracedInstruction instruction;
  instruction.kind = AccessKind::async_copy;
  instruction.bytes = 16;
  instruction.sass = "LDGSTS.E.BYPASS.128 [R1], desc[UR4][R2.64]";
  add_instruction(launch, std::move(instruction), repetitions,
                  [&](std::vector<std::int64_t>& out, std::int64_t t, std::int64_t r, std::int64_t block) {
                    out.push_back(*from(t, r, block));
                    out.push_back(*to(t, r, block));
                  });
}

// All warps wait for each other.
inline void add_barrier(TracedLaunch& launch) {
  TracedInstruction instruction;
  instruction.pc = 16 * static_cast<std::int64_t>(launch.instructions.size());
  instruction.kind = AccessKind::barrier;
  launch.instructions.push_back(instruction);
  launch.waits_recorded = true;
  for (TracedBlock& block : launch.blocks) {
    for (std::int64_t first = 0; first < launch.threads(); first += 32) {
      TracedRequest request;
      request.instruction = static_cast<std::uint32_t>(launch.instructions.size() - 1);
      request.warp = static_cast<std::uint32_t>(first / 32);
      request.active = launch.threads() - first >= 32 ? ~0u : (1u << (launch.threads() - first)) - 1;
      request.first = static_cast<std::uint32_t>(block.numbers.size());
      block.requests.push_back(request);
    }
  }
}

// Reads a file from tests/traces.
inline std::string kept_file(const std::string& name) {
  std::ifstream in("tests/traces/" + name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}
inline Trace kept_trace(const std::string& name) {
  const auto trace = read_trace(kept_file(name));
  REQUIRE_MESSAGE(trace.has_value(), name);
  return *trace;
}

}  // namespace stridescope
