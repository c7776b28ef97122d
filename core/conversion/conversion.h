// Conversion of registers: from (thread, value) of A to (thread, value) of B over the same elements. The ways, in order
// of their cost:
//
//   nothing     every value is already in place
//   registers   within each thread: registers renamed, assembled (one byte permute for two), or selected by thread
//   shuffles    within each warp: each __shfl_sync moves one 32-bit register of every lane
//   shared      through shared memory, in a layout without bank conflicts for stores and loads
//
// For linear layouts (powers of two, over F2) the number of shuffles is the number of received registers: in round r,
// thread t receives value r ^ Q t, with a Q, found over F2, that makes each lane the source of exactly one other. For
// other layouts, each pair (source register, destination register) that lanes exchange takes a shuffle.
//
// Shared memory, for linear layouts: elements that adjacent values of both layouts reach are contiguous, up to 16
// bytes. Let S be the differences of elements that share banks. S is a common complement of the span of one phase of a
// store's lanes and that of a load's; it exists for any two spaces of the same dimension over any field. So the
// conflicts are 0 by construction; the counts here are those of the model of shared_memory.h.
//
// Elements of 8 and 16 bits are parts of registers, those of 64 and 128 bits consist of several registers. Sources:
// Linear Layouts (arXiv 2505.23819), sections 5.3 and 5.4; CUDA C++ programming guide, table of arithmetic throughput.
#pragma once

#include <optional>
#include <vector>

#include "core/memory/shared_memory.h"

namespace stridescope {

enum class ConversionMethod { nothing, registers, shuffles, shared, plain };
// "nothing", "registers", "shuffles", "shared", "plain", and the inverse.
std::string_view name_of(ConversionMethod method);
std::optional<ConversionMethod> conversion_method_named(std::string_view name);

// A part of a 32-bit register.
struct RegisterPart {
  std::int16_t reg = -1;  // -1: any value
  std::int16_t part = 0;
  bool operator==(const RegisterPart&) const = default;
};

// The parts of a register, by thread: from[thread * parts + part].
struct RegisterMix {
  std::vector<RegisterPart> from;
};

// One __shfl_sync in every warp.
struct ConversionRound {
  RegisterMix send;                // the part that each lane sends, from the registers of A
  std::vector<std::int16_t> lane;  // for each thread, the lane of its warp that it reads
};

// A way through shared memory. The position of element e is the xor of `columns[j]` over the bits j that are set in e.
struct SharedTrip {
  std::vector<std::uint64_t> columns;               // positions, in elements
  int store_elements = 1;                           // per store
  int load_elements = 1;                            // per load
  std::vector<std::vector<std::int32_t>> stores;    // values of A of each access, in the order of memory
  std::vector<std::vector<std::int32_t>> loads;     // values of B
  std::vector<std::array<std::int32_t, 2>> copies;  // (value of B, value of B with the same element)
  bool one_warp = false;                            // every element stays in its warp
  std::int64_t elements = 0;                        // in shared memory
  std::int64_t wavefronts = 0;                      // for all warps
  std::int64_t store_wavefronts = 0;                // for the stores
  std::int64_t ideal_wavefronts = 0;

  std::int64_t place(std::int64_t element) const;
  std::int64_t bytes(int bits) const { return (elements * bits + 7) / 8; }
};

// The predicted cost of a way, for all warps together.
struct ConversionCost {
  std::int64_t shuffles = 0;
  std::int64_t wavefronts = 0;  // wavefronts of shared memory
  std::int64_t accesses = 0;    // loads from and stores to shared memory
  std::int64_t selects = 0;     // selects and byte permutes
  std::int64_t barriers = 0;    // barriers of the block

  // Half clocks of a multiprocessor. Shuffles and wavefronts share a pipe with a rate of one per clock; selects have a
  // rate of two per clock; a barrier counts as 16 clocks.
  std::int64_t half_clocks() const { return 2 * (shuffles + wavefronts) + selects + 32 * barriers; }
};

// One way from A to B.
struct Conversion {
  ConversionMethod method = ConversionMethod::nothing;
  // For registers and shuffles: the rounds, then the parts of each register of B, from the registers of A followed by
  // those that the rounds received.
  std::vector<ConversionRound> rounds;
  std::vector<RegisterMix> result;
  // For shared and plain: the words of each store, from the registers of A. `result` uses the words of the loads in
  // order. Both are the same for all threads. An access narrower than a word uses its lowest parts.
  std::optional<SharedTrip> shared;
  std::vector<std::vector<RegisterMix>> stored;
  ConversionCost cost;
};

// Two register layouts over the same elements, as tables.
struct ConversionProblem {
  ThreadOffsets a;
  ThreadOffsets b;
  int bits = 32;        // per element
  int pieces = 1;       // parts of each original element: 2 for 64 bits, 4 for 128
  bool linear = false;  // both are linear over F2
  bool power = false;   // the number of threads is a power of two

  std::int64_t threads() const { return a.threads; }
  std::int64_t warps() const { return (a.threads + lanes_per_warp - 1) / lanes_per_warp; }
  int parts() const { return 32 / bits; }
  int registers_a() const { return static_cast<int>((a.values + parts() - 1) / parts()); }
  int registers_b() const { return static_cast<int>((b.values + parts() - 1) / parts()); }
};

// Caps.
inline constexpr std::int64_t max_conversion_values = 256;  // per thread; also registers
inline constexpr std::int64_t max_conversion_threads = 1024;

// Errors: arguments for bits other than 8, 16, 32, 64, 128; unsupported for layouts with different numbers of threads,
// or values without an owner in A; too_large beyond the limits.
ConversionProblem conversion_problem(Arith&, const AnyLayout& a, const AnyLayout& b, int bits);

// Every possible way, cheapest first; `plain` last: element e at offset e, one access per element. pre: the problem has
// no error. Spends its cost from the budget of `arith`.
std::vector<Conversion> conversions(Arith&, const ConversionProblem& problem);

// The way through shared memory, even if it is not the cheapest.
std::optional<SharedTrip> shared_trip(Arith&, const ConversionProblem& problem);

// Executes the conversion part by part; returns the first pair of B that receives a wrong element, if any.
std::optional<TvPair> wrong_pair(const ConversionProblem& problem, const Conversion& conversion);

// The operations that assemble a register: the text executes them and the counts count them. threads is 1 for a mix
// that all threads share.
struct MixPlan {
  // For each thread, one of several registers of the pool; -1: none.
  struct Choice {
    std::vector<std::int16_t> regs;   // the different ones
    std::vector<std::uint8_t> which;  // for each thread, an index into regs
    bool operator==(const Choice&) const = default;
  };
  std::vector<Choice> inputs;  // 1: the register, or its permuted bytes; 2: bytes of two registers; 4: of four
  // Selectors of __byte_perm(input 0, input 1) for each step and thread; empty: the unchanged register.
  std::vector<std::vector<std::uint16_t>> selectors;
  int operations() const;
};
MixPlan mix_plan(const RegisterMix& mix, int parts, std::int64_t threads);

}  // namespace stridescope
