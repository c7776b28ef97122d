// Conversion of registers: from (thread, value) of A to (thread, value) of B over the same elements. The ways, in the
// order of their cost:
//
//   nothing     every value is where it is wanted
//   registers   within each thread: registers renamed, put together anew (one byte permute for two), or chosen by
//   thread shuffles    within each warp: __shfl_sync moves one register of 32 bits of every lane shared      through
//   shared memory, laid out so that neither the stores nor the loads have a bank conflict
//
// For linear layouts (powers of two, over F2) the number of shuffles is the number of received registers: in round r a
// thread receives value r ^ Q t, with a Q that makes each lane the source of exactly one other, found over F2. For
// others there is a shuffle for each pair (source register, destination register) that lanes exchange.
//
// Shared memory, for linear layouts: elements that adjacent values of both layouts reach are contiguous, up to 16
// bytes; then S, the differences of elements that share banks, is a common complement of the span of one phase of a
// store's lanes and that of a load's, and such an S exists for any two spaces of one dimension over any field. So the
// conflicts are 0 by construction, and the counts here are those of the model of shared_memory.h.
//
// Elements of 8, 16 and 32 bits are parts of registers; of 64 and 128 bits they are several. Sources: Linear Layouts
// (arXiv 2505.23819), sections 5.3 and 5.4; CUDA C++ programming guide, table of arithmetic throughput.
#pragma once

#include <optional>
#include <vector>

#include "core/memory/shared_memory.h"

namespace stridescope {

enum class ConversionMethod { nothing, registers, shuffles, shared, plain };
// "nothing", "registers", "shuffles", "shared", "plain", and back.
std::string_view name_of(ConversionMethod method);
std::optional<ConversionMethod> conversion_method_named(std::string_view name);

// A part of a 32-bit register.
struct RegisterPart {
  std::int16_t reg = -1;  // -1: whatever it is
  std::int16_t part = 0;
  bool operator==(const RegisterPart&) const = default;
};

// The parts of a register, by thread: from[thread * parts + part].
struct RegisterMix {
  std::vector<RegisterPart> from;
};

// One __shfl_sync of every warp.
struct ConversionRound {
  RegisterMix send;                // what each lane offers, of the registers of A
  std::vector<std::int16_t> lane;  // of the warp that each thread reads
};

// A way through shared memory. Element e lies at the xor of `columns[j]` over its bits j.
struct SharedTrip {
  std::vector<std::uint64_t> columns;               // in elements
  int store_elements = 1;                           // that one store moves
  int load_elements = 1;                            // that one load moves
  std::vector<std::vector<std::int32_t>> stores;    // values of A of each access, in the order of memory
  std::vector<std::vector<std::int32_t>> loads;     // values of B
  std::vector<std::array<std::int32_t, 2>> copies;  // (value of B, value of B that is the same element)
  bool one_warp = false;                            // no element changes its warp
  std::int64_t elements = 0;                        // of shared memory
  std::int64_t wavefronts = 0;                      // of all warps
  std::int64_t store_wavefronts = 0;                // those of the stores
  std::int64_t ideal_wavefronts = 0;

  std::int64_t place(std::int64_t element) const;
  std::int64_t bytes(int bits) const { return (elements * bits + 7) / 8; }
};

// The predicted cost of a way, for all warps together.
struct ConversionCost {
  std::int64_t shuffles = 0;
  std::int64_t wavefronts = 0;  // of shared memory
  std::int64_t accesses = 0;    // instructions that load from and store to shared memory
  std::int64_t selects = 0;     // selects and byte permutes
  std::int64_t barriers = 0;    // of the block

  std::int64_t instructions() const { return shuffles + accesses + selects + barriers; }
  // Half clocks of a multiprocessor: shuffles and wavefronts share a pipe that takes one a clock, selects two a clock;
  // a barrier counts as 16.
  std::int64_t half_clocks() const { return 2 * (shuffles + wavefronts) + selects + 32 * barriers; }
};

// One way from A to B.
struct Conversion {
  ConversionMethod method = ConversionMethod::nothing;
  // registers and shuffles: rounds, and then what each register of B is put together from: those of A, then what the
  // rounds received.
  std::vector<ConversionRound> rounds;
  std::vector<RegisterMix> result;
  // shared and plain: the words of each store, of the registers of A; `result` is of the words of the loads, one after
  // the other, and both are the same for all threads. An access of less than a word has the lowest parts of one.
  std::optional<SharedTrip> shared;
  std::vector<std::vector<RegisterMix>> stored;
  ConversionCost cost;
};

// Two layouts of registers over the same elements, as tables.
struct ConversionProblem {
  ThreadOffsets a;
  ThreadOffsets b;
  int bits = 32;        // of an element
  int pieces = 1;       // that each element of the layouts was cut into: 2 of 64 bits, 4 of 128
  bool linear = false;  // both over F2
  bool power = false;   // threads are a power of two

  std::int64_t threads() const { return a.threads; }
  std::int64_t warps() const { return (a.threads + lanes_per_warp - 1) / lanes_per_warp; }
  int parts() const { return 32 / bits; }
  int registers_a() const { return static_cast<int>((a.values + parts() - 1) / parts()); }
  int registers_b() const { return static_cast<int>((b.values + parts() - 1) / parts()); }
};

// Caps.
inline constexpr std::int64_t max_conversion_values = 256;  // of a thread, and registers
inline constexpr std::int64_t max_conversion_threads = 1024;

// arguments: bits other than 8, 16, 32, 64, 128; unsupported: layouts of different thread counts, values without an
// owner in A; too_large: more than the limits.
ConversionProblem conversion_problem(Arith&, const AnyLayout& a, const AnyLayout& b, int bits);

// Every possible way, cheapest first; `plain` last: element e at offset e, one at a time. pre: the problem is good. Its
// cost is taken from the budget of `arith`.
std::vector<Conversion> conversions(Arith&, const ConversionProblem& problem);

// The way through shared memory alone, whether it is the cheapest or not.
std::optional<SharedTrip> shared_trip(Arith&, const ConversionProblem& problem);

// Executes the conversion part by part and returns the first pair of B that receives another element than layout B
// gives, if any.
std::optional<TvPair> wrong_pair(const ConversionProblem& problem, const Conversion& conversion);

// The operations that assemble a register: the text executes them and the counts count them. threads is 1 for a mix
// that all of them share.
struct MixPlan {
  // By thread one of several registers of the pool; -1 nowhere.
  struct Choice {
    std::vector<std::int16_t> regs;   // different ones
    std::vector<std::uint8_t> which;  // by thread, an index of regs
    bool operator==(const Choice&) const = default;
  };
  std::vector<Choice> inputs;  // 1: the register itself, or its bytes permuted; 2: bytes of two; 4: of four
  // Selectors of __byte_perm(input 0, input 1): by thread, of each step; empty: the register as it is.
  std::vector<std::vector<std::uint16_t>> selectors;
  int operations() const;
};
MixPlan mix_plan(const RegisterMix& mix, int parts, std::int64_t threads);

}  // namespace stridescope
