// The addresses of one instruction, as samples of thread, repetition and block, and the parts whose sum they are: the
// input of recovery.
#pragma once

#include "core/trace/recover.h"

namespace stridescope {

struct Sample {
  std::int64_t address = 0;
  std::uint32_t thread = 0;
  std::uint32_t repetition = 0;
  std::uint32_t block = 0;  // of the list of blocks
};

// At most max_recovered addresses; threads are counted from first_thread.
struct Samples {
  std::vector<Sample> all;
  std::vector<std::int64_t> blocks;  // their numbers
  std::int64_t first_thread = 0;
  std::int64_t threads = 0;
  std::int64_t repetitions = 0;
  std::int64_t left_out = 0;
};
Samples samples_of(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction, int number);

// One way to read the samples.
struct Reading {
  AccessIndex index = AccessIndex::thread_repetition;
  SwizzleChain swizzles;
  std::int64_t origin = 0;
};
// The place of the indices of a reading in its two parts.
struct Place {
  std::size_t first = 0;
  std::size_t second = 0;
};
Place place_of(AccessIndex index, std::int64_t threads, std::int64_t thread, std::int64_t repetition);

// A layout for each index, and what each block begins with; unknown_value of a block that no sample is of.
struct Parts {
  Fit first;
  Fit second;
  std::vector<std::int64_t> bases;
  std::vector<std::int64_t> offsets;  // in place of the second

  std::size_t modes() const { return first.modes.size() + second.modes.size(); }
};

// Repetitions that are not a layout may have one offset each, if these are far fewer than all addresses.
enum class Repetitions : bool { layout, offsets };

// For the first `count` samples. law: their sum is each of them; empty if no such parts exist, or the budget is
// exhausted.
std::optional<Parts> parts_of(const Samples& samples, std::size_t count, const Reading& reading, Budget& budget,
                              Repetitions repetitions = Repetitions::layout);

struct Found {
  Reading reading;
  Parts parts;
};
// By the first of the ways to count indices that has parts.
std::optional<Found> with_swizzles(const Samples& samples, const SwizzleChain& swizzles, std::int64_t origin,
                                   Budget& budget);

}  // namespace stridescope
