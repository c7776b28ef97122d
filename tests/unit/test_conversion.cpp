// Conversions of registers: executes every way byte by byte for every pair. Without bank conflicts if both layouts are
// linear, and with as few shuffles as registers must be received.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "core/conversion/conversion.h"
#include "core/facts/offsets.h"
#include "core/kernels/convert/convert_plan.h"
#include "tests/unit/notation.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

struct Ways {
  ConversionProblem problem;
  std::vector<Conversion> all;

  const Conversion* find(ConversionMethod method) const {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Conversion& c) { return c.method == method; });
    return found == all.end() ? nullptr : &*found;
  }
};

Ways ways(const AnyLayout& a, const AnyLayout& b, int bits) {
  Arith arith;
  Ways out;
  out.problem = conversion_problem(arith, a, b, bits);
  REQUIRE(arith.ok());
  out.all = conversions(arith, out.problem);
  REQUIRE(arith.ok());
  return out;
}

Ways ways(const char* a, const char* b, int bits) { return ways(AnyLayout(layout(a)), AnyLayout(layout(b)), bits); }

void check_all(const Ways& w, const std::string& name) {
  INFO(name);
  for (const Conversion& way : w.all) {
    const auto wrong = wrong_pair(w.problem, way);
    CHECK_MESSAGE(!wrong, name_of(way.method), ": T", wrong->thread, " V", wrong->value);
    if (w.problem.linear && way.method == ConversionMethod::shared)
      CHECK_MESSAGE(way.shared->wavefronts == way.shared->ideal_wavefronts, way.shared->wavefronts, " wavefronts");
  }
}

// Accumulators and operands of MMAs, copies, layouts of other systems; for 32, 64 and 128 threads.
constexpr const char* c_16x16 = "((_4,_8),((_2,_2),_2)):((_32,_1),((_16,_8),_128))";
constexpr const char* a_16x16 = "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))";
constexpr const char* rows_16x16 = "((_2,_16),_8):((_128,_1),_16)";
constexpr const char* columns_16x16 = "(_32,_8):(_8,_1)";
constexpr const char* spread_16x16 = "(_32,_8):(_1,_32)";

// A layout whose bits of thread and value are the tile's bits in any order, sometimes one of them twice.
std::string any_register_layout(std::mt19937_64& random, int thread_bits, int value_bits, bool repeated) {
  std::vector<int> bits;
  for (int i = 0; i < thread_bits + value_bits; ++i) bits.push_back(i);
  std::shuffle(bits.begin(), bits.end(), random);
  std::string shape[2];
  std::string stride[2];
  for (int i = 0; i < thread_bits + value_bits; ++i) {
    const int side = i < thread_bits ? 0 : 1;
    if (!shape[side].empty()) shape[side] += ',', stride[side] += ',';
    shape[side] += "_2";
    stride[side] += "_" + std::to_string(repeated && i == 1 ? 0 : 1 << bits[static_cast<std::size_t>(i)]);
  }
  return "((" + shape[0] + "),(" + shape[1] + ")):((" + stride[0] + "),(" + stride[1] + "))";
}

}  // namespace

TEST_CASE("law: every way of a conversion gives every pair its element, and shared memory has no conflict") {
  const char* tiles[] = {c_16x16, a_16x16, rows_16x16, columns_16x16, spread_16x16};
  for (const char* a : tiles) {
    for (const char* b : tiles) {
      for (const int bits : {8, 16, 32, 64, 128}) {
        check_all(ways(a, b, bits), std::string(a) + " to " + b + " of " + std::to_string(bits));
      }
    }
  }
}

TEST_CASE("conversions that are known") {
  CHECK(ways(c_16x16, a_16x16, 16).all.front().method == ConversionMethod::nothing);
  const Ways renamed = ways("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", "((_4,_8),(_2,_2)):((_32,_1),(_8,_16))", 32);
  CHECK(renamed.all.front().method == ConversionMethod::registers);
  CHECK(renamed.all.front().cost.selects == 0);
  // Halves that swap places within a register: one byte permute each.
  const Ways halves = ways("(_32,(_2,_2)):(_4,(_1,_2))", "(_32,(_2,_2)):(_4,(_2,_1))", 16);
  CHECK(halves.all.front().method == ConversionMethod::registers);
  CHECK(halves.all.front().cost.selects == 2);
  // One bit of the lane and one of the value: a butterfly for half of the registers.
  const Ways butterfly = ways("((_2,_16),(_2,_2)):((_1,_8),(_2,_4))", "((_2,_16),(_2,_2)):((_2,_8),(_1,_4))", 32);
  CHECK(butterfly.find(ConversionMethod::shuffles)->rounds.size() == 2);
  // Reversed lanes: one shuffle per register, no selects.
  const Ways lanes =
      ways("((_2,_2,_2,_2,_2),_2):((_1,_2,_4,_8,_16),_32)", "((_2,_2,_2,_2,_2),_2):((_16,_8,_4,_2,_1),_32)", 32);
  const Conversion* reversed = lanes.find(ConversionMethod::shuffles);
  CHECK(reversed->rounds.size() == 2);
  CHECK(reversed->cost.selects == 0);
  // Operand A of tf32 from an accumulator: two of four registers stay.
  const Ways tf32 = ways("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))", 32);
  CHECK(tf32.find(ConversionMethod::shuffles)->rounds.size() == 4);
  // A transposition of 32 x 32: a swizzle, and all four ways of a row of banks.
  const Ways transposed = ways("(_32,_32):(_1,_32)", "(_32,_32):(_32,_1)", 32);
  CHECK(transposed.all.front().method == ConversionMethod::shared);
  CHECK(transposed.all.front().shared->wavefronts == 64);
  CHECK(transposed.all.front().shared->one_warp);
  CHECK(transposed.find(ConversionMethod::plain)->shared->wavefronts == 32 + 32 * 32);
  // A thread stores two neighboring halves, but loads two that are not neighbors: the plan has the accesses after the
  // compiler's merging.
  const Ways narrow = ways("(_32,_32):(_1,_32)", "(_32,_32):(_32,_1)", 16);
  const SharedTrip& trip = *narrow.find(ConversionMethod::shared)->shared;
  CHECK(trip.store_elements == 2);
  CHECK(trip.stores.size() == 16);
  CHECK(trip.store_wavefronts == 16);
  CHECK(trip.load_elements == 1);
  CHECK(trip.wavefronts == 48);
  const Workspace w = evaluated("conversion_layout((_32,_32):(_1,_32), (_32,_32):(_32,_1))", IntegerMode::cute);
  CHECK(w.report().bindings[0].text == "Sw<5,0,5> o _0 o _1024:_1");
}

TEST_CASE("conversions between systems") {
  const char* blocked =
      R"x(triton("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>", (64,64)))x";
  const char* mma =
      R"x(triton("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>", (64,64)))x";
  const char* fragment =
      R"x(tilelang("Fragment([64, 64] -> [32], replicate: 1, forward_thread: _i % 64 + _j // 32 * 64, forward_index: [_j % 32])"))x";
  Workspace workspace;
  workspace.evaluate(std::string("a = ") + blocked + "\nb = " + mma + "\nc = " + fragment, IntegerMode::teaching);
  REQUIRE(workspace.report().diagnostics.empty());
  for (const int from : {0, 1, 2}) {
    for (const int to : {0, 1, 2}) {
      const auto of = [&](int i) {
        const Value& v = workspace.report().bindings[static_cast<std::size_t>(i)].value;
        return AnyLayout(*v.as<Layout>());
      };
      check_all(ways(of(from), of(to), 16), std::to_string(from) + " to " + std::to_string(to));
    }
  }
}

TEST_CASE("law: conversions of random layouts") {
  std::mt19937_64 random(23);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int i = 0; i < 400; ++i) {
    const int threads = 5 + below(3);
    const int values = 1 + below(4);
    const int bits = 8 << below(5);
    const std::string a = any_register_layout(random, threads, values, false);
    const std::string b = any_register_layout(random, threads, values, below(4) == 0);
    if (!b.empty()) check_all(ways(a.c_str(), b.c_str(), bits), a + " to " + b + " of " + std::to_string(bits));
  }
}

TEST_CASE("conversions of layouts that are not linear") {
  check_all(ways("(48,3):(3,1)", "(48,3):(1,48)", 32), "48 threads");
  check_all(ways("(96,6):(6,1)", "(96,6):(1,96)", 16), "96 threads");
  check_all(ways("(_32,_3):(_3,_1)", "(_32,_3):(_1,_32)", 8), "three values");
  check_all(ways("(_40,_2):(_1,_40)", "((_8,_5),_2):((_1,_8),_40)", 32), "the same twice");
}

TEST_CASE("what no conversion can be made of") {
  const auto refused = [](const char* a, const char* b, int bits) {
    Arith arith;
    conversion_problem(arith, layout(a), layout(b), bits);
    return arith.failed() ? english(arith.error().value().message) : std::string();
  };
  CHECK(refused("(_32,_1):(_1,_0)", "(_32,_2):(_1,_32)", 32) ==
        "T0 V1 of B needs element 32, which no thread of A holds");
  CHECK(refused("(_32,_1):(_1,_0)", "(_64,_1):(_1,_0)", 32) == "A has 32 threads, but B has 64");
  CHECK(refused("_32:_1", "_32:_1", 32) == "a layout of registers must have two modes: thread and value");
  CHECK(refused("(_32,_1):(_1,_0)", "(_32,_1):(_1,_0)", 4) ==
        "a conversion moves elements of 8, 16, 32, 64 or 128 bits, not 4");
}

}  // namespace stridescope
