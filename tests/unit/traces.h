// Traces for tests: kept ones, and some made by formulas, as a kernel with known addresses would leave them.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <optional>

#include "core/trace/trace.h"

namespace stridescope {

// The address of a thread in a repetition; nothing where it does not take part.
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

// One instruction more, executed so often by every warp that has an active lane.
inline void add_access(TracedLaunch& launch, AccessKind kind, int bytes, std::int64_t repetitions,
                       const AddressOf& address, int matrices = 0) {
  TracedInstruction instruction;
  instruction.pc = 16 * static_cast<std::int64_t>(launch.instructions.size());
  instruction.kind = kind;
  instruction.bytes = bytes;
  instruction.matrices = matrices;
  launch.instructions.push_back(instruction);
  for (TracedBlock& block : launch.blocks) {
    for (std::int64_t r = 0; r < repetitions; ++r) {
      for (std::int64_t first = 0; first < launch.threads(); first += 32) {
        TracedRequest request;
        request.instruction = static_cast<std::uint32_t>(launch.instructions.size() - 1);
        request.warp = static_cast<std::uint32_t>(first / 32);
        request.first = static_cast<std::uint32_t>(block.numbers.size());
        for (std::int64_t t = first; t < std::min(first + 32, launch.threads()); ++t) {
          const auto at = address(t, r, block.block);
          if (!at) continue;
          request.active |= std::uint32_t{1} << (t - first);
          block.numbers.push_back(*at);
        }
        if (request.active != 0) block.requests.push_back(request);
      }
    }
  }
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

// Reads from tests/traces.
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
