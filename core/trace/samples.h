// The addresses of one instruction as samples of (thread, repetition, block), and the decomposition of their map into a
// sum of parts. This is the input of the recovery.
#pragma once

#include "core/trace/recover.h"

namespace stridescope {

struct Sample {
  std::int64_t address = 0;
  std::uint32_t thread = 0;
  std::uint32_t repetition = 0;
  std::uint32_t block = 0;  // index in Samples::blocks
};

// At most max_recovered addresses; thread numbers are relative to first_thread.
struct Samples {
  std::vector<Sample> all;
  std::vector<std::int64_t> blocks;  // block numbers
  std::int64_t first_thread = 0;
  std::int64_t threads = 0;
  std::int64_t repetitions = 0;
  std::int64_t left_out = 0;
};
Samples samples_of(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction, int number);

// A hypothesis for the samples: indices, swizzles and origin.
struct Reading {
  AccessIndex index = AccessIndex::thread_repetition;
  SwizzleChain swizzles;
  std::int64_t origin = 0;
};
// The indices of a sample in the two parts.
struct Place {
  std::size_t first = 0;
  std::size_t second = 0;
};
Place place_of(AccessIndex index, std::int64_t threads, std::int64_t thread, std::int64_t repetition);

// A layout for each index, and the base of each block; unknown_value for a block without samples.
struct Parts {
  Fit first;
  Fit second;
  std::vector<std::int64_t> bases;
  std::vector<std::int64_t> offsets;  // in place of `second`

  std::size_t modes() const { return first.modes.size() + second.modes.size(); }
};

// `offsets`: repetitions that are not a layout may have one offset each, if there are far fewer repetitions than
// addresses.
enum class Repetitions : bool { layout, offsets };

// Parts for the first `count` samples. law: the sum of the parts equals every one of these samples. Empty if no such
// parts exist, or if the budget is exhausted.
std::optional<Parts> parts_of(const Samples& samples, std::size_t count, const Reading& reading, Budget& budget,
                              Repetitions repetitions = Repetitions::layout);

struct Found {
  Reading reading;
  Parts parts;
};
// Uses the first AccessIndex that has parts.
std::optional<Found> with_swizzles(const Samples& samples, const SwizzleChain& swizzles, std::int64_t origin,
                                   Budget& budget);

}  // namespace stridescope
