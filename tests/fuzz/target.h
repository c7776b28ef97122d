// A fuzz target checks properties that hold for any input; one file per target. `./dev fuzz` links each with libFuzzer
// (driver.cpp); the tests link all of them and run the stored corpora through them (replay.cpp).
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace stridescope::fuzz {

// The kind of input, which selects the productions for mutations (grammar.h). libFuzzer itself mutates `bytes`.
enum class Input { program, operation, kernel, foreign, link, json, ptx, bytes };

struct Target {
  Target(std::string_view target_name, Input made_of, void (*of_one)(std::string_view input))
      : name(target_name), input(made_of), run(of_one), next(first) {
    first = this;
  }

  std::string_view name;
  Input input;
  void (*run)(std::string_view input);
  Target* next;

  static inline Target* first = nullptr;  // list of the program's targets
};

// Counts inputs for the statistics of a run: total bytes, and the number of inputs that were parsed successfully, as
// reported by each target.
struct Tally {
  std::uint64_t inputs = 0;
  std::uint64_t bytes = 0;
  std::uint64_t taken = 0;
};
inline Tally tally;

// Ends the process with a description of the failure: the fuzzer stores the input, tests report it.
inline void require(bool holds, std::string_view what, std::string_view one = {}, std::string_view other = {}) {
  if (holds) return;
  std::fputs("\nFALSE: ", stderr);
  for (const std::string_view line : {what, one, other}) {
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fputc('\n', stderr);
  }
  std::abort();
}

// Selects inputs for an additional, more expensive check: one in `n` while fuzzing, all when corpora are replayed.
// `number` selects one of `n` such checks.
inline bool all_checks = false;
inline bool chosen(std::string_view input, std::size_t n, std::size_t number = 0) {
  if (all_checks) return true;
  std::size_t hash = input.size();
  for (const char c : input) hash = hash * 131 + static_cast<unsigned char>(c);
  return (hash ^ hash >> 20) % n == number;
}

}  // namespace stridescope::fuzz
