// Sectors and wavefronts against the counters of a real GPU, and against simulators that share no code with the model.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <set>

#include "core/analysis/memory_value.h"
#include "core/foreign/evaluate.h"
#include "core/tiled/tiled_copy.h"
#include "core/value/print.h"
#include "tests/unit/layouts.h"
#include "tests/unit/notation.h"

namespace stridescope {
namespace {

struct Measured {
  char kind;
  int bytes;
  std::uint32_t active;
  int count;
  std::int64_t address[32];
};

constexpr Measured measured[] = {
#include "tests/unit/wavefronts_h100.inc"
};

struct MeasuredBypass {
  int global_bit[5];  // of 16 bytes, by bit of the lane
  int shared_bit[5];
  int count;
};

constexpr MeasuredBypass measured_bypass[] = {
#include "tests/unit/bypass_sectors_h100.inc"
};

// Measured rows, in units of 16 bytes.
struct MeasuredRows {
  int length;
  int global_first;
  int global_step;
  int shared_first;
  int shared_step;
  int count;
};

constexpr MeasuredRows measured_rows[] = {
#include "tests/unit/bypass_rows_h200.inc"
};

struct MeasuredMatrix {
  char kind;
  int matrices;
  bool transposed;
  int count;
  std::int64_t address[32];
};

constexpr MeasuredMatrix measured_matrices[] = {
#include "tests/unit/matrix_wavefronts_h100.inc"
};

WarpRequest request_of(const std::int64_t* address, std::uint32_t active) {
  WarpRequest out;
  std::copy(address, address + 32, out.address.begin());
  out.active = active;
  return out;
}

// The simulator serves the phases one after the other; in each wavefront, every bank gives one word to all lanes that
// need it.
int simulate(const WarpRequest& r, int bytes, bool load) {
  std::vector<std::vector<int>> phases;
  const auto agree = [&](int flip) {
    for (int n = 0; n < 32; ++n) {
      const bool both = (r.active >> n & 1) != 0 && (r.active >> (n ^ flip) & 1) != 0;
      if (both && r.address[n] != r.address[n ^ flip]) return false;
    }
    return true;
  };
  int lanes = bytes <= 4 ? 32 : 128 / bytes;
  if (lanes < 32 && load && (agree(1) || agree(2))) lanes *= 2;
  for (int n = 0; n < 32; ++n) {
    if (n % lanes == 0) phases.emplace_back();
    if ((r.active >> n & 1) != 0) phases.back().push_back(n);
  }
  int wavefronts = 0;
  for (const auto& phase : phases) {
    std::set<std::int64_t> words;
    for (const int n : phase) {
      for (int b = 0; b < bytes; ++b) words.insert((r.address[n] + b) / 4);
    }
    while (!words.empty()) {
      std::set<std::int64_t> banks;
      std::erase_if(words, [&](std::int64_t word) { return banks.insert(word % 32).second; });
      ++wavefronts;
    }
  }
  return wavefronts;
}

int simulate_sectors(const WarpRequest& r, int bytes) {
  std::set<std::int64_t> sectors;
  for (int n = 0; n < 32; ++n) {
    for (int b = 0; (r.active >> n & 1) != 0 && b < bytes; ++b) sectors.insert((r.address[n] + b) / 32);
  }
  return static_cast<int>(sectors.size());
}

AnyLayout any(const char* text) { return Literal(text).layout(); }

WarpAccess access_of(const char* pattern, int bits, int bytes = 0, std::int64_t base = 0) {
  Arith arith;
  const ThreadOffsets offsets = thread_offsets(arith, any(pattern));
  WarpAccess out = warp_access(arith, offsets, {bits, base, bytes});
  REQUIRE(arith.ok());
  return out;
}

SharedMemory shared_of(const char* pattern, int bits, SharedOperation operation) {
  return shared_memory(access_of(pattern, bits), {operation, 4});
}

}  // namespace

TEST_CASE("sectors of cp.async.cg are what an H100 counted") {
  int merged = 0;
  for (const MeasuredBypass& m : measured_bypass) {
    WarpRequest from;
    WarpRequest to;
    from.active = to.active = ~std::uint32_t{0};
    for (std::size_t lane = 0; lane < 32; ++lane) {
      for (std::size_t k = 0; k < 5; ++k) {
        from.address[lane] += static_cast<std::int64_t>(lane >> k & 1) << (m.global_bit[k] + 4);
        to.address[lane] += static_cast<std::int64_t>(lane >> k & 1) << (m.shared_bit[k] + 4);
      }
    }
    CHECK(bypass_sectors(from, to) == m.count);
    merged += global_request(from, 16).sectors != m.count;
  }
  CHECK(std::size(measured_bypass) == 240);
  // The result differs from the sectors of global memory.
  CHECK(merged == 180);
}

TEST_CASE("sectors of cp.async.cg between rows of any step are what an H200 counted") {
  int merged = 0;
  for (const MeasuredRows& m : measured_rows) {
    WarpRequest from;
    WarpRequest to;
    from.active = to.active = ~std::uint32_t{0};
    for (int lane = 0; lane < 32; ++lane) {
      const auto at = static_cast<std::size_t>(lane);
      from.address[at] = 16 * (m.global_first + lane / m.length * m.global_step + lane % m.length);
      to.address[at] = 16 * (m.shared_first + lane / m.length * m.shared_step + lane % m.length);
    }
    CHECK(bypass_sectors(from, to) == m.count);
    merged += global_request(from, 16).sectors != m.count;
  }
  CHECK(std::size(measured_rows) == 147);
  CHECK(merged > 50);
}

TEST_CASE("wavefronts and sectors of a request are those that an H100 counted") {
  int merged = 0;
  for (const Measured& m : measured) {
    const WarpRequest request = request_of(m.address, m.active);
    CAPTURE(m.kind);
    CAPTURE(m.bytes);
    CAPTURE(m.active);
    if (m.kind == 'G') {
      CHECK(global_request(request, m.bytes).sectors == m.count);
      CHECK(simulate_sectors(request, m.bytes) == m.count);
      continue;
    }
    const auto operation = m.kind == 'L' ? SharedOperation::load : SharedOperation::store;
    const SharedRequest r = shared_request(request, m.bytes, {operation, 4});
    CHECK(r.wavefronts == m.count);
    CHECK(simulate(request, m.bytes, m.kind == 'L') == m.count);
    merged += shared_request(request, m.bytes, {SharedOperation::store, 4}).wavefronts != m.count;
  }
  CHECK(merged > 20);  // the data decides between the phases and their merging
}

TEST_CASE("wavefronts of ldmatrix and stmatrix are those that an H100 counted") {
  int conflicts = 0;
  for (const MeasuredMatrix& m : measured_matrices) {
    CAPTURE(m.kind);
    CAPTURE(m.matrices);
    CAPTURE(m.transposed);
    const auto operation = m.kind == 'L' ? SharedOperation::ldmatrix : SharedOperation::stmatrix;
    const SharedRequest r = shared_request(request_of(m.address, ~0U), 16, {operation, m.matrices});
    CHECK(r.wavefronts == m.count);
    conflicts += m.count > m.matrices;
  }
  CHECK(conflicts > 100);
}

TEST_CASE("two lanes share a wavefront as all pairs of lanes did on an H100 and an H200") {
  // The words of two lanes are in different rows of 128 bytes. Alone, they share a wavefront if both take one. Among
  // lanes with one common address, they share if the same bank costs one wavefront more than separate banks.
  struct Case {
    int bytes;
    SharedOperation operation;
    int alone;  // neighbors that share a wavefront
    int crowd;
  };
  // Two lanes alone never disagree with lane n^1 or n^2: a load merges their phases.
  const Case cases[] = {{8, SharedOperation::load, 32, 16},
                        {16, SharedOperation::load, 16, 8},
                        {8, SharedOperation::store, 16, 16},
                        {16, SharedOperation::store, 8, 8}};
  for (const Case& one : cases) {
    CAPTURE(one.bytes);
    const auto wavefronts = [&](int i, int j, bool crowd, bool clash) {
      WarpRequest r;
      r.active = crowd ? ~std::uint32_t{0} : std::uint32_t{1} << i | std::uint32_t{1} << j;
      r.address.fill(std::int64_t{2} * one.bytes);
      r.address[static_cast<std::size_t>(i)] = 128;
      r.address[static_cast<std::size_t>(j)] = 256 + (clash ? 0 : one.bytes);
      return shared_request(r, one.bytes, {one.operation}).wavefronts;
    };
    int pairs = 0;
    for (int i = 0; i < 32; ++i) {
      for (int j = i + 1; j < 32; ++j, ++pairs) {
        CHECK((wavefronts(i, j, false, false) == 1) == (i / one.alone == j / one.alone));
        const int apart = wavefronts(i, j, true, false);
        CHECK(apart == one.bytes / 4);  // the other lanes take one wavefront per phase
        CHECK((wavefronts(i, j, true, true) - apart == 1) == (i / one.crowd == j / one.crowd));
      }
    }
    CHECK(pairs == 496);
  }
}

TEST_CASE("wavefronts and sectors of random requests agree with the simulators") {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  for (int round = 0; round < (laws::complete ? 4000 : 600); ++round) {
    const int bytes = 1 << below(5);
    const std::int64_t reach = below(2) == 0 ? 16 : 512;
    const int shared_by = static_cast<int>(below(4));
    WarpRequest r;
    r.active = below(3) == 0 ? static_cast<std::uint32_t>(random()) : ~0U;
    for (int n = 0; n < 32; ++n) {
      const int twin = shared_by == 1 ? n & ~1 : shared_by == 2 ? n & ~2 : n;
      r.address[static_cast<std::size_t>(n)] =
          twin < n ? r.address[static_cast<std::size_t>(twin)] : below(static_cast<std::uint32_t>(reach)) * bytes;
    }
    CAPTURE(round);
    for (const bool load : {true, false}) {
      const SharedKind kind = {load ? SharedOperation::load : SharedOperation::store, 4};
      const SharedRequest s = shared_request(r, bytes, kind);
      REQUIRE(s.wavefronts == simulate(r, bytes, load));
      REQUIRE(s.lanes == std::popcount(r.active));
      REQUIRE(s.phases <= s.wavefronts);
      // The words in the picture: every bank once per wavefront, every lane with all of its words.
      std::set<std::pair<int, int>> places;
      std::int64_t words = 0;
      int last = -1;
      for (const BankWord& w : words_of(r, bytes, kind)) {
        REQUIRE(places.insert({w.wavefront, w.bank}).second);
        REQUIRE(w.word % 32 == w.bank);
        words += std::popcount(w.lanes);
        last = std::max(last, w.wavefront);
      }
      REQUIRE(words == std::popcount(r.active) * std::max(bytes / 4, 1));
      REQUIRE(last + 1 == s.wavefronts);
    }
    const GlobalRequest g = global_request(r, bytes);
    REQUIRE(g.sectors == simulate_sectors(r, bytes));
    std::int64_t lanes = 0;
    std::int64_t used = 0;
    for (const SectorUse& s : sectors_of(r, bytes)) {
      lanes += std::popcount(s.lanes);
      used += s.bytes_used;
    }
    REQUIRE(lanes == std::popcount(r.active));
    REQUIRE(used == g.bytes_used);
    REQUIRE(g.ideal_sectors <= g.sectors);
  }
}

TEST_CASE("coalescing: width, sectors, efficiency, base alignment and masks") {
  const auto global = [](const char* pattern, int bits, std::int64_t base = 0) {
    return global_memory(access_of(pattern, bits, 0, base));
  };
  const GlobalMemory floats = global("(32,4):(4,1)", 32);
  CHECK(floats.access_bytes == 16);
  CHECK(floats.requests == 1);
  CHECK(floats.sectors == 16);
  CHECK(floats.bytes_used == 32 * floats.sectors);
  const GlobalMemory columns = global("(32,1):(64,1)", 32);
  CHECK(columns.sectors == 32);
  CHECK(columns.ideal_sectors == 4);
  CHECK(8 * columns.bytes_used == 32 * columns.sectors);
  // 4 bytes after a multiple of 16 each access is of 4 bytes; 16 after one of 32, a request touches a sector more.
  CHECK(global("(32,4):(4,1)", 32, 4).access_bytes == 4);
  CHECK(global("(32,4):(4,1)", 32, 16).sectors == 17);
  // 8 rows of 64 bytes, 2 requests of a warp, the second half of every sector in the second: half of each is wasted.
  const GlobalMemory halves = global("((4,8),8):((16,64),1)", 16);
  CHECK(halves.sectors == 32);
  CHECK(2 * halves.bytes_used == 32 * halves.sectors);
  // Every access touches the same sectors again.
  const GlobalMemory narrow = global("(32,4):(4,_0)", 8);
  CHECK(narrow.requests == 4);
  CHECK(narrow.different_sectors * 4 == narrow.sectors);
  // The residue tile: 10 of 32 rows.
  Arith arith;
  const Layout tv = Literal("(32,8):(1,32)").layout();
  const IntTuple inside = Literal("(10,8)").tuple();
  const TupleRef limit = inside;
  const ThreadOffsets masked = thread_offsets(arith, any("(32,8):(8,1)"), tv, &limit);
  const WarpAccess access = warp_access(arith, masked, {32, 0, 0});
  REQUIRE(arith.ok());
  const GlobalMemory residue = global_memory(access);
  CHECK(residue.access_bytes == 16);
  CHECK(residue.sectors == 20);
  CHECK(residue.bytes_used == 10 * 32);
  // 48 threads are a warp and a half.
  CHECK(global("(48,1):(1,1)", 32).sectors == 6);
}

TEST_CASE("bank conflicts of well-known patterns") {
  CHECK(shared_of("(32,1):(1,1)", 32, SharedOperation::load).wavefronts == 1);
  CHECK(shared_of("(32,1):(32,1)", 32, SharedOperation::load).conflict_ways == 32);
  CHECK(shared_of("(32,1):(33,1)", 32, SharedOperation::load).wavefronts == 1);
  CHECK(shared_of("(32,1):(0,1)", 32, SharedOperation::load).wavefronts == 1);
  // Contiguous 64- and 128-bit accesses take 2 and 4 wavefronts with no conflict.
  for (const auto operation : {SharedOperation::load, SharedOperation::store}) {
    const SharedMemory wide = shared_of("(32,4):(4,1)", 32, operation);
    CHECK(wide.wavefronts == 4);
    CHECK(wide.ideal_wavefronts == 4);
    CHECK(wide.conflict_ways == 1);
    CHECK(shared_of("(32,2):(2,1)", 32, operation).wavefronts == 2);
  }
  // All lanes read the same 16 bytes: phases merge for loads, not for stores.
  CHECK(shared_of("(32,4):(0,1)", 32, SharedOperation::load).wavefronts == 2);
  CHECK(shared_of("(32,4):(0,1)", 32, SharedOperation::store).wavefronts == 4);
  // Rows of 128 bytes: an 8x8 matrix lies in 4 banks.
  CHECK(shared_of("(32,8):(64,1)", 16, SharedOperation::ldmatrix).wavefronts == 32);
  CHECK(shared_of("(32,8):(72,1)", 16, SharedOperation::ldmatrix).wavefronts == 4);
  // Bytes and halves of one word are one word.
  CHECK(shared_of("(32,1):(1,1)", 8, SharedOperation::store).wavefronts == 1);
  CHECK(shared_of("(32,1):(64,1)", 16, SharedOperation::store).conflict_ways == 32);
  // x1 uses only the addresses of 8 lanes.
  const WarpAccess rows = access_of("(32,8):(64,1)", 16);
  CHECK(shared_memory(rows, {SharedOperation::ldmatrix, 1}).wavefronts == 8);
  CHECK(shared_memory(rows, {SharedOperation::stmatrix, 2}).wavefronts == 16);
}

TEST_CASE("the width of an access is what every thread's values allow") {
  struct Case {
    const char* pattern;
    int bits;
    int bytes;
  };
  for (const Case& c :
       {Case{"(32,8):(8,1)", 16, 16}, Case{"(32,8):(9,1)", 16, 2}, Case{"(32,8):(10,1)", 16, 4},
        Case{"(32,(2,4)):(8,(1,2))", 16, 16}, Case{"(32,(2,4)):(8,(4,1))", 16, 2}, Case{"(32,(2,4)):(2,(1,64))", 16, 4},
        Case{"(32,6):(6,1)", 32, 8}, Case{"(32,32):(32,1)", 4, 16}, Case{"(32,3):(3,1)", 4, 1},
        Case{"(32,2):(2,1)", 64, 16}, Case{"(32,2):(2,1)", 128, 16}}) {
    CAPTURE(c.pattern);
    CHECK(access_of(c.pattern, c.bits).access_bytes == c.bytes);
  }
  Arith arith;
  const ThreadOffsets odd = thread_offsets(arith, any("(32,8):(9,1)"));
  warp_access(arith, odd, {16, 0, 16});
  REQUIRE(arith.failed());
  CHECK(arith.error().value().code == ErrorCode::unsupported);
}

TEST_CASE("the 256-bit accesses of sm100 are one request in global memory, and none in shared memory") {
  const auto text = [](const std::string& program) {
    const Evaluation out = evaluate(program, IntegerMode::cute);
    if (!out.errors.empty()) return "error: " + english(out.errors[0].message);
    return to_text(out.bindings.back().value);
  };
  const auto has = [](const std::string& all, const char* part) { return all.find(part) != std::string::npos; };
  for (const char* load : {"SM100_LOAD_256bit_CACHE_NOALLOCATION", "SM100_STORE_256bit_CACHE_NOALLOCATION"}) {
    const std::string copy =
        std::string("copy = make_tiled_copy(Copy_Atom<") + load + ",float>,(_8,_8):(_8,_1),(_1,_8):(_0,_1))\n";
    const char* side = load[6] == 'L' ? "\"src\")" : "\"dst\")";
    const std::string rows = text(copy + "coalescing(copy, (_8,_64):(_64,_1), " + side);
    CHECK(has(rows, "access width         32 bytes"));
    CHECK(has(rows, "1 per warp, 2 warps of 64 threads"));
    CHECK(has(rows, "sectors per request  32                32, ideal 32"));
    CHECK(has(rows, "efficiency           100%"));
    CHECK(has(text(copy + "bank_conflicts(copy, (_8,_64):(_64,_1), " + side), "accesses global memory only"));
    CHECK(has(text(copy + "swizzle_search(_64:_1, copy, copy)"), "error"));
    // Rows that are not aligned to 32 bytes.
    CHECK(has(text(copy + "coalescing(copy, (_8,_64):(_68,_1), " + side), "aligned to 32 bytes"));
  }
}

TEST_CASE("an access begins with what it comes to, then says plainly what a lane does") {
  const auto text = [](const std::string& program) {
    return to_text(evaluate(program, IntegerMode::cute).bindings.back().value);
  };
  const std::string column = text("bank_conflicts<32>((32,1):(32,1))");
  CHECK(column.find("32-way, 32 wavefronts: the worst phase needs 32 words of one bank\n"
                    "operation") == 0);
  CHECK(column.find("each lane loads 4 bytes\n") != std::string::npos);
  CHECK(column.find("of one lane") == std::string::npos);
  const std::string row = text("bank_conflicts<32>((32,1):(1,1), \"store\")");
  CHECK(row.find("no conflict, 1 wavefront: ") == 0);
  CHECK(row.find("each lane stores 4 bytes\n") != std::string::npos);
  CHECK(text("coalescing<32>((32,1):(32,1))").find("32 sectors, 12.5% of them used\naccess width") == 0);
}

TEST_CASE("what is no access pattern is refused") {
  Arith arith;
  SUBCASE("too many") { thread_offsets(arith, any("(2048,2048):(1,2048)")); }
  SUBCASE("coordinates") { thread_offsets(arith, any("(4,4):(_1@0,_1@1)")); }
  SUBCASE("beyond any memory") { thread_offsets(arith, any("(4,4):(1,1152921504606846976)")); }
  SUBCASE("outside the tensor") {
    const Layout tv = Literal("(32,4):(4,1)").layout();
    thread_offsets(arith, any("(8,8):(1,8)"), tv, nullptr);
  }
  SUBCASE("elements of 3 bits") { warp_access(arith, thread_offsets(arith, any("(4,4):(1,4)")), {3, 0, 0}); }
  CHECK(arith.failed());
}

}  // namespace stridescope
